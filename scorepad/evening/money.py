"""Points as money: what each person's total is worth to the cent, and the fewest payments that settle it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from scorepad.codec import Fault, Invalid, Length, Range

MAX_CENTS = 1_000_000
"""The most that the points of a rate are worth."""
MAX_CURRENCY = 8
"""Characters of the sign of a currency."""
MOST_EXACT = 10
"""People among whom the fewest payments are found."""
STEPS = (1, 5, 10, 50, 100)
"""Cents to which shares are rounded."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many `points` are worth so many `cents`, and shares are multiples of `step` cents; 0 cents are no money."""

    points: Annotated[int, Range(1, 100_000)] = 100
    cents: Annotated[int, Range(0, MAX_CENTS)] = 0
    currency: Annotated[str, Length(MAX_CURRENCY, 1)] = "€"
    step: Annotated[int, Range(1, 1000)] = 1

    def __post_init__(self) -> None:
        if not self.currency.isprintable():
            raise Invalid(Fault.CONTRADICTION, "a currency has a sign that can be seen", ("currency",))


NO_MONEY = Rate()


@dataclass(frozen=True, slots=True)
class Transfer:
    """One payment of so many cents; people are named by their places."""

    payer: int
    payee: int
    cents: int


def shares(totals: Sequence[int], unit: int, rate: Rate) -> tuple[int, ...]:
    """What totals in 1/unit of a point, which sum to zero, are worth in cents; the shares sum to zero too.

    Each is one of the two multiples of the step next to its exact worth. As many as it takes are rounded up: those that
    are nearest to the higher one, and of equal ones those who come first.
    """
    whole = unit * rate.points * rate.step
    parts = [divmod(total * rate.cents, whole) for total in totals]
    over = -sum(steps for steps, _ in parts)
    up = sorted(range(len(parts)), key=lambda place: -parts[place][1])[:over]
    return tuple([(steps + (place in up)) * rate.step for place, (steps, _) in enumerate(parts)])


@lru_cache(maxsize=64)
def transfers(amounts: tuple[int, ...]) -> tuple[Transfer, ...]:
    """Payments after which amounts that sum to zero are settled: who is owed is positive.

    They are the fewest for up to `MOST_EXACT` people. People who settle among themselves take one payment fewer than
    they are, so it splits them into as many groups that sum to zero as there can be. The search takes twice as long
    for each person more; beyond, all are one group, but for pairs who are quits with each other.
    """
    found: list[Transfer] = []
    rest = {place: amount for place, amount in enumerate(amounts) if amount}
    for place, amount in list(rest.items()):  # two who are quits with each other are always a group
        other = next((each for each, its in rest.items() if its == -amount), None)
        if place in rest and other is not None:
            found += _settled({place: rest.pop(place), other: rest.pop(other)})
    for group in _groups(rest) if len(rest) <= MOST_EXACT else [rest]:
        found += _settled({place: rest[place] for place in group})
    return tuple(sorted(found, key=lambda each: (each.payer, each.payee)))


def _groups(amounts: dict[int, int]) -> Iterator[list[int]]:
    """The places of these amounts in as many groups as possible that each sum to zero.

    A mask stands for some of the people: `most` has the greatest number of such groups that can be taken from them.
    """
    places, count = list(amounts), len(amounts)
    sums, most = [0] * (1 << count), bytearray(1 << count)
    for mask in range(1, 1 << count):
        low = mask & -mask
        sums[mask] = sums[mask ^ low] + amounts[places[low.bit_length() - 1]]
        best, left = 0, mask
        while left:
            bit = left & -left
            best = max(best, most[mask ^ bit])
            left ^= bit
        most[mask] = best + (sums[mask] == 0)
    mask, group = (1 << count) - 1, list[int]()
    while mask:
        wanted = most[mask] - (sums[mask] == 0)
        bit = next(bit for i in range(count) if mask & (bit := 1 << i) and most[mask ^ bit] == wanted)
        group.append(places[bit.bit_length() - 1])
        mask ^= bit
        if sums[mask] == 0:
            yield group
            group = []


def _settled(amounts: dict[int, int]) -> Iterator[Transfer]:
    """Payments, one fewer than people, that settle a group: who owes most pays whom most is owed."""
    while amounts:
        payer, payee = min(amounts, key=amounts.__getitem__), max(amounts, key=amounts.__getitem__)
        cents = min(-amounts[payer], amounts[payee])
        yield Transfer(payer, payee, cents)
        amounts[payer] += cents
        amounts[payee] -= cents
        amounts = {place: amount for place, amount in amounts.items() if amount}
