"""A season as it leaves the app: its flat table sums to its figures, and its text says what it must."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache

import pytest
from csv_bytes import documents
from league import league, player_of, tallies

from scorepad.evening.evening import Evening
from scorepad.exports.formats import Format, Report, season_file
from scorepad.exports.progress import finished
from scorepad.i18n import Translator
from scorepad.stats.filters import BIDS, EVER, Scope
from scorepad.stats.parts import UNIT
from scorepad.stats.season import season

T = Translator("en")
COUNT = 120
CIRCLE = Scope(since="2025-02-01", circle=frozenset("ABC"))


def load(id_: str) -> Evening:
    return next(evening for evening in league() if evening.id == id_)


@cache
def report(scope: Scope = EVER, player: str = "") -> Report:
    return Report(season(tallies()[:COUNT], scope, player_of), load, scope, player)


@cache
def flat(scope: Scope = EVER, player: str = "") -> list[dict[str, str]]:
    return documents(finished(season_file(report(scope, player), Format.CSV, T)).data)


@pytest.mark.parametrize("scope", [EVER, CIRCLE])
def test_the_flat_table_sums_to_the_figures_of_the_season(scope: Scope) -> None:
    """Players and their hands, taken and made, by bid; points by rules, in the title that a row gives them."""
    rows, whole = flat(scope), report(scope).season.whole
    hands, taken, made, points = (
        Counter[str](),
        Counter[str](),
        Counter[str](),
        defaultdict[str, Fraction](Fraction),
    )
    bids = Counter[tuple[str, str]]()
    for row in rows:
        player = row["player_id"]
        hands[player] += bool(row["role"])
        points[player] += Fraction(row["points"] or 0) + Fraction(row["beside"] or 0)
        if row["role"] == "taker":
            taken[player] += 1
            made[player] += int(row["made"])
            bids[player, row["bid"]] += 1
    assert hands.keys() == whole.tallies.keys()
    for player, tally in whole.tallies.items():
        assert hands[player] == tally.hands
        assert (taken[player], made[player]) == (tally.taken.hands, tally.taken.made)
        assert points[player] == Fraction(sum(each.total for each in tally.by_rules.values()), UNIT)
        for bid in BIDS:
            assert bids[player, str(bid.bid)] == tally[bid].hands


def test_the_flat_table_of_a_player_has_their_rows_alone() -> None:
    assert flat(EVER, "B") == [row for row in flat() if row["player_id"] == "B"]
