"""`scorepad sheet`, as people meet it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from stored import Run, runner

from scorepad.exports.formats import blank_sheet
from scorepad.history import History
from scorepad.i18n import Translator
from scorepad.tarot.scheme_data import shipped_scheme

pytestmark = pytest.mark.usefixtures("nobody_else_writes", "signals_as_before")


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    return runner(capsys, tmp_path / "data", "sheet")


def test_a_blank_sheet_is_written_and_replaces_nothing(said: Run) -> None:
    name = "Score sheet for 5 players.pdf"
    assert said("5", "--scheme", "pousse") == (0, f"{name}\n", "")
    before = Path(name).read_bytes()
    assert before == blank_sheet(shipped_scheme("pousse"), 5, Translator("en")).data
    assert said("5")[0] == 1
    assert Path(name).read_bytes() == before
    assert said("5", "--force")[0] == 0
    assert os.listdir() == [name], "it makes no folder of scores"


def test_the_code_of_a_sheet_has_the_address_of_the_settings(said: Run, tmp_path: Path) -> None:
    with History(tmp_path / "data", device="here") as history:
        history.set_setting("public_url", "https://example.org/scorepad/")
    said("4", "--output", "settings.pdf")
    said("4", "--output", "option.pdf", "--public-url", "https://example.org/scorepad")
    said("4", "--output", "other.pdf", "--public-url", "https://example.com/")
    settings, option, other = [Path(f"{name}.pdf").read_bytes() for name in ("settings", "option", "other")]
    assert settings == option != other
