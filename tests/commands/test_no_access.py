"""A folder or a file of the scores that the system refuses: each command says so in a line, without a traceback."""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from stored import runner, stored

from scorepad.history import History

pytestmark = pytest.mark.usefixtures("nobody_else_writes", "signals_as_before")
CALLS = (
    "stat",
    "lstat",
    "scandir",
    "listdir",
    "open",
    "mkdir",
    "replace",
    "rename",
    "unlink",
    "chmod",
    "access",
)
COMMANDS = [
    "history list --search anne",
    "history show latest --events",
    "history verify",
    "history backup",
    "history backup --list",
    "history backup --also {stick}",
    "history backup --here-only",
    "history bin",
    "history restore latest",
    "history restore latest --replace",
    "history restore missing",
    "stats",
    "export latest --format csv --out {out}/",
    "export latest --format json --out {out}/x.json --force",
    "stats --output {out}/season.csv",
]


class Refusal:
    """Refuses the calls of the system whose path it is told to refuse."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.refuses: Callable[[str], bool] = lambda path: False
        for name in CALLS:
            monkeypatch.setattr(os, name, self._guarded(getattr(os, name)))

    def _guarded(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def guarded(*args: Any, **kwargs: Any) -> Any:
            path = args[0] if args else "."
            if isinstance(path, str | os.PathLike) and self.refuses(os.fspath(path)):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), os.fspath(path))
            return call(*args, **kwargs)

        return guarded


@pytest.fixture
def refusal(monkeypatch: pytest.MonkeyPatch) -> Refusal:
    return Refusal(monkeypatch)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with scores, a second folder for backups, and one for exports."""
    place = tmp_path_factory.mktemp("scores")
    for name in ("stick", "out"):
        (place / name).mkdir()
    with History(place / "data", device="here") as history:
        stored(history, "monday", 3, created="2026-11-16T20:00:00Z")
        stored(history, "tuesday", 1, created="2026-11-17T20:00:00Z")
        history.move_to_bin("tuesday")
        history.back_up_to(place / "stick")
        history.back_up()
        stored(history, "friday", 1, created="2026-11-20T20:00:00Z")
        history.summaries()
    return place


def parts(place: Path) -> Iterator[str]:
    """Every folder and file of the place, relative to it."""
    yield from sorted(str(path.relative_to(place)) for path in place.rglob("*") if path.name != ".lock")


@pytest.mark.promise(
    "Backups",
    "If the system refuses a folder or a file to a command, the command says so in one line.",
)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_part_without_access_is_reported_in_one_line(
    command: str, place: Path, tmp_path: Path, refusal: Refusal, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each folder and each file in turn."""
    said = runner(capsys, tmp_path, command.split()[0])
    for number, part in enumerate(parts(place)):
        work = tmp_path / str(number)
        shutil.copytree(place, work)
        closed = str(work / part)
        refusal.refuses = lambda path, closed=closed: (path + "/").startswith(closed + "/")  # type: ignore[misc]
        words = command.format(stick=work / "stick", out=work / "out").split()[1:]
        code, _, err = said(*words, data=work / "data")
        refusal.refuses = lambda path: False
        assert code in (0, 1), part
        assert "Traceback" not in err, part
        if part == "data":
            assert code == 1, "nothing is said to be empty that cannot be read"
            assert closed in err


@pytest.mark.parametrize("command", [each for each in COMMANDS if "{out}" not in each])
def test_every_refused_call_is_reported(
    command: str,
    place: Path,
    tmp_path: Path,
    refusal: Refusal,
    capsys: pytest.CaptureFixture[str],
    long: bool,
) -> None:
    """The n-th call alone: as an error of a disk that goes away for a moment."""
    said = runner(capsys, tmp_path, command.split()[0])
    number, step = 0, 1 if long else 7
    while True:
        number += step
        work = tmp_path / str(number)
        shutil.copytree(place, work)
        calls = 0

        def nth(path: str, work: Path = work, number: int = number) -> bool:
            nonlocal calls
            calls += path.startswith(str(work)) and ".lock" not in path
            return calls == number and path.startswith(str(work)) and ".lock" not in path

        refusal.refuses = nth
        words = command.format(stick=work / "stick", out=work / "out").split()[1:]
        code, out, err = said(*words, "--json", data=work / "data")
        refusal.refuses = lambda path: False
        assert code in (0, 1), number
        assert "Traceback" not in err, number
        json.loads(out)
        if calls < number:
            break
        shutil.rmtree(work)
