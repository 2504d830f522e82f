"""The short run and the long one, and what several tests need: scorepad as a process of its own."""

from __future__ import annotations

import gc
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgpack
import pytest
from filelock import FileLock
from hypothesis import HealthCheck, settings
from system_zone import system_in

from scorepad.history.disk import ReadOnlyDisk

pytest_plugins = ["approve", "empty_history", "groups", "office"]

settings.register_profile("long", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("short", settings.get_profile("long"), derandomize=True)
"""The short run tries the same examples each time, and the long one others."""

START_SECONDS = 20


@dataclass(frozen=True)
class Running:
    """A scorepad that serves `url`, the address it printed; what it wrote on standard error is in `errors`."""

    url: str
    said: str
    errors: Path
    process: subprocess.Popen[str]

    @property
    def base(self) -> str:
        """The address without its secret."""
        return self.url.partition("#")[0]

    @property
    def hello(self) -> bytes:
        """The first message of the page's websocket, which shows the key."""
        return hello(self.url.partition("#key=")[2])

    def end(self, number: int | None = None) -> int:
        """Send it a signal (SIGTERM unless told otherwise) and give its exit code."""
        if number is None:
            self.process.terminate()
        else:
            self.process.send_signal(number)
        return self.process.wait(timeout=START_SECONDS)


def hello(key: str, tab: str = "a tab", **look: str) -> bytes:
    """The first message of the page, before those of Flet's client."""
    return b"\1" + json.dumps({"key": key, "tab": tab, "look": look}).encode()


def registration(route: str = "/", session_id: Any = None, **lies: Any) -> bytes:
    """The first message of Flet's client, or of a liar in its place."""
    page = {"route": route, "width": 360.0, "height": 640.0, "platform": "android", "web": True}
    body = {"session_id": session_id, "page_name": "", "page": {**page, **lies}}
    return b"\0" + bytes(msgpack.packb([1, body]))


Serve = Callable[..., Running]


@pytest.fixture
def signals_as_before() -> Iterator[None]:
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in handlers.items():
        signal.signal(number, handler)


def environment(**variables: str) -> dict[str, str]:
    """This environment without a screen, and with nothing that sets scorepad or Flet up."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DISPLAY", "WAYLAND_DISPLAY") and not name.startswith(("FLET_", "SCOREPAD_"))
    }
    return {**kept, "BROWSER": "true", **variables}


@contextmanager
def servers(place: Path) -> Iterator[Serve]:
    """Gives what starts scorepad with its data and its errors in a folder, and ends all that it started."""
    started: list[Running] = []

    def start(
        *options: str,
        folder: Path = place / "data",
        command: tuple[str, ...] = (sys.executable, "-m", "scorepad"),
        cwd: Path | None = None,
        **variables: str,
    ) -> Running:
        errors = place / f"errors-{len(started)}"
        with errors.open("w") as stream:
            process = subprocess.Popen(
                [*command, "--data", str(folder), "--lang", "en", *(options or ("--web", "--port", "0"))],
                stdout=subprocess.PIPE,
                stderr=stream,
                text=True,
                env=environment(**variables),
                cwd=cwd,
            )
        assert process.stdout is not None
        said = ""
        for line in process.stdout:
            said += line
            if url := re.search(r"http://\S+", line):
                started.append(Running(url[0], said, errors, process))
                return started[-1]
        process.wait()
        pytest.fail(f"scorepad did not start ({process.returncode}): {said}{errors.read_text()}")

    try:
        yield start
    finally:
        for running in started:
            if running.process.poll() is None:
                running.process.kill()
            running.process.communicate()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Starts scorepad, on a free port if no options are given: `serve(*options, folder=…, **environment)`."""
    with servers(tmp_path) as start:
        yield start


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The server of a module, which afterwards ends as it should, and has nothing to complain of."""
    with servers(tmp_path_factory.mktemp("server")) as start:
        running = start()
        yield running
        assert running.end() == 0
        assert running.errors.read_text() == ""


@pytest.fixture(scope="session")
def web_app(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The folder of the web app, built by its command, once in a run by whichever worker comes first."""
    shared = tmp_path_factory.getbasetemp()
    if worker_id != "master":
        shared = shared.parent
    with FileLock(shared / "web-app.lock"):
        if not (shared / "web-app").exists():
            done = subprocess.run(
                [sys.executable, "-m", "scorepad", "web-app", str(shared / "web-app")],
                capture_output=True,
                text=True,
                env=environment(LANG="en_GB.UTF-8"),
            )
            assert done.returncode == 0, done.stderr
            assert "web-app is ready" in done.stdout
    return shared / "web-app"


@pytest.fixture(scope="session", autouse=True)
def _no_power_cut() -> Iterator[None]:
    """No test cuts the power, and syncing each file would take most of the time of the tests that save."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", os.fstat)  # refuses a bad descriptor too
        yield


@pytest.fixture
def nobody_else_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Damaged or missing files are read again at once: no other process is writing."""
    monkeypatch.setattr(ReadOnlyDisk, "recheck_delays", tuple(0.0 for _ in ReadOnlyDisk.recheck_delays))


@pytest.fixture
def _in_paris() -> Iterator[None]:
    """The reader is in Paris, in winter an hour before UTC."""
    with system_in("Europe/Paris"):
        yield


# --- The short run and the long one -----------------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run also what is too slow for each change")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("long" if config.getoption("--long") else "short")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what is marked long, unless the long run is asked for; the private parts of Flet come first."""
    items.sort(key=lambda item: item.path.name != "test_private_parts.py")
    if config.getoption("--long"):
        return
    left_out = [item for item in items if item.get_closest_marker("long")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("long")]


def pytest_collection_finish() -> None:
    """Everything loaded by now stays, so that the garbage collector need not look at it in each test."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def long(request: pytest.FixtureRequest) -> bool:
    """Whether this is the long run, in which a test may do more of the same."""
    return bool(request.config.getoption("--long"))
