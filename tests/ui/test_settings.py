"""The settings: language and light, at once and for good."""

from __future__ import annotations

from pathlib import Path

import flet as ft
import pytest
from words import t

from scorepad.i18n import LANGUAGES, Translator
from scorepad.ui.app import build
from scorepad.ui.web_app import Browser, WebApp

from .client import Driver
from .evening import FillingDisk, Windows, flaws, on


@pytest.fixture
def language(monkeypatch: pytest.MonkeyPatch) -> None:
    """That of the system, French."""
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")


async def test_a_first_start_speaks_the_systems_language(windows: Windows) -> None:
    app = await windows.window()
    assert Translator("fr")("Welcome to the table") in app.texts()
    await app.tap("menu", "settings")
    assert on(app, "language-") == ["language-fr"]


async def test_another_language_at_once_and_after_a_restart(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.window("/settings")
    await app.tap("language-de")
    assert Translator("de")("Settings") in app.texts()
    assert on(app, "language-") == ["language-de"]
    await app.tap("back", f"session-{evening.id}")
    assert Translator("de")("Just made") in app.text("row-1")
    await app.visit("/settings")
    await app.tap("language-en")
    await app.visit(f"/session/{evening.id}")
    assert t("Just made") in app.text("row-1"), "rows that did not change as well"
    await windows.restart()
    app = await windows.window(f"/session/{evening.id}")
    assert app.text("next-hand") == t("Hand {number} · {name} deals", number=2, name="Bruno")


async def test_the_language_asked_for_goes_before_the_one_that_is_kept(windows: Windows) -> None:
    windows.history.set_setting("language", "de")
    assert Translator("de")("Welcome to the table") in (await windows.window()).texts()
    windows.language = "en"
    assert t("Welcome to the table") in (await windows.window()).texts()


async def test_a_setting_that_means_nothing_is_none(windows: Windows) -> None:
    windows.history.set_setting("language", "tlh")
    windows.history.set_setting("theme", "plaid")
    windows.history.set_setting("counted_by", "nobody")
    app = await windows.window()
    assert Translator("fr")("Welcome to the table") in app.texts()
    await app.tap("menu", "settings")
    assert on(app, "theme-") == ["theme-system"]


async def test_light_dark_or_as_the_system_has_it(windows: Windows) -> None:
    app = await windows.window("/settings")
    assert app.client.tree.get("theme_mode", "system") == "system"
    for theme in ("dark", "light", "system", "dark"):
        await app.tap(f"theme-{theme}")
        assert app.client.tree["theme_mode"] == theme
        assert on(app, "theme-") == [f"theme-{theme}"]
    await windows.restart()
    app = await windows.window()
    assert app.client.tree["theme_mode"] == "dark"


async def test_windows_bring_their_own_fonts_and_browsers_have_them(windows: Windows) -> None:
    app = await windows.window()
    fonts = app.client.tree["fonts"]
    assert fonts["Scorepad"].endswith(".ttf")
    assert {theme["font_family"] for theme in (app.client.tree["theme"], app.client.tree["dark_theme"])} == {
        "Scorepad"
    }
    web = await Driver.start(build(windows.history), web=True, platform=ft.PagePlatform.LINUX)
    assert not web.client.tree.get("fonts")
    await web.close()


# --- Links to hands -----------------------------------------------------------------------------------------------


async def test_the_address_of_the_web_app_is_saved_when_its_field_is_left(windows: Windows) -> None:
    app = await windows.window("/settings")
    assert app.value("public-url") == ""
    await app.type("public-url", "HTTPS://Example.org/scorepad")
    assert "public_url" not in windows.history.settings(), "half an address would be one too"
    await app.blur()
    assert app.value("public-url") == "https://example.org/scorepad/"
    assert windows.history.settings()["public_url"] == "https://example.org/scorepad/"
    await windows.restart()
    app = await windows.window("/settings")
    assert app.value("public-url") == "https://example.org/scorepad/"
    await app.type("public-url", " ", submit=True)
    assert app.value("public-url") == ""
    assert "public_url" not in windows.history.settings()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_wrong_address_is_not_saved_and_the_field_says_why(windows: Windows, language: str) -> None:
    windows.language = language
    windows.history.set_setting("public_url", "https://example.org/")
    app = await windows.window("/settings")
    for wrong in ("ftp://example.org/", "https://anne@example.org/", "https://example.org/#/calculator/abc"):
        await app.type("public-url", wrong, submit=True)
        await app.blur()
        assert app.value("public-url") == wrong, "to be corrected"
        assert windows.history.settings()["public_url"] == "https://example.org/"
        assert flaws(app) == []
        assert error(app)
    assert Translator(language)("it contains “?” or “#”: leave out what begins there") in error(app)
    await app.type("public-url", "https://example.org/s")
    assert not error(app), "another address, not yet judged"
    await app.blur()
    assert windows.history.settings()["public_url"] == "https://example.org/s/"


def error(app: Driver) -> str:
    [field] = [each.node for each in app.inside(app.find("public-url")) if each.kind == "TextField"]
    return str(field.get("error") or "")


async def test_an_address_that_cannot_be_saved_stays_in_its_field(tmp_path: Path) -> None:
    disk = FillingDisk()
    with Windows(tmp_path / "full", disk=disk) as windows:
        app = await windows.window("/settings")
        disk.full = True
        await app.type("public-url", "https://example.org/", submit=True)
        assert app.exists("notice")
        assert app.value("public-url") == "https://example.org/"
        disk.full = False
        await app.blur()
        assert windows.history.settings()["public_url"] == "https://example.org/"
        await app.close()


async def test_the_command_line_wins_over_the_saved_address(windows: Windows) -> None:
    windows.history.set_setting("public_url", "https://example.org/")
    app = await windows.window("/settings")
    assert not app.exists("public-url-now")
    app = await Driver.start(
        build(windows.history, language="en", public_url="https://other.example/"), route="/settings"
    )
    assert app.value("public-url") == "https://example.org/"
    assert "https://other.example/" in app.text("public-url-now")
    await app.close()


async def test_a_web_app_has_an_address_of_its_own(windows: Windows) -> None:
    web_app = WebApp(lambda request: None, Browser(address="https://example.org/scorepad/"))
    app = await Driver.start(build(windows.history, language="en", web_app=web_app), route="/settings")
    assert app.exists("data")
    assert not app.exists("public-url")
    await app.close()
