"""The web app on a phone: from a host of static files, and then without it."""

from __future__ import annotations

import base64
import json
import os
import re
import signal
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import zxingcpp
from packs import unpacked
from PIL import Image
from played_evenings import played_evening
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, Playwright, expect
from programs import program
from relays import Follower, mosquitto, secret_of
from sample_evenings import club

from scorepad.i18n import THIN_SPACE, Translator
from scorepad.sharing.links import code_text, evening_in
from scorepad.sharing.packed import pack, snapshot, unpack
from scorepad.web.app import build as builder
from scorepad.zones import Zone

from .conftest import shown_on_failure
from .driver import FLAGS, PHONE, Window
from .host import FOLDER, OTHER, Host
from .test_evening import Played, play, sit_down, tap, wait_totals

pytestmark = pytest.mark.xdist_group("browsers 2")

COARSE = {**PHONE, "device_scale_factor": 1, "locale": "en-GB"}
NAMES = ("Alix", "Basile", "Colette", "Dario")
HAND = Played(1, "garde", 2, "56")
"""Made by 15: +240 for the taker, −80 for each of the others."""


@pytest.fixture
def host(web_app: Path) -> Iterator[Host]:
    host = Host(web_app).start()
    yield host
    host.stop()


@pytest.fixture
def newer(web_app: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The web app with one more module in a pack: a newer version, which need not be compiled."""
    found = re.search(r'id="build">(.*?)</script>', (web_app / "index.html").read_text("utf-8"))
    assert found is not None
    settings = json.loads(found[1])["python"]
    packs = {
        name: dict(unpacked(web_app / settings[name])) for name in ("memory", "modules", "files", "later")
    }
    packs["later"]["/site/newer"] = b"1"
    compiled = builder.Compiled(packs, base64.b64decode(settings["head"]))
    monkeypatch.setattr(builder, "_compiled", lambda *_: compiled)
    builder.build(tmp_path / "newer")
    return tmp_path / "newer"


class Phone:
    """A browser with a profile of its own, which is no private one; its page can be killed and opened again."""

    def __init__(
        self, playwright: Playwright, host: Host, folder: Path, request: pytest.FixtureRequest, **options: Any
    ) -> None:
        self._profile = folder / "profile"
        self.url = host.url
        self._host, self._shots, self._request = host, folder / "screenshots", request
        self.context = playwright.chromium.launch_persistent_context(
            self._profile, executable_path=program("chromium"), args=FLAGS, **COARSE | options
        )

    def open(self, route: str = "", script: str = "") -> Window:
        """A tab with the web app, once anything is there to tap; `script` runs before anything else."""
        window = self.tab(script)
        window.page.goto(self._host.url + route)
        return window.ready()

    def tab(self, script: str = "") -> Window:
        window = Window.watched(self.context.new_page(), self._host.url, self._shots, touch=True)
        if script:
            window.page.add_init_script(script)
        return shown_on_failure(self._request, window)

    def kill(self, window: Window) -> None:
        """The page's process, at once."""
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                words = (folder / "cmdline").read_bytes().decode("utf-8", "replace")
                if "--type=renderer" in words and str(self._profile) in words:
                    os.kill(int(folder.name), signal.SIGKILL)
        window.page.close()


@pytest.fixture
def phone(
    playwright: Playwright, host: Host, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Phone]:
    phone = Phone(playwright, host, tmp_path, request)
    yield phone
    phone.context.close()


def kept(window: Window) -> None:
    """Wait until everything that was loaded is on the device."""
    script = """async () => {
        await testing.wait(() => globalThis.pythonTimes !== undefined, 60_000);
        await navigator.serviceWorker.ready;
        const found = async (url) => (await caches.match(url, { ignoreSearch: true })) !== undefined;
        const loaded = () => performance.getEntriesByType("resource").map(({ name }) => name)
            .filter((url) => url.startsWith(document.baseURI) && !url.endsWith("/service-worker.js"));
        const all = async () => (await Promise.all(loaded().map(found))).every(Boolean);
        while (!navigator.serviceWorker.controller || !(await all())) await new Promise((go) => setTimeout(go, 100));
        return true;
    }"""
    assert window.page.evaluate(script)


def route(window: Window) -> str:
    return "#" + str(window.page.url).partition("#")[2].removesuffix("/hand")


@pytest.mark.promise(
    "The web app", "A link to an evening opens in a small page, without Python and without a network."
)
def test_a_link_opens_an_evening_without_the_app(phone: Phone, host: Host) -> None:
    page, link = phone.context.new_page(), base64.urlsafe_b64encode(pack(club())).decode().rstrip("=")
    page.goto(f"{host.url}follow/#e={link}")
    expect(page.locator("#totals")).to_be_visible()
    offer = page.get_by_role("link", name="Open in Scorepad")
    assert offer.evaluate("element => element.href") == f"{host.url}#/open/{link}"
    assert [path for path in host.sent if "favicon" not in path] == ["/follow/"], "nothing else is loaded"
    kept(phone.open())
    host.stop()
    page.reload()
    expect(page.locator("#totals")).to_be_visible()
    page.goto("about:blank")
    page.goto(f"{host.url}follow#e={link}")
    expect(page.locator("#totals")).to_be_visible()
    assert offer.evaluate("element => element.href") == f"{host.url}#/open/{link}"


@pytest.mark.promise(
    "The web app", "The web app plays an evening, exports it and looks back without a network."
)
def test_an_evening_killed_after_each_hand(phone: Phone, host: Host) -> None:
    window = phone.open()
    kept(window)
    session = phone.context.new_cdp_session(window.page)
    assert session.send("Page.getInstallabilityErrors") == {"installabilityErrors": []}
    host.stop()
    sit_down(window, *NAMES)
    assert window.page.evaluate("getComputedStyle(document.documentElement).fontSize") == "16px", (
        "it scales text"
    )
    for number in (1, 2):
        play(window, HAND)
        at = route(window)
        wait_totals(window, *totals(number))
        window.assert_clean()
        phone.kill(window)
        window = phone.open(at)
        wait_totals(window, *totals(number))
    tap(window, "menu")
    tap(window, "menu-export")
    for kind, beginning in (
        ("pdf", b"%PDF-"),
        ("xlsx", b"PK"),
        ("png", b"\x89PNG"),
        ("csv", b"PK"),
        ("json", b"{"),
    ):
        choose(window, f"format-{kind}")
        assert downloaded(window).startswith(beginning), kind
    tap(window, "back")
    window.wait_for("next-hand")  # the way back has the same name there
    tap(window, "back")
    tap(window, "season")
    window.wait_for("take-away")
    tap(window, "take-away")
    assert downloaded(window).startswith(b"%PDF-"), "the page to pin up"
    window.assert_clean()


def scanned(window: Window) -> str:
    """What a camera reads from the code on the screen."""
    window.wait_for("qr-code")
    window.page.wait_for_timeout(500)  # until the picture is drawn
    (found,) = zxingcpp.read_barcodes(Image.open(BytesIO(window.page.screenshot())))
    return str(found.text)


@pytest.mark.promise(
    "The web app", "A code takes a whole evening from one phone to another, and neither needs a network."
)
def test_a_code_takes_an_evening_to_a_phone_and_on(phone: Phone, host: Host) -> None:
    evening = played_evening(12)
    window = phone.open(f"#/open/{code_text(pack(evening))}")
    kept(window)
    host.stop()
    tap(window, "bring-in")
    window.wait_for("next-hand")
    for step in ("menu", "menu-share", "code"):
        window.wait_for(step)
        tap(window, step)
    look = scanned(window)
    assert look.startswith(f"{host.url}follow/#e=")
    assert evening_in(look.rpartition("=")[2]) == snapshot(evening)
    tap(window, "purpose-go_on")
    window.page.wait_for_timeout(1000)
    whole = scanned(window)
    assert whole.startswith(f"{host.url}#/open/")
    assert evening_in(whole.rpartition("/")[2]) == evening
    window.assert_clean()


def test_moments_are_on_the_clock_of_the_phone(
    playwright: Playwright, host: Host, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Python's memory was written where the web app was built, and asks the browser what time it is."""
    phone = Phone(playwright, host, tmp_path, request, timezone_id="Pacific/Auckland")
    window = phone.open()
    sit_down(window, *NAMES)
    zone = ZoneInfo("Pacific/Auckland")
    before = datetime.now(zone)
    play(window, HAND)
    there = {written(before, zone), written(datetime.now(zone), zone)}
    at = route(window)
    window.page.evaluate("to => { location.hash = to; }", f"{at}/journal")
    window.wait_for("event-1")
    assert any(when in window.text("event-1") for when in there), window.text("event-1")
    window.assert_clean()
    phone.context.close()


def written(moment: datetime, zone: ZoneInfo) -> str:
    """A moment as the journal has it."""
    t, at = Translator("en", Zone(zone.key)), moment.isoformat()
    return f"{t.short_date(at)}, {t.time(at)}".replace(THIN_SPACE, " ")


def downloaded(window: Window) -> bytes:
    """The file that an export gives."""
    with window.page.expect_download(timeout=60_000) as given:
        tap(window, "save-export")
    window.wait_for("notice")
    return Path(given.value.path()).read_bytes()


def choose(window: Window, identifier: str) -> None:
    """Tap a choice, and scroll until all of it is in sight."""
    for _ in range(8):
        place = window.page.evaluate("name => testing.still(name)", identifier)
        if place is not None and not (place["cover"] or place["outside"]):
            window.tap(identifier)
            if window._wait("testing.state(testing.find(given)).current === 'true'", identifier, 2):
                return
        window.scroll(150)
    raise AssertionError(f"{identifier} stays as it is: {window.state(identifier)}")


def totals(hands: int) -> list[str]:
    t = Translator("en")
    figures = [t.number(240 * hands), *[t.number(-80 * hands)] * 3]
    return [" ".join(each.split()) for each in figures]


@pytest.mark.promise("The web app", "Only one tab at a time uses the scores.")
def test_only_one_tab_at_a_time_uses_the_scores(phone: Phone, host: Host) -> None:
    first = phone.open()
    sit_down(first, *NAMES)
    second = phone.tab()
    second.page.goto(first.page.url)
    wait_message(second, "Scorepad is open in another tab or window.")
    assert second.identifiers() == []
    second.screenshot("waiting")
    second.page.click("#message button")
    second.ready()
    wait_totals(second, "0", "0", "0", "0")
    wait_message(first, "Scorepad goes on in another tab or window. Nothing is lost.")
    play(second, HAND)
    wait_totals(second, *totals(1))
    first.page.click("#message button")
    wait_message(first, "Scorepad is open in another tab or window.")
    second.page.close()
    first.ready()
    wait_totals(first, *totals(1))

    other = phone.tab()
    other.page.goto(host.url.replace(FOLDER, OTHER))
    other.ready()  # at once: an app in another folder is another app, with evenings of its own
    assert [name for name in other.identifiers() if name.startswith("session-")] == []
    wait_totals(first, *totals(1))


def wait_message(window: Window, words: str) -> None:
    script = """words => testing.wait(() => {
        const message = document.getElementById("message");
        return message?.open && message.querySelector("p").textContent === words;
    }, 15_000)"""
    assert window.page.evaluate(script, words), words


def test_a_new_version_waits_for_the_hand(phone: Phone, host: Host, newer: Path) -> None:
    window = phone.open()
    kept(window)
    version = window.page.evaluate(VERSION)
    sit_down(window, *NAMES)
    play(window, HAND)
    tap(window, "next-hand")
    tap(window, "bid-2-garde")
    host.folder = newer
    host.sent.clear()
    window.page.evaluate("async () => { await (await navigator.serviceWorker.getRegistration()).update(); }")
    waiting = "async () => (await navigator.serviceWorker.getRegistration()).waiting !== null"
    assert window.until(lambda: window.page.evaluate(waiting), 20)
    # Only the files that differ were fetched.
    assert {path.split("?")[0].split(".")[0] for path in host.sent} == {"/service-worker", "/index", "/later"}
    assert window.page.evaluate(VERSION) == version
    window.wait_text("change-taker", "Basile takes a garde change")

    host.stop()  # it is on the device already
    tap(window, "back")
    tap(window, "start-update")
    assert window.until(lambda: quietly(window, VERSION) not in (None, version), 20)
    window.ready()
    wait_totals(window, *totals(1))
    tap(window, "next-hand")
    window.wait_text("change-taker", "Basile takes a garde change")
    window.assert_clean()


VERSION = "() => JSON.parse(document.getElementById('build').textContent).version"


def quietly(window: Window, script: str) -> Any:
    try:
        return window.page.evaluate(script)
    except PlaywrightError:  # the page is being loaded
        return None


def test_without_its_memory_the_app_starts_from_its_modules(phone: Phone) -> None:
    # Every file comes from the host, so that it can be changed.
    phone.context.add_init_script("Object.defineProperty(navigator, 'serviceWorker', { value: undefined })")
    phone.context.route("**/memory.*.pack", lambda route: route.fulfill(body=b"7" * 1_000))
    window = phone.open()
    assert window.page.evaluate("testing.wait(() => globalThis.pythonTimes !== undefined, 60_000)")
    assert imported(window)
    assert not window.page.evaluate("document.getElementById('message').open")
    tap(window, "new-session")
    window.wait_for("name")


def imported(window: Window) -> bool:
    """Whether Python imported the app at this start."""
    return "imported" in window.page.evaluate("pythonTimes")


@pytest.mark.promise("The web app", "The web app publishes an evening over a relay, sealed by the browser.")
def test_an_evening_is_published_over_a_relay(phone: Phone) -> None:
    with mosquitto() as broker:
        window = phone.open()
        sit_down(window, *NAMES)
        play(window, HAND)
        for each in ("menu", "menu-share", "relay-settings"):
            tap(window, each)
        window.type("relay", broker.address)
        window.press("Enter")
        for each in ("relay-test", "back", "share-far"):
            tap(window, each)
        window.wait_for("far-code")
        window.page.evaluate("navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }")
        tap(window, "copy-far")
        link = window.until(lambda: window.page.evaluate("globalThis.copied"))
        assert link.startswith(f"{phone.url}follow/#relay=ws://127.0.0.1:{broker.port}/mqtt&secret=")
        with Follower(broker.port, secret_of(link)) as follower:
            assert len(unpack(follower.state().raw).sheet.deals) == 1
            tap(window, "back")
            window.wait_for("next-hand")
            play(window, HAND)
            assert len(unpack(follower.state().raw).sheet.deals) == 2


@pytest.fixture
def other(host: Host, other_page: Page, tmp_path: Path, request: pytest.FixtureRequest) -> Window:
    """The web app in another browser."""
    window = Window(other_page, host.url, tmp_path / "screenshots", touch=False)
    window.page.goto(host.url)
    return shown_on_failure(request, window).ready()


@pytest.mark.long
def test_an_evening_is_played_in_another_browser(other: Window, host: Host) -> None:
    sit_down(other, *NAMES)
    play(other, HAND)
    wait_totals(other, *totals(1))
    kept(other)
    assert not imported(other)
    host.stop()
    other.reload()
    kept(other)
    assert not imported(other)
    wait_totals(other, *totals(1))
    play(other, HAND)
    wait_totals(other, *totals(2))
    other.reload()
    wait_totals(other, *totals(2))
