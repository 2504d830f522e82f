"""Counting help: a pile counted card by card, both piles held against the deck, the count put into the entry."""

from __future__ import annotations

import pytest
from flet_client import Driver
from words import t

from scorepad.tarot.cards import HALF_POINTS, IN_DECK, CardKind

from .evening import Windows, on


async def counting(windows: Windows) -> Driver:
    """The counting help over the entry of Anne's garde."""
    app = await windows.window(f"/session/{windows.table().id}/hand")
    await app.tap("bid-1-garde", "count")
    return app


async def count(app: Driver, **kinds: int) -> None:
    """Taps cards of each kind, plain cards by tens as far as possible."""
    for kind, number in kinds.items():
        tens, ones = divmod(number, 10) if kind == CardKind.OTHERS else (0, number)
        for name, times in ((f"{kind}-many", tens), (f"{kind}-more", ones)):
            for _ in range(times):
                await app.tap(name)


def pile_sum(app: Driver) -> list[str]:
    """The points, bouts and cards of the pile that is shown."""
    return [part.split()[0] for part in app.text("pile-sum").split(", ")]


def verdict(app: Driver) -> str:
    """The words about both piles; empty before both have cards."""
    found = [text for text in app.texts() if "91" in text]
    assert len(found) <= 1
    return "".join(found)


async def test_every_kind_has_its_points_and_no_more_cards_than_the_deck(windows: Windows) -> None:
    app = await counting(windows)
    assert f"{t('Kings')} (4½)" in app.texts()
    assert not app.enabled("kings-less")
    for kind in CardKind:
        await app.tap(f"{kind}-more")
        halves, bouts = HALF_POINTS[kind], int(kind is CardKind.BOUTS)
        assert pile_sum(app) == [f"{halves // 2 or ''}½", f"{bouts}", "1"]
        await app.tap(f"{kind}-less")
    await count(app, kings=IN_DECK[CardKind.KINGS], others=50)
    assert not app.enabled("kings-more")
    assert (app.enabled("others-more"), app.enabled("others-many")) == (True, False), "59 in all"


ATTACK = {"kings": 3, "queens": 2, "knights": 1, "jacks": 4, "bouts": 2, "others": 24}
"""36 cards: 13½ + 7 + 2½ + 6 + 9 + 12 = 50 points."""
DEFENCE = {"kings": 1, "queens": 2, "knights": 3, "bouts": 1, "others": 35}
"""42 cards: 4½ + 7 + 7½ + 4½ + 17½ = 41 points."""


async def test_two_piles_that_do_not_make_the_deck_say_by_how_much(windows: Windows) -> None:
    app = await counting(windows)
    await count(app, **ATTACK)
    assert pile_sum(app) == ["50", "2", "36"]
    assert verdict(app) == "", "the other pile is still to be counted"
    await app.tap("pile-defence")
    await count(app, **DEFENCE)
    assert pile_sum(app) == ["41", "1", "42"]
    for taps, told in (
        ((), "Both piles make 91: well counted."),
        (["others-less"], "Both piles make 90½, not 91: ½ too few. 1 card is missing."),
        (["kings-more"], "Both piles make 95, not 91: 4 too many."),
        (
            ["kings-less", "jacks-more", "others-less"],
            "Both piles make 91½, not 91: ½ too many. 1 card is missing.",
        ),
        (["others-less"], "Both piles make 91, but not with the cards of the deck. 2 cards are missing."),
    ):
        await app.tap(*taps)
        assert verdict(app) == told


@pytest.mark.promise("The screens: enter a hand", "A counted pile gives points and bouts to the entry.")
async def test_the_takers_pile_gives_points_and_bouts(windows: Windows) -> None:
    """And so does the other one, by what is left of the deck."""
    app = await counting(windows)
    assert not app.enabled("use-pile")
    said = []
    for pile, points, counts in (
        (ATTACK, "50", "counted by the attack"),
        (DEFENCE, "41", "counted by the defence"),
    ):
        await count(app, **pile)
        await app.tap("use-pile")
        assert (app.text("points"), on(app, "bouts-")) == (points, ["bouts-2"])
        assert app.text("counted-by") == t(counts)
        said.append(app.text("sentence"))
        await app.tap("count", "pile-defence")
    assert said[0] == said[1] != ""
