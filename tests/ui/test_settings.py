"""The settings: language and light, at once and for good; the address that links to hands open."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import flet as ft
import pytest
from flet_client import Driver
from words import t

from scorepad.i18n import VARIABLES, Translator
from scorepad.ui import routes
from scorepad.ui.app import build
from scorepad.ui.host import Place

from .evening import Windows, on


@pytest.fixture
def language(monkeypatch: pytest.MonkeyPatch) -> None:
    """The language of the system, French."""
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")


async def test_a_first_start_speaks_the_systems_language(windows: Windows) -> None:
    """A setting that means nothing is none."""
    windows.history.set_setting("language", "tlh")
    windows.history.set_setting("theme", "plaid")
    windows.history.set_setting("counted_by", "nobody")
    app = await windows.window()
    assert Translator("fr")("Welcome to the table") in app.texts()
    await app.tap("menu", "settings")
    assert on(app, "language-") == ["language-fr"]
    assert on(app, "theme-") == ["theme-system"]


DEVICES: dict[ft.PagePlatform, type[ft.DeviceInfo]] = {
    ft.PagePlatform.LINUX: ft.LinuxDeviceInfo,
    ft.PagePlatform.MACOS: ft.MacOsDeviceInfo,
    ft.PagePlatform.ANDROID: ft.AndroidDeviceInfo,
}


async def first_start(
    windows: Windows, monkeypatch: pytest.MonkeyPatch, platform: ft.PagePlatform, *languages: str
) -> Driver:
    """A window of a device whose user prefers these languages, where no environment names one."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    told: dict[str, Any] = {each.name: "" for each in fields(DEVICES[platform])}
    told |= {"locales": [{"language_code": language} for language in languages]}

    class Device(Driver):
        def __init__(self, **kind: Any) -> None:
            super().__init__(**kind)
            self.answers["Page.get_device_info"] = lambda _: told

    return await Device.start(build(windows.pad, place=Place.DEVICE), platform=platform)


@pytest.mark.promise("The screens: all of them", "A first start speaks the language of the device.")
@pytest.mark.parametrize(
    ("platform", "languages", "spoken"),
    [
        (ft.PagePlatform.LINUX, ("fr", "en"), "fr"),
        (ft.PagePlatform.MACOS, ("de",), "de"),
        (ft.PagePlatform.ANDROID, ("pt", "en", "fr"), "en"),
        (ft.PagePlatform.ANDROID, ("pt",), "fr"),
    ],
)
async def test_a_first_start_speaks_the_first_known_language_of_the_device(
    windows: Windows,
    monkeypatch: pytest.MonkeyPatch,
    platform: ft.PagePlatform,
    languages: tuple[str, ...],
    spoken: str,
) -> None:
    app = await first_start(windows, monkeypatch, platform, *languages)
    assert Translator(spoken)("Welcome to the table") in app.texts()
    assert "language" not in windows.history.settings(), "the device may get another language"


async def test_a_chosen_language_stays_whatever_the_device_says(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows.history.set_setting("language", "de")
    app = await first_start(windows, monkeypatch, ft.PagePlatform.ANDROID, "fr")
    assert Translator("de")("Welcome to the table") in app.texts()
    app.page.data.device_speaks("fr")  # an answer that comes late
    await app.settle()
    assert Translator("de")("Welcome to the table") in app.texts()


@pytest.mark.promise("The screens: all of them", "Another language counts at once, and after a restart.")
async def test_another_language_counts_at_once_and_after_a_restart(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.window(routes.SETTINGS)
    await app.tap("language-de")
    assert Translator("de")("Settings") in app.texts()
    assert on(app, "language-") == ["language-de"]
    await app.tap("back", f"session-{evening.id}")
    assert Translator("de")("Just made") in app.text("row-1")
    await app.visit(routes.SETTINGS)
    await app.tap("language-en")
    await app.visit(routes.evening(evening.id))
    assert t("Just made") in app.text("row-1"), "rows that did not change as well"
    await windows.restart()
    app = await windows.window(routes.evening(evening.id))
    assert app.text("next-hand") == f"{t('Enter hand {number}', number=2)} {t('{name} deals', name='Bruno')}"


@pytest.mark.promise("The screens: all of them", "The look is light, dark or that of the system.")
async def test_the_look_is_light_dark_or_as_in_the_system(windows: Windows) -> None:
    app = await windows.window(routes.SETTINGS)
    assert app.client.tree.get("theme_mode", "system") == "system"
    for theme in ("dark", "light", "system", "dark"):
        await app.tap(f"theme-{theme}")
        assert app.client.tree["theme_mode"] == theme
        assert on(app, "theme-") == [f"theme-{theme}"]
    await windows.restart()
    app = await windows.window()
    assert app.client.tree["theme_mode"] == "dark"


async def test_the_address_of_the_web_app_is_saved_when_its_field_is_left(windows: Windows) -> None:
    app = await windows.window(routes.SETTINGS)

    def error() -> str:
        [field] = [each.node for each in app.inside(app.find("public-url")) if each.kind == "TextField"]
        return str(field.get("error") or "")

    await app.type("public-url", "ftp://example.org/", submit=True)
    assert error()
    assert app.value("public-url") == "ftp://example.org/", "to be corrected"
    await app.type("public-url", "HTTPS://Example.org/scorepad")
    assert not error(), "another address, not yet judged"
    assert "public_url" not in windows.history.settings(), "half an address would be one too"
    await app.blur()
    assert app.value("public-url") == "https://example.org/scorepad/"
    assert windows.history.settings()["public_url"] == "https://example.org/scorepad/"
    await app.type("public-url", " ", submit=True)
    assert "public_url" not in windows.history.settings()
