"""The curve of an evening in words."""

from __future__ import annotations

import pytest
from evenings import table

from scorepad.evening.evening import Evening
from scorepad.evening.events import Deal, Ended, Stamp
from scorepad.evening.people import Person
from scorepad.i18n import Translator
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


BACK = (("tom", 40), ("anna", 51), ("tom", 60), ("tom", 60))
"""Tom is last after the first two hands and leads in the end."""


@pytest.mark.parametrize(
    ("hands", "words"),
    [
        ((), "No hand yet"),
        ((("tom", 41),), "Tom leads with +50 after 1 hand."),
        ((("tom", 41), ("tom", 41)), "Tom leads with +100 after 2 hands. In front since the first hand."),
        (BACK[1:3], "Tom leads with +53 after 2 hands. In front since hand 2."),
        (BACK, "Tom leads with +89 after 4 hands. After hand 2, Tom was still last."),
        ((("tom", 41), ("lea", 41)), "Tom and Lea share first place with +25 after 2 hands."),
        (
            (("tom", 41), ("lea", 41), ("anna", 41)),
            "Everybody is at zero after 3 hands.",
        ),
    ],
)
def test_who_leads_and_what_was_before(hands: tuple[tuple[str, int], ...], words: str) -> None:
    evening = curved(*hands)
    assert curve_text(Translator("en"), evening) == words
    ended = curve_text(Translator("en"), evening.add(Ended(), Stamp("end", "2026-11-21T23:00:00.000Z")))
    assert ended == words.replace("leads", "wins")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("fr", "Tom mène avec +89 après 4 donnes. Après la donne 2, Tom était encore à la dernière place."),
        ("de", "Tom führt nach 4 Spielen mit +89. Nach Spiel 2 lag Tom noch auf dem letzten Platz."),
    ],
)
def test_every_language_says_it_in_its_own_words(language: str, words: str) -> None:
    assert curve_text(Translator(language), curved(*BACK)) == words
