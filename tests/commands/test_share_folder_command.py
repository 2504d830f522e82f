"""`scorepad history share-folder`: what it prints, its exit codes, and what it leaves alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from stored import Run, runner, stored

from scorepad.history import History, read_shared_folder
from scorepad.history.shared_folder import SUBFOLDER

pytestmark = pytest.mark.usefixtures("nobody_else_writes", "signals_as_before")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with History(tmp_path / "data", device="here") as history:
        stored(history, "monday", 3, created="2026-11-16T20:00:00Z")
    return tmp_path / "data"


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str], folder: Path) -> Run:
    return runner(capsys, folder, "history")


@pytest.fixture
def sync(tmp_path: Path) -> Path:
    (tmp_path / "sync").mkdir()
    return tmp_path / "sync"


def document(out: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(out)
    return found


@pytest.mark.promise(
    "The command line", "A command shares the history over a folder, shows what is shared, and ends it."
)
def test_two_histories_share_a_folder(said: Run, sync: Path, tmp_path: Path) -> None:
    assert said("share-folder") == (0, "Nothing is shared.\n", "")
    assert document(said("share-folder", "--json")[1]) == {"shared": None, "taken": None}
    code, out, err = said("share-folder", str(sync))
    assert (code, err) == (0, "")
    assert out.startswith(f"Shared in {sync / SUBFOLDER} · no other computer yet · last exchange ")
    other = tmp_path / "other"
    with History(other, device="there") as history:
        stored(history, "tuesday", 1, created="2026-11-17T20:00:00Z")
    taken = document(said("share-folder", str(sync), "--json", data=other)[1])
    assert taken["taken"] == {"new": ["monday"], "more": []}
    assert taken["shared"]["others"] == 1
    assert taken["shared"]["waiting"] == 0
    code, out, _ = said("share-folder", str(sync))
    assert "with 1 other computer" in out
    assert "1 evening came in" in out
    assert [line.split()[0] for line in said("list")[1].splitlines()] == ["tuesday", "monday"]
    shown = document(said("share-folder", "--json")[1])["shared"]
    assert (shown["others"], shown["is_there"], shown["problem"]) == (1, True, None)
    assert shown["last"] is not None
    files = sorted(path.name for path in (sync / SUBFOLDER).iterdir())
    assert said("share-folder", "--stop") == (0, "Nothing is shared.\n", "")
    assert sorted(path.name for path in (sync / SUBFOLDER).iterdir()) == files


def test_a_folder_that_is_away_is_said(said: Run, sync: Path) -> None:
    said("share-folder", str(sync))
    sync.rename(sync.with_name("away"))
    code, out, err = said("share-folder")
    assert (code, err) == (0, "")
    assert "not there now" in out
    assert not document(said("share-folder", "--json")[1])["shared"]["is_there"]


def test_the_open_app_shares_what_the_command_chose(said: Run, sync: Path, folder: Path) -> None:
    with History(folder):
        code, _, err = said("share-folder", str(sync))
    assert code == 0
    assert "The open scorepad shares from now on." in err
    shared = read_shared_folder(folder)
    assert shared is not None
    assert shared.path == sync


@pytest.mark.parametrize("chosen", ["data", "data/below", "nowhere/at/all"])
def test_a_folder_that_cannot_be_shared_is_refused(
    chosen: str, said: Run, tmp_path: Path, folder: Path
) -> None:
    code, out, err = said("share-folder", str(tmp_path / chosen))
    assert (code, out) == (1, "")
    assert err.startswith("scorepad: ")
    assert read_shared_folder(folder) is None


def test_a_history_that_is_not_there_is_said(said: Run, tmp_path: Path) -> None:
    code, _, err = said("share-folder", data=tmp_path / "nothing")
    assert code == 1
    assert "nothing" in err
