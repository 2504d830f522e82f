"""Packs an evening or a hand into a few hundred bytes, and unpacks it: for codes, links, web pages and other devices.

README.md describes the format. Packs are checked as strictly as the files of the history.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from scorepad.evening.evening import Evening
from scorepad.faults import Invalid
from scorepad.history import BadRecord, decode, decode_evening, encode
from scorepad.tarot.hand import Hand
from scorepad.tarot.scheme import Scheme

from .bits import BLANK, BadPack, BitReader, BitWriter, Pack
from .evenings import evening_part
from .hands import hand_part, lone_players
from .schemes import scheme_part
from .snapshot import is_snapshot, snapshot

__all__ = [
    "BadPack",
    "is_evening",
    "is_hand",
    "is_newer",
    "is_snapshot",
    "pack",
    "pack_hand",
    "snapshot",
    "unpack",
    "unpack_hand",
]

VERSION: Final = 2
"""The version of new packs, at most 7; a reader knows all versions up to this one."""
EVENING: Final = 1
HAND: Final = 2
"""EVENING and HAND are the high half of the first byte of a pack: its kind. The low half is the version."""
_VERSION_BITS: Final = 15

T = TypeVar("T")


def pack(evening: Evening) -> bytes:
    """Packs an evening. Raises BadPack if it is too large: see `MAX_EVENTS` and `MAX_PACK`."""
    writer = BitWriter(EVENING << 4 | VERSION, VERSION)
    evening_part(writer, evening)
    return writer.packed()


def unpack(raw: bytes) -> Evening:
    """Unpacks an evening, which has the same start and the same events as the packed evening. Raises BadPack."""
    start, events = _read(raw, EVENING, lambda reader: evening_part(reader, BLANK))
    documents = {str(number): encode(event) for number, event in enumerate(events, 1)}
    return _checked(lambda: decode_evening({"evening": {"1": encode(start)}, "events": documents}))


def pack_hand(hand: Hand, scheme: Scheme) -> bytes:
    """Packs a hand and its scheme. Raises BadPack for more than five players, or for too long texts."""
    writer = BitWriter(HAND << 4 | VERSION, VERSION)
    _lone_hand(writer, hand, scheme)
    return writer.packed()


def unpack_hand(raw: bytes) -> tuple[Hand, Scheme]:
    """Unpacks a hand and its scheme. Raises BadPack; does not check whether the hand is possible at a table."""
    hand, scheme = _read(raw, HAND, lambda reader: _lone_hand(reader, BLANK, BLANK))
    return _checked(lambda: (decode(Hand, encode(hand)), scheme))


def is_hand(raw: bytes) -> bool:
    """Whether the bytes begin as a packed hand of any version does.

    The first links of scorepad had zlib streams, which never begin so.
    """
    return raw[:1] != b"" and raw[0] >> 4 == HAND


def is_evening(raw: bytes) -> bool:
    """Whether the bytes begin as a packed evening of any version does."""
    return raw[:1] != b"" and raw[0] >> 4 == EVENING


def is_newer(raw: bytes) -> bool:
    """Whether a newer scorepad made a pack; the bytes must pass `is_evening` or `is_hand`."""
    return raw[0] & _VERSION_BITS > VERSION


def _lone_hand(pack: Pack, hand: Hand, scheme: Scheme) -> tuple[Hand, Scheme]:
    found = scheme_part(pack, scheme)
    players = lone_players(pack, hand.players)
    return hand_part(pack, hand, players), found


def _read(raw: bytes, kind: int, part: Callable[[Pack], T]) -> T:
    """Reads a pack of this kind with `part`, and returns the result. Raises BadPack unless `part` reads all bits."""
    if not raw or raw[0] >> 4 != kind or not 1 <= raw[0] & _VERSION_BITS <= VERSION:
        raise BadPack("something else, or of a later version")
    reader = BitReader(raw, raw[0] & _VERSION_BITS)
    found = _checked(lambda: part(reader))
    reader.finish()
    return found


def _checked(read: Callable[[], T]) -> T:
    """The result of `read`. Raises BadPack if `read` raises one of the errors for bad values."""
    try:
        return read()
    except (Invalid, BadRecord, UnicodeDecodeError) as error:
        raise BadPack(str(error)) from None
