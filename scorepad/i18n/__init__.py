"""Translates messages with gettext catalogs, and writes numbers and dates by the conventions of each language."""

from __future__ import annotations

import gettext
import os
import re
import sys
from collections.abc import Iterable, Mapping
from datetime import date as Day
from fractions import Fraction
from functools import cache, cached_property
from unicodedata import category

from babel import Locale
from babel.dates import format_date, format_skeleton, format_time, get_day_names, get_month_names
from babel.lists import format_list

from scorepad.i18n.conventions import FOLDER, Conventions, conventions_of
from scorepad.i18n.conventions import LANGUAGES as LANGUAGES
from scorepad.i18n.conventions import SOURCE as SOURCE
from scorepad.text import folded, rounded
from scorepad.zones import SYSTEM, Zone

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables for the language of a shell; the first variable that is set wins."""
DOMAIN = "scorepad"
MINUS = "−"
THIN_SPACE = "\u202f"
FRACTIONS = {1: {}, 2: {1: "½"}, 4: {1: "¼", 2: "½", 3: "¾"}}


def capital(words: str) -> str:
    """The words with a capital first letter, for the beginning of a line."""
    return words[:1].upper() + words[1:]


def N_(message: str) -> str:
    """Marks a message for the catalogs and returns it unchanged; a `Translator` translates it where it is shown."""
    return message


def preferred_language(explicit: str | None = None) -> str:
    """The requested language, the system's language or the default language: the first that the app has."""
    candidates = [explicit, *(os.environ.get(name) for name in VARIABLES)]
    if sys.platform == "win32":
        import locale

        candidates.append(locale.getlocale()[0])
    for candidate in candidates:
        language = (candidate or "")[:2].lower()
        if language in LANGUAGES:
            return language
    return LANGUAGES[0]


@cache
def _catalog(language: str) -> gettext.NullTranslations:
    if language == SOURCE:
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, FOLDER, [language])


class Translator:
    """Writes texts, numbers and dates in the language and the time zone of a reader.

    Raises KeyError for a language that the app lacks.
    """

    def __init__(self, language: str, zone: Zone = SYSTEM) -> None:
        self.conventions = conventions_of(language)
        self.language, self.zone = language, zone
        self._catalog = _catalog(language)
        self._locale = Locale(language)

    def __call__(self, message: str, **values: object) -> str:
        """The translated message; each {name} in it is replaced with the value of that name."""
        text = self._catalog.gettext(message)
        if values and any(f"{word} {{" in text for word in self.conventions.elisions):
            text = _elided(self.conventions, text, values)
        return text.format(**values) if values else text

    def plural(self, one: str, many: str, count: int, *, shown: str = "", **values: object) -> str:
        """The translation of `one` or `many` for a count; {count} becomes `shown`, or the count if `shown` is empty."""
        return self._catalog.ngettext(one, many, count).format(count=shown or self.number(count), **values)

    def inside(self, words: str, *, noun: bool = True) -> str:
        """Words for the middle of a sentence: the first letter is lower case, except in German if they are a `noun`."""
        return words if noun and self.conventions.capital_nouns else words[:1].lower() + words[1:]

    def number(self, value: int, unit: int = 1) -> str:
        """The text of an amount in 1/`unit` of a point; `unit` is 1, 2 or 4.

        It has a minus sign (not a hyphen), thin spaces between thousands, and ¼, ½ or ¾ for a fraction.
        """
        whole, rest = divmod(abs(value), unit)
        fraction = FRACTIONS[unit].get(rest, "")
        digits = f"{whole:,}".replace(",", THIN_SPACE) if whole or not fraction else ""
        return (MINUS if value < 0 else "") + digits + fraction

    def signed(self, value: int, unit: int = 1) -> str:
        """The text that `number` returns for an amount, but with a plus sign for a gain; zero has no sign."""
        return ("+" if value > 0 else "") + self.number(value, unit)

    def money(self, cents: int, currency: str, *, signed: bool = False) -> str:
        """An amount of money: "3,20 €", "−€3.20", "3.20 CHF"; if `signed`, a gain has a plus sign."""
        whole, rest = divmod(abs(cents), 100)
        sign = MINUS if cents < 0 else "+" if signed and cents else ""
        amount = f"{self.number(whole)}{self.conventions.decimal}{rest:02}"
        symbol = category(currency[-1:] or " ") == "Sc"
        form = self.conventions.money_with_symbol if symbol else self.conventions.money
        return form.format(sign=sign, amount=amount, currency=currency)

    def ordinal(self, number: int) -> str:
        """A rank: "1er", "1st", "1."."""
        forms = self.conventions.ordinals
        return forms.get(self._locale.ordinal_form(number), forms["other"]).format(number=number)

    def half_points(self, half_points: int) -> str:
        """Card points as a text, from a number of half points: 81 gives "40½"."""
        return self.number(half_points, 2)

    def percent(self, part: float, *, whole: bool = False) -> str:
        """A fraction from 0 to 1 as a percentage: "72.5%", "72,5 %"; two decimals below 1 %, none if `whole`."""
        digits = self.decimal(100 * part, 0 if whole else 1 if part >= 0.01 or not part else 2)
        return self.conventions.percent.format(number=digits)

    def decimal(self, value: float, places: int = 1) -> str:
        """A number with `places` decimals: "1.4", "1,4"."""
        nearest = rounded(Fraction(str(value)) * 10**places) / 10**places
        return f"{nearest:.{places}f}".replace(".", self.conventions.decimal)

    def names(self, names: Iterable[str]) -> str:
        """Names in a sentence: "A, B et C"."""
        return format_list(list(names), locale=self._locale)

    def date(self, at: str) -> str:
        """The day of a moment (ISO 8601) in the reader's zone, with the weekday: "Thursday, February 29, 2024"."""
        moment = self.zone.clock(at)
        return self._first(moment, format_date(moment, "full", locale=self._locale))

    def short_date(self, at: str) -> str:
        """The day of a moment (ISO 8601) in the reader's zone, in short; with the year unless it is this year."""
        moment = self.zone.clock(at)
        if moment.year == self.zone.this_year():
            return self._first(moment, format_skeleton("MMMd", moment, locale=self._locale))
        return self._first(moment, format_date(moment, "medium", locale=self._locale))

    def month(self, at: str, *, first: bool = True) -> str:
        """The month and year of a moment (ISO 8601) in the reader's zone; capitalised if they are `first` in a line."""
        words: str = format_skeleton("yMMMM", self.zone.clock(at), locale=self._locale)
        return capital(words) if first else words

    def calendar_label(self, words: str) -> str:
        """A short label for a day, a month or a year: "9 janv." for "2026-01-09", "janv." for "2026-01", "2026"."""
        if len(words) == len("2026"):
            return words
        if len(words) == len("2026-01"):
            return str(format_skeleton("MMM", Day.fromisoformat(f"{words}-01"), locale=self._locale))
        day = Day.fromisoformat(words)
        return self._first(day, format_skeleton("MMMd", day, locale=self._locale))

    def day_words(self, day: Day) -> str:
        """The forms of a day for a search, in one text: 2026-11-21 21/11/2026 21.11.2026 21 November 2026 Saturday."""
        weekday, month = self._weekdays[day.weekday()], self._months[day.month]
        numbers = f"{day.isoformat()} {day:%d/%m/%Y} {day:%d.%m.%Y}"
        return f"{numbers} {day.day} {month} {day.year} {weekday}"

    # Babel takes 10 ms to read the names of months and weekdays, which the first page and a score do not need.

    @cached_property
    def _months(self) -> Mapping[int, str]:
        return get_month_names(locale=self._locale)

    @cached_property
    def _weekdays(self) -> Mapping[int, str]:
        return get_day_names(locale=self._locale)

    def _first(self, moment: Day, day: str) -> str:
        """The written day; on the first of a month, its number has the language's own form: "1er" in French."""
        return day.replace("1 ", f"{self.conventions.first_of_month} ", 1) if moment.day == 1 else day

    def time(self, at: str) -> str:
        """The time of day of a moment (ISO 8601) in the reader's zone."""
        return format_time(self.zone.clock(at), "short", locale=self._locale)

    @property
    def zone_note(self) -> str:
        """A note about the zone, "Times of Europe/Paris"; empty if its clocks agree with this system's clocks."""
        return self(N_("Times of {zone}"), zone=self.zone_name) if self.zone.differs else ""

    @property
    def zone_name(self) -> str:
        """The name of the zone as people read it: "America/New York"."""
        return self.zone.name.replace("_", " ")


def _elided(how: Conventions, text: str, values: Mapping[str, object]) -> str:
    """A message with its elisions, as in French: "Le détail de {name}" becomes "Le détail d’{name}" before a vowel."""

    def shortened(found: re.Match[str]) -> str:
        word, name = found.groups()
        elides = folded(str(values[name])).startswith(tuple(how.vowels))
        return f"{how.elisions[word]}{{{name}}}" if elides else found[0]

    return re.sub(rf"\b({'|'.join(how.elisions)}) \{{(\w+)\}}", shortened, text)


def shell_language() -> str:
    """The language of the command line: the system's language, or English in a shell without a language (LANG=C)."""
    asked = next(filter(None, map(os.environ.get, VARIABLES)), "C")
    if sys.platform != "win32" and asked.partition(".")[0] in ("C", "POSIX"):
        return SOURCE
    return preferred_language()
