"""Drive the app in a real Chromium against a real server process.

    def test_a_hand(phone: Window) -> None:
        phone.tap("new-evening")
        phone.type("name", "Camille")
        phone.wait_text("total", "66")

Flet draws on a canvas; what a test reads and taps are the accessibility nodes that a screen reader finds, by
the identifier of the `ft.Semantics` around a control. A tap is a real touch (or click) at the middle of the
node: whatever lies above it gets the tap, as with a finger, and that is an error.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, Literal, Self, TypeVar
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Page, Request, Response, ViewportSize
from playwright.sync_api import Error as PlaywrightError

from scorepad.ui.theme import NOTICE_SECONDS
from scorepad.ui.window_state import DOUBLE_TAP

ROOT: Final = Path(__file__).resolve().parents[2]
FIRST_LOAD: Final = 90.0
"""Seconds until the first screen may have taken to appear: the client weighs megabytes."""
PATIENCE: Final = 10.0
"""Seconds that anything else may take."""

Command = Callable[[int, Path], Sequence[str]]
Scheme = Literal["light", "dark"]
T = TypeVar("T")


class Unreachable(AssertionError):
    """Nobody could tap or read that: it does not appear, or something lies above it."""


# --- Chromium ---------------------------------------------------------------------------------------------

FLAGS: Final = (
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # nothing but this computer can be reached
)


# --- The server -------------------------------------------------------------------------------------------


def scorepad(port: int, data: Path) -> Sequence[str]:
    """The command that people type."""
    return [sys.executable, "-m", "scorepad", "--web", "--port", str(port), "--data", str(data)]


def hasty(port: int, data: Path, notice: int = NOTICE_SECONDS) -> Sequence[str]:
    """The same with shorter times: taps may follow each other at once; a notice stays for a number of seconds."""
    _, _, _, *options = scorepad(port, data)
    return [sys.executable, str(Path(__file__).with_name("hasty.py")), str(notice), *options]


class Server:
    """The app in a process of its own, on a free port unless given one, with a data folder of its own."""

    def __init__(self, folder: Path, command: Command = scorepad, port: int | None = None) -> None:
        self.data = folder / "data"
        self.data.mkdir(parents=True, exist_ok=True)
        self.port = free_port() if port is None else port
        self._command = command
        self._log = folder / "server.log"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The address that the server printed when it last started, with its secret if it has one."""
        printed = re.findall(rf"http://127\.0\.0\.1:{self.port}/\S*", self.output)
        return printed[-1] if printed else f"http://127.0.0.1:{self.port}/"

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def output(self) -> str:
        """Everything that the server has printed so far, over all restarts."""
        return self._log.read_text("utf-8", "replace") if self._log.exists() else ""

    def start(self) -> Self:
        """Start the process and wait until it answers."""
        command = [*self._command(self.port, self.data)]
        dropped = ("FLET_", "LC_", "LANGUAGE", "DISPLAY", "WAYLAND_DISPLAY")
        environment = {key: value for key, value in os.environ.items() if not key.startswith(dropped)}
        # It speaks English, says everything at once, and opens no window of its own.
        environment |= {
            "LANG": "en_GB.UTF-8",
            "PYTHONUNBUFFERED": "1",
            "PYTHONIOENCODING": "utf-8",
            "BROWSER": "true",
        }
        with self._log.open("ab") as log:
            log.write(f"$ {' '.join(command)}\n".encode())
            log.flush()
            self._process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        end = time.monotonic() + 30
        while not self._answers():
            if not self.running or time.monotonic() > end:
                ended = f"it ended with {self._process.poll()}"
                self.kill()
                raise AssertionError(f"the server does not answer, {ended}:\n{self.output}")
            time.sleep(0.05)
        return self

    def stop(self) -> None:
        """End the process as Ctrl+C does, and by force if that takes too long."""
        process = self._process
        if process is not None and process.poll() is None:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                self.kill()

    def kill(self) -> None:
        """End the process at once, without a word of warning, as a power cut does."""
        process = self._process
        if process is not None and process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(10)

    def freeze(self) -> None:
        """Let the process do nothing more, until `thaw`: its connections stay open."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGCONT)

    def _answers(self) -> bool:
        """Whether it has printed its address since it started, and serves the page: it does that before."""
        if "http://" not in self.output.rpartition("\n$ ")[2]:
            return False
        try:
            with urllib.request.urlopen(self.url, timeout=2) as answer:
                return bool(answer.status < 400)
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


# --- The window -------------------------------------------------------------------------------------------

PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 360, "height": 640},
    "screen": {"width": 360, "height": 640},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
    "user_agent": "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/138.0.0.0 Mobile Safari/537.36",
}
DESKTOP: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 800}}

HELPERS: Final = Path(__file__).with_name("page.js").read_text("utf-8")
"""Runs in every page before anything else."""


KNOWN_ATTEMPT: Final = "/rive_native.js"
"""Flet's client asks a CDN for this in vain, whatever the app does."""


class Window:
    """A browser window on the app, and whoever sits before it."""

    def __init__(self, page: Page, url: str, shots: Path, *, touch: bool) -> None:
        address, _, self._secret = url.partition("#")
        self.url = address.rstrip("/")
        """Where the app is, without the secret."""
        self.pace = DOUBLE_TAP
        """Seconds that a person leaves between two taps, at the least."""
        self._tapped_at = 0.0
        self.foreign: list[str] = []
        """Requests to any host but this computer."""
        self.blocked: list[str] = []
        """The requests that the app's Content-Security-Policy stopped in the browser."""
        self.failed: list[str] = []
        """Answers of 400 and above, 404s among them."""
        self.errors: list[str] = []
        """Errors in the browser's console."""
        self._shots = shots
        self._touch = touch
        self.page = page
        self.page.add_init_script(HELPERS)

    @classmethod
    def watched(cls, page: Page, url: str, shots: Path, *, touch: bool) -> Self:
        """A window of which all requests and errors are noted, for `assert_clean`."""
        window = cls(page, url, shots, touch=touch)
        window._watch()
        return window

    def _watch(self) -> None:
        self.page.on("request", lambda request: self._note(request.url))
        self.page.on("requestfailed", self._on_failure)
        self.page.on("response", self._on_response)
        self.page.on("websocket", lambda websocket: self._note(websocket.url))
        self.page.on("console", self._on_console)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    # --- Going places --------------------------------------------------------------------------------------

    def open(self, route: str = "/") -> Self:
        """Load the app and wait until its first nodes are there."""
        self.page.goto(f"{self.url}{route}" + (f"#{self._secret}" if self._secret else ""))
        return self.ready()

    def reload(self) -> Self:
        self.page.reload()
        return self.ready()

    def ready(self) -> Self:
        """Wait until there is anything to read or tap."""
        if not self._wait("testing.names().length > 0", None, FIRST_LOAD):
            raise Unreachable(f"nothing appeared within {FIRST_LOAD:g} s{self._surroundings()}")
        return self

    @property
    def route(self) -> str:
        parts = urlsplit(self.page.url)
        return parts.path + (f"?{parts.query}" if parts.query else "")

    # --- Reading -------------------------------------------------------------------------------------------

    def identifiers(self) -> list[str]:
        return list(self.page.evaluate("testing.names()"))

    def exists(self, identifier: str) -> bool:
        return identifier in self.identifiers()

    def wait_for(self, identifier: str, seconds: float = PATIENCE) -> None:
        if not self._wait("testing.find(given) !== null", identifier, seconds):
            raise Unreachable(f"{identifier!r} does not appear{self._surroundings()}")

    def wait_gone(self, identifier: str) -> None:
        if not self._wait("testing.find(given) === null", identifier, PATIENCE):
            raise Unreachable(f"{identifier!r} does not go away{self._surroundings()}")

    def text(self, identifier: str) -> str:
        """All that a screen reader would read there: labels, values and texts, joined with single spaces."""
        return str(self._look(identifier, "text"))

    def wait_text(self, identifier: str, expected: str, seconds: float = PATIENCE) -> None:
        if not self._wait("testing.says(...given)", [identifier, expected], seconds):
            found = repr(self.text(identifier)) if self.exists(identifier) else "nothing"
            raise AssertionError(f"{identifier!r} says {found}, not {expected!r}{self._surroundings()}")

    def state(self, identifier: str) -> dict[str, str | None]:
        """What the node is: its `role`, `tabindex`, and every aria attribute without the "aria-"."""
        return dict(self._look(identifier, "state"))

    # --- Doing ---------------------------------------------------------------------------------------------

    def tap(self, identifier: str) -> None:
        """Touch, or click, the middle of a node, scrolling there first as a person would."""
        if (early := self._tapped_at + self.pace - time.monotonic()) > 0:
            self.page.wait_for_timeout(1_000 * early)
        place = self._reachable(identifier)  # last: it may move in the meantime
        self._tapped_at = time.monotonic()
        if self._touch:
            self.page.touchscreen.tap(place["x"], place["y"])
        else:
            self.page.mouse.click(place["x"], place["y"])

    def type(self, identifier: str, value: str) -> None:
        """Replace what a text field holds, with real key presses; again, as people do, where some were missed."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.tap(identifier)
            if not self._wait("testing.typing(given)", identifier, PATIENCE / 5):
                continue
            self._wait("testing.taken()", None, PATIENCE / 10)
            self.page.wait_for_timeout(100)
            self.page.evaluate("given => testing.expect(...given)", [identifier, value])
            self.page.keyboard.press("ControlOrMeta+A")
            self.page.keyboard.press("Delete")
            self.page.keyboard.type(value, delay=5)
            if self._wait("testing.kept()", None, PATIENCE / 5):
                return
        raise Unreachable(f"{identifier!r} does not take {value!r}{self._surroundings()}")

    def press(self, *keys: str) -> None:
        """Press keys, named as Playwright names them: "g", "Enter", "Control+z", "ArrowLeft"."""
        for key in keys:
            self.page.keyboard.press(key)

    def scroll(self, distance: float) -> None:
        """Turn the wheel below the middle of the window, where whatever scrolls does: downwards if positive."""
        size = self._size()
        self.page.mouse.move(size["width"] / 2, 0.65 * size["height"])
        self.page.mouse.wheel(0, distance)
        self.settle()

    def until(self, holds: Callable[[], T], seconds: float = PATIENCE) -> T:
        """What a function gives as soon as that is true, or in the end; the page goes on meanwhile."""
        end = time.monotonic() + seconds
        while not (found := holds()) and time.monotonic() < end:
            self.page.wait_for_timeout(20)
        return found

    def uncover(self, identifier: str) -> dict[str, Any]:
        """Scroll while a node lies outside, or under the head or the foot of the screen; gives where it is then."""
        height = self._size()["height"]
        place = self._place(identifier)
        unmoved = 0
        while (place["outside"] or place["cover"] or place["foot"]) and unmoved < 3:
            if unmoved == 0:
                self.settle()  # it may only be sliding in
            else:
                far = place["y"] - height / 2
                self.scroll(
                    max(-height / 2, min(height / 2, far)) if place["outside"] else 120 if far > 0 else -120
                )
            before, place = place, self._place(identifier)
            unmoved = unmoved + 1 if before == place else 1
        return place

    def settle(self) -> None:
        """Wait until every node has stayed where it is for a while."""
        self.page.evaluate("testing.settled()")

    # --- Surroundings --------------------------------------------------------------------------------------

    def resize(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})

    def set_scheme(self, scheme: Scheme) -> None:
        """Switch the system between light and dark."""
        self.page.emulate_media(color_scheme=scheme)

    def scale_text(self, factor: float) -> None:
        """Set the browser's own font size, which Flutter follows: 2 for 200 %."""
        sizes = {"standard": round(16 * factor), "fixed": round(13 * factor)}
        self.page.context.new_cdp_session(self.page).send("Page.setFontSizes", {"fontSizes": sizes})
        self.page.wait_for_timeout(300)

    def screenshot(self, name: str) -> Path:
        """Save what is seen as a PNG and return its path."""
        path = self._shots / f"{name}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=path)
        return path

    def assert_clean(self) -> None:
        """Nothing was asked of another computer, nothing was missing, nothing went wrong in the browser."""
        assert self.foreign == [], "requests to other computers"
        assert [url for url in self.blocked if KNOWN_ATTEMPT not in url] == [], "attempts at other computers"
        assert self.failed == [], "requests that failed"
        assert self.errors == [], "errors in the browser's console"

    # --- Behind the scenes ---------------------------------------------------------------------------------

    def _wait(self, condition: str, given: object, seconds: float) -> bool:
        """Wait in the page until a JavaScript condition on `given` holds; also across a reload of the page.

        Playwright's own waiting evaluates strings, which a careful Content-Security-Policy forbids.
        """
        end = time.monotonic() + seconds
        script = f"async ([given, patience]) => testing.wait(() => ({condition}), patience)"
        while (left := end - time.monotonic()) > 0:
            try:
                return bool(self.page.evaluate(script, [given, left * 1000]))
            except PlaywrightError as error:
                if "context was destroyed" not in str(error):
                    raise
        return False

    def _look(self, identifier: str, what: str) -> Any:
        return self._found(identifier, f"([name, patience]) => testing.look(name, testing.{what}, patience)")

    def _place(self, identifier: str) -> dict[str, Any]:
        return dict(self._found(identifier, "given => testing.still(...given)"))

    def _found(self, identifier: str, script: str) -> Any:
        """The result of a script that gets an identifier and a patience, and returns null after it."""
        found = self.page.evaluate(script, [identifier, PATIENCE * 1000])
        if found is None:
            raise Unreachable(f"{identifier!r} does not appear{self._surroundings()}")
        return found

    def _size(self) -> ViewportSize:
        size = self.page.viewport_size
        assert size is not None
        return size

    def _reachable(self, identifier: str) -> dict[str, Any]:
        place = self.uncover(identifier)
        if place["outside"]:
            raise Unreachable(f"{identifier!r} lies outside and cannot be scrolled to{self._surroundings()}")
        if place["cover"]:
            raise Unreachable(f"{identifier!r} is covered by {place['cover']}{self._surroundings()}")
        return place

    def _surroundings(self) -> str:
        try:
            seen = self.page.evaluate(
                "testing.names().map(name => `${name}  ${testing.text(testing.find(name)).slice(0, 60)}`)"
            )
        except Exception as error:  # the page may be gone, and that is worth saying too
            seen = [f"(unreadable: {error})"]
        return "\n".join(["", f"  at {self.page.url}, in the window:", *(f"    {line}" for line in seen)])

    def _note(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in {"http", "https", "ws", "wss"} and parts.hostname != "127.0.0.1":
            self.foreign.append(url)

    def _on_failure(self, request: Request) -> None:
        if request.failure == "csp" and request.url in self.foreign:
            self.foreign.remove(request.url)
            self.blocked.append(request.url)

    def _on_response(self, response: Response) -> None:
        if response.status >= 400:
            self.failed.append(f"{response.status} {response.url}")

    def _on_console(self, message: ConsoleMessage) -> None:
        blocked = "Content Security Policy" in message.text  # these are in `blocked`
        if message.type == "error" and not blocked:
            self.errors.append(message.text)
