"""The rules to be read and searched: every figure in them is the engine's, in each language."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from test_catalogs import misprints

from scorepad import i18n
from scorepad.i18n import LANGUAGES, Translator
from scorepad.i18n.names import scheme_title
from scorepad.i18n.rulebook import Chapter, TextTable, chapters, found, hits
from scorepad.i18n.sentences import formula
from scorepad.tarot.hand import Bid, Hand, Poignee, PoigneeSize, Side
from scorepad.tarot.scheme import PoigneePoints, PoigneeTrumps, Scheme
from scorepad.tarot.scheme_data import shipped_scheme, shipped_schemes
from scorepad.tarot.scoring import score, settle

TRANSLATORS = [Translator(language) for language in LANGUAGES]
EN = Translator("en")
EACH = pytest.mark.parametrize("t", TRANSLATORS, ids=LANGUAGES)
FFT = shipped_scheme()
GARDE = Hand(players=("A", "B", "C", "D"), taker="A", bid=Bid.GARDE, bouts=2, half_points=98)
PETITE = replace(GARDE, bid=Bid.PETITE)
SHOWN = replace(GARDE, bouts=3, half_points=80, poignees=(Poignee("B", PoigneeSize.SINGLE),))
SUM = re.compile(r"[−(]*\d[\d½ ×+−()]* = −?\d+½?")
"""A sum as the app writes it: "−(25 + 1) × 2 = −52"."""


def text_of(language: str) -> str:
    return (Path(i18n.__file__).parent / language / "rulebook.md").read_text("utf-8")


def written(book: tuple[Chapter, ...]) -> str:
    return "\n".join(chapter.words for chapter in book)


def titled(t: Translator, words: str, schemes: dict[str, Scheme] | None = None) -> Chapter:
    """The chapter of an English title, in a language: the texts have the same chapters."""
    at = [chapter.title for chapter in chapters(EN)].index(words)
    return chapters(t, schemes)[at]


def table(chapter: Chapter, number: int = 0) -> TextTable:
    """A table of a chapter, without the titles of its columns."""
    return [block for block in chapter.blocks if not isinstance(block, str)][number][1:]


def sentences(chapter: Chapter) -> list[str]:
    return [block for block in chapter.blocks if isinstance(block, str)]


# --- The figures ------------------------------------------------------------------------------------------------


def sums(fft: Scheme) -> list[str]:
    """The sums of the book before its schemes, in its order."""
    three = replace(PETITE, players=("A", "B", "C"))
    duel = replace(GARDE, players=("A", "B"), bid=Bid.OPEN, petit_au_bout=Side.TAKER)
    hands = [
        (fft, GARDE),
        (fft, replace(GARDE, half_points=80)),
        (fft, replace(PETITE, half_points=68, petit_au_bout=Side.TAKER)),
        (fft, replace(three, half_points=81)),
        (fft, replace(three, half_points=83)),
        (fft, replace(GARDE, half_points=82, petit_au_bout=Side.DEFENCE)),
        (shipped_scheme("poignee_multiplied"), SHOWN),
        (fft, SHOWN),
        (shipped_scheme("open_duel"), duel),
    ]
    return [formula(EN, score(hand, scheme)) for scheme, hand in hands]


def shown_by_each(scheme: Scheme) -> str:
    hand = replace(GARDE, petit_au_bout=Side.TAKER, poignees=(Poignee("A", PoigneeSize.SINGLE),))
    return formula(EN, score(hand, scheme))


@EACH
def test_every_sum_in_the_book_is_one_of_the_engine(t: Translator) -> None:
    with_bids = [scheme for scheme in shipped_schemes().values() if not scheme.open]
    assert SUM.findall(written(chapters(t))) == sums(FFT) + list(map(shown_by_each, with_bids))
    rows = table(titled(t, "The same hand by all rules"))
    assert [title for title, _ in rows] == [scheme_title(t, scheme) for scheme in with_bids]


def strange() -> Scheme:
    """Rules in which no number is as it was."""

    def sizes(single: int, double: int, triple: int) -> PoigneeTrumps:
        return PoigneeTrumps(single=single, double=double, triple=triple)

    thresholds = replace(
        FFT.poignee.thresholds,
        two=sizes(8, 9, 12),
        three=sizes(5, 7, 9),
        four=sizes(4, 6, 11),
        five=sizes(3, 14, 16),
    )
    points = PoigneePoints(single=23, double=37, triple=47)
    return replace(
        FFT,
        bids=tuple(replace(bid, base=31, factor=bid.factor + 8) for bid in FFT.bids),
        petit_au_bout=replace(FFT.petit_au_bout, points=17),
        poignee=replace(FFT.poignee, points=points, thresholds=thresholds),
        chelem=replace(FFT.chelem, announced_made=610, announced_missed=-370, unannounced=190),
    )


@pytest.mark.promise(
    "The screens: choose and read the rules", "Every figure in the rule book is computed from the rules."
)
@EACH
def test_the_book_follows_the_engine(t: Translator) -> None:
    """Under other official rules every figure is another one; none was typed."""
    other = strange()
    schemes = {**shipped_schemes(), "fft": other}

    def chapter(words: str) -> Chapter:
        return titled(t, words, schemes)

    assert SUM.findall(written(chapters(t, schemes)))[:9] == sums(other)
    assert [factor for _, factor in table(chapter("The bids"))] == ["9", "10", "12", "14"]
    assert re.findall(r"\d+", sentences(chapter("The bids"))[0]) == ["31"]
    assert re.findall(r"\d+", sentences(chapter("Petit au bout"))[0]) == ["17"]
    assert re.findall(r"\d+", sentences(chapter("Poignées"))[0]) == ["23", "37", "47"]
    trumps = [row[1:] for row in table(chapter("Poignées"))]
    assert trumps == [("8", "5", "4", "3"), ("9", "7", "6", "14"), ("12", "9", "11", "16")]
    chelem = sentences(chapter("Chelem"))
    assert re.findall(r"[+−]\d+", chelem[0]) == ["+610", "+190", "−370"]
    assert re.findall(r"\d+", chelem[1]) == ["190"]
    assert table(chapter("Who pays whom"))[0] == ("2", "+390", "−390")
    assert re.findall(r"\d+", sentences(chapter("Where the books disagree"))[0])[:3] == ["23", "37", "47"]


@EACH
def test_the_payments_in_the_book_equal_the_engines_payments(t: Translator) -> None:
    chapter = titled(t, "Who pays whom")
    for row, players in zip(table(chapter), (2, 3, 4, 5), strict=True):
        hand = replace(GARDE, players=tuple("ABCDE"[:players]))
        taker, *defenders = settle(score(hand, FFT), hand, FFT).totals
        assert row[0].startswith(str(players))
        assert row[1:] == (t.signed(taker), t.signed(defenders[0]))
    assert re.findall(r"[+−]\d+", sentences(chapter)[1]) == ["+132", "+66", "−66"]
    assert re.findall(r"\d+", sentences(titled(t, "Misère"))[1]) == ["10", "20", "30", "40"]
    mouches = sentences(titled(t, "Playing for mouches"))
    assert re.findall(r"\d+", mouches[3])[-4:] == ["45", "45", "5", "50"]


@EACH
def test_the_odds_are_computed(t: Translator) -> None:
    def figures(number: int) -> list[list[str]]:
        rows = table(titled(t, "The odds"), number)
        return [[re.sub(r"[\s%]", "", cell).replace(",", ".") for cell in row[1:]] for row in rows]

    assert figures(0) == [
        ["30.3", "27.5", "13.8"],
        ["21.2", "19.2", "9.4"],
        ["11.1", "10.0", "4.8"],
        ["0.11", "0.52", "2.1"],
    ]
    assert figures(1) == [["45.0", "32.6"], ["41.9", "45.1"], ["12.1", "19.6"], ["1.1", "2.7"]]
    assert re.findall(r"4[.,]8", sentences(titled(t, "The odds"))[-1])


def test_a_scheme_without_a_garde_has_its_example_too() -> None:
    odd = replace(FFT, id="odd", bids=FFT.bids[:1])
    assert "25 + 8 + 10 + 20 = 63" in written(chapters(EN, {**shipped_schemes(), "odd": odd}))


# --- The texts --------------------------------------------------------------------------------------------------


def fields(language: str) -> list[set[Any]]:
    """The figures of each chapter of a text, with how they are written."""
    parts = re.split(r"^# ", text_of(language), flags=re.MULTILINE)[1:]
    return [{(name, form) for _, name, form, _ in Formatter().parse(part) if name} for part in parts]


def test_each_language_has_the_same_figures_and_links_in_the_same_chapters() -> None:
    first, *others = map(fields, LANGUAGES)
    assert all(each == first for each in others)
    links, *more = ([chapter.schemes for chapter in chapters(t)] for t in TRANSLATORS)
    assert all(each == links for each in more)
    assert {id_ for ids in links for id_ in ids} <= set(shipped_schemes())


@EACH
def test_every_sentence_is_whole(t: Translator) -> None:
    book = chapters(t)
    titles = [chapter.title for chapter in book]
    assert len(set(titles)) == len(titles) > 20
    for chapter in book:
        assert chapter.blocks
        assert not re.search(r"[{}\[\]|]|None", chapter.words)
        assert [text for text in sentences(chapter) if text[-1] not in ".!?:\u00a0"] == []
        for block in chapter.blocks:
            assert isinstance(block, str) or len({len(row) for row in block}) == 1


def test_no_language_is_left_in_another_one() -> None:
    for chapter in zip(*map(chapters, TRANSLATORS), strict=True):
        for texts in zip(*map(sentences, chapter), strict=True):
            assert len(set(texts)) == len(LANGUAGES), texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_book_follows_the_typography_of_each_language(language: str) -> None:
    prose = re.sub(r"\{.*?\}", "1", text_of(language))
    assert [line for line in prose.splitlines() if misprints(language, line)] == []


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_each_chapter_has_the_numbers_of_the_french_chapter(language: str) -> None:
    """A figure that was typed wrong in one language is another one than in the others; small ones may be words."""

    def numbers(of: str) -> list[list[str]]:
        book = chapters(Translator(of))
        return [sorted(re.findall(r"\d+½|\d[\d.,]*\d", each.words.replace(",", "."))) for each in book]

    for number, (here, french) in enumerate(zip(numbers(language), numbers("fr"), strict=True)):
        assert here == french, chapters(EN)[number].title


# --- The search -------------------------------------------------------------------------------------------------


def titles(words: str, language: str = "en") -> list[str]:
    t = Translator(language)
    return [chapter.title for chapter in found(t, chapters(t), words)]


QUESTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "The cards and their points": {
        "en": ("points of a king", "value of a queen", "how many cards"),
        "fr": ("combien vaut un roi", "valeur des cartes", "points d’une dame"),
        "de": ("Punkte der Karten", "was ist ein König wert", "Wert der Dame"),
    },
    "Made or down": {
        "en": ("how many points with two bouts", "points needed", "41 points", "contract with 3 bouts"),
        "fr": ("combien de points au contrat avec deux bouts", "réussir le contrat", "51 points", "seuil"),
        "de": ("wie viele Punkte mit zwei Bouts", "wie viele Punkte brauchen", "41 Punkte"),
    },
    "The bids": {
        "en": ("what do the bids multiply", "garde contre", "multiplier"),
        "fr": ("garde contre", "enchère", "multiplicateur"),
        "de": ("Gebote", "Garde contre", "Faktor"),
    },
    "The excuse": {
        "en": ("the excuse in the last trick", "excuse"),
        "fr": ("excuse au dernier pli", "l’excuse"),
        "de": ("Excuse letzter Stich", "der Excuse"),
    },
    "Petit au bout": {
        "en": ("petit au bout lost contract", "petit au bout"),
        "fr": ("petit au bout contrat perdu", "PETIT AU BOUT"),
        "de": ("Petit au bout verloren", "petit au bout"),
    },
    "Poignées": {
        "en": ("defence poignée", "single poignée trumps needed", "poign", "13 15 18"),
        "fr": ("poignée de la défense", "poignées 10 atouts", "double poignée"),
        "de": ("Poignée der Verteidigung", "doppelte Poignée", "poignee"),
    },
    "Chelem": {
        "en": ("failed chelem", "slam", "who leads an announced chelem"),
        "fr": ("chelem manqué", "annonce chelem qui entame", "capot"),
        "de": ("was zahlt ein Chelem", "Chelem verfehlt", "angesagter Chelem"),
    },
    "Misère": {"en": ("misère",), "fr": ("misères",), "de": ("Misere",)},
    "Who pays whom": {"en": ("who pays", "payment"), "fr": ("qui paie qui",), "de": ("wer zahlt wem",)},
    "The called card": {"en": ("called king",), "fr": ("le roi appelé",), "de": ("gerufener König",)},
    "Half points": {
        "en": ("half point at five", "half points"),
        "fr": ("demi-point à cinq", "demi point"),
        "de": ("halber Punkt", "halbe Punkte zu fünft"),
    },
    "The deal": {"en": ("dealer",), "fr": ("distribution",), "de": ("Geber",)},
    "Hands that are thrown in": {
        "en": ("imprenable", "misdeal", "everybody passes", "petit sec", "sec petit"),
        "fr": ("tous passent", "maldonne", "petit sec"),
        "de": ("alle passen", "vergeben"),
    },
    "The odds": {
        "en": ("odds of a bout in the dog",),
        "fr": ("probabilité d’un bout au chien",),
        "de": ("Wahrscheinlichkeit Bout im Hund",),
    },
    "Playing for mouches": {"en": ("mouches",), "fr": ("mouche",), "de": ("Mouches",)},
    "Playing with chips": {"en": ("chips",), "fr": ("jetons",), "de": ("Jetons",)},
    "Beside the hands": {"en": ("penalty",), "fr": ("points de pénalité",), "de": ("Strafpunkte",)},
    "Open duel": {"en": ("two players",), "fr": ("duel à deux",), "de": ("zu zweit",)},
    "The same hand by all rules": {
        "en": ("other rules",),
        "fr": ("autres règles",),
        "de": ("andere Regeln",),
    },
    "The sources": {"en": ("sources",), "fr": ("sources",), "de": ("Quellen",)},
}
"""Questions by the English title of the chapter that answers them."""


@pytest.mark.promise(
    "The screens: choose and read the rules",
    "The rule book answers questions: the chapter comes first, in any language and word form.",
)
@pytest.mark.parametrize(
    ("language", "question", "title"),
    [
        (language, question, title)
        for title, asked in QUESTIONS.items()
        for language, questions in asked.items()
        for question in questions
    ],
)
def test_a_question_finds_the_chapter_that_answers_it_first(language: str, question: str, title: str) -> None:
    assert titles(question, language)[0] == titled(Translator(language), title).title


@pytest.mark.parametrize("words", ["poignée", "poignee", "POIGNÉE", "Poigne\u0301e", "  poignee  "])
def test_accents_and_capitals_do_not_matter(words: str) -> None:
    assert titles(words) == titles("poignée")
    assert "Chelem" not in titles(words)


def test_an_unknown_word_does_not_hide_the_answer_and_alone_finds_nothing() -> None:
    assert titles("xyzzy poignée")[0] == "Poignées"
    assert titles("xyzzy") == []
    assert titles("") == titles("the of and") == [chapter.title for chapter in chapters(EN)]


@pytest.mark.parametrize(
    ("text", "question", "marked"),
    [
        ("Half points are rounded.", "half point", ["Half", "points"]),
        ("The Poignées of a poignée", "poignee", ["Poignées", "poignée"]),
        ("Nothing of it", "the and", []),
        ("15 trumps", "15", ["15"]),
    ],
)
def test_the_places_of_the_found_words(text: str, question: str, marked: list[str]) -> None:
    assert [text[first:end] for first, end in hits(EN, text, question)] == marked
