"""Mouches and chips in words, in each language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from approve import Approve

from scorepad.i18n import LANGUAGES, Translator
from scorepad.i18n.pots import chips_text, cover_text, mouches_text, move_lines, moves_of_one
from scorepad.tarot.hand import Bid
from scorepad.tarot.pots import Cover, Move, MoveKind, covers
from scorepad.tarot.scheme_data import shipped_scheme

CHIPS = shipped_scheme("chips")
NAMES = {"a": "Anne", "b": "Bruno", "c": "Chloé"}
SHORT = (Cover("a", 2, (Bid.PETITE,), (Bid.PETITE,)), Cover("a", 1, (), (Bid.PETITE,)))
"""People who cover the same as taker and in defence, and a person who covers nothing as taker."""


def told(t: Translator) -> Iterator[str]:
    """The mouches, every move, the chips as counters, and the bids that each player can cover."""
    yield from (mouches_text(t, *pot) for pot in (((45, 20), 1), ((45, 21), 2), ((), 1)))
    for kind in MoveKind:
        [(title, written, detail, amount)] = move_lines(t, [Move(kind, "a", 4)], 1, NAMES.__getitem__)
        assert amount == 4
        yield f"{title}: {written} ({detail}) · {moves_of_one(t, [Move(kind, 'a', 4)], 'a', 1)}"
    yield from (chips_text(t, count) for count in (123, 20, 1, 0, -3))
    yield chips_text(t, 7, 2)
    for each in (*covers({"a": 3, "b": 6, "c": 0}, CHIPS), *SHORT):
        yield cover_text(t, each, CHIPS, NAMES.__getitem__)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_mouches_and_chips_are_as_approved(language: str, approve: Approve) -> None:
    approve(f"pots-{language}.txt", "".join(f"{line}\n" for line in told(Translator(language))).encode())


def test_the_moves_of_one_player_have_words() -> None:
    t = Translator("en")
    moves = [Move(MoveKind.FOUNDED, each, -10) for each in NAMES] + [Move(MoveKind.DEALT, "b", -5)]
    assert moves_of_one(t, moves, "b", 1) == "stake −10, dealer −5"
    assert moves_of_one(t, moves, "z", 1) == ""
