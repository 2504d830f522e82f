"""Where a browser keeps the journal: files of its own, or else a database."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from scorepad.web.app.build import PAGE, find_node

CHECKS = Path(__file__).with_name("stores.mjs")


@pytest.fixture(scope="module")
def checks() -> dict[str, Any]:
    """The results of the checks of stores.mjs."""
    command = [find_node(), CHECKS, PAGE]
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return dict(json.loads(done.stdout))


def kept(*paths: str) -> dict[str, object]:
    return {"paths": list(paths), "damaged": False}


def test_full_files_keep_all_saves_and_take_more_when_there_is_room(checks: dict[str, Any]) -> None:
    full = "QuotaExceededError"
    seen = checks["full files"]
    assert seen == {
        "failed": full,
        "copied": full,
        "between": kept("a"),
        "again": None,
        "after": kept("a", "c"),
    }


def test_a_save_after_a_torn_write_can_be_read_again_from_files(checks: dict[str, Any]) -> None:
    assert checks["torn files"] == kept("a", "c")


def test_a_full_database_keeps_all_saves_and_takes_more_when_there_is_room(
    checks: dict[str, Any],
) -> None:
    """It refuses everything until a copy of all is there."""
    full = "QuotaExceededError"
    assert checks["full database"] == {
        "failed": full,
        "still": full,
        "between": kept("a"),
        "again": None,
        "after": kept("a", "c", "d"),
    }


def test_foreign_marks_and_rows_hide_nothing(checks: dict[str, Any]) -> None:
    assert checks["spoilt"] == ["a,b"] * 11 + ["a"] * 7


def test_a_lost_record_is_missed_and_the_newest_damaged_logs_are_kept(checks: dict[str, Any]) -> None:
    expected = {"damaged": True, "newest": True}
    assert checks["damaged"] == {"files": expected, "database": expected}


def test_a_browser_that_keeps_nothing_has_no_store(checks: dict[str, Any]) -> None:
    assert checks["nothing"] is None
