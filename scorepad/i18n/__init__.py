"""What users read: gettext catalogs in French, English and German, and numbers and dates as each writes them."""

from __future__ import annotations

import gettext
import os
import sys
from collections.abc import Iterable
from datetime import date as Day
from datetime import datetime
from functools import cache
from pathlib import Path

from babel import Locale
from babel.dates import format_date, format_skeleton, format_time, get_day_names, get_month_names
from babel.lists import format_list

LANGUAGES = ("fr", "en", "de")
"""The languages the app speaks, the first being the table's own."""
LANGUAGE_NAMES = {"fr": "Français", "en": "English", "de": "Deutsch"}
"""What each language calls itself; never translated."""
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""What says a shell's language, the first that is set before the others."""
DOMAIN = "scorepad"
MINUS = "−"
THIN_SPACE = "\u202f"
FRACTIONS = {1: {}, 2: {1: "½"}, 4: {1: "¼", 2: "½", 3: "¾"}}


def N_(message: str) -> str:
    """Marks a message of a table, so that it is in the catalogs; `Translator` translates it where it is used."""
    return message


def preferred_language(explicit: str | None = None) -> str:
    """The language asked for, or else the system's, or else French; only languages the app speaks."""
    candidates = [explicit, *(os.environ.get(name) for name in VARIABLES)]
    for candidate in candidates:
        language = (candidate or "")[:2].lower()
        if language in LANGUAGES:
            return language
    return LANGUAGES[0]


@cache
def _catalog(language: str) -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, Path(__file__).parent, [language])


class Translator:
    """Text, numbers and dates in one language. Raises KeyError for a language the app does not speak."""

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise KeyError(language)
        self.language = language
        self._catalog = _catalog(language)
        self._locale = Locale(language)
        self._months = get_month_names(locale=self._locale)
        self._weekdays = get_day_names(locale=self._locale)

    def __call__(self, message: str, **values: object) -> str:
        """The message in this language, with its {names} filled in."""
        text = self._catalog.gettext(message)
        return text.format(**values) if values else text

    def plural(self, one: str, many: str, count: int, *, shown: str = "", **values: object) -> str:
        """The form of the message for a count, which fills in {count}, written as `shown` if that is given."""
        return self._catalog.ngettext(one, many, count).format(count=shown or count, **values)

    def inside(self, words: str) -> str:
        """Words that begin a line elsewhere, inside a sentence: in small letters, but for German's nouns."""
        return words if self.language == "de" else words.lower()

    def number(self, value: int, unit: int = 1) -> str:
        """An amount in 1/`unit` of a point (1, 2 or 4): true minus, thin space between thousands, ½ not .5."""
        whole, rest = divmod(abs(value), unit)
        fraction = FRACTIONS[unit].get(rest, "")
        digits = f"{whole:,}".replace(",", THIN_SPACE) if whole or not fraction else ""
        return (MINUS if value < 0 else "") + digits + fraction

    def signed(self, value: int, unit: int = 1) -> str:
        """The same with a plus sign where it is gained; zero bears none."""
        return ("+" if value > 0 else "") + self.number(value, unit)

    def half_points(self, half_points: int) -> str:
        """Card points, given in half points."""
        return self.number(half_points, 2)

    def names(self, names: Iterable[str]) -> str:
        """Names in a sentence: "A, B et C"."""
        return format_list(list(names), locale=self._locale)

    def date(self, at: str) -> str:
        """The day of a moment (ISO 8601), where the reader is."""
        return self._first(_here(at), format_date(_here(at), "full", locale=self._locale))

    def short_date(self, at: str) -> str:
        """The day of a moment (ISO 8601), short, where the reader is; the year only where it is another."""
        moment = _here(at)
        if moment.year == datetime.now().astimezone().year:
            return self._first(moment, format_skeleton("MMMd", moment, locale=self._locale))
        return self._first(moment, format_date(moment, "medium", locale=self._locale))

    def day_words(self, day: Day) -> str:
        """A day in the ways in which people look for it: 2026-11-21 21/11/2026 21.11.2026 21 november saturday."""
        weekday, month = self._weekdays[day.weekday()], self._months[day.month]
        numbers = f"{day.isoformat()} {day:%d/%m/%Y} {day:%d.%m.%Y}"
        return f"{numbers} {day.day} {month} {day.year} {weekday}"

    def _first(self, moment: datetime, day: str) -> str:
        """French says the first of a month, and no other day, as an ordinal."""
        return day.replace("1 ", "1er ", 1) if self.language == "fr" and moment.day == 1 else day

    def time(self, at: str) -> str:
        """The time of day of a moment (ISO 8601), where the reader is."""
        return format_time(_here(at), "short", locale=self._locale)


def _here(at: str) -> datetime:
    return datetime.fromisoformat(at).astimezone()


def system_language() -> str:
    """The language of this computer's session, for a first start."""
    if sys.platform == "win32":
        import locale

        return preferred_language(locale.getlocale()[0])
    return preferred_language()


def shell_language() -> str:
    """The language of the command line: that of the system, or English in a shell that asks for none."""
    asked = next(filter(None, map(os.environ.get, VARIABLES)), "C")
    if sys.platform != "win32" and asked.partition(".")[0] in ("C", "POSIX"):
        return "en"
    return system_language()
