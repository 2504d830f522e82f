"""The languages of the app, and how each of them writes numbers, money and days.

A language is a folder of data beside this file; README.md says how to add one. `en/conventions.toml` explains the keys.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Annotated

from scorepad.codec import Codec, Length
from scorepad.faults import Invalid

FOLDER = Path(__file__).parent
"""The folder that contains the folders of the languages."""
FILE = "conventions.toml"
DEFAULT = "fr"
"""The language of the app on a system with a language that the app lacks."""
SOURCE = "en"
"""The language of the messages in the code, which needs no catalog."""
LANGUAGES = tuple(
    sorted(
        (path.parent.name for path in FOLDER.glob(f"*/{FILE}")),
        key=lambda code: (code != DEFAULT, code != SOURCE, code),
    )
)
"""The codes of the languages (ISO 639, two letters): the default, then the source, then the others."""

NonEmpty = Annotated[str, Length(least=1)]
Sign = Annotated[str, Length(least=1, most=1)]


@dataclass(frozen=True)
class CsvProfile:
    """The separators in a CSV table for one `reader`, a program; the catalogs translate the name of the reader.

    `moments` is the strftime format of a date and time: the day, a space, the time of day. It is empty in the profile
    for other programs, whose tables have dates and times in ISO 8601.
    """

    reader: str
    delimiter: Sign
    decimal: Sign
    moments: str


@dataclass(frozen=True)
class Conventions:
    """How a language writes numbers, money and days. Values replace the {names} in the forms.

    A search ignores the `small_words`. `number_words` has the words for 0, 1, 2 …: each item is a word and its other
    forms. `word_endings` has the grammatical endings of words, the longest first.
    """

    name: NonEmpty
    decimal: Sign
    percent: str
    money: str
    money_with_symbol: str
    first_of_month: NonEmpty
    excel_day: NonEmpty
    capital_nouns: bool
    vowels: str
    small_words: str
    number_words: tuple[str, ...]
    word_endings: tuple[str, ...]
    ordinals: Mapping[str, str]
    elisions: Mapping[str, str]
    csv: CsvProfile | None = None


_CODEC = Codec()


@cache
def conventions_of(language: str) -> Conventions:
    """The conventions of a language. Raises ValueError if its file is wrong, KeyError if the app lacks the language."""
    if language not in LANGUAGES:
        raise KeyError(language)
    return read_conventions(FOLDER / language / FILE)


def csv_profiles() -> dict[str, CsvProfile]:
    """The CSV profiles for Excel in a language, by language code; only of languages that have a profile."""
    found = {code: conventions_of(code).csv for code in LANGUAGES}
    return {code: profile for code, profile in found.items() if profile is not None}


def read_conventions(path: Path) -> Conventions:
    """The conventions in a file. Raises ValueError with the name of a key that is missing, unknown or wrong."""
    place = f"{path.parent.name}/{path.name}"
    try:
        found = _CODEC.decode(Conventions, tomllib.loads(path.read_text(encoding="utf-8")))
    except Invalid as error:
        raise ValueError(f"{place}: {error}") from None
    for wrong in _wrong_keys(found):
        raise ValueError(f"{place}: {wrong}")
    return found


def _wrong_keys(found: Conventions) -> Iterator[str]:
    """Yields a message for each form with missing or unknown {names}, and for each missing or unknown ordinal."""
    number, amount = {"number"}, {"sign", "amount", "currency"}
    forms = [("percent", found.percent, number)]
    forms += [("money", found.money, amount), ("money_with_symbol", found.money_with_symbol, amount)]
    forms += [(f"ordinals/{name}", form, number) for name, form in found.ordinals.items()]
    for key, form, names in forms:
        if {name for _, name, _, _ in Formatter().parse(form) if name is not None} != names:
            yield f"{key}: must have {{{'}, {'.join(sorted(names))}}}"
    if "other" not in found.ordinals:
        yield "ordinals/other: missing"
    for name in found.ordinals.keys() - {"one", "two", "few", "many", "other"}:
        yield f"ordinals/{name}: unknown_value"
