"""`python -m tests.bench.bench_hostile` measures what thousands of bad connections cost the others; it takes minutes.

It prints the server's memory before and after, the longest that a newcomer waited for its first screen, and how
long the server took to end in the middle of a flood. All of it stays on this computer.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / folder) for folder in ("", "web")]

import hostile
from conftest import Running, environment
from test_hostile import FLOODS, RESIZE


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.bench_hostile", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--connections", type=int, default=5000, help="bad ones (5000)")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        errors = Path(folder) / "errors"
        with errors.open("w") as stream:
            process = subprocess.Popen(
                [sys.executable, "-m", "scorepad", "--data", f"{folder}/data", "--web", "--port", "0"],
                stdout=subprocess.PIPE,
                stderr=stream,
                text=True,
                env=environment(),
            )
        assert process.stdout is not None
        url = re.search(r"http://\S+", process.stdout.readline())
        assert url is not None
        try:
            asyncio.run(measure(Running(url[0], "", errors, process), wanted.connections))
        finally:
            process.kill()
        show("on standard error", f"{len(errors.read_text())} characters")


async def measure(running: Running, connections: int) -> None:
    show("load average", " ".join(f"{each:.1f}" for each in os.getloadavg()))
    for _ in range(5):
        await hostile.newcomer(running)
    alone = await hostile.newcomer(running)
    show("a newcomer's first screen, nobody else there", f"{alone.seconds:.2f} s")
    show("memory before", f"{hostile.memory(running):.0f} MB")
    start = time.monotonic()
    longest = await hostile.longest_wait(running, hostile.crowd(running, connections))
    show(f"{connections} bad connections", f"{time.monotonic() - start:.0f} s")
    show("the longest that a newcomer waited meanwhile", f"{longest.seconds:.2f} s")
    show("memory after", f"{hostile.memory(running):.0f} MB")
    for name, message in FLOODS.items():
        async with hostile.flood(running, message, 3):
            longest = await hostile.longest_wait(running, asyncio.sleep(5))
        show(f"the longest while three flood with {name}", f"{longest.seconds:.2f} s")
    show("memory after", f"{hostile.memory(running):.0f} MB")
    async with hostile.flood(running, RESIZE, 8):
        mute = hostile.silent(running, 30)
        await asyncio.sleep(1)
        start = time.monotonic()
        running.process.terminate()
        await asyncio.to_thread(running.process.wait, 20)
        taken = time.monotonic() - start
    show("SIGTERM → ended, in a flood", f"{taken:.2f} s, code {running.process.returncode}")
    for each in mute:
        hostile.reset(each)


def show(what: str, figure: str) -> None:
    print(f"{what:52} {figure}", flush=True)


if __name__ == "__main__":
    main()
