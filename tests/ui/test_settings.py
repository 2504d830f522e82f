"""The settings: language and light, at once and for good."""

from __future__ import annotations

import flet as ft
import pytest

from scorepad.ui.app import build

from .client import Driver
from .evening import Evening, on


@pytest.fixture
def language(monkeypatch: pytest.MonkeyPatch) -> None:
    """That of the system, French."""
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")


async def test_a_first_start_speaks_the_systems_language(evening: Evening) -> None:
    app = await evening.window()
    assert "Bienvenue à la table" in app.texts()
    await app.tap("settings")
    assert on(app, "language-") == ["language-fr"]


async def test_another_language_at_once_and_after_a_restart(evening: Evening) -> None:
    session = evening.played(1)
    app = await evening.window("/settings")
    await app.tap("language-de")
    assert "Einstellungen" in app.texts()
    assert on(app, "language-") == ["language-de"]
    await app.tap("back", f"session-{session.id}")
    assert "Genau erfüllt" in app.text("row-1")
    await app.visit("/settings")
    await app.tap("language-en")
    await app.visit(f"/session/{session.id}")
    assert "Just made" in app.text("row-1"), "rows that did not change as well"
    assert app.text("next-hand") == "Hand 2 · Bruno deals"
    await evening.restart()
    app = await evening.window(f"/session/{session.id}")
    assert app.text("next-hand") == "Hand 2 · Bruno deals"


async def test_the_language_asked_for_goes_before_the_one_that_is_kept(evening: Evening) -> None:
    evening.history.set_setting("language", "de")
    assert "Willkommen am Tisch" in (await evening.window()).texts()
    evening.language = "en"
    assert "Welcome to the table" in (await evening.window()).texts()


async def test_a_setting_that_means_nothing_is_none(evening: Evening) -> None:
    evening.history.set_setting("language", "tlh")
    evening.history.set_setting("theme", "plaid")
    evening.history.set_setting("counted_by", "nobody")
    app = await evening.window()
    assert "Bienvenue à la table" in app.texts()
    await app.tap("settings")
    assert on(app, "theme-") == ["theme-system"]


async def test_light_dark_or_as_the_system_has_it(evening: Evening) -> None:
    app = await evening.window("/settings")
    assert app.client.tree.get("theme_mode", "system") == "system"
    for theme in ("dark", "light", "system", "dark"):
        await app.tap(f"theme-{theme}")
        assert app.client.tree["theme_mode"] == theme
        assert on(app, "theme-") == [f"theme-{theme}"]
    await evening.restart()
    app = await evening.window()
    assert app.client.tree["theme_mode"] == "dark"


async def test_windows_bring_their_own_fonts_and_browsers_have_them(evening: Evening) -> None:
    app = await evening.window()
    fonts = app.client.tree["fonts"]
    assert fonts["Scorepad"].endswith(".ttf")
    assert {theme["font_family"] for theme in (app.client.tree["theme"], app.client.tree["dark_theme"])} == {
        "Scorepad"
    }
    web = await Driver.start(build(evening.history), web=True, platform=ft.PagePlatform.LINUX)
    assert not web.client.tree.get("fonts")
    await web.close()
