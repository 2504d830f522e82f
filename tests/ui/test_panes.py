"""Wide windows: the sheet stays in sight, and what else is looked at stands beside it."""

from __future__ import annotations

import pytest
from flet_client import Driver
from words import t

from .evening import Windows, on, rows

TABLET, COMPUTER = (768, 1024), (1280, 800)


async def window(windows: Windows, size: tuple[int, int], route: str) -> Driver:
    width, height = size
    return await windows.window(route, width=width, height=height)


@pytest.mark.parametrize("size", [TABLET, COMPUTER])
async def test_a_screen_stands_beside_the_sheet_in_a_wide_window(
    windows: Windows, size: tuple[int, int]
) -> None:
    app = await window(windows, size, f"/session/{windows.played(7).id}")
    for taps, shown in (
        (["row-3"], "result"),
        (["compare"], "scheme-contre_5"),
        (["total-1"], "account-total"),
        (["menu", "menu-end"], "place-0"),
        (["menu", "menu-players"], "name"),
        (["menu", "menu-rules", "compare"], "scheme-contre_5"),
    ):
        await app.tap(*taps)
        assert app.exists(shown), taps
        assert rows(app)[-1] == "row-7", "the sheet is in sight"
    assert len(app.stacked()) == 2, "one view of the evening, whatever stands in it"


async def test_on_a_tablet_the_entry_replaces_the_evening_or_the_screen(
    windows: Windows,
) -> None:
    """And what is being entered stays, also when it is turned."""
    evening = windows.played(3)
    app = await window(windows, (1024, 600), f"/session/{evening.id}")
    assert not app.exists("curve"), "it is too low"
    await app.resize(*TABLET)
    assert app.exists("curve")
    await app.tap("bid-1-garde")
    assert not app.exists("curve")
    await app.tap("bouts-2", "row-2")
    assert not app.exists("bouts-2")
    await app.tap("back-beside")
    assert on(app, "bouts-") == ["bouts-2"], "what was entered is there again"
    await app.resize(600, 1024)
    assert app.text("next-hand").startswith(t("Go on with hand {number}", number=4))
    await app.tap("next-hand", "digit-4")
    await app.resize(*TABLET)
    assert on(app, "bouts-") == ["bouts-2"]
    await app.tap("digit-9", "save")
    assert rows(app)[-1] == "row-4"
    assert app.exists("curve")


@pytest.mark.promise("The screens: all of them", "Turning a phone or a tablet keeps what was typed.")
@pytest.mark.parametrize(("short", "long", "beside"), [(390, 844, False), (600, 960, True)])
@pytest.mark.parametrize(
    ("screen", "field", "words"),
    [
        ("note", "note-text", "Chez Léa"),
        ("points", "points-reason", "renonce"),
        ("players", "name", "Gaston"),
    ],
)
async def test_turning_keeps_the_typed_text(
    windows: Windows, screen: str, field: str, words: str, short: int, long: int, beside: bool
) -> None:
    evening = windows.played(3)
    route = f"/session/{evening.id}/{screen}"
    app = await windows.window(route, width=short, height=long)
    await app.type(field, words)
    await app.resize(long, short)
    assert app.exists("row-1") is beside, "a phone that lies is too low for two panes"
    assert app.value(field) == words
    await app.resize(short, long)
    assert app.value(field) == words
    await app.tap("back")
    await app.visit(route)
    assert not app.exists(field) or app.value(field) != words, "it was left"
