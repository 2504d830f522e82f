"""The odds of a hand before the bid: what the dog brings, what is needed then, and what the bid pays."""

from __future__ import annotations

import re

import pytest
from words import t

from scorepad.tarot.hand import Bid
from scorepad.tarot.scheme_data import shipped_scheme

from .client import Driver
from .evening import Windows, flaws, grow, on, only_long


def figures(app: Driver, identifier: str) -> list[str]:
    """The figures of a row; of the dog: bouts in it, points that are needed, bouts with it, the chance."""
    return re.findall(r"[+−]?[\d.]+%?", app.text(identifier))


def tips(app: Driver) -> list[str]:
    """Why what is disabled is so."""
    return [str(each.node.get("tooltip") or "") for each in app.screen()]


async def test_from_the_rules_to_the_odds_of_a_hand(windows: Windows) -> None:
    app = await windows.window("/help")
    await app.type("search", "odds")
    await app.tap("odds")
    assert app.route == "/help/odds"
    assert on(app, "players-") == ["players-4"]
    assert on(app, "my-bouts-") == ["my-bouts-1"]
    assert on(app, "my-bid-") == ["my-bid-garde"]
    assert figures(app, "dog-0") == ["0", "51", "1", "80.8%"]
    assert figures(app, "dog-1")[:3] == ["1", "41", "2"]
    await app.tap("my-bouts-0")
    assert figures(app, "dog-0")[-1] == "72.5%"
    await app.tap("my-bouts-2")
    assert figures(app, "dog-0")[-1] == "90.0%"
    assert figures(app, "dog-1")[:3] == ["1", "36", "3"]
    assert not app.exists("dog-2")
    await app.tap("my-bouts-3")
    assert figures(app, "dog-0") == ["0", "36", "3", "100.0%"]
    await app.tap("back")
    assert app.route == "/help"


async def test_trumps_stay_within_what_a_hand_can_hold(windows: Windows) -> None:
    app = await windows.window("/help/odds")
    await app.tap("my-bouts-0")
    await app.tap(*["trumps-less"] * 7)
    assert app.text("trumps") == "0"
    assert t("From {least} to {most}.", least=0, most=18) in tips(app)
    await app.tap("my-bouts-3")
    assert app.text("trumps") == "3", "the bouts are trumps"
    await app.tap(*["trumps-more"] * 15)
    assert app.text("trumps") == "18"
    assert t("From {least} to {most}.", least=3, most=18) in tips(app), "no hand has more cards"
    await app.tap("players-5")
    assert app.text("trumps") == "15"


async def test_a_poignee_that_the_dog_can_bring(windows: Windows) -> None:
    app = await windows.window("/help/odds")
    assert app.text("trumps") == "7"
    assert "10" in app.text("poignee-single")
    assert "13" in app.text("poignee-double")
    assert not app.exists("poignee-triple")
    for _ in range(3):
        await app.tap("trumps-more")
    assert not app.exists("poignee-single"), "it is there already"
    await app.tap("my-bid-garde_sans")
    assert not app.exists("poignee-double"), "nobody sees the dog"


async def test_the_dog_belongs_to_whom_the_bid_says(windows: Windows) -> None:
    app = await windows.window("/help/odds")
    cards = t.plural("{count} card", "{count} cards", 6)
    assert t("{cards}: you take them.", cards=cards) in app.texts()
    await app.tap("my-bid-garde_sans")
    assert t("{cards}: nobody sees them, they count for you.", cards=cards) in app.texts()
    assert figures(app, "dog-1")[:3] == ["1", "41", "2"]
    await app.tap("my-bid-garde_contre")
    assert t("{cards}: they count for the defence.", cards=cards) in app.texts()
    assert figures(app, "dog-1")[:3] == ["1", "51", "1"]


async def test_what_the_bid_pays_by_the_rules_of_the_table(windows: Windows) -> None:
    app = await windows.window("/help/odds")
    assert figures(app, "pays-10") == ["10", "−70", "+210"]
    assert figures(app, "pays--1") == ["1", "+52", "−156"]
    assert figures(app, "pays-0") == ["−50", "+150"]
    await app.tap("my-bid-garde_contre")
    assert figures(app, "pays-10") == ["10", "−210", "+630"]
    await app.tap("scheme-contre_5")
    assert figures(app, "pays-10") == ["10", "−175", "+525"]
    await app.tap("players-5")
    assert figures(app, "pays-10") == ["10", "−175", "+350"], "the partner has the rest"
    await app.tap("players-3")
    assert figures(app, "pays-10") == ["10", "−175", "+350"]


async def test_a_bid_that_the_other_rules_lack_gives_way(windows: Windows) -> None:
    app = await windows.window("/help/odds")
    await app.tap("scheme-pousse", "my-bid-pousse", "scheme-fft")
    assert on(app, "my-bid-") == ["my-bid-petite"]
    await app.tap("scheme-no_petite")
    assert on(app, "my-bid-") == ["my-bid-garde"]
    assert not app.exists("my-bid-petite")


async def test_it_begins_with_the_table_that_plays(windows: Windows) -> None:
    pousse = shipped_scheme("pousse")
    windows.table(5, scheme=pousse)
    app = await windows.window("/help/odds")
    assert on(app, "players-") == ["players-5"]
    assert on(app, "scheme-") == ["scheme-pousse"]
    assert app.exists(f"my-bid-{Bid.POUSSE}")
    assert t("{cards}: you take them.", cards=t.plural("{count} card", "{count} cards", 3)) in app.texts()


@pytest.mark.parametrize("language", ["de", *only_long("en", "fr")])
@pytest.mark.parametrize("players", [5, *only_long(3)])
async def test_nothing_is_nameless_or_cut(windows: Windows, players: int) -> None:
    app = await windows.window("/help/odds")
    await app.tap(f"players-{players}")
    assert flaws(app) == []
    assert not re.search(r"[{}]|None", " ".join(app.texts()))
    await grow(app, 2)
    assert flaws(app) == []
