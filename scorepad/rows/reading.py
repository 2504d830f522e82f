"""Reads one row of a paper sheet: the taker, the bid, the bouts and the points, then the bonuses.

Each word of a row fills a fact, says nothing ("with"), or becomes a `Doubt`: nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import prod

from scorepad.i18n.conventions import LANGUAGES
from scorepad.tarot.check import impossible
from scorepad.tarot.hand import Draft, PlayerId
from scorepad.tarot.scheme import Scheme
from scorepad.text import folded

from .hand import HandReader
from .items import QUOTED, SILENT, TOKEN, TOLD, Item, items_of
from .row import Doubt, DoubtKind, RowKind, RowReading
from .words import phrases

MAX_ROW = 200
"""The most characters of a row; a longer line is a question."""
MOST_READINGS = 64
"""The most readings of a row that are tried; a row with more is a question."""
CROSSED_OUT = re.compile("~~.*?~~|(?:.\u0336)+")
"""Words between two tildes on each side, or with the sign for a line through each letter."""
NUMBERED = re.compile(
    r"\W{0,2}(?:[nN] ?[°oº.] ?)?\d{1,3}(?![\d½]|[.,]\d| ?[/+])[\s.:;,|)°-]*(?=[^\W\d]|[\"“«])"
)
"""The number of a row on its sheet."""
DATED = re.compile(r"\W{0,2}\d{1,2}[./]\d{1,2}(?:[./](?:\d{4}|\d{2})?)?[\s:;,|-]+(?=[^\W\d]|[\"“«])")
"""The date before a row."""
ASIDE = re.compile(r"(?=.*[^\W\d_]{2})[^?]*")
"""Words in brackets that the reader may skip: they have two letters in a row, and no question mark."""
DATE = re.compile(r"\d{1,2}[./-]\d{1,2}(?:[./-](?:\d{4}|\d{2}))?|\b20\d\d\b")
ABOUT_HANDS = {"bid", "bouts", "thrown", "small", "without", "made", "down", "total", *TOLD}
"""The kinds of items that occur only in lines about hands."""
TITLES = {*SILENT, "heading", "bouts", "total", "side", "name", "bid"}
"""The kinds of items in the titles of columns."""


def read_row(
    line: str, names: Mapping[PlayerId, str], players: Sequence[PlayerId], scheme: Scheme, language: str
) -> RowReading:
    """The meaning of a row; `names` are the people at the table, `players` the players of this hand.

    Tries `language` first, then the others; returns the first clear reading, or else the reading in `language`.
    """
    first = None
    for each in (language, *(other for other in LANGUAGES if other != language)):
        row = _read(line, names, Draft(players=tuple(players)), scheme, each)
        known = row.kind is not RowKind.HAND and not row.doubts
        if known or row.outcome(scheme) is not None:
            return row
        first = first or row
    assert first is not None, "there are languages"
    return first


def _read(
    line: str, names: Mapping[PlayerId, str], nothing: Draft, scheme: Scheme, language: str
) -> RowReading:
    if len(line) > MAX_ROW:
        return RowReading(RowKind.HAND, nothing, doubts=(Doubt(DoubtKind.UNKNOWN, f"{line[:40]}…"),))
    kept = _without_asides(CROSSED_OUT.sub(" ", line), [*names.values()], language)
    items = _without_separators(items_of(_unnumbered(_plain(kept), language), [*names.values()], language))
    kinds = {item.kind for item in items}
    if "struck" in kinds or (CROSSED_OUT.search(line) and kinds <= {"dash"}):
        return RowReading(RowKind.STRUCK, nothing)
    if kinds <= TITLES and _is_heading(items, len(names)):
        places = dict.fromkeys(
            item.value[0] for item in items if item.kind == "name" and len(item.value) == 1
        )
        order = tuple([*names][place] for place in places) if len(places) == len(names) else ()
        return RowReading(RowKind.HEADING, nothing, order=order)
    if _is_remark(items, len(names), kept):
        said = " ".join(item.words for item in items if item.kind == "unknown")
        return RowReading(RowKind.REMARK, nothing, doubts=(Doubt(DoubtKind.UNKNOWN, said),))
    if "total" in kinds:
        numbers = tuple(item.amount for item in items if item.kind == "number")
        strange = " ".join(item.words for item in items if item.kind not in {*TITLES, "number"})
        return RowReading(
            RowKind.TOTALS,
            nothing,
            doubts=(Doubt(DoubtKind.UNKNOWN, strange),) if strange else (),
            columns=numbers,
        )
    return _only_reading(items, names, nothing, scheme)


def _is_remark(items: Sequence[Item], players: int, line: str) -> bool:
    """Whether a line is about the evening, not a hand: a date, a place, a break, or a title with all names."""
    kinds = {item.kind for item in items}
    if kinds & ABOUT_HANDS or "unknown" not in kinds:
        return False
    named = {item.value for item in items if item.kind == "name" and not item.meanings}
    numbers = len(re.findall(r"\d+", DATE.sub("", line)))
    return len(named) == players or (not named and numbers < 2)


def _without_separators(items: Sequence[Item]) -> Sequence[Item]:
    """Leaves out all dashes if the row has dashes between its columns: no dash is then a minus."""
    if len(items) < 3 or items[1].kind != "dash" or items[2].kind == "number":
        return items
    kept = [item for item in items if item.kind != "dash"]
    return [replace(item, meanings=()) if item.kind == "number" else item for item in kept]


def _without_asides(line: str, names: Sequence[str], language: str) -> str:
    """A line without words in brackets that say nothing about a hand: "(well played)"."""

    def kept(found: re.Match[str]) -> str:
        kinds = {item.kind for item in items_of(_plain(found[1]), names, language)}
        says_nothing = "unknown" in kinds and kinds <= {"unknown", "filler", "with", "by"}
        return " " if says_nothing and ASIDE.fullmatch(found[1]) else found[0]

    return re.sub(r"\(([^()]*)\)", kept, line)


def _plain(line: str) -> str:
    """Writes each minus of a line as "-", each half as "½", "2b" as "2 bouts", and "49p" as "49 points".

    Text in quotation marks is not changed.
    """
    parts = re.split(f"({QUOTED})", line)
    parts[::2] = [_plain_part(part) for part in parts[::2]]
    return "".join(parts)


def _plain_part(text: str) -> str:
    text = re.sub("[−–—‒]", "-", text.replace("\u2044", "/"))
    text = re.sub(r"(?<=[^\W\d_])-(?=[^\W\d_])", " ", text)
    text = re.sub(r"(?<=\d) ?(?:1/2|½)", "½", text)
    text = re.sub(r"(?<!\w)[oO](?=[bB](?!\w))", "0", re.sub(r"(?<!\w)[lI](?=[bB](?!\w))", "1", text))
    text = re.sub(r"(?<=\d)[oO](?![^\W\d_])", "0", re.sub(r"(?<=\d)[lI](?![^\W\d_])", "1", text))
    text = re.sub(r"(?<=[^\W\d_])0(?=[^\W\d_])", "o", text)
    text = re.sub(r"(?<=[\d½])b(?![^\W\d_])", " bouts ", text, flags=re.IGNORECASE)
    return re.sub(r"(?<=[\d½])p(?![^\W\d_])", " points ", text, flags=re.IGNORECASE)


def _unnumbered(text: str, language: str) -> str:
    """A row without the number or the date before it; a number that counts bouts or points stays."""
    found = NUMBERED.match(text) or DATED.match(text)
    if found is None:
        return text
    word = next((folded(each.group()) for each in TOKEN.finditer(text, found.end())), "")
    counts = any(kind in ("bouts", "points") for _, kind, _ in phrases(language).get(word, ()))
    return text if counts else text[found.end() :]


def _is_heading(items: Sequence[Item], players: int) -> bool:
    """Whether items are the titles of columns, the names of all players, or nothing."""
    named = {item.value for item in items if item.kind == "name"}
    titles = [item.kind for item in items if item.kind not in ("name", "dash", "filler")]
    if not titles:
        return len(named) in (0, players)
    return len(titles) > 1 and ("heading" in titles or ("bid" not in titles and len({*titles}) > 1))


def _only_reading(
    items: Sequence[Item], names: Mapping[PlayerId, str], nothing: Draft, scheme: Scheme
) -> RowReading:
    """The only reading of the items that is a whole hand; else one of the readings, with its doubts."""
    unclear = [item for item in items if item.meanings]
    several = Doubt(DoubtKind.MEANINGS, " ".join(item.words for item in unclear))
    if prod(len(item.meanings) for item in unclear) > MOST_READINGS:
        return RowReading(RowKind.HAND, nothing, doubts=(several,))
    readings: list[RowReading] = []
    for chosen in product(*(item.meanings or (item,) for item in items)):
        row = HandReader([replace(item) for item in chosen], names, nothing, scheme).row()
        if row not in readings:
            readings.append(row)
    whole = [row for row in readings if row.outcome(scheme) is not None]
    best = min(whole or readings, key=lambda row: len(row.doubts) + len(impossible(row.facts, scheme)))
    ordered = [row for row in whole if row.in_order]
    if len(ordered) == 1:
        return ordered[0]
    is_only = len(whole) == 1 and (
        best.thrown is not None or not any(len(item.words) == 1 for item in unclear)
    )
    return best if is_only or not whole else replace(best, doubts=(several,))
