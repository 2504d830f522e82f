"""Lists the parameters of a scheme, and changes one of them, so that the players can make their own rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import StrEnum
from functools import cache
from typing import Any, get_args, get_type_hints

from scorepad.codec import Range
from scorepad.faults import Fault, Invalid

from .hand import CONTRACTS, Bid, Chelem, Facts, Hand, Misere, MisereKind, Poignee, PoigneeSize, Side
from .scheme import (
    BidValue,
    NumberSteps,
    Scheme,
    is_worth_less,
    problems,
)
from .scheme_data import scheme_from_data, scheme_to_data

ParameterValue = int | bool | str


class ParameterKind(StrEnum):
    """How a parameter is changed."""

    NUMBER = "number"
    TOGGLE = "toggle"
    CHOICE = "choice"


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a scheme; `path` is its place in the scheme's data: "poignee.points.single".

    A number moves by `step` between `low` and `high`; a choice has `options`.
    """

    path: str
    kind: ParameterKind
    step: int = 1
    low: int = 0
    high: int = 0
    options: tuple[str, ...] = ()


_NEW_BIDS = {
    Bid.PETITE: BidValue(bid=Bid.PETITE, base=25, factor=1),
    Bid.POUSSE: BidValue(bid=Bid.POUSSE, base=25, factor=2),
    Bid.GARDE: BidValue(bid=Bid.GARDE, base=25, factor=2),
    Bid.GARDE_SANS: BidValue(bid=Bid.GARDE_SANS, base=25, factor=4),
    Bid.GARDE_CONTRE: BidValue(bid=Bid.GARDE_CONTRE, base=25, factor=6),
}


@cache
def _fields(table: type) -> tuple[tuple[str, Mapping[type, Any]], ...]:
    """The fields of a table of a scheme: each name, and the metadata of its `Annotated` type as {class: object}."""
    hints = get_type_hints(table, include_extras=True)
    return tuple((name, {type(mark): mark for mark in get_args(hint)[1:]}) for name, hint in hints.items())


_FIRST = ("margin", "rounding")
_TABLES = (
    *_FIRST,
    *(name for name, _ in _fields(Scheme) if name not in ("id", "name", "source", "bids", *_FIRST)),
)
"""The names of the tables of a scheme that follow the bids, in the order in which an editor shows them."""
_NEW: Mapping[str, Any] = {
    name: usual for name, marks in _fields(Scheme) if name in _TABLES for usual in marks.values()
}
"""The tables that a scheme may lack, with their usual figures."""
_SIDES = {name for name, kind in get_type_hints(Facts).items() if kind == (Side | None)}
"""The names of the bonuses for which a hand records only the side that gets the bonus."""


def parameters(scheme: Scheme) -> Iterator[Parameter]:
    """The parameters of a scheme that have an effect with the present values of the other parameters."""
    for parameter in every_parameter(scheme):
        path = parameter.path
        exact = (path == "margin.to" and scheme.margin.step == 1) or (
            path == "rounding.to" and scheme.rounding.step == 1
        )
        if not exact and (not scheme.open or path in _OF_OPEN_DUEL):
            yield parameter


_OF_OPEN_DUEL = frozenset(
    {
        "bids.open.base",
        "bids.open.factor",
        "margin.step",
        "margin.to",
        "rounding.step",
        "rounding.to",
        "petit_au_bout.points",
        "petit_au_bout.multiplied",
        "table.direction",
    }
)
"""The parameters that have an effect in an open duel."""


def every_parameter(scheme: Scheme) -> Iterator[Parameter]:
    """All parameters of a scheme, including parameters that have no effect with the present values of the others."""
    for bid in _bids(scheme):
        yield Parameter(f"bids.{bid}.played", ParameterKind.TOGGLE)
        if scheme.allows(bid):
            base, factor = _of(scheme.bid_value(bid), f"bids.{bid}")
            yield from (replace(base, step=1) if scheme.chips else base, factor)
    for table in _TABLES:
        if table in _NEW:
            yield Parameter(f"{table}.played", ParameterKind.TOGGLE)
        if (holder := getattr(scheme, table)) is not None:
            yield from _of(holder, table)


def _bids(scheme: Scheme) -> tuple[Bid, ...]:
    return (Bid.OPEN,) if scheme.open else CONTRACTS


def _of(holder: Any, path: str) -> Iterator[Parameter]:
    """Makes the parameters of one table of a scheme from its fields; `path` is the path of the table."""
    kind: Any = type(holder)
    for name, marks in _fields(kind):
        now, here = getattr(holder, name), f"{path}.{name}"
        if is_dataclass(now):
            yield from _of(now, here)
        elif name == "kinds":
            yield from (Parameter(f"{here}.{kind}", ParameterKind.TOGGLE) for kind in MisereKind)
        elif isinstance(now, bool):
            yield Parameter(here, ParameterKind.TOGGLE)
        elif isinstance(now, StrEnum) and name != "bid":
            yield Parameter(here, ParameterKind.CHOICE, options=tuple(type(now)))
        elif NumberSteps in marks:
            yield _number(here, now, marks[Range], marks[NumberSteps])


def _number(path: str, now: int, bounds: Range, steps: NumberSteps) -> Parameter:
    if steps.usual:  # the present number is an option, too, even if it is not usual
        options = tuple(map(str, sorted({*steps.usual, now})))
        return Parameter(path, ParameterKind.CHOICE, options=options)
    low = max(int(bounds.least), steps.least)
    return Parameter(path, ParameterKind.NUMBER, step=steps.by, low=low, high=int(bounds.most))


def value(scheme: Scheme, path: str) -> ParameterValue:
    """The present value of a parameter. Raises Invalid for a path that is not a parameter of this scheme."""
    table, *rest = path.split(".")
    found: Any = getattr(scheme, table) if table in _TABLES else None
    if table == "bids":
        found = next((each for each in scheme.bids if each.bid == rest[0]), None) if rest else None
        if rest[1:] == ["played"] and rest[0] in _bids(scheme):
            return found is not None
        rest = rest[1:]
    elif rest == ["played"] and table in _NEW:
        return found is not None
    for name in rest:
        found = _part(found, name)
    if not isinstance(found, (int, str)):
        raise Invalid(Fault.UNKNOWN_FIELD, path, tuple(path.split(".")))
    return found


def _part(holder: Any, name: str) -> Any:
    """The parameter `name` of a table of a scheme; None if the table has no such parameter.

    If `holder` is a tuple of kinds of misère, returns whether the kind `name` is in it; None if no kind has this name.
    """
    kind: Any = type(holder)
    if name in _names(kind):
        return getattr(holder, name)
    return name in holder if isinstance(holder, tuple) and name in list(MisereKind) else None


@cache
def _names(table: type) -> frozenset[str]:
    """The names of the parameters among the fields of a table of a scheme."""
    names = {each.name for each in fields(table)} if is_dataclass(table) else set()
    return frozenset(names - {"bid", "source"})


def changed(scheme: Scheme, path: str, new: ParameterValue) -> Scheme:
    """The scheme with one parameter changed by `with_value`, and checked.

    Raises Invalid if the new value is out of range or contradicts the other values.
    """
    other = scheme_from_data(scheme_to_data(with_value(scheme, path, new)))
    before, after = [*map(str, problems(scheme))], [*problems(other)]
    if len(after) > len(before):  # a scheme with problems may be corrected step by step
        raise next(problem for problem in after if str(problem) not in before)
    return other


def with_value(scheme: Scheme, path: str, new: ParameterValue) -> Scheme:
    """The scheme with one parameter changed; the changed table loses the source of its figures.

    Raises Invalid for an unknown path, a value of the wrong type, or a scheme that cannot be played. `changed` also
    checks the range of the value, and compares it with the other values.
    """
    table, *rest = path.split(".")
    new = _as_before(value(scheme, path), new, tuple(path.split(".")))
    if table == "bids":
        return replace(scheme, bids=_changed_bids(scheme, Bid(rest[0]), rest[1], new))
    if rest == ["played"]:
        fresh: Any = (getattr(scheme, table) or _NEW[table]) if new else None
        return replace(scheme, **{table: fresh})
    if table == "misere" and rest[0] == "kinds":
        assert scheme.misere is not None
        kinds = tuple(
            kind for kind in MisereKind if (new if kind == rest[1] else kind in scheme.misere.kinds)
        )
        return replace(scheme, misere=replace(scheme.misere, kinds=kinds, source=""))
    return replace(scheme, **{table: _replaced(getattr(scheme, table), rest, new)})


def _as_before(before: ParameterValue, new: ParameterValue, path: tuple[str, ...]) -> ParameterValue:
    """Converts a new value, which may be an editor's text, to the type of the present value.

    Raises Invalid if this is impossible.
    """
    if isinstance(before, bool):
        if not isinstance(new, bool):
            raise Invalid(Fault.NOT_A_BOOLEAN, new, path)
        return new
    if isinstance(before, StrEnum):
        options = type(before)
        if new not in list(options):
            raise Invalid(Fault.UNKNOWN_VALUE, new, path, limit=tuple(options))
        return options(str(new))
    try:
        return int(new)
    except ValueError:
        raise Invalid(Fault.NOT_A_NUMBER, new, path) from None


def _replaced(holder: Any, path: list[str], new: ParameterValue) -> Any:
    """A copy of nested dataclasses with the value at `path` changed.

    Of the dataclasses around this value, the innermost one that has a `source` gets an empty source.
    """
    name, *rest = path
    inner = _replaced(getattr(holder, name), rest, new) if rest else new
    unsourced = {"source": ""} if hasattr(holder, "source") and not hasattr(inner, "source") else {}
    return replace(holder, **{name: inner}, **unsourced)


def _changed_bids(scheme: Scheme, bid: Bid, name: str, new: ParameterValue) -> tuple[BidValue, ...]:
    known = {value.bid: value for value in scheme.bids}
    if name != "played":
        known[bid] = _replaced(known[bid], [name], new)
    elif not new:
        known.pop(bid, None)
    elif bid not in known:
        known[bid] = _new_bid(bid, known)
    return tuple(known[each] for each in Bid if each in known)


def _new_bid(bid: Bid, known: Mapping[Bid, BidValue]) -> BidValue:
    """The value of a new bid: the usual value, if the values of the bids then still rise.

    Otherwise it is the value of the next lower or the next higher bid in `known`.
    """
    usual, ranks = _NEW_BIDS[bid], list(Bid)
    below = [each for each in known.values() if ranks.index(each.bid) < ranks.index(bid)]
    above = [each for each in known.values() if ranks.index(each.bid) > ranks.index(bid)]
    if any(is_worth_less(usual, each) for each in below):
        return replace(below[-1], bid=bid, source="")
    if any(is_worth_less(each, usual) for each in above):
        return replace(above[0], bid=bid, source="")
    return usual


def example(scheme: Scheme, path: str) -> Hand:
    """An example hand whose score depends on a parameter, if possible; it shows players the effect of a change.

    Players are named "1" to "5"; the taker is "1".
    """
    table, *rest = path.split(".")
    bid = Bid.GARDE if scheme.allows(Bid.GARDE) else scheme.bids[0].bid
    if table == "bids" and scheme.allows(Bid(rest[0])):
        bid = Bid(rest[0])
    four = ("1", "2", "3", "4")
    plain = Hand(players=four[:2] if scheme.open else four, taker="1", bid=bid, bouts=2, half_points=98)
    if path == "petit_au_bout.lost_with_contract":
        return replace(plain, half_points=70, petit_au_bout=Side.TAKER)
    if table in _SIDES and getattr(scheme, table) is not None:
        side: dict[str, Any] = {table: Side.TAKER}
        return replace(plain, **side)
    if path == "poignee.to":
        return replace(plain, poignees=(Poignee("2", PoigneeSize.SINGLE),))
    if table == "poignee":
        size = PoigneeSize(rest[-1]) if rest[-1] in list(PoigneeSize) else PoigneeSize.SINGLE
        return replace(plain, poignees=(Poignee("1", size),))
    if table == "chelem" or (table == "petit_chelem" and scheme.petit_chelem is not None):
        announced = None if rest[0] == "unannounced" else Side.TAKER
        made = None if rest[0] == "announced_missed" else Side.TAKER
        facts: dict[str, Any] = {table: Chelem(announced, made)}
        if table == "chelem" and made is not None:
            return replace(plain, bouts=3, half_points=182, **facts)
        return replace(plain, half_points=160, **facts)
    if table == "misere" and scheme.misere is not None:
        named = [kind for kind in scheme.misere.kinds if kind == rest[-1]]
        kind = named[0] if named else scheme.misere.kinds[0]
        return replace(plain, miseres=(Misere("2", kind),))
    if path == "margin.to":
        half = scheme.margin.step  # in half points: half a step, for which the kinds of rounding differ
        return replace(plain, half_points=82 + (half if half % 2 == 0 else half + 1))
    if path in ("table.split", "table.five_players", "margin.half_points"):
        partner = "2" if scheme.calls_partner(5) else None
        return replace(plain, players=(*four, "5"), partner=partner, half_points=99)
    return plain
