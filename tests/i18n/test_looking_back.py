"""The words of looking back: spans, figures, shares and amounts."""

from __future__ import annotations

from calendar import monthrange
from collections import Counter
from dataclasses import replace
from datetime import MAXYEAR, MINYEAR, date, timedelta

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from system_zone import system_in
from words import t

from scorepad.i18n import LANGUAGES, Translator
from scorepad.i18n.looking_back import figure_words, margin_text, points_text, record_hand, span_text
from scorepad.stats.measures import Record
from scorepad.stats.parts import COUNTED, UNIT, Filter, Role
from scorepad.stats.scopes import EVER, Scope, months, next_month, twelve_months, year
from scorepad.stats.tally import Count
from scorepad.tarot.hand import Bid
from scorepad.zones import SYSTEM

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
def test_every_figure_has_words(wanted: Filter, words: str) -> None:
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
def test_every_span_has_words(scope: Scope, words: str) -> None:
    assert span_text(t, scope) == words


DAYS = st.dates()
ENDS_OF_MONTHS = [
    date(year, month, monthrange(year, month)[1])
    for year in (1900, 2000, 2023, 2024)
    for month in range(1, 13)
]


@pytest.mark.promise(
    "The screens: look back, take home and bring in",
    "Twelve months and spans of months can be looked at on any day of the calendar.",
)
@given(DAYS)
@example(date.min)
@example(date.max)
@example(date(2024, 2, 29))
@example(date(1, 2, 28))
def test_twelve_months_begin_on_the_same_day_or_on_the_last_of_its_month(today: date) -> None:
    scope = twelve_months(str(today))
    since = date.fromisoformat(scope.since)
    assert scope.until == str(today)
    assert since.month == today.month
    assert since.year == max(MINYEAR, today.year - 1)
    assert since.day == min(today.day, monthrange(since.year, since.month)[1])


@given(DAYS, st.integers(-30, 30))
def test_months_are_counted_on_the_calendar(day: date, by: int) -> None:
    month = str(day)[:7]
    after = next_month(month, by)
    if after is None:
        assert not MINYEAR * 12 <= 12 * day.year + day.month - 1 + by < 12 * (MAXYEAR + 1)
        return
    assert next_month(after, -by) == month
    first, last = sorted((month, after))
    scope = months(first, last)
    assert (scope.since, scope.until[:7]) == (f"{first}-01", last)
    assert scope.until == str(max(date.fromisoformat(scope.until), day)) or last != month
    if scope.until != str(date.max):
        assert (date.fromisoformat(scope.until) + timedelta(days=1)).day == 1


@pytest.mark.parametrize("last", ENDS_OF_MONTHS)
def test_only_whole_months_are_written_as_months(last: date) -> None:
    """A day less, and both days are written."""
    first = last.replace(day=1)
    assert span_text(t, Scope(since=str(first), until=str(last))) == t.month(str(first))
    cut = str(last - timedelta(days=1))
    assert span_text(t, Scope(since=str(first), until=cut)).endswith(t.short_date(cut))


@pytest.mark.parametrize("zone", ["America/New_York", "UTC", "Pacific/Auckland"])
@given(DAYS, st.sampled_from(["00:00:00", "12:00:00", "23:59:59"]))
@example(date.min, "00:00:00")
@example(date.max, "23:59:59")
def test_every_day_of_the_calendar_is_written(zone: str, day: date, time: str) -> None:
    """An evening of a file may have begun on any."""
    with system_in(zone):
        at = f"{day}T{time}Z"
        here = date.fromisoformat(SYSTEM.day(at))
        assert abs(here - day) <= timedelta(days=1)
        for words in (t.date, t.short_date, t.month):
            assert words(str(here)) == words(f"{here}T12:00:00") != ""
            assert words(at)


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
