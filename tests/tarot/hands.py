"""Hands written the short way, of the case files, and as any table might play them."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, get_args

from scorepad.codec import Codec, Hook
from scorepad.tarot.hand import (
    Bid,
    Bouts,
    CardHalfPoints,
    Chelem,
    Draft,
    Hand,
    Misere,
    MisereKind,
    Players,
    Poignee,
    PoigneeSize,
    Side,
)
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import scheme_from_data, scheme_to_data, shipped_scheme

TAKER, DEFENCE = Side.TAKER, Side.DEFENCE
SIDES = (None, *Side)


def shown(*poignees: str) -> tuple[Poignee, ...]:
    """`shown("A1", "B2")`: a single shown by A, a double by B."""
    return tuple(Poignee(text[0], tuple(PoigneeSize)[int(text[1]) - 1]) for text in poignees)


def declared(*miseres: str) -> tuple[Misere, ...]:
    """`declared("At", "Bc")`: A without trumps, B without court cards."""
    kinds = {"t": MisereKind.NO_TRUMPS, "c": MisereKind.NO_COURT_CARDS}
    return tuple(Misere(text[0], kinds[text[1]]) for text in miseres)


# -- the case files ---


FACTS = {field.name for field in fields(Hand)} - {"half_points"}
WORDS = {
    *("name", "source", "scheme", "change", "card_points"),
    *("problems", "values", "chelem_forgotten_by", "lines", "total", "payments", "running"),
}
"""What the case files say besides the facts of a hand: which case under which rules, and what follows.

`problems` are the fields and the codes for which a hand cannot be, without which it can, and `values` what their
messages name.
"""


def cases_of(file: Path) -> list[dict[str, Any]]:
    """The cases of a file, each with what the file says of all of them; numbers are exact."""
    data = tomllib.loads(file.read_text(encoding="utf-8"), parse_float=Decimal)
    shared = {name: value for name, value in data.items() if name != "case"}
    cases = [shared | case for case in data["case"]]
    unknown = {word for case in cases for word in case} - WORDS - FACTS
    assert not unknown, f"{file.name} has words that nobody reads: {unknown}"
    return cases


def files_in(folder: str) -> list[Path]:
    """The case files of a folder beside this module."""
    return sorted((Path(__file__).parent / folder).glob("*.toml"))


def cases_in(folder: str) -> list[dict[str, Any]]:
    """Every case of a folder; its name begins with the name of its file."""
    return [
        case | {"name": f"{file.stem}: {case['name']}"}
        for file in files_in(folder)
        for case in cases_of(file)
    ]


def scheme_of(case: Mapping[str, Any]) -> Scheme:
    """The scheme of a case, with what the case changes in it."""
    return changed(shipped_scheme(case["scheme"]), case.get("change", {}))


@cache
def every_scheme() -> dict[str, Scheme]:
    """The schemes of all cases, each by its name and what a table changes in it."""
    return {
        f"{case['scheme']} {case.get('change', '')}".strip(): scheme_of(case)
        for folder in ("cases", "checks")
        for case in cases_in(folder)
    }


def _unbounded(kind: Any) -> Hook:
    return lambda codec: codec.usual(kind)


_CODEC = Codec({bounded: _unbounded(get_args(bounded)[0]) for bounded in (Players, Bouts, CardHalfPoints)})
"""Reads hands that cannot be, too."""


def from_facts(facts: Mapping[str, Any]) -> Hand:
    """The hand of plain values, as the case files write them; absent means none."""
    known = {name: facts[name] for name in FACTS & facts.keys()}
    return _CODEC.decode(Hand, known | {"half_points": int(facts["card_points"] * 2)})


def to_facts(hand: Hand | Draft) -> dict[str, Any]:
    """The plain values of a hand."""
    facts: dict[str, Any] = _CODEC.encode(hand)
    return facts


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


# -- any hands ---


def sample(scheme: Scheme, size: int, seed: str) -> Iterator[Hand]:
    """Hands of 2 to 5 players, likely and unlikely, with every bid that there is; the same for a seed."""
    rng = random.Random(seed)
    for _ in range(size):
        seats = "ABCDE"[: rng.randint(2, 5)]
        taker, *others = rng.sample(seats, len(seats))
        partner = rng.choice([None, others[0]]) if scheme.calls_partner(len(seats)) else None
        chelem, petit_chelem = (
            Chelem(rng.choice(SIDES), rng.choice(SIDES)) if rng.random() < 0.3 else Chelem() for _ in range(2)
        )
        poignees = rng.choices(seats, k=rng.choice((0, 0, 1, 1, 2, 3)))
        miseres = rng.choices(seats, k=rng.choice((0, 0, 0, 1, 2)))
        yield Hand(
            players=tuple(seats),
            taker=taker,
            partner=partner,
            bid=rng.choice([*Bid, *(each.bid for each in scheme.bids)]),
            bouts=rng.randint(0, 3),
            half_points=rng.choice(
                (rng.randint(0, 182), 2 * rng.randint(0, 91), rng.choice((0, 8, 174, 182)))
            ),
            petit_au_bout=rng.choice(SIDES),
            poignees=tuple(Poignee(player, rng.choice(list(PoigneeSize))) for player in poignees),
            chelem=chelem,
            petit_chelem=petit_chelem,
            miseres=tuple(Misere(player, rng.choice(list(MisereKind))) for player in miseres),
        )
