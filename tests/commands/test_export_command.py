"""`scorepad export`, as scripts and people meet it: what it writes and where, and what it leaves alone."""

from __future__ import annotations

import csv
import errno
import io
import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from stored import Run, runner, stored

from scorepad import cli
from scorepad.commands import terminal
from scorepad.commands.common import save_files
from scorepad.exports.formats import Format
from scorepad.history import History
from scorepad.history.transfer import read

pytestmark = pytest.mark.usefixtures("nobody_else_writes", "signals_as_before")

DATES = {"monday": "2025-11-17", "tuesday": "2026-11-17", "wednesday": "2026-11-18"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    data = tmp_path / "data"
    with History(data, device="here") as history:
        for number, id_ in enumerate(DATES, 1):
            stored(history, id_, number, created=f"{DATES[id_]}T12:00:00Z")
    return data


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which the command is run."""
    place = tmp_path / "here"
    place.mkdir()
    monkeypatch.chdir(place)
    return place


@pytest.fixture
def run_export(capsys: pytest.CaptureFixture[str], folder: Path, here: Path) -> Run:
    return runner(capsys, folder, "export")


def files(place: Path) -> list[str]:
    """Everything in a folder, hidden files too."""
    return sorted(path.name for path in place.iterdir())


# -- what is written -------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", Format)
def test_one_evening_is_exported_in_every_format(run_export: Run, here: Path, form: Format) -> None:
    code, out, err = run_export("tuesday", "--format", form.value)
    assert (code, err) == (0, "")
    ending = form.ending
    csvs = [f"2026-11-17 Chez tuesday {each}{ending}" for each in ("Hands", "Payments", "Standings")]
    names = csvs if form is Format.CSV else [f"2026-11-17 Chez tuesday{ending}"]
    assert out.splitlines() == files(here) == names
    assert all((here / name).stat().st_size for name in names)
    assert all((here / name).stat().st_mode & 0o777 == 0o666 & ~umask() for name in names)


def umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        (["mon"], ["monday"]),
        (["wed", "monday", "m"], ["monday", "wednesday"]),
        (["latest"], ["wednesday"]),
        (["latest", "tuesday"], ["tuesday", "wednesday"]),
        (["--year", "2026"], ["tuesday", "wednesday"]),
        (["--year", "2025"], ["monday"]),
        (["--since", "2026-11-18"], ["wednesday"]),
        (["--since", "2025-12-01", "--until", "2026-11-17"], ["tuesday"]),
        (["--all"], ["monday", "tuesday", "wednesday"]),
    ],
)
def test_evenings_are_chosen_by_the_options(
    run_export: Run, here: Path, words: list[str], ids: list[str]
) -> None:
    """The oldest first, each once."""
    code, out, _ = run_export(*words, "--format", "json", "--json")
    assert code == 0
    summary = json.loads(out)
    assert summary["evenings"] == ids
    assert summary["format"] == "json"
    assert summary["left_out"] == []
    (file,) = summary["files"]
    raw = (here / file["path"]).read_bytes()
    assert file["bytes"] == len(raw)
    assert [evening.id for evening in read(raw).evenings] == ids


def test_the_choices_of_an_export_change_its_files(run_export: Run, here: Path) -> None:
    run_export("monday", "--format", "csv", "--profile", "de")
    assert (here / "2025-11-17 Chez monday Hands.csv").read_bytes().startswith(b"\xef\xbb\xbf")
    for number, words in enumerate((["--format", "png"], ["--format", "png", "--dark"])):
        assert run_export("monday", *words, "--out", f"{number}.png")[0] == 0
    assert (here / "0.png").read_bytes() != (here / "1.png").read_bytes()
    assert run_export("monday", "--format", "pdf", "--paper", "letter", "--out", "x.pdf")[0] == 0
    assert b"[0 0 612.00 792.00]" in (here / "x.pdf").read_bytes()
    assert run_export("monday", "--format", "pdf", "--sheet-only", "--out", "y.pdf")[0] == 0
    assert (here / "y.pdf").stat().st_size < (here / "x.pdf").stat().st_size


def test_an_export_beside_the_open_app_touches_nothing(run_export: Run, folder: Path, here: Path) -> None:
    with History(folder):
        before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        assert run_export("--all", "--format", "csv")[0] == 0
        assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


# -- where to --------------------------------------------------------------------------------------------


def test_an_export_goes_into_a_file_or_a_folder(run_export: Run, here: Path) -> None:
    (here / "sub").mkdir()
    assert run_export("monday", "--format", "text", "--out", "mine.txt")[:2] == (0, "mine.txt\n")
    code, out, _ = run_export("monday", "--format", "text", "--out", "sub")
    assert (code, out) == (0, f"{Path('sub') / '2025-11-17 Chez monday.txt'}\n")
    assert run_export("--all", "--format", "csv", "--out", f"sub{os.sep}2026{os.sep}")[0] == 0
    assert files(here) == ["mine.txt", "sub"]
    assert len(files(here / "sub" / "2026")) == 3


def test_several_files_take_a_folder(run_export: Run, here: Path) -> None:
    for words in (["monday", "--format", "csv"], ["--all", "--format", "png"]):
        for out in ("one.file", "-"):
            code, _, err = run_export(*words, "--out", out)
            assert (code, err) == (1, "scorepad: there are several files: --out must be a folder\n")
    assert files(here) == []


@pytest.mark.promise("The command line", "`scorepad export` replaces no file without `--force`.")
def test_nothing_is_replaced_without_force(run_export: Run, here: Path) -> None:
    (here / "x.txt").write_text("mine")
    payments = here / "2025-11-17 Chez monday Payments.csv"
    payments.write_text("mine")
    code, out, err = run_export("monday", "--format", "text", "--out", "x.txt")
    assert code == 1
    assert out == ""
    assert "x.txt" in err
    code, out, _ = run_export("monday", "--format", "csv", "--json")
    assert (code, json.loads(out)["error"]["code"]) == (1, "FileExists")
    assert files(here) == [payments.name, "x.txt"], "nor are the others written"
    assert {path.read_text() for path in here.iterdir()} == {"mine"}
    assert run_export("monday", "--format", "csv", "--force")[0] == 0
    assert payments.read_text().startswith("evening_id")


# -- standard output -------------------------------------------------------------------------------------


def test_a_workbook_goes_through_a_pipe(
    folder: Path, here: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    line = ["--data", str(folder), "export", "--all", "--format", "xlsx", "--out", "-"]
    assert cli.main(line) == 0
    book = capsysbinary.readouterr().out
    assert len(openpyxl.load_workbook(io.BytesIO(book)).sheetnames) == 8
    assert files(here) == []


def test_a_terminal_gets_no_binary_formats(
    run_export: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    code, out, err = run_export("monday", "--format", "xlsx", "--out", "-")
    assert code == 1
    assert out == ""
    assert "xlsx" in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has a disk that is always full")
def test_a_full_standard_output_is_reported(run_export: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with open("/dev/full", "w") as full, monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", full)
        code, _, err = run_export("--all", "--format", "json", "--out", "-")
    assert code == 1
    assert err == f"scorepad: - cannot be written ({os.strerror(errno.ENOSPC)})\n"


# -- what stands in the way ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ["--format", "csv"],
        ["monday"],
        ["monday", "--format", "docx"],
        ["monday", "--all", "--format", "csv"],
        ["--year", "2026", "--since", "2026-01-01", "--format", "csv"],
        ["--year", "26", "--format", "csv"],
        ["--since", "yesterday", "--format", "csv"],
        ["monday", "--format", "json", "--json", "--out", "-"],
        ["monday", "--format", "csv", "--profile", "it"],
        ["monday", "--format", "pdf", "--paper", "a3"],
    ],
)
def test_a_wrong_command_line_is_refused(run_export: Run, here: Path, words: list[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        run_export(*words)
    assert caught.value.code == 2
    assert files(here) == []


def test_a_missing_evening_is_reported(run_export: Run, here: Path, tmp_path: Path) -> None:
    code, _, err = run_export("sunday", "--format", "csv")
    assert code == 1
    assert "sunday" in err
    assert run_export("--year", "1999", "--format", "csv")[::2] == (1, "scorepad: No evening.\n")
    with History(tmp_path / "empty"):
        pass
    assert run_export("latest", "--format", "csv", data=tmp_path / "empty")[0] == 1
    assert run_export("--all", "--format", "csv", data=tmp_path / "nowhere")[0] == 1
    assert files(here) == []


def test_an_evening_that_cannot_be_read_is_left_out(run_export: Run, folder: Path, here: Path) -> None:
    for path in (folder / "sessions").glob("tuesday.json*"):
        path.write_bytes(b"damaged")
    code, out, err = run_export("--all", "--format", "csv", "--json")
    assert code == 1
    assert json.loads(out)["left_out"] == ["tuesday"]
    assert err == "scorepad: left out, since they cannot be read: tuesday\n"
    name = "Tarot 2025-11-17--2026-11-18 Hands.csv"
    with (here / name).open(encoding="utf-8", newline="") as file:
        assert {row["evening_id"] for row in csv.DictReader(file)} == {"monday", "wednesday"}
    assert run_export("tuesday", "--format", "csv", "--force")[0] == 1


def test_a_place_that_cannot_be_written_is_reported(
    run_export: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "file").write_text("")
    for out in ("none/x.txt", f"file{os.sep}none{os.sep}", "file/x.txt"):
        code, _, err = run_export("monday", "--format", "text", "--out", out)
        assert code == 1
        assert "cannot be written (" in err
    opened = Path.open

    def read_only(path: Path, mode: str = "r", *rest: Any, **more: Any) -> Any:
        if "x" in mode:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return opened(path, mode, *rest, **more)

    monkeypatch.setattr(Path, "open", read_only)
    code, out, _ = run_export("monday", "--format", "csv", "--json")
    assert (code, json.loads(out)["error"]["code"]) == (1, "WriteFailed")
    assert files(here) == ["file"]


# -- how far it is, and Ctrl+C ---------------------------------------------------------------------------


@pytest.mark.promise("The command line", "An interrupted export leaves no file behind.")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_leaves_nothing(
    run_export: Run, here: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    assert run_export("wednesday", "--format", "text", "--out", "-")[0] == 0
    before = signal.getsignal(number)
    told: list[int] = []

    def press(self: object, text: str) -> None:
        told.append(int(text.split()[-1].rstrip("%")))
        if told[-1] > 50:  # the first of two tables is written
            os.kill(os.getpid(), number)

    monkeypatch.setattr(terminal.ProgressLine, "show", press)
    code, out, err = run_export("wednesday", "--format", "csv")
    assert code == 1
    assert out == ""
    assert err == "scorepad: Cancelled: nothing was written.\n"
    assert told[-1] < 100
    assert files(here) == []
    assert signal.getsignal(number) is before


def test_a_terminal_shows_the_progress(run_export: Run, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert run_export("wednesday", "--format", "xlsx")[2] == "", "what takes a moment needs no word"
    monkeypatch.setattr(terminal, "PROGRESS_DELAY", 0)
    code, _, err = run_export("wednesday", "--format", "xlsx", "--force")
    assert code == 0
    assert err.startswith("\rExporting: 0%")
    assert err.endswith("\r" + " " * len(err.split("\r")[-3]) + "\r"), "and it is wiped away"
    assert run_export("wednesday", "--format", "xlsx", "--force", "--json")[2] == ""


@pytest.mark.parametrize("error", [FileNotFoundError(2, "no such file", "a font"), OSError("no name")])
def test_an_error_of_what_is_exported_is_not_told_as_one_of_the_file(tmp_path: Path, error: OSError) -> None:
    def files() -> Iterator[tuple[Path, bytes]]:
        yield tmp_path / "a", b"new"
        raise error

    with pytest.raises(OSError, match="no") as passed_on:
        save_files(files(), force=False)
    assert passed_on.value is error
    assert [*tmp_path.iterdir()] == []
