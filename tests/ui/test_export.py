"""Evenings taken home from the app: one, some, a year or all, in each format; shown, cancelled, refused."""

from __future__ import annotations

import asyncio
import io
import threading
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from itertools import count
from pathlib import Path

import flet as ft
import pytest
from words import t

from scorepad.evening.evening import Evening
from scorepad.exports.formats import File, Format, Options, export
from scorepad.ui import background
from scorepad.ui.app import Served, build
from scorepad.ui.files import Place
from scorepad.ui.screens import export as screen
from scorepad.ui.web_app import Browser, WebApp

from .client import Driver
from .evening import Windows


def of_year(windows: Windows, year: int) -> Evening:
    evening = windows.empty(created=f"{year}-03-04T20:00:00.000Z", title=f"In {year}")
    windows.history.create(evening)
    return evening


async def browser(windows: Windows, route: str) -> Driver:
    """A window in a browser, which takes whatever it is given; its score sheets are numbered."""
    numbers = count(1)
    served = Served(lambda page: {}, lambda evening, language, paper: f"/print/{next(numbers)}-{paper}.pdf")
    app = build(windows.history, language="en", served=served)
    return await Driver.start(app, web=True, route=route)


def saved(app: Driver) -> tuple[str, bytes]:
    """The last file that was offered to be saved: its name, its bytes."""
    call = [call for call in app.calls if call.method == "save_file"][-1]
    return call.arguments["file_name"], call.arguments["src_bytes"]


@pytest.mark.parametrize(
    ("form", "start"),
    [
        ("text", b"In 2025"),
        ("png", b"\x89PNG"),
        ("pdf", b"%PDF"),
        ("xlsx", b"PK"),
        ("csv", b"PK"),
        ("json", b"{"),
    ],
)
async def test_an_evening_leaves_in_each_format(form: str, start: bytes, windows: Windows) -> None:
    evening = of_year(windows, 2025)
    app = await browser(windows, f"/session/{evening.id}/end")
    await app.tap("export")
    assert app.route == f"/session/{evening.id}/export"
    await app.tap(f"format-{form}", "save-export")
    name, content = saved(app)
    ending = {"text": ".txt", "csv": ".zip"}.get(form, f".{form}")
    assert name == f"2025-03-04 In 2025{ending}"
    assert content.startswith(start)
    assert app.text("notice") == t("Done: {name}", name=name)
    await app.tap("back")
    assert app.route == f"/session/{evening.id}/end"
    await app.close()


async def test_the_options_of_a_format_change_the_file(windows: Windows) -> None:
    evening = of_year(windows, 2025)
    app = await browser(windows, f"/session/{evening.id}/export")
    written = {}
    for form, choice in (
        ("pdf", "paper-a4"),
        ("pdf", "paper-letter"),
        ("pdf", "sheet-only"),
        ("png", "picture-light"),
        ("png", "picture-dark"),
        ("csv", "profile-rfc"),
        ("csv", "profile-fr"),
        ("csv", "profile-de"),
    ):
        await app.tap(f"format-{form}")
        await app.tap(choice)
        await app.tap("save-export")
        written[choice] = saved(app)[1]
    assert len(set(written.values())) == len(written), "French and German dates differ"
    expected = export([evening], Format.PDF, t, Options(paper="letter"))
    assert written["paper-letter"] == next(each.data for each in expected if isinstance(each, File))
    with zipfile.ZipFile(io.BytesIO(written["profile-fr"])) as archive:
        tables = (t("Hands"), t("Payments"), t("Standings"))
        assert archive.namelist() == [f"2025-03-04 In 2025 {table}.csv" for table in tables]
        assert archive.read(archive.namelist()[0]).startswith(b"\xef\xbb\xbf")
    await app.close()


async def test_a_year_some_or_all(windows: Windows) -> None:
    evenings = {year: of_year(windows, year) for year in (2024, 2025, 2026)}
    app = await browser(windows, "/export")
    await app.tap("format-json")

    async def exported() -> set[str]:
        await app.tap("save-export")
        content = saved(app)[1].decode()
        return {f"{year}" for year, evening in evenings.items() if evening.id in content}

    assert app.text("count").startswith("3 ")
    assert await exported() == {"2024", "2025", "2026"}
    await app.tap("scope-2025")
    assert app.text("count").startswith("1 ")
    assert await exported() == {"2025"}
    await app.tap("scope-some")
    assert app.text("count").startswith("0 ")
    assert not app.enabled("save-export")
    await app.tap(f"evening-{evenings[2024].id}", f"evening-{evenings[2026].id}")
    assert await exported() == {"2024", "2026"}
    await app.tap(f"evening-{evenings[2026].id}")
    assert await exported() == {"2024"}
    await app.tap("format-text", "scope-all", "save-export")
    name, content = saved(app)
    assert name == "Tarot 2024-03-04--2026-03-04.zip"
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert [each[:10] for each in archive.namelist()] == ["2024-03-04", "2025-03-04", "2026-03-04"]
    await app.close()


class Slow:
    """An export that is under way until it may `go_on`; `begun` holds what was begun."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.go_on = list[float](), threading.Event()
        monkeypatch.setattr(screen, "export", self._export)

    def _export(self, *_: object) -> Iterator[float | File]:
        self.begun.append(0.25)
        while not self.go_on.is_set():
            yield 0.25
            time.sleep(0.01)
        yield File("never.pdf", b"")

    async def cancelled(self, app: Driver, *going: asyncio.Future[None]) -> None:
        """Waits for what is going on, cancels it, and sees that nothing came of it."""
        while not app.exists("cancel") or "25" not in app.text("progress"):
            await asyncio.sleep(0.01)
        assert not app.exists("save-export"), "it has begun already"
        cancelling = asyncio.ensure_future(app.tap("cancel"))
        await asyncio.sleep(0.05)
        self.go_on.set()
        await asyncio.gather(*going, cancelling)
        while not app.exists("notice"):
            await asyncio.sleep(0.01)
        assert app.text("notice") == t("Cancelled: nothing was written.")
        assert not [call for call in app.calls if call.method == "save_file"]
        assert app.enabled("save-export")


@pytest.mark.parametrize("threads", [True, False])
async def test_an_export_says_how_far_it_is_and_can_be_cancelled(
    threads: bool, windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = await browser(windows, f"/session/{of_year(windows, 2025).id}/export")
    with nullcontext() if threads else no_threads():
        await Slow(monkeypatch).cancelled(app, asyncio.ensure_future(app.tap("save-export")))
    await app.close()


async def test_one_export_at_a_time_is_under_way_and_stopped_as_a_whole(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever leaves the screen and comes back finds it there, and can start no second one."""
    evening, slow = of_year(windows, 2025), Slow(monkeypatch)
    app = await browser(windows, f"/session/{evening.id}/export")
    going = [asyncio.ensure_future(app.tap("save-export"))]
    for route, shown in (("end", False), ("export", True)):
        while not slow.begun or app.exists("cancel") is shown:
            await asyncio.sleep(0.01)
        going.append(asyncio.ensure_future(app.visit(f"/session/{evening.id}/{route}")))
    await slow.cancelled(app, *going)
    assert len(slow.begun) == 1
    await app.close()


@contextmanager
def no_threads() -> Iterator[None]:
    """Within it, no thread can be started, as in a page that runs Python itself."""

    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(background, "THREADS", False)
        patch.setattr(threading.Thread, "start", refuse)
        yield


async def test_an_export_that_fails_is_reported_and_logged(
    windows: Windows, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object, **__: object) -> Iterator[File]:
        raise ValueError("a fault of a format")

    evening = of_year(windows, 2025)
    app = await browser(windows, f"/session/{evening.id}/export")
    monkeypatch.setattr(screen, "export", fails)
    await app.tap("save-export")
    while not app.exists("notice"):
        await asyncio.sleep(0.01)
    assert app.text("notice") == t("The export failed, and nothing was changed. Try another format.")
    assert [str(record.exc_info[1]) for record in caplog.records if record.exc_info] == [
        "a fault of a format"
    ]
    assert app.enabled("save-export")
    await app.close()


async def test_a_phone_offers_its_share_sheet(windows: Windows) -> None:
    evening = of_year(windows, 2025)
    app = await windows.window(f"/session/{evening.id}/export")
    app.answers["Share.share_files"] = lambda _: {"status": "success", "raw": ""}
    await app.tap("format-png", "share-export")
    [call] = [call for call in app.calls if call.method == "share_files"]
    [given] = call.arguments["files"]
    assert given["name"] == "2025-03-04 In 2025.png"
    assert given["mime_type"] == "image/png"
    assert app.text("notice") == t("Done: {name}", name=given["name"])


@pytest.mark.parametrize("there", [True, False])
async def test_a_computer_writes_a_whole_file_or_says_why_not(
    there: bool, windows: Windows, tmp_path: Path
) -> None:
    evening = of_year(windows, 2025)
    app = await Driver.start(
        build(windows.history, language="en", place=Place.WINDOW),
        platform=ft.PagePlatform.LINUX,
        route=f"/session/{evening.id}/export",
    )
    assert not app.exists("share-export")
    assert not app.exists("print")
    target = tmp_path / "sheet.pdf" if there else tmp_path / "nowhere" / "sheet.pdf"
    if there:
        target.write_bytes(b"an older one, which the dialog has asked about")
    app.answers["FilePicker.save_file"] = lambda _: str(target)
    await app.tap("save-export")
    if there:
        assert target.read_bytes().startswith(b"%PDF")
        assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["sheet.pdf"]
    else:
        assert app.text("notice").startswith(f"{target} ")
    await app.close()


async def test_in_a_browser_a_sheet_can_be_printed(windows: Windows) -> None:
    evening = of_year(windows, 2025)
    app = await browser(windows, f"/session/{evening.id}/export")
    await app.tap("paper-letter")
    assert "/print/2-letter.pdf" in str(app.node("print"))
    await app.tap("print")
    assert "/print/3-letter.pdf" in str(app.node("print")), "a path is good once"
    await app.tap("format-xlsx")
    assert not app.exists("print")
    await app.close()


async def test_a_page_without_threads_exports_and_shares_but_prints_nothing(windows: Windows) -> None:
    evening = of_year(windows, 2025)
    web_app = WebApp(lambda request: None, Browser(address="https://scores.example/tarot/"))
    app = await Driver.start(
        build(windows.history, language="en", web_app=web_app),
        web=True,
        route=f"/session/{evening.id}/export",
    )
    assert not app.exists("print")
    app.answers["Share.share_files"] = lambda _: {"status": "success", "raw": ""}
    with no_threads():
        for button, method in (("share-export", "share_files"), ("save-export", "save_file")):
            await app.tap(button)
            while not app.exists(button):
                await asyncio.sleep(0.01)
            assert app.calls[-1].method == method
    [call] = [call for call in app.calls if call.method == "share_files"]
    [given] = call.arguments["files"]
    assert given["name"] == saved(app)[0]
    assert app.text("notice") == t("Done: {name}", name=given["name"])
    await app.close()
