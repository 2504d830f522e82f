"""How fast a history of 500 evenings is shared over a folder, and what sharing adds to a save."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from statistics import median, quantiles

from evenings import started_with
from measuring import Figures
from played_evenings import played_evening

from scorepad.evening.evening import Evening
from scorepad.evening.event_place import Stamp
from scorepad.evening.events import Noted
from scorepad.history import History
from scorepad.history.shared_folder import SUBFOLDER
from scorepad.pad import Entry, Pad
from scorepad.sharing.packed import pack, unpack
from scorepad.sharing.together import Together
from scorepad.ui.app import build
from scorepad.ui.background import start_sharing
from scorepad.work import finished

EVENINGS = 500
HANDS = 25
SAVES = 60
BETWEEN = 0.15
"""Seconds between two saves: the sharing gives in between."""


def figures() -> Figures:
    """Of two computers with one folder."""
    with tempfile.TemporaryDirectory() as top, ExitStack() as opened:
        folder = Path(top)
        (folder / "sync").mkdir()
        here, there = (opened.enter_context(History(folder / name)) for name in ("here", "there"))
        evening = played_evening(HANDS, rich=True)
        for number in range(EVENINGS):
            here.create(started_with(evening, id=f"evening-{number}"))
        one, other = Together(here), Together(there)
        yield f"the first round gives {EVENINGS} evenings", _seconds(lambda: one.choose(folder / "sync"))
        files = [*(folder / "sync" / SUBFOLDER).iterdir()]
        yield "their files", f"{len(files)}, {sum(path.stat().st_size for path in files):,} bytes"
        yield "the first round takes them", _seconds(lambda: other.choose(folder / "sync"))
        yield from _rounds(here, there, one, other)
        yield (
            "all evenings in one file: packing",
            _seconds(lambda: [pack(here.load(f"evening-{n}")) for n in range(EVENINGS)]),
        )
        raws = [path.read_bytes() for path in files]
        yield "all evenings in one file: unpacking", _seconds(lambda: [unpack(raw) for raw in raws])
        yield from _saves(here, one)


def _rounds(here: History, there: History, one: Together, other: Together) -> Figures:
    time.sleep(5)  # files of this moment are read again, as their clock may be coarse
    for each in (one, other, one, other):
        finished(each.round())
    yield (
        "a round without a change",
        _milliseconds([_timed(lambda: finished(one.round())) for _ in range(20)]),
    )
    give, take = list[float](), list[float]()
    for number in range(20):
        evening = here.load(f"evening-{number}")
        here.extend(evening.add(Noted("said"), here.stamp()))
        give.append(_timed(lambda: finished(one.round())))
        take.append(_timed(lambda: finished(other.round())))
    yield "a round that gives an evening", _milliseconds(give)
    yield "a round that takes an event", _milliseconds(take)
    yield (
        "the first round after a start",
        _milliseconds([_timed(lambda: finished(Together(there).round())) for _ in range(3)]),
    )


def _saves(history: History, together: Together) -> Figures:
    """Saves by the pad, as a tap makes them; in turns without and with sharing."""
    for name in ("without sharing", "with sharing", "without sharing", "with sharing"):
        pad = Pad(history)
        stop: Callable[[], None] | None = None
        if name == "with sharing":
            build(pad, together=together)
            stop = start_sharing(together)
        times = list[float]()
        for number in range(SAVES):
            time.sleep(BETWEEN)
            times.append(_timed(partial(pad.change, "evening-400", partial(_noted, number, history.stamp()))))
        if stop is not None:
            stop()
        yield f"a save {name}: median, 95 of 100", f"{median(times):.2f}, {quantiles(times, n=20)[-1]:.2f} ms"


def _noted(number: int, stamp: Stamp, now: Evening, entry: Entry) -> tuple[Evening, Entry]:
    return now.add(Noted(str(number)), stamp), entry


def _timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def _seconds(work: Callable[[], object]) -> str:
    return f"{_timed(work) / 1000:.1f} s"


def _milliseconds(times: list[float]) -> str:
    return f"{median(times):.1f} ms"
