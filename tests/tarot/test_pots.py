"""Mouches and chips along an evening, against a second way to count them, pile by pile and chip by chip."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import count

import pytest
from evenings import table
from hands import declared, hand
from hypothesis import given
from hypothesis import strategies as st

from scorepad.evening.adjustment import penalty
from scorepad.evening.evening import Evening
from scorepad.evening.events import Deal, Ended, RateAgreed, RulesChanged, Seated, Stamp
from scorepad.evening.money import NO_MONEY, Rate, transfers
from scorepad.evening.people import Person, Seating
from scorepad.tarot.comparison import rescore
from scorepad.tarot.hand import Bid, Hand, ThrownIn
from scorepad.tarot.payments import settle
from scorepad.tarot.pots import Cover, MoveKind, covers, limited
from scorepad.tarot.scheme import ChipRule, MoucheRule, PotEnd, Scheme, SchemeError, Split
from scorepad.tarot.scheme_data import shipped_scheme, shipped_schemes
from scorepad.tarot.scoring import Rule, score

MOUCHES, CHIPS = shipped_scheme("mouches"), shipped_scheme("chips")
SHARED = replace(MOUCHES, mouches=MoucheRule(stake=10, dealer=5, end=PotEnd.SHARED))
NO_FIVE = replace(MOUCHES, mouches=MoucheRule(stake=7, dealer=0))
PEOPLE = tuple(Person(letter, letter) for letter in "ABCDEF")
PASSED = ThrownIn.ALL_PASSED
stamps = (Stamp(f"e{n}", "2026-01-01T20:00:00Z") for n in count(1))


def evening(people: str = "ABCD", scheme: Scheme = MOUCHES, seats: int | None = None) -> Evening:
    return table((person for person in PEOPLE if person.id in people), seats, scheme, dealer=people[0])


def played(session: Evening, taker: str, won: bool, bid: Bid = Bid.GARDE, **facts: object) -> Evening:
    """One more hand, just made or lost by one."""
    dealer = session.dealer
    one = hand(
        "".join(session.table.seating.players(dealer)),
        taker=taker,
        bid=bid,
        points=41 if won else 40,
        **facts,
    )
    return session.record(Deal(dealer, one), next(stamps))


def thrown_in(session: Evening) -> Evening:
    return session.record(Deal(session.dealer, PASSED), next(stamps))


def moves(session: Evening, number: int = -1) -> list[tuple[str, str, int]]:
    return [(move.kind.value, move.player, move.amount) for move in session.sheet.entries[number].moves]


# -- mouches by hand ---


def test_an_evening_with_mouches() -> None:
    session = played(evening(), "B", won=False)
    assert moves(session) == [
        *(("founded", player, -10) for player in "ABCD"),
        ("dealt", "A", -5),
        ("paid", "B", -45),
    ]
    assert session.sheet.pot == (45, 45)
    assert session.sheet.entries[-1].amounts == (52 - 15, -156 - 55, 52 - 10, 52 - 10)
    assert session.pot_for("B") == (50, 45)
    assert session.pot_for("B", session.sheet.entries[0].id) == (45,)
    session = thrown_in(session)
    assert moves(session) == [("dealt", "B", -5)]
    assert session.sheet.totals == (37, -216, 42, 42)
    session = played(session, "D", won=True)
    assert moves(session) == [("dealt", "C", -5), ("took", "D", 55)]
    assert session.sheet.pot == (45,)
    session = played(session, "A", won=True)
    assert moves(session) == [("dealt", "D", -5), ("took", "A", 50)]
    assert session.sheet.pot == ()
    assert sum(session.sheet.totals) == 0
    assert session.pot_for("A") == (45,), "the next deal founds another"


def test_the_taker_alone_wins_and_loses_the_mouche() -> None:
    session = played(evening("ABCDE"), "C", won=True, partner="E")
    assert moves(session)[-1] == ("took", "C", 55)
    assert session.sheet.entries[-1].amounts == (-50 - 15, -50 - 10, 100 - 10 + 55, -50 - 10, 50 - 10)


def test_who_sits_out_pays_too() -> None:
    session = played(evening("ABCDE", seats=4), "B", won=False)
    assert moves(session)[:6] == [*(("founded", player, -10) for player in "ABCDE"), ("dealt", "A", -5)]
    assert session.sheet.pot == (55, 55)


def test_who_comes_later_pays_no_stake_of_a_mouche_that_is_there() -> None:
    session = played(evening("ABC"), "A", won=False)
    session = session.add(Seated(Seating(PEOPLE[1:4], 3, "D")), next(stamps))
    session = played(session, "D", won=True)
    assert moves(session) == [("dealt", "D", -5), ("took", "D", 40)]
    assert session.sheet.pot == (35,)
    session = played(session, "B", won=True)
    session = thrown_in(session)
    assert [player for kind, player, _ in moves(session) if kind == "founded"] == ["B", "C", "D"]
    assert sum(session.sheet.totals) + sum(session.sheet.pot) == 0


def test_a_correction_changes_all_that_follows() -> None:
    session = played(played(evening(), "B", won=False), "C", won=True)
    assert session.sheet.totals[2] == 52 - 10 + 150 + 50
    first = session.sheet.entries[0]
    assert isinstance(first.deal.outcome, Hand)
    won = replace(first.deal.outcome, half_points=82)
    corrected = session.correct(first.id, Deal("A", won), next(stamps))
    assert moves(corrected, 0)[-1] == ("took", "B", 45)
    assert [kind for kind, *_ in moves(corrected)] == [*["founded"] * 4, "dealt", "took"]
    assert corrected.undo(next(stamps)).sheet.totals == session.sheet.totals
    struck = session.correct(first.id, None, next(stamps))
    assert moves(struck, 0) == []
    assert struck.sheet.entries[0].pot == ()
    assert moves(struck) == moves(corrected)
    assert sum(struck.sheet.totals) + sum(struck.sheet.pot) == 0


def test_the_end_shares_what_lies_there_and_going_on_takes_it_back() -> None:
    session = played(evening("ABC", SHARED), "B", won=False)
    over = session.add(Ended(), next(stamps))
    assert session.sheet.pot == (35, 35)
    assert moves(over)[-3:] == [("shared", player, 23) for player in "ABC"]
    assert over.sheet.pot == (1,), "what cannot be divided"
    assert sum(over.sheet.totals) == -1
    assert over.sheet.entries[-1].closes
    for again in (over.add(Ended(False), next(stamps)), over.undo(next(stamps))):
        assert again.sheet.totals == session.sheet.totals
        assert again.sheet.pot == session.sheet.pot
    left = played(evening("ABC"), "B", won=False)
    assert left.add(Ended(), next(stamps)).sheet.totals == left.sheet.totals
    struck = over.correct(over.sheet.entries[-1].id, None, next(stamps))
    assert (struck.sheet.pot, set(struck.sheet.totals)) == ((), {0})


def test_who_has_left_gets_no_share() -> None:
    session = played(evening("ABCD", SHARED), "B", won=False)
    over = session.add(Ended(), next(stamps))
    over = over.add(Seated(Seating(PEOPLE[:3], 3, "A")), next(stamps))
    assert [player for kind, player, _ in moves(over) if kind == "shared"] == ["A", "B", "C"]
    assert sum(over.sheet.totals) + sum(over.sheet.pot) == 0


def test_the_last_deal_that_stands_closes() -> None:
    session = played(played(evening("ABC", SHARED), "B", won=False), "C", won=False)
    over = session.correct(session.sheet.entries[-1].id, None, next(stamps)).add(Ended(), next(stamps))
    assert [entry.closes for entry in over.sheet.entries] == [True, False]
    assert over.sheet.entries[-1].totals == over.sheet.entries[0].totals
    assert over.sheet.entries[-1].pot == over.sheet.entries[0].pot == (1,)


def test_rules_without_mouches_leave_them_there() -> None:
    session = played(evening(scheme=SHARED), "B", won=False)
    session = session.add(RulesChanged(shipped_scheme(), from_now=True), next(stamps))
    session = played(session, "C", won=True)
    assert moves(session) == []
    assert session.sheet.pot == session.pot_for("C") == (45, 45)
    over = session.add(Ended(), next(stamps))
    assert moves(over) == [("shared", player, 22) for player in "ABCD"]
    assert over.sheet.pot == (2,)
    without = session.add(RulesChanged(shipped_scheme()), next(stamps))
    assert (without.sheet.pot, sum(without.sheet.totals)) == ((), 0)


def test_rules_with_halves_keep_the_mouches_in_points() -> None:
    session = played(evening("ABCDE"), "B", won=False, partner="A")
    halves = replace(MOUCHES, table=replace(MOUCHES.table, split=Split.EQUAL))
    session = session.add(RulesChanged(halves, from_now=True), next(stamps))
    assert (session.sheet.unit, session.sheet.pot) == (2, (110, 110))
    session = played(session, "C", won=True, partner="A")
    assert session.sheet.pot == (110,)
    assert sum(session.sheet.totals) == -110


def test_a_hand_that_the_rules_cannot_score_leaves_the_mouches() -> None:
    session = played(evening(scheme=shipped_scheme()), "B", won=False, bid=Bid.PETITE)
    lacking = replace(MOUCHES, bids=MOUCHES.bids[1:])
    event = session.add(RulesChanged(shipped_scheme()), next(stamps)).events[-1]
    other = session.with_events([replace(event, scheme=lacking)])
    assert other.sheet.entries[-1].score is None
    assert [kind for kind, *_ in moves(other)] == [*["founded"] * 4, "dealt"]
    assert rescore(session, lacking).pot == (45,)


# -- mouches against piles ---


@dataclass
class Piles:
    """The same evening at a table with purses and piles."""

    people: str
    stake: int
    extra: int
    purses: dict[str, int] = field(default_factory=dict)
    piles: list[int] = field(default_factory=list)

    def pay(self, who: str, amount: int) -> int:
        self.purses[who] = self.purses.get(who, 0) - amount
        return amount

    def deal(self, dealer: str, taker: str | None, won: bool) -> None:
        if len(self.piles) == 0:
            self.piles.append(0)
            for who in self.people:
                self.piles[0] += self.pay(who, self.stake)
        highest = self.piles.index(max(self.piles))
        self.piles[highest] += self.pay(dealer, self.extra)
        if taker is None:
            return
        if won:
            self.pay(taker, -self.piles.pop(highest))
        else:
            self.piles.append(self.pay(taker, self.piles[highest]))


OUTCOMES = [None, *((taker, won) for taker in "ABC" for won in (True, False))]


def all_evenings(session: Evening, deals: int) -> Iterator[tuple[Evening, list[tuple[str, bool] | None]]]:
    """Every evening of so many deals, each with its outcomes."""
    found: list[tuple[Evening, list[tuple[str, bool] | None]]] = [(session, [])]
    for _ in range(deals):
        found = [
            (thrown_in(one) if outcome is None else played(one, *outcome), [*before, outcome])
            for one, before in found
            for outcome in OUTCOMES
        ]
        yield from found


@pytest.mark.parametrize("scheme", [MOUCHES, NO_FIVE], ids=["10 and 5", "7 and 0"])
def test_all_small_evenings_as_with_piles(scheme: Scheme, long: bool) -> None:
    assert scheme.mouches is not None
    deals = 4 if long else 3
    seen = 0
    for session, outcomes in all_evenings(evening("ABC", scheme), deals):
        piles = Piles("ABC", scheme.mouches.stake, scheme.mouches.dealer)
        for number, outcome in enumerate(outcomes):
            piles.deal("ABC"[number % 3], *(outcome or (None, False)))
        of_hands = [
            dict(zip("ABC", entry.payments.totals, strict=True))
            for entry in session.sheet.entries
            if entry.payments
        ]
        paid = {who: sum(each[who] for each in of_hands) for who in "ABC"}
        assert session.sheet.totals == tuple(paid[who] + piles.purses.get(who, 0) for who in "ABC")
        assert session.sheet.pot == tuple(sorted(piles.piles, reverse=True))
        assert sum(session.sheet.totals) + sum(session.sheet.pot) == 0
        rescored = rescore(session, scheme)
        assert (rescored.totals, rescored.pot) == (session.sheet.totals, session.sheet.pot)
        seen += 1
    assert seen == sum(7**n for n in range(1, deals + 1))


@given(st.lists(st.sampled_from(OUTCOMES), max_size=12), st.data())
def test_totals_and_mouches_sum_to_zero_after_every_event(
    outcomes: list[tuple[str, bool] | None], data: st.DataObject
) -> None:
    session = evening("ABC", SHARED)
    for outcome in outcomes:
        session = thrown_in(session) if outcome is None else played(session, *outcome)
        act = data.draw(st.sampled_from(["none", "void", "restore", "undo", "redo", "finish", "rules"]))
        entry = data.draw(st.sampled_from(session.sheet.entries))
        if act == "void":
            session = session.correct(entry.id, None, next(stamps))
        elif act == "restore":
            session = session.restore(entry.id, next(stamps))
        elif act == "undo":
            session = session.undo(next(stamps))
        elif act == "redo" and session.redoable:
            session = session.redo(next(stamps))
        elif act == "finish":
            session = session.add(Ended(), next(stamps))
        elif act == "rules":
            session = session.add(RulesChanged(MOUCHES, from_now=True), next(stamps))
        assert sum(session.sheet.totals) + sum(session.sheet.pot) == 0
        assert replace(session, people=session.sheet.people).sheet.entries == session.sheet.entries, (
            "the fold from nothing"
        )
        for each in session.sheet.entries:
            assert sum(each.totals) + sum(each.pot) == 0


def test_the_comparison_shares_at_the_end_too() -> None:
    over = played(evening("ABC", shipped_scheme()), "B", won=False).add(Ended(), next(stamps))
    rescored = rescore(over, SHARED)
    assert (sum(rescored.totals), rescored.pot) == (-1, (1,))
    assert rescore(over, MOUCHES).pot == (35, 35)


# -- chips by hand ---


def with_chips(held: str, taker: str, won: bool, bid: Bid = Bid.GARDE_SANS) -> tuple[int, ...]:
    """What players A, B, C… who hold so many chips each receive; garde sans is worth 4."""
    seats = "ABCDE"[: len(held.split())]
    one = hand(seats, taker=taker, bid=bid, points=41 if won else 40)
    scored = score(one, CHIPS)
    holdings = dict(zip(seats, map(int, held.split()), strict=True))
    return limited(scored, settle(scored, one, CHIPS), one, holdings)[1].totals


@pytest.mark.parametrize(
    ("held", "taker", "won", "expected"),
    [
        ("12 4 4 4", "A", True, (12, -4, -4, -4)),
        ("12 4 4 4", "A", False, (-12, 4, 4, 4)),
        ("12 9 1 0", "A", True, (5, -4, -1, 0)),  # a short defender pays what he holds
        ("12 9 1 0", "A", False, (-5, 4, 1, 0)),  # and is paid no more
        ("8 9 9 9", "A", True, (6, -2, -2, -2)),  # an equal stack from each
        ("8 9 9 9", "A", False, (-8, 3, 3, 2)),  # as evenly as possible, in the order of play
        ("9 8 9 9", "B", False, (2, -8, 3, 3)),  # after the taker
        ("2 9 9 9", "A", True, (0, 0, 0, 0)),  # too few for an equal stack
        ("2 9 9 9", "A", False, (-2, 1, 1, 0)),
        ("5 9 1 9", "A", True, (5, -2, -1, -2)),
        ("6 9 1 9", "A", False, (-6, 3, 1, 2)),
        ("0 9 9 9", "A", False, (0, 0, 0, 0)),
    ],
)
def test_table_stakes(held: str, taker: str, won: bool, expected: tuple[int, ...]) -> None:
    assert with_chips(held, taker, won) == expected


def test_table_stakes_with_a_partner() -> None:
    one = hand("ABCDE", taker="B", partner="D", bid=Bid.GARDE_SANS, points=40)
    scored = score(one, CHIPS)

    def paid(held: str, half_points: int = 80) -> tuple[int, ...]:
        holdings = dict(zip("ABCDE", map(int, held.split()), strict=True))
        this = replace(one, half_points=half_points)
        scored = score(this, CHIPS)
        return limited(scored, settle(scored, this, CHIPS), this, holdings)[1].totals

    assert paid("9 9 9 9 9") == (4, -8, 4, -4, 4)
    assert paid("9 9 9 1 9") == (3, -8, 3, -1, 3)
    assert paid("9 5 9 4 9") == (3, -5, 3, -4, 3)
    assert paid("1 9 9 9 2") == (1, -5, 4, -2, 2)
    assert paid("9 9 9 1 9", 82) == (-3, 8, -3, 1, -3), "nobody wins more than he staked"
    assert paid("9 3 9 1 9", 82) == (-1, 2, -1, 1, -1)
    assert [line.rule for line in scored.lines] == [Rule.CONTRACT]


def test_an_evening_with_chips() -> None:
    session = evening("ABC", replace(CHIPS, chips=ChipRule(start=5)))
    assert session.chips() == {"A": 5, "B": 5, "C": 5}
    session = played(session, "A", won=True, bid=Bid.GARDE_SANS)
    first = session.sheet.entries[-1]
    assert first.score is not None
    assert first.payments is not None
    assert first.score.lines[-1].rule is Rule.TABLE_STAKES
    assert first.score.total == 4
    assert first.payments.by_line == ((8, -4, -4), (-4, 2, 2)), "5 chips cover 2 against each"
    assert session.chips() == {"A": 9, "B": 3, "C": 3}
    assert session.chips(first.id) == {"A": 5, "B": 5, "C": 5}
    session = played(session, "B", won=False, bid=Bid.GARDE_CONTRE)
    assert session.chips() == {"A": 10, "B": 0, "C": 5}, "the odd chip is C's, who plays after B"
    session = played(session, "B", won=True)
    assert session.sheet.totals == (5, -5, 0), "who has no chip plays on, and wins none"
    assert [event.agreed for event in session.events] == [None] * 3
    without = replace(session.start.scheme, chips=ChipRule(start=5, table_stakes=False))
    free = session.add(RulesChanged(without), next(stamps))
    assert free.chips() is None
    assert free.sheet.totals == (8 + 6 - 2, -4 - 12 + 4, -4 + 6 - 2)
    assert played(free, "A", won=True).events[-1].agreed is not None


def test_table_stakes_in_an_evening_of_halves() -> None:
    halves = replace(shipped_scheme(), table=replace(shipped_scheme().table, split=Split.EQUAL))
    session = played(evening("ABCDE", halves), "B", won=True, partner="A")
    session = session.add(RulesChanged(replace(CHIPS, chips=ChipRule(start=60)), from_now=True), next(stamps))
    assert session.chips() == {"A": 135, "B": 135, "C": 10, "D": 10, "E": 10}


def test_who_cannot_cover_every_bid() -> None:
    found = list(covers({"A": 18, "B": 6, "C": 1, "D": 0}, CHIPS))
    P, G, S, C = Bid.PETITE, Bid.GARDE, Bid.GARDE_SANS, Bid.GARDE_CONTRE
    assert found == [
        Cover("B", 6, (P, G), (P, G, S, C)),
        Cover("C", 1, (), (P,)),
        Cover("D", 0, (), ()),
    ]
    assert list(covers(dict.fromkeys("ABCDE", 12), CHIPS)) == [], "a partner covers the third defender"


def test_mouches_are_paid_by_who_has_no_chip_too() -> None:
    both = replace(CHIPS, mouches=MOUCHES.mouches, chips=ChipRule(start=12))
    session = played(evening("ABC", both), "A", won=True)
    assert session.sheet.totals == (4 - 15 + 35, -2 - 10, -2 - 10)
    assert session.chips() == {"A": 36, "B": 0, "C": 0}
    session = thrown_in(session)
    assert session.sheet.totals == (14, -27, -22)
    assert session.chips() == {"A": 26, "B": 0, "C": 0}


def test_stakes_that_are_none_are_refused() -> None:
    with pytest.raises(SchemeError, match=r"mouches\.stake"):
        replace(MOUCHES, mouches=MoucheRule(stake=0, dealer=5))
    with pytest.raises(SchemeError, match=r"chips\.start"):
        replace(CHIPS, chips=ChipRule(start=0))


# -- chips against chips ---


def one_by_one(held: dict[str, int], seats: str, taker: str, won: bool, bid: int) -> dict[str, int]:
    """The same stakes, chip by chip, for a taker without a partner."""
    at = seats.index(taker)
    defenders = seats[at + 1 :] + seats[:at]
    purse = dict(held)
    can = {who: min(bid, held[who]) for who in defenders}
    if won:
        stacks = dict.fromkeys(defenders, 0)
        for height in range(1, bid + 1):
            higher = {who: min(can[who], height) for who in defenders}
            if sum(higher.values()) <= held[taker]:
                stacks = higher
        for who, stack in stacks.items():
            purse[who] -= stack
            purse[taker] += stack
        return purse
    while purse[taker] > 0 and any(can.values()):
        for who in defenders:
            if purse[taker] > 0 and can[who] > 0:
                can[who] -= 1
                purse[who] += 1
                purse[taker] -= 1
    return purse


@pytest.mark.parametrize("start", [1, 3, 4])
def test_all_small_evenings_as_chip_by_chip(start: int, long: bool) -> None:
    scheme = replace(CHIPS, chips=ChipRule(start=start))
    for session, outcomes in all_evenings(evening("ABC", scheme), 4 if long else 3):
        held = dict.fromkeys("ABC", start)
        for outcome in outcomes:
            if outcome is not None:
                held = one_by_one(held, "ABC", *outcome, bid=2)
        assert session.chips() == held
        assert sum(held.values()) == 3 * start
        assert rescore(session, scheme).totals == session.sheet.totals


people_and_chips = st.integers(2, 5).flatmap(lambda n: st.lists(st.integers(0, 30), min_size=n, max_size=n))


@given(people_and_chips, st.data())
def test_any_hand_as_chip_by_chip(chips: list[int], data: st.DataObject) -> None:
    seats = "ABCDE"[: len(chips)]
    held = dict(zip(seats, chips, strict=True))
    taker, won = data.draw(st.sampled_from(seats)), data.draw(st.booleans())
    value = data.draw(st.sampled_from(CHIPS.bids))
    after = with_chips(" ".join(map(str, chips)), taker, won, value.bid)
    expected = one_by_one(held, seats, taker, won, value.base)
    assert after == tuple(expected[who] - held[who] for who in seats)


@given(st.lists(st.integers(0, 30), min_size=5, max_size=5), st.data())
def test_nobody_loses_or_wins_more_than_is_held(chips: list[int], data: st.DataObject) -> None:
    scheme = data.draw(st.sampled_from([CHIPS, replace(CHIPS, misere=shipped_schemes()["wikipedia"].misere)]))
    taker, partner = data.draw(st.permutations("ABCDE"))[:2]
    one = hand("ABCDE", taker=taker, partner=partner, bid=Bid.GARDE_CONTRE)
    one = replace(one, half_points=data.draw(st.sampled_from([80, 82])))
    if scheme.misere is not None:
        one = replace(one, miseres=declared("At"))
    held = dict(zip("ABCDE", chips, strict=True))
    scored = score(one, scheme)
    full = settle(scored, one, scheme)
    score_, payments = limited(scored, full, one, held)
    assert score_.total == scored.total
    assert all(sum(row) == 0 for row in payments.by_line)
    for chip, now, then in zip(chips, payments.totals, full.totals, strict=True):
        assert abs(now) <= min(abs(then), chip)
        assert now * then >= 0


def test_every_move_is_named() -> None:
    assert {kind.value for kind in MoveKind} == {"founded", "dealt", "took", "paid", "shared"}


def test_money_counts_what_lies_in_the_mouches() -> None:
    """Who pays whom settles all accounts, that of the mouches too."""
    session = thrown_in(evening()).add(RateAgreed(Rate(cents=100)), next(stamps))
    assert session.sheet.totals == (-15, -10, -10, -10)
    assert session.sheet.money(session.table.rate) == (-15, -10, -10, -10, 45)
    paid = {
        (each.payer, each.payee, each.cents) for each in transfers(session.sheet.money(session.table.rate))
    }
    assert paid == {(0, 4, 15), (1, 4, 10), (2, 4, 10), (3, 4, 10)}
    assert session.undo(next(stamps)).table.rate == NO_MONEY


def test_points_without_a_hand_leave_the_mouches_alone() -> None:
    session = thrown_in(evening())
    fined = session.record(Deal(session.dealer, penalty("B", ("A", "C"), 10)), next(stamps))
    assert fined.sheet.pot == session.sheet.pot
    assert fined.sheet.entries[-1].moves == ()
    assert fined.sheet.totals == (-5, -30, 0, -10)
    ended = replace(fined, scheme=SHARED).add(Ended(), next(stamps))
    assert ended.sheet.pot == (1,)
    assert ended.sheet.totals == (6, -19, 11, 1)


def test_who_leaves_again_without_a_hand_takes_the_stake_along() -> None:
    """Nobody keeps a column for somebody who never played, so the stake cannot stay in the mouches."""
    session = evening("ABCD")
    five = Seating(PEOPLE[:5], 4, "A")
    session = thrown_in(session.add(Seated(five), next(stamps)))
    assert session.sheet.pot == (55,)
    session = session.add(Seated(replace(five, people=PEOPLE[:4])), next(stamps))
    assert session.sheet.pot == (45,)
    assert sum(session.sheet.totals) + sum(session.sheet.pot) == 0
