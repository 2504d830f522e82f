"""The table's words: a name for every value, a sum for every score, a reason for what cannot be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.evening.events import Deal
from scorepad.history.errors import (
    BadRecord,
    Closed,
    Damaged,
    DiskFull,
    EveningExists,
    Flaw,
    FolderInUse,
    FolderUnusable,
    HistoryError,
    Outdated,
    Reason,
    Refusal,
    Refused,
    Stale,
    TooLarge,
    TooNew,
    UnknownEvening,
    Unreadable,
    WriteFailed,
)
from scorepad.history.reports import Report, ReportKind
from scorepad.i18n import LANGUAGES, Translator
from scorepad.i18n.errors import error_text
from scorepad.i18n.names import (
    bid_name,
    card_kind_name,
    misere_name,
    poignee_name,
    scheme_title,
    short_bid,
    thrown_in_name,
)
from scorepad.i18n.parameters import (
    option_name,
    parameter_meaning,
    parameter_title,
    section_title,
    value_text,
)
from scorepad.i18n.problems import problem_text
from scorepad.i18n.saved import report_text
from scorepad.i18n.sentences import (
    bouts_text,
    counted,
    deal_text,
    formula,
    line_detail,
    line_sum,
    line_title,
    margin_sum,
    marks,
    needed_text,
    paid,
    result,
    taker_won,
    takes,
)
from scorepad.tarot.cards import CardKind
from scorepad.tarot.check import Code, Problem, check
from scorepad.tarot.hand import (
    Bid,
    Chelem,
    Draft,
    Found,
    Hand,
    Misere,
    MisereKind,
    Poignee,
    PoigneeSize,
    Side,
    ThrownIn,
)
from scorepad.tarot.parameters import parameters, value
from scorepad.tarot.payments import settle
from scorepad.tarot.scheme import HalfPoints, Margin, PetitAuBout, Scheme
from scorepad.tarot.scheme_data import shipped_scheme, shipped_schemes, shipped_summaries, shipped_titles
from scorepad.tarot.scoring import Line, Rule, score

FR, EN, DE = map(Translator, LANGUAGES)
EACH = pytest.mark.parametrize("t", [FR, EN, DE], ids=LANGUAGES)
FFT = shipped_scheme()
TAKER, DEFENCE = Side.TAKER, Side.DEFENCE
FOUR, FIVE = ("a", "b", "c", "d"), ("a", "b", "c", "d", "e")
NAMES = dict(zip(FIVE, ("Anne", "Bruno", "Chloé", "Denis", "Élise"), strict=True))
FILE = Path("library.json")
MADE, MISSED = Chelem(TAKER, TAKER), Chelem(TAKER, None)
NO_TRUMPS = Misere("b", MisereKind.NO_TRUMPS)


def hand(bid: str = "garde", bouts: int = 2, half_points: int = 98, *, of: int = 4, **facts: Any) -> Hand:
    """A hand of Anne's: a garde of 49 points with 2 bouts, made by 8, but for the facts given."""
    return Hand(players=FIVE[:of], taker="a", bid=Bid(bid), bouts=bouts, half_points=half_points, **facts)


def poignee(player: str = "a", size: PoigneeSize = PoigneeSize.SINGLE) -> Poignee:
    return Poignee(player, size)


ONE = (poignee(),)


def sum_of(scheme: Scheme, played: Hand) -> str:
    return formula(EN, score(played, scheme))


# --- Names ------------------------------------------------------------------------------------------------


@EACH
@pytest.mark.parametrize(
    ("naming", "values"),
    [
        (bid_name, Bid),
        (short_bid, Bid),
        (takes, Bid),
        (thrown_in_name, ThrownIn),
        (poignee_name, PoigneeSize),
        (misere_name, MisereKind),
        (card_kind_name, CardKind),
    ],
    ids=lambda each: each.__name__,
)
def test_every_value_has_a_name_of_its_own(t: Translator, naming: Any, values: type[StrEnum]) -> None:
    names = [naming(t, value) for value in values]
    assert all(names)
    assert len(set(names)) == len(names)


@EACH
def test_every_shipped_scheme_has_a_title_of_its_own(t: Translator) -> None:
    schemes = shipped_schemes()
    titles = [scheme_title(t, scheme) for scheme in schemes.values()]
    assert len(set(titles)) == len(titles)
    assert all(list(shipped_titles(id_)) == list(LANGUAGES) for id_ in schemes)
    summaries = [shipped_summaries(id_)[language] for id_ in schemes for language in LANGUAGES]
    assert len(set(summaries)) == len(summaries)
    assert not set(titles) & set(schemes), "an id is no title"
    assert scheme_title(t, replace(FFT, id="house-1", name="Chez Anne")) == "Chez Anne"


@EACH
def test_every_parameter_of_the_rules_has_a_title_and_readable_values(t: Translator) -> None:
    for scheme in shipped_schemes().values():
        titles = []
        for parameter in parameters(scheme):
            titles.append(
                (section_title(t, parameter.path.split(".")[0]), parameter_title(t, parameter.path))
            )
            assert all(titles[-1])
            assert re.fullmatch(r"(|.+\.)", parameter_meaning(t, parameter.path))
            options = [option_name(t, option) for option in parameter.options]
            assert len(set(options)) == len(options)
            assert not any("_" in option for option in options), "that is an id"
            assert "_" not in value_text(t, value(scheme, parameter.path))
        assert len(set(titles)) == len(titles)


@EACH
@pytest.mark.parametrize("kind", list(ReportKind))
def test_every_report_says_what_became_of_the_data(t: Translator, kind: ReportKind) -> None:
    assert report_text(t, Report(kind, FILE)).endswith(".")
    kept = report_text(t, Report(kind, FILE, quarantined=(Path("kept.json"),)))
    assert "kept.json" in kept
    assert "{" not in kept


def test_the_words_are_those_of_the_table() -> None:
    assert result(FR, hand(half_points=76)) == "Chuté de 3"
    assert result(FR, hand()) == "Fait de 8"
    assert result(FR, hand(half_points=82)) == "Juste fait"
    assert [thrown_in_name(FR, why) for why in ThrownIn] == [
        "Tous passent",
        "Petit sec",
        "Maldonne",
        "Excuse sèche",
        "Aucun atout",
        "Trop peu d’atouts et d’honneurs",
    ]
    assert bouts_text(FR, 1) == "1 bout"
    assert counted(FR, 2, 98) == "2 bouts, 49 points"
    assert needed_text(EN, 3) == "36 points were needed with 3 bouts."


def test_half_points_go_to_the_winner() -> None:
    assert result(EN, hand(of=5, half_points=81)) == "Down 1"
    assert result(EN, hand(of=5, half_points=83)) == "Made by 1"
    assert margin_sum(EN, hand(of=5, half_points=81)) == "40½ − 41 = −½"


def test_half_points_that_a_table_keeps_are_shown() -> None:
    kept = replace(FFT, margin=replace(FFT.margin, half_points=HalfPoints.KEPT))
    assert result(EN, hand(of=5, half_points=81), kept) == "Down ½"
    assert result(EN, hand(of=5, half_points=99), kept) == "Made by 8½"
    assert result(EN, hand(of=5, half_points=98), kept) == "Made by 8"
    assert result(EN, hand(of=5, half_points=82), kept) == "Just made"
    margin = score(hand(of=5, half_points=99), kept).lines[1]
    assert line_title(FR, margin, hand(of=5, half_points=99), str, kept) == "8½ points de gain"
    assert line_title(FR, margin, hand(of=5, half_points=99), str) == "9 points de gain"


@pytest.mark.parametrize("rule", HalfPoints)
def test_the_result_has_the_half_point_of_the_score(rule: HalfPoints) -> None:
    scheme = replace(FFT, margin=replace(FFT.margin, half_points=rule))
    for half_points in range(62, 103):
        played = hand(of=5, half_points=half_points)
        scored = score(played, scheme)
        [margin] = [line for line in scored.lines if line.rule is Rule.MARGIN]
        by = EN.number(abs(margin.points), scored.unit)
        made = played.margin >= 0
        just, words = ("Just made", "Made by") if made else ("Just down", "Down")
        assert result(EN, played, scheme) == (just if by == "0" else f"{words} {by}"), half_points


def test_the_margin_is_written_as_a_difference() -> None:
    assert margin_sum(EN, hand()) == "49 − 41 = +8"
    assert margin_sum(EN, hand(half_points=82)) == "41 − 41 = 0"
    assert taker_won(hand(half_points=82))
    assert not taker_won(hand(half_points=81, of=5))


def test_what_else_happened_is_named_in_a_word() -> None:
    assert marks(EN, hand()) == []
    full = hand(
        petit_au_bout=TAKER,
        poignees=(poignee("b", PoigneeSize.DOUBLE),),
        chelem=MISSED,
        petit_chelem=MADE,
        miseres=(Misere("c", MisereKind.NO_TRUMPS),),
    )
    assert marks(EN, full) == ["petit", "double poignée", "chelem", "petit chelem", "misère"]
    assert marks(EN, hand(poignees=(poignee("a"), poignee("b")))) == ["2 poignées"]


# --- Sums -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "played"),
    [
        ("(25 + 8) × 2 = 66", hand()),
        ("(25 + 0) × 2 = 50", hand(half_points=82)),
        ("25 + 8 = 33", hand("petite")),
        ("−25 − 7 = −32", hand("petite", half_points=68)),
        ("−(25 + 3) × 2 = −56", hand(half_points=76)),
        ("(25 + 8 + 10) × 2 + 20 = 106", hand(petit_au_bout=TAKER, poignees=ONE)),
        ("(25 + 4 − 10) × 4 = 76", hand("garde_sans", half_points=90, petit_au_bout=DEFENCE)),
        ("−25 − 7 + 10 − 20 = −42", hand("petite", half_points=68, petit_au_bout=TAKER, poignees=ONE)),
        ("(25 + 11) × 2 + 20 = 92", hand(half_points=104, poignees=(poignee("b"),))),
        (
            "(25 + 46 + 10) × 2 + 20 + 400 = 582",
            hand(half_points=174, petit_au_bout=TAKER, poignees=ONE, chelem=MADE),
        ),
        ("−(25 + 1 + 10) × 2 = −72", hand(half_points=80, petit_au_bout=DEFENCE)),
        ("−(25 + 1 − 10) × 2 = −32", hand(half_points=80, petit_au_bout=TAKER)),
        ("−(25 + 7) × 2 − 30 = −94", hand(half_points=68, poignees=(poignee("b", PoigneeSize.DOUBLE),))),
        ("(25 + 8) × 6 − 200 = −2", hand("garde_contre", chelem=MISSED)),
        ("−(25 + 39) × 2 − 200 = −328", hand(half_points=4, chelem=Chelem(None, DEFENCE))),
        ("(25 + 9) × 2 = 68", hand(half_points=99, of=5, partner="b")),
        ("−(25 + 1) × 2 = −52", hand(half_points=81, of=3)),
        ("(25 + 55) × 6 + 200 = 680", hand("garde_contre", 3, 182, chelem=Chelem(None, TAKER))),
    ],
)
def test_the_sum_of_a_score_under_the_rules_of_the_fft(written: str, played: Hand) -> None:
    assert sum_of(FFT, played) == written


@given(st.data())
def test_two_versions_of_a_hand_never_read_alike(data: st.DataObject) -> None:
    """Who has to choose between two sees what they differ in."""
    t = Translator(data.draw(st.sampled_from(LANGUAGES)))
    _, one = data.draw(scored_hands())
    other = data.draw(
        st.sampled_from(
            [
                replace(one, taker="c", partner=None),
                replace(one, bid=Bid.GARDE_CONTRE),
                replace(one, bouts=(one.bouts + 1) % 4),
                replace(one, half_points=(one.half_points + 1) % 183),
                replace(one, petit_au_bout=None if one.petit_au_bout else Side.DEFENCE),
                replace(one, poignees=(*one.poignees, poignee("c", PoigneeSize.TRIPLE))),
                replace(one, chelem=Chelem(None if one.chelem.announced else Side.TAKER, one.chelem.made)),
                replace(
                    one,
                    petit_chelem=Chelem(one.petit_chelem.announced, None if one.petit_chelem.made else TAKER),
                ),
                replace(one, miseres=(*one.miseres, Misere("c", MisereKind.NO_COURT_CARDS))),
                replace(one, partner="d" if len(one.players) == 5 else one.partner),
            ]
        )
    )

    def line(dealer: str, played: Hand) -> str:
        return deal_text(t, Deal(dealer, played), str, dealer=True)

    assert (line("a", one) == line("a", other)) is (one == other)
    assert line("a", one) != line("b", one)


def test_a_version_of_a_hand_in_a_line() -> None:
    played = hand(
        of=5,
        partner="c",
        petit_au_bout=Side.DEFENCE,
        poignees=(poignee("b"),),
        chelem=Chelem(announced=Side.DEFENCE, made=Side.TAKER),
    )
    assert deal_text(Translator("en"), Deal("e", played), str.upper, dealer=True) == (
        "A, garde, with C, 2 bouts, 49 points, made by 8 · Petit au bout, taken by the defence · "
        "Poignée, shown by B · Chelem, announced by the defence, made by the taker’s side · E deals"
    )
    assert deal_text(Translator("fr"), Deal("e", ThrownIn.MISDEAL), str, dealer=True) == "Maldonne · e donne"


def test_a_large_sum_has_its_thin_space() -> None:
    played = hand("garde_contre", 3, 182, chelem=MADE, petit_au_bout=TAKER, poignees=ONE * 2)
    assert sum_of(FFT, played) == "(25 + 55 + 10) × 6 + 20 + 20 + 400 = 980"
    played = replace(played, poignees=(poignee(size=PoigneeSize.TRIPLE),) * 2)
    assert sum_of(FFT, played) == "(25 + 55 + 10) × 6 + 40 + 40 + 400 = 1\u202f020"


@pytest.mark.parametrize(
    ("scheme", "written", "played"),
    [
        ("flat_80", "80 + 10 = 90", hand()),
        ("flat_80", "80 + 0 = 80", hand(half_points=90)),
        (
            "flat_80",
            "−160 − 10 − 10 − 20 = −200",
            hand("garde_sans", half_points=66, petit_au_bout=DEFENCE, poignees=ONE),
        ),
        ("stepped_base", "40 + 8 = 48", hand()),
        ("stepped_base", "−10 − 3 = −13", hand("petite", half_points=76)),
        ("stepped_base", "20 + 8 − 10 = 18", hand("pousse", petit_au_bout=DEFENCE)),
        ("poignee_multiplied", "(25 + 4 + 10) × 2 = 78", hand(bouts=3, half_points=80, poignees=ONE)),
        ("poignee_multiplied", "−(25 + 4 + 10) × 2 = −78", hand(half_points=74, poignees=ONE)),
        ("rounded_5", "(25 + 8) × 2 − 1 = 65", hand()),
        ("rounded_5", "(25 + 0) × 2 + 0 = 50", hand(half_points=82)),
        ("rounded_5", "−(25 + 9) × 2 − 2 = −70", hand(half_points=64)),
        ("rounded_10", "(25 + 8) × 2 + 4 = 70", hand()),
        ("rounded_10", "25 + 8 − 3 = 30", hand("petite")),
        ("equal_split", "(25 + 8) × 2 = 66", hand(of=5, partner="b")),
        ("contre_5", "(25 + 8) × 5 = 165", hand("garde_contre")),
        ("pousse", "(25 + 8) × 12 = 396", hand("garde_contre")),
        ("wikipedia", "(25 + 8) × 2 + 150 = 216", hand(petit_chelem=Chelem(None, TAKER))),
        ("wikipedia", "(25 + 8) × 2 = 66", hand(miseres=(NO_TRUMPS,))),
        ("wikipedia", "(25 + 8) × 2 + 20 = 86", hand(poignees=ONE, miseres=(NO_TRUMPS,))),
    ],
)
def test_the_sum_of_a_score_under_other_rules(scheme: str, written: str, played: Hand) -> None:
    assert sum_of(shipped_scheme(scheme), played) == written


def test_the_sum_of_a_score_under_house_rules() -> None:
    kept = replace(FFT, id="kept", margin=Margin(half_points=HalfPoints.KEPT))
    assert sum_of(kept, hand(of=5, half_points=91, partner="b")) == "(25 + 4½) × 2 = 59"
    assert sum_of(kept, hand("petite", of=3, half_points=81)) == "−25 − ½ = −25½"
    plain = replace(FFT, id="plain", petit_au_bout=PetitAuBout(points=10, multiplied=False))
    assert sum_of(plain, hand(petit_au_bout=TAKER)) == "(25 + 8) × 2 + 10 = 76"
    assert sum_of(plain, hand(petit_au_bout=DEFENCE)) == "(25 + 8) × 2 − 10 = 56"


def reckoned(written: str) -> bool:
    """Whether both sides of a sum are equal, by Python's own arithmetic."""
    plain = written.replace("×", "*").replace("−", "-").replace("\u202f", "")
    plain = re.sub(r"(\d*)([½¼¾])", lambda m: f"{m[1]}{ {'½': '.5', '¼': '.25', '¾': '.75'}[m[2]] }", plain)
    assert re.fullmatch(r"[-+*/()=. \d]+", plain), plain
    left, right = plain.split(" = ")
    return bool(eval(left) == eval(right))


@st.composite
def scored_hands(draw: st.DrawFn) -> tuple[Scheme, Hand]:
    """Any hand of a shipped scheme, probable or not."""
    scheme = draw(st.sampled_from([each for each in shipped_schemes().values() if not each.open]))
    if draw(st.booleans()):
        scheme = replace(scheme, id="kept", margin=replace(scheme.margin, half_points=HalfPoints.KEPT))
    players = FIVE[: draw(st.integers(3, 5))]
    chelems = st.builds(Chelem, st.sampled_from([None, *Side]), st.sampled_from([None, *Side]))
    return scheme, Hand(
        players=players,
        taker="a",
        partner=draw(st.sampled_from([None, "b"])) if scheme.calls_partner(len(players)) else None,
        bid=draw(st.sampled_from([value.bid for value in scheme.bids])),
        bouts=draw(st.integers(0, 3)),
        half_points=draw(st.integers(0, 182)),
        petit_au_bout=draw(st.sampled_from([None, *Side])),
        poignees=tuple(map(poignee, draw(st.lists(st.sampled_from(players), max_size=2)))),
        chelem=draw(chelems),
        petit_chelem=draw(chelems),
        miseres=tuple(
            Misere(who, MisereKind.NO_TRUMPS)
            for who in draw(st.lists(st.sampled_from(players), max_size=1))
            if scheme.misere
        ),
    )


@settings(max_examples=50)
@given(scored_hands())
def test_every_sum_is_right_and_every_line_has_its_words(example: tuple[Scheme, Hand]) -> None:
    scheme, played = example
    scored = score(played, scheme)
    written = formula(EN, scored)
    total = EN.number(scored.total, scored.unit)
    assert written == total if len(scored.lines) == 1 else reckoned(written), written
    assert written.endswith(f"= {total}") or written == total
    for t in (FR, EN, DE):
        for line in scored.lines:
            assert line_title(t, line, played, NAMES.__getitem__)
            assert line_detail(t, line, played, scheme)
            assert line_sum(t, line, scored.unit)
        payments = settle(scored, played, scheme)
        assert paid(t, payments, played, NAMES.__getitem__)


def test_a_line_shows_its_numbers_and_its_rule() -> None:
    played = hand(
        half_points=80, petit_au_bout=DEFENCE, poignees=(poignee("b", PoigneeSize.TRIPLE),), chelem=MISSED
    )
    lines = score(played, FFT).lines
    assert [(line_title(EN, line, played, NAMES.__getitem__), line_sum(EN, line, 1)) for line in lines] == [
        ("Garde, lost", "−25 × 2 = −50"),
        ("1 point short", "−1 × 2 = −2"),
        ("Petit au bout, taken by the defence", "−10 × 2 = −20"),
        ("Triple poignée, shown by Bruno", "−40"),
        ("Chelem announced and missed", "−200"),
    ]
    assert [line_detail(EN, line, played, FFT) for line in lines] == [
        "Every hand played starts from 25 points.",
        "40 points for 41 needed with 2 bouts.",
        "The petit in the last trick, whatever the result of the contract.",
        "To the side that wins the hand, whoever showed it.",
        "All the tricks were announced; the other side won one.",
    ]
    half = hand(of=5, half_points=81, partner="b")
    assert line_detail(EN, score(half, FFT).lines[1], half, FFT) == (
        "40½ points for 41 needed with 2 bouts. The half point goes to the winning side."
    )


@EACH
def test_every_rule_has_a_line_with_a_title_and_a_sentence(t: Translator) -> None:
    wikipedia = replace(shipped_scheme("wikipedia"), rounding=shipped_scheme("rounded_5").rounding)
    titles: dict[Rule, set[str]] = {}
    for side in Side:
        other = side.other
        for chelem in (Chelem(side, side), Chelem(None, side), Chelem(side, other), Chelem(side, None)):
            each: list[dict[str, Any]] = [{"chelem": chelem}, {"petit_chelem": chelem}]
            for facts in each:
                played = hand(
                    petit_au_bout=side,
                    poignees=ONE,
                    miseres=(NO_TRUMPS,),
                    half_points=98 if side is TAKER else 4,
                    **facts,
                )
                for line in score(played, wikipedia).lines:
                    titles.setdefault(line.rule, set()).add(line_title(t, line, played, NAMES.__getitem__))
                    assert line_detail(t, line, played, wikipedia)
    short = Line(Rule.TABLE_STAKES, 0, stake="a")
    assert line_title(t, short, hand(), NAMES.__getitem__)
    assert line_detail(t, short, hand(), wikipedia)
    assert titles.keys() == set(Rule) - {Rule.TABLE_STAKES}
    for rule in titles:
        one = {Rule.POIGNEE, Rule.MISERE, Rule.ROUNDING}
        assert len(titles[rule]) == (1 if rule in one else 2), (rule, titles[rule])


# --- Payments ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scheme", "played", "expected"),
    [
        ("fft", hand(), ["Anne +198", "the others −66"]),
        ("fft", hand(half_points=76), ["Anne −168", "the others +56"]),
        ("fft", hand(of=5, partner="c"), ["Anne +132", "Chloé +66", "the others −66"]),
        ("fft", hand(of=5), ["Anne +264", "the others −66"]),
        ("equal_split", hand(of=5, partner="c"), ["Anne +99", "Chloé +99", "the others −66"]),
        ("equal_split", hand("petite", of=5, partner="c"), ["Anne +49½", "Chloé +49½", "the others −33"]),
        ("wikipedia", hand(miseres=(NO_TRUMPS,)), ["Anne +188", "Bruno −36", "Chloé −76", "Denis −76"]),
    ],
)
def test_who_receives_what(scheme: str, played: Hand, expected: list[str]) -> None:
    rules = shipped_scheme(scheme)
    assert paid(EN, settle(score(played, rules), played, rules), played, NAMES.__getitem__) == expected


# --- What cannot be ---------------------------------------------------------------------------------------


def draft(players: tuple[str, ...] = FOUR, **facts: Any) -> Draft:
    plain: dict[str, Any] = {"taker": "a", "bid": Bid.GARDE, "bouts": 2, "half_points": 98}
    return Draft(players=players, **plain | facts)


IMPOSSIBLE: dict[str, list[tuple[Code, Draft, str]]] = {
    "open_duel": [
        (Code.OPEN_IS_FOR_TWO, draft(bid=Bid.OPEN), "The open duel is for two players."),
        (
            Code.NOT_IN_OPEN_DUEL,
            draft(("a", "b"), bid=Bid.OPEN, chelem=Chelem(Side.TAKER)),
            "In an open duel there is no poignée and no chelem.",
        ),
    ],
    "fft": [
        (Code.MISSING, draft(bouts=None), "Still to be filled in."),
        (Code.TOO_FEW_OR_MANY_PLAYERS, draft((*FIVE, "f")), "A hand is played by two to five."),
        (Code.PLAYER_TWICE, draft(("a", "b", "b", "c")), "Bruno plays twice."),
        (Code.NOT_PLAYING, draft(taker="e"), "Élise does not play this hand."),
        (Code.PARTNER_IS_TAKER, draft(FIVE, partner="a"), "The taker cannot be the partner: choose “alone”."),
        (Code.NO_PARTNER_HERE, draft(partner="b"), "There is no partner at this table."),
        (Code.NO_CALL_HERE, draft(found=Found.DOG), "No card is called at this table."),
        (
            Code.FOUND_AND_PARTNER,
            draft(FIVE, partner="b", found=Found.DOG),
            "The partner has the called card: it is nowhere else.",
        ),
        (Code.BID_NOT_IN_SCHEME, draft(bid=Bid.POUSSE), "This table does not play Pousse."),
        (Code.BOUTS_OUT_OF_RANGE, draft(bouts=4), "There are 0 to 3 bouts."),
        (Code.POINTS_OUT_OF_RANGE, draft(half_points=184), "There are 0 to 91 points."),
        (Code.HALF_POINT_IMPOSSIBLE, draft(half_points=97), "No half points at this table: count again."),
        (Code.TOO_FEW_FOR_BOUTS, draft(bouts=3, half_points=20), "3 bouts are worth at least 14 points."),
        (Code.TOO_MANY_FOR_BOUTS, draft(bouts=1, half_points=180), "With 1 bout it is at most 82 points."),
        (Code.TOO_FEW_FOR_DISCARD, draft(bouts=0, half_points=4), "The taker has the dog: at least 3."),
        (
            Code.TOO_MANY_FOR_DOG,
            draft(bid=Bid.GARDE_CONTRE, bouts=3, half_points=178),
            "The defence has the dog: at most 88.",
        ),
        (
            Code.TAKER_LACKS_PETIT,
            draft(bouts=0, petit_au_bout=TAKER),
            "Without a bout, the taker does not have the petit.",
        ),
        (
            Code.DEFENCE_LACKS_PETIT,
            draft(bouts=3, petit_au_bout=DEFENCE),
            "With 3 bouts on the taker’s side, the defence does not have the petit.",
        ),
        (
            Code.PETIT_AGAINST_CHELEM,
            draft(half_points=174, chelem=MADE, petit_au_bout=DEFENCE),
            "A side without a trick cannot take the petit au bout.",
        ),
        (
            Code.TOO_MANY_TRUMPS,
            draft(poignees=(poignee("a"), poignee("b", PoigneeSize.DOUBLE))),
            "These poignées show 23 trumps; there are 22.",
        ),
        (Code.POIGNEE_TWICE, draft(poignees=(poignee("c"), poignee("c"))), "Chloé shows two poignées."),
        (
            Code.POINTS_AGAINST_CHELEM,
            draft(chelem=MADE),
            "With a chelem it is 91 points with 3 bouts, or 87 with 2.",
        ),
        (
            Code.POINTS_AGAINST_CHELEM,
            draft(bid=Bid.GARDE_CONTRE, half_points=118, chelem=MADE),
            "With a chelem under garde contre it is 60 to 87 points.",
        ),
        (
            Code.POINTS_AGAINST_CHELEM,
            draft(chelem=Chelem(None, DEFENCE)),
            "With a chelem by the defence, these points and bouts are impossible.",
        ),
        (
            Code.PETIT_CHELEM_NOT_IN_SCHEME,
            draft(petit_chelem=MISSED),
            "This table does not play the petit chelem.",
        ),
        (Code.MISERE_NOT_IN_SCHEME, draft(miseres=(NO_TRUMPS,)), "This table does not play this misère."),
        (Code.CHELEM_FORGOTTEN, draft(bouts=3, half_points=182), "So many points: was it a chelem?"),
        (
            Code.CHELEM_FORGOTTEN,
            draft(bouts=0, half_points=6),
            "So few points for the taker: was it a chelem by the defence?",
        ),
    ],
    "wikipedia": [
        (
            Code.POIGNEE_AND_NO_TRUMPS,
            draft(poignees=(poignee("b"),), miseres=(NO_TRUMPS,)),
            "Bruno cannot show a poignée without trumps.",
        ),
        (
            Code.BOTH_CHELEMS_MADE,
            draft(half_points=174, chelem=MADE, petit_chelem=Chelem(None, TAKER)),
            "A chelem and a petit chelem cannot both be made.",
        ),
        (
            Code.PETIT_CHELEM_UNDER_CHELEM,
            draft(half_points=174, chelem=MADE, petit_chelem=MISSED),
            "Whoever announces a chelem announces no petit chelem.",
        ),
        (Code.MISERE_TWICE, draft(miseres=(NO_TRUMPS, NO_TRUMPS)), "Bruno declares the same misère twice."),
    ],
}
EXAMPLES = [(scheme, *row) for scheme, rows in IMPOSSIBLE.items() for row in rows]


def problem_of(scheme: str, code: Code, wrong: Draft) -> Problem:
    """The one problem of that code that the check finds."""
    return next(problem for problem in check(wrong, shipped_scheme(scheme)) if problem.code is code)


def test_every_reason_is_in_the_table_of_reasons() -> None:
    assert {code for _, code, _, _ in EXAMPLES} == set(Code)


@pytest.mark.parametrize(("scheme", "code", "wrong", "expected"), EXAMPLES)
def test_why_a_hand_cannot_be(scheme: str, code: Code, wrong: Draft, expected: str) -> None:
    problem = problem_of(scheme, code, wrong)
    assert problem_text(EN, problem, NAMES.__getitem__) == expected


@EACH
def test_every_reason_is_a_sentence(t: Translator) -> None:
    for scheme, code, wrong, _ in EXAMPLES:
        expected = problem_text(t, problem_of(scheme, code, wrong), NAMES.__getitem__)
        assert re.search(r"[.?]$", expected), expected
        assert not re.search(r"[{}]| [.,]|None", expected), expected


# --- What the disk can do -----------------------------------------------------------------------------------

ERRORS: list[tuple[HistoryError, str]] = [
    (FolderInUse(FILE), "Close it first"),
    (FolderUnusable(FILE, 13), "library.json cannot be written"),
    (Closed(FILE), "Start Scorepad again"),
    (UnknownEvening("x"), "This evening is not here"),
    (EveningExists("x"), "This evening is here already"),
    (Outdated("x"), "Another window"),
    (BadRecord("people", Reason.TWICE), "not as Scorepad writes it (people)"),
    (Refused(next(iter(Refusal))), "This file is refused"),
    (Damaged(FILE, {"library.json": Flaw.CHECKSUM}), "This file is damaged"),
    (TooNew(FILE, 2, 1), "newer Scorepad"),
    (TooLarge(FILE, 2, 1), "no room for more in this file"),
    (Stale(FILE), "Something other than Scorepad changed this file"),
    (Unreadable(FILE, 5), "library.json cannot be read just now"),
    (DiskFull(FILE, 28), "The disk is full"),
    (WriteFailed(FILE, 5), "could not be saved: " + str(FILE)),
]


def every_kind(kind: type[HistoryError]) -> Iterator[type[HistoryError]]:
    """The kinds of the tree that are raised: its leaves, and WriteFailed, which has one below it."""
    below = kind.__subclasses__()
    if not below or kind is WriteFailed:
        yield kind
    for each in below:
        yield from every_kind(each)


def test_every_kind_of_the_tree_is_tried() -> None:
    assert {type(error) for error, _ in ERRORS} == set(every_kind(HistoryError))


@pytest.mark.parametrize(("error", "expected"), ERRORS, ids=lambda each: type(each).__name__)
def test_every_failure_of_the_history_has_its_text(error: HistoryError, expected: str) -> None:
    assert expected in error_text(EN, error)
    for t in (FR, DE):
        text = error_text(t, error)
        assert text.endswith(".")
        assert text != error_text(EN, error)
        assert "{" not in text


@EACH
def test_no_two_errors_have_the_same_text_and_none_shows_its_class(t: Translator) -> None:
    wrong = t("Something went wrong. What was saved is safe; try again.")
    texts = {error_text(t, error) for error, _ in ERRORS} - {wrong}
    assert len(texts) == len(ERRORS)
    assert not [text for text in texts for error, _ in ERRORS if type(error).__name__ in text]
