"""Cell values, exact and language-neutral, and how they are written for people and for programs.

Points and money are a `Fraction`, a number is an `int`, a moment is ISO 8601, a person is a `Person`, a choice is a
member of an enum, a scheme or a card; a tuple holds several values.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Any

from scorepad.evening.adjustment import AdjustmentKind
from scorepad.evening.people import Person
from scorepad.i18n import N_, Translator
from scorepad.i18n.looking_back import RECORDS, figure_words
from scorepad.i18n.names import (
    ADJUSTMENTS,
    BIDS,
    FOUND,
    MISERES,
    POIGNEES,
    THROWN_IN,
    card_name,
    scheme_title,
)
from scorepad.stats.measures import Record
from scorepad.stats.parts import Filter
from scorepad.tarot.hand import Bid, CalledCard, Found, MisereKind, PlayerId, PoigneeSize, Side, ThrownIn
from scorepad.tarot.scheme import Scheme
from scorepad.text import distinct
from scorepad.zones import Zone


class CellKind(StrEnum):
    """The kind of the values in a column."""

    TEXT = "text"
    NAME = "name"
    """A person, with a name that no other person in the table has."""
    INTEGER = "integer"
    POINTS = "points"
    """Card points, or points in the mouches."""
    AMOUNT = "amount"
    """Points that a person has or receives; negative points are paid."""
    MONEY = "money"
    MOMENT = "moment"
    CHOICE = "choice"
    DAY = "day"
    """A day where the reader is (ISO 8601)."""
    MONTH = "month"
    """A month, given by its first day."""
    SHARE = "share"
    """A part of a whole, from 0 to 1."""


NUMBERS = frozenset((CellKind.INTEGER, CellKind.POINTS, CellKind.AMOUNT, CellKind.MONEY, CellKind.SHARE))
"""The kinds whose cells are aligned at the right."""


class Outcome(StrEnum):
    """The outcomes that no other enum has: a hand was played, or a score was taken over."""

    PLAYED = "played"
    TAKE_OVER = "take_over"


class RoleName(StrEnum):
    """The role of a player in a hand."""

    TAKER = "taker"
    PARTNER = "partner"
    DEFENCE = "defence"
    WINNER = "winner"
    LOSER = "loser"


class PotRow(StrEnum):
    """The name of the row for the mouches in the standings, in place of a person."""

    MOUCHES = "Mouches"


@dataclass(frozen=True, slots=True)
class Declared:
    """A poignée or a misère, and the person who showed or declared it."""

    person: Person
    choice: PoigneeSize | MisereKind


@dataclass(frozen=True, slots=True)
class Extreme:
    """The best or the worst hand of a person: the amount in points, and the number of the hand."""

    amount: Fraction
    hand: int


WORDS: Mapping[type, Mapping[Any, str]] = {
    Bid: BIDS,
    ThrownIn: THROWN_IN,
    AdjustmentKind: ADJUSTMENTS,
    Found: FOUND,
    PoigneeSize: POIGNEES,
    MisereKind: MISERES,
    Side: {Side.TAKER: N_("attack"), Side.DEFENCE: N_("defence")},
    Outcome: {Outcome.PLAYED: N_("played"), Outcome.TAKE_OVER: N_("Score taken over")},
    RoleName: {role: role.value for role in RoleName},
    PotRow: {PotRow.MOUCHES: N_("Mouches")},
    Record: RECORDS,
}
"""The messages for the members of each enum. The enum is part of the key, since members of two enums may be equal."""


def code(choice: Any) -> str:
    """A choice as programs read it, language-neutral."""
    match choice:
        case Scheme():
            return choice.name or choice.id
        case CalledCard():
            return f"{choice.court} {choice.suit}"
        case Declared():
            return f"{choice.person.name}: {choice.choice}"
        case Filter():
            return ",".join(f"{name}={value}" for name, value in choice.facts.items())
    return str(choice)


def words(t: Translator, choice: Any) -> str:
    """A choice as people read it."""
    match choice:
        case Scheme():
            return scheme_title(t, choice)
        case CalledCard():
            return card_name(t, choice)
        case Declared():
            return f"{choice.person.name}: {words(t, choice.choice)}"
        case Filter():
            return figure_words(t, choice, {})
    return t(WORDS[type(choice)][choice])


def shown(t: Translator, kind: CellKind, value: Any) -> str:
    """A cell as people read it."""
    match value:
        case None:
            return ""
        case tuple():
            return "; ".join(shown(t, kind, each) for each in value)
        case Fraction() if kind is CellKind.SHARE:
            return t.percent(float(value), whole=True)
        case Fraction():
            spell = t.signed if kind is CellKind.AMOUNT else t.number
            return spell(value.numerator, value.denominator)
        case Extreme():
            return f"{shown(t, kind, value.amount)} ({value.hand})"
        case Person():
            return value.name
        case int():
            return str(value)
        case StrEnum() | Scheme() | CalledCard() | Declared() | Filter():
            return words(t, value)
        case str() if kind is CellKind.DAY:
            return t.short_date(value)
        case str() if kind is CellKind.MONTH:
            return t.month(value)
    return f"{t.short_date(value)}, {t.time(value)}" if kind is CellKind.MOMENT else str(value)


# -- texts, moments and names in a table ---

DIRECTIONS = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
"""The Unicode classes of characters that change the direction of writing."""


@lru_cache(maxsize=4096)
def writable(text: str) -> str:
    """The text as one line of valid UTF-8; control characters and characters that change the direction are removed."""
    return "".join(map(_writable, text.encode("utf-8", "replace").decode()))


def _writable(char: str) -> str:
    if unicodedata.category(char) in ("Cc", "Zl", "Zp"):
        return " " if char.isspace() else ""
    return "" if unicodedata.bidirectional(char) in DIRECTIONS else char


def time_in(zone: Zone, at: str) -> datetime:
    """Converts a moment (ISO 8601) to the local time of a zone: to the second, as a naive datetime."""
    return zone.clock(at).replace(tzinfo=None, microsecond=0)


def labelled(people: Iterable[Person]) -> dict[PlayerId, Person]:
    """People by their ids, with distinct names: names that look the same get numbers."""
    everybody = list(people)
    names = (writable(person.name).strip() or "–" for person in everybody)
    found = distinct(names, lambda name, number: name if number == 1 else f"{name} ({number})")
    return {person.id: replace(person, name=name) for person, name in zip(everybody, found, strict=True)}
