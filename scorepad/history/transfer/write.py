"""Writes evenings into transfer files."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from scorepad import __version__
from scorepad.evening.evening import Evening
from scorepad.history.errors import Refusal, Refused
from scorepad.history.file_format import Document
from scorepad.history.library import CODEC
from scorepad.history.migrations import EVENING_SCHEMA
from scorepad.history.records import encode, encode_evening

from .read import FORMAT, MAX_EVENINGS, MAX_EVENTS, MAX_SHELF, VERSION, check_size, checksum, players_of

if TYPE_CHECKING:
    from scorepad.history.reader import HistoryReader


def export(history: HistoryReader, evening_ids: Collection[str] | None = None) -> bytes:
    """The bytes of a transfer file with these evenings and their players.

    If `evening_ids` is None, the file has all evenings that can be read, all players and all house schemes. Raises
    UnknownEvening, BadRecord, a StorageError, or Refused (TOO_LARGE, TOO_MANY) if the file would be larger than another
    scorepad accepts.
    """
    everything = evening_ids is None
    if evening_ids is None:
        evening_ids = [each.id for each in history.summaries() if not each.problem]
    evenings = [history.load(evening_id) for evening_id in dict.fromkeys(evening_ids)]
    players, merged, schemes = history.players(), history.merged_players(), history.schemes()
    if not everything:
        people = players_of(evenings)
        merged = [each for each in merged if each.player.id in people]
        people |= {each.into for each in merged}
        players, schemes = [player for player in players if player.id in people], []
    document: Document = {
        "format": FORMAT,
        "version": VERSION,
        "schema": EVENING_SCHEMA,
        "exported": history.stamp().at,
        "device": history.device,
        "made_by": __version__,
        "players": [encode(player, CODEC) for player in players],
        "merged": [encode(each, CODEC) for each in merged],
        "schemes": [encode(scheme) for scheme in schemes],
        "evenings": [_evening(evening) for evening in evenings],
    }
    raw = _text(document | {"checksum": checksum(document)}, levels=4).encode()
    check_size(raw)
    _check_counts(document)
    return raw


def _check_counts(document: Document) -> None:
    """Raises Refused (TOO_MANY) if the document has more items of one kind than another scorepad reads."""
    evenings: list[Document] = document["evenings"]
    counts = [(name, len(document[name]), MAX_SHELF) for name in ("players", "merged", "schemes")]
    counts += [("evenings", len(evenings), MAX_EVENINGS)]
    counts += [("events", len(each["events"]), MAX_EVENTS) for each in evenings]
    for name, count, most in counts:
        if count > most:
            raise Refused(Refusal.TOO_MANY, name, count)


def _evening(evening: Evening) -> dict[str, Any]:
    tables = encode_evening(evening)
    return {"evening": tables["evening"]["1"], "events": list(tables["events"].values())}


def _text(value: Any, levels: int, margin: str = "\n") -> str:
    """Writes a value as JSON with line breaks in the outer `levels` only.

    People can read such a text, and it is half as large as a text with line breaks in all levels. `margin` is a newline
    and the indentation of the value.
    """
    if not levels or not value or not isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False)
    inner = margin + " "
    if isinstance(value, list):
        lines = [_text(each, levels - 1, inner) for each in value]
        return f"[{inner}{f',{inner}'.join(lines)}{margin}]"
    lines = [f"{json.dumps(key)}: {_text(each, levels - 1, inner)}" for key, each in value.items()]
    return f"{{{inner}{f',{inner}'.join(lines)}{margin}}}"
