"""Files in and out: what a browser says about itself, or answers, leads to no file of this computer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import flet as ft
import pytest
from words import t

from scorepad.ui.host import Place

from .evening import Windows

GIVING = {
    "one evening": ("/session/{id}/export", "save-export"),
    "several evenings": ("/export", "save-export"),
    "everything": ("/data", "export"),
    "rules": ("/rules/fft", "export"),
}
TAKING = {"a file of evenings": ("/data", "import"), "rules": ("/rules", "import")}
LIES: dict[str, dict[str, Any]] = {
    "a computer": {"platform": ft.PagePlatform.LINUX, "web": False},
    "a phone": {"platform": ft.PagePlatform.ANDROID, "web": False},
    "Windows, in a browser": {"platform": ft.PagePlatform.WINDOWS, "web": True},
}


def files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder of somebody's own files."""
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "profile").write_bytes(b"precious")
    return folder


@pytest.mark.promise("The served app", "No file of the computer is written, whatever a browser answers.")
@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
@pytest.mark.parametrize(("route", "button"), GIVING.values(), ids=GIVING)
async def test_no_path_that_a_client_answers_is_written(
    route: str, button: str, lie: dict[str, Any], windows: Windows, outside: Path
) -> None:
    evening = windows.played(2)
    before = files(outside)
    app = await windows.browser(route.format(id=evening.id), **lie)
    app.answers["FilePicker.save_file"] = lambda _: str(outside / "profile")
    app.answers["StoragePaths.get_downloads_directory"] = lambda _: str(outside)
    assert not app.exists("share-export")
    await app.tap(button)
    await app.wait_until(lambda: bool(app.asked("FilePicker.save_file")))
    assert files(outside) == before


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
@pytest.mark.parametrize(("route", "button"), TAKING.values(), ids=TAKING)
async def test_no_path_that_a_client_answers_is_read(
    route: str, button: str, lie: dict[str, Any], windows: Windows, outside: Path
) -> None:
    app = await windows.browser(route, **lie)
    told = {"id": 0, "name": "a.json", "size": 8, "path": str(outside / "profile")}
    for content in (None, "precious", 7, {"path": "x"}):
        app.picks = [told | {"bytes": content}]
        await app.tap(button)
        assert app.text("notice") == t("This file cannot be read.")


FAILED = {
    "pick_files": "Something went wrong. What was saved is safe; try again.",
    "get_directory_path": "Something went wrong. What was saved is safe; try again.",
    "save_file": "The file could not be saved. Try again.",
}
DIALOGS = {
    **{f"opening {name}": (*place, "pick_files") for name, place in TAKING.items()},
    **{f"saving {name}": (*GIVING[name], "save_file") for name in ("everything", "rules")},
    "a second folder": ("/data", "elsewhere", "get_directory_path"),
}


@pytest.mark.parametrize(("route", "button", "dialog"), DIALOGS.values(), ids=DIALOGS)
async def test_a_failing_dialog_is_reported(route: str, button: str, dialog: str, windows: Windows) -> None:
    def fails(_: object) -> None:
        raise RuntimeError("no dialog here")

    windows.played(1)
    app = await windows.window(route, place=Place.WINDOW)
    app.answers[f"FilePicker.{dialog}"] = fails
    await app.tap(button)
    await app.wait_until(lambda: app.exists("notice"))
    assert app.text("notice") == t(FAILED[dialog])
