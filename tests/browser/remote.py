"""Firefox and WebKit as Debian has them, behind the few methods of a Playwright page that `Window` needs.

Playwright drives only its own builds of these two. Firefox speaks WebDriver BiDi (https://w3c.github.io/webdriver-bidi),
WebKitGTK's MiniBrowser speaks WebDriver (https://w3c.github.io/webdriver).
"""

from __future__ import annotations

import base64
import json
import os
import re
import signal
import subprocess
import time
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any, Final, cast

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, Playwright
from programs import PROGRAMS, playwrights, program
from websockets.sync.client import ClientConnection, connect

from .driver import free_port

START_SECONDS: Final = 60.0
ANSWER_SECONDS: Final = 100.0

KEYS: Final = {
    "Enter": "\ue007",
    "Delete": "\ue017",
    "Backspace": "\ue003",
    "Control": "\ue009",
    "Tab": "\ue004",
}
"""Code points of keys without a character (WebDriver, Keyboard Actions)."""

RUN: Final = """(given) => {
    window.testing ?? (() => { %s })();
    const made = (%s);
    const value = typeof made === "function" ? made(given) : made;
    if (!(value instanceof Promise)) return JSON.stringify({ found: value });
    const answers = testing.answers ??= [];
    const number = answers.push(null) - 1;
    value.then((found) => { answers[number] = { found }; }, (error) => { answers[number] = { error: String(error) }; });
    return JSON.stringify({ number });
}"""
ANSWER: Final = """(number) => {
    const answers = window.testing?.answers ?? [];
    return JSON.stringify(number in answers ? answers[number] : { gone: true });
}"""
POLL_SECONDS: Final = 0.02


class RemotePage(ABC):
    """A page of a browser that is driven over a wire. What fails raises Playwright's Error."""

    def __init__(self) -> None:
        self.mouse = _Mouse(self)
        self.keyboard = _Keyboard(self)
        self._helpers = ""

    def add_init_script(self, script: str) -> None:
        """Run a script that sets `window.testing` in each document, before anything is evaluated there."""
        self._helpers = script

    @abstractmethod
    def goto(self, url: str) -> None:
        """Load an address."""

    def reload(self) -> None:
        """Load the present address again."""
        self.goto(self.url)

    @property
    def url(self) -> str:
        """The present address."""
        return str(self.evaluate("location.href"))

    @property
    def viewport_size(self) -> dict[str, int]:
        """The page's width and height."""
        return dict(self.evaluate("({ width: innerWidth, height: innerHeight })"))

    def wait_for_timeout(self, milliseconds: float) -> None:
        """Do nothing for so long."""
        time.sleep(milliseconds / 1000)

    def evaluate(self, script: str, given: object = None) -> Any:
        """The value of an expression, or of a function called with `given`; promises are awaited."""
        answer = json.loads(self._call(RUN % (self._helpers, script), given))
        # Firefox sometimes never tells that a promise is settled, so the page keeps what it gave.
        if (number := answer.get("number")) is not None:
            end = time.monotonic() + ANSWER_SECONDS
            while (answer := json.loads(self._call(ANSWER, number))) is None:
                if time.monotonic() > end:
                    raise PlaywrightError(f"no answer within {ANSWER_SECONDS:g} s to {script}")
                time.sleep(POLL_SECONDS)
        if "gone" in answer:
            raise PlaywrightError("the script's context was destroyed")
        if "error" in answer:
            raise PlaywrightError(answer["error"])
        return answer.get("found")

    def screenshot(self, path: Path | None = None) -> bytes:
        """A screenshot, as PNG."""
        picture = base64.b64decode(self._picture())
        if path is not None:
            path.write_bytes(picture)
        return picture

    @abstractmethod
    def perform(self, kind: str, actions: list[dict[str, Any]]) -> None:
        """Do what a "pointer", a "wheel" or a "key" does, in the words that both protocols share."""

    @abstractmethod
    def _call(self, function: str, given: object) -> str:
        """The text that a function returns, called with `given`."""

    @abstractmethod
    def _picture(self) -> str: ...


class _Mouse:
    def __init__(self, page: RemotePage) -> None:
        self._page = page
        self._at = (0, 0)

    def click(self, x: float, y: float) -> None:
        self.move(x, y)
        down, up = {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}
        self._page.perform("pointer", [self._move(), down, {"type": "pause", "duration": 40}, up])

    def move(self, x: float, y: float) -> None:
        self._at = (round(x), round(y))
        self._page.perform("pointer", [self._move()])

    def wheel(self, x: float, y: float) -> None:
        place = {"x": self._at[0], "y": self._at[1]}
        self._page.perform("wheel", [{"type": "scroll", **place, "deltaX": round(x), "deltaY": round(y)}])

    def _move(self) -> dict[str, Any]:
        return {"type": "pointerMove", "x": self._at[0], "y": self._at[1]}


class _Keyboard:
    def __init__(self, page: RemotePage) -> None:
        self._page = page

    def press(self, key: str) -> None:
        """Press a key, or several at once: "Control+A"."""
        self._press([KEYS.get(each, each.lower()) for each in key.replace("OrMeta", "").split("+")])

    def type(self, text: str, delay: float = 0) -> None:
        for sign in text:
            self._press([sign], delay)

    def _press(self, keys: Sequence[str], milliseconds: float = 0) -> None:
        downs = [{"type": "keyDown", "value": each} for each in keys]
        pause = {"type": "pause", "duration": round(milliseconds)}
        ups = [{"type": "keyUp", "value": each} for each in reversed(keys)]
        self._page.perform("key", [*downs, pause, *ups])


# --- Firefox ----------------------------------------------------------------------------------------------


@contextmanager
def firefox(folder: Path, size: tuple[int, int]) -> Iterator[Page]:
    """A page in a new headless Firefox."""
    profile = folder / "firefox"
    profile.mkdir()
    # Nothing but this computer is asked for anything.
    settings = {"network.proxy.type": 1, "network.proxy.http": "127.0.0.1", "network.proxy.http_port": 9}
    settings |= {"network.proxy.ssl": "127.0.0.1", "network.proxy.ssl_port": 9}
    settings |= {"network.proxy.no_proxies_on": "127.0.0.1", "intl.accept_languages": "en-GB"}
    settings |= {"app.update.enabled": False, "datareporting.policy.dataSubmissionEnabled": False}
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in settings.items()]
    (profile / "user.js").write_text("\n".join(lines))
    width, height = size
    command = [program("firefox"), "--headless", "--no-remote", "--profile", str(profile)]
    command += ["--remote-debugging-port", "0", "--width", str(width), "--height", str(height), "about:blank"]
    with ExitStack() as stack:
        said = stack.enter_context(_process(command, folder / "firefox.log", HOME=str(folder)))
        url = _said(said, r"WebDriver BiDi listening on (ws://\S+)")
        wire = stack.enter_context(connect(f"{url}/session", max_size=None, compression=None))
        yield cast(Page, _Firefox(wire, size))


class _Firefox(RemotePage):
    def __init__(self, wire: ClientConnection, size: tuple[int, int]) -> None:
        super().__init__()
        self._wire = wire
        self._numbers = count(1)
        self._ask("session.new", capabilities={})
        self._context = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        viewport = {"width": size[0], "height": size[1]}
        self._ask("browsingContext.setViewport", context=self._context, viewport=viewport)

    def perform(self, kind: str, actions: list[dict[str, Any]]) -> None:
        source = {"type": kind, "id": kind, "actions": actions}
        self._ask("input.performActions", context=self._context, actions=[source])

    def goto(self, url: str) -> None:
        self._ask("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def _call(self, function: str, given: object) -> str:
        answer = self._ask(
            "script.callFunction",
            functionDeclaration=f"(text) => ({function})(JSON.parse(text))",
            awaitPromise=False,
            target={"context": self._context},
            arguments=[{"type": "string", "value": json.dumps(given)}],
        )
        if answer["type"] != "success":
            raise PlaywrightError(answer["exceptionDetails"]["text"])
        return str(answer["result"]["value"])

    def _picture(self) -> str:
        return str(self._ask("browsingContext.captureScreenshot", context=self._context)["data"])

    def _ask(self, method: str, **values: object) -> dict[str, Any]:
        number = next(self._numbers)
        self._wire.send(json.dumps({"id": number, "method": method, "params": values}))
        while True:
            answer = json.loads(self._wire.recv(ANSWER_SECONDS))
            if answer.get("id") == number:
                break
        if answer["type"] == "error":
            raise PlaywrightError(f"{method}: {answer['error']}: {answer['message']}")
        return dict(answer["result"])


# --- WebKit -----------------------------------------------------------------------------------------------


@contextmanager
def webkit(folder: Path, size: tuple[int, int]) -> Iterator[Page]:
    """A page in a new MiniBrowser of WebKitGTK, on a display of its own."""
    driver = program("webkit")
    browsers = sorted(Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser"))
    if not browsers:
        pytest.fail(f"MiniBrowser is missing: {PROGRAMS['webkit'].hint}.", pytrace=False)
    width, height = size
    screen = f"{width + 100}x{height + 200}x24"
    with ExitStack() as stack:
        display = [program("Xvfb"), "-displayfd", "1", "-screen", "0", screen, "-nolisten", "tcp"]
        said = stack.enter_context(_process(display, folder / "display.log"))
        number = _said(said, r"(\d+)\s")
        # In the locale "C" this browser tells pages that the language is "C", at which Flutter stops.
        variables = {"DISPLAY": f":{number}", "LANG": "en_US.UTF-8", "LC_ALL": "", "HOME": str(folder)}
        port = free_port()
        stack.enter_context(_process([driver, f"--port={port}"], folder / "webkit.log", **variables))
        page = _WebKit(f"http://127.0.0.1:{port}", browsers[-1], size)
        stack.callback(page.close)
        yield cast(Page, page)


class _WebKit(RemotePage):
    def __init__(self, url: str, browser: Path, size: tuple[int, int]) -> None:
        super().__init__()
        self._url = url
        options = {"binary": str(browser), "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        end = time.monotonic() + START_SECONDS
        while not self._ready():
            assert time.monotonic() < end, "WebKitWebDriver does not answer"
            time.sleep(0.05)
        self._url += f"/session/{self._ask('POST', '/session', wanted)['sessionId']}"
        self._ask("POST", "/timeouts", {"script": round(ANSWER_SECONDS * 1000)})
        # The window is larger than the page by the bars around it.
        inner = self.viewport_size
        outer = self._ask("GET", "/window/rect")
        wider, higher = outer["width"] - inner["width"], outer["height"] - inner["height"]
        self._ask("POST", "/window/rect", {"width": size[0] + wider, "height": size[1] + higher})

    def close(self) -> None:
        """End the browser."""
        with suppress(PlaywrightError):
            self._ask("DELETE", "")

    def perform(self, kind: str, actions: list[dict[str, Any]]) -> None:
        self._ask("POST", "/actions", {"actions": [{"type": kind, "id": kind, "actions": actions}]})

    def goto(self, url: str) -> None:
        self._ask("POST", "/url", {"url": url})

    def _call(self, function: str, given: object) -> str:
        script = f"return ({function})(arguments[0])"
        return str(self._ask("POST", "/execute/sync", {"script": script, "args": [given]}))

    def _picture(self) -> str:
        return str(self._ask("GET", "/screenshot"))

    def _ready(self) -> bool:
        try:
            return bool(self._ask("GET", "/status")["ready"])
        except OSError:
            return False

    def _ask(self, method: str, path: str, values: object = None) -> Any:
        body = None if values is None else json.dumps(values).encode()
        request = urllib.request.Request(
            self._url + path, body, {"Content-Type": "application/json"}, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=ANSWER_SECONDS) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            told = json.load(error)["value"]
            raise PlaywrightError(f"{method} {path}: {told['error']}: {told['message']}") from None


# --- Whichever is there ---------------------------------------------------------------------------------


@contextmanager
def page_in(name: str, playwright: Playwright, folder: Path, size: tuple[int, int]) -> Iterator[Page]:
    """A page in Playwright's own build of Firefox or WebKit, or else in the system's."""
    if found := playwrights(name):
        browser = getattr(playwright, name).launch(executable_path=found)
        yield browser.new_page(viewport={"width": size[0], "height": size[1]}, locale="en-GB")
        browser.close()
    else:
        with {"firefox": firefox, "webkit": webkit}[name](folder, size) as page:
            yield page


# --- Processes --------------------------------------------------------------------------------------------


@contextmanager
def _process(command: Sequence[str], log: Path, **variables: str) -> Iterator[Path]:
    """A process and all that it starts, ended in the end; its output goes to `log`."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            env=os.environ | variables,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        yield log
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(10)


def _said(log: Path, pattern: str) -> str:
    """The first words of a process that has started."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        if found := re.search(pattern, log.read_text(errors="replace")):
            return found[1]
        time.sleep(0.05)
    raise AssertionError(f"{log.name} does not say {pattern!r}: {log.read_text(errors='replace')[-2000:]}")
