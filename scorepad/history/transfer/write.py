"""Writes evenings into transfer files."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from json.encoder import encode_basestring as quoted
from typing import TYPE_CHECKING

from scorepad import __version__
from scorepad.evening.evening import Evening
from scorepad.history.errors import Refusal, Refused
from scorepad.history.library import CODEC
from scorepad.history.migrations import EVENING_SCHEMA
from scorepad.history.records import Document, encode

from .read import FORMAT, MAX_EVENINGS, VERSION, checksum, players_of

if TYPE_CHECKING:
    from scorepad.history.reader import HistoryReader

PART = 12 * 1024 * 1024
"""Bytes of evenings in a file, beyond which there is a second file: a browser cannot hand over larger ones whole."""


def export(history: HistoryReader, evening_ids: Collection[str] | None = None) -> bytes:
    """Some evenings, or everything with None, as one file.

    Raises Refused (TOO_LARGE) if one file cannot hold them, UnknownEvening, BadRecord, or a StorageError.
    """
    first, *others = export_parts(history, evening_ids)
    if others:
        raise Refused(Refusal.TOO_LARGE)
    return first


def export_parts(history: HistoryReader, evening_ids: Collection[str] | None = None) -> Iterator[bytes]:
    """Some evenings, or everything with None, as one or several files, each of which can be imported alone.

    With None, evenings that cannot be read are left out.
    """
    everything = evening_ids is None
    wanted = [each.id for each in history.summaries() if not each.problem] if everything else evening_ids
    texts: list[str] = []
    people: set[str] = set()
    size = 0
    for evening_id in dict.fromkeys(wanted or ()):
        evening = history.load(evening_id)
        text = _evening_text(evening)
        length = len(text.encode())
        if texts and (size + length > PART or len(texts) == MAX_EVENINGS):
            yield _file(history, None if everything else people, texts)
            texts, people, size = [], set(), 0
        texts.append(text)
        people |= players_of([evening])
        size += length
    yield _file(history, None if everything else people, texts)


def _file(history: HistoryReader, people: set[str] | None, evenings: Sequence[str]) -> bytes:
    """A file with these evenings, and the players of these ids; with None, all players and schemes."""
    players, merged = history.players(), history.merged_players()
    if people is not None:
        merged = [each for each in merged if each.player.id in people]
        ids = people | {each.into for each in merged}
        players = [player for player in players if player.id in ids]
    head: Document = {
        "format": FORMAT,
        "version": VERSION,
        "schema": EVENING_SCHEMA,
        "exported": history.stamp().at,
        "device": history.device,
        "made_by": __version__,
    }
    lists = {
        "players": [_line(encode(player, CODEC)) for player in players],
        "merged": [_line(encode(each, CODEC)) for each in merged],
        "schemes": [_line(encode(scheme)) for scheme in history.schemes()] if people is None else [],
        "evenings": evenings,
    }
    members = [f" {quoted(key)}: {_line(value)}" for key, value in head.items()]
    members += [f" {quoted(key)}: {_list(texts)}" for key, texts in lists.items()]
    body = ",\n".join(members)
    digest = checksum(json.loads(f"{{{body}}}"))
    return f'{{\n{body},\n "checksum": {_line(digest)}\n}}\n'.encode()


def _list(texts: Sequence[str]) -> str:
    return "[\n  " + ",\n  ".join(texts) + "\n ]" if texts else "[]"


def _line(document: object) -> str:
    return json.dumps(document, ensure_ascii=False, allow_nan=False)


def _evening_text(evening: Evening) -> str:
    """An evening, with one line for each of its facts and each event."""
    header = encode(evening.start)
    facts = ",\n    ".join(f"{quoted(key)}: {_line(value)}" for key, value in header.items())
    events = ",\n    ".join(_line(encode(event)) for event in evening.events)
    lines = f"[\n    {events}\n   ]" if events else "[]"
    return f'{{"evening": {{\n    {facts}\n   }},\n   "events": {lines}}}'
