"""Evenings taken home from the app: one, a year or all, in each format; shown, cancelled, refused."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from itertools import count
from pathlib import Path

import flet as ft
import pytest
from flet_client import Driver
from words import t

from scorepad.evening.evening import Evening
from scorepad.exports.formats import File, Format, Options, blank_sheet, export
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.ui import background
from scorepad.ui.host import Served
from scorepad.ui.link import web_app_address
from scorepad.ui.screens import export as screen

from .evening import Windows, browser_says, no_threads, on


def of_year(windows: Windows, year: int) -> Evening:
    evening = windows.empty(created=f"{year}-03-04T20:00:00.000Z", title=f"In {year}")
    windows.history.create(evening)
    return evening


async def browser(windows: Windows, route: str) -> Driver:
    """A window in a browser, which takes whatever it is given; its score sheets are numbered."""
    numbers = count(1)
    served = Served(lambda page: {}, lambda evening, language, paper: f"/print/{next(numbers)}-{paper}.pdf")
    return await windows.browser(route, served=served)


def saved(app: Driver) -> tuple[str, bytes]:
    """The last file that was offered to be saved: its name, its bytes."""
    given = app.asked("FilePicker.save_file")[-1]
    return given["file_name"], given["src_bytes"]


async def test_a_format_without_an_icon_of_its_own_is_offered(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new format is an entry in the table of formats; the screen needs no change."""
    monkeypatch.setattr(screen, "ICONS", {})
    app = await browser(windows, f"/session/{of_year(windows, 2025).id}/export")
    assert [name.removeprefix("format-") for name in app.named("format-")] == [form.value for form in Format]


@pytest.mark.promise(
    "The screens: look back, take home and bring in", "An evening leaves the app in each format."
)
async def test_an_evening_leaves_in_each_format(windows: Windows) -> None:
    evening = of_year(windows, 2025)
    app = await browser(windows, f"/session/{evening.id}/end")
    await app.tap("export")
    for form, ending, start in (
        ("text", "txt", b"In 2025"),
        ("png", "png", b"\x89PNG"),
        ("pdf", "pdf", b"%PDF"),
        ("xlsx", "xlsx", b"PK"),
        ("csv", "zip", b"PK"),
        ("json", "json", b"{"),
    ):
        await app.tap(f"format-{form}", "save-export")
        name, content = saved(app)
        assert name == f"2025-03-04 In 2025.{ending}"
        assert content.startswith(start)
        assert app.text("notice") == t("Done: {name}", name=name)
    await app.tap("back")
    assert app.route == f"/session/{evening.id}/end"


async def test_the_options_of_a_format_change_the_file(windows: Windows) -> None:
    """And the sheet that a browser prints, by a path that is good once."""
    evening = of_year(windows, 2025)
    app = await browser(windows, f"/session/{evening.id}/export")
    written = {}
    for form, choices in {
        "png": ("dark-false", "dark-true"),
        "csv": ("profile-rfc", "profile-fr", "profile-de"),
        "pdf": ("paper-a4", "paper-letter", "sheet_only"),
    }.items():
        for choice in choices:
            await app.tap(f"format-{form}", choice, "save-export")
            written[choice] = saved(app)[1]
        assert app.exists("print") is (form == "pdf")
    assert len(set(written.values())) == len(written), "French and German dates differ"
    expected = export([evening], Format.PDF, t, Options(paper="letter"))
    assert written["paper-letter"] == next(each.data for each in expected if isinstance(each, File))
    before = str(app.node("print"))
    assert "-letter.pdf" in before
    await app.tap("print")
    assert str(app.node("print")) != before


@pytest.mark.promise(
    "The screens: look back, take home and bring in",
    "A table for a spreadsheet follows the language of the app until somebody chooses.",
)
@pytest.mark.parametrize(("language", "profile"), [("fr", "fr"), ("de", "de"), ("en", "rfc")])
async def test_the_table_is_for_a_spreadsheet_of_the_language(
    language: str, profile: str, windows: Windows
) -> None:
    """Of an evening and of a season, until somebody chooses another reader."""
    evening = of_year(windows, 2026)
    windows.language = language
    for route in (f"/session/{evening.id}/export", "/season/export"):
        app = await windows.browser(route)
        await app.tap("format-csv")
        assert on(app, "profile-") == [f"profile-{profile}"]


@pytest.mark.promise(
    "The screens: look back, take home and bring in", "The choices of an export are kept for the next one."
)
async def test_the_choices_of_an_export_are_kept(windows: Windows) -> None:
    """In every window, after a restart, and in another language; the other choices go on following the language."""
    evening = of_year(windows, 2026)
    windows.language = "fr"
    app = await windows.browser(f"/session/{evening.id}/export")
    await app.tap("format-pdf", "paper-letter", "sheet_only", "format-csv")
    assert on(app, "profile-") == ["profile-fr"]
    assert "export_profile" not in windows.history.settings()
    await app.tap("profile-rfc")
    for language in ("fr", "de"):
        windows.language = language
        await windows.restart()
        app = await windows.browser("/export")
        await app.tap("format-csv")
        assert on(app, "profile-") == ["profile-rfc"]
        await app.tap("format-pdf")
        assert on(app, "paper-") == ["paper-letter"]
        assert on(app, "sheet_only") == ["sheet_only"]


@pytest.mark.parametrize("value", ["", "it", 7, True, "x" * 99])
async def test_an_invalid_kept_choice_means_the_first_choice(value: str | int, windows: Windows) -> None:
    evening = of_year(windows, 2026)
    for name in ("export_profile", "export_paper", "export_sheet_only"):
        windows.history.set_setting(name, value)
    app = await windows.browser(f"/session/{evening.id}/export")
    await app.tap("format-csv")
    assert on(app, "profile-") == ["profile-rfc"]
    await app.tap("format-pdf")
    assert on(app, "paper-") == ["paper-a4"]


async def test_a_year_or_everything_is_exported(windows: Windows) -> None:
    evenings = {year: of_year(windows, year) for year in (2024, 2025, 2026)}
    app = await browser(windows, "/export")
    await app.tap("format-json")

    async def exported() -> set[int]:
        await app.tap("save-export")
        content = saved(app)[1].decode()
        return {year for year, evening in evenings.items() if evening.id in content}

    assert app.text("count").startswith("3 ")
    assert await exported() == {2024, 2025, 2026}
    await app.tap("scope-2025")
    assert await exported() == {2025}
    await app.tap("format-text", "scope-all", "save-export")
    name, content = saved(app)
    assert name == "Tarot 2024-03-04--2026-03-04.zip"
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert [each[:10] for each in archive.namelist()] == ["2024-03-04", "2025-03-04", "2026-03-04"]


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The exports that were begun: each goes on until it is cancelled."""
    begun: list[float] = []

    def endless(*_: object) -> Iterator[float]:
        begun.append(0.25)
        while True:
            yield 0.25

    monkeypatch.setattr(screen, "export", endless)
    monkeypatch.setattr(background, "SLICE", 0.0)
    return begun


async def cancelled(app: Driver) -> None:
    """Cancels what is under way, and sees that nothing comes of it."""
    await app.wait_until(lambda: "25" in app.text("progress"))
    app.begin("cancel")
    await app.wait_until(lambda: app.exists("notice"))
    assert app.text("notice") == t("Cancelled: nothing was written.")
    assert not app.asked("FilePicker.save_file")
    assert app.enabled("save-export")


@pytest.mark.promise(
    "The screens: look back, take home and bring in", "An export shows its progress and can be cancelled."
)
@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize("threads", [True, False])
async def test_an_export_says_how_far_it_is_and_can_be_cancelled(threads: bool, windows: Windows) -> None:
    app = await browser(windows, f"/session/{of_year(windows, 2025).id}/export")
    with nullcontext() if threads else no_threads():
        app.begin("save-export")
        await app.wait_until(lambda: app.exists("cancel"))
        await cancelled(app)


@pytest.mark.promise("Exports", "A window runs one export at a time, and can only stop all of it.")
async def test_one_export_runs_at_a_time_and_is_stopped_as_a_whole(
    windows: Windows, begun: list[float]
) -> None:
    """Whoever leaves the screen and comes back finds it there, and can start no second one."""
    app = await browser(windows, f"/session/{of_year(windows, 2025).id}/end")
    await app.tap("export")
    for tile, shown in (("save-export", "cancel"), ("back", "finish"), ("export", "cancel")):
        app.begin(tile)
        await app.wait_until(partial(app.exists, shown))
    assert not app.exists("save-export")
    await cancelled(app)
    assert len(begun) == 1


async def test_an_export_that_fails_is_reported_and_logged(
    windows: Windows, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object, **__: object) -> Iterator[File]:
        raise ValueError("a fault of a format")

    app = await browser(windows, f"/session/{of_year(windows, 2025).id}/export")
    monkeypatch.setattr(screen, "export", fails)
    await app.tap("save-export")
    await app.wait_until(lambda: app.exists("notice"))
    assert app.text("notice") == t("The export failed, and nothing was changed. Try another format.")
    assert "a fault of a format" in caplog.text
    assert app.enabled("save-export")


@pytest.mark.parametrize("there", [True, False])
async def test_a_computer_writes_a_whole_file_or_says_why_not(
    there: bool, windows: Windows, tmp_path: Path
) -> None:
    app = await windows.computer(f"/session/{of_year(windows, 2025).id}/export")
    assert not {"share-export", "print"} & set(app.identifiers())
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


@pytest.mark.promise("Looking back", "A blank sheet of any rules is two taps from the list of evenings.")
async def test_a_blank_sheet_of_any_rules_is_taken_from_the_menu(windows: Windows) -> None:
    app = await browser(windows, "/")
    await app.tap(
        "menu", "blank", "rules", "scheme-wikipedia", "blank", "players-5", "paper-letter", "save-export"
    )
    await app.wait_until(lambda: bool(app.asked("FilePicker.save_file")))
    address = web_app_address(app.page.data)
    assert saved(app)[1] == blank_sheet(shipped_scheme("wikipedia"), 5, t, "letter", address).data
    assert not (await browser(windows, "/rules/nowhere/paper")).exists("save-export")


async def test_a_page_without_threads_exports_and_shares_but_prints_nothing(windows: Windows) -> None:
    route = f"/session/{of_year(windows, 2025).id}/export"
    address = "https://scores.example/tarot/"
    app = await windows.web_app(route, platform=ft.PagePlatform.ANDROID, address=address)
    assert not app.exists("print")
    app.answers["Share.share_files"] = lambda _: {"status": "success", "raw": ""}
    with no_threads():
        for button in ("share-export", "save-export"):
            await app.tap(button)
            await app.wait_until(partial(app.exists, button))
    [given] = app.asked("Share.share_files")[0]["files"]
    assert (given["name"], given["mime_type"]) == (saved(app)[0], "application/pdf")
    assert app.text("notice") == t("Done: {name}", name=given["name"])


async def test_an_export_that_cannot_be_shared_is_saved(windows: Windows) -> None:
    route = f"/session/{of_year(windows, 2025).id}/export"
    app = await windows.web_app(route, platform=ft.PagePlatform.ANDROID, address="https://scores.example/")
    app.answers["Share.share_files"] = lambda _: None  # it fails
    await app.tap("share-export")
    await app.wait_until(lambda: bool(app.asked("FilePicker.save_file")))
    assert app.text("notice") == t("Done: {name}", name=saved(app)[0])
    await browser_says(app, shares=False)
    assert not app.exists("share-export")
