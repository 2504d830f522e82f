"""How many bytes evenings take: `-s` prints the table."""

from __future__ import annotations

from statistics import median

import pytest
from played_evenings import played_evening

from scorepad.sharing.packed import pack, snapshot

LIMITS = {
    (False, 10): (237, 125),
    (False, 20): (298, 160),
    (False, 60): (569, 289),
    (False, 100): (785, 418),
    (False, 300): (2034, 1080),
    (True, 10): (345, 218),
    (True, 20): (443, 268),
    (True, 60): (793, 454),
    (True, 100): (1136, 639),
    (True, 300): (2890, 1391),
}
"""For rich evenings or typical ones, and a number of hands: the most bytes of the whole, and of its snapshot."""
TOLERANCE = 1.05
EVENINGS = 5


@pytest.mark.promise(
    "Import and export between devices",
    "An evening of 60 hands with all its events takes less than 600 bytes.",
)
@pytest.mark.parametrize(("rich", "hands"), LIMITS)
def test_the_bytes_of_an_evening_at_five(rich: bool, hands: int) -> None:
    evenings = [played_evening(hands, rich=rich, seed=seed) for seed in range(EVENINGS if hands < 300 else 2)]
    whole, taken = ([len(pack(made(each))) for each in evenings] for made in (lambda each: each, snapshot))
    kind, (most, most_of_snapshot) = "rich" if rich else "typical", LIMITS[rich, hands]
    print(f"| {hands} | {kind} | {median(whole):.0f} | {median(taken):.0f} |")
    assert median(whole) <= TOLERANCE * most
    assert median(taken) <= TOLERANCE * most_of_snapshot


@pytest.mark.parametrize(("players", "most"), [(3, 467), (4, 503)])
def test_the_bytes_of_an_evening_of_60_hands_at_three_and_four(players: int, most: int) -> None:
    sizes = [len(pack(played_evening(60, players, seed=seed))) for seed in range(EVENINGS)]
    print(f"| {players} players | {median(sizes):.0f} |")
    assert median(sizes) <= TOLERANCE * most
