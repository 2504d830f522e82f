"""What looking back says: spans, figures, shares and amounts."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from words import t

from scorepad.i18n import LANGUAGES, Translator
from scorepad.i18n.looking_back import figure_words, margin_text, points_text, record_hand, span_text
from scorepad.stats.filters import COUNTED, EVER, Filter, Scope, twelve_months, year
from scorepad.stats.parts import UNIT, Role
from scorepad.stats.season import Record
from scorepad.stats.tally import Count
from scorepad.tarot.hand import Bid

NAMES = {"t": "Tom", "l": "Léa"}


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (Filter(), "All hands"),
        (Filter(player="t"), "Tom"),
        (Filter(player="t", role=Role.TAKER, bid=Bid.GARDE, made=False), "Tom, garde, lost"),
        (Filter(player="t", role=Role.DEFENDER, made=False), "Tom, in the defence, contract lost"),
        (Filter(player="t", role=Role.TAKER, partner="l"), "Tom, calling Léa"),
        (Filter(player="t", role=Role.PARTNER, partner="l", made=True), "Tom, called by Léa, won"),
        (Filter(player="t", against="?"), "Tom, against …"),
        (Filter(role=Role.TAKER, chelem=True), "Chelem made"),
    ],
)
def test_a_figure_in_words(wanted: Filter, words: str) -> None:
    assert figure_words(t, wanted, NAMES) == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_figures_have_the_same_words(language: str) -> None:
    wanted = [each for one in COUNTED for each in (one, replace(one, made=True), replace(one, made=False))]
    words = Counter(figure_words(Translator(language), each, NAMES) for each in wanted)
    assert [each for each, times in words.items() if times > 1] == []


@pytest.mark.parametrize(
    ("scope", "words"),
    [
        (EVER, "All evenings"),
        (year(2024), "2024"),
        (Scope(since="2024-02-01", until="2024-02-29"), "February 2024"),
        (Scope(since="2024-02-01", until="2024-04-30"), "February 2024 – April 2024"),
        (twelve_months("2024-11-25"), "Nov 25, 2023 – Nov 25, 2024"),
        (Scope(since="2024-11-25"), "Nov 25, 2024 – …"),
    ],
)
def test_a_span_in_words(scope: Scope, words: str) -> None:
    assert span_text(t, scope) == words


def test_a_month_inside_a_span_is_written_as_in_a_sentence() -> None:
    scope = Scope(since="2024-02-01", until="2024-04-30")
    assert span_text(Translator("fr"), scope) == "Février 2024 – avril 2024"
    assert span_text(Translator("de"), scope) == "Februar 2024 – April 2024"


def test_amounts_and_margins_have_their_signs() -> None:
    assert [points_text(t, each) for each in (-30, 0, 3, UNIT // 3)] == ["−2½", "0", "+¼", "0"]
    assert margin_text(t, Count(1, 1, 8, 64)) == "+4.0", "one hand tells nothing of how far it is off"
    assert margin_text(t, Count(2, 1, 30 - 36, 30**2 + 36**2)) == "−1.5 ±32.3"


def test_a_comeback_tells_where_it_began() -> None:
    assert record_hand(t, Record.BIGGEST_COMEBACK, 4) == "after hand 4"
    assert record_hand(t, Record.BEST_HAND, 4) == "hand 4"
