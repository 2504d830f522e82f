"""Hands written the short way, from plain values, and as any table might play them (for hypothesis)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from scorepad.tarot.hand import (
    Bid,
    Chelem,
    Hand,
    Misere,
    MisereKind,
    Poignee,
    PoigneeSize,
    Side,
)
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import scheme_from_data, scheme_to_data, shipped_schemes

TAKER, DEFENCE = Side.TAKER, Side.DEFENCE
SINGLE, DOUBLE, TRIPLE = PoigneeSize


def hand(seats: str = "ABCD", *, points: Decimal | float = 41, **facts: Any) -> Hand:
    """A garde of the first seat, just made with two bouts, but for the facts given."""
    plain: dict[str, Any] = {"taker": seats[0], "bid": Bid.GARDE, "bouts": 2}
    return Hand(players=tuple(seats), half_points=int(points * 2), **plain | facts)


def shown(*poignees: str) -> tuple[Poignee, ...]:
    """`shown("A1", "B2")`: a single shown by A, a double by B."""
    return tuple(Poignee(text[0], tuple(PoigneeSize)[int(text[1]) - 1]) for text in poignees)


def declared(*miseres: str) -> tuple[Misere, ...]:
    """`declared("At", "Bc")`: A without trumps, B without court cards."""
    kinds = {"t": MisereKind.NO_TRUMPS, "c": MisereKind.NO_COURT_CARDS}
    return tuple(Misere(text[0], kinds[text[1]]) for text in miseres)


def from_facts(facts: Mapping[str, Any]) -> Hand:
    """The hand of plain values, as the case files write them; absent means none."""

    def side(value: str | None) -> Side | None:
        return None if value is None else Side(value)

    def chelem(name: str) -> Chelem:
        found = facts.get(name, {})
        return Chelem(side(found.get("announced")), side(found.get("made")))

    return Hand(
        players=tuple(facts["players"]),
        taker=facts["taker"],
        partner=facts.get("partner"),
        bid=Bid(facts["bid"]),
        bouts=facts["bouts"],
        half_points=int(facts["card_points"] * 2),
        petit_au_bout=side(facts.get("petit_au_bout")),
        poignees=tuple(Poignee(p["player"], PoigneeSize(p["size"])) for p in facts.get("poignees", ())),
        chelem=chelem("chelem"),
        petit_chelem=chelem("petit_chelem"),
        miseres=tuple(Misere(m["player"], MisereKind(m["kind"])) for m in facts.get("miseres", ())),
    )


def changed(scheme: Scheme, change: Mapping[str, Any]) -> Scheme:
    """A scheme with some parameters changed, as a table's house rules are: data, merged table by table."""

    def merged(old: dict[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
        return old | {
            name: merged(old.get(name, {}), value) if isinstance(value, Mapping) else value
            for name, value in new.items()
        }

    return scheme_from_data(merged(scheme_to_data(scheme), change))


def amounts(values: Sequence[int], unit: int) -> list[Fraction]:
    """Amounts in 1/unit of a point, as points."""
    return [Fraction(value, unit) for value in values]


SIDES = st.sampled_from([None, *Side])
CHELEMS = st.builds(Chelem, SIDES, SIDES)
SEATS = {n: st.sampled_from("ABCDE"[:n]) for n in (2, 3, 4, 5)}
POIGNEES = {
    n: st.lists(st.builds(Poignee, seat, st.sampled_from(PoigneeSize)), max_size=2)
    for n, seat in SEATS.items()
}
MISERES = {
    n: st.lists(st.builds(Misere, seat, st.sampled_from(MisereKind)), max_size=2) for n, seat in SEATS.items()
}


@st.composite
def hands(draw: st.DrawFn, scheme: Scheme) -> Hand:
    """A hand of 2 to 5 players that a scheme can score, possible or not at a table."""
    n = draw(st.integers(2, 5))
    taker = draw(SEATS[n])
    partner = draw(st.none() | SEATS[n]) if n == 5 else None
    return Hand(
        players=tuple("ABCDE"[:n]),
        taker=taker,
        partner=None if partner == taker else partner,
        bid=draw(st.sampled_from(scheme.bids)).bid,
        bouts=draw(st.integers(0, 3)),
        half_points=draw(st.integers(0, 182)),
        petit_au_bout=draw(SIDES),
        poignees=tuple(draw(POIGNEES[n])),
        chelem=draw(CHELEMS),
        petit_chelem=draw(CHELEMS),
        miseres=tuple(draw(MISERES[n])),
    )


@st.composite
def schemes_and_hands(draw: st.DrawFn, *house: Scheme) -> tuple[Scheme, Hand]:
    """A shipped scheme with bids, or one of those given, and a hand that it can score."""
    with_bids = [scheme for scheme in shipped_schemes().values() if not scheme.open]
    scheme = draw(st.sampled_from([*with_bids, *house]))
    return scheme, draw(hands(scheme))
