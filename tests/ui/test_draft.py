"""The entry of a hand, tap by tap, without a screen."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.tarot.cards import Pile
from scorepad.tarot.check import Code, Field
from scorepad.tarot.hand import Bid, Chelem, Hand, MisereKind, Poignee, PoigneeSize, Side
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.ui.draft import LATER, HandDraft

FFT = shipped_scheme()
FOUR = ("a", "b", "c", "d")
FIVE = (*FOUR, "e")


def at_four() -> HandDraft:
    return HandDraft.new("d", FOUR).taker_tapped("a", Bid.GARDE)


def test_asks_one_thing_after_the_other() -> None:
    draft = HandDraft.new("e", FIVE)
    asked = [draft.verdict(FFT).next_missing]
    changes: list[Callable[[HandDraft], HandDraft]] = [
        lambda d: d.taker_tapped("a", Bid.GARDE),
        lambda d: d.partner_tapped("b"),
        lambda d: d.bouts_tapped(2),
        lambda d: d.digit_tapped(4).digit_tapped(9),
    ]
    for change in changes:
        draft = change(draft)
        asked.append(draft.verdict(FFT).next_missing)
    assert asked == [Field.TAKER, Field.PARTNER, Field.BOUTS, Field.CARD_POINTS, None]
    assert at_four().verdict(FFT).next_missing is Field.BOUTS, "four have no partners"
    alone = HandDraft.new("e", FIVE).taker_tapped("a", Bid.GARDE).partner_tapped(None)
    assert alone.verdict(FFT).next_missing is Field.BOUTS
    assert alone.partner_reopened().verdict(FFT).next_missing is Field.PARTNER
    assert draft.verdict(FFT).hand == Hand(
        players=FIVE, taker="a", partner="b", bid=Bid.GARDE, bouts=2, half_points=98
    )


def test_a_partner_who_becomes_taker_is_asked_for_again() -> None:
    draft = HandDraft.new("e", FIVE).taker_tapped("a", Bid.GARDE).partner_tapped("b")
    assert draft.taker_tapped("b", Bid.GARDE).facts.partner is None
    assert draft.taker_tapped("c", Bid.GARDE).facts.partner == "b"


def test_digits_become_half_points_of_the_takers_side() -> None:
    draft = at_four().bouts_tapped(2).digit_tapped(4).digit_tapped(2)
    assert draft.facts.half_points == 84
    assert draft.counter_tapped().facts.half_points == 182 - 84
    assert draft.counter_tapped().counter_tapped() == draft
    assert draft.erased().facts.half_points == 8
    assert draft.erased().erased().facts.half_points is None
    assert draft.digit_tapped(7).digits == "7", "a third digit begins anew"


def test_the_half_point_occurs_at_three_and_five_only() -> None:
    five = HandDraft.new("e", FIVE).taker_tapped("a", Bid.GARDE).partner_tapped(None).bouts_tapped(2)
    counted = five.digit_tapped(4).digit_tapped(0)
    assert counted.can_have_half()
    assert counted.half_tapped().facts.half_points == 81
    assert counted.half_tapped().erased() == counted
    assert not five.can_have_half(), "before a digit there is nothing to halve"
    assert not at_four().digit_tapped(4).digit_tapped(0).can_have_half()
    assert not five.digit_tapped(9).digit_tapped(1).can_have_half(), "there are 91"


def test_only_digits_that_lead_somewhere_can_be_tapped() -> None:
    draft = at_four().bouts_tapped(3)
    assert draft.verdict(FFT).digits_possible == frozenset({1, 2, 3, 4, 5, 6, 7, 8, 9}), (
        "at least 13½ with 3 bouts"
    )
    assert draft.digit_tapped(1).verdict(FFT).digits_possible == frozenset({4, 5, 6, 7, 8, 9})
    assert draft.digit_tapped(9).verdict(FFT).digits_possible == frozenset({0, 1})


def test_an_impossible_hand_is_no_hand() -> None:
    draft = at_four().digit_tapped(2).bouts_tapped(3)
    assert draft.verdict(FFT).hand is None
    assert [problem.code for problem in draft.verdict(FFT).problems] == [
        Code.TOO_FEW_FOR_DISCARD,
        Code.TOO_FEW_FOR_BOUTS,
    ]


def test_what_else_happened_toggles() -> None:
    draft = at_four()
    assert draft.petit_tapped(Side.TAKER).petit_tapped(Side.DEFENCE).facts.petit_au_bout is Side.DEFENCE
    assert draft.petit_tapped(Side.TAKER).petit_tapped(Side.TAKER) == draft
    single = draft.poignee_tapped("b", PoigneeSize.SINGLE)
    assert single.poignee_tapped("b", PoigneeSize.DOUBLE).facts.poignees == (
        Poignee("b", PoigneeSize.DOUBLE),
    )
    assert single.poignee_tapped("b", PoigneeSize.SINGLE) == draft
    chelem = Chelem(Side.TAKER, Side.TAKER)
    assert draft.toggled("chelem", chelem).toggled("chelem", chelem) == draft
    assert draft.digit_tapped(9).digit_tapped(1).toggled("chelem", chelem).facts.bouts == 3, "forced"
    assert draft.toggled("petit_chelem", chelem).toggled("petit_chelem", chelem) == draft
    misere = draft.misere_tapped("c", MisereKind.NO_TRUMPS)
    assert misere.misere_tapped("c", MisereKind.NO_TRUMPS) == draft


def test_a_chelem_fills_in_what_it_forces() -> None:
    made, missed = Chelem(None, Side.TAKER), Chelem(Side.TAKER, None)
    filled = at_four().toggled("chelem", made)
    assert (filled.facts.bouts, filled.digits) == (3, "91")
    assert filled.bouts_tapped(2).digits == "87", "the defence kept the excuse"
    assert filled.counter_tapped().digits == "00"
    assert filled.toggled("chelem", missed).facts.bouts is None
    assert filled.erased().digits == ""
    typed = at_four().bouts_tapped(2).digit_tapped(4).digit_tapped(9)
    assert typed.toggled("chelem", made).digits == "49", "typed points are not taken for those of the chelem"


def test_a_counted_pile_gives_points_and_bouts() -> None:
    pile = Pile(kings=1, bouts=1, others=3)
    before = at_four().bouts_tapped(3).digit_tapped(6).petit_tapped(Side.TAKER)
    mine, theirs = (before.pile_counted(side, pile) for side in Side)
    assert (mine.facts.bouts, mine.facts.half_points) == (1, pile.half_points)
    assert (theirs.facts.bouts, theirs.facts.half_points) == (2, 182 - pile.half_points), "the rest"
    assert (theirs.digits, theirs.half) == ("10", True)
    assert mine.facts.petit_au_bout is Side.TAKER, "what the cards do not tell stays"


def test_an_old_hand_goes_back_into_the_form_with_every_field() -> None:
    hand = Hand(
        players=FIVE,
        taker="a",
        bid=Bid.GARDE_SANS,
        bouts=2,
        half_points=81,
        petit_au_bout=Side.DEFENCE,
        poignees=(Poignee("a", PoigneeSize.SINGLE), Poignee("b", PoigneeSize.DOUBLE)),
    )
    for counted_by in Side:
        draft = HandDraft.of(hand, "e", counted_by, "some deal")
        assert draft.verdict(FFT).hand == hand
        assert draft.editing == "some deal"
        assert draft.facts.alone


@pytest.mark.parametrize("counted_by", list(Side))
def test_a_draft_survives_as_a_document(counted_by: Side) -> None:
    draft = (
        HandDraft.new("e", FIVE, counted_by)
        .taker_tapped("a", Bid.GARDE)
        .partner_tapped("c")
        .bouts_tapped(1)
        .digit_tapped(5)
        .digit_tapped(0)
        .half_tapped()
        .petit_tapped(Side.TAKER)
        .poignee_tapped("b", PoigneeSize.SINGLE)
        .toggled("chelem", Chelem(Side.TAKER, None))
        .toggled("petit_chelem", Chelem(None, Side.DEFENCE))
        .misere_tapped("d", MisereKind.NO_TRUMPS)
    )
    assert HandDraft.from_document(json.loads(json.dumps(draft.to_document()))) == draft


_DOCUMENT = at_four().bouts_tapped(2).digit_tapped(4).to_document()


@given(
    st.sampled_from(sorted(_DOCUMENT)), st.sampled_from([None, 7, -1, "x", "999", [], [1], {}, [["a"]], True])
)
def test_a_spoilt_document_is_no_draft_or_a_checked_one(key: str, value: object) -> None:
    draft = HandDraft.from_document(_DOCUMENT | {key: value})
    assert draft is None or draft.verdict(FFT).problems is not None


def test_a_document_that_lacks_a_field_is_no_draft() -> None:
    for key in _DOCUMENT.keys() - LATER:
        assert HandDraft.from_document({k: v for k, v in _DOCUMENT.items() if k != key}) is None
    before = {k: v for k, v in _DOCUMENT.items() if k not in LATER}
    assert HandDraft.from_document(before) is not None, "a draft of an earlier version"
    assert HandDraft.from_document(_DOCUMENT | {"digits": "x"}) is None
    with_reason = HandDraft.from_document(_DOCUMENT | {"reason": "misheard"})
    assert with_reason == HandDraft.from_document(_DOCUMENT), "when corrections still had reasons"


def test_started_tells_whether_there_is_anything_to_lose() -> None:
    assert not HandDraft.new("d", FOUR).started
    assert at_four().started
