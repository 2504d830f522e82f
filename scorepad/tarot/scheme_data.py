"""Schemes as plain values, as TOML and JSON texts, and those that are shipped."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

from scorepad.codec import Codec, Fault, Invalid
from scorepad.text import clean_name

from .scheme import MAX_POINTS, Scheme, SchemeError, problems

MAX_SCHEME_TEXT = 64 * 1024
"""Characters of a scheme file; anything longer is refused unread."""
MAX_DEPTH = 8
"""Brackets inside each other, and dots in a key; a scheme has a few."""

_CODEC = Codec()

# -- data ---


def scheme_from_data(data: object) -> Scheme:
    """The scheme that plain values (as `scheme_to_data` makes them) describe. Raises SchemeError."""
    if agreed_hands(data) is not None:
        assert isinstance(data, dict)
        data = {**data, "table": {name: each for name, each in data["table"].items() if name != "hands"}}
    try:
        return _CODEC.decode(Scheme, data)
    except Invalid as error:
        raise _refused(error) from None


def agreed_hands(data: object) -> int | None:
    """The number of hands on which the rules of earlier versions agreed, 0 for none; None in rules of this version."""
    table = data.get("table") if isinstance(data, dict) else None
    hands = table.get("hands") if isinstance(table, dict) else None
    return hands if type(hands) is int and 0 <= hands <= MAX_POINTS else None


def _refused(error: Invalid) -> SchemeError:
    """The same refusal in the words of a scheme; the items of a list are counted from 1."""
    path = ".".join(str(name + 1) if isinstance(name, int) else name for name in error.path)
    value, limit = error.value, error.limit
    if value is None and path and isinstance(error.path[-1], str):  # null is absent
        return SchemeError(path, MESSAGES[Fault.MISSING])
    match error.reason:
        case Fault.TOO_LONG if isinstance(value, str):
            return SchemeError(path, "must be at most {count} characters", count=limit)
        case Fault.TOO_LONG:
            return SchemeError(path, "has more than {count} items", count=limit)
        case Fault.OUT_OF_RANGE:
            return SchemeError(path, "must be within ±{count}", count=limit[1])
        case Fault.NOT_A_TEXT | Fault.UNKNOWN_VALUE if limit is not None:
            return SchemeError(path, "must be one of {names}", names=", ".join(limit))
        case Fault.NOT_A_TEXT if isinstance(value, str):
            return SchemeError(path, "holds half a character")  # which JSON can say, and no file can keep
    return SchemeError(path, MESSAGES[Fault(error.reason)])


MESSAGES: Mapping[Fault, str] = {
    Fault.MISSING: "is missing",
    Fault.UNKNOWN_FIELD: "is no parameter of a scheme",
    Fault.NOT_AN_OBJECT: "must be a table",
    Fault.NOT_A_LIST: "must be a list",
    Fault.NOT_A_TEXT: "must be a text",
    Fault.NOT_A_NUMBER: "must be a whole number",
    Fault.NOT_A_BOOLEAN: "must be true or false",
}


def scheme_to_data(scheme: Scheme) -> dict[str, Any]:
    """A scheme as plain values: dicts, lists, strings, integers and booleans.

    Every parameter is there, defaults too, so that what is kept with a session never changes its meaning;
    only what the scheme does not play (a petit chelem, a misère) is absent.
    """
    return {name: value for name, value in _CODEC.encode(scheme).items() if value is not None}


def scheme_from_toml(text: str) -> Scheme:
    """The scheme of a TOML text. Raises SchemeError with the line and the reason."""
    return _from_text(text, _toml, _toml_string)


def scheme_from_file(raw: bytes) -> Scheme:
    """The scheme of a file, TOML or JSON. Raises SchemeError with the line and the reason."""
    if len(raw) > MAX_SCHEME_TEXT:
        raise SchemeError("", "longer than {count} characters", count=MAX_SCHEME_TEXT)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SchemeError("", "is no text file") from None
    if text.lstrip().startswith("{"):
        return _from_text(text, _json, json.loads)
    return scheme_from_toml(text)


def _from_text(text: str, parse: Callable[[str], object], unquoted: Callable[[str], str]) -> Scheme:
    if len(text) > MAX_SCHEME_TEXT:
        raise SchemeError("", "longer than {count} characters", count=MAX_SCHEME_TEXT)
    _check_depth(text)
    data = parse(text)
    try:
        scheme = scheme_from_data(data)
        for problem in problems(scheme):
            raise problem
    except SchemeError as error:
        raise error.at_line(_line_of(text, error.path, unquoted)) from None
    return replace(scheme, name=clean_name(scheme.name))


def _toml(text: str) -> object:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:  # its words are English
        reason, _, place = str(error).partition(" (at ")
        found = re.match(r"line (\d+)", place)
        line = int(found[1]) if found else text.rstrip("\n").count("\n") + 1
        twice = reason.startswith(("Cannot", "Duplicate"))
        raise SchemeError("", "a parameter stands there twice" if twice else "is not TOML", line) from None
    for words in ("titles", "summaries"):  # only a shipped scheme has them; others have a name
        data.pop(words, None)
    return data


def _toml_string(quoted: str) -> str:
    text: str = tomllib.loads(f"_ = {quoted}")["_"]
    return text


def _json(text: str) -> object:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise SchemeError("", "is not JSON", error.lineno) from None
    known = set()
    for path, line in _places(text, json.loads):
        if path in known:
            raise SchemeError(".".join(path), "a parameter stands there twice", line)
        known.add(path)
    return data


def scheme_file(scheme: Scheme) -> bytes:
    """A scheme as the JSON file that `scheme_from_file` reads."""
    return json.dumps(scheme_to_data(scheme), ensure_ascii=False, indent=2).encode()


# -- where it stands in a text ---

_TOKEN = re.compile(
    r"""
    (?P<string> "{3} (?: [^\\"] | \\. | "(?!"") )*+ (?: "{3,5} | \\?\Z )
              | '{3} (?: [^'] | '(?!'') )*+ (?: '{3,5} | \Z )
              | " (?: [^"\\\n] | \\[^\n] )*+ "?
              | ' [^'\n]*+ '? )
    | (?P<comment> \#[^\n]*+ )
    | (?P<bare> [\w+-]++ )
    | (?P<sign> [][{}=:,.\n] )
    """,
    re.VERBOSE | re.DOTALL,
)
"""What TOML and JSON are made of; a string that does not end goes on to the end of its line or of the text."""


def _check_depth(text: str) -> None:
    """Refuses what Python's parsers take very long over, and numbers of which they complain in English."""
    line, brackets, dots = 1, 0, 0
    for token in _TOKEN.finditer(text):
        word = token[0]
        if token.lastgroup == "sign":
            brackets += (word in "[{") - (word in "]}")
            dots = dots + 1 if word == "." else 0
            if max(brackets, dots) > MAX_DEPTH:
                raise SchemeError("", "nested too deep", line)
        elif len(word) > _MANY_DIGITS and word.replace("_", "").lstrip("+-").isdigit():
            raise SchemeError("", "must be within ±{count}", line, count=MAX_POINTS)
        line += word.count("\n")


_MANY_DIGITS = 640
"""Digits that Python reads however it is set up."""

Place = tuple[str, ...]


def _line_of(text: str, path: str, unquoted: Callable[[str], str]) -> int | None:
    """The line on which the parameter, or else the table that holds it, stands."""
    lines: dict[str, int] = {}
    for place, line in _places(text, unquoted):
        for end in range(len(place)):
            lines.setdefault(".".join(place[: end + 1]), line)
    names = path.split(".")
    holders = (".".join(names[:end]) for end in range(len(names), 0, -1))
    return next((lines[holder] for holder in holders if holder in lines), None)


def _places(text: str, unquoted: Callable[[str], str]) -> Iterator[tuple[Place, int]]:
    """Every key and every item of a list, with its line, in a text that can be parsed as TOML or JSON."""
    line = 1
    header = 0
    """The brackets that opened the heading of a table."""
    counts: dict[Place, int] = {}
    """How many tables each list of tables has so far."""
    opened: list[tuple[Place, int]] = [((), 0)]
    """The table, and the lists and the tables that are open inside it; of a list, the number of the item."""
    here: Place = ()
    key: list[str] = []
    reading_value = False
    for token in _TOKEN.finditer(text):
        word, kind = token[0], token.lastgroup
        holder, item = opened[-1]
        if item and not reading_value and word not in "]\n" and kind != "comment":
            reading_value, here = True, (*holder, str(item))
            yield here, line
        if word == "\n":
            if len(opened) == 1:
                key, reading_value, header = [], False, 0
        elif kind in ("string", "bare"):
            if not reading_value:
                key.append(unquoted(word) if kind == "string" else word)
        elif word == "[" and not reading_value:
            header += 1
        elif word == "]" and header:
            if key:
                here = _table(key, counts, is_list=header == 2)
                opened, key = [(here, 0)], []
                yield here, line
        elif word in "=:" and not reading_value:
            reading_value, here, key = True, (*holder, *key), []
            yield here, line
        elif word in "[{":
            opened.append((here, 1 if word == "[" else 0))
            reading_value = False
        elif word in "]}":
            opened.pop()
            reading_value = True
        elif word == "," and len(opened) > 1:
            opened[-1] = (holder, item and item + 1)
            reading_value = False
        line += word.count("\n")


def _table(key: Sequence[str], counts: dict[Place, int], *, is_list: bool) -> Place:
    """The place of a table by its heading; of a list of tables, the last one counts."""
    place: Place = ()
    for number, name in enumerate(key, 1):
        place = (*place, name)
        if is_list and number == len(key):
            counts[place] = counts.get(place, 0) + 1
        if place in counts:
            place = (*place, str(counts[place]))
    return place


# -- the shipped schemes ---

DEFAULT_SCHEME = "fft"


def shipped_schemes() -> dict[str, Scheme]:
    """The schemes that come with the game, by id: FFT first, then by name; those for mouches or chips last."""
    return {id_: scheme for id_, (scheme, _, _) in _shipped().items()}


def shipped_titles(id_: str) -> Mapping[str, str]:
    """The titles of a shipped scheme by language ("fr"). Raises KeyError if there is none of that id."""
    return _shipped()[id_][1]


def shipped_summaries(id_: str) -> Mapping[str, str]:
    """What a shipped scheme does, in a line, by language. Raises KeyError if there is none of that id."""
    return _shipped()[id_][2]


@cache
def _shipped() -> Mapping[str, tuple[Scheme, Mapping[str, str], Mapping[str, str]]]:
    """The schemes with their titles and their summaries."""
    folder = files(__package__) / "schemes"
    texts = [file.read_text(encoding="utf-8") for file in folder.iterdir() if file.name.endswith(".toml")]
    tables = sorted(map(tomllib.loads, texts), key=_place_of)
    words = [(data.pop("titles"), data.pop("summaries")) for data in tables]
    return {data["id"]: (scheme_from_data(data), *each) for data, each in zip(tables, words, strict=True)}


def _place_of(data: Mapping[str, Any]) -> tuple[bool, bool, str]:
    """Sorts the data of shipped schemes."""
    return data["id"] != DEFAULT_SCHEME, "mouches" in data or "chips" in data, data["id"]


def shipped_scheme(id_: str = DEFAULT_SCHEME) -> Scheme:
    """One shipped scheme. Raises KeyError if there is none of that id."""
    return _shipped()[id_][0]
