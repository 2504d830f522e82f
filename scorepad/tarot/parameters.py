"""The parameters of a scheme, one by one: what a table may change to make its own rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from .hand import CONTRACTS, TRUMPS_IN_DECK, Bid, Chelem, Hand, Misere, MisereKind, Poignee, PoigneeSize, Side
from .scheme import (
    TABLES,
    BidValue,
    ChipRule,
    Direction,
    FivePlayers,
    HalfPoints,
    MisereRule,
    MoucheRule,
    PetitChelemRule,
    PoigneeTo,
    PotEnd,
    RoundedTo,
    Scheme,
    SchemeError,
    Split,
    is_worth_less,
    problems,
)

Value = int | bool | str


class Kind(StrEnum):
    """How a parameter is changed."""

    NUMBER = "number"
    TOGGLE = "toggle"
    CHOICE = "choice"


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a scheme, named by its place in the scheme's data: "poignee.points.single".

    A number moves by `step` between `low` and `high`; a choice has `options`.
    """

    path: str
    kind: Kind
    step: int = 1
    low: int = 0
    high: int = 1000
    options: tuple[str, ...] = ()


_NEW_BIDS = {
    Bid.PETITE: BidValue(bid=Bid.PETITE, base=25, factor=1),
    Bid.POUSSE: BidValue(bid=Bid.POUSSE, base=25, factor=2),
    Bid.GARDE: BidValue(bid=Bid.GARDE, base=25, factor=2),
    Bid.GARDE_SANS: BidValue(bid=Bid.GARDE_SANS, base=25, factor=4),
    Bid.GARDE_CONTRE: BidValue(bid=Bid.GARDE_CONTRE, base=25, factor=6),
}
_NEW_PETIT_CHELEM = PetitChelemRule(all_but=1, announced_made=300, announced_missed=-150, unannounced=0)
_NEW_MISERE = MisereRule(points=10, kinds=(MisereKind.NO_TRUMPS, MisereKind.NO_COURT_CARDS))
_NEW = {
    "petit_chelem": _NEW_PETIT_CHELEM,
    "misere": _NEW_MISERE,
    "mouches": MoucheRule(stake=10, dealer=5),
    "chips": ChipRule(start=50),
}
"""The extras of a scheme with their usual figures."""


def parameters(scheme: Scheme) -> Iterator[Parameter]:
    """Every parameter of a scheme that means something while the others are as they are."""
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
        "table.hands",
    }
)
"""What counts where two players play without bids."""


def every_parameter(scheme: Scheme) -> Iterator[Parameter]:
    """Every parameter of a scheme, those without effect while the others are as they are included."""
    for bid in [Bid.OPEN] if scheme.open else CONTRACTS:
        yield Parameter(f"bids.{bid}.played", Kind.TOGGLE)
        if scheme.allows(bid):
            yield Parameter(f"bids.{bid}.base", Kind.NUMBER, step=1 if scheme.chips else 5)
            yield Parameter(f"bids.{bid}.factor", Kind.NUMBER, low=1, high=20)
    yield Parameter("margin.counts", Kind.TOGGLE)
    yield Parameter("margin.half_points", Kind.CHOICE, options=tuple(HalfPoints))
    yield Parameter("margin.step", Kind.CHOICE, options=_usual(1, 5, 10, now=scheme.margin.step))
    yield Parameter("margin.to", Kind.CHOICE, options=tuple(RoundedTo))
    yield Parameter("rounding.step", Kind.CHOICE, options=_usual(1, 5, 10, now=scheme.rounding.step))
    yield Parameter("rounding.to", Kind.CHOICE, options=tuple(RoundedTo))
    yield Parameter("petit_au_bout.points", Kind.NUMBER, step=5)
    yield Parameter("petit_au_bout.multiplied", Kind.TOGGLE)
    yield Parameter("petit_au_bout.lost_with_contract", Kind.TOGGLE)
    for size in PoigneeSize:
        yield Parameter(f"poignee.points.{size}", Kind.NUMBER, step=5)
    yield Parameter("poignee.to", Kind.CHOICE, options=tuple(PoigneeTo))
    yield Parameter("poignee.multiplied", Kind.TOGGLE)
    for table, players in TABLES.items():
        most = min(scheme.cards(players), TRUMPS_IN_DECK)
        for size in PoigneeSize:
            yield Parameter(f"poignee.thresholds.{table}.{size}", Kind.NUMBER, low=1, high=most)
    yield from _chelem("chelem")
    yield Parameter("petit_chelem.played", Kind.TOGGLE)
    if scheme.petit_chelem is not None:
        all_but = _usual(1, 2, 3, now=scheme.petit_chelem.all_but)
        yield Parameter("petit_chelem.all_but", Kind.CHOICE, options=all_but)
        yield from _chelem("petit_chelem")
    yield Parameter("misere.played", Kind.TOGGLE)
    if scheme.misere is not None:
        yield Parameter("misere.points", Kind.NUMBER, step=5, low=1)
        for kind in MisereKind:
            yield Parameter(f"misere.kinds.{kind}", Kind.TOGGLE)
    yield Parameter("mouches.played", Kind.TOGGLE)
    if scheme.mouches is not None:
        yield Parameter("mouches.stake", Kind.NUMBER, step=5, low=1)
        yield Parameter("mouches.dealer", Kind.NUMBER, step=5)
        yield Parameter("mouches.end", Kind.CHOICE, options=tuple(PotEnd))
    yield Parameter("chips.played", Kind.TOGGLE)
    if scheme.chips is not None:
        yield Parameter("chips.start", Kind.NUMBER, step=10, low=1)
        yield Parameter("chips.table_stakes", Kind.TOGGLE)
    yield Parameter("table.split", Kind.CHOICE, options=tuple(Split))
    yield Parameter("table.five_players", Kind.CHOICE, options=tuple(FivePlayers))
    yield Parameter("table.direction", Kind.CHOICE, options=tuple(Direction))
    yield Parameter("table.called_card", Kind.TOGGLE)
    yield Parameter("table.petit_imprenable", Kind.TOGGLE)


def _usual(*numbers: int, now: int) -> tuple[str, ...]:
    """The numbers to choose from: the usual ones, and that of a scheme that has another."""
    return tuple(map(str, sorted({*numbers, now})))


def _chelem(table: str) -> Iterator[Parameter]:
    yield Parameter(f"{table}.announced_made", Kind.NUMBER, step=50, high=5000)
    yield Parameter(f"{table}.announced_missed", Kind.NUMBER, step=50, low=-5000, high=0)
    yield Parameter(f"{table}.unannounced", Kind.NUMBER, step=50, high=5000)
    yield Parameter(f"{table}.multiplied", Kind.TOGGLE)


def value(scheme: Scheme, path: str) -> Value:
    """What a parameter is now. Raises SchemeError for an unknown one."""
    table, *rest = path.split(".")
    if table == "bids":
        bid = Bid(rest[0])
        return scheme.allows(bid) if rest[1] == "played" else int(getattr(scheme.bid_value(bid), rest[1]))
    found: Any = getattr(scheme, table, None)
    if rest == ["played"]:
        return found is not None
    if table == "misere" and rest[0] == "kinds":
        return MisereKind(rest[1]) in found.kinds
    for name in rest:
        found = getattr(found, name, None)
    if not isinstance(found, (int, str)):
        raise SchemeError(path, "is no parameter of a scheme")
    return found


def changed(scheme: Scheme, path: str, new: Value) -> Scheme:
    """`with_value`, checked. Raises SchemeError where the new value contradicts the rest."""
    other = with_value(scheme, path, new)
    before, after = [*map(str, problems(scheme))], [*problems(other)]
    if len(after) > len(before):  # what is wrong already may be mended step by step
        raise next(problem for problem in after if str(problem) not in before)
    return other


def with_value(scheme: Scheme, path: str, new: Value) -> Scheme:
    """The scheme with one parameter changed, whether or not the rest agrees; that table then has no source."""
    table, *rest = path.split(".")
    if table == "bids":
        return replace(scheme, bids=_changed_bids(scheme, Bid(rest[0]), rest[1], new))
    if rest == ["played"]:
        fresh: Any = _NEW[table] if new else None
        return replace(scheme, **{table: fresh})
    if table == "misere" and rest[0] == "kinds":
        assert scheme.misere is not None
        kinds = tuple(
            kind for kind in MisereKind if (bool(new) if kind == rest[1] else kind in scheme.misere.kinds)
        )
        return replace(scheme, misere=replace(scheme.misere, kinds=kinds, source=""))
    before = value(scheme, path)
    if isinstance(before, StrEnum):
        new = type(before)(str(new))
    elif not isinstance(before, bool):
        new = int(new)
    return replace(scheme, **{table: _replaced(getattr(scheme, table), rest, new)})


def _replaced(holder: Any, path: list[str], new: Value) -> Any:
    """A copy of nested dataclasses with one value changed, and no source for the table that holds it."""
    name, *rest = path
    inner = _replaced(getattr(holder, name), rest, new) if rest else new
    unsourced = {"source": ""} if hasattr(holder, "source") and not hasattr(inner, "source") else {}
    return replace(holder, **{name: inner}, **unsourced)


def _changed_bids(scheme: Scheme, bid: Bid, name: str, new: Value) -> tuple[BidValue, ...]:
    known = {value.bid: value for value in scheme.bids}
    if name == "played":
        if new:
            known[bid] = _new_bid(bid, known)
        else:
            known.pop(bid, None)
    else:
        known[bid] = _replaced(known[bid], [name], int(new))
    return tuple(known[each] for each in Bid if each in known)


def _new_bid(bid: Bid, known: Mapping[Bid, BidValue]) -> BidValue:
    """A bid with its usual worth, or that of the bid below or above where it would be out of their order."""
    usual, ranks = _NEW_BIDS[bid], list(Bid)
    below = [each for each in known.values() if ranks.index(each.bid) < ranks.index(bid)]
    above = [each for each in known.values() if ranks.index(each.bid) > ranks.index(bid)]
    if any(is_worth_less(usual, each) for each in below):
        return replace(below[-1], bid=bid, source="")
    if any(is_worth_less(each, usual) for each in above):
        return replace(above[0], bid=bid, source="")
    return usual


def example(scheme: Scheme, path: str) -> Hand:
    """A hand whose score depends on a parameter, where any does, for a table to see what a change does.

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
    if table == "petit_au_bout":
        return replace(plain, petit_au_bout=Side.TAKER)
    if path == "poignee.to":
        return replace(plain, poignees=(Poignee("2", PoigneeSize.SINGLE),))
    if table == "poignee":
        size = PoigneeSize(rest[-1]) if rest[-1] in list(PoigneeSize) else PoigneeSize.SINGLE
        return replace(plain, poignees=(Poignee("1", size),))
    if table == "chelem" or (table == "petit_chelem" and scheme.petit_chelem is not None):
        sides = {
            "announced_missed": Chelem(Side.TAKER, None),
            "unannounced": Chelem(None, Side.TAKER),
        }
        happened = sides.get(rest[0], Chelem(Side.TAKER, Side.TAKER))
        if table == "petit_chelem":
            return replace(plain, half_points=160, petit_chelem=happened)
        if happened.made is not None:
            return replace(plain, bouts=3, half_points=182, chelem=happened)
        return replace(plain, half_points=160, chelem=happened)
    if table == "misere" and scheme.misere is not None:
        kind = MisereKind(rest[1]) if rest[0] == "kinds" else scheme.misere.kinds[0]
        return replace(plain, miseres=(Misere("2", kind),))
    if path == "margin.to":
        half = scheme.margin.step  # in half points: half a step, which every way rounds otherwise
        return replace(plain, half_points=82 + (half if half % 2 == 0 else half + 1))
    if path in ("table.split", "table.five_players", "margin.half_points"):
        partner = "2" if scheme.calls_partner(5) else None
        return replace(plain, players=(*four, "5"), partner=partner, half_points=99)
    return plain
