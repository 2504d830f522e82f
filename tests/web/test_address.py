"""Keys that let a browser in, the answers to all others, and the owner of each page."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

import httpx
import msgpack
import pytest
from conftest import hello, registration
from hostile import REGISTER

from scorepad.web import guard, server
from scorepad.web.address import Endpoint, listen
from scorepad.web.clients import look_of
from scorepad.web.keys import Key, renew
from scorepad.web.limits import NO_KEY, TAKEN_OVER, TRY_AGAIN_LATER
from scorepad.web.server import AsgiApp, Credentials
from scorepad.web.site import preferred

PAGE_URL = "http://127.0.0.1:8550"


@pytest.fixture
def doors(tmp_path: Path) -> Credentials:
    return Credentials(Key(tmp_path))


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with listen("127.0.0.1", 0) as listener:
        yield Endpoint(listener, "127.0.0.1")


@pytest.fixture
def app(doors: Credentials, endpoint: Endpoint) -> AsgiApp:
    return AsgiApp(lambda: (lambda page: None, doors), endpoint)


@pytest.fixture
def client(app: AsgiApp) -> httpx.AsyncClient:
    """A browser that has no key."""
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=PAGE_URL)


class Browser:
    """A page in a browser: what it was sent, what it keeps, and the code with which its websocket was closed."""

    def __init__(
        self, app: AsgiApp, key: str, *, session: str | None = None, tab: str = "a tab", **look: str
    ) -> None:
        self.session = ""
        self.kept: list[dict[str, Any]] = []
        self.code = 0
        self._heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._answered = asyncio.Event()
        for message in (
            {"type": "websocket.connect"},
            *map(_bytes, (hello(key, tab, **look), registration(session_id=session))),
        ):
            self._heard.put_nowait(message)
        headers = [(b"host", b"127.0.0.1:8550"), (b"accept-language", b"de-AT,de;q=0.9")]
        scope = {"type": "websocket", "path": "/ws", "headers": headers}
        self._task = asyncio.ensure_future(app(scope, self._heard.get, self._send))

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "websocket.close":
            self.code = message["code"]
            self._answered.set()
        elif "text" in message:
            self.kept.append(json.loads(message["text"]))
            self._answered.set()
        elif "bytes" in message:
            action, body = msgpack.unpackb(message["bytes"][1:], strict_map_key=False)
            if action == REGISTER:
                self.session = body["session_id"]

    async def come(self) -> Browser:
        """Waits until the server has let it in, or closed its websocket."""
        async with asyncio.timeout(20):
            await self._answered.wait()
        return self

    async def go(self) -> None:
        """Closes its websocket."""
        self._heard.put_nowait({"type": "websocket.disconnect"})
        with suppress(asyncio.CancelledError):
            await self._task


def _bytes(raw: bytes) -> dict[str, Any]:
    return {"type": "websocket.receive", "bytes": raw}


# --- Getting in ---------------------------------------------------------------------------------------------


@pytest.mark.promise("The served app", "Without the key there is nothing to see.")
async def test_without_a_key_nothing_is_shown(app: AsgiApp, doors: Credentials) -> None:
    for wrong in ("", "a" * 26, doors.key.secret[:-1], doors.key.secret + "a", doors.key.secret.upper()):
        assert (await Browser(app, wrong).come()).code == NO_KEY


@pytest.mark.promise("The served app", "The key stays in the page: no cookie takes it to other ports.")
async def test_the_page_keeps_its_key_and_no_cookie(
    app: AsgiApp, doors: Credentials, client: httpx.AsyncClient
) -> None:
    """A cookie would go to every port of the computer, to the programs of other accounts too."""
    browser = await Browser(app, doors.key.secret).come()
    assert (browser.code, browser.kept) == (0, [{"key": doors.key.secret}])
    await browser.go()
    for path in ("/", "/ask", "/favicon.png", f"/#key={doors.key.secret}"):
        assert "set-cookie" not in (await client.get(path)).headers


async def test_a_ticket_for_one_start_becomes_the_key(
    app: AsgiApp, doors: Credentials, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The browser is started with it: other accounts can read how a program was started."""
    once = doors.starts.issue(True)
    first, second = await Browser(app, once).come(), await Browser(app, once).come()
    assert (first.kept, second.code) == ([{"key": doors.key.secret}], NO_KEY)
    await first.go()
    unused = doors.starts.issue(True)
    with monkeypatch.context() as full:
        full.setattr(app.limit, "authorize", lambda *_: False)
        assert (await Browser(app, unused).come()).code == TRY_AGAIN_LATER
    again = await Browser(app, unused).come()
    assert again.kept == first.kept, "what found no room counts still"
    await again.go()
    late = doors.starts.issue(True)
    then = time.monotonic() + server.START_SECONDS + 1
    monkeypatch.setattr(time, "monotonic", lambda: then)
    assert (await Browser(app, late).come()).code == NO_KEY


async def test_a_renewed_address_shuts_out_at_once(endpoint: Endpoint, tmp_path: Path) -> None:
    told: list[str] = []
    key = Key(tmp_path)
    doors = Credentials(key, lambda: told.append(key.secret))
    app = AsgiApp(lambda: (lambda page: None, doors), endpoint)
    browser = await Browser(app, doors.key.secret).come()
    sheet = doors.sheet_path(lambda: b"%PDF")
    old = doors.key.secret
    app.sweep()
    assert told == []
    new = renew(tmp_path)
    assert (await Browser(app, old).come()).code == NO_KEY
    app.sweep()
    app.sweep()
    assert told == [new], "told once, whoever asks first"
    await browser.go()
    assert browser.code == NO_KEY
    client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=PAGE_URL)
    assert (await client.get(sheet)).status_code == 404


# --- Coming back --------------------------------------------------------------------------------------------


@pytest.mark.promise("The served app", "A page that comes back takes its session over at once.")
async def test_a_page_takes_its_session_over_from_a_dead_websocket(app: AsgiApp, doors: Credentials) -> None:
    """Its network went without a word: the server still waits for the old websocket."""
    dead = await Browser(app, doors.key.secret).come()
    back = await Browser(app, doors.key.secret, session=dead.session).come()
    assert back.session == dead.session
    await dead.go()
    assert dead.code == TAKEN_OVER
    again = await Browser(app, doors.key.secret, session=dead.session).come()
    assert again.session == dead.session, "the old one, when it ended, did not take the session with it"
    await back.go()
    await again.go()


async def test_a_duplicated_tab_has_a_session_of_its_own(app: AsgiApp, doors: Credentials) -> None:
    first = await Browser(app, doors.key.secret).come()
    copy = await Browser(app, doors.key.secret, session=first.session, tab="its copy").come()
    assert copy.session != first.session
    assert first.code == 0
    await first.go()
    restored = await Browser(app, doors.key.secret, session=first.session, tab="opened again").come()
    assert restored.session == first.session
    await copy.go()
    await restored.go()


@pytest.mark.promise("The served app", "A browser with another key cannot take over somebody’s page.")
async def test_nobody_with_another_key_comes_back_to_somebodys_page(
    tmp_path: Path, endpoint: Endpoint
) -> None:
    """The address is new, and the server has not yet closed the pages of the old one."""
    doors = Credentials(Key(tmp_path))
    app = AsgiApp(lambda: (lambda page: None, doors), endpoint)
    mine = await Browser(app, doors.key.secret).come()
    other = renew(tmp_path)
    theirs = await Browser(app, other, session=mine.session).come()
    assert theirs.session != mine.session
    await mine.go()
    late = await Browser(app, other, session=mine.session).come()
    assert late.session != mine.session
    await theirs.go()
    await late.go()


# --- The look -----------------------------------------------------------------------------------------------


@pytest.mark.promise("The served app", "Each browser has its own language and theme.")
async def test_each_browser_has_its_own_language_and_theme(doors: Credentials, endpoint: Endpoint) -> None:
    """At first the language that it prefers, then what was chosen in it, which it keeps."""
    seen: list[Any] = []
    app = AsgiApp(lambda: (lambda page: seen.append(look_of(page)), doors), endpoint)
    first = await Browser(app, doors.key.secret).come()
    second = await Browser(app, doors.key.secret, tab="b", language="en", theme="dark").come()
    await asyncio.sleep(0)
    assert seen == [{"language": "de"}, {"language": "en", "theme": "dark"}]
    seen[0]["theme"] = "light"
    await asyncio.sleep(0.01)
    assert first.kept[1:] == [{"look": {"theme": "light"}}]
    assert second.kept[1:] == []
    await first.go()
    await second.go()
    seen[0]["theme"] = "dark"  # nobody is there to keep it


async def test_a_page_that_comes_back_has_its_new_zone(doors: Credentials, endpoint: Endpoint) -> None:
    """Its browser keeps no zone: it says it anew each time, or nothing."""
    seen: list[Any] = []
    app = AsgiApp(lambda: (lambda page: seen.append(look_of(page)), doors), endpoint)
    first = await Browser(app, doors.key.secret, zone="Europe/Paris").come()
    await asyncio.sleep(0)
    assert seen[0]["zone"] == "Europe/Paris"
    for said in ({"zone": "Pacific/Auckland"}, {}):
        back = await Browser(app, doors.key.secret, session=first.session, **said).come()
        assert back.session == first.session
        assert seen[0]["zone"] == said.get("zone")
        assert back.kept == [{"key": doors.key.secret}]
        await back.go()
    assert len(seen) == 1
    await first.go()


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        *[("", "fr"), ("de", "de"), ("en-GB,en;q=0.9", "en"), ("es, de;q=0.2, en;q=0.7", "en")],
        *[("DE-AT", "de"), ("es", "fr"), ("en;q=0, de;q=0.1", "de"), ("*", "fr"), ("en;q=2", "fr")],
        *[("," * 10_000, "fr"), ("en;q=" + "9" * 400, "fr"), ("\x00\xff", "fr")],
    ],
)
def test_the_page_has_the_language_of_the_reader(accepted: str, language: str) -> None:
    assert preferred(accepted) == language


async def test_a_browser_without_a_key_is_told_in_its_language(client: httpx.AsyncClient) -> None:
    page = await client.get("/ask", headers={"Accept-Language": "de-DE,de;q=0.9"})
    assert "Fragen Sie nach der Adresse" in page.text
    assert '<html lang="de">' in page.text
    assert "<script" not in page.text
    assert "Demandez l’adresse" in (await client.get("/ask")).text


async def test_a_request_to_an_app_that_cannot_be_loaded_waits_for_the_end(endpoint: Endpoint) -> None:
    """Its reason is for the terminal, once; the server ends then."""

    def fail() -> NoReturn:
        raise RuntimeError("planted")

    app = AsgiApp(fail, endpoint)
    client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=PAGE_URL)
    asking = asyncio.create_task(client.get("/print/a.pdf"))
    await asyncio.sleep(0.01)
    with pytest.raises(RuntimeError, match="planted"):
        await app.loading()
    await asyncio.sleep(0.01)
    assert not asking.done()
    asking.cancel()


# --- The watch ----------------------------------------------------------------------------------------------


async def test_the_watch_goes_on_after_a_failure(
    app: AsgiApp, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds: list[Callable[[], object]] = []

    def fail() -> None:
        rounds.append(fail)
        raise RuntimeError("planted")

    monkeypatch.setattr(guard, "WATCH_SECONDS", 0.001)
    monkeypatch.setattr(app, "sweep", fail)
    async with asyncio.timeout(20), guard.watched(app):
        while len(rounds) < 5:
            await asyncio.sleep(0.001)
    assert caplog.text.count("RuntimeError: planted") == 1, "told once"
