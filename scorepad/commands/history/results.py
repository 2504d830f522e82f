"""The result of an import or a restore, as text or JSON."""

from __future__ import annotations

import argparse
from datetime import datetime

from scorepad.commands.common import Document, failed_by, print_json
from scorepad.commands.terminal import complain, printable
from scorepad.history.backup import Backup
from scorepad.history.transfer import ImportResult
from scorepad.i18n import Translator
from scorepad.i18n.refusals import failure_text


def print_result(options: argparse.Namespace, t: Translator, result: ImportResult) -> int:
    """Prints the result of an import; returns the exit code."""
    if options.json:
        print_json(
            {
                "new": list(result.new),
                "more": list(result.more),
                "known": list(result.known),
                "events": result.events,
                "players": result.players,
                "merged": result.merged,
                "schemes": result.schemes,
                "conflicting": [{"session": s, "entry": entry} for s, entry in result.conflicting],
                "refused": [{"session": s, **failed_by(t, error).document} for s, error in result.refused],
                "backup": None if result.backup is None else backup_document(result.backup),
            }
        )
    else:
        counts = [
            t.plural("{count} new evening", "{count} new evenings", len(result.new)),
            t.plural(
                "{count} evening with more in it", "{count} evenings with more in them", len(result.more)
            ),
            t.plural("{count} known already", "{count} known already", len(result.known)),
        ]
        print(", ".join(counts))
        if result.conflicting:
            count = len(result.conflicting)
            print(
                t.plural(
                    "{count} hand has two corrections: choose in the app",
                    "{count} hands have two corrections: choose in the app",
                    count,
                )
            )
        if result.backup is not None:
            print(t("The backup of before is {path}", path=result.backup.path))
        for session_id, error in result.refused:
            complain(f"{session_id}: {printable(failure_text(t, error))}")
    return 1 if result.refused else 0


def backup_document(backup: Backup) -> Document:
    """A backup as JSON."""
    made = moment(backup.made)
    return {"path": str(backup.path), "made": made, "kind": backup.kind.value, "size": backup.size}


def moment(at: datetime) -> str:
    """A time as ISO 8601."""
    return at.isoformat().replace("+00:00", "Z")
