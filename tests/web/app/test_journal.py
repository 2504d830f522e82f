"""The journal in which a browser keeps all files: kills, damages, full storages."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from scorepad.web.app.build import PAGE, find_client, find_node

pytestmark = pytest.mark.xdist_group("journal")

DAMAGES = int(os.environ.get("SCOREPAD_DAMAGES", "300"))
CHECKS = Path(__file__).with_name("journal.mjs")


@pytest.fixture(scope="module")
def checks() -> dict[str, Any]:
    """The results of journal.mjs, all of one process: the file system loads slowly."""
    command = [find_node(), CHECKS, find_client()[0] / "pyodide", PAGE, DAMAGES]
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return dict(json.loads(done.stdout))


def test_saved_files_are_there_again(checks: dict[str, Any]) -> None:
    """And nothing is marked as saved before the browser has flushed it."""
    assert checks["again"] == {"same": 100, "unsafe": 0}


@pytest.mark.promise("The web app", "A kill at any moment of a save loses nothing.")
def test_a_kill_at_any_moment_loses_nothing(checks: dict[str, Any]) -> None:
    seen = checks["kill"]
    assert seen.pop("kills") >= 300
    assert seen == {"lost": 0, "wrong": 0, "reported": 0}


@pytest.mark.promise(
    "The web app", "The web app goes on after a torn write: what is saved next can be read again."
)
def test_a_save_after_a_torn_write_can_be_read_again(checks: dict[str, Any]) -> None:
    assert checks["torn"] == {"seen": True, "reported": 0, "lost": 0}


@pytest.mark.promise("The web app", "Damage is never shown as the truth, and never hidden.")
def test_damage_is_neither_shown_nor_hidden(checks: dict[str, Any]) -> None:
    seen = checks["damage"]
    assert seen.pop("reported") > 0.9 * DAMAGES
    assert seen == {"served": 0, "silent": 0, "unread": 0}


@pytest.mark.promise(
    "The web app", "A record that scorepad has not written is reported, and the others are read."
)
def test_a_foreign_record_is_reported_and_the_others_are_read(checks: dict[str, Any]) -> None:
    """Though its checksum is right."""
    assert checks["spoilt"] == {"cases": 32, "wrong": []}


def test_damage_is_reported_once(checks: dict[str, Any]) -> None:
    assert checks["mended"] == {"first": True, "then": False, "same": True}


@pytest.mark.promise("The web app", "A full storage refuses, and keeps what was there.")
def test_a_full_storage_refuses_and_keeps_its_files(checks: dict[str, Any]) -> None:
    seen = checks["quota"]
    assert seen == {"failed": 51, "between": {"/a": "old"}, "after": {"/a": "new", "/a.bak": "old"}}


def test_a_write_that_fails_later_is_reported(checks: dict[str, Any]) -> None:
    """As in IndexedDB: fsync fails from then on, until a copy of everything is there."""
    seen = checks["slow"]
    assert seen.pop("failed") == "Error: full"
    assert seen == {
        "early": None,
        "between": {"/a": "old"},
        "refused": 2,
        "now": None,
        "same": True,
        "damaged": False,
    }


@pytest.mark.promise("The web app", "A journal of a newer scorepad stays closed.")
def test_the_journal_of_a_newer_scorepad_stays_closed(checks: dict[str, Any]) -> None:
    assert checks["newer"] == {"refused": "NewerFormat"}
