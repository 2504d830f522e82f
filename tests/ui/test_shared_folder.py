"""The shared folder in the windows: chosen, away, stopped, and what comes in from other computers."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from evenings import gardes, started_with, table
from flet_client import Driver
from words import t

from scorepad.history import History
from scorepad.history.shared_folder import SUBFOLDER
from scorepad.i18n import Translator
from scorepad.i18n.sharing import sharing_explained, sharing_text
from scorepad.sharing.packed import pack
from scorepad.sharing.together import Together
from scorepad.ui import background
from scorepad.ui.background import start_sharing
from scorepad.ui.host import Place
from scorepad.ui.screens.shared_folder import share_over
from scorepad.work import finished

from .evening import Windows, flaws, play


@pytest.fixture
def together(windows: Windows) -> Together:
    return Together(windows.history)


@pytest.fixture
def sync(tmp_path: Path) -> Path:
    (tmp_path / "sync").mkdir()
    return tmp_path / "sync"


@pytest.fixture
def there(tmp_path: Path, sync: Path) -> Iterator[Together]:
    """Another computer, which shares the same folder."""
    with History(tmp_path / "there", device="there") as history:
        other = Together(history)
        other.choose(sync)
        yield other


async def done(app: Driver, *tiles: str) -> None:
    await app.tap(*tiles)
    await app.wait_until(lambda: not app.exists("busy"))


async def chosen(windows: Windows, together: Together, sync: Path) -> Driver:
    """The window after somebody has chosen the folder."""
    app = await windows.window("/data", place=Place.WINDOW, together=together)
    app.answers["FilePicker.get_directory_path"] = lambda _: str(sync)
    await done(app, "share-folder")
    return app


@pytest.mark.promise(
    "The screens: look back, take home and bring in",
    "A person at the computer shares the evenings over a folder, sees with whom, and ends it.",
)
@pytest.mark.parametrize("language", ["en", "fr", "de"])
async def test_a_folder_is_chosen_and_left(
    windows: Windows, together: Together, sync: Path, language: str
) -> None:
    evening, words = windows.played(1), Translator(language)
    app = await chosen(windows, together, sync)
    assert app.text("notice") == words("Shared from now on")
    folder = together.chosen
    assert folder is not None
    assert folder.path == sync
    texts = app.texts()
    for each in sharing_explained(words):
        assert each in texts
    assert sharing_text(words, folder, together.state) in texts
    assert not flaws(app)
    assert len([*(sync / SUBFOLDER).iterdir()]) == 1
    sync.rename(sync.with_name("away"))
    finished(together.round())
    await app.wait_until(
        lambda: any(
            words("not there now, and brought up to date when it is back") in each for each in app.texts()
        )
    )
    await done(app, "share-stop")
    assert app.text("notice") == words("No longer shared; the files there stay.")
    assert together.chosen is None
    assert not app.exists("share-stop")
    assert len(windows.happened(evening).sheet.rows) == 1


async def test_what_comes_in_is_told_and_drawn(
    windows: Windows, together: Together, sync: Path, there: Together
) -> None:
    together.choose(sync)
    home = await windows.window("/", together=together)
    there.history.create(gardes(table(4, id="friday", title="Chez Zoé"), 2, there.history.stamp))
    finished(there.round())
    finished(together.round())
    await home.wait_until(lambda: home.exists("notice"))
    title = windows.happened(there.history.load("friday")).table.title
    assert title in home.text("notice")
    assert home.exists("session-friday")
    sheet = await windows.window("/session/friday", together=together)
    there.history.extend(gardes(there.history.load("friday"), 1, there.history.stamp))
    finished(there.round())
    finished(together.round())
    await sheet.wait_until(lambda: sheet.exists("notice"))
    assert sheet.text("notice").startswith(t("From another computer: {what}", what=""))
    assert len(windows.history.load("friday").sheet.rows) == 3
    await play(sheet, "1 garde", 2, "49")
    assert len(windows.history.load("friday").sheet.rows) == 4


async def test_what_is_refused_is_said(
    windows: Windows, together: Together, sync: Path, there: Together
) -> None:
    evening = windows.played(1)
    (sync / SUBFOLDER / "theirs").write_bytes(pack(started_with(windows.happened(evening), title="Ailleurs")))
    app = await chosen(windows, together, sync)
    assert any(each.startswith("Ailleurs") for each in app.texts())


async def test_a_served_page_cannot_choose_a_folder(windows: Windows, together: Together, sync: Path) -> None:
    windows.played(1)
    app = await windows.window("/data", place=Place.BROWSER, together=together)
    assert not {"share-folder", "share-stop"} & set(app.identifiers())
    share_over(app.page.data, sync)
    await app.settle()
    assert together.chosen is None
    assert [*sync.iterdir()] == []
    together.choose(sync)
    app = await windows.window("/data", place=Place.BROWSER, together=together)
    assert any(str(sync) in each for each in app.texts()), "it says where, and cannot change it"
    assert not {"share-folder", "share-stop"} & set(app.identifiers())


async def test_a_save_wakes_the_sharing_and_a_tap_does_not(windows: Windows, together: Together) -> None:
    evening = windows.played(1)
    app = await windows.window(f"/session/{evening.id}", together=together)
    await app.tap("next-hand")
    together.woken.clear()
    await app.tap("bid-1-garde")
    assert not together.woken.is_set()
    await app.tap("bouts-2", "digit-4", "digit-9", "save")
    assert together.woken.is_set()


@pytest.mark.promise(
    "Import and export between devices",
    "A saved hand is in the shared folder some seconds later, and when the app closes.",
)
def test_the_thread_gives_soon_and_at_the_end(
    windows: Windows, together: Together, sync: Path, there: Together, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "SHARE_AFTER", 0.01)
    together.choose(sync)
    stop = start_sharing(together)
    evening = gardes(table(4, id="friday"), 1, windows.history.stamp)
    windows.history.create(evening)
    together.wake()
    for _ in range(500):
        if finished(there.round()):
            break
        time.sleep(0.01)
    assert there.history.load("friday") == evening
    windows.history.extend(gardes(evening, 1, windows.history.stamp))
    stop()
    finished(there.round())
    assert len(there.history.load("friday").sheet.rows) == 2
