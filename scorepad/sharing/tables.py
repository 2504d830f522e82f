"""The figures and lists of the format, for readers that are not written in Python: one place says which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import ModuleType
from typing import Any, Final

from . import bits, codes, evenings, hands, packed, sealed, values

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
}
"""The figures and lists that such a reader has by the same names; it skips the values of the others."""


def format_tables() -> dict[str, Any]:
    """The figures of the format, and its lists of values with their orders, for JSON."""
    return {name: _plain(vars(module)[name]) for module, names in TABLES.items() for name in names}


def _plain(value: Any) -> Any:
    """A value for JSON: a class is its name, a moment is its milliseconds since 1970."""
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
