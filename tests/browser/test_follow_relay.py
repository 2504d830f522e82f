"""Following an evening over a relay in a real browser: live, late, after an outage; a liar changes nothing."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from evenings import after, by, clock_of, gardes, table
from playwright.sync_api import Browser, Page, expect
from relays import PASSWORD, USER, Mosquitto, Reader, closed, mosquitto, running, topic_for
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import Server as SocketServer
from websockets.sync.server import ServerConnection
from websockets.sync.server import serve as serve_sockets

from scorepad.evening.evening import Evening
from scorepad.history import History
from scorepad.i18n import Translator
from scorepad.pad import Pad
from scorepad.sharing.packed import pack
from scorepad.sharing.relay import Relay, RelayAddress
from scorepad.sharing.sealed import new_secret
from scorepad.web.follow import follow_page

ID = "evening"
t = Translator("fr")
NOTHING = "Nothing to follow here yet: the relay keeps nothing under this link. This page waits for it."


class PageOnly(BaseHTTPRequestHandler):
    """Serves the page as the web app does: with its own policy, and no headers."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(follow_page(app="../").html if self.path == "/follow/" else b"")

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def web_app() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), PageOnly) as server:
        threading.Thread(target=server.serve_forever, args=[0.05], daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture
def broker() -> Iterator[Mosquitto]:
    with mosquitto() as found:
        yield found


class Table:
    """A table whose evening is at the relay."""

    def __init__(self, pad: Pad, relay: Relay, web_app: str) -> None:
        self.pad, self.relay = pad, relay
        relay.share(ID)
        self.link = str(relay.link(ID, web_app))

    def plays(self) -> Evening:
        stamp = self.pad.history.stamp()
        found = self.pad.change(ID, lambda now, entry: (after(now, by(0), at=lambda: stamp), entry))
        assert found is not None
        return found


@pytest.fixture
def shared(tmp_path: Path, broker: Mosquitto, web_app: str) -> Iterator[Table]:
    with History(tmp_path, device="table") as history:
        history.create(table(4, id=ID))
        pad, relay = Pad(history), Relay(history)
        pad.subscribe(lambda what: relay.changed(what.evening))
        relay.choose(RelayAddress.of(broker.address))
        with running(relay):
            yield Table(pad, relay, web_app)


@contextmanager
def looking(chromium: Browser, link: str) -> Iterator[Page]:
    """A page at a link; nothing may fail in it but connections."""
    context = chromium.new_context(viewport={"width": 360, "height": 640}, locale="fr-FR")
    page, said = context.new_page(), list[str]()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(f"error: {error}"))
    page.goto(link)
    try:
        yield page
        assert [each for each in said if "WebSocket" not in each] == []
    finally:
        context.close()


def totals(page: Page) -> list[str]:
    return sorted(page.locator("#totals .total").all_text_contents())


def totals_of(evening: Evening) -> list[str]:
    return sorted(t.number(total, 1) for total in evening.sheet.totals)


@pytest.mark.promise(
    "Following an evening", "A browser far away follows over a relay, live, late, and after an outage."
)
def test_a_browser_follows_over_a_relay(chromium: Browser, shared: Table, broker: Mosquitto) -> None:
    with looking(chromium, shared.link) as page:
        state = page.locator("#state")
        expect(state).to_contain_text("à jour")
        evening = shared.plays()
        expect(page.locator("#last-title")).to_contain_text("Donne 1")
        assert totals(page) == totals_of(evening)
        assert "Donne 1" in (page.locator("#said").text_content() or "")
        with looking(chromium, shared.link) as late:
            expect(late.locator("#last-title")).to_contain_text("Donne 1")
        broker.stop()
        expect(state).to_contain_text("pas de liaison")
        evening = shared.plays()
        broker.start()
        expect(page.locator("#last-title")).to_contain_text("Donne 2", timeout=30_000)
        expect(state).to_contain_text("à jour")
        assert totals(page) == totals_of(evening)
        page.context.set_offline(True)
        expect(state).to_contain_text("pas de liaison")
        page.context.set_offline(False)
        expect(state).to_contain_text("à jour", timeout=20_000)
        with looking(chromium, shared.link) as asleep:
            expect(asleep.locator("#state")).to_contain_text("à jour")
            asleep.context.set_offline(True)
            expect(asleep.locator("#state")).to_contain_text("pas de liaison")
            shared.relay.stop(ID)
            expect(state).to_contain_text(t("The table shares this evening no longer."), timeout=10_000)
            asleep.context.set_offline(False)
            expect(asleep.locator("#state")).to_contain_text("plus rien au relais", timeout=20_000)
            assert len(totals(asleep)) == 4
        assert len(totals(page)) == 4, "what was seen stays"
    with looking(chromium, shared.link) as page:
        expect(page.locator("#words")).to_contain_text(t(NOTHING), timeout=10_000)


@pytest.mark.promise(
    "Following an evening", "Forged, old, foreign and damaged messages of a relay change nothing on the page."
)
def test_a_lying_relay_changes_nothing(chromium: Browser, broker: Mosquitto, web_app: str) -> None:
    secret, other = new_secret(), new_secret()
    topic, link = topic_for(secret), f"{web_app}follow/#relay={broker.url}&secret={secret}"
    early, late, later = (pack(gardes(table(4, id=ID), hands, clock_of("table"))) for hands in (1, 3, 4))
    with Reader(broker.port, topic, user=USER, password=PASSWORD) as writer:
        writer.publish(topic, closed(secret, 1000, late))
        with looking(chromium, link) as page:
            expect(page.locator("#last-title")).to_contain_text("Donne 3")
            before = page.locator("main").inner_html()
            for message in (
                closed(secret, 999, early),
                closed(secret, 999, later),  # older, though it has more hands
                closed(other, 2000, early),  # of another evening
                closed(secret, 2000, early)[:-1],
                b"\x02" + closed(secret, 2000, early)[1:],  # of a later version
                bytes(19_000),
                closed(other, 3000, b""),
                b"",
            ):
                writer.publish(topic, message)
            page.wait_for_timeout(500)
            assert page.locator("main").inner_html() == before
            expect(page.locator("#state")).to_contain_text("à jour")
            writer.publish(topic, closed(secret, 2001, bytes(100)))  # sealed, but no pack
            expect(page.locator("#state")).to_contain_text(
                t("This code is damaged, or made by a later version.")
            )
            assert page.locator("main").inner_html() == before
            writer.publish(topic, closed(secret, 2002, early))  # newer, after a restore
            expect(page.locator("#last-title")).to_contain_text("Donne 1")
            expect(page.locator("#state")).to_contain_text("à jour")
        with looking(chromium, link.replace(secret, other)) as page:
            expect(page.locator("#words")).to_contain_text(t(NOTHING), timeout=10_000)
            assert page.locator("#totals").is_hidden()


@contextmanager
def liar(*answers: bytes) -> Iterator[str]:
    """A broker that says these things one after another, whatever it is told."""

    def talk(connection: ServerConnection) -> None:
        try:
            for each in answers:
                connection.recv()
                connection.send(each)
            connection.recv()
        except ConnectionClosed:
            pass

    server: SocketServer
    with serve_sockets(talk, "127.0.0.1", 0, subprotocols=["mqtt"]) as server:  # type: ignore[list-item]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"ws://127.0.0.1:{server.socket.getsockname()[1]}"
        server.shutdown()


@pytest.mark.parametrize(
    "answers",
    [
        [bytes(range(256))],
        [b"\x20\xff\xff\xff\x7f"],
        [b"\x20\x02\x00\x05"],
        [b"\x20\x02\x00\x00", b"\x90\x03\x00\x01\x80"],
        [b"\x20\x02\x00\x00", bytes(1 << 20)],
        [b"\x20\x02\x00\x00", b"\x30\x02\xff\xff"],
    ],
)
def test_a_hostile_relay_is_no_connection(chromium: Browser, web_app: str, answers: list[bytes]) -> None:
    with liar(*answers) as address, looking(chromium, f"{web_app}follow/#relay={address}&secret=x") as page:
        expect(page.locator("#state")).to_contain_text("pas de liaison", timeout=15_000)
