"""The table's words: a name for every value, a sum for every score, a reason for what cannot be."""

from __future__ import annotations

import errno
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from approve import Approve
from evenings import hand
from random_evenings import any_hand

from scorepad.evening.deal import Deal
from scorepad.faults import Fault, Invalid
from scorepad.history.errors import (
    BadRecord,
    Damaged,
    DiskFull,
    EveningExists,
    Flaw,
    FolderInUse,
    FolderUnusable,
    HistoryClosed,
    HistoryError,
    InDataFolder,
    Outdated,
    Refusal,
    Refused,
    SecondFolderUnknown,
    SharedFolderUnknown,
    Stale,
    TooLarge,
    TooNew,
    UnknownEvening,
    Unreadable,
    WriteFailed,
)
from scorepad.history.reports import Report, ReportKind
from scorepad.i18n import LANGUAGES, SOURCE, Translator
from scorepad.i18n.errors import REFUSALS, error_text, report_text
from scorepad.i18n.names import (
    bid_name,
    bouts_text,
    card_kind_name,
    misere_name,
    poignee_name,
    scheme_title,
    short_bid,
    thrown_in_name,
)
from scorepad.i18n.parameters import scheme_line
from scorepad.i18n.problems import problem_text, scheme_error_text
from scorepad.i18n.sentences import MISSED as MISSED_WORDS
from scorepad.i18n.sentences import (
    PETIT_MISSED,
    bonus_texts,
    count_text,
    deal_text,
    formula,
    hand_line,
    line_detail,
    line_sum,
    line_title,
    margin_sum,
    needed_text,
    payment_texts,
    result,
    result_with_missed,
    takes,
)
from scorepad.tarot.cards import CardKind
from scorepad.tarot.check import Code, Field, Problem, check
from scorepad.tarot.choices import HalfPoints
from scorepad.tarot.hand import (
    Bid,
    Chelem,
    Draft,
    Hand,
    Misere,
    MisereKind,
    Poignee,
    PoigneeSize,
    Side,
    ThrownIn,
)
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import (
    scheme_from_file,
    shipped_scheme,
    shipped_schemes,
)
from scorepad.tarot.scoring import Rule, score, settle

FR, EN, DE = map(Translator, ("fr", "en", "de"))
EACH = pytest.mark.parametrize("t", [*map(Translator, LANGUAGES)], ids=LANGUAGES)
FFT = shipped_scheme()
TAKER, DEFENCE = Side.TAKER, Side.DEFENCE
FOUR, FIVE = ("a", "b", "c", "d"), ("a", "b", "c", "d", "e")
NAMES = dict(zip(FIVE, ("Anne", "Bruno", "Chloé", "Denis", "Élise"), strict=True))
FILE = Path("library.json")
MADE, MISSED = Chelem(TAKER, TAKER), Chelem(TAKER, None)
CONTRE = Bid.GARDE_CONTRE
NO_TRUMPS = Misere("b", MisereKind.NO_TRUMPS)


GARDE = hand(FOUR, 49)
"""A garde of Anne’s with 2 bouts, made by 8."""


def poignee(player: str = "a", size: PoigneeSize = PoigneeSize.SINGLE) -> Poignee:
    return Poignee(player, size)


ONE = (poignee(),)


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
    summaries = [scheme_line(t, scheme) for scheme in schemes.values()]
    assert len(set(summaries)) == len(summaries)
    assert not set(titles) & set(schemes), "an id is no title"
    assert scheme_title(t, replace(FFT, id="house-1", name="Chez Anne")) == "Chez Anne"


@EACH
@pytest.mark.parametrize("kind", list(ReportKind))
def test_every_report_tells_the_state_of_the_data(t: Translator, kind: ReportKind) -> None:
    assert report_text(t, Report(kind, FILE)).endswith(".")
    kept = report_text(t, Report(kind, FILE, quarantined=(Path("kept.json"),)))
    assert "kept.json" in kept
    assert "{" not in kept


def test_results_have_the_words_of_french_players() -> None:
    assert result(FR, hand(FOUR, 38)) == "Chuté de 3"
    assert result(FR, GARDE) == "Fait de 8"
    assert result(FR, hand(FOUR)) == "Juste fait"
    assert [thrown_in_name(FR, why) for why in ThrownIn] == [
        "Tous passent",
        "Petit sec",
        "Maldonne",
        "Excuse sèche",
        "Aucun atout",
        "Trop peu d’atouts et d’honneurs",
    ]
    assert bouts_text(FR, 1) == "1 bout"
    assert count_text(FR, 2, 98) == "2 bouts, 49 points"
    assert needed_text(EN, 3) == "36 points were needed with 3 bouts."


@pytest.mark.promise("Names and words", "The result in words has the same half point as the score.")
@pytest.mark.parametrize("rule", HalfPoints)
def test_the_result_has_the_half_point_of_the_score(rule: HalfPoints) -> None:
    scheme = replace(FFT, margin=replace(FFT.margin, half_points=rule))
    for half_points in range(62, 103):
        played = hand(FIVE, half_points / 2)
        scored = score(played, scheme)
        [margin] = [line for line in scored.lines if line.rule is Rule.MARGIN]
        by = EN.number(abs(margin.points), scored.unit)
        made = played.margin >= 0
        just, words = ("Just made", "Made by") if made else ("Just down", "Down")
        assert result(EN, played, scheme) == (just if by == "0" else f"{words} {by}"), half_points


# --- Sums -------------------------------------------------------------------------------------------------


KEPT = replace(FFT, margin=replace(FFT.margin, half_points=HalfPoints.KEPT))
EQUAL, WIKIPEDIA = shipped_scheme("equal_split"), shipped_scheme("wikipedia")
TRIPLES = (poignee(size=PoigneeSize.TRIPLE),) * 2
TOLD = {
    "made by 8": (FFT, GARDE),
    "just made": (FFT, hand(FOUR)),
    "lost with the petit": (FFT, hand(FOUR, 34, bid=Bid.PETITE, petit_au_bout=TAKER, poignees=ONE)),
    "made without the petit": (FFT, hand(FOUR, 45, bid=Bid.GARDE_SANS, petit_au_bout=DEFENCE)),
    "lost without the petit": (FFT, hand(FOUR, 40, petit_au_bout=DEFENCE, poignees=TRIPLES[:1])),
    "a chelem": (
        FFT,
        hand(FOUR, 91, bid=CONTRE, bouts=3, chelem=MADE, petit_au_bout=TAKER, poignees=TRIPLES),
    ),
    "a chelem missed": (FFT, hand(FOUR, 49, bid=CONTRE, chelem=MISSED)),
    "against a chelem": (FFT, hand(FIVE, 49, partner="c", chelem=Chelem(DEFENCE, TAKER))),
    "alone": (FFT, hand(FIVE, 40.5)),
    "with a half point": (KEPT, hand(FIVE, 49.5, poignees=(poignee("b"),))),
    "lost by a half point": (KEPT, hand(FIVE, 40.5)),
    "equal shares": (EQUAL, hand(FIVE, 49, bid=Bid.PETITE, partner="c")),
    "a misère": (WIKIPEDIA, hand(FOUR, 49, petit_chelem=MADE, miseres=(NO_TRUMPS,))),
}
"""Hands of which golden/hands.txt has all that is told."""


def test_the_words_of_hands_are_as_approved(approve: Approve) -> None:
    """The result, the difference, what else happened, the sum, who receives what, each line, and all in one line."""
    found = []
    for name, (scheme, played) in TOLD.items():
        scored = score(played, scheme)
        payments = settle(scored, played, scheme)
        found += [
            f"# {name}",
            result(EN, played, scheme),
            margin_sum(EN, played),
            ", ".join(bonus_texts(EN, played)),
        ]
        found += [formula(EN, scored), ", ".join(payment_texts(EN, payments, played, NAMES.__getitem__))]
        for line in scored.lines:
            title = line_title(EN, line, played, NAMES.__getitem__, scheme)
            found.append(
                f"{title}: {line_sum(EN, line, scored.unit)} ({line_detail(EN, line, played, scheme)})"
            )
        found.append(deal_text(EN, Deal("d", played), NAMES.__getitem__, scheme, dealer=True))
    approve("hands.txt", "".join(f"{line}\n" for line in found).encode())


SIDES = (None, TAKER, DEFENCE)
TOLD_BRIEFLY = (
    lambda t, played: result_with_missed(t, played, FFT),
    lambda t, played: ", ".join(bonus_texts(t, played)),
    lambda t, played: hand_line(t, played, FFT, NAMES.__getitem__),
)
"""The sentences of a hand that lists, notices, pages, files and commands have."""


@EACH
@pytest.mark.parametrize("tell", TOLD_BRIEFLY, ids=["ended", "marks", "line"])
def test_a_chelem_that_was_missed_is_told_with_the_result(t: Translator, tell: Any) -> None:
    """Whoever announced it, and whatever else happened; nothing is told that was not missed."""
    for announced, made, petit_announced, petit_made in product(SIDES, repeat=4):
        chelem, petit = Chelem(announced, made), Chelem(petit_announced, petit_made)
        told = tell(t, hand(FOUR, 49, chelem=chelem, petit_chelem=petit))
        words = [t(MISSED_WORDS[announced])] if announced and announced is not made else []
        words += (
            [t(PETIT_MISSED[petit_announced])]
            if petit_announced and petit_announced is not petit_made
            else []
        )
        found = [each for each in re.split(", | · ", told) if each in MISSES[t.language]]
        assert found == words, told


MISSES = {
    t.language: {t(words) for words in (*MISSED_WORDS.values(), *PETIT_MISSED.values())}
    for t in map(Translator, LANGUAGES)
}


@EACH
def test_every_bonus_names_its_side(t: Translator) -> None:
    """Of the two sides no two marks are alike."""
    duel = Hand(players=("a", "b"), taker="a", bid=Bid.OPEN, bouts=2, half_points=98)
    for one, fact in product((GARDE, duel), ("petit_au_bout", "chelem", "petit_chelem")):
        told = []
        for side in (TAKER, DEFENCE):
            value: Any = side if fact == "petit_au_bout" else Chelem(None, side)
            told += [
                *bonus_texts(t, replace(one, **{fact: value})),
                *bonus_texts(t, replace(one, **{fact: value}), NAMES.__getitem__),
            ]
        assert len(set(told[::2])) == 2, told
        assert len(told) == 4


def hands_at_random(count: int) -> Iterator[tuple[Scheme, Hand]]:
    """Hands of the shipped schemes, probable or not."""
    rng, schemes = random.Random(1), [each for each in shipped_schemes().values() if not each.open]
    for _ in range(count):
        scheme = rng.choice(schemes)
        if rng.random() < 0.5:
            scheme = replace(scheme, id="kept", margin=replace(scheme.margin, half_points=HalfPoints.KEPT))
        yield scheme, any_hand(FIVE[: rng.randint(3, 5)], scheme, rng)


@EACH
def test_two_versions_of_a_hand_never_read_alike(t: Translator, long: bool) -> None:
    """The words of two versions show their difference."""

    def line(dealer: str, played: Hand) -> str:
        return deal_text(t, Deal(dealer, played), str, dealer=True)

    for _, one in hands_at_random(1000 if long else 100):
        announced, made = one.chelem.announced, one.petit_chelem.made
        for other in (
            replace(one, taker="c", partner=None),
            replace(one, bid=Bid.GARDE_CONTRE),
            replace(one, bouts=(one.bouts + 1) % 4),
            replace(one, half_points=(one.half_points + 1) % 183),
            replace(one, petit_au_bout=None if one.petit_au_bout else DEFENCE),
            replace(one, poignees=(*one.poignees, poignee("c", PoigneeSize.TRIPLE))),
            replace(one, chelem=replace(one.chelem, announced=None if announced else TAKER)),
            replace(one, petit_chelem=replace(one.petit_chelem, made=None if made else TAKER)),
            replace(one, miseres=(*one.miseres, Misere("c", MisereKind.NO_COURT_CARDS))),
            replace(one, partner="d" if len(one.players) == 5 and one.taker != "d" else one.partner),
        ):
            assert (line("a", one) == line("a", other)) is (one == other), (one, other)
        assert line("a", one) != line("b", one)


def reckoned(written: str) -> bool:
    """Whether both sides of a sum are equal, by Python's own arithmetic."""
    plain = written.replace("×", "*").replace("−", "-").replace("\u202f", "")
    plain = re.sub(r"(\d*)([½¼¾])", lambda m: f"{m[1]}{ {'½': '.5', '¼': '.25', '¾': '.75'}[m[2]] }", plain)
    assert re.fullmatch(r"[-+*/()=. \d]+", plain), plain
    left, right = plain.split(" = ")
    return bool(eval(left) == eval(right))


@pytest.mark.promise("Names and words", "The written sum of a hand is right, and every line of it has words.")
def test_every_sum_is_right_and_every_line_has_its_words(long: bool) -> None:
    for scheme, played in hands_at_random(2000 if long else 200):
        scored = score(played, scheme)
        written, total = formula(EN, scored), EN.number(scored.total, scored.unit)
        assert written == total if len(scored.lines) == 1 else reckoned(written), written
        assert written.endswith(f"= {total}") or written == total
        for t in (FR, EN, DE):
            for line in scored.lines:
                assert line_title(t, line, played, NAMES.__getitem__)
                assert line_detail(t, line, played, scheme)
                assert line_sum(t, line, scored.unit)
            assert payment_texts(t, settle(scored, played, scheme), played, NAMES.__getitem__)


# --- What cannot be ---------------------------------------------------------------------------------------


def draft(players: tuple[str, ...] = FOUR, **facts: Any) -> Draft:
    plain: dict[str, Any] = {"taker": "a", "bid": Bid.GARDE, "bouts": 2, "half_points": 98}
    return Draft(players=players, **plain | facts)


WRONG = [
    draft(("a", "b", "b", "c")),
    draft(bid=Bid.POUSSE),
    draft(bouts=3, half_points=20),
    draft(bouts=1, half_points=180),
    draft(bouts=0, half_points=4),
    draft(poignees=(poignee(), poignee("b", PoigneeSize.DOUBLE))),
    draft(chelem=MADE),
    draft(bid=Bid.GARDE_CONTRE, half_points=118, chelem=MADE),
    draft(chelem=Chelem(None, DEFENCE)),
    draft(bid=Bid.GARDE_CONTRE, bouts=3, half_points=180),
    draft(bouts=3, half_points=182),
    draft(bouts=0, half_points=6),
]


@pytest.mark.promise(
    "Names and words", "Every reason for refusing a hand is a sentence that names the figures."
)
def test_every_problem_of_a_hand_is_a_sentence_with_figures(approve: Approve) -> None:
    problems = [problem for wrong in WRONG for problem in check(wrong, FFT)]
    approve(
        "problems.txt",
        "".join(f"{problem_text(EN, each, NAMES.__getitem__)}\n" for each in problems).encode(),
    )


@EACH
def test_every_reason_is_a_sentence_of_its_own(t: Translator) -> None:
    values = (("player", "a"), ("bid", "garde"), ("bouts", 2), ("trumps", 23), ("side", "taker"))
    found = []
    for code in Code:
        bounds = [("most", 60), ("least", 4)][: 1 if code is Code.TOO_MANY_FOR_BOUTS else 2]
        problem = Problem(Field.CARD_POINTS, code, (*values, *bounds))
        found.append(problem_text(t, problem, NAMES.__getitem__))
    assert len(set(found)) == len(found)
    for text in found:
        assert re.search(r"[.?]$", text), text
        assert not re.search(r"[{}]| [.,]|None", text), text


# --- What the disk can do -----------------------------------------------------------------------------------

ERRORS: list[HistoryError] = [
    FolderInUse(FILE),
    FolderUnusable(FILE, 13),
    FolderUnusable(FILE, errno.ENOENT),
    HistoryClosed(FILE),
    UnknownEvening("x"),
    EveningExists("x"),
    Outdated("x"),
    BadRecord("people", Fault.TWICE),
    Refused(next(iter(Refusal))),
    Damaged(FILE, {"library.json": Flaw.CHECKSUM}),
    TooNew(FILE, 2, 1),
    TooLarge(FILE, 2, 1),
    Stale(FILE),
    SecondFolderUnknown(FILE),
    SharedFolderUnknown(FILE),
    InDataFolder(FILE),
    Unreadable(FILE, 5),
    Unreadable(FILE, None),
    DiskFull(FILE, 28),
    WriteFailed(FILE, 5),
]


def every_kind(kind: type[HistoryError]) -> Iterator[type[HistoryError]]:
    """The kinds of the tree that are raised: its leaves, and WriteFailed, which has one below it."""
    below = kind.__subclasses__()
    if not below or kind is WriteFailed:
        yield kind
    for each in below:
        yield from every_kind(each)


def test_every_kind_of_the_tree_is_tried() -> None:
    assert {type(error) for error in ERRORS} == set(every_kind(HistoryError))


def test_every_failure_of_the_history_has_its_text(approve: Approve) -> None:
    told = [f"{type(error).__name__}: {error_text(EN, error)}\n" for error in ERRORS]
    approve("errors.txt", "".join(told).encode())


@pytest.mark.promise(
    "Names and words", "Every failure of the disk or of a file is told in a sentence of its own."
)
@EACH
def test_no_two_errors_have_the_same_text_and_none_shows_its_class(t: Translator) -> None:
    wrong = t("Something went wrong. What was saved is safe; try again.")
    texts = {error_text(t, error) for error in ERRORS} - {wrong}
    assert len(texts) == len(ERRORS)
    assert all(text.endswith(".") and "{" not in text for text in texts)
    assert not [text for text in texts for error in ERRORS if type(error).__name__ in text]
    assert t.language == SOURCE or texts.isdisjoint(error_text(EN, error) for error in ERRORS)


def test_every_refusal_of_a_file_has_its_words() -> None:
    assert set(REFUSALS) == set(Refusal)
    assert len(set(REFUSALS.values())) == len(REFUSALS)


def test_text_of_a_file_does_not_control_the_terminal() -> None:
    text = error_text(EN, Refused(Refusal.BAD_NAME, "", "\x1b[2J" + "x" * 1000))
    assert "\x1b" not in text
    assert len(text) < 200


def test_a_scheme_is_refused_in_words_with_its_parameter() -> None:
    for data, words in (
        (b'{"base": "nobody"}', "base\u00a0: "),
        (b'id = "x"\nname = 3', "name\u00a0: doit être un texte"),
    ):
        with pytest.raises(Invalid) as refused:
            scheme_from_file(data)
        assert scheme_error_text(FR, refused.value).startswith(words)
