"""Points as money: the worth of each person's total in cents, and the fewest payments that settle the totals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from scorepad.codec import Length, Range
from scorepad.faults import Fault, Invalid

MAX_CENTS = 1_000_000
"""The largest value of `Rate.cents`."""
MAX_CURRENCY = 8
"""The longest sign of a currency, in characters."""
MOST_EXACT = 10
"""The largest number of people for whom the payments are certainly the fewest."""
STEPS = (1, 5, 10, 50, 100)
"""The usual values of `Rate.step`, in cents."""


@dataclass(frozen=True, slots=True)
class Rate:
    """`points` points are worth `cents` cents; shares are rounded to `step` cents.

    If `cents` is 0, people do not play for money.
    """

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
    """One payment in cents; `payer` and `payee` are indexes in the list of amounts."""

    payer: int
    payee: int
    cents: int


def shares(totals: Sequence[int], unit: int, rate: Rate) -> tuple[int, ...]:
    """The worth of each total in cents; the totals, in 1/`unit` of a point, sum to zero, and so do the results.

    Each exact worth is rounded down to a multiple of `rate.step`. To make the sum zero, some worths are then rounded up
    instead: first the worth nearest to its next multiple; if several are equally near, the worth of the first person.
    """
    whole = unit * rate.points * rate.step
    parts = [divmod(total * rate.cents, whole) for total in totals]
    over = -sum(steps for steps, _ in parts)
    up = sorted(range(len(parts)), key=lambda place: -parts[place][1])[:over]
    return tuple([(steps + (place in up)) * rate.step for place, (steps, _) in enumerate(parts)])


@lru_cache(maxsize=64)
def transfers(amounts: tuple[int, ...]) -> tuple[Transfer, ...]:
    """The payments that settle these amounts, which sum to zero; a positive amount is received.

    The number of payments is the smallest possible for up to `MOST_EXACT` people: n people whose amounts sum to zero
    need at most n − 1 payments, so the people are split into as many such groups as possible. Each further person
    doubles the time of this search. More people are therefore not split, except for pairs whose amounts cancel out.
    """
    found: list[Transfer] = []
    rest = {place: amount for place, amount in enumerate(amounts) if amount}
    for place, amount in list(rest.items()):  # two people whose amounts cancel out are always a group
        other = next((each for each, its in rest.items() if its == -amount), None)
        if place in rest and other is not None:
            found += _settled({place: rest.pop(place), other: rest.pop(other)})
    for group in _groups(rest) if len(rest) <= MOST_EXACT else [rest]:
        found += _settled({place: rest[place] for place in group})
    return tuple(sorted(found, key=lambda each: (each.payer, each.payee)))


def _groups(amounts: dict[int, int]) -> Iterator[list[int]]:
    """Splits the amounts into the largest number of groups that each sum to zero; yields the places of each group.

    A mask is a set of people, with one bit for each person; `most[mask]` is the largest number of groups in this set.
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
    """Yields the payments that settle a group of n people, n − 1 at most.

    Each time, the largest debtor pays the largest creditor.
    """
    while amounts:
        payer, payee = min(amounts, key=amounts.__getitem__), max(amounts, key=amounts.__getitem__)
        cents = min(-amounts[payer], amounts[payee])
        yield Transfer(payer, payee, cents)
        amounts[payer] += cents
        amounts[payee] -= cents
        amounts = {place: amount for place, amount in amounts.items() if amount}
