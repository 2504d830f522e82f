"""The figures and lists of the format that readers in other languages than Python need."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from types import ModuleType
from typing import Any, Final

from scorepad.evening import money
from scorepad.tarot.scheme_data import shipped_schemes

from . import bits, codes, evenings, hands, packed, sealed, values
from .schemes import flat

TABLES: Final[Mapping[ModuleType, Sequence[str]]] = {
    packed: ("EVENING", "VERSION"),
    bits: ("MAX_PACK", "MAX_TEXT", "CHECKSUM_BYTES", "TEXT_ORDER", "ESCAPE"),
    values: ("EPOCH", "TIME_ORDERS"),
    evenings: ("MAX_EVENTS",),
    sealed: ("TOPICS", "PURPOSES", "NONCE_BYTES", "TAG_BYTES", "NUMBER_BYTES"),
    hands: ("MARGIN_ORDER", "NEEDED", "FACTORS", "BASE", "PETIT_AU_BOUT", "POIGNEE_POINTS"),
    codes: (
        *("CHANGES", "OUTCOMES", "BIDS", "SIDES", "POIGNEES", "THROWN_IN", "ADJUSTMENTS"),
        *("TIME_FORMS", "UNITS", "HALF_POINTS"),
    ),
    money: ("MAX_CENTS", "MAX_CURRENCY", "MOST_EXACT"),
}
"""The names of these figures and lists, by module. A reader needs no other list: it skips the values of other lists."""
SCORING: Final = re.compile(
    r"bids|margin|petit_au_bout|poignee\.(points|to|multiplied)|chelem|petit_chelem|rounding"
)
"""Matches the paths of the parameters of a scheme that decide the score of a hand."""


def format_tables() -> dict[str, Any]:
    """The figures of the format, and its lists of values with their orders, for JSON.

    FIGURES maps numbers of figures to the paths of the figures that decide the score of a hand. SCHEMES has one mapping
    from these numbers to figures for each shipped scheme: all figures of the first scheme, and for the other schemes
    only the figures that differ from it.
    """
    tables = {name: _plain(vars(module)[name]) for module, names in TABLES.items() for name in names}
    paths = {number: path for number, path in enumerate(codes.FIGURES) if SCORING.match(path)}
    figures = [flat(shipped_schemes()[id_]) for id_ in codes.SCHEMES.values]
    schemes = [
        {
            number: each.get(path)
            for number, path in paths.items()
            if each is figures[0] or each.get(path) != figures[0].get(path)
        }
        for each in figures
    ]
    return {**tables, "FIGURES": paths, "SCHEMES": schemes}


def _plain(value: Any) -> Any:
    """Converts a value for JSON: a class to its name, a time to its milliseconds since 1970."""
    match value:
        case bits.Codes(found, order):
            return {"values": [*map(_plain, found)], "order": order}
        case Mapping():
            return dict(value)
        case datetime():
            return int(value.timestamp() * 1000)
        case type():
            return value.__name__
    return value
