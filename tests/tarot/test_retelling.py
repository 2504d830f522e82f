"""A hand and a session under other schemes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hands import hand

from scorepad.tarot.check import Code
from scorepad.tarot.compare import first_difference, judge, rescore
from scorepad.tarot.hand import Bid, Poignee, PoigneeSize, Side, ThrownIn
from scorepad.tarot.scheme_data import shipped_scheme, shipped_schemes
from scorepad.tarot.scoring import Score, score
from scorepad.tarot.session import Deal, Person, Session, Stamp

FFT = shipped_scheme()


def test_a_scheme_judges_a_hand_as_it_scores_it() -> None:
    for scheme in shipped_schemes().values():
        verdict = judge(hand(bid=Bid.GARDE), scheme)
        assert verdict.score == score(hand(bid=Bid.GARDE), scheme)
        assert verdict.payments is not None
        assert sum(verdict.payments.totals) == 0


def test_a_scheme_that_lacks_the_bid_says_so() -> None:
    verdict = judge(hand(bid=Bid.PETITE), shipped_scheme("no_petite"))
    assert (verdict.score, verdict.payments) == (None, None)
    assert [problem.code for problem in verdict.problems] == [Code.BID_NOT_IN_SCHEME]


@pytest.mark.parametrize(
    ("other", "line"),
    [
        ("fft", None),
        ("contre_5", None),
        ("flat_80", 0),
        ("wikipedia", None),
        ("rounded_10", 3),
        ("equal_split", None),
    ],
)
def test_the_first_line_that_differs(other: str, line: int | None) -> None:
    """Garde, 49 points with 2 bouts and the petit: (25 + 8 + 10) × 2 = 86; rounded to 90 by a fourth line."""
    facts = hand(bid=Bid.GARDE, bouts=2, points=49, petit_au_bout=Side.TAKER)
    one, two = judge(facts, FFT).score, judge(facts, shipped_scheme(other)).score
    assert isinstance(one, Score)
    assert isinstance(two, Score)
    assert first_difference(one, two) == line
    assert first_difference(two, one) == line


def test_amounts_in_other_units_are_not_different() -> None:
    halves = judge(hand(), shipped_scheme("equal_split")).score
    assert halves is not None
    assert halves.unit == 2
    plain = judge(hand(), FFT).score
    assert plain is not None
    assert first_difference(plain, halves) is None


def evening(*bids: Bid) -> Session:
    people = tuple(Person(letter, letter) for letter in "ABCD")
    session = Session(id="s", created="t", people=people, seats=4, first_dealer="A", scheme=FFT)
    for number, bid in enumerate(bids):
        poignees = (Poignee("A", PoigneeSize.DOUBLE),)
        session = session.record(
            Deal("A", replace(hand(bid=bid), poignees=poignees)), Stamp(f"e{number}", "t")
        )
    return session.record(Deal("A", ThrownIn.MISDEAL), Stamp("thrown", "t"))


def test_a_session_is_retold_hand_by_hand() -> None:
    session = evening(Bid.GARDE, Bid.GARDE_CONTRE)
    for scheme in shipped_schemes().values():
        told = rescore(session, scheme)
        paid = [
            judge(replace(hand(bid=bid), poignees=(Poignee("A", PoigneeSize.DOUBLE),)), scheme).payments
            for bid in (Bid.GARDE, Bid.GARDE_CONTRE)
        ]
        assert told.left_out == 0
        assert told.totals == tuple(sum(p.totals[i] for p in paid if p) for i in range(4))
    assert rescore(session, FFT).totals == session.totals


def test_hands_that_a_scheme_cannot_score_are_left_out_and_counted() -> None:
    session = evening(Bid.PETITE, Bid.GARDE)
    told = rescore(session, shipped_scheme("no_petite"))
    assert told.left_out == 1
    assert told.totals == rescore(evening(Bid.GARDE), FFT).totals


def test_a_voided_hand_is_retold_by_nobody() -> None:
    session = evening(Bid.GARDE).void("e0", Stamp("v", "t"))
    assert rescore(session, FFT).totals == (0, 0, 0, 0)
