"""Programs beside Python are found, or installed, or asked for in one line."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import programs
import pytest
from programs import PROGRAMS, ProgramMissing, install_missing, program


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A computer with nothing but an empty folder of programs."""
    program.cache_clear()
    for name, needed in PROGRAMS.items():
        monkeypatch.delenv(f"SCOREPAD_{name.upper()}", raising=False)
        monkeypatch.setitem(PROGRAMS, name, replace(needed, places=()))
    monkeypatch.setattr(programs, "playwrights", lambda browser: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    yield tmp_path
    program.cache_clear()


def executable(path: Path, script: str = "") -> Path:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IEXEC)
    return path


def test_a_program_is_found_by_any_of_its_names(bare: Path) -> None:
    found = executable(bare / "google-chrome")
    assert program("chromium") == str(found)


def test_a_variable_names_another_program(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    executable(bare / "chromium")
    mine = executable(bare / "mine")
    monkeypatch.setenv("SCOREPAD_CHROMIUM", str(mine))
    assert program("chromium") == str(mine)
    program.cache_clear()
    monkeypatch.setenv("SCOREPAD_CHROMIUM", str(bare / "nothing"))
    with pytest.raises(ProgramMissing, match="SCOREPAD_CHROMIUM names"):
        program("chromium")


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_missing_program_says_how_to_get_it(name: str) -> None:
    with pytest.raises(ProgramMissing, match=f"Tests need {name}: apt install {PROGRAMS[name].package}.*"):
        program(name)


def test_what_is_missing_is_installed_at_once(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here apt-get notes what it is asked for, and installs what is called like its package."""
    executable(bare / "firefox")
    asked: list[list[str]] = []

    def run(command: list[str]) -> None:
        asked.append(command)
        if "install" in command:
            executable(bare / "chromium")

    monkeypatch.setattr(programs, "_apt", lambda: ["apt-get"])
    monkeypatch.setattr(programs, "_run", run)
    install_missing(["chromium", "firefox", "pdftotext"])
    assert [command[1] for command in asked] == ["update", "install"]
    assert asked[1][-2:] == ["chromium", "poppler-utils"]
    assert Path(program("chromium")).name == "chromium"


def test_where_no_package_can_be_installed_playwright_brings_browsers(
    bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[str]] = []
    monkeypatch.setattr(programs, "_apt", list)
    monkeypatch.setattr(programs, "_run", asked.append)
    install_missing(["webkit", "soffice"])
    assert [command[1:] for command in asked] == [["-m", "playwright", "install", "webkit"]]
