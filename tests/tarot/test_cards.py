"""Counting card points from cards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.tarot.cards import (
    CARDS_IN_DECK,
    HALF_POINTS,
    IN_DECK,
    CardKind,
    Pile,
    PileCheck,
    compare,
)

DECK = Pile(kings=4, queens=4, knights=4, jacks=4, bouts=3, others=59)
piles = st.builds(Pile, **{kind.value: st.integers(0, most) for kind, most in IN_DECK.items()})


def test_the_deck_has_78_cards_and_91_points() -> None:
    assert (DECK.cards, DECK.half_points) == (78, 182)
    assert sum(IN_DECK.values()) == CARDS_IN_DECK
    assert compare(DECK, Pile()) == PileCheck(0, 0, complete=True)
    assert (Pile().cards, Pile().half_points) == (0, 0)


def test_every_kind_of_card_has_its_points() -> None:
    worth = {"kings": 9, "queens": 7, "knights": 5, "jacks": 3, "bouts": 9, "others": 1}
    assert worth == HALF_POINTS
    for kind, half_points in worth.items():
        pile = Pile(**{kind: 2})
        assert pile.half_points == 2 * half_points
        assert pile.cards == 2
        assert pile.of(CardKind(kind)) == 2


@pytest.mark.promise("The game", "A pile of cards is counted as the rule book counts it.")
def test_a_pile_is_counted_as_in_the_rulebook() -> None:
    # 4½ + 3½ + 2½ + 1½ + 2 × 4½ + 7 × ½ = 24½ points in 13 cards
    pile = Pile(kings=1, queens=1, knights=1, jacks=1, bouts=2, others=7)
    assert (pile.half_points, pile.cards) == (49, 13)


@given(piles, piles)
def test_the_cards_that_two_piles_lack_complete_the_deck(one: Pile, other: Pile) -> None:
    found = compare(one, other)
    assert found == compare(other, one)
    assert found.cards == 78 - one.cards - other.cards
    assert found.half_points == 182 - one.half_points - other.half_points
    assert not found.complete or (found.cards, found.half_points) == (0, 0)


@given(piles)
def test_a_pile_and_the_rest_make_the_deck(pile: Pile) -> None:
    rest = Pile(**{kind.value: most - pile.of(kind) for kind, most in IN_DECK.items()})
    assert compare(pile, rest) == PileCheck(0, 0, complete=True)


def test_a_king_taken_for_a_low_card_is_found() -> None:
    taker = Pile(kings=2, queens=2, knights=2, jacks=2, bouts=2, others=29)
    miscounted = Pile(kings=1, queens=2, knights=2, jacks=2, bouts=1, others=31)
    assert compare(taker, miscounted) == PileCheck(0, 8, complete=False)
    assert compare(DECK, Pile(queens=1)) == PileCheck(-1, -7, complete=False), "too much"
    swapped = Pile(kings=1, jacks=4, knights=4, queens=4, bouts=4, others=59)
    assert compare(swapped, Pile(kings=2)) == PileCheck(0, 0, complete=False), "a bout for a king"
