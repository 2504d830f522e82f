"""The entry of a hand, tap by tap, without a screen."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.pad.documents import hand_document, hand_from
from scorepad.pad.draft import HandDraft
from scorepad.tarot.check import Field
from scorepad.tarot.hand import Bid, Chelem, MisereKind, Poignee, PoigneeSize, Side
from scorepad.tarot.scheme_data import shipped_scheme

FFT = shipped_scheme()
FOUR = ("a", "b", "c", "d")
FIVE = (*FOUR, "e")


def at_four() -> HandDraft:
    return HandDraft.new("d", FOUR).taker_tapped("a", Bid.GARDE)


def test_the_draft_asks_one_question_after_the_other() -> None:
    draft = HandDraft.new("e", FIVE)
    asked = [draft.verdict(FFT).next_missing]
    changes: list[Callable[[HandDraft], HandDraft]] = [
        lambda d: d.taker_tapped("a", Bid.GARDE),
        lambda d: d.partner_tapped("b"),
        lambda d: d.partner_reopened(),
        lambda d: d.partner_tapped(None),
        lambda d: d.bouts_tapped(2),
        lambda d: d.digit_tapped(4).digit_tapped(9),
    ]
    for change in changes:
        draft = change(draft)
        asked.append(draft.verdict(FFT).next_missing)
    with_partner = [Field.TAKER, Field.PARTNER, Field.BOUTS]
    assert asked == [*with_partner, Field.PARTNER, Field.BOUTS, Field.CARD_POINTS, None]
    assert at_four().verdict(FFT).next_missing is Field.BOUTS, "four have no partners"


def test_a_partner_is_asked_for_again_after_becoming_the_taker() -> None:
    draft = HandDraft.new("e", FIVE).taker_tapped("a", Bid.GARDE).partner_tapped("b")
    assert draft.taker_tapped("b", Bid.GARDE).facts.partner is None
    assert draft.taker_tapped("c", Bid.GARDE).facts.partner == "b"


def test_the_half_point_occurs_at_three_and_five_only() -> None:
    five = HandDraft.new("e", FIVE).taker_tapped("a", Bid.GARDE).partner_tapped(None).bouts_tapped(2)
    counted = five.digit_tapped(4).digit_tapped(0)
    assert counted.can_have_half()
    assert counted.half_tapped().facts.half_points == 81
    assert counted.half_tapped().erased() == counted
    assert not five.can_have_half(), "before a digit there is nothing to halve"
    assert not at_four().digit_tapped(4).digit_tapped(0).can_have_half()
    assert not five.digit_tapped(9).digit_tapped(1).can_have_half(), "there are 91"


def test_a_second_tap_takes_a_bonus_back() -> None:
    draft = at_four()
    chelem = Chelem(Side.TAKER, Side.TAKER)
    changes: list[Callable[[HandDraft], HandDraft]] = [
        lambda d: d.petit_tapped(Side.TAKER),
        lambda d: d.poignee_tapped("b", PoigneeSize.SINGLE),
        lambda d: d.toggled("chelem", chelem),
        lambda d: d.toggled("petit_chelem", chelem),
        lambda d: d.misere_tapped("c", MisereKind.NO_TRUMPS),
    ]
    for change in changes:
        assert change(draft) != draft
        assert change(change(draft)) == draft
    double = draft.poignee_tapped("b", PoigneeSize.SINGLE).poignee_tapped("b", PoigneeSize.DOUBLE)
    assert double.facts.poignees == (Poignee("b", PoigneeSize.DOUBLE),)


def test_a_chelem_fills_in_only_untapped_answers() -> None:
    made, missed = Chelem(None, Side.TAKER), Chelem(Side.TAKER, None)
    filled = at_four().toggled("chelem", made)
    assert filled.bouts_tapped(2).digits == "87", "the defence kept the excuse"
    assert filled.counting_side_changed().digits == "00"
    assert filled.toggled("chelem", missed).facts.bouts is None
    assert filled.erased().digits == ""
    typed = at_four().bouts_tapped(2).digit_tapped(4).digit_tapped(9)
    assert typed.toggled("chelem", made).digits == "49", "typed points are not taken for those of the chelem"
    assert at_four().digit_tapped(9).digit_tapped(1).toggled("chelem", made).facts.bouts == 3


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
    assert hand_from(json.loads(json.dumps(hand_document(draft)))) == draft


_DOCUMENT = hand_document(at_four().bouts_tapped(2).digit_tapped(4))


@given(
    st.sampled_from(sorted(_DOCUMENT)), st.sampled_from([None, 7, -1, "x", "999", [], [1], {}, [["a"]], True])
)
def test_a_spoilt_document_is_no_draft_or_a_checked_one(key: str, value: object) -> None:
    draft = hand_from(_DOCUMENT | {key: value})
    assert draft is None or draft.verdict(FFT).problems is not None


def test_a_document_needs_a_dealer_and_players() -> None:
    needed = {key: _DOCUMENT[key] for key in ("dealer", "players")}
    for key in needed:
        assert hand_from({k: v for k, v in _DOCUMENT.items() if k != key}) is None
    assert hand_from(needed) == HandDraft.new("d", FOUR), "earlier versions lack fields"
    assert hand_from(_DOCUMENT | {"digits": "x"}) is None
    with_reason = hand_from(_DOCUMENT | {"reason": "misheard"})
    assert with_reason == hand_from(_DOCUMENT), "when corrections still had reasons"
