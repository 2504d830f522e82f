"""`scorepad history import`, and the result of an import or a restore."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from scorepad.commands.common import (
    NO_EVENING,
    AddCommand,
    Failed,
    data_folder,
    failed_by,
    print_json,
    problem_document,
    refused,
    unknown_evening,
)
from scorepad.commands.options import reader
from scorepad.commands.terminal import columns, complain, os_reason, printable
from scorepad.history import Document, History, HistoryReader, Refused, Summary
from scorepad.history.backup import Backup
from scorepad.history.transfer import (
    LIMIT,
    ImportResult,
    ImportStatus,
    IncomingEvening,
    PlayerMatch,
    Preview,
    apply_import,
    preview_import,
    read_file,
)
from scorepad.i18n import N_, Translator
from scorepad.i18n.errors import import_error_text
from scorepad.i18n.names import scheme_title

from .listing import json_time, summary_document, summary_row

STATUSES = {
    ImportStatus.NEW: N_("new"),
    ImportStatus.MORE: N_("more"),
    ImportStatus.KNOWN: N_("known"),
    ImportStatus.REFUSED: N_("refused"),
}


def add_parsers(add: AddCommand) -> None:
    """Adds `import`."""
    action = add("import", "import evenings from another device", _import)
    action.add_argument("file", metavar="FILE", help="an exported file (-: standard input)")
    action.add_argument(
        "--look", action="store_true", help="list the evenings of the file, and change nothing"
    )
    action.add_argument(
        "--only", metavar="ID", action="append", help="only this evening of the file; may be repeated"
    )
    action.add_argument(
        "--same",
        metavar="THEIRS=OURS",
        action="append",
        type=reader(_pair, "{text} is not THEIRS=OURS"),
        default=[],
        help="the player THEIRS of the file is the player OURS here, by ids; may be repeated",
    )
    action.add_argument(
        "--replace-scheme",
        metavar="ID",
        action="append",
        default=[],
        help="take the house rules of this id from the file; may be repeated",
    )
    action.add_argument(
        "--same-names", action="store_true", help="take players of the same name for the same people"
    )


def _pair(text: str) -> tuple[str, str]:
    theirs, equals, ours = text.partition("=")
    if not (theirs and equals and ours):
        raise ValueError(text)
    return theirs, ours


def _import(options: argparse.Namespace, t: Translator) -> int:
    try:
        # The size of standard input is not known, and it may never end.
        raw = sys.stdin.buffer.read(LIMIT + 1) if options.file == "-" else read_file(Path(options.file))
    except OSError as error:
        text = f"{printable(options.file)} cannot be read ({os_reason(error)})"
        raise Failed(text, "Unreadable", path=options.file) from None
    try:
        if options.look:
            with HistoryReader(data_folder(options)) as here:
                preview = preview_import(raw, here)
            if options.json:
                print_json(_preview_document(t, preview))
            else:
                _print_preview(t, preview)
            return 1 if any(each.problem is not None for each in preview.evenings) else 0
        with History(data_folder(options)) as history:
            preview = preview_import(raw, history)
            return _apply(options, t, preview, history)
    except Refused as error:
        text = t("{path} is not imported: {reason}. Nothing was changed.")
        raise refused(text, options.file, error, t) from None


def _apply(options: argparse.Namespace, t: Translator, preview: Preview, history: History) -> int:
    matches = [PlayerMatch.MERGED_THERE, *([PlayerMatch.SAME_NAME] if options.same_names else [])]
    same = preview.proposals(*matches) | dict(options.same)
    if unknown := set(options.only or ()) - {each.evening.id for each in preview.evenings}:
        raise unknown_evening(min(unknown))
    if strange := set(options.replace_scheme) - {each.scheme.id for each in preview.schemes}:
        text = f"there are no house rules {printable(min(strange))} in the file"
        raise Failed(text, "UnknownScheme", scheme=min(strange))
    result = apply_import(
        preview, history, evenings=options.only, same=same, replace_schemes=options.replace_scheme
    )
    return print_result(options, t, result)


def _print_preview(t: Translator, preview: Preview) -> None:
    rows = [_incoming_row(t, each) for each in preview.evenings]
    print(columns(rows) if rows else NO_EVENING)
    for player in preview.players:
        if (ours := player.proposal) is not None:
            theirs = player.player
            print(printable(f"{theirs.name} ({theirs.id}) may be {ours.name}: --same {theirs.id}={ours.id}"))
    for each in preview.schemes:
        if each.status is ImportStatus.REFUSED:
            rules = f"{scheme_title(t, each.scheme)} ({each.scheme.id})"
            text = f"the house rules {rules} differ from the rules here: --replace-scheme {each.scheme.id}"
            print(printable(text))


def _preview_document(t: Translator, preview: Preview) -> Document:
    return {
        "exported": preview.exported,
        "device": preview.device,
        "brings_nothing": preview.brings_nothing,
        "evenings": [_incoming(t, each) for each in preview.evenings],
        "players": [
            {
                "id": each.player.id,
                "name": each.player.name,
                "likeness": each.match.value,
                "proposal": None if each.proposal is None else each.proposal.id,
            }
            for each in preview.players
        ],
        "schemes": [
            {"id": each.scheme.id, "name": each.scheme.name, "novelty": each.status.value}
            for each in preview.schemes
        ],
    }


def _incoming(t: Translator, each: IncomingEvening) -> Document:
    return summary_document(t, Summary.of(each.evening)) | {
        "novelty": each.status.value,
        "added": each.added,
        "conflicting": [entry.id for entry in each.conflicting],
        "problem": problem_document(t, each.problem),
    }


def _incoming_row(t: Translator, each: IncomingEvening) -> list[str]:
    detail = ""
    if each.problem is not None:
        detail = import_error_text(t, each.problem)
    elif each.conflicting:
        count = len(each.conflicting)
        detail = t.plural("{count} hand to decide on", "{count} hands to decide on", count)
    return [t(STATUSES[each.status]), *summary_row(t, Summary.of(each.evening)), printable(detail)]


def print_result(options: argparse.Namespace, t: Translator, result: ImportResult) -> int:
    """Prints the result of an import; returns the exit code."""
    if options.json:
        print_json(_result_document(t, result))
    else:
        _print_counts(result)
        if result.backup is not None:
            print(f"The backup from before is {result.backup.path}")
        for evening_id, error in result.refused:
            complain(f"{evening_id}: {printable(import_error_text(t, error))}")
    return 1 if result.refused else 0


def _result_document(t: Translator, result: ImportResult) -> Document:
    return {
        "new": list(result.new),
        "more": list(result.more),
        "known": list(result.known),
        "events": result.events,
        "players": result.players,
        "merged": result.merged,
        "schemes": result.schemes,
        "conflicting": [{"evening": id_, "entry": entry} for id_, entry in result.conflicting],
        "refused": [{"evening": id_, **failed_by(t, error).document} for id_, error in result.refused],
        "backup": None if result.backup is None else backup_document(result.backup),
    }


def _print_counts(result: ImportResult) -> None:
    new, more, known = map(len, (result.new, result.more, result.known))
    print(f"new evenings: {new}, with more in them: {more}, known already: {known}")
    if result.conflicting:
        print(f"hands to decide on: {len(result.conflicting)} (in the app)")


def backup_document(backup: Backup) -> Document:
    """A backup as JSON."""
    made = json_time(backup.made)
    return {"path": str(backup.path), "made": made, "kind": backup.kind.value, "size": backup.size}
