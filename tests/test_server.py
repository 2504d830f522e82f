"""The web server: who may ask, what there is to get, and how little of it is sent twice."""

from __future__ import annotations

import base64
import errno
import hashlib
import os
import re
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import flet_web
import flet_web.fastapi
import httpx
import pytest
from browser.driver import FLAGS
from conftest import Running, Serve
from playwright.sync_api import Page, Request, sync_playwright
from programs import program
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from scorepad import assets_folder
from scorepad.design import DARK, LIGHT
from scorepad.history import transfer
from scorepad.web import limits, site
from scorepad.web.address import Endpoint, listen
from scorepad.web.keys import Key
from scorepad.web.server import AsgiApp, Credentials

CLIENT = Path(flet_web.get_package_web_dir())
PAGE_URL = "http://127.0.0.1:8550"


@pytest.fixture(scope="module")
def doors(tmp_path_factory: pytest.TempPathFactory) -> Credentials:
    return Credentials(Key(tmp_path_factory.mktemp("keys")))


@pytest.fixture(scope="module")
def app(doors: Credentials) -> Iterator[AsgiApp]:
    with listen("127.0.0.1", 0) as listener:
        yield AsgiApp(lambda: (lambda page: None, doors), Endpoint(listener, "127.0.0.1"))


@pytest.fixture
def client(app: AsgiApp) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=PAGE_URL)


async def base(client: httpx.AsyncClient) -> str:
    """The folder that the page fetches its files from."""
    found = re.search(r'"assetBase": "(/-/[0-9a-f]{16}/)"', (await client.get("/")).text)
    assert found
    return found[1]


# --- Who may ask -----------------------------------------------------------------------------------


async def test_the_server_answers_only_to_its_own_names(client: httpx.AsyncClient) -> None:
    async def status(host: str) -> int:
        return (await client.get("/", headers={"Host": host})).status_code

    for host in ("127.0.0.1:8550", "localhost:8550", "LOCALHOST", "[::1]:8550", "127.0.0.1:1"):
        assert await status(host) == 200, host
    for host in (
        *("", "evil.example", "evil.example:8550", "127.0.0.1.evil.example", "127.0.0.1@evil.example"),
        *("127.0.0.2", "::1", "[::2]", "127.0.0.1:port", "127.0.0.1:8550;script-src *"),
        *("localhost/", "localhost."),
    ):
        assert await status(host) == 421, host
    names = [("Host", "localhost"), ("Host", "evil.example")]
    assert (await client.get("/", headers=names)).status_code == 421


@pytest.mark.promise("The served app", "A page of another site can ask for nothing.")
@pytest.mark.parametrize(
    ("origin", "status"),
    [
        *[(PAGE_URL, 200), ("https://127.0.0.1:8550", 403)],
        *[("http://127.0.0.1:8551", 403), ("http://localhost:8550", 403), ("https://evil.example", 403)],
        *[("null", 403), ("", 403), ("file://", 403), ("http://127.0.0.1:8550.evil.example", 403)],
    ],
)
async def test_a_page_of_another_origin_gets_nothing(
    client: httpx.AsyncClient, origin: str, status: int
) -> None:
    assert (await client.get("/", headers={"Origin": origin})).status_code == status


async def test_only_reading_requests_are_answered(client: httpx.AsyncClient) -> None:
    for method, path in (("POST", "/upload"), ("PUT", "/"), ("DELETE", "/ws"), ("OPTIONS", "/")):
        assert (await client.request(method, path)).status_code == 405


@pytest.mark.parametrize(
    ("host", "ours", "foreign"),
    [
        ("127.0.0.1", ["127.0.0.1", "localhost", "[::1]"], ["192.0.2.7", "evil.example"]),
        ("localhost", ["127.0.0.1", "localhost"], ["192.0.2.7", "evil.example"]),
        ("0.0.0.0", ["127.0.0.1", "192.0.2.7", "[fe80::1]"], ["evil.example", "1.evil.example"]),
    ],
)
def test_the_server_knows_its_names(host: str, ours: list[str], foreign: list[str]) -> None:
    with listen(host, 0) as listener:
        endpoint = Endpoint(listener, host)
        assert [name for name in [*ours, *foreign] if endpoint.knows(name)] == ours
        assert endpoint.url(here=True).startswith(("http://127.0.0.1:", "http://[::1]:"))
        assert endpoint.is_private is (host != "0.0.0.0")


def test_the_address_in_the_network_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with listen("127.0.0.1", 0) as listener:
        endpoint = Endpoint(listener, "127.0.0.1")
        assert endpoint.url() == endpoint.url(here=True)
    with listen("0.0.0.0", 0) as listener:
        endpoint = Endpoint(listener, "0.0.0.0")
        found = urlsplit(endpoint.url("secret"))
        assert found.fragment == "key=secret"
        assert found.hostname is not None
        socket.create_connection((found.hostname, found.port or 0), 5).close()

        def fail(*_: object) -> None:
            raise OSError(errno.ENETUNREACH, "no network")

        monkeypatch.setattr(socket.socket, "connect", fail)
        assert endpoint.url() == endpoint.url(here=True)


# --- Behind a TLS server ---------------------------------------------------------------------------


@pytest.fixture
def behind(doors: Credentials) -> Iterator[httpx.AsyncClient]:
    with listen("127.0.0.1", 0) as listener:
        endpoint = Endpoint(listener, "127.0.0.1", "https://pad.example")
        app = AsgiApp(lambda: (lambda page: None, doors), endpoint)
        yield httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=PAGE_URL)


@pytest.mark.promise(
    "The served app", "The page works behind a TLS server that it was told of, and behind no other."
)
@pytest.mark.parametrize("host", ["pad.example", "pad.example:443", "127.0.0.1:8550"])
async def test_behind_a_tls_server_its_own_origin_may_ask(behind: httpx.AsyncClient, host: str) -> None:
    """Whether that server passes the Host on, or says its own."""
    page = await behind.get("/", headers={"Host": host, "Origin": "https://pad.example"})
    assert page.status_code == 200
    assert "wss://pad.example" in page.headers["content-security-policy"]
    for origin in ("https://evil.example", "http://pad.example.evil.example", "https://pad.example:8443"):
        assert (await behind.get("/", headers={"Host": host, "Origin": origin})).status_code == 403
    forwarded = {"X-Forwarded-Host": "pad.example", "X-Forwarded-Proto": "https"}
    assert (await behind.get("/", headers={"Host": "evil.example", **forwarded})).status_code == 421


# --- What there is ---------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/index.html", "/session/0b1c", "/docs", "/openapi.json/x", "/upload"])
async def test_the_page_is_at_every_address_of_the_app(client: httpx.AsyncClient, path: str) -> None:
    page = await client.get(path)
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-cache"
    assert "<title>scorepad</title>" in page.text


async def test_the_page_fetches_nothing_from_elsewhere(client: httpx.AsyncClient) -> None:
    page = (await client.get("/")).text
    prefix = await base(client)
    fetched = re.findall(r'\b(?:src|href)="([^"]+)"', page)
    assert len(fetched) > 4
    for address in set(fetched) - {"/"}:
        assert address.startswith(prefix)
        assert (await client.get(address)).status_code == 200


@pytest.mark.promise("The served app", "The page takes scripts only from its own server.")
async def test_the_policy_allows_the_scripts_of_the_page_and_no_other_host(client: httpx.AsyncClient) -> None:
    page = await client.get("/")
    policy = page.headers["content-security-policy"]
    scripts = re.findall(r"<script>(.*?)</script>", page.text, re.DOTALL)
    assert len(scripts) == 4
    for script in scripts:
        assert base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() in policy
    assert set(re.findall(r"\w+://\S+", policy)) == {"ws://127.0.0.1:8550", "wss://127.0.0.1:8550;"}
    assert "frame-ancestors 'none'" in policy
    assert "'unsafe-eval'" not in policy


async def test_every_answer_has_the_security_headers(client: httpx.AsyncClient) -> None:
    for path in ("/", "/missing.js"):
        for headers in ({}, {"Host": "evil.example"}):
            answer = (await client.get(path, headers=headers)).headers
            assert answer["x-content-type-options"] == "nosniff"
            assert answer["referrer-policy"] == "no-referrer"
            assert answer["cross-origin-opener-policy"] == "same-origin"
            assert "access-control-allow-origin" not in answer


@pytest.mark.parametrize(
    ("name", "source", "kind"),
    [
        ("main.dart.wasm", CLIENT / "main.dart.wasm", "application/wasm"),
        ("canvaskit/canvaskit.js", CLIENT / "canvaskit" / "canvaskit.js", "text/javascript; charset=utf-8"),
        ("icons/icon-192.png", assets_folder() / "icons" / "icon-192.png", "image/png"),
    ],
)
async def test_every_file_of_the_page_is_served(
    client: httpx.AsyncClient, name: str, source: Path, kind: str
) -> None:
    url = await base(client) + name
    plain = await client.get(url, headers={"Accept-Encoding": "identity"})
    packed = await client.get(url)
    assert plain.headers["content-type"] == kind
    assert plain.content == packed.content == source.read_bytes()
    assert packed.headers["cache-control"] == "public, max-age=31536000, immutable"
    small = int(packed.headers["content-length"]) < 0.8 * int(plain.headers["content-length"])
    assert small is (source.suffix != ".png")


async def test_the_manifest_names_the_page(client: httpx.AsyncClient) -> None:
    manifest = (await client.get(await base(client) + "manifest.json")).json()
    assert manifest["start_url"] == manifest["scope"] == "/"
    assert manifest["name"].casefold() == "scorepad"
    assert (manifest["background_color"], manifest["theme_color"]) == (LIGHT.paper, LIGHT.accent)


async def test_the_page_has_the_paper_of_the_design_from_the_first_moment(client: httpx.AsyncClient) -> None:
    page = (await client.get("/")).text
    style = re.sub(r"\s+", " ", page.partition("<style>")[2].partition("</style>")[0])
    assert f":root {{ color-scheme: light dark; --paper: {LIGHT.paper};" in style
    assert f"dark) {{ :root {{ --paper: {DARK.paper};" in style
    assert "html, html #loading { background: var(--paper); }" in style


@pytest.mark.parametrize(
    "path",
    [
        *["pyodide/pyodide.mjs", "python.js", "canvaskit/skwasm.js.symbols", "screenshots/sheet.png"],
        *["nothing", "../pyproject.toml", "%2e%2e/pyproject.toml", "..%2f..%2fpyproject.toml"],
        "fonts/../../pyproject.toml",
    ],
)
async def test_unneeded_and_outside_files_are_not_served(client: httpx.AsyncClient, path: str) -> None:
    folder = await base(client)
    answer = await client.send(
        httpx.Request("GET", httpx.URL(PAGE_URL).copy_with(raw_path=f"{folder}{path}".encode()))
    )
    assert answer.status_code == 404
    assert answer.content == b""


async def test_a_bare_file_name_leads_to_the_file(client: httpx.AsyncClient) -> None:
    answer = await client.get("/fonts/ScorepadSans-Bold.ttf")
    assert answer.is_redirect
    assert answer.headers["location"] == await base(client) + "fonts/ScorepadSans-Bold.ttf"
    assert answer.headers["cache-control"] == "no-cache"
    assert (await client.get("/missing.png")).status_code == 404


async def test_a_fallback_font_leads_to_the_font_of_the_app(client: httpx.AsyncClient) -> None:
    folder = await base(client)
    answer = await client.get(f"{folder}fallback/notosanshk/v32/any.woff2")
    assert answer.headers["location"] == f"{folder}assets/{site.DEFAULT_FONT}"
    assert (await client.get(answer.headers["location"])).status_code == 200


# --- Nothing twice ---------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "icons/icon-192.png"])
async def test_an_unchanged_file_is_not_sent_again(client: httpx.AsyncClient, path: str) -> None:
    url = path if path == "/" else await base(client) + path
    tag = (await client.get(url)).headers["etag"]
    again = await client.get(url, headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == tag
    assert (await client.get(url, headers={"If-None-Match": 'W/"older"'})).status_code == 200


async def test_a_file_that_could_not_be_read_is_read_again(
    doors: Credentials, monkeypatch: pytest.MonkeyPatch
) -> None:
    with listen("127.0.0.1", 0) as listener:
        app = AsgiApp(lambda: (lambda page: None, doors), Endpoint(listener, "127.0.0.1"))
        client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=PAGE_URL)
        url = await base(client) + "main.dart.mjs"
        with monkeypatch.context() as scarce:
            scarce.setattr(Path, "read_bytes", refuse)
            with pytest.raises(OSError, match="Too many open files"):
                await client.get(url)
        assert (await client.get(url)).status_code == 200


def refuse(path: Path) -> bytes:
    raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))


def test_a_message_has_room_for_the_largest_file_that_can_be_imported() -> None:
    assert limits.MAX_FILE_MESSAGE > transfer.LIMIT + 1024


# --- The websocket ---------------------------------------------------------------------------------


def join(running: Running, path: str = "/ws", name: str = "127.0.0.1", **settings: Any) -> connect:
    """A websocket, at an address in which the server is called by a name."""
    port = urlsplit(running.url).port
    return connect(
        f"ws://{name}:{port}{path}",
        host="127.0.0.1",
        port=port,
        proxy=None,
        **settings,
    )


@pytest.mark.promise("The served app", "A websocket of another site is refused.")
@pytest.mark.xdist_group("server")
@pytest.mark.parametrize(
    "settings",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"name": "evil.example"},
        {"path": "/"},
        {"path": "/ws/x"},
    ],
)
async def test_a_websocket_of_another_site_is_refused(running: Running, settings: dict[str, Any]) -> None:
    with pytest.raises(InvalidStatus, match="403"):
        async with join(running, **settings):
            pass


# --- A real browser --------------------------------------------------------------------------------


@pytest.fixture
def page() -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program("chromium"), args=FLAGS)
        yield browser.new_context(viewport={"width": 360, "height": 640}).new_page()
        browser.close()


LARGE_AND_LATE = """() => performance.getEntriesByType("resource")
    .filter((each) => each.initiatorType !== "link" && each.transferSize > 50_000).map((each) => each.name)"""
"""The files that were fetched only when a script asked for them."""
COMPLAINING = 6.0
"""Seconds after which the browser has complained of what it preloaded in vain."""


@pytest.mark.browser
@pytest.mark.xdist_group("server")
def test_a_reload_fetches_little(serve: Serve, page: Page) -> None:
    """Nothing is asked of another host, nothing is missing or late, and a reload fetches next to nothing."""
    running = serve()
    said: list[str] = []
    asked: list[str] = []
    failed: dict[str, str | None] = {}
    statuses: set[int] = set()
    sockets: list[str] = []
    received: list[int] = []
    page.context.on("console", lambda message: said.append(message.text))
    page.context.on("request", lambda request: asked.append(request.url))
    page.context.on("requestfailed", lambda request: failed.update({request.url: request.failure}))
    page.context.on("response", lambda response: statuses.add(response.status))

    def listen(to: Page) -> None:
        to.on("websocket", lambda websocket: sockets.append(websocket.url))
        network = to.context.new_cdp_session(to)
        network.send("Network.enable")
        network.on("Network.loadingFinished", lambda event: received.append(int(event["encodedDataLength"])))

    def see(shown: Page, load: Callable[[], object]) -> int:
        """The bytes that come until the first screen has what it asks for last, its picture."""
        received.clear()
        with shown.expect_event("requestfinished", is_last, timeout=90_000):
            load()
        shown.wait_for_selector("flt-semantics-placeholder", state="attached", timeout=90_000)
        shown.wait_for_timeout(500)  # what comes late would come now
        return sum(received)

    listen(page)
    first = see(page, lambda: page.goto(running.url))
    seen = time.monotonic()
    late = page.evaluate(LARGE_AND_LATE)
    other = page.context.new_page()  # the first page waits meanwhile for complaints
    listen(other)
    see(other, lambda: other.goto(running.base))
    again = see(other, other.reload)  # not the load before: what was late at first would count there
    page.wait_for_timeout(max(0.0, seen + COMPLAINING - time.monotonic()) * 1000)
    assert (late, [text for text in said if "preload" in text]) == ([], [])
    elsewhere = {url for url in asked if not url.startswith((running.base, "blob:", "data:"))}
    assert {failed.pop(url) for url in elsewhere} <= {"csp"}  # refused by the page's policy: it never left
    assert set(failed.values()) <= {"net::ERR_ABORTED"}  # cut short by a reload
    assert statuses <= {200, 303, 304, 307}
    assert len(sockets) == 3
    assert first < 4_900_000
    assert again < 20_000
    assert running.end(signal.SIGINT) == 0  # with the pages still open
    assert running.errors.read_text() == ""


SESSION = "() => sessionStorage.getItem('_flet_session_id')"
"""Where Flet's client keeps the number of its session."""


@pytest.mark.promise(
    "The served app", "Ten reloads in a second keep the session; a page of another port learns no key."
)
@pytest.mark.browser
@pytest.mark.xdist_group("server")
def test_reloads_keep_the_session_and_another_port_learns_nothing(serve: Serve, page: Page) -> None:
    running = serve()
    page.goto(running.url)
    page.wait_for_function(SESSION, timeout=90_000)
    session = page.evaluate(SESSION)
    assert page.url == running.base, "the key has left the address"
    for _ in range(10):
        page.reload(wait_until="commit")
        page.wait_for_timeout(100)
    page.wait_for_selector("flt-semantics-placeholder", state="attached", timeout=90_000)
    assert page.evaluate(SESSION) == session

    key = running.url.partition("#key=")[2]
    heard: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as other:
        threading.Thread(target=_listen, args=[other, heard], daemon=True).start()
        page.goto(f"http://127.0.0.1:{other.getsockname()[1]}/")
        assert page.evaluate("[document.cookie, localStorage.length, sessionStorage.length]") == ["", 0, 0]
        refused = "fetch($).then(() => 'read', () => 'refused')".replace("$", repr(running.base))
        assert page.evaluate(refused) == "refused"
    assert heard
    assert not any(key.encode() in each for each in heard)
    assert running.end() == 0


def _listen(other: socket.socket, heard: list[bytes]) -> None:
    """A program of another account, on another port."""
    with suppress(OSError):  # it is closed
        while True:
            connection = other.accept()[0]
            heard.append(connection.recv(65_536))
            connection.sendall(b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<title>x</title>")
            connection.close()


def is_last(request: Request) -> bool:
    return re.search(r"/-/.*/icons/icon-192\.png$", request.url) is not None


# --- What is printed -------------------------------------------------------------------------------


@pytest.mark.promise("The served app", "A score sheet is printed by a ticket, which counts once.")
async def test_a_sheet_to_print_is_given_once(client: httpx.AsyncClient, doors: Credentials) -> None:
    path = doors.sheet_path(lambda: b"%PDF a sheet")
    for refused in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}):
        assert (await client.get(path, headers=refused)).status_code in (403, 421)
    assert (await client.post(path)).status_code == 405
    answer = await client.get(path)
    assert answer.content == b"%PDF a sheet"
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"].startswith("inline")
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert "cross-origin-opener-policy" not in answer.headers
    assert (await client.get(path)).status_code == 404


async def test_an_evening_that_is_gone_has_no_sheet(client: httpx.AsyncClient, doors: Credentials) -> None:
    assert (await client.get(doors.sheet_path(lambda: None))).status_code == 404
