"""However long an evening is and whatever is undone in it: the work grows no faster than its events."""

from __future__ import annotations

import random
import tracemalloc
from collections import deque
from collections.abc import Callable

import pytest
from counted_calls import calls
from evenings import deal, recorded, seating
from random_evenings import MOUCHES, SCHEMES

from scorepad.evening.dealing import dealt
from scorepad.evening.evening import Evening
from scorepad.evening.event_place import EventId, event_id
from scorepad.evening.events import (
    Change,
    Dealt,
    Event,
    LengthAgreed,
    Noted,
    RateAgreed,
    Renamed,
    RulesChanged,
    Seated,
    Undone,
)
from scorepad.evening.figures import Figures
from scorepad.evening.length import AgreedLength
from scorepad.evening.money import Rate
from scorepad.evening.people import NewName

START = recorded()[0].start
HAND = deal()
AT = "2026-01-01T20:00:00Z"


def e(number: int) -> EventId:
    """The id of the event with this number."""
    return event_id(number, AT, "")


def one(number: int) -> Change:
    """Any change, the same kind again after eight others."""
    kinds: tuple[Callable[[], Change], ...] = (
        lambda: Dealt(HAND),
        lambda: Seated(seating("ABCD" if number % 2 else "BACD")),
        lambda: RulesChanged(SCHEMES[number % 3], from_now=True),
        lambda: Renamed(f"title {number}", (NewName("A", f"name {number}"),)),
        lambda: Noted(f"note {number}"),
        lambda: LengthAgreed(AgreedLength(hands=1 + number % 90)),
        lambda: RateAgreed(Rate(cents=number)),
        lambda: Dealt(HAND),
        lambda: RulesChanged(MOUCHES),
    )
    return kinds[number % len(kinds)]()


def undone_at_random(number: int, of: int) -> Change:
    """The second half undoes and redoes events of the first."""
    r = random.Random(number)
    return one(number) if number <= of // 2 else Undone(e(r.randint(1, of // 2)), r.random() < 0.4)


EVENINGS: dict[str, Callable[[int, int], Change]] = {
    "hands": lambda number, of: Dealt(HAND),
    "hands undone at once": lambda n, of: Dealt(HAND) if n % 2 else Undone(e(n - 1)),
    "hands undone, the last first": lambda n, of: Dealt(HAND) if n <= of // 2 else Undone(e(of - n + 1)),
    "hands undone, the first first": lambda n, of: Dealt(HAND) if n <= of // 2 else Undone(e(n - of // 2)),
    "anything": lambda number, of: one(number),
    "anything undone at once": lambda n, of: one(n) if n % 2 else Undone(e(n - 1)),
    "anything undone at random": undone_at_random,
    "one hand undone and redone": lambda n, of: Dealt(HAND) if n == 1 else Undone(e(1), redone=bool(n % 2)),
    "corrections": lambda n, of: Dealt(HAND, e(1), (e(n - 1),)) if n > 1 else Dealt(HAND),
    "corrections of the first version": lambda n, of: Dealt(HAND, e(1), (e(1),)) if n > 1 else Dealt(HAND),
    "corrections undone": lambda n, of: Dealt(HAND, e(1) if n > 1 else None) if n % 2 else Undone(e(n - 1)),
    "struck out and in": lambda n, of: Dealt(HAND if n % 2 else None, e(1)) if n > 1 else Dealt(HAND),
    "names and tables": lambda n, of: (
        Renamed(people=(NewName("A", f"name {n}"),)) if n % 2 else Seated(seating("ABCD"))
    ),
    "tables and hands": lambda n, of: Dealt(HAND) if n % 2 else Seated(seating("ABCD")),
    "rules and hands": lambda n, of: Dealt(HAND) if n % 2 else RulesChanged(SCHEMES[n % 3], from_now=True),
}


def events(kind: str, of: int) -> list[Event]:
    return [Event(seq=n, at=AT, device="", change=EVENINGS[kind](n, of)) for n in range(1, of + 1)]


def looked_at(evening: Evening) -> None:
    """Everything that the screens of an evening read."""
    figures = Figures(evening)
    assert evening.progress.played == len(evening.sheet.hands)
    assert dealt(evening.table, evening.sheet.deals)
    assert figures.rows is not None
    assert evening.table.notes is not None
    assert [evening.row_of(event) for event in evening.events]
    assert all(evening.subject(event) for event in evening.events)


USES: dict[str, Callable[[Evening], object]] = {
    "opening": lambda evening: Evening.of(evening.start, evening.events),
    "the journal": lambda evening: deque(evening.steps(), maxlen=100),
    "undo": lambda evening: Evening.of(evening.start, evening.events[:-1]).with_events(evening.events[-1:]),
    "looking": looked_at,
}


@pytest.mark.promise(
    "The evening",
    "The work and the memory that an evening takes grow no faster than its events, whatever is undone.",
)
@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("kind", EVENINGS)
def test_the_work_grows_no_faster_than_the_evening(kind: str, use: str) -> None:
    counted = []
    for of in (250, 1000):
        evening = Evening.of(START, events(kind, of))
        counted.append(calls(lambda evening=evening: USES[use](evening)))  # type: ignore[misc]
    assert counted[1] < 6 * counted[0], "four times as many events"


@pytest.mark.parametrize("kind", EVENINGS)
def test_the_memory_grows_no_faster_than_the_evening(kind: str) -> None:
    peaks = []
    for of in (500, 2000):
        every = events(kind, of)
        tracemalloc.start()
        deque(Evening.of(START, every).steps(), maxlen=100)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 6 * peaks[0], "four times as many events"
