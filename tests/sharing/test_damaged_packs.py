"""Damaged and hostile packs: they are refused, or open to a sound evening; nothing else happens, and not for long."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from counted_calls import calls
from evenings import deal, hand, seating, table
from played_evenings import played_evening
from sample_evenings import eventful

from scorepad.evening.evening import Evening
from scorepad.evening.event_place import EventId, event_id
from scorepad.evening.events import Change, Dealt, Event, Noted, Renamed, RulesChanged, Seated, Undone
from scorepad.evening.people import NewName
from scorepad.sharing.bits import (
    BLANK,
    CHECKSUM_BYTES,
    MAX_PACK,
    MAX_TEXT,
    BitReader,
    BitWriter,
    Codes,
    Pack,
    with_checksum,
)
from scorepad.sharing.evenings import MAX_EVENTS
from scorepad.sharing.packed import BadPack, pack, pack_hand, snapshot, unpack, unpack_hand
from scorepad.tarot.scheme_data import shipped_scheme

PACKS = [
    pack(eventful()),
    pack(snapshot(eventful())),
    *[pack(played_evening(12, players, rich=rich)) for players in (4, 5) for rich in (False, True)],
]
HANDS = [
    pack_hand(hand(players), shipped_scheme(scheme))
    for players in ("ABC", "ABCDE")
    for scheme in ("fft", "chips")
]


def damaged(raw: bytes, r: random.Random) -> bytes:
    """The bytes with a few of them changed, taken out, put in or turned around; or other bytes."""
    at, to = sorted(r.sample(range(len(raw) + 1), 2))
    match r.randrange(6):
        case 0:
            changed = bytearray(raw)
            for _ in range(r.choice((1, 1, 3, 30))):
                changed[r.randrange(len(raw))] ^= 1 << r.randrange(8)
            return bytes(changed)
        case 1:
            return raw[:at]
        case 2:
            return raw[:at] + raw[to:]
        case 3:
            return raw[:at] + r.randbytes(r.randrange(1, 9)) + raw[at:]
        case 4:
            return raw[:at] + raw[at:to][::-1] + raw[to:]
    return raw[:1] + r.randbytes(r.randrange(400))


def damages(packs: list[bytes], seed: int, long: bool) -> Iterator[tuple[bytes, bytes]]:
    """Packs, each with a damaged one."""
    r = random.Random(seed)
    for _ in range(2_000 if long else 150):
        raw = r.choice(packs)
        yield raw, damaged(raw, r)


@pytest.mark.promise("Import and export between devices", "A damaged pack of an evening is refused.")
@pytest.mark.parametrize("seed", range(10))
def test_a_damaged_pack_is_refused(seed: int, long: bool) -> None:
    for raw, other in damages(PACKS, seed, long):
        if raw != other:
            with pytest.raises(BadPack):
                unpack(other)


@pytest.mark.parametrize("seed", range(10))
def test_a_damaged_pack_with_the_right_checksum_is_refused_or_sound(seed: int, long: bool) -> None:
    """Whoever damages it on purpose mends the checksum."""
    opened = 0
    for _, other in damages([raw[:-CHECKSUM_BYTES] for raw in PACKS], seed, long):
        with suppress(BadPack):
            evening = unpack(with_checksum(other))
            assert unpack(pack(evening)) == evening
            opened += 1
    assert opened, "some damage makes another evening"


@pytest.mark.parametrize("seed", range(10))
def test_a_damaged_hand_with_the_right_checksum_is_refused_or_sound(seed: int, long: bool) -> None:
    for raw, other in damages([raw[:-CHECKSUM_BYTES] for raw in HANDS], seed, long):
        with suppress(BadPack):
            assert unpack_hand(pack_hand(*unpack_hand(with_checksum(other))))
        if raw != other:
            with pytest.raises(BadPack):
                unpack_hand(other)


# -- limits ---


def test_more_bytes_than_a_pack_has_are_refused_unread() -> None:
    raw = PACKS[0][:-CHECKSUM_BYTES] + bytes(MAX_PACK)
    assert calls(lambda: refused(with_checksum(raw))) < 100


def refused(raw: bytes) -> None:
    with suppress(BadPack):
        unpack(raw)
        raise AssertionError("it opened")


@pytest.mark.parametrize("read", [unpack, unpack_hand])
def test_what_is_no_pack_is_refused(read: Callable[[bytes], object]) -> None:
    for raw in (
        b"",
        b"\x11",
        b"\x21",
        b"\x78\x9c",
        bytes(20),
        with_checksum(b"\x11"),
        with_checksum(b"\x18" * 9),
    ):
        with pytest.raises(BadPack):
            read(raw)


def reader(write: Callable[[Pack], object]) -> BitReader:
    """A reader of what somebody else may write."""
    writer = BitWriter(0, 1)
    write(writer)
    return BitReader(writer.packed(), 1)


def test_no_number_and_no_list_is_endless() -> None:
    with pytest.raises(BadPack):
        reader(lambda pack: [pack.bits(8, 0) for _ in range(100)]).number(0, 0)
    with pytest.raises(BadPack):
        reader(lambda pack: pack.number(2**60, 0)).each(lambda _, each: each, BLANK, 99)
    with pytest.raises(BadPack):
        reader(lambda pack: [pack.bits(1, 0), pack.number(MAX_TEXT + 1, 3)]).text("")
    with pytest.raises(BadPack):
        reader(lambda pack: [pack.bits(1, 1), pack.number(0, 3)]).text("")
    with pytest.raises(BadPack):
        reader(lambda pack: pack.bits(2, 3)).choice("abc", BLANK)
    with pytest.raises(BadPack):
        reader(lambda pack: pack.number(3, 1)).one_of(Codes((1, 2, 3), 1), BLANK)
    with pytest.raises(BadPack):
        reader(lambda pack: pack.bits(1, 0)).choice((), BLANK)


# -- time ---

AT = "2026-01-01T20:00:00Z"
HAND = deal()


def e(number: int) -> EventId:
    return event_id(number, AT, "")


WORST: dict[str, Callable[[int], Change]] = {
    "hands": lambda n: Dealt(HAND),
    "one hand undone and redone": lambda n: Dealt(HAND) if n == 1 else Undone(e(1), redone=bool(n % 2)),
    "corrections": lambda n: Dealt(HAND, e(1), (e(n - 1),)) if n > 1 else Dealt(HAND),
    "corrections of the first version": lambda n: Dealt(HAND, e(1), (e(1),)) if n > 1 else Dealt(HAND),
    "hands before the first": lambda n: Dealt(HAND, before=e(1)) if n > 1 else Dealt(HAND),
    "hands each before the last": lambda n: Dealt(HAND, before=e(n - 1)) if n > 1 else Dealt(HAND),
    "seatings": lambda n: Seated(seating("ABCD" if n % 2 else "BACD")),
    "rules": lambda n: RulesChanged(shipped_scheme("fft" if n % 2 else "mouches"), from_now=True),
    "names": lambda n: Renamed(None, (NewName("A", str(n)),)),
    "notes": lambda n: Noted(str(n), e(1)) if n > 1 else Dealt(HAND),
    "hands and rules": lambda n: (
        Dealt(HAND) if n % 2 else RulesChanged(shipped_scheme("chips"), from_now=True)
    ),
    "hands and seatings": lambda n: Dealt(HAND) if n % 2 else Seated(seating("ABCD" if n % 4 else "BACD")),
}
"""Evenings with as many events as a pack may have."""


@pytest.mark.parametrize("kind", WORST)
def test_the_work_of_reading_is_bounded(kind: str) -> None:
    """By the number of events, which is bounded, too."""
    start = table("ABCD").start
    events = [Event(seq=n, at=AT, device="", change=WORST[kind](n)) for n in range(1, MAX_EVENTS + 1)]
    raw = pack(Evening.of(start, events))
    assert calls(lambda: unpack(raw)) < 800 * MAX_EVENTS
