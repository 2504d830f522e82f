"""`python -m tests.bench.bench_scoring` prints how fast hands are scored here; it takes half a minute.

Processor time tells what the work costs even on a busy computer; the time on the clock is what a user waits.
"""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[folder]) for folder in (1, 2)]

from evenings import table

from scorepad.commands import results
from scorepad.evening.events import Deal, Stamp
from scorepad.evening.people import Person
from scorepad.history.records import encode_hand
from scorepad.tarot.check import check
from scorepad.tarot.comparison import evaluate
from scorepad.tarot.hand import Bid, Chelem, Hand, Poignee, PoigneeSize, Side
from scorepad.tarot.payments import settle
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_scheme, shipped_schemes
from scorepad.tarot.scoring import score

HANDS = 40_000
EVENING = 300
ROUNDS = 5
NAMES = ("Camille", "Sacha", "Lou", "Charlie", "Zoé")
BIDS = (Bid.PETITE, Bid.GARDE, Bid.GARDE, Bid.GARDE, Bid.GARDE_SANS, Bid.GARDE_CONTRE)


def hands(scheme: Scheme, seed: int, players: tuple[int, ...] = (3, 4, 4, 5)) -> Iterator[Hand]:
    """Hands as tables play them, without end: none that cannot be."""
    chance = random.Random(seed)
    while True:
        seats = NAMES[: chance.choice(players)]
        taker, shower, partner = chance.choice(seats), chance.choice(seats), chance.choice(seats)
        half_points = 2 * min(91, max(0, round(chance.gauss(45, 14))))
        hand = Hand(
            players=seats,
            taker=taker,
            partner=partner if len(seats) == 5 and partner != taker else None,
            bid=chance.choice(BIDS),
            bouts=chance.choice((0, 1, 1, 2, 2, 3)),
            half_points=half_points,
            petit_au_bout=chance.choice((None, None, *Side)),
            poignees=(Poignee(shower, chance.choice([*PoigneeSize])),) if chance.random() < 0.25 else (),
            chelem=Chelem(Side.TAKER) if chance.random() < 0.02 else Chelem(),
        )
        if len(seats) != 4 and half_points < 182 and chance.random() < 0.5:
            hand = replace(hand, half_points=half_points + 1)
        if not check(hand, scheme):
            yield hand


def measured(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds of processor and of the clock, each the least of several rounds."""
    spent = []
    for _ in range(ROUNDS):
        cpu, clock = time.process_time(), time.perf_counter()
        work()
        spent.append((time.process_time() - cpu, time.perf_counter() - clock))
    return min(cpu for cpu, _ in spent), min(clock for _, clock in spent)


def commanded(*arguments: str) -> tuple[float, float]:
    """The same of a command, start included."""

    def cpu() -> float:
        times = os.times()
        return times.children_user + times.children_system

    spent = []
    for _ in range(ROUNDS):
        before, clock = cpu(), time.perf_counter()
        command = [sys.executable, "-m", "scorepad", "score", *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        spent.append((cpu() - before, time.perf_counter() - clock))
    return min(cpu for cpu, _ in spent), min(clock for _, clock in spent)


def report(what: str, seconds: tuple[float, float], count: int) -> None:
    cpu, clock = seconds
    print(f"{what:44} {count / cpu:9,.0f} hands/s of processor {count / clock:9,.0f} by the clock")


def batches(scheme: Scheme) -> None:
    drawn = hands(scheme, seed=1)
    played = [next(drawn) for _ in range(HANDS)]
    lines = [json.dumps(encode_hand(hand)).encode() for hand in played]
    found = [evaluate(hand, scheme) for hand in played]
    print(f"{HANDS:,} hands, {sum(map(len, lines)) // HANDS} bytes each")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "hands.jsonl"
        file.write_bytes(b"\n".join(lines) + b"\n")
        report("scorepad score --batch: lines and checks", commanded("--batch", str(file)), HANDS)
        start = commanded("--schemes")
        print(f"  of which starting takes {start[0] * 1000:.0f} ms of processor")

    def whole() -> None:
        batch = results.Batch(scheme)
        for arrived in results.lines(io.BufferedReader(io.BytesIO(b"\n".join(lines)))):
            each(batch.answer, arrived)

    report("without the start", measured(whole), HANDS)
    for part, work, values in (
        ("reading", results.read_hand, lines),
        ("checking", lambda hand: check(hand, scheme), played),
        ("scoring and settling", lambda hand: settle(score(hand, scheme), hand, scheme), played),
        ("writing", results.result_document, found),
    ):
        report(f"  {part}", measured(partial(each, work, values)), HANDS)


def each(work: Callable[[Any], object], values: Iterable[Any]) -> None:
    for value in values:
        work(value)


def whole_evening() -> None:
    scheme = shipped_scheme()
    drawn = hands(scheme, seed=2, players=(4,))
    evening = table(Person(name, name, mark) for mark, name in enumerate(NAMES[:4]))
    for number in range(EVENING):
        stamp = Stamp(id=f"e{number}", at="2026-01-01T20:00:00Z", device="bench")
        evening = evening.record(Deal(evening.dealer, next(drawn)), stamp)
    schemes = shipped_schemes().values()
    cpu, clock = measured(lambda: [evening.by(each) for each in schemes])
    what = f"a session of {EVENING} hands under {len(schemes)} schemes"
    print(f"{what:44} {cpu * 1000:9.0f} ms of processor {clock * 1000:9.0f} ms by the clock")


if __name__ == "__main__":
    if hasattr(os, "getloadavg"):
        print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    batches(shipped_scheme())
    whole_evening()
