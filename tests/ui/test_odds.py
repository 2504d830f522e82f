"""The odds of a hand before the bid: what the dog brings, what is needed then, and what the bid pays."""

from __future__ import annotations

import re

import pytest

from scorepad.tarot.hand import Bid
from scorepad.tarot.scheme_data import shipped_scheme

from .client import Driver
from .evening import Evening, flaws, grow, on, only_long


def chance(app: Driver, identifier: str) -> str:
    """The figure at the end of a row."""
    return app.text(identifier).split()[-1]


def tips(app: Driver) -> list[str]:
    """Why what is disabled is so."""
    return [str(each.node.get("tooltip") or "") for each in app.screen()]


async def test_from_the_rules_to_the_odds_of_a_hand(evening: Evening) -> None:
    app = await evening.window("/help")
    await app.type("search", "odds")
    await app.tap("odds")
    assert app.route == "/help/odds"
    assert on(app, "players-") == ["players-4"]
    assert on(app, "my-bouts-") == ["my-bouts-1"]
    assert on(app, "my-bid-") == ["my-bid-garde"]
    assert app.text("dog-0") == "0 bouts in the dog: you need 51 with 1 bout 80.8%"
    assert app.text("dog-1").startswith("1 bout in the dog: you need 41 with 2 bouts")
    await app.tap("my-bouts-0")
    assert chance(app, "dog-0") == "72.5%"
    await app.tap("my-bouts-2")
    assert chance(app, "dog-0") == "90.0%"
    assert app.text("dog-1").startswith("1 bout in the dog: you need 36 with 3 bouts")
    assert not app.exists("dog-2")
    await app.tap("my-bouts-3")
    assert app.text("dog-0") == "0 bouts in the dog: you need 36 with 3 bouts 100.0%"
    await app.tap("back")
    assert app.route == "/help"


async def test_trumps_stay_within_what_a_hand_can_hold(evening: Evening) -> None:
    app = await evening.window("/help/odds")
    await app.tap("my-bouts-0")
    for _ in range(7):
        await app.tap("trumps-less")
    assert app.text("trumps") == "0"
    assert "From 0 to 18." in tips(app)
    await app.tap("my-bouts-3")
    assert app.text("trumps") == "3", "the bouts are trumps"
    for _ in range(15):
        await app.tap("trumps-more")
    assert app.text("trumps") == "18"
    assert "From 3 to 18." in tips(app), "no hand has more cards"
    await app.tap("players-5")
    assert app.text("trumps") == "15"


async def test_a_poignee_that_the_dog_can_bring(evening: Evening) -> None:
    app = await evening.window("/help/odds")
    assert app.text("trumps") == "7"
    assert app.text("poignee-single").startswith("Poignée (10 trumps) with the dog")
    assert app.text("poignee-double").startswith("Double poignée (13 trumps) with the dog")
    assert not app.exists("poignee-triple")
    for _ in range(3):
        await app.tap("trumps-more")
    assert not app.exists("poignee-single"), "it is there already"
    await app.tap("my-bid-garde_sans")
    assert not app.exists("poignee-double"), "nobody sees the dog"


async def test_the_dog_belongs_to_whom_the_bid_says(evening: Evening) -> None:
    app = await evening.window("/help/odds")
    assert "6 cards: you take them." in app.texts()
    await app.tap("my-bid-garde_sans")
    assert "6 cards: nobody sees them, they count for you." in app.texts()
    assert app.text("dog-1").startswith("1 bout in the dog: you need 41 with 2 bouts")
    await app.tap("my-bid-garde_contre")
    assert "6 cards: they count for the defence." in app.texts()
    assert app.text("dog-1").startswith("1 bout in the dog: you need 51 with 1 bout")


async def test_what_the_bid_pays_by_the_rules_of_the_table(evening: Evening) -> None:
    app = await evening.window("/help/odds")
    assert app.text("pays-10") == "Made by 10 each defender −70 +210"
    assert app.text("pays--1") == "Down 1 each defender +52 −156"
    assert app.text("pays-0") == "Just made each defender −50 +150"
    await app.tap("my-bid-garde_contre")
    assert app.text("pays-10") == "Made by 10 each defender −210 +630"
    await app.tap("scheme-contre_5")
    assert app.text("pays-10") == "Made by 10 each defender −175 +525"
    await app.tap("players-5")
    assert app.text("pays-10") == "Made by 10 each defender −175 +350", "the partner has the rest"
    await app.tap("players-3")
    assert app.text("pays-10") == "Made by 10 each defender −175 +350"


async def test_a_bid_that_the_other_rules_lack_gives_way(evening: Evening) -> None:
    app = await evening.window("/help/odds")
    await app.tap("scheme-pousse", "my-bid-pousse", "scheme-fft")
    assert on(app, "my-bid-") == ["my-bid-petite"]
    await app.tap("scheme-no_petite")
    assert on(app, "my-bid-") == ["my-bid-garde"]
    assert not app.exists("my-bid-petite")


async def test_it_begins_with_the_table_that_plays(evening: Evening) -> None:
    pousse = shipped_scheme("pousse")
    evening.table(5, scheme=pousse)
    app = await evening.window("/help/odds")
    assert on(app, "players-") == ["players-5"]
    assert on(app, "scheme-") == ["scheme-pousse"]
    assert app.exists(f"my-bid-{Bid.POUSSE}")
    assert "3 cards: you take them." in app.texts()


@pytest.mark.parametrize("language", ["de", *only_long("en", "fr")])
@pytest.mark.parametrize("players", [5, *only_long(3)])
async def test_nothing_is_nameless_or_cut(evening: Evening, players: int) -> None:
    app = await evening.window("/help/odds")
    await app.tap(f"players-{players}")
    assert flaws(app) == []
    assert not re.search(r"[{}]|None", " ".join(app.texts()))
    await grow(app, 2)
    assert flaws(app) == []
