"""`scorepad history import`."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path

from scorepad.commands.common import AddCommand, Document, Failed, data_folder, failed_by, print_json
from scorepad.commands.terminal import columns, printable
from scorepad.history import History, HistoryReader, Refused, Summary
from scorepad.history.transfer import (
    LIMIT,
    ImportStatus,
    IncomingSession,
    PlayerMatch,
    Preview,
    apply_import,
    preview_import,
    read_file,
)
from scorepad.i18n import Translator
from scorepad.i18n.refusals import failure_text, refusal_text
from scorepad.i18n.wording import scheme_title

from .listing import summary_document, summary_row
from .results import print_result


def add_parsers(add: AddCommand, t: Translator) -> None:
    """Adds `import`."""
    action = add("import", t("bring in evenings from another device"), _import)
    action.add_argument("file", metavar="FILE", help=t("an exported file (-: standard input)"))
    action.add_argument("--look", action="store_true", help=t("say what it would bring, and change nothing"))
    action.add_argument(
        "--only", metavar="ID", action="append", help=t("only this evening of the file; may be repeated")
    )
    action.add_argument(
        "--same",
        metavar="THEIRS=OURS",
        action="append",
        type=_pair(t),
        default=[],
        help=t("who of its players is whom here, by ids; may be repeated"),
    )
    action.add_argument(
        "--replace-scheme",
        metavar="ID",
        action="append",
        default=[],
        help=t("take the file’s house rules of this id for those here; may be repeated"),
    )
    action.add_argument(
        "--same-names", action="store_true", help=t("take players of the same name for the same people")
    )


def _pair(t: Translator) -> Callable[[str], tuple[str, str]]:
    def pair(text: str) -> tuple[str, str]:
        theirs, equals, ours = text.partition("=")
        if not (theirs and equals and ours):
            raise argparse.ArgumentTypeError(t("{text} is not THEIRS=OURS", text=printable(text)))
        return theirs, ours

    return pair


def _import(options: argparse.Namespace, t: Translator) -> int:
    try:
        # The size of standard input is not known, and it may never end.
        raw = sys.stdin.buffer.read(LIMIT + 1) if options.file == "-" else read_file(Path(options.file))
    except OSError as error:
        reason = os.strerror(error.errno or errno.EIO)
        raise Failed(
            t("{path} cannot be read ({reason})", path=printable(options.file), reason=reason),
            "Unreadable",
            path=options.file,
        ) from None
    try:
        if options.look:
            with HistoryReader(data_folder(options)) as here:
                preview = preview_import(raw, here)
            _print_preview(t, preview, as_json=options.json)
            return 1 if any(each.problem is not None for each in preview.sessions) else 0
        with History(data_folder(options)) as history:
            preview = preview_import(raw, history)
            return _apply(options, t, preview, history)
    except Refused as error:
        raise Failed(
            t(
                "{path} is not imported: {reason}. Nothing was changed.",
                path=printable(options.file),
                reason=printable(refusal_text(t, error)),
            ),
            "Refused",
            refusal=error.refusal.value,
            where=error.where,
        ) from None


def _apply(options: argparse.Namespace, t: Translator, preview: Preview, history: History) -> int:
    matches = [PlayerMatch.MERGED_THERE, *([PlayerMatch.SAME_NAME] if options.same_names else [])]
    same = preview.proposals(*matches) | dict(options.same)
    unknown = set(options.only or ()) - {each.session.id for each in preview.sessions}
    if unknown:
        name = min(unknown)
        raise Failed(t("there is no evening {id}", id=printable(name)), "UnknownSession", session=name)
    strange = set(options.replace_scheme) - {each.scheme.id for each in preview.schemes}
    if strange:
        name = min(strange)
        raise Failed(
            t("there are no house rules {id} in it", id=printable(name)), "UnknownScheme", scheme=name
        )
    result = apply_import(
        preview, history, sessions=options.only, same=same, replace_schemes=options.replace_scheme
    )
    return print_result(options, t, result)


def _print_preview(t: Translator, preview: Preview, *, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "exported": preview.exported,
                "device": preview.device,
                "brings_nothing": preview.brings_nothing,
                "sessions": [_incoming(t, each) for each in preview.sessions],
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
        )
        return
    rows = [_incoming_row(t, each) for each in preview.sessions]
    print(columns(rows) if rows else t("No evening."))
    proposals = [
        t(
            "{theirs} ({id}) may be {ours}: --same {id}={our_id}",
            theirs=printable(each.player.name),
            id=printable(each.player.id),
            ours=printable(each.proposal.name),
            our_id=printable(each.proposal.id),
        )
        for each in preview.players
        if each.proposal is not None
    ]
    for text in proposals:
        print(text)
    for each in preview.schemes:
        if each.status is ImportStatus.REFUSED:
            print(
                t(
                    "the house rules {name} ({id}) differ from those here: --replace-scheme {id}",
                    name=printable(scheme_title(t, each.scheme)),
                    id=printable(each.scheme.id),
                )
            )


def _incoming(t: Translator, each: IncomingSession) -> Document:
    return summary_document(t, Summary.of(each.session)) | {
        "novelty": each.status.value,
        "added": each.added,
        "conflicting": [entry.id for entry in each.conflicting],
        "problem": None if each.problem is None else failed_by(t, each.problem).document,
    }


def _incoming_row(t: Translator, each: IncomingSession) -> list[str]:
    novelty = {
        ImportStatus.NEW: t("new"),
        ImportStatus.MORE: t("more"),
        ImportStatus.KNOWN: t("known"),
        ImportStatus.REFUSED: t("refused"),
    }[each.status]
    if each.problem is not None:
        detail = failure_text(t, each.problem)
    elif each.conflicting:
        detail = t.plural(
            "{count} hand with two corrections", "{count} hands with two corrections", len(each.conflicting)
        )
    else:
        detail = ""
    return [novelty, *summary_row(t, Summary.of(each.session)), printable(detail)]
