"""The curve of an evening in words."""

from __future__ import annotations

import pytest
from approve import Approve
from evenings import table

from scorepad.evening.evening import Evening
from scorepad.evening.events import Deal, Ended, Stamp
from scorepad.evening.people import Person
from scorepad.i18n import LANGUAGES, Translator
from scorepad.i18n.curve import curve_text
from scorepad.tarot.hand import Bid, Hand

PEOPLE = tuple(Person(name, name.title(), place) for place, name in enumerate(("anna", "tom", "lea")))


def curved(*hands: tuple[str, int]) -> Evening:
    """An evening of three: who took a petite with 2 bouts, and the card points."""
    evening = table(PEOPLE)
    for number, (taker, points) in enumerate(hands, 1):
        players = tuple(person.id for person in PEOPLE)
        hand = Hand(players=players, taker=taker, bid=Bid.PETITE, bouts=2, half_points=2 * points)
        evening = evening.record(Deal(evening.dealer, hand), Stamp(f"hand-{number}", evening.start.created))
    return evening


CURVES = [
    (),
    (("tom", 41),),
    (("tom", 41), ("tom", 41)),
    (("anna", 51), ("tom", 60)),
    (("tom", 40), ("anna", 51), ("tom", 60), ("tom", 60)),
    (("tom", 41), ("lea", 41)),
    (("tom", 41), ("lea", 41), ("anna", 41)),
]
"""In the fifth, Tom is last after the first two hands and leads in the end."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_leads_and_what_was_before(language: str, approve: Approve) -> None:
    """While the evening goes on, and when it has ended."""
    lines = []
    for evening in (curved(*hands) for hands in CURVES):
        ended = evening.add(Ended(), Stamp("end", "2026-11-21T23:00:00.000Z"))
        lines += [curve_text(Translator(language), each) for each in (evening, ended)]
    approve(f"curve-{language}.txt", "".join(f"{line}\n" for line in lines).encode())
