"""Two computers that share a folder, as tests use them."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from empty_history import Clock
from evenings import gardes, table

from scorepad.evening.evening import Evening
from scorepad.history import (
    History,
)
from scorepad.history.shared_folder import SUBFOLDER
from scorepad.sharing.together import Taken, Together
from scorepad.work import finished


class Pair:
    """Two computers, `here` and `there`, and a folder that both can reach."""

    def __init__(self, top: Path, opened: ExitStack) -> None:
        self.folder = top / "sync"
        self.folder.mkdir()
        self.clock = Clock()
        self.histories = [
            opened.enter_context(History(top / name, device=name, clock=self.tick))
            for name in ("here", "there")
        ]
        self.here, self.there = (Together(each) for each in self.histories)

    def tick(self) -> datetime:
        self.clock.now += timedelta(milliseconds=1)
        return self.clock.now

    def share(self) -> None:
        for each in (self.here, self.there):
            each.choose(self.folder)

    def meet(self) -> list[Taken]:
        """Some rounds on both; what each took."""
        taken = [Taken(), Taken()]
        for _ in range(4):
            taken = [
                before + finished(each.round())
                for before, each in zip(taken, (self.here, self.there), strict=True)
            ]
        return taken

    @property
    def files(self) -> list[Path]:
        return sorted((self.folder / SUBFOLDER).iterdir())

    def begin(self, hands: int = 2, **facts: Any) -> Evening:
        """An evening that is here."""
        evening = gardes(table(4, **{"id": "friday", **facts}), hands, self.here.history.stamp)
        self.here.history.create(evening)
        return evening


def record(together: Together, id_: str = "friday") -> None:
    history = together.history
    history.extend(gardes(history.load(id_), 1, history.stamp))


def damaged_files(together: Together) -> list[str]:
    state = together.state
    assert state is not None
    return [*state.damaged]


def ids(together: Together) -> list[str]:
    return [each.id for each in together.history.summaries()]
