"""Numbers, dates and names as each language writes them."""

from __future__ import annotations

import time
from datetime import datetime
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.design.coverage import COVERED
from scorepad.i18n import LANGUAGE_NAMES, LANGUAGES, MINUS, THIN_SPACE, Translator, preferred_language

FR, EN, DE = map(Translator, LANGUAGES)
SIGNS = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}


@pytest.mark.parametrize(
    ("value", "unit", "written"),
    [
        (0, 1, "0"),
        (7, 1, "7"),
        (-66, 1, "−66"),
        (999, 1, "999"),
        (1346, 1, "1\u202f346"),
        (-1234567, 1, "−1\u202f234\u202f567"),
        (0, 2, "0"),
        (1, 2, "½"),
        (-1, 2, "−½"),
        (99, 2, "49½"),
        (-2001, 2, "−1\u202f000½"),
        (98, 2, "49"),
        (1, 4, "¼"),
        (2, 4, "½"),
        (-3, 4, "−¾"),
        (101, 4, "25¼"),
        (4004, 4, "1\u202f001"),
    ],
)
def test_numbers_are_those_of_the_table_in_every_language(value: int, unit: int, written: str) -> None:
    assert {t.number(value, unit) for t in (FR, EN, DE)} == {written}


def test_what_is_gained_bears_a_plus() -> None:
    assert [FR.signed(value) for value in (1234, 0, -5)] == ["+1\u202f234", "0", "−5"]
    assert [FR.signed(value, 2) for value in (1, -1)] == ["+½", "−½"]


def test_card_points_are_counted_in_halves() -> None:
    assert [FR.half_points(value) for value in (0, 1, 81, 182)] == ["0", "½", "40½", "91"]


@given(st.integers(-(10**9), 10**9), st.sampled_from([1, 2, 4]))
def test_a_number_can_be_read_back(value: int, unit: int) -> None:
    written = FR.signed(value, unit)
    assert all(ord(sign) in COVERED for sign in written)
    digits = written.lstrip(f"+{MINUS}").replace(THIN_SPACE, "")
    fraction = SIGNS.get(digits[-1], Fraction(0))
    amount = int(digits.rstrip("½¼¾") or 0) + fraction
    assert (-amount if written.startswith(MINUS) else amount) == Fraction(value, unit)
    assert written.startswith("+") == (value > 0)


def test_names_stand_in_a_sentence() -> None:
    names = ["Anne", "Bruno", "Chloé"]
    assert [t.names(names) for t in (FR, EN, DE)] == [
        "Anne, Bruno et Chloé",
        "Anne, Bruno, and Chloé",
        "Anne, Bruno und Chloé",
    ]
    assert FR.names(["Anne"]) == "Anne"
    assert FR.names([]) == ""


def at(year: int, month: int = 2, day: int = 29, hour: int = 20, minute: int = 5) -> str:
    """A moment where the reader is, as it is stored."""
    return datetime(year, month, day, hour, minute).astimezone().isoformat()


def test_dates_and_times_are_those_of_the_language() -> None:
    moment = at(2024)
    assert [t.date(moment) for t in (FR, EN, DE)] == [
        "jeudi 29 février 2024",
        "Thursday, February 29, 2024",
        "Donnerstag, 29. Februar 2024",
    ]
    assert [t.short_date(moment) for t in (FR, EN, DE)] == ["29 févr. 2024", "Feb 29, 2024", "29.02.2024"]
    assert [t.time(moment) for t in (FR, EN, DE)] == ["20:05", "8:05\u202fPM", "20:05"]


def test_the_short_date_of_this_year_needs_no_year() -> None:
    moment = at(datetime.now().year, 2, 14)
    assert [t.short_date(moment) for t in (FR, EN, DE)] == ["14 févr.", "Feb 14", "14. Feb."]


@pytest.mark.usefixtures("_in_paris")
def test_a_moment_is_shown_where_the_reader_is() -> None:
    winter, summer = "2023-12-31T23:30:00.000Z", "2024-06-30T22:30:00.000Z"
    assert [FR.time(at) for at in (winter, summer)] == ["00:30", "00:30"]
    assert [FR.date(at) for at in (winter, summer)] == ["lundi 1er janvier 2024", "lundi 1er juillet 2024"]
    assert [DE.short_date(at) for at in (winter, summer)] == ["01.01.2024", "01.07.2024"]
    assert [EN.month(at) for at in (winter, summer)] == ["January 2024", "July 2024"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_date_and_time_can_be_drawn(language: str) -> None:
    t = Translator(language)
    for month in range(1, 13):
        moment = at(2023, month, 1 + month, 2 * month % 24)
        for text in (t.date(moment), t.short_date(moment), t.time(moment)):
            assert [sign for sign in text if ord(sign) not in COVERED] == []


def test_plurals_follow_the_language() -> None:
    def bouts(t: Translator) -> list[str]:
        return [t.plural("{count} bout", "{count} bouts", count) for count in (0, 1, 2)]

    assert bouts(FR) == ["0 bout", "1 bout", "2 bouts"]
    assert bouts(EN) == ["0 bouts", "1 bout", "2 bouts"]
    assert bouts(DE) == ["0 Bouts", "1 Bout", "2 Bouts"]
    assert EN.plural("{count} hand", "{count} hands", 1418) == "1\u202f418 hands"


def test_a_name_with_braces_is_a_name() -> None:
    assert EN("{name} deals", name="{x} {}") == "{x} {} deals"


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (1, ("1er", "1st", "1.")),
        (2, ("2e", "2nd", "2.")),
        (3, ("3e", "3rd", "3.")),
        (4, ("4e", "4th", "4.")),
        (11, ("11e", "11th", "11.")),
        (13, ("13e", "13th", "13.")),
        (22, ("22e", "22nd", "22.")),
    ],
)
def test_ranks_as_each_language_writes_them(number: int, written: tuple[str, str, str]) -> None:
    assert tuple(t.ordinal(number) for t in (FR, EN, DE)) == written


def test_only_languages_that_the_app_speaks() -> None:
    assert LANGUAGE_NAMES.keys() == set(LANGUAGES)
    with pytest.raises(KeyError):
        Translator("it")


@pytest.mark.parametrize(
    ("explicit", "environment", "language"),
    [
        ("de", {"LANG": "fr_FR.UTF-8"}, "de"),
        ("en-GB", {}, "en"),
        (None, {"LANG": "de_CH.UTF-8"}, "de"),
        (None, {"LC_ALL": "en_US.UTF-8", "LANG": "de_CH.UTF-8"}, "en"),
        (None, {"LC_MESSAGES": "EN", "LANG": "de"}, "en"),
        (None, {"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, "de"),
        (None, {"LANG": "it_IT.UTF-8"}, "fr"),
        ("it", {"LANG": "en"}, "en"),
        (None, {}, "fr"),
    ],
)
def test_the_language_is_the_one_asked_for_or_the_systems(
    explicit: str | None, environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert preferred_language(explicit) == language


@pytest.mark.parametrize(
    ("part", "en", "fr"),
    [
        (0.725, "72.5%", "72,5\u202f%"),
        (0.0052, "0.52%", "0,52\u202f%"),
        (0, "0.0%", "0,0\u202f%"),
        (1, "100.0%", "100,0\u202f%"),
    ],
)
def test_percent(part: float, en: str, fr: str) -> None:
    assert Translator("en").percent(part) == en
    assert Translator("fr").percent(part) == Translator("de").percent(part) == fr


def test_decimal() -> None:
    assert [Translator(language).decimal(1.38) for language in LANGUAGES] == ["1,4", "1.4", "1,4"]
    assert Translator("de").decimal(2, 0) == "2"


@pytest.mark.parametrize(
    ("zone", "at"),
    [("America/New_York", "0001-01-01T00:00:00Z"), ("Asia/Tokyo", "9999-12-31T23:59:59Z")],
)
def test_moments_at_the_ends_of_the_calendar(zone: str, at: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        assert EN.time(at) in ("12:00\u202fAM", "11:59\u202fPM")
        assert EN.date(at).endswith(("1", "9999"))
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Anne", "Nom d’Anne"),
        ("Élise", "Nom d’Élise"),
        ("Yves", "Nom d’Yves"),
        ("Bruno", "Nom de Bruno"),
        ("", "Nom de "),
        ("李", "Nom de 李"),
    ],
)
def test_french_has_an_apostrophe_before_a_vowel(name: str, written: str) -> None:
    assert Translator("fr")("Name of {name}", name=name) == written
