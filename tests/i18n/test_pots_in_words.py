"""Mouches and chips in words, in each language."""

from __future__ import annotations

import pytest

from scorepad.i18n import LANGUAGES, Translator
from scorepad.i18n.pots import chips_text, cover_text, mouches_text, move_lines, moves_of_one
from scorepad.tarot.hand import Bid
from scorepad.tarot.pots import Cover, Move, MoveKind, covers
from scorepad.tarot.scheme_data import shipped_scheme

EN, FR, DE = Translator("en"), Translator("fr"), Translator("de")
CHIPS = shipped_scheme("chips")
NAMES = {"a": "Anne", "b": "Bruno", "c": "Chloé"}


def test_what_lies_there() -> None:
    assert mouches_text(EN, (45, 20), 1) == "Mouches: 45 + 20"
    assert mouches_text(FR, (45, 21), 2) == "Mouches\u00a0: 22½ + 10½"
    assert mouches_text(DE, (), 1) == "Keine Mouche"


def test_the_moves_of_somebody() -> None:
    moves = [Move(MoveKind.FOUNDED, each, -10) for each in NAMES] + [Move(MoveKind.DEALT, "b", -5)]
    assert moves_of_one(EN, moves, "b", 1) == "stake −10, dealer −5"
    assert moves_of_one(EN, moves, "z", 1) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_move_has_its_words(language: str) -> None:
    t = Translator(language)
    for kind in MoveKind:
        [(title, sum_, detail, amount)] = move_lines(t, [Move(kind, "a", 4)], 1, NAMES.__getitem__)
        assert title
        assert detail.endswith(".")
        assert (sum_, amount) == ("+4", 4)
        assert moves_of_one(t, [Move(kind, "a", 4)], "a", 1).endswith(" +4")


def test_counters() -> None:
    assert chips_text(EN, 123) == "123 chips: 1×100 + 2×10 + 3×1"
    assert chips_text(EN, 20) == "20 chips: 2×10"
    assert chips_text(EN, 1) == "1 chip: 1×1"
    assert chips_text(EN, 0) == "0 chips"
    assert chips_text(EN, 7, 2) == "3½ chips: 3×1 + ½"
    assert chips_text(EN, -3) == "−3 chips"


def test_what_somebody_can_cover() -> None:
    told = [
        cover_text(EN, each, CHIPS, NAMES.__getitem__) for each in covers({"a": 3, "b": 6, "c": 0}, CHIPS)
    ]
    assert told == [
        "Anne has 3 chips: covers petite as the taker, petite, garde in the defence",
        "Bruno has 6 chips: covers petite, garde as the taker, every bid in the defence",
        "Chloé has 0 chips: covers no bid",
    ]
    same = Cover("a", 2, (Bid.PETITE,), (Bid.PETITE,))
    assert cover_text(FR, same, CHIPS, NAMES.__getitem__) == "Anne a 2 jetons\u00a0: peut couvrir petite"
    short = Cover("a", 1, (), (Bid.PETITE,))
    words = "Anne hat 1 Chip: reicht als Alleinspieler für kein Gebot, in der Verteidigung für Petite"
    assert cover_text(DE, short, CHIPS, NAMES.__getitem__) == words
