"""The time of the processor that each tap on the entry of a hand takes, in an evening of 100 hands.

The driver of the tests plays in this process; the time of its own client is left out.
"""

from __future__ import annotations

import asyncio
import gc
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from measuring import Figures, spread
from ui.evening import Windows

from scorepad.ui.store import WRITE_AFTER

TAPS = {
    "the entry opens": "next-hand",
    "a bid": "bid-1-garde",
    "bouts": "bouts-2",
    "the first digit": "digit-4",
    "the second digit": "digit-9",
    "petit au bout": "petit-taker",
    "save": "save",
}
"""One hand, tap by tap: the tile of each."""


def figures() -> Figures:
    """Of each tap."""
    for tap, taken in asyncio.run(_played(40)).items():
        yield tap, spread(taken)


async def _played(times: int) -> dict[str, list[float]]:
    taken: defaultdict[str, list[float]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder, Windows(Path(folder)) as evening:
        app = await evening.window(f"/session/{evening.played(100).id}")
        for number in range(times + 2):
            for tap, identifier in TAPS.items():
                if tap == "save":  # a table looks at what it is about to save; the draft is written meanwhile
                    await asyncio.sleep(2 * WRITE_AFTER)
                gc.collect()
                spent = await _timed(app, identifier)
                if number > 1:  # the first ones load and compile
                    taken[tap].append(spent)
    return taken


async def _timed(app: Any, identifier: str) -> float:
    """Milliseconds of the processor for a tap, without the work of the driver."""
    target, receive = app._target(identifier), app._receive
    client = 0.0

    def received(*message: Any) -> None:
        nonlocal client
        begin = time.process_time()
        receive(*message)
        client += time.process_time() - begin

    app._receive = received
    begin = time.process_time()
    await app._activate(target)
    spent = time.process_time() - begin
    app._receive = receive
    return 1000 * (spent - client)
