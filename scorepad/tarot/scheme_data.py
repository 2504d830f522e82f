"""Converts schemes to plain values and JSON, and back; reads them from TOML; loads the shipped schemes."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

from scorepad.codec import Codec
from scorepad.faults import Fault, Invalid
from scorepad.text import clean_name

from .scheme import MAX_POINTS, Scheme, SchemeError, problems

MAX_SCHEME_FILE = 64 * 1024
"""The largest scheme file, in bytes; a larger file is refused unread."""
MAX_DEPTH = 8
"""The most nested brackets, and the most dots in a key; a scheme has a few."""

_CODEC = Codec()

# -- data ---


def scheme_from_data(data: object) -> Scheme:
    """Makes a scheme from plain values, as `scheme_to_data` returns them. Raises Invalid."""
    if agreed_hands(data) is not None:
        assert isinstance(data, dict)
        data = {**data, "table": {name: each for name, each in data["table"].items() if name != "hands"}}
    return _CODEC.decode(Scheme, data)


def agreed_hands(data: object) -> int | None:
    """The agreed number of hands in a scheme of an earlier version (0: none was agreed); None in other data."""
    table = data.get("table") if isinstance(data, dict) else None
    hands = table.get("hands") if isinstance(table, dict) else None
    return hands if type(hands) is int and 0 <= hands <= MAX_POINTS else None


def scheme_to_data(scheme: Scheme) -> dict[str, Any]:
    """A scheme as plain values: dicts, lists, strings, integers and booleans.

    Every parameter is there, including defaults, so that the scheme of a saved evening never changes its meaning. Only
    tables that the scheme does not play (a petit chelem, a misère) are absent.
    """
    return {name: value for name, value in _CODEC.encode(scheme).items() if value is not None}


def scheme_from_file(raw: bytes) -> Scheme:
    """The scheme of a file, TOML or JSON. Raises Invalid."""
    if len(raw) > MAX_SCHEME_FILE:
        raise SchemeError((), "larger than {count} bytes", count=MAX_SCHEME_FILE)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SchemeError((), "is no text file") from None
    _check_depth(text)
    data = _json(text) if text.lstrip().startswith("{") else _toml(text)
    scheme = scheme_from_data(_based(data))
    for problem in problems(scheme):
        raise problem
    return replace(scheme, name=clean_name(scheme.name))


def _toml(text: str) -> object:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:  # its message is only in English
        if str(error).startswith(("Cannot", "Duplicate")):
            raise Invalid(Fault.TWICE) from None
        place = re.search(r"at line (\d+)", str(error))
        line = place[1] if place else text.rstrip("\n").count("\n") + 1
        raise SchemeError((), "line {line} is not TOML", line=line) from None
    # Only shipped schemes have these keys (before November 2026, in several languages); other schemes have a name.
    for words in ("title", "summary", "titles", "summaries"):
        data.pop(words, None)
    return data


def _json(text: str) -> object:
    def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
        if len(dict(pairs)) < len(pairs):
            raise Invalid(Fault.TWICE)
        return dict(pairs)

    try:
        return json.loads(text, object_pairs_hook=unique)
    except json.JSONDecodeError as error:
        raise SchemeError((), "line {line} is not JSON", line=error.lineno) from None


def _based(data: Any) -> Any:
    """Completes the data of a scheme with the data of its `base`, a shipped scheme; data without a `base` is unchanged.

    Raises Invalid if no shipped scheme has this id.
    """
    if not isinstance(data, Mapping) or "base" not in data:
        return data
    own = dict(data)
    base, known = own.pop("base"), _tables()
    if not isinstance(base, str) or base not in known:
        raise Invalid(Fault.UNKNOWN_VALUE, base, ("base",), limit=tuple(known))
    return _merged(_based(known[base][0]), own)


def _merged(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """The data of a base with a scheme's differences: tables are merged, lists are replaced."""
    tables = {
        name: _merged(base[name], value)
        for name, value in own.items()
        if isinstance(value, Mapping) and isinstance(base.get(name), Mapping)
    }
    return {**base, **own, **tables}


def scheme_file(scheme: Scheme) -> bytes:
    """A scheme as the JSON file that `scheme_from_file` reads."""
    return json.dumps(scheme_to_data(scheme), ensure_ascii=False, indent=2).encode()


_TOKEN = re.compile(
    r"""
      "{3} (?: [^\\"] | \\. | "(?!"") )* (?: "{3,5} | \\?\Z )
    | '{3} (?: [^'] | '(?!'') )* (?: '{3,5} | \Z )
    | " (?: [^"\\\n] | \\[^\n] )* "?
    | ' [^'\n]*+ '?
    | \# [^\n]*+
    | (?P<number> [+-]? \d [\d_]*+ )
    | [\w+-]++
    | (?P<sign> [][{}.=:,\n] )
    """,
    re.VERBOSE | re.DOTALL,
)
"""The tokens of TOML and JSON; a string without an end goes on to the end of its line or of the text.

No group is possessive: up to Python 3.11.4, a possessive group may match wrongly.
"""


def _check_depth(text: str) -> None:
    """Raises SchemeError for brackets or dots nested too deep, or a number with too many digits.

    Python's parsers read deep nesting very slowly, and their errors for such numbers are in English.
    """
    brackets, dots = 0, 0
    for token in _TOKEN.finditer(text):
        word = token[0]
        if token["sign"]:
            brackets += (word in "[{") - (word in "]}")
            dots = dots + 1 if word == "." else 0
            if max(brackets, dots) > MAX_DEPTH:
                raise SchemeError((), "nested too deep")
        elif token["number"] and len(word) > _MANY_DIGITS:
            raise SchemeError((), "must be within ±{count}", count=MAX_POINTS)


_MANY_DIGITS = 640
"""The most digits of a number that Python reads under all settings."""

# -- the shipped schemes ---

DEFAULT_SCHEME = "fft"


def shipped_schemes() -> dict[str, Scheme]:
    """The shipped schemes by id: FFT first, schemes with mouches or chips last, else in the order of the ids."""
    return dict(_shipped())


def shipped_scheme(id_: str = DEFAULT_SCHEME) -> Scheme:
    """The shipped scheme with this id. Raises KeyError if there is none."""
    return _shipped()[id_]


def shipped_title(id_: str) -> str:
    """The title of a shipped scheme in English. Raises KeyError if no shipped scheme has this id."""
    return _tables()[id_][1]


def shipped_summary(id_: str) -> str:
    """A shipped scheme in one line, in English. Raises KeyError if no shipped scheme has this id."""
    return _tables()[id_][2]


@cache
def _shipped() -> Mapping[str, Scheme]:
    return {id_: scheme_from_data(_based(data)) for id_, (data, _, _) in _tables().items()}


@cache
def _tables() -> Mapping[str, tuple[Mapping[str, Any], str, str]]:
    """The data, the title and the summary of each shipped scheme, by its id."""
    folder = files(__package__) / "schemes"
    texts = [file.read_text(encoding="utf-8") for file in folder.iterdir() if file.name.endswith(".toml")]
    found = sorted(map(tomllib.loads, texts), key=_place_of)
    words = [(data.pop("title"), data.pop("summary")) for data in found]
    return {data["id"]: (data, *each) for data, each in zip(found, words, strict=True)}


def _place_of(data: Mapping[str, Any]) -> tuple[bool, bool, str]:
    """The key by which shipped schemes are sorted."""
    return data["id"] != DEFAULT_SCHEME, "mouches" in data or "chips" in data, data["id"]
