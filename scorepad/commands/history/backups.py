"""`scorepad history verify`, `backup` and `restore`."""

from __future__ import annotations

import argparse
from pathlib import Path

from scorepad.commands.common import (
    LATEST,
    AddCommand,
    Failed,
    data_folder,
    failed_by,
    print_json,
    problem_document,
    refused,
    unknown_evening,
)
from scorepad.commands.terminal import columns, complain, printable
from scorepad.history import Document, FileCheck, FileState, History, HistoryReader, Refused, verify
from scorepad.history.backup import (
    Backup,
    BackupContents,
    BackupKind,
    Backups,
    choose_second_folder,
    inspect_backup,
    list_backups,
    newest_first,
)
from scorepad.history.transfer import restore_evenings, restore_missing
from scorepad.i18n import N_, Translator
from scorepad.i18n.errors import backup_kind, error_text, second_folder_text
from scorepad.i18n.names import file_size

from .imports import backup_document, print_result
from .listing import json_time, summary_document, summary_row

MISSING = "missing"
STATES = {
    FileState.SOUND: N_("sound"),
    FileState.RECOVERABLE: N_("damaged; its spare copy is sound, and opening scorepad brings it back"),
    FileState.BAD: N_("not sound"),
    FileState.OLDER: N_("an older version: what was played last is missing"),
    FileState.GONE: N_("not there any more"),
    FileState.QUARANTINED: N_("kept apart: damaged before, or of an older version"),
}


def add_parsers(add: AddCommand) -> None:
    """Adds `verify`, `backup` and `restore`."""
    add("verify", "read every file and list the files that are not sound; nothing is changed", _verify)

    action = add("backup", "make a backup of everything, and verify it", _backup)
    action.add_argument("--list", action="store_true", help="list the backups instead")
    where = action.add_mutually_exclusive_group()
    where.add_argument(
        "--also", type=Path, metavar="DIR", help="copy every backup into this folder too, from now on"
    )
    where.add_argument("--here-only", action="store_true", help="keep backups here only")

    action = add("restore", "show a backup, or replace everything here with it", _restore)
    action.add_argument(
        "backup",
        metavar=f"FILE|{LATEST}|{MISSING}",
        help="a backup; or bring back the evenings missing here, from the backups that have them",
    )
    how = action.add_mutually_exclusive_group()
    how.add_argument(
        "--only",
        metavar="ID",
        action="append",
        help="bring back only this evening, and keep the evenings here; may be repeated",
    )
    how.add_argument(
        "--replace",
        action="store_true",
        help="replace the evenings here, after a backup of them; without this, only look",
    )


def _verify(options: argparse.Namespace, t: Translator) -> int:
    files = list(verify(data_folder(options)))
    sound = [each for each in files if each.state is FileState.SOUND]
    unsound = [each for each in files if each.state not in (FileState.SOUND, FileState.QUARANTINED)]
    if options.json:
        print_json({"sound": not unsound, "files": [_file(t, each) for each in files]})
        return 1 if unsound else 0
    rows = [_file_row(t, each) for each in files if each.state is not FileState.SOUND]
    if rows:
        print(columns(rows))
    counted = t.plural("{count} file is sound", "{count} files are sound", len(sound))
    hands = t.plural("with {count} hand", "with {count} hands", sum(each.deals or 0 for each in sound))
    print(f"{counted}, {hands}")
    if unsound:
        complain(t.plural("{count} file is not sound", "{count} files are not sound", len(unsound)))
    return 1 if unsound else 0


def _file(t: Translator, checked: FileCheck) -> Document:
    document = {
        "name": checked.name,
        "state": checked.state.value,
        "hands": checked.deals,
        "problem": problem_document(t, checked.problem),
    }
    if checked.backup_copy is not None:
        document["backup"] = str(checked.backup_copy.path)
    return document


def _file_row(t: Translator, checked: FileCheck) -> list[str]:
    why = "" if checked.problem is None else error_text(t, checked.problem)
    if checked.backup_copy is not None:
        why = t("{path} has it", path=checked.backup_copy.path)
    return [printable(checked.name), t(STATES[checked.state]), printable(why)]


def _backup(options: argparse.Namespace, t: Translator) -> int:
    folder = data_folder(options)
    if options.list:
        found = list_backups(folder)
        if options.json:
            print_json({"backups": [backup_document(each) for each in found]})
        else:
            print(columns([_backup_row(t, each) for each in found], right=(2,)) if found else "No backup.")
        return 0
    with HistoryReader(folder) as history:
        backups = Backups(folder, history.protected_backups)
        if options.also is not None or options.here_only:
            choose_second_folder(folder, options.also)
        made = backups.make(BackupKind.ASKED)
        backups.copy()
        problem, place = backups.copy_problem, history.second_folder()
    if options.json:
        also = None
        if place is not None or problem is not None:
            also = {
                "path": None if place is None else str(place.device_folder),
                "is_there": place is not None and place.is_there,
                "reached": None
                if place is None or place.last_copied is None
                else json_time(place.last_copied),
                "problem": problem_document(t, problem),
            }
        print_json({"backup": backup_document(made), "also": also})
    else:
        print(made.path)
        if problem is not None:
            other = folder if place is None else place.path
            complain(printable(f"{other}: {error_text(t, problem)}"))
        elif place is not None:
            if place.is_there:
                print(place.device_folder / made.path.name)
            else:
                complain(second_folder_text(t, place))
    return 0 if problem is None else 1


def _backup_row(t: Translator, made: Backup) -> list[str]:
    at = made.made.isoformat()
    size = file_size(t, made.size)
    return [f"{t.short_date(at)} {t.time(at)}", backup_kind(t, made.kind), size, str(made.path)]


def _restore(options: argparse.Namespace, t: Translator) -> int:
    folder = data_folder(options)
    if options.backup == MISSING:
        with History(folder) as history:
            history.summaries()
            return print_result(options, t, restore_missing(history, only=options.only))
    if options.backup == LATEST:
        found = newest_first(folder)
        if not found:
            raise Failed(f"there is no backup in {folder}", "NoBackup")
        path = found[0].path
    else:
        path = Path(options.backup)
    try:
        contents = inspect_backup(path)
    except Refused as error:
        raise refused(t("{path} is not restored: {reason}. Nothing was changed."), path, error, t) from None
    document = _contents(t, contents)
    if options.only:
        if unknown := set(options.only) - {summary.id for summary in contents.evenings}:
            raise unknown_evening(min(unknown))
        with History(folder) as history:
            return print_result(options, t, restore_evenings(history, path, options.only))
    if options.replace:
        with History(folder) as history:
            before = history.restore(path)
        if options.json:
            print_json({"restored": document, "before": backup_document(before)})
        else:
            print(_contents_text(t, contents))
            print(f"The evenings here are replaced; their backup is {before.path}")
        return 0
    if options.json:
        print_json({"backup": document})
    else:
        print(_contents_text(t, contents))
        print("Nothing was replaced; use --replace to do it.")
    return 0


def _contents(t: Translator, contents: BackupContents) -> Document:
    return {
        "path": str(contents.path),
        "made": contents.made,
        "kind": contents.kind.value,
        "made_by": contents.made_by,
        "evenings": [summary_document(t, each) for each in contents.evenings],
        "players": contents.players,
        "problems": [{"name": name, **failed_by(t, error).document} for name, error in contents.problems],
    }


def _contents_text(t: Translator, contents: BackupContents) -> str:
    hands = sum(summary.deals for summary in contents.evenings)
    counts = [
        t.plural("{count} evening", "{count} evenings", len(contents.evenings)),
        t.plural("{count} hand", "{count} hands", hands),
        t.plural("{count} player", "{count} players", contents.players),
    ]
    when = f"{t.date(contents.made)} {t.time(contents.made)}"
    lines = [f"{when}, {backup_kind(t, contents.kind)}: {', '.join(counts)}"]
    lines += [f"{printable(name)}: {printable(error_text(t, error))}" for name, error in contents.problems]
    if contents.evenings:
        lines.append(columns([summary_row(t, each) for each in contents.evenings[:10]], right=(3,)))
    if len(contents.evenings) > 10:
        lines.append("…")
    return "\n".join(lines)
