"""A hand that the app writes as a row is read as the same hand, in every language, with any names."""

from __future__ import annotations

import random
from dataclasses import fields, replace
from typing import Any

import pytest
from random_evenings import possible_hand

from scorepad.i18n.conventions import LANGUAGES
from scorepad.rows.reading import read_row
from scorepad.rows.written import row_text
from scorepad.tarot.hand import (
    Bid,
    CalledCard,
    Chelem,
    Found,
    Hand,
    Misere,
    MisereKind,
    Poignee,
    PoigneeSize,
    Side,
    Suit,
    ThrownIn,
)
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_schemes

NAMES = (
    *(
        "Léa",
        "Tom",
        "Anaïs",
        "Marc",
        "Paul",
        "Gilles",
        "Jean-Claude",
        "Jean Marc",
        "Jean",
        "Ann",
        "Anna",
        "An",
    ),
    *(
        "Petit",
        "Garde",
        "Solo",
        "P",
        "G",
        "Le",
        "Bouts",
        "O’Neil",
        "Tom2",
        "2",
        "🦊",
        "K-9",
        "Dr. No",
        "Défense",
    ),
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scheme", shipped_schemes().values(), ids=lambda scheme: scheme.id)
def test_every_hand_is_read_as_it_was_written(language: str, scheme: Scheme) -> None:
    rng = random.Random(f"{language} {scheme.id}")
    for _ in range(400):
        count = 2 if scheme.open else rng.choice((3, 4, 5))
        players = "ABCDE"[:count]
        names = dict(zip(players, rng.sample(NAMES, count), strict=True))
        hand = possible_hand(players, scheme, rng)
        row = row_text(hand, names, language)
        assert read_row(row, names, players, scheme, language).outcome(scheme) == hand, row


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_for_throwing_in_is_read(language: str) -> None:
    scheme, names = shipped_schemes()["fft"], {"A": "Léa", "B": "Tom", "C": "Anaïs"}
    for why in ThrownIn:
        row = read_row(row_text(why, names, language), names, "ABC", scheme, language)
        assert row.outcome(scheme) is why


def test_every_fact_of_a_hand_is_in_its_row() -> None:
    """A new fact that the rows do not know would be lost when a row is corrected in the entry."""
    names = dict(zip("ABCDE", NAMES, strict=False))
    facts: dict[str, Any] = {
        "partner": "B",
        "called": CalledCard(Suit.SPADES),
        "found": Found.DOG,
        "petit_au_bout": Side.DEFENCE,
        "poignees": (Poignee("C", PoigneeSize.SINGLE),),
        "chelem": Chelem(Side.TAKER),
        "petit_chelem": Chelem(Side.TAKER),
        "miseres": (Misere("C", MisereKind.NO_TRUMPS),),
    }
    plain = Hand(players=tuple("ABCDE"), taker="A", bid=Bid.GARDE, bouts=2, half_points=98)
    given = {"players", "taker", "bid", "bouts", "half_points"}
    assert facts.keys() | given == {each.name for each in fields(Hand)}, "a new fact needs words in a row"
    for name, value in facts.items():
        changed = replace(plain, **{name: value})
        assert row_text(changed, names, "fr") != row_text(plain, names, "fr"), name


def test_a_name_with_every_quotation_mark_is_written_too() -> None:
    names = dict(zip("ABCD", ('a”b»c"d', "Tom", "Ann", "Bo"), strict=True))
    hand = Hand(players=tuple("ABCD"), taker="A", bid=Bid.GARDE, bouts=2, half_points=98)
    for language in LANGUAGES:
        row = row_text(hand, names, language)
        read = read_row(row, names, "ABCD", shipped_schemes()["fft"], language)
        assert read.outcome(shipped_schemes()["fft"]) in (None, hand), row
