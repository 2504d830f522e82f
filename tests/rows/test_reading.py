"""Rows of a paper sheet as people write them: each is read as it is meant, or asked; nothing is guessed."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_evenings import possible_hand

from scorepad.i18n import Translator
from scorepad.i18n.conventions import LANGUAGES
from scorepad.i18n.sentences import hand_text
from scorepad.rows.items import TOKEN
from scorepad.rows.reading import MAX_ROW, read_row
from scorepad.rows.row import DoubtKind, RowKind, RowReading
from scorepad.rows.written import row_text
from scorepad.tarot.hand import Hand, ThrownIn
from scorepad.tarot.scheme_data import shipped_scheme

FFT = shipped_scheme()
FOUR, FIVE = ("Léa", "Tom", "Anaïs", "Marc"), ("Ann", "Ben", "Cleo", "Dan", "Eve")


def read(row: str, names: Sequence[str], language: str) -> RowReading:
    return read_row(row, {name: name for name in names}, names, FFT, language)


def said(row: str, names: Sequence[str], language: str) -> str | None:
    """The hand of a row in English words, None if it is a question."""
    outcome = read(row, names, language).outcome(FFT)
    if isinstance(outcome, Hand):
        return hand_text(Translator("en"), outcome, str)
    return outcome and outcome.value


READ = [
    ("Léa garde 2 49", "Léa, garde, 2 bouts, 49 points, made by 8"),
    ("12. Léa G 2 49 +8", "Léa, garde, 2 bouts, 49 points, made by 8"),
    ("N° 3 Tom P 1 52", "Tom, petite, 1 bout, 52 points, made by 1"),
    ("Tom\tgarde\t2\t38\t-3", "Tom, garde, 2 bouts, 38 points, down 3"),
    ("Tom garde, 1 bout, +12", "Tom, garde, 1 bout, 63 points, made by 12"),
    (
        "Marc GS 2b 45 petit au bout",
        "Marc, garde sans, 2 bouts, 45 points, made by 4 · Petit au bout, taken by the attack",
    ),
    ("M G 2 41 PAB déf", "Marc, garde, 2 bouts, 41 points, just made · Petit au bout, taken by the defence"),
    (
        "Léa G 2 49 petit (Tom)",
        "Léa, garde, 2 bouts, 49 points, made by 8 · Petit au bout, taken by the defence",
    ),
    ("Léa G 2 49 poignée de Marc", "Léa, garde, 2 bouts, 49 points, made by 8 · Poignée, shown by Marc"),
    ("Léa G 2 49 poignée 13 Tom", "Léa, garde, 2 bouts, 49 points, made by 8 · Double poignée, shown by Tom"),
    ("An G 2 63", "Anaïs, garde, 2 bouts, 63 points, made by 22"),
    ("Marc petite chuté de 7, 2 bouts", "Marc, petite, 2 bouts, 34 points, down 7"),
    ("Léa garde deux bouts 49 pts", "Léa, garde, 2 bouts, 49 points, made by 8"),
    ("Léa G 2 42 pour la défense", "Léa, garde, 2 bouts, 49 points, made by 8"),
    ("Léa G 2 ~~48~~ 49", "Léa, garde, 2 bouts, 49 points, made by 8"),
    ("Léa G 2 49 +66", "Léa, garde, 2 bouts, 49 points, made by 8"),
    ("Léa P 2 bouts chuté 12", "Léa, petite, 2 bouts, 29 points, down 12"),
    ("Léa G 2 tout juste", "Léa, garde, 2 bouts, 41 points, just made"),
    ("Léa G 49 +8", "Léa, garde, 2 bouts, 49 points, made by 8"),
    ("léa garde l bout 5O", "Léa, garde, 1 bout, 50 points, down 1"),
    ("Léa G 2 49 (bien joué)", "Léa, garde, 2 bouts, 49 points, made by 8"),
    ("tout le monde passe", "all_passed"),
    ("5 passe", "all_passed"),
    ("Tom guard 2 oudlers 49", "Tom, garde, 2 bouts, 49 points, made by 8"),
    ("Tom Garde ohne Hund 2 49", "Tom, garde sans, 2 bouts, 49 points, made by 8"),
]


@pytest.mark.promise(
    "Names and words",
    "A typed row of a paper sheet is read as a hand; whatever may mean two things is asked.",
)
@pytest.mark.parametrize(("row", "expected"), READ)
def test_a_row_is_read_as_it_is_meant(row: str, expected: str) -> None:
    assert said(row, FOUR, "fr") == expected


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("Ann G Ben 2 49", "Ann, garde, with Ben, 2 bouts, 49 points, made by 8"),
        ("Ann G with Ben 2 49", "Ann, garde, with Ben, 2 bouts, 49 points, made by 8"),
        ("Ann/Ben G 2 40½", "Ann, garde, with Ben, 2 bouts, 40½ points, down 1"),
        ("Cleo guard alone 1 oudler 55.5", "Cleo, garde, alone, 1 bout, 55½ points, made by 5"),
        (
            "Eve guard without, with Ann, 2 oudlers, made by 6",
            "Eve, garde sans, with Ann, 2 bouts, 47 points, made by 6",
        ),
    ],
)
def test_a_row_of_five_names_the_partner(row: str, expected: str) -> None:
    assert said(row, FIVE, "en") == expected


ASKED = [
    ("Léa garde 49", ()),
    ("Léa 2 49", ()),
    ("garde 2 49", ()),
    ("Léa garde 1 91", ()),
    ("Léa garde 0 60 +5", (DoubtKind.NUMBERS,)),
    ("Léa garde sans bout 58", (DoubtKind.BID,)),
    ("Léa garde 2 37 fait", (DoubtKind.RESULT,)),
    ("Léa petit 2 49", (DoubtKind.BID,)),
    ("Léa petite 1 +26", (DoubtKind.NUMBERS,)),
    ("Léa G 1 - 12", (DoubtKind.MEANINGS,)),
    ("Léa P 2 bouts chuté 27", (DoubtKind.MEANINGS,)),
    ("Léa G 2 48->49", (DoubtKind.NUMBERS, DoubtKind.UNKNOWN)),
    ("Léa G 2 49 ?", (DoubtKind.UNKNOWN,)),
    ("Léa G 2 49 Julie", (DoubtKind.UNKNOWN,)),
    ("Léa G 3 87 chelem", (DoubtKind.BONUS,)),
    ("Léa G 2 49 petit perdu", (DoubtKind.BONUS,)),
    ("Léa G P 2 49", (DoubtKind.MEANINGS,)),
    ("passe maldonne", (DoubtKind.MEANINGS,)),
    ("Léa passe", (DoubtKind.UNKNOWN,)),
    ("Léa et Tom G 2 49", (DoubtKind.UNKNOWN,)),
    ("2 2 Léa G", (DoubtKind.NUMBERS,)),
]


@pytest.mark.parametrize(("row", "doubts"), ASKED)
def test_a_row_that_is_not_clear_is_asked(row: str, doubts: Sequence[DoubtKind]) -> None:
    found = read(row, FOUR, "fr")
    assert found.outcome(FFT) is None
    assert tuple(doubt.kind for doubt in found.doubts) == tuple(doubts)
    assert found.questions(Translator("fr"), FFT, str), "it says why"


def test_a_name_that_several_may_have_is_asked_with_these_players() -> None:
    names = ("Jean-Claude", "Jean-Marc", "Ann", "Anna")
    (doubt,) = read("Jean G 2 49", names, "fr").doubts
    assert (doubt.kind, doubt.choices) == (DoubtKind.WHO, ("Jean-Claude", "Jean-Marc"))
    assert said("Ann G 2 49", names, "fr") == "Ann, garde, 2 bouts, 49 points, made by 8"
    assert said("JC G 2 49", names, "fr") == "Jean-Claude, garde, 2 bouts, 49 points, made by 8"


def test_a_letter_that_may_be_a_name_or_a_bid_is_read_in_the_order_of_the_sheet() -> None:
    names = ("Paul", "Gilles", "Léa", "Tom")
    assert said("P G 2 49", names, "fr") == "Paul, garde, 2 bouts, 49 points, made by 8"
    assert read("P G 2 49", ("Gilles", "Léa", "Tom"), "fr").doubts[0].kind is DoubtKind.MEANINGS
    assert said("Paul G 2 49", names, "fr") == "Paul, garde, 2 bouts, 49 points, made by 8"
    assert (
        said("G P 2 49", ("Gilles", "Léa", "Tom", "Zoé"), "fr")
        == "Gilles, petite, 2 bouts, 49 points, made by 8"
    )


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("Donne Preneur Contrat Bouts Points +/−", RowKind.HEADING),
        ("Léa, Tom, Anaïs, Marc", RowKind.HEADING),
        ("----", RowKind.HEADING),
        ("~~Léa G 2 49~~", RowKind.STRUCK),
        ("Léa G 2 49 (annulée)", RowKind.STRUCK),
        ("Total 120 −40 −40 −40", RowKind.TOTALS),
    ],
)
def test_a_line_that_is_no_hand_is_known(line: str, kind: RowKind) -> None:
    found = read(line, FOUR, "fr")
    assert (found.kind, found.doubts, found.outcome(FFT)) == (kind, (), None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_that_nobody_knows_is_never_passed_over(language: str) -> None:
    rng = random.Random(language)
    for _ in range(200):
        hand = possible_hand(FOUR, FFT, rng)
        tokens = TOKEN.findall(row_text(hand, {name: name for name in FOUR}, language))
        tokens.insert(rng.randrange(len(tokens) + 1), "xyzzy")
        assert read(" ".join(tokens), FOUR, language).outcome(FFT) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_margin_of_a_row_is_a_check(language: str) -> None:
    """Whoever mistypes the points, the bouts or the margin is asked, if the row has all three."""
    rng, names = random.Random(language), {name: name for name in FOUR}
    for _ in range(200):
        hand = possible_hand(FOUR, FFT, rng)
        row = row_text(hand, names, language)
        numbers = f"{hand.bouts} {hand.half_points // 2} "
        wrong = f"{hand.bouts} {rng.choice([p for p in range(92) if 2 * p != hand.half_points])} "
        found = read(row.replace(numbers, wrong, 1), FOUR, language).outcome(FFT)
        assert found is None, row


@given(st.text(max_size=MAX_ROW), st.sampled_from(LANGUAGES))
def test_any_text_is_read_or_asked(text: str, language: str) -> None:
    found = read(text, FOUR, language)
    outcome = found.outcome(FFT)
    assert outcome is None or isinstance(outcome, Hand | ThrownIn)
    assert (
        outcome is not None
        or found.kind is not RowKind.HAND
        or found.questions(Translator(language), FFT, str)
    )


def test_a_long_line_is_no_row() -> None:
    assert read("Léa G 2 49 " + " " * MAX_ROW, FOUR, "fr").outcome(FFT) is None
