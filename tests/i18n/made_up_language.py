"""Everything speaks a made-up language: `test_new_language.py` runs these tests in a copy of the project."""

from __future__ import annotations

from typing import Any

import pytest
from babel.messages.pofile import read_po
from journeys import WITH_EVENINGS, evenings
from ui.evening import Windows

from scorepad import cli
from scorepad.exports.formats import PROFILES, File, Format, Options, export, profile_of
from scorepad.i18n import LANGUAGES, Translator
from scorepad.i18n.conventions import FOLDER
from scorepad.web import site
from scorepad.web.app import build as web_app

LANGUAGE, MARK = "nl", "ø"


@pytest.fixture
def language() -> str:
    """The language of the windows."""
    return LANGUAGE


@pytest.fixture
def t() -> Translator:
    return Translator(LANGUAGE)


def english() -> set[str]:
    """The messages without values, in English."""
    with (FOLDER / LANGUAGE / "LC_MESSAGES" / "scorepad.po").open("rb") as file:
        return {message.id for message in read_po(file) if isinstance(message.id, str)}


async def texts_of(app: Any) -> list[str]:
    """All that is written in a window, once its evenings are read."""
    await app.wait_until(lambda: not app.exists("counting") and not app.exists("reading"))
    return [*app.texts()]


async def test_every_screen_speaks_it(windows: Windows) -> None:
    ids, messages = evenings(windows.history), english()
    for route in dict.fromkeys(route.format_map(ids) for route, _ in WITH_EVENINGS):
        app = await windows.window(route)
        texts = await texts_of(app)
        assert [text for text in texts if text in messages] == [], route
        assert route.endswith("/big") or any(MARK in text.casefold() for text in texts), route
        await app.close()


async def test_the_settings_offer_it(windows: Windows) -> None:
    assert LANGUAGES == ("fr", "en", "de", LANGUAGE)
    app = await windows.window("/settings")
    assert "Ønglish" in app.texts()


def test_numbers_follow_its_conventions(t: Translator) -> None:
    assert (t.percent(0.725), t.ordinal(3), t.money(-320, "€")) == ("72,5\u00a0%", "3de", "−€3,20")


def test_exports_speak_it(windows: Windows, t: Translator) -> None:
    evening, options = windows.played(3), Options(profile=profile_of(LANGUAGE))
    assert PROFILES[options.profile].delimiter == ";"
    made = {
        form: [each.data for each in export([evening], form, t, options, None) if isinstance(each, File)]
        for form in (Format.TEXT, Format.CSV, Format.XLSX, Format.PDF)
    }
    assert all(made.values())
    assert all(table.startswith(f"\ufeff{MARK}".encode()) for table in made[Format.CSV])
    assert MARK.encode() in made[Format.TEXT][0].lower()


def test_the_command_line_speaks_it(capsys: pytest.CaptureFixture[str]) -> None:
    hand = ["--bid", "garde", "--bouts", "2", "--points", "49"]
    assert cli.main(["score", *hand, "--lang", LANGUAGE]) == 0
    assert MARK in capsys.readouterr().out.casefold()


def test_the_pages_of_the_server_and_the_web_app_have_it() -> None:
    assert f'"{LANGUAGE}": {{"lost": "' in site.connection_head("", "")[1]
    assert not web_app.NOT_PACKED.match(f"babel/locale-data/{LANGUAGE}.dat")
    assert web_app.NOT_PACKED.match("babel/locale-data/it.dat")
