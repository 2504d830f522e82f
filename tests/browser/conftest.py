"""Fixtures for journeys in a real browser: a server process, and windows on it."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from evenings import table
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright
from programs import program

from scorepad.history import History

from .driver import FLAGS, PHONE, Command, Server, Window, free_port, hasty
from .remote import page_in

OpenWindow = Callable[..., Window]


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """One Playwright for all; given up with the package, since async tests cannot run beside it."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """One Chromium for all."""
    browser = playwright.chromium.launch(executable_path=program("chromium"), args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture(params=["firefox", "webkit"])
def other_page(tmp_path: Path, playwright: Playwright, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page in another browser; Firefox makes no window lower than about this."""
    with page_in(request.param, playwright, tmp_path, (PHONE["viewport"]["width"], 740)) as page:
        yield page


@pytest.fixture(scope="package")
def contexts(chromium: Browser) -> Iterator[Contexts]:
    """One context for each kind of device, whose cache has the app's files after the first load."""
    contexts = Contexts(chromium)
    yield contexts
    contexts.close()


class Contexts:
    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._opened: dict[str, BrowserContext] = {}

    def get(self, settings: dict[str, Any]) -> BrowserContext:
        kind = json.dumps(settings, sort_keys=True)
        if kind not in self._opened:
            self._opened[kind] = self._browser.new_context(**settings)
        return self._opened[kind]

    def forget(self) -> None:
        """Close the windows, and forget what a browser keeps of them beside its cache."""
        for context in self._opened.values():
            for page in context.pages:
                page.close()
            context.clear_cookies()
            context.clear_permissions()

    def close(self) -> None:
        for context in self._opened.values():
            context.close()


@pytest.fixture(scope="package")
def port() -> int:
    """The same for every server: a browser keeps files by their addresses."""
    return free_port()


@pytest.fixture
def command() -> Command:
    """How the server is started; a module or a test may override it."""
    return hasty


@pytest.fixture
def tables() -> tuple[str, ...]:
    """The ids of the evenings at which Alix, Basile, Cléo and Dario sit; a module may override it."""
    return ()


@pytest.fixture
def server(
    tmp_path: Path, port: int, command: Command, tables: tuple[str, ...], request: pytest.FixtureRequest
) -> Iterator[Server]:
    """The app in a process of its own on fresh data; what it printed is shown when the test fails."""
    server = Server(tmp_path / "server", command, port)
    request.node.stash.setdefault(_SERVERS, []).append(server)
    if tables:
        with History(server.data) as history:
            for id_ in tables:
                people, created = ("Alix", "Basile", "Cléo", "Dario"), history.stamp().at
                history.create(table(people, id=id_, created=created, title=""))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def open_window(
    contexts: Contexts, server: Server, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[OpenWindow]:
    """Opens windows: `open_window(PHONE, locale="fr-FR", route="/session/1")`."""

    def open_one(
        device: dict[str, Any] = PHONE,
        *,
        route: str = "/",
        permissions: Sequence[str] = (),
        **options: Any,
    ) -> Window:
        settings = {"locale": "en-GB", **device, **options}
        context = contexts.get(settings)
        context.grant_permissions(permissions)
        touch = bool(settings.get("has_touch"))
        window = Window.watched(context.new_page(), server.url, tmp_path / "screenshots", touch=touch)
        window.pace = 0
        window.set_scheme("light")
        return shown_on_failure(request, window).open(route)

    yield open_one
    contexts.forget()


# --- What a failure shows ---------------------------------------------------------------------------------

_SERVERS: pytest.StashKey[list[Server]] = pytest.StashKey()
_WINDOWS: pytest.StashKey[list[Window]] = pytest.StashKey()


def shown_on_failure(request: pytest.FixtureRequest, window: Window) -> Window:
    """The window, which is shown as it is then if the test fails."""
    request.node.stash.setdefault(_WINDOWS, []).append(window)
    return window


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder that opens a browser is marked so."""
    for item in items:
        if "playwright" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)


BROWSER_GONE = "invalid session id"
"""The words of a driver whose browser has ended by itself."""


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Function, nextitem: pytest.Item | None) -> bool | None:
    """Runs a test in another browser once more if the browser itself ended: that says nothing about the app."""
    if "other_page" not in getattr(item, "fixturenames", ()):
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    if any(each.failed and BROWSER_GONE in each.longreprtext for each in reports):
        item._initrequest()
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        servers: list[Server] = item.stash.get(_SERVERS, [])
        windows: list[Window] = item.stash.get(_WINDOWS, [])
        for server in servers:
            report.sections.append(("what the server printed", server.output))
        for number, window in enumerate(windows):
            try:
                shot, url = str(window.screenshot(f"failed-{number}")), window.page.url
            except Exception as error:  # the browser may have ended
                shot = url = f"none: {error}"
            notes = [f"screenshot: {shot}", f"url: {url}", *window.errors, *window.failed]
            report.sections.append((f"window {number}", "\n".join(notes)))
    return report
