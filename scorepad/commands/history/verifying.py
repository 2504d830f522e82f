"""`scorepad history verify`."""

from __future__ import annotations

import argparse

from scorepad.commands.common import AddCommand, Document, data_folder, failed_by, print_json
from scorepad.commands.terminal import columns, complain, printable
from scorepad.history import FileCheck, FileState, verify
from scorepad.i18n import Translator
from scorepad.i18n.refusals import failure_text


def add_parsers(add: AddCommand, t: Translator) -> None:
    """Adds `verify`."""
    add("verify", t("read every file and say what is sound; nothing is changed"), _verify)


def _verify(options: argparse.Namespace, t: Translator) -> int:
    found = list(verify(data_folder(options)))
    bad = [each for each in found if each.state is FileState.BAD]
    unrepaired = [
        each for each in found if each.state in (FileState.RECOVERABLE, FileState.OLDER, FileState.GONE)
    ]
    if options.json:
        print_json({"sound": not (bad or unrepaired), "files": [_file(t, each) for each in found]})
        return 1 if bad or unrepaired else 0
    rows = [_file_row(t, each) for each in found if each.state is not FileState.SOUND]
    if rows:
        print(columns(rows))
    sound = [each for each in found if each.state is FileState.SOUND]
    hands = sum(each.hands or 0 for each in sound)
    print(
        t.plural("{count} file is sound", "{count} files are sound", len(sound))
        + ", "
        + t.plural("with {count} hand", "with {count} hands", hands)
    )
    if bad or unrepaired:
        complain(t.plural("{count} file is not sound", "{count} files are not sound", len(bad + unrepaired)))
    return 1 if bad or unrepaired else 0


def _file(t: Translator, checked: FileCheck) -> Document:
    problem = None if checked.problem is None else failed_by(t, checked.problem).document
    document = {
        "name": checked.name,
        "state": checked.state.value,
        "hands": checked.hands,
        "problem": problem,
    }
    return document | (
        {} if checked.backup_copy is None else {"backup": str(checked.backup_copy.backup.path)}
    )


def _file_row(t: Translator, checked: FileCheck) -> list[str]:
    state = {
        FileState.SOUND: t("sound"),
        FileState.RECOVERABLE: t("damaged; its spare copy is sound, and opening scorepad brings it back"),
        FileState.BAD: t("not sound"),
        FileState.OLDER: t("an older version: what was played last is missing"),
        FileState.GONE: t("not there any more"),
        FileState.QUARANTINED: t("put by: damaged before, or of an older version"),
    }[checked.state]
    why = "" if checked.problem is None else failure_text(t, checked.problem)
    if checked.backup_copy is not None:
        why = t("{path} has it", path=checked.backup_copy.backup.path)
    return [printable(checked.name), state, printable(why)]
