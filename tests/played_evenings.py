"""Evenings as tables play them, with the ids, times and devices of real ones: typical ones, and rich ones."""

from __future__ import annotations

import random
import uuid
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from evenings import NAMES
from random_evenings import likely_deal

from scorepad.evening.deal import Deal
from scorepad.evening.evening import Evening, Start
from scorepad.evening.event_place import Stamp
from scorepad.evening.events import Noted
from scorepad.evening.length import AgreedLength
from scorepad.evening.people import Person, Seating
from scorepad.tarot.parameters import changed
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_scheme

NOTES = (
    "Quelle donne !",
    "Léa oubliait sa poignée",
    "le chien était superbe",
    "à revoir ensemble demain",
    "König gerufen 🎉",
)
MINUTES = 4
"""What a hand takes."""


@dataclass
class Clock:
    """Gives the stamps of a table, most of them of its first device."""

    rng: random.Random
    devices: list[str]
    now: datetime = field(default=datetime(2026, 11, 27, 20, 15, 42, 137_000, UTC))

    def __call__(self, seconds: float) -> Stamp:
        self.now += timedelta(milliseconds=int(1000 * seconds * self.rng.lognormvariate(0, 0.4)))
        device = self.devices[0] if self.rng.random() < 0.8 else self.rng.choice(self.devices)
        return Stamp(text_of(self.now), device)


def text_of(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_id(rng: random.Random) -> str:
    return str(uuid.UUID(int=rng.getrandbits(128), version=4))


def house_rules(rng: random.Random) -> Scheme:
    """Four parameters of a house, under its own name."""
    scheme = shipped_scheme()
    for path, new in {
        "poignee.points.single": 25,
        "chelem.unannounced": 250,
        "misere.played": True,
        "table.called_card": True,
    }.items():
        scheme = changed(scheme, path, new)
    return replace(scheme, id=new_id(rng), name="Chez Léa")


def played_evening(hands: int, players: int = 5, *, rich: bool = False, seed: int = 1) -> Evening:
    """An evening with this number of hands, on one device; 3 in 100 are undone.

    A `rich` one has house rules, two devices, corrections and notes.
    """
    rng = random.Random(f"{hands} {players} {rich} {seed}")
    clock = Clock(rng, [f"{rng.getrandbits(32):08x}" for _ in range(1 + rich)])
    people = tuple([Person(new_id(rng), name, mark) for mark, name in enumerate(NAMES[:players])])
    start = Start(
        id=new_id(rng),
        created=text_of(clock.now),
        title="Vendredi chez Léa",
        seating=Seating(people, players, people[0].id),
        scheme=house_rules(rng) if rich else shipped_scheme(),
        length=AgreedLength(hands=hands + 4),
    )
    evening = Evening.of(start)
    while len(evening.sheet.hands) < hands:
        deal = Deal(evening.dealer, likely_deal(evening, rng))
        evening = evening.record(deal, clock(60 * MINUTES))
        if rich:
            evening = afterthoughts(evening, clock, rng)
        elif rng.random() < 0.03:
            evening = evening.undo(clock(5))
    return evening


def afterthoughts(evening: Evening, clock: Clock, rng: random.Random) -> Evening:
    """The evening after what people say about the last hand: a correction, a note, an undo, or nothing."""
    last = evening.sheet.rows[-1]
    if rng.random() < 0.1 and last.deal.hand is not None:
        points = min(182, last.deal.hand.half_points + 4)
        corrected = replace(last.deal.hand, half_points=points)
        evening = evening.correct(last.id, Deal(last.deal.dealer, corrected), clock(20))
    if rng.random() < 0.1:
        evening = evening.add(Noted(rng.choice(NOTES), last.id), clock(20))
    if rng.random() < 0.05:
        evening = evening.undo(clock(5))
    return evening
