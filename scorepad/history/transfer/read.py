"""Reads transfer files, which are not trusted: a file is checked completely before any part of it is used."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, NoReturn

from scorepad.codec import Length, Range
from scorepad.evening.evening import Evening
from scorepad.evening.event_place import MAX_NEW_SEQ, DeviceName
from scorepad.evening.events import Dealt
from scorepad.evening.length import Time
from scorepad.faults import Fault
from scorepad.history.errors import BadRecord, Refusal, Refused
from scorepad.history.evenings import valid_id
from scorepad.history.file_format import Document, migrated
from scorepad.history.library import CODEC, Merged, Player
from scorepad.history.migrations import EVENING_SCHEMA, MIGRATIONS
from scorepad.history.records import decode, decode_evening
from scorepad.tarot.hand import Id
from scorepad.tarot.scheme import Scheme

FORMAT = "scorepad transfer"
VERSION = 2
"""The newest version of the format. Version 1 had schemas 1 to 4, and other names of members (`_RENAMED`)."""
_RENAMED = {"sessions": "evenings", "session": "evening"}

LIMIT = 32 * 1024 * 1024
"""The largest file, in bytes; a larger file is refused unread."""
MAX_CONTAINERS = 1_000_000
"""The most objects and lists in a file, counted together: many of them take much memory even in a small file."""
MAX_EVENINGS = 20_000
MAX_EVENTS = 10_000
"""The most events of an evening."""
MAX_SHELF = 10_000
"""The limit of the players, of the merged players, and of the schemes of a file, each counted alone."""


@dataclass(frozen=True, slots=True)
class ImportFile:
    """The contents of a valid file, not yet compared with a history."""

    exported: str
    device: str
    players: tuple[Player, ...]
    merged: tuple[Merged, ...]
    schemes: tuple[Scheme, ...]
    evenings: tuple[Evening, ...]


def read(raw: bytes) -> ImportFile:
    """The contents of a file. Raises Refused if any part of it is not valid."""
    document = _parse(raw)
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise Refused(Refusal.FOREIGN)
    for name, known in (("version", VERSION), ("schema", EVENING_SCHEMA)):
        number = document.get(name)
        if not isinstance(number, int) or isinstance(number, bool) or number < 1:
            raise Refused(Refusal.RECORD, name, Fault.NOT_A_NUMBER)
        if number > known:
            raise Refused(Refusal.TOO_NEW, name, number)
    try:
        if checksum(document) != document.get("checksum"):
            raise Refused(Refusal.CHECKSUM)
        return _unpack(_renamed(document) if document["version"] == 1 else document)
    except BadRecord as error:
        raise Refused(Refusal.RECORD, error.where, error.fault) from error
    except RecursionError:
        raise Refused(Refusal.TOO_DEEP) from None
    except ValueError:  # a lone half of a surrogate pair
        raise Refused(Refusal.NOT_JSON) from None


def read_file(path: Path) -> bytes:
    """The bytes of a file. Raises OSError, and Refused if the file has more than LIMIT bytes."""
    with path.open("rb") as file:
        raw = file.read(LIMIT + 1)
    if len(raw) > LIMIT:
        raise Refused(Refusal.TOO_LARGE, "", path.stat().st_size)
    return raw


def check_size(raw: bytes) -> None:
    """Raises Refused for a file with too many bytes, or too many objects and lists."""
    if len(raw) > LIMIT:
        raise Refused(Refusal.TOO_LARGE, "", len(raw))
    if (containers := raw.count(b"{") + raw.count(b"[")) > MAX_CONTAINERS:
        raise Refused(Refusal.TOO_MANY, "", containers)


def _parse(raw: bytes) -> object:
    check_size(raw)
    try:
        return json.loads(
            raw.decode("utf-8-sig"), object_pairs_hook=_unique, parse_float=_refuse, parse_constant=_refuse
        )
    except json.JSONDecodeError as error:
        raise Refused(Refusal.NOT_JSON, f"{error.lineno}:{error.colno}") from None
    except RecursionError:
        raise Refused(Refusal.TOO_DEEP) from None
    except ValueError:  # not UTF-8, or a number with thousands of digits
        raise Refused(Refusal.NOT_JSON) from None


def _unique(pairs: list[tuple[str, Any]]) -> Document:
    document = dict(pairs)
    if len(document) < len(pairs):
        _once("", [key for key, _ in pairs])
    return document


def _refuse(written: str) -> NoReturn:
    """Raises Refused for a fraction, NaN or an infinity: scorepad does not export any of them."""
    raise Refused(Refusal.RECORD, written[:64], Fault.NOT_A_NUMBER)


def _renamed(document: Document) -> Document:
    """A document of version 1 with the names of version 2."""
    found = _with_new_names(document)
    if isinstance(evenings := found.get("evenings"), list):
        found["evenings"] = [_with_new_names(each) if isinstance(each, dict) else each for each in evenings]
    return found


def _with_new_names(document: Document) -> Document:
    """Renames members by `_RENAMED`.

    A document that has a member under both names is returned unchanged, and is refused later.
    """
    found = {_RENAMED.get(name, name): value for name, value in document.items()}
    return found if len(found) == len(document) else document


def _unpack(document: Document) -> ImportFile:
    found = decode(_FileDocument, document, CODEC)
    read = []
    for number, evening in enumerate(found.evenings):
        try:
            read.append(_evening(evening, found.schema))
        except BadRecord as error:
            raise error.within(f"evenings/{number}") from None
    _once("players", [player.id for player in found.players])
    _once("merged", [each.player.id for each in found.merged])
    _once("schemes", [scheme.id for scheme in found.schemes])
    _once("evenings", [evening.id for evening in read])
    for scheme in found.schemes:
        decode(Id, scheme.id)
    return ImportFile(found.exported, found.device, found.players, found.merged, found.schemes, tuple(read))


@dataclass(frozen=True, slots=True)
class _FileDocument:
    """The document of a file; its evenings are decoded later, when the schema is known."""

    format: str
    version: int
    schema: Annotated[int, Range(1, EVENING_SCHEMA)]
    exported: Time
    device: DeviceName
    made_by: DeviceName
    players: Annotated[tuple[Player, ...], Length(MAX_SHELF)]
    merged: Annotated[tuple[Merged, ...], Length(MAX_SHELF)]
    schemes: Annotated[tuple[Scheme, ...], Length(MAX_SHELF)]
    evenings: Annotated[tuple[Any, ...], Length(MAX_EVENINGS)]
    checksum: str


@dataclass(frozen=True, slots=True)
class _EveningDocument:
    evening: Any
    events: Annotated[tuple[Any, ...], Length(MAX_EVENTS)]


def _once(where: str, ids: Sequence[str]) -> None:
    if len(set(ids)) < len(ids):
        raise Refused(Refusal.TWICE, where, Counter(ids).most_common(1)[0][0])


def _evening(value: object, schema: int) -> Evening:
    found = decode(_EveningDocument, value)
    tables: dict[str, Any] = {
        "session" if schema < 5 else "evening": {"1": found.evening},
        "events": {str(number): event for number, event in enumerate(found.events, 1)},
    }
    evening = decode_evening(migrated(tables, schema, MIGRATIONS))
    check_evening(evening)
    return evening


def check_evening(evening: Evening) -> None:
    """Checks an evening of another device. Raises BadRecord if scorepad does not write such an evening.

    `decode_evening` has fewer checks, because a file of the history may have such an evening.
    """
    if not valid_id(evening.id):
        raise BadRecord("evening/id", Fault.NOT_A_NAME, evening.id)
    for event in evening.events:
        if event.seq > MAX_NEW_SEQ:
            raise BadRecord(f"event {event.id}/seq", Fault.OUT_OF_RANGE, event.seq)
        agreed = event.change.agreed if isinstance(event.change, Dealt) else None
        if agreed is not None and not evening.table.known.keys() >= dict(agreed.payments).keys():
            raise BadRecord(f"event {event.id}/agreed", Fault.STRANGER)


def checksum(document: Mapping[str, Any]) -> str:
    """The checksum of all members of a file's document except `checksum` itself."""
    rest = {key: value for key, value in document.items() if key != "checksum"}
    plain = json.dumps(rest, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))
    return f"sha256:{hashlib.sha256(plain.encode()).hexdigest()}"


def players_of(evenings: Iterable[Evening]) -> set[str]:
    """The ids of the players of evenings, including the members of teams."""
    return {each.id for evening in evenings for person in evening.sheet.people for each in person.players}
