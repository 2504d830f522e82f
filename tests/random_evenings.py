"""Evenings at random: every kind of change that a table can make, one after the other, on one device or several."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

from evenings import any_hand

from scorepad.evening import dealing
from scorepad.evening.adjustment import Adjustment, AdjustmentKind, Share, TakeOver
from scorepad.evening.evening import Evening, Start
from scorepad.evening.events import (
    Deal,
    Ended,
    LengthAgreed,
    Noted,
    RateAgreed,
    Renamed,
    RulesChanged,
    Seated,
    Stamp,
)
from scorepad.evening.length import OPEN, AgreedLength
from scorepad.evening.money import NO_MONEY, Rate
from scorepad.evening.people import NewName, Person, Seating
from scorepad.evening.shared_map import SharedMap
from scorepad.tarot.check import impossible
from scorepad.tarot.choices import PotEnd
from scorepad.tarot.hand import Hand, ThrownIn
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_scheme

MOUCHES = shipped_scheme("mouches")
assert MOUCHES.mouches is not None
SHARED = replace(MOUCHES, id="shared", mouches=replace(MOUCHES.mouches, end=PotEnd.SHARED))
SCHEMES = [
    *map(shipped_scheme, ("fft", "flat_80", "contre_5", "equal_split", "rounded_5", "wikipedia", "chips")),
    MOUCHES,
    SHARED,
]
PEOPLE = [Person(id_, f"name of {id_}", mark) for mark, id_ in enumerate("ABCDEFGH")]
LENGTHS = [OPEN, AgreedLength(hands=20), AgreedLength(deals=3), AgreedLength(until="2026-01-02T02:00:00Z")]
RATES = [NO_MONEY, Rate(cents=100), Rate(cents=205, step=10)]


@dataclass
class Clock:
    """New stamps, a minute apart."""

    device: str = ""

    def __post_init__(self) -> None:
        self._numbers = count(1)

    def __call__(self) -> Stamp:
        n = next(self._numbers)
        at = f"2026-01-{1 + n // 1440:02}T{n // 60 % 24:02}:{n % 60:02}:00Z"
        return Stamp(f"{self.device}e{n}", at, self.device)


def begun(r: random.Random) -> Evening:
    """A table of four or five at which nobody has played yet."""
    people = tuple(PEOPLE[: r.choice((4, 4, 5))])
    seating = Seating(people, r.choice((4, len(people))), r.choice(people).id)
    return Evening.of(
        Start(id="evening", created="2026-01-01T00:00:00Z", seating=seating, scheme=r.choice(SCHEMES))
    )


def some_hand(r: random.Random, players: Sequence[str], scheme: Scheme) -> Hand:
    """A hand that these players could have played by these rules."""
    while impossible(hand := any_hand(players, scheme, r, poignees=1, miseres=1), scheme):
        pass
    return hand


def some_deal(r: random.Random, evening: Evening, entry: str | None = None) -> Deal:
    """A hand, one thrown in, or points without a hand, as the table sits, or sat at a row."""
    seating = evening.seating_at(entry)
    dealer = evening.dealer if entry is None and r.random() < 0.9 else r.choice(seating.ids)
    kind = r.random()
    if kind < 0.1:
        return Deal(dealer, r.choice([ThrownIn.ALL_PASSED, ThrownIn.ALL_PASSED, ThrownIn.MISDEAL]))
    if kind < 0.18:
        one, other = r.sample([each.id for each in evening.sheet.people], 2)
        points, unit = r.randint(1, 99), r.choice((1, 1, 1, 2))
        shares = (Share(one, -points), Share(other, points))
        return Deal(dealer, Adjustment(r.choice([*AdjustmentKind]), shares, "", unit))
    return Deal(dealer, some_hand(r, seating.players(dealer), evening.rules_at(entry)))


def some_seating(r: random.Random, evening: Evening) -> Seating:
    """Four to six people, some of them new."""
    known = {each.id: each for each in evening.table.everybody}
    people = tuple([known.get(each.id, each) for each in r.sample(PEOPLE, r.randint(4, 6))])
    return Seating(people, r.choice((4, 4, min(5, len(people)))), r.choice(people).id)


Command = Callable[[random.Random, Evening, Stamp], Evening]
"""Does something to an evening. Raises ValueError or LookupError where it cannot be done."""


def _row(r: random.Random, evening: Evening) -> str:
    return r.choice(evening.sheet.rows).id


def _correct(r: random.Random, evening: Evening, stamp: Stamp) -> Evening:
    entry = r.choice([each for each in evening.sheet.rows if not isinstance(each.deal.outcome, TakeOver)])
    return evening.correct(entry.id, some_deal(r, evening, entry.id), stamp, "a word")


def _take_over(r: random.Random, evening: Evening, stamp: Stamp) -> Evening:
    here, known = evening.table.seating.ids, {each.id: each for each in evening.table.everybody}
    newcomers = [known.get(each.id, each) for each in PEOPLE if each.id not in here]
    return evening.take_over(r.choice(here), r.choice(newcomers), stamp)


def _rename(r: random.Random, evening: Evening, stamp: Stamp) -> Evening:
    who = r.choice(evening.sheet.people).id
    return evening.add(Renamed(people=(NewName(who, f"new {r.randint(1, 9)}"),)), stamp)


CHANGES: dict[str, tuple[int, Command]] = {
    "record": (14, lambda r, e, stamp: e.record(some_deal(r, e), stamp)),
    "correct": (3, _correct),
    "strike out": (2, lambda r, e, stamp: e.correct(_row(r, e), None, stamp)),
    "restore": (2, lambda r, e, stamp: e.restore(_row(r, e), stamp)),
    "seat": (1, lambda r, e, stamp: e.add(Seated(some_seating(r, e)), stamp)),
    "take over": (2, _take_over),
    "rules": (2, lambda r, e, stamp: e.add(RulesChanged(r.choice(SCHEMES)), stamp)),
    "rules from now on": (2, lambda r, e, stamp: e.add(RulesChanged(r.choice(SCHEMES), True), stamp)),
    "rename": (1, _rename),
    "retitle": (1, lambda r, e, stamp: e.add(Renamed(f"evening {r.randint(1, 9)}"), stamp)),
    "note": (1, lambda r, e, stamp: e.add(Noted(r.choice(["", "so", "or so"]), _row(r, e)), stamp)),
    "note the evening": (1, lambda r, e, stamp: e.add(Noted(r.choice(["", "so", "or so"])), stamp)),
    "length": (1, lambda r, e, stamp: e.add(LengthAgreed(r.choice(LENGTHS)), stamp)),
    "rate": (1, lambda r, e, stamp: e.add(RateAgreed(r.choice(RATES)), stamp)),
    "end": (1, lambda r, e, stamp: e.add(Ended(), stamp)),
    "go on": (1, lambda r, e, stamp: e.add(Ended(False), stamp)),
}
"""What a table does, and how often."""
COMMANDS: dict[str, tuple[int, Command]] = CHANGES | {
    "undo": (9, lambda r, e, stamp: e.undo(stamp)),
    "redo": (6, lambda r, e, stamp: e.redo(stamp)),
}


def done(
    name: str, r: random.Random, evening: Evening, stamp: Stamp, commands: dict[str, tuple[int, Command]]
) -> Evening | None:
    """The evening after a command of this name; None where it cannot be given, or changes nothing."""
    try:
        after = commands[name][1](r, evening, stamp)
        return None if after is evening else after
    except (ValueError, LookupError):
        return None


def driven(
    r: random.Random,
    evening: Evening,
    steps: int,
    clock: Callable[[], Stamp],
    commands: dict[str, tuple[int, Command]] = COMMANDS,
) -> Iterator[Evening]:
    """An evening after each of so many commands at random, those that could be given."""
    names = [name for name, (often, _) in commands.items() for _ in range(often)]
    for _ in range(steps):
        if (after := done(r.choice(names), r, evening, clock(), commands)) is not None:
            evening = after
            yield evening


def merged(evening: Evening, other: Evening) -> Evening:
    """The evening with the events that only another device has."""
    have = {event.id for event in evening.events}
    return evening.with_events([event for event in other.events if event.id not in have])


def told(evening: Evening) -> tuple[object, ...]:
    """All that anybody can see of an evening, its rows' histories left out."""
    table, sheet = evening.table, evening.sheet
    return (
        replace(table, known={}, history=SharedMap()),
        table.seating,
        [replace(row, history=(), conflicting=()) for row in sheet.rows],
        (sheet.people, sheet.unit, sheet.totals, sheet.pot, sheet.standings, sheet.curve),
        (evening.dealer, evening.progress, dealing.dealt(table, sheet.deals), evening.schemes),
        [entry.id for entry in sheet.recounted],
    )
