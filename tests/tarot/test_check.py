"""What cannot be: every impossibility with its own reason, and its neighbours just inside."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, replace
from typing import Any

import pytest
from hands import DEFENCE, DOUBLE, SINGLE, TAKER, TRIPLE, changed, declared, hand, hands, shown
from hypothesis import given

from scorepad.tarot.check import (
    Code,
    Field,
    Problem,
    bounds,
    check,
    forced_by_chelem,
    half_points_occur,
    impossible,
)
from scorepad.tarot.hand import (
    Bid,
    CalledCard,
    Chelem,
    Court,
    Draft,
    Found,
    Misere,
    MisereKind,
    Poignee,
    Side,
    Suit,
)
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_scheme

FFT = shipped_scheme()
NO_PETITE = shipped_scheme("no_petite")
POUSSE = shipped_scheme("pousse")
CONTRE_5 = shipped_scheme("contre_5")
WIKIPEDIA = shipped_scheme("wikipedia")
FIVE_ALONE = shipped_scheme("five_alone")
LOW_THRESHOLDS = changed(
    FIVE_ALONE, {"poignee": {"thresholds": {"five": {"single": 5, "double": 8, "triple": 10}}}}
)
OF_ELEVEN = changed(FFT, {"poignee": {"thresholds": {"four": {"single": 10, "double": 11, "triple": 12}}}})
ONLY_NO_TRUMPS = changed(WIKIPEDIA, {"misere": {"kinds": ["no_trumps"]}})

CONTRE, SANS, PETITE = Bid.GARDE_CONTRE, Bid.GARDE_SANS, Bid.PETITE
BY_TAKER, BY_DEFENCE = Chelem(made=TAKER), Chelem(made=DEFENCE)
EVERY_TRICK: dict[str, Any] = {"scheme": CONTRE_5, "bouts": 3, "points": 91}
Why = set[tuple[Field, Code]]


def why(problems: tuple[Problem, ...]) -> Why:
    return {(problem.field, problem.code) for problem in problems}


def points(code: Code) -> Why:
    return {(Field.CARD_POINTS, code)}


CHELEM: Why = {(Field.CHELEM, Code.POINTS_AGAINST_CHELEM)}
FEW_FOR_BOUTS: Why = points(Code.TOO_FEW_FOR_BOUTS)
MANY_FOR_BOUTS: Why = points(Code.TOO_MANY_FOR_BOUTS)
FEW_FOR_DISCARD: Why = points(Code.TOO_FEW_FOR_DISCARD)
MANY_FOR_DOG: Why = points(Code.TOO_MANY_FOR_DOG)
PETIT_AGAINST_CHELEM: Why = {(Field.PETIT_AU_BOUT, Code.PETIT_AGAINST_CHELEM)}
BOTH_MADE: Why = {(Field.PETIT_CHELEM, Code.BOTH_CHELEMS_MADE)}
UNDER_CHELEM: Why = {(Field.PETIT_CHELEM, Code.PETIT_CHELEM_UNDER_CHELEM)}
NO_PETIT_CHELEM: Why = {(Field.PETIT_CHELEM, Code.PETIT_CHELEM_NOT_IN_SCHEME)}
NO_MISERE: Why = {(Field.MISERES, Code.MISERE_NOT_IN_SCHEME)}
POIGNEE_TWICE: Why = {(Field.POIGNEES, Code.POIGNEE_TWICE)}
MISERE_TWICE: Why = {(Field.MISERES, Code.MISERE_TWICE)}
TRUMPS: Why = {(Field.POIGNEES, Code.TOO_MANY_TRUMPS)}

REFUSED: list[tuple[str, Scheme, Draft, Why]] = []


def refused(name: str, why: Why, seats: str = "ABCD", scheme: Scheme = FFT, **facts: Any) -> None:
    REFUSED.append((name, scheme, replace(hand(seats, **facts).to_draft(), alone=True), why))


# Bouts and points: 4½·b ≤ p ≤ 91 − 4½·(3 − b).
refused("1 bout, 4 points", FEW_FOR_BOUTS, bouts=1, points=4)
refused("2 bouts, 8 points", FEW_FOR_BOUTS, bouts=2, points=8)
refused("3 bouts, 13 points", FEW_FOR_BOUTS, bouts=3, points=13)
refused("3 bouts, 13 points, 3 players", FEW_FOR_BOUTS, "ABC", bouts=3, points=13)
refused("0 bouts, 78 points", MANY_FOR_BOUTS, bouts=0, points=78)
refused("1 bout, 83 points", MANY_FOR_BOUTS, bouts=1, points=83)
refused("1 bout, 82½ points", MANY_FOR_BOUTS, "ABC", bouts=1, points=82.5)
refused("2 bouts, 87 points", MANY_FOR_BOUTS, bouts=2, points=87)
# The dog or the discard: p ≥ ½·d; under garde contre p ≤ 91 − ½·d.
refused("petite, 2 points", FEW_FOR_DISCARD, bid=PETITE, bouts=0, points=2)
refused("garde, 2½ points", FEW_FOR_DISCARD, "ABC", bouts=0, points=2.5)
refused("garde sans, 0 points", FEW_FOR_DISCARD, bid=SANS, bouts=0, points=0)
refused("5 players, 1 point", FEW_FOR_DISCARD, "ABCDE", bouts=0, points=1)
refused("5 players alone, 3½ points", FEW_FOR_DISCARD, "ABCDE", FIVE_ALONE, bouts=0, points=3.5)
refused("neither discard nor bouts", FEW_FOR_DISCARD | FEW_FOR_BOUTS, bouts=1, points=2)
refused("contre, 89 points", MANY_FOR_DOG, bid=CONTRE, bouts=3, points=89)
refused("contre, 88½ points", MANY_FOR_DOG, "ABC", bid=CONTRE, bouts=3, points=88.5)
refused("contre, 5 players", MANY_FOR_DOG, "ABCDE", bid=CONTRE, bouts=3, points=90)
refused("contre, 5 players alone", MANY_FOR_DOG, "ABCDE", FIVE_ALONE, bid=CONTRE, bouts=3, points=87.5)
refused("neither dog nor bouts", MANY_FOR_DOG | MANY_FOR_BOUTS, bid=CONTRE, bouts=2, points=90)
# Whole points, and figures that are none.
refused("4 players, half a point", points(Code.HALF_POINT_IMPOSSIBLE), points=40.5)
refused("2 players, half a point", points(Code.HALF_POINT_IMPOSSIBLE), "AB", points=40.5)
refused("−½ points", points(Code.POINTS_OUT_OF_RANGE), bouts=0, points=-0.5)
refused("91½ points", points(Code.POINTS_OUT_OF_RANGE), bouts=3, points=91.5)
refused("4 bouts", {(Field.BOUTS, Code.BOUTS_OUT_OF_RANGE)}, bouts=4, points=20)
refused("−1 bout", {(Field.BOUTS, Code.BOUTS_OUT_OF_RANGE)}, bouts=-1, points=85)
# Poignées: 22 trumps in all, one a player.
refused("3 players, two singles", TRUMPS, "ABC", poignees=shown("A1", "B1"))
refused("4 players, a single and a double", TRUMPS, poignees=shown("A1", "B2"))
refused("4 players, three singles", TRUMPS, poignees=shown("A1", "B1", "C1"))
refused("5 players, three singles", TRUMPS, "ABCDE", poignees=shown("A1", "B1", "C1"))
refused("5 players, a double and a triple", TRUMPS, "ABCDE", poignees=shown("A2", "B3"))
refused("23 trumps shown", TRUMPS, scheme=OF_ELEVEN, poignees=shown("A2", "B3"))
refused("2 players, two singles", TRUMPS, "AB", poignees=shown("A1", "B1"))
refused("low thresholds, 10 + 8 + 5", TRUMPS, "ABCDE", LOW_THRESHOLDS, poignees=shown("A3", "B2", "C1"))
refused("a second poignée", POIGNEE_TWICE, poignees=shown("A1", "A1"))
refused("a second poignée of more trumps", POIGNEE_TWICE | TRUMPS, poignees=shown("B1", "B2"))
refused(
    "a poignée without trumps",
    {(Field.POIGNEES, Code.POIGNEE_AND_NO_TRUMPS)},
    scheme=WIKIPEDIA,
    poignees=shown("A1"),
    miseres=declared("At"),
)
refused("a stranger's poignée", {(Field.POIGNEES, Code.NOT_PLAYING)}, poignees=(Poignee("Z", SINGLE),))
# The petit.
refused(
    "no bout, but the petit", {(Field.PETIT_AU_BOUT, Code.TAKER_LACKS_PETIT)}, bouts=0, petit_au_bout=TAKER
)
refused(
    "3 bouts, the petit elsewhere",
    {(Field.PETIT_AU_BOUT, Code.DEFENCE_LACKS_PETIT)},
    bouts=3,
    petit_au_bout=DEFENCE,
)
refused(
    "petit of the defence, chelem of the taker",
    PETIT_AGAINST_CHELEM,
    bouts=2,
    points=87,
    chelem=BY_TAKER,
    petit_au_bout=DEFENCE,
)
refused(
    "petit of the taker, chelem of the defence",
    PETIT_AGAINST_CHELEM,
    bouts=1,
    points=10,
    chelem=BY_DEFENCE,
    petit_au_bout=TAKER,
)
# Chelem of the taker: 91 points with 3 bouts, or 87 with 2.
refused("chelem, 90 points", CHELEM, bouts=3, points=90, chelem=BY_TAKER)
refused("chelem, 87 points with 3 bouts", CHELEM, bouts=3, points=87, chelem=BY_TAKER)
refused("chelem, 86 points with 2 bouts", CHELEM, bouts=2, points=86, chelem=BY_TAKER)
refused("chelem, 82 points with 1 bout", CHELEM, bouts=1, points=82, chelem=BY_TAKER)
refused("chelem, 91 points with 2 bouts", CHELEM | MANY_FOR_BOUTS, bouts=2, points=91, chelem=BY_TAKER)
refused("chelem, petite", CHELEM, bid=PETITE, bouts=3, points=88, chelem=BY_TAKER)
refused("chelem, pousse", CHELEM, scheme=POUSSE, bid=Bid.POUSSE, bouts=3, points=88, chelem=BY_TAKER)
refused("chelem, garde sans", CHELEM, bid=SANS, bouts=3, points=88, chelem=BY_TAKER)
# …garde contre: 91 − 4½·d − 4 ≤ p ≤ 91 − ½·d.
refused("chelem, contre, 59 points", CHELEM, bid=CONTRE, bouts=0, points=59, chelem=BY_TAKER)
refused("chelem, contre, 3 players", CHELEM, "ABC", bid=CONTRE, bouts=0, points=59.5, chelem=BY_TAKER)
refused("chelem, contre, 5 players", CHELEM, "ABCDE", bid=CONTRE, bouts=0, points=73, chelem=BY_TAKER)
refused(
    "chelem, contre, 5 alone", CHELEM, "ABCDE", FIVE_ALONE, bid=CONTRE, bouts=0, points=50.5, chelem=BY_TAKER
)
refused("chelem, contre, 89 points", MANY_FOR_DOG, bid=CONTRE, bouts=3, points=89, chelem=BY_TAKER)
# Chelem of the defence under garde contre: nothing, or the excuse.
refused("contre, beaten, 1 point", CHELEM, bid=CONTRE, bouts=0, points=1, chelem=BY_DEFENCE)
refused("contre, beaten, 4 points without it", CHELEM, bid=CONTRE, bouts=0, points=4, chelem=BY_DEFENCE)
refused("contre, beaten, 5 points", CHELEM, bid=CONTRE, bouts=1, points=5, chelem=BY_DEFENCE)
refused(
    "contre, beaten, 3½ points",
    CHELEM | FEW_FOR_BOUTS,
    "ABC",
    bid=CONTRE,
    bouts=1,
    points=3.5,
    chelem=BY_DEFENCE,
)
# …petite, garde: the best d of queens, knights, jacks, and 4 for the excuse; at most 1 bout.
refused("beaten, 24 points", CHELEM, bouts=1, points=24, chelem=BY_DEFENCE)
refused("beaten, 23½ points, 3 players", CHELEM, "ABC", bid=PETITE, bouts=1, points=23.5, chelem=BY_DEFENCE)
refused("beaten, 2 bouts", CHELEM, bouts=2, points=20, chelem=BY_DEFENCE)
refused("beaten, 15 points, 5 players", CHELEM, "ABCDE", bouts=1, points=15, chelem=BY_DEFENCE)
refused("beaten, 28½ points, alone", CHELEM, "ABCDE", FIVE_ALONE, bouts=1, points=28.5, chelem=BY_DEFENCE)
refused("beaten, discard too small", FEW_FOR_DISCARD, bouts=0, points=2, chelem=BY_DEFENCE)
refused("beaten, pousse", CHELEM, scheme=POUSSE, bid=Bid.POUSSE, bouts=1, points=24, chelem=BY_DEFENCE)
# …garde sans: p ≤ 4½·d + 4.
refused("sans, beaten, 32 points", CHELEM, bid=SANS, bouts=3, points=32, chelem=BY_DEFENCE)
refused("sans, beaten, 5 players", CHELEM, "ABCDE", bid=SANS, bouts=3, points=18, chelem=BY_DEFENCE)
refused("sans, beaten, bouts without points", FEW_FOR_BOUTS, bid=SANS, bouts=3, points=12, chelem=BY_DEFENCE)
# Petit chelem.
refused("both chelems made", BOTH_MADE, **EVERY_TRICK, chelem=BY_TAKER, petit_chelem=BY_TAKER)
refused("the others' petit chelem", BOTH_MADE, **EVERY_TRICK, chelem=BY_TAKER, petit_chelem=BY_DEFENCE)
refused(
    "a petit chelem announced beside a chelem announced and made",
    UNDER_CHELEM,
    **EVERY_TRICK,
    chelem=Chelem(TAKER, TAKER),
    petit_chelem=Chelem(announced=TAKER),
)
refused(
    "both made, both announced",
    BOTH_MADE | UNDER_CHELEM,
    scheme=CONTRE_5,
    bouts=0,
    points=10,
    chelem=Chelem(DEFENCE, DEFENCE),
    petit_chelem=Chelem(DEFENCE, DEFENCE),
)
refused("no petit chelem here", NO_PETIT_CHELEM, petit_chelem=Chelem(made=TAKER))
refused("no petit chelem here, announced", NO_PETIT_CHELEM, petit_chelem=Chelem(announced=DEFENCE))
# Misères.
refused("no misère here", NO_MISERE, miseres=declared("Bt"))
refused("not this misère", NO_MISERE, scheme=ONLY_NO_TRUMPS, miseres=declared("Bc"))
refused("the same misère twice", MISERE_TWICE, scheme=WIKIPEDIA, miseres=declared("Bt", "Bt"))
refused("a stranger's misère", {(Field.MISERES, Code.NOT_PLAYING)}, scheme=WIKIPEDIA, miseres=declared("Zt"))
# Who plays.
refused("the taker sits out", {(Field.TAKER, Code.NOT_PLAYING)}, taker="E")
refused("the partner sits out", {(Field.PARTNER, Code.NOT_PLAYING)}, "ABCDE", partner="F")
refused("the partner is the taker", {(Field.PARTNER, Code.PARTNER_IS_TAKER)}, "ABCDE", partner="A")
refused("a partner at four", {(Field.PARTNER, Code.NO_PARTNER_HERE)}, partner="B")
refused("a partner without a call", {(Field.PARTNER, Code.NO_PARTNER_HERE)}, "ABCDE", FIVE_ALONE, partner="B")
refused("a called card at four", {(Field.PARTNER, Code.NO_CALL_HERE)}, called=CalledCard(Suit.HEARTS))
refused("a called card found at four", {(Field.PARTNER, Code.NO_CALL_HERE)}, found=Found.DOG)
refused(
    "a called card in the dog and a partner",
    {(Field.PARTNER, Code.FOUND_AND_PARTNER)},
    "ABCDE",
    partner="B",
    found=Found.DOG,
)
refused("a player twice", {(Field.PLAYERS, Code.PLAYER_TWICE)}, "ABCA")
refused("one player", {(Field.PLAYERS, Code.TOO_FEW_OR_MANY_PLAYERS)}, "A", points=41)
refused("six players", {(Field.PLAYERS, Code.TOO_FEW_OR_MANY_PLAYERS)}, "ABCDEF")
refused(
    "three in an open duel",
    {(Field.PLAYERS, Code.OPEN_IS_FOR_TWO)},
    "ABC",
    shipped_scheme("open_duel"),
    bid=Bid.OPEN,
)
refused(
    "a poignée in an open duel",
    {(Field.POIGNEES, Code.NOT_IN_OPEN_DUEL)},
    "AB",
    shipped_scheme("open_duel"),
    bid=Bid.OPEN,
    poignees=shown("A1"),
)
refused("a bid that the scheme lacks", {(Field.BID, Code.BID_NOT_IN_SCHEME)}, scheme=NO_PETITE, bid=PETITE)
refused("a pousse under the FFT", {(Field.BID, Code.BID_NOT_IN_SCHEME)}, bid=Bid.POUSSE)
refused(
    "several fields at once",
    {
        (Field.TAKER, Code.NOT_PLAYING),
        (Field.BID, Code.BID_NOT_IN_SCHEME),
        (Field.CARD_POINTS, Code.HALF_POINT_IMPOSSIBLE),
        (Field.PETIT_AU_BOUT, Code.TAKER_LACKS_PETIT),
        (Field.POIGNEES, Code.POIGNEE_TWICE),
        (Field.MISERES, Code.MISERE_NOT_IN_SCHEME),
    },
    taker="Z",
    bid=Bid.POUSSE,
    bouts=0,
    points=41.5,
    petit_au_bout=TAKER,
    poignees=shown("A1", "A1"),
    miseres=declared("Bc"),
)


@pytest.mark.parametrize(
    ("scheme", "draft", "expected"), [pytest.param(*row[1:], id=row[0]) for row in REFUSED]
)
def test_what_cannot_be_is_refused_for_its_own_reason(scheme: Scheme, draft: Draft, expected: Why) -> None:
    assert why(impossible(draft, scheme)) == expected


PASSES: list[tuple[str, Scheme, Draft]] = []


def passes(name: str, seats: str = "ABCD", scheme: Scheme = FFT, **facts: Any) -> None:
    PASSES.append((name, scheme, hand(seats, **facts).to_draft()))


passes("1 bout, 5 points", bouts=1, points=5)
passes("1 bout, 4½ points, 3 players", "ABC", bouts=1, points=4.5)
passes("2 bouts, 9 points", bouts=2, points=9)
passes("3 bouts, 14 points", bouts=3, points=14)
passes("3 bouts, 13½ points, 3 players", "ABC", bouts=3, points=13.5)
passes("0 bouts, 77 points", bouts=0, points=77)
passes("0 bouts, 77½ points, 5 players", "ABCDE", bouts=0, points=77.5)
passes("1 bout, 82 points", bouts=1, points=82)
passes("2 bouts, 86 points", bouts=2, points=86)
passes("2 bouts, 86½ points, 3 players", "ABC", bouts=2, points=86.5)
passes("3 bouts, 91 points", bouts=3, points=91)
passes("petite, 3 points", bid=PETITE, bouts=0, points=3)
passes("5 players, 1½ points", "ABCDE", bouts=0, points=1.5)
passes("5 players alone, 4 points", "ABCDE", FIVE_ALONE, bouts=0, points=4)
passes("contre, no points", bid=CONTRE, bouts=0, points=0)
passes("contre, 88 points", bid=CONTRE, bouts=3, points=88)
passes("contre, 89½ points, 5 players", "ABCDE", bid=CONTRE, bouts=3, points=89.5)
passes("contre, 87 points, 5 alone", "ABCDE", FIVE_ALONE, bid=CONTRE, bouts=3, points=87)
passes("2 players, whole points", "AB", points=41)
passes("3 players, half a point", "ABC", points=40.5)
passes("5 players, half a point", "ABCDE", points=41.5)
passes("3 players, a triple", "ABC", poignees=shown("A3"))
passes("4 players, two singles", poignees=shown("A1", "B1"))
passes("5 players, two singles", "ABCDE", poignees=shown("A1", "B1"))
passes("5 players, a single and a triple", "ABCDE", poignees=shown("A1", "B3"))
passes("5 players, two doubles", "ABCDE", poignees=shown("A2", "B2"))
passes("all 22 trumps shown", scheme=OF_ELEVEN, poignees=shown("A2", "B2"))
passes("2 players, a triple", "AB", poignees=shown("A3"))
passes("low thresholds, 10 + 5 + 5", "ABCDE", LOW_THRESHOLDS, poignees=shown("A3", "B1", "C1"))
passes("a poignée without court cards", scheme=WIKIPEDIA, poignees=shown("A1"), miseres=declared("Ac"))
passes("a poignée, another's misère", scheme=WIKIPEDIA, poignees=shown("A1"), miseres=declared("Bt"))
passes("1 bout, the petit", bouts=1, petit_au_bout=TAKER)
passes("2 bouts, the petit elsewhere", bouts=2, petit_au_bout=DEFENCE)
passes("3 bouts, the petit", bouts=3, petit_au_bout=TAKER)
passes("no bout, the petit elsewhere", bouts=0, petit_au_bout=DEFENCE)
passes("chelem and petit au bout", bouts=2, points=87, chelem=BY_TAKER, petit_au_bout=TAKER)
passes(
    "chelem and petit au bout of the defence", bouts=1, points=16, chelem=BY_DEFENCE, petit_au_bout=DEFENCE
)
passes("chelem, 91 points with 3 bouts", bouts=3, points=91, chelem=BY_TAKER)
passes("chelem, 87 points with 2 bouts, petite", bid=PETITE, bouts=2, points=87, chelem=BY_TAKER)
passes("chelem, 87 points with 2 bouts, sans", "ABCDE", bid=SANS, bouts=2, points=87, chelem=BY_TAKER)
passes("chelem, contre, 60 points", bid=CONTRE, bouts=0, points=60, chelem=BY_TAKER)
passes("chelem, contre, 88 points", bid=CONTRE, bouts=3, points=88, chelem=BY_TAKER)
passes("chelem, contre, 87 points with 2 bouts", bid=CONTRE, bouts=2, points=87, chelem=BY_TAKER)
passes("chelem, contre, 5 players", "ABCDE", bid=CONTRE, bouts=0, points=73.5, chelem=BY_TAKER)
passes("chelem, contre, 5 alone", "ABCDE", FIVE_ALONE, bid=CONTRE, bouts=0, points=51, chelem=BY_TAKER)
passes("chelem announced and missed", bouts=1, points=40, chelem=Chelem(announced=TAKER))
passes("chelem announced by the defence", bouts=1, points=40, chelem=Chelem(announced=DEFENCE))
passes("contre, beaten, nothing", bid=CONTRE, bouts=0, points=0, chelem=BY_DEFENCE)
passes("contre, beaten, the excuse", bid=CONTRE, bouts=1, points=4, chelem=BY_DEFENCE)
passes("beaten, 23 points", bouts=1, points=23, chelem=BY_DEFENCE)
passes("beaten, 3 points", bouts=0, points=3, chelem=BY_DEFENCE)
passes("beaten, the excuse for 4", bouts=1, points=4, chelem=BY_DEFENCE)
passes("beaten, 14½ points, 5 players", "ABCDE", bouts=1, points=14.5, chelem=BY_DEFENCE)
passes("beaten, 28 points, alone", "ABCDE", FIVE_ALONE, bouts=1, points=28, chelem=BY_DEFENCE)
passes("sans, beaten, 31 points", bid=SANS, bouts=3, points=31, chelem=BY_DEFENCE)
passes("sans, beaten, 13 points", bid=SANS, bouts=3, points=13, chelem=BY_DEFENCE)
passes("sans, beaten, 17½ points, 5 players", "ABCDE", bid=SANS, bouts=3, points=17.5, chelem=BY_DEFENCE)
passes(
    "a missed chelem, a petit chelem",
    scheme=CONTRE_5,
    bouts=3,
    points=88,
    chelem=Chelem(announced=TAKER),
    petit_chelem=Chelem(TAKER, TAKER),
)
passes(
    "a chelem made unannounced, a petit chelem announced",
    **EVERY_TRICK,
    chelem=BY_TAKER,
    petit_chelem=Chelem(announced=TAKER),
)
passes(
    "a chelem announced and made, the others' petit chelem missed",
    **EVERY_TRICK,
    chelem=Chelem(TAKER, TAKER),
    petit_chelem=Chelem(announced=DEFENCE),
)
passes("a misère of each kind", scheme=WIKIPEDIA, miseres=declared("Bt", "Bc", "Cc"))
passes("the misère that is played", scheme=ONLY_NO_TRUMPS, miseres=declared("Bt"))
passes("with a partner", "ABCDE", partner="E")
passes("alone at five", "ABCDE")
passes(
    "alone with the called card", "ABCDE", called=CalledCard(Suit.CLUBS, Court.QUEEN), found=Found.OWN_HAND
)
passes("no call at five", "ABCDE", FIVE_ALONE)
passes("a pousse where it is played", scheme=POUSSE, bid=Bid.POUSSE)


@pytest.mark.parametrize(("scheme", "draft"), [pytest.param(*row[1:], id=row[0]) for row in PASSES])
def test_what_is_just_possible_passes(scheme: Scheme, draft: Draft) -> None:
    assert impossible(draft, scheme) == ()


def test_no_field_and_no_reason_without_a_case() -> None:
    codes = {code for _, _, _, expected in REFUSED for _, code in expected}
    assert codes == set(Code) - {Code.MISSING, Code.CHELEM_FORGOTTEN}
    assert {field for _, _, _, expected in REFUSED for field, _ in expected} == set(Field)


# -- what is not known yet ---


def test_an_empty_draft_lacks_everything_and_nothing_else() -> None:
    missing = {Field.TAKER, Field.BID, Field.BOUTS, Field.CARD_POINTS}
    empty = Draft(players=tuple("ABCD"))
    assert why(check(empty, FFT)) == {(field, Code.MISSING) for field in missing}
    five = Draft(players=tuple("ABCDE"))
    assert why(check(five, FFT)) == {(field, Code.MISSING) for field in missing | {Field.PARTNER}}
    assert why(check(replace(five, alone=True), FFT)) == why(check(empty, FFT))
    assert why(check(five, FIVE_ALONE)) == why(check(empty, FFT))


def test_problems_come_in_the_order_of_the_fields() -> None:
    for _, scheme, draft, _ in REFUSED:
        order = [list(Field).index(problem.field) for problem in check(draft, scheme)]
        assert order == sorted(order)
    fields = [problem.field for problem in check(Draft(players=tuple("ABCDE")), FFT)]
    assert fields == [Field.TAKER, Field.BID, Field.PARTNER, Field.BOUTS, Field.CARD_POINTS]


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ({"bid": Bid.GARDE}, FEW_FOR_DISCARD),
        ({"bouts": 1}, FEW_FOR_BOUTS),
        ({"bid": CONTRE}, set()),
        ({}, set()),
    ],
)
def test_what_is_known_is_enough_to_refuse(known: dict[str, Any], expected: Why) -> None:
    draft = Draft(players=tuple("ABCD"), half_points=4, **known)
    found = {(p.field, p.code) for p in impossible(draft, FFT) if p.code is not Code.MISSING}
    assert found == expected


@pytest.mark.parametrize("unknown", ["bid", "bouts", "half_points"])
def test_a_chelem_fits_what_is_not_known(unknown: str) -> None:
    facts: dict[str, Any] = {"bid": Bid.GARDE, "bouts": 3, "half_points": 100, unknown: None}
    draft = Draft(players=tuple("ABCD"), taker="A", chelem=BY_TAKER, **facts)
    assert CHELEM.isdisjoint(why(check(draft, FFT)))


# -- what a message needs ---


def problem(found: tuple[Problem, ...]) -> dict[str, int | str]:
    """The values of the one problem."""
    (one,) = found
    return dict(one.values)


def test_values_name_the_figures() -> None:
    assert problem(impossible(hand(bouts=2, points=8), FFT)) == {"half_points": 16, "least": 18, "bouts": 2}
    assert problem(impossible(hand(bouts=1, points=83), FFT)) == {"half_points": 166, "most": 164, "bouts": 1}
    assert problem(impossible(hand(bouts=0, points=2), FFT)) == {"half_points": 4, "least": 6}
    contre = hand(bid=CONTRE, bouts=3, points=89)
    assert problem(impossible(contre, FFT)) == {"half_points": 178, "most": 176}
    assert problem(impossible(hand(points=40.5), FFT)) == {"half_points": 81}
    assert problem(impossible(hand(bouts=3, points=92), FFT)) == {"half_points": 184}
    assert problem(impossible(hand(bouts=5), FFT)) == {"bouts": 5}
    assert problem(impossible(hand(poignees=shown("A1", "B2")), FFT)) == {"trumps": 23}
    assert problem(impossible(hand("ABCDEF"), FFT)) == {"players": 6}
    assert problem(impossible(hand(bouts=3, points=90, chelem=BY_TAKER), FFT)) == {"side": "taker"}
    beaten = hand(bouts=2, points=20, chelem=BY_DEFENCE)
    assert problem(impossible(beaten, FFT)) == {"side": "defence"}
    petit = hand(bouts=2, points=87, chelem=BY_TAKER, petit_au_bout=DEFENCE)
    assert problem(impossible(petit, FFT)) == {"side": "defence"}
    assert problem(impossible(hand(bid=Bid.POUSSE), FFT)) == {"bid": "pousse"}


def test_values_name_the_players() -> None:
    assert problem(impossible(hand("ABCA"), FFT)) == {"player": "A"}
    assert problem(impossible(hand(taker="Z"), FFT)) == {"player": "Z"}
    assert problem(impossible(hand("ABCDE", partner="A"), FFT)) == {"player": "A"}
    assert problem(impossible(hand("ABCDE", partner="Z"), FFT)) == {"player": "Z"}
    assert problem(impossible(hand(poignees=shown("B1", "B1")), FFT)) == {"player": "B"}
    assert problem(impossible(hand(poignees=(Poignee("Z", TRIPLE),)), FFT)) == {"player": "Z"}
    without_trumps = hand(poignees=(Poignee("B", DOUBLE),), miseres=declared("Bt"))
    assert problem(impossible(without_trumps, WIKIPEDIA)) == {"player": "B"}
    twice = hand(miseres=declared("Bc", "Bc"))
    assert problem(impossible(twice, WIKIPEDIA)) == {"player": "B", "kind": "no_court_cards"}
    assert problem(impossible(hand(miseres=declared("Zc")), WIKIPEDIA)) == {"player": "Z"}
    assert problem(impossible(hand(miseres=declared("Bc")), FFT)) == {"kind": "no_court_cards"}


def test_every_culprit_is_named_once_and_in_order() -> None:
    strangers = hand(miseres=(*declared("Zt", "Zc", "Yt"), Misere("Y", MisereKind.NO_TRUMPS)))
    found = [(p.code, dict(p.values).get("player")) for p in impossible(strangers, WIKIPEDIA)]
    assert found == [(Code.NOT_PLAYING, "Y"), (Code.NOT_PLAYING, "Z"), (Code.MISERE_TWICE, "Y")]
    twice = hand("ABCBAC")
    players = [dict(p.values).get("player") for p in impossible(twice, FFT)]
    assert players == [None, "A", "B", "C"]
    both_kinds = hand(miseres=declared("Bt", "Bc", "Ct"))
    assert [dict(p.values) for p in impossible(both_kinds, FFT)] == [
        {"kind": "no_court_cards"},
        {"kind": "no_trumps"},
    ]


# -- next to impossible ---


@pytest.mark.parametrize(
    ("scheme", "facts", "side"),
    [
        (FFT, {"bouts": 0, "points": 3}, "defence"),
        (FFT, {"bouts": 0, "points": 4}, "defence"),
        (FFT, {"bouts": 0, "points": 5}, None),
        (FFT, {"seats": "ABC", "bouts": 0, "points": 4}, "defence"),
        (FFT, {"seats": "ABC", "bouts": 0, "points": 4.5}, None),
        (FFT, {"seats": "ABCDE", "bouts": 0, "points": 3.5}, "defence"),
        (FFT, {"seats": "ABCDE", "bouts": 0, "points": 4}, None),
        (FFT, {"bid": CONTRE, "bouts": 0, "points": 0}, "defence"),
        (FFT, {"bid": CONTRE, "bouts": 0, "points": 1}, "defence"),
        (FFT, {"bid": CONTRE, "bouts": 0, "points": 2}, None),
        (FFT, {"bouts": 3, "points": 91}, "taker"),
        (FFT, {"bouts": 3, "points": 90}, "taker"),
        (FFT, {"bouts": 3, "points": 89}, None),
        (FFT, {"bid": CONTRE, "bouts": 3, "points": 88}, "taker"),
        (FFT, {"bid": CONTRE, "bouts": 3, "points": 87}, "taker"),
        (FFT, {"bid": CONTRE, "bouts": 3, "points": 86}, None),
        (FIVE_ALONE, {"seats": "ABCDE", "bouts": 0, "points": 6}, "defence"),
        (FIVE_ALONE, {"seats": "ABCDE", "bouts": 0, "points": 6.5}, None),
        (FFT, {"bouts": 3, "points": 91, "chelem": BY_TAKER}, None),
        (FFT, {"bouts": 0, "points": 3, "chelem": BY_DEFENCE}, None),
        (FFT, {"bouts": 3, "points": 91, "chelem": Chelem(announced=TAKER)}, "taker"),
    ],
)
def test_a_forgotten_chelem_is_a_warning(scheme: Scheme, facts: dict[str, Any], side: str | None) -> None:
    found = check(hand(**facts), scheme)
    expected = (Problem(Field.CARD_POINTS, Code.CHELEM_FORGOTTEN, (("side", str(side)),), warning=True),)
    assert found == (() if side is None else expected)
    assert impossible(hand(**facts), scheme) == ()


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"points": -1, "bouts": 0}, points(Code.POINTS_OUT_OF_RANGE)),
        ({"points": 92, "bouts": 3}, points(Code.POINTS_OUT_OF_RANGE)),
        ({"points": 2, "bouts": 0}, FEW_FOR_DISCARD),
        ({"points": 89, "bouts": 3, "bid": CONTRE}, MANY_FOR_DOG),
    ],
)
def test_no_warning_beside_points_that_cannot_be(facts: dict[str, Any], expected: Why) -> None:
    assert why(check(hand(**facts), FFT)) == expected


def test_no_warning_before_the_bid_is_known() -> None:
    draft = replace(hand(bouts=3, points=91).to_draft(), bid=None)
    assert why(check(draft, FFT)) == {(Field.BID, Code.MISSING)}


# -- helpers ---


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({}, (0, 182)),
        ({"bid": Bid.GARDE}, (6, 182)),
        ({"bid": CONTRE}, (0, 176)),
        ({"bouts": 0}, (0, 155)),
        ({"bouts": 1}, (9, 164)),
        ({"bouts": 2}, (18, 173)),
        ({"bouts": 3}, (27, 182)),
        ({"bouts": 4}, (0, 182)),
        ({"bid": Bid.GARDE, "bouts": 0}, (6, 155)),
        ({"bid": CONTRE, "bouts": 3}, (27, 176)),
        ({"bouts": 1, "chelem": BY_DEFENCE}, (8, 164)),
        ({"bouts": 1, "chelem": BY_TAKER}, (9, 165)),
        ({"bouts": 0, "chelem": BY_DEFENCE}, (0, 155)),
        ({"bouts": 3, "chelem": BY_TAKER}, (27, 182)),
    ],
)
def test_bounds(facts: dict[str, Any], expected: tuple[int, int]) -> None:
    assert bounds(Draft(players=tuple("ABCD"), **facts), FFT) == expected


def test_half_points_occur_with_an_odd_number_of_cards_in_a_trick() -> None:
    assert [half_points_occur(players) for players in (2, 3, 4, 5)] == [False, True, False, True]


def test_a_hand_and_its_draft_have_the_same_problems() -> None:
    five = hand("ABCDE", bouts=0, points=1)
    assert check(five, FFT) == check(five.to_draft(), FFT) != ()


@given(hands(WIKIPEDIA))
def test_bounds_say_when_the_points_are_wrong(any_hand: Any) -> None:
    low, high = bounds(any_hand.to_draft(), WIKIPEDIA)
    codes = {Code.TOO_FEW_FOR_BOUTS, Code.TOO_FEW_FOR_DISCARD, Code.TOO_MANY_FOR_BOUTS, Code.TOO_MANY_FOR_DOG}
    wrong = any(p.code in codes for p in impossible(any_hand, WIKIPEDIA))
    assert wrong is not (low <= any_hand.half_points <= high)


def test_fields_and_reasons_are_called_by_their_names() -> None:
    for member in (*Field, *Code):
        assert member.value == member.name.lower()


def test_problems_are_values() -> None:
    found = Problem(Field.BOUTS, Code.MISSING)
    assert (found.values, found.warning) == ((), False)
    assert found == replace(found)
    assert hash(found) == hash(replace(found))
    assert not hasattr(found, "__dict__")
    for field in fields(found):
        with pytest.raises(FrozenInstanceError):
            setattr(found, field.name, None)


def test_no_warning_before_the_points_are_known() -> None:
    draft = Draft(players=tuple("ABCD"), taker="A", bid=Bid.GARDE, bouts=2)
    assert why(check(draft, FFT)) == {(Field.CARD_POINTS, Code.MISSING)}


def test_strangers_are_named_in_order() -> None:
    shows = hand(poignees=shown("Z1", "W1", "Y1", "V1", "X1"))
    declares = hand(miseres=declared("Zt", "Wt", "Yt", "Vt", "Xt"))
    for found in (impossible(shows, WIKIPEDIA), impossible(declares, WIKIPEDIA)):
        strangers = [p for p in found if p.code is Code.NOT_PLAYING]
        assert [dict(p.values) for p in strangers] == [{"player": player} for player in "VWXYZ"]


def test_who_declares_twice_is_named_in_order() -> None:
    twice = hand("ABCDE", miseres=declared(*("Et", "Bt", "Ac", "Dt", "At", "Cc") * 2))
    found = [dict(p.values) for p in impossible(twice, WIKIPEDIA)]
    assert [(values["player"], values["kind"]) for values in found] == [
        ("A", "no_court_cards"),
        ("A", "no_trumps"),
        ("B", "no_trumps"),
        ("C", "no_court_cards"),
        ("D", "no_trumps"),
        ("E", "no_trumps"),
    ]


# --- What a chelem leaves -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bid", "made", "left"),
    [
        (Bid.GARDE, TAKER, ((3, 182), (2, 174))),
        (PETITE, DEFENCE, ()),
        (CONTRE, TAKER, ()),
        (CONTRE, DEFENCE, ((0, 0), (1, 8))),
        (Bid.GARDE, None, ()),
        (None, TAKER, ()),
    ],
)
def test_a_chelem_can_leave_only_these_bouts_and_points(
    bid: Bid | None, made: Side | None, left: tuple[tuple[int, int], ...]
) -> None:
    draft = Draft(players=tuple("ABCD"), bid=bid, chelem=Chelem(made=made))
    assert forced_by_chelem(draft) == left
