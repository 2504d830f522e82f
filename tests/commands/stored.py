"""Evenings in a history, and commands run on it in this process."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from evenings import after, hand, persons, table

from scorepad import cli
from scorepad.evening.evening import Evening
from scorepad.history import History

Run = Callable[..., tuple[int, str, str]]


def stored(
    history: History, id_: str, hands: int, *, prefix: str = "p", created: str = "", name: str | None = None
) -> Evening:
    """Saves an evening with a number of gardes."""
    title = f"Chez {id_}" if name is None else name
    evening = table(persons(4, prefix), id=id_, created=created or history.stamp().at, title=title)
    history.create(evening)
    for number in range(hands):
        players = evening.table.seating.players(evening.dealer)
        evening = after(evening, hand(players, 40 + number, taker=players[number % 4]), at=history.stamp)
        history.extend(evening)
    return evening


def runner(capsys: pytest.CaptureFixture[str], folder: Path, command: str) -> Run:
    """Runs a command in English on the data of a folder: its exit code, its output, and its complaints."""

    def run(*words: str, data: Path | None = None) -> tuple[int, str, str]:
        code = cli.main(["--data", str(data or folder), "--lang", "en", command, *words])
        out, err = capsys.readouterr()
        return code, out, err

    return run


def closed_pipe() -> int:
    """The end to write to of a pipe that nobody reads, as in `| head`."""
    reading, writing = os.pipe()
    os.close(reading)
    return writing


def indented(document: object) -> bytes:
    """A document with a line for each of its values, as it is approved."""
    return f"{json.dumps(document, indent=1, ensure_ascii=False)}\n".encode()
