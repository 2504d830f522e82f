"""Numbers, dates and names as each language writes them."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from datetime import datetime
from fractions import Fraction
from pathlib import Path

import pytest
from approve import Approve
from babel import Locale
from hypothesis import given
from hypothesis import strategies as st

from scorepad.design.coverage import COVERED
from scorepad.i18n import LANGUAGES, MINUS, THIN_SPACE, Translator, preferred_language
from scorepad.i18n.conventions import FILE, FOLDER, conventions_of, read_conventions

ROOT = Path(__file__).resolve().parents[2]
FR, EN, DE = map(Translator, ("fr", "en", "de"))
SIGNS = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}


NUMBERS = [
    *[(value, 1) for value in (0, 7, -66, 999, 1346, -1234567)],
    *[(value, 2) for value in (0, 1, -1, 99, -2001, 98)],
    *[(value, 4) for value in (1, 2, -3, 101, 4004)],
]
MOMENT = datetime(2024, 2, 29, 20, 5).astimezone().isoformat()
"""A moment where the reader is, as it is stored."""


def shown(t: Translator) -> Iterator[str]:
    """Whatever a language writes in its own way, a kind in a line."""
    yield ", ".join(f"{value}/{unit} = {t.number(value, unit)}" for value, unit in NUMBERS)
    yield ", ".join(t.signed(value, unit) for value, unit in NUMBERS)
    yield ", ".join(map(t.half_points, (0, 1, 81, 182)))
    yield " · ".join(t.names(["Anne", "Bruno", "Chloé"][:count]) for count in range(4))
    yield " · ".join(each(MOMENT) for each in (t.date, t.short_date, t.month, t.time))
    yield ", ".join(t.plural("{count} bout", "{count} bouts", count) for count in (0, 1, 2, 1418))
    yield ", ".join(map(t.ordinal, (1, 2, 3, 4, 11, 13, 22)))
    yield ", ".join([*map(t.percent, (0, 0.0052, 0.725, 1)), t.decimal(1.38), t.decimal(2, 0)])
    yield ", ".join(t("Name of {name}", name=name) for name in ("Anne", "Élise", "Yves", "Bruno", "", "李"))


@pytest.mark.promise(
    "Names and words", "Amounts are written with a true minus sign, thin spaces and fractions."
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_dates_and_names_are_as_approved(language: str, approve: Approve) -> None:
    approve(f"format-{language}.txt", "".join(f"{line}\n" for line in shown(Translator(language))).encode())


@given(st.integers(-(10**9), 10**9), st.sampled_from([1, 2, 4]))
def test_a_number_can_be_read_back(value: int, unit: int) -> None:
    written = FR.signed(value, unit)
    assert all(ord(sign) in COVERED for sign in written)
    digits = written.lstrip(f"+{MINUS}").replace(THIN_SPACE, "")
    fraction = SIGNS.get(digits[-1], Fraction(0))
    amount = int(digits.rstrip("½¼¾") or 0) + fraction
    assert (-amount if written.startswith(MINUS) else amount) == Fraction(value, unit)
    assert written.startswith("+") == (value > 0)


def at(year: int, month: int = 2, day: int = 29, hour: int = 20, minute: int = 5) -> str:
    """A moment where the reader is, as it is stored."""
    return datetime(year, month, day, hour, minute).astimezone().isoformat()


def test_the_short_date_of_this_year_needs_no_year() -> None:
    moment = at(datetime.now().year, 2, 14)
    assert [t.short_date(moment) for t in (FR, EN, DE)] == ["14 févr.", "Feb 14", "14. Feb."]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_date_and_time_can_be_drawn(language: str) -> None:
    t = Translator(language)
    for month in range(1, 13):
        moment = at(2023, month, 1 + month, 2 * month % 24)
        for text in (t.date(moment), t.short_date(moment), t.time(moment)):
            assert [sign for sign in text if ord(sign) not in COVERED] == []


def test_a_name_with_braces_is_a_name() -> None:
    assert EN("{name} deals", name="{x} {}") == "{x} {} deals"


def test_only_languages_of_the_app_are_accepted() -> None:
    with pytest.raises(KeyError):
        Translator("it")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_project_names_every_language(language: str) -> None:
    name = Locale(language).english_name
    readme, project = ((ROOT / each).read_text("utf-8") for each in ("README.md", "pyproject.toml"))
    assert name
    assert name in readme.partition("\n## ")[0]
    (option,) = (line for line in readme.splitlines() if "`--lang" in line)
    assert re.search(rf"\b{language}`", option)
    assert f'"Natural Language :: {name}"' in project


def test_no_code_names_a_language() -> None:
    """What differs between languages is data; only `conventions.py` names the default and the source."""
    quoted = re.compile(rf"""["'=]({"|".join(LANGUAGES)})["']""")
    paths = [
        each for each in (ROOT / "scorepad").rglob("*.*") if each.suffix in (".py", ".js", ".mjs", ".html")
    ]
    assert {each.name for each in paths if quoted.search(each.read_text("utf-8"))} == {"conventions.py"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_a_form_for_each_kind_of_rank(language: str) -> None:
    assert conventions_of(language).ordinals.keys() == {*Locale(language).ordinal_form.tags, "other"}


@pytest.mark.parametrize(
    ("line", "written", "said"),
    [
        ('decimal = "."', "", "decimal: missing: None"),
        ('decimal = "."', 'decimal = ""', "decimal: empty: "),
        ("capital_nouns = false", 'capital_nouns = "no"', "capital_nouns: not_a_boolean: no"),
        ("capital_nouns", "small_nouns", "small_nouns: unknown_field: False"),
        ('"{number}%"', '"{value}%"', "percent: must have {number}"),
        (
            '"{sign}{currency}{amount}"',
            '"{amount}"',
            "money_with_symbol: must have {amount}, {currency}, {sign}",
        ),
        ('other = "{number}th"', "", "ordinals/other: missing"),
        ("two = ", "second = ", "ordinals/second: unknown_value"),
    ],
)
def test_a_wrong_file_of_conventions_is_refused(line: str, written: str, said: str, tmp_path: Path) -> None:
    text = (FOLDER / "en" / FILE).read_text("utf-8")
    assert line in text
    (tmp_path / FILE).write_text(text.replace(line, written, 1), "utf-8")
    with pytest.raises(ValueError, match="conventions") as refused:
        read_conventions(tmp_path / FILE)
    assert str(refused.value) == f"{tmp_path.name}/{FILE}: {said}"


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
