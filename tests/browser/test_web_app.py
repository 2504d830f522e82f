"""The web app on a phone: from a host of static files, and then without it."""

from __future__ import annotations

import base64
import json
import os
import random
import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from evenings import hand, table
from packs import unpacked
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Playwright, Route
from programs import playwrights, program

from scorepad.evening.events import Deal
from scorepad.history import History
from scorepad.history.transfer import export
from scorepad.i18n import Translator
from scorepad.web.app import build as builder

from .conftest import shown_on_failure
from .driver import FLAGS, PHONE, Window
from .host import FOLDER, OTHER, Host
from .remote import firefox, webkit
from .test_evening import Played, play, sit_down, tap, wait_totals

pytestmark = pytest.mark.xdist_group("browsers 1")

COARSE = {**PHONE, "device_scale_factor": 1, "locale": "en-GB"}
NAMES = ("Alix", "Basile", "Colette", "Dario")
HAND = Played(1, "garde", 2, "56")
"""Made by 15: +240 for the taker, −80 for each of the others."""
KILLS = int(os.environ.get("SCOREPAD_KILLS", "10"))
"""Kills at random moments; 200 prove more than a check has time for."""


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
        self, playwright: Playwright, host: Host, folder: Path, request: pytest.FixtureRequest
    ) -> None:
        self._profile = folder / "profile"
        self._host, self._shots, self._request = host, folder / "screenshots", request
        self.context = playwright.chromium.launch_persistent_context(
            self._profile, executable_path=program("chromium"), args=FLAGS, **COARSE
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


def test_an_evening_killed_after_each_hand(phone: Phone, host: Host, long: bool) -> None:
    window = phone.open()
    kept(window)
    session = phone.context.new_cdp_session(window.page)
    assert session.send("Page.getInstallabilityErrors") == {"installabilityErrors": []}
    host.stop()
    sit_down(window, *NAMES)
    assert window.page.evaluate("getComputedStyle(document.documentElement).fontSize") == "16px", (
        "it scales text"
    )
    for number in range(1, 4 if long else 2):
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
        with window.page.expect_download(timeout=60_000) as given:
            tap(window, "save-export")
        assert Path(given.value.path()).read_bytes().startswith(beginning), kind
        window.wait_for("notice")
    window.assert_clean()


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


@pytest.mark.long
def test_kills_at_random_moments_of_a_save(phone: Phone) -> None:
    """Each hand that was shown is there, or the one under way is there to be saved again."""
    window = phone.open()
    kept(window)
    sit_down(window, *NAMES)
    for saved in range(KILLS):
        tap(window, "next-hand")
        for tile in HAND.tiles[:-1]:
            tap(window, tile)
        at = route(window)
        window.tap("save")
        time.sleep(random.uniform(0, 0.15))
        shown = says(window, "total-0", totals(saved + 1)[0])
        phone.kill(window)
        window = phone.open(at)
        window.wait_for("total-0")
        if not says(window, "total-0", totals(saved + 1)[0]):
            assert not shown
            wait_totals(window, *totals(saved))
            tap(window, "next-hand")
            tap(window, "save")
            window.wait_for("next-hand")
        wait_totals(window, *totals(saved + 1))


def says(window: Window, name: str, figures: str) -> bool:
    script = "given => testing.text(testing.find(given[0]) ?? document.body).endsWith(`: ${given[1]}`)"
    return bool(window.page.evaluate(script, [name, figures]))


def test_one_tab_at_a_time(phone: Phone, host: Host) -> None:
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
    assert eventually(lambda: window.page.evaluate(waiting))
    # Only the files that differ were fetched.
    assert {path.split("?")[0].split(".")[0] for path in host.sent} == {"/service-worker", "/index", "/later"}
    assert window.page.evaluate(VERSION) == version
    window.wait_text("change-taker", "Basile takes a garde change")

    host.stop()  # it is on the device already
    tap(window, "back")
    tap(window, "start-update")
    assert eventually(lambda: quietly(window, VERSION) not in (None, version))
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


def eventually(holds: Callable[[], object], seconds: float = 20) -> bool:
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


@pytest.mark.long
def test_a_full_storage(phone: Phone, host: Host, tmp_path: Path) -> None:
    """What is saved stays, a hand that cannot be saved says so, and is saved when there is room."""
    window = phone.tab()
    session = phone.context.new_cdp_session(window.page)
    origin = host.url.removesuffix(FOLDER)
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 2_000_000})
    window.page.goto(host.url)
    window.ready()
    bring_in(window, long_evening(tmp_path))
    hands = 300
    for _ in range(30):
        tap(window, "next-hand")
        for tile in HAND.tiles:
            tap(window, tile)
        window.wait_for("notice")
        if "full" in window.text("notice"):
            break
        hands += 1
        wait_totals(window, *totals(hands))
    assert window.exists("save")
    window.screenshot("full")
    at = route(window)
    phone.kill(window)
    window = phone.open(at)
    wait_totals(window, *totals(hands))
    session = phone.context.new_cdp_session(window.page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    tap(window, "next-hand")
    tap(window, "save")  # the hand that could not be saved is still under way
    wait_totals(window, *totals(hands + 1))
    phone.kill(window)
    wait_totals(phone.open(at), *totals(hands + 1))


def long_evening(folder: Path) -> Path:
    """A file with an evening of 300 hands of the same kind, for another scorepad."""
    with History(folder / "data") as history:
        evening = table(NAMES, id="long", created=history.stamp().at, title="")
        made = hand(evening, points=56)
        for _ in range(300):
            evening = evening.record(Deal(evening.dealer, made), history.stamp())
        history.create(evening)
        content = export(history)
    path = folder / "long.json"
    path.write_bytes(content)
    return path


def bring_in(window: Window, file: Path) -> None:
    for name in ("menu", "settings", "data"):
        tap(window, name)
    if not window._wait("testing.find(given) !== null", "import", 5):
        tap(window, "data")  # on a busy computer a tap into a screen that slides in is lost
    window.wait_for("import")
    with window.page.expect_file_chooser() as chosen:
        tap(window, "import")
    chosen.value.set_files(file)
    tap(window, "bring-in")
    tap(window, "session-long")
    wait_totals(window, *totals(300))


@pytest.mark.long
def test_without_files_a_database_keeps_all(phone: Phone) -> None:
    """In a browser without OPFS: IndexedDB. The worker comes from the host each time, so that it can be changed."""
    patch_worker(phone, "delete globalThis.FileSystemSyncAccessHandle;")
    window = phone.open()
    sit_down(window, *NAMES)
    for number in (1, 2, 3):
        play(window, HAND)
        at = route(window)
        wait_totals(window, *totals(number))
        phone.kill(window)
        window = phone.open(at)
        wait_totals(window, *totals(number))
    script = "async () => (await Array.fromAsync((await navigator.storage.getDirectory()).keys())).length"
    assert window.page.evaluate(script) == 0


@pytest.mark.long
def test_where_nothing_can_be_kept(phone: Phone) -> None:
    patch_worker(
        phone, "delete globalThis.FileSystemSyncAccessHandle; indexedDB.open = () => { throw new Error(); };"
    )
    window = phone.open()
    window.wait_for("card-copy")
    sit_down(window, *NAMES)
    play(window, HAND)
    wait_totals(window, *totals(1))


def patch_worker(phone: Phone, script: str) -> None:
    def patched(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=f"{script}\n{answer.text()}")

    phone.context.route("**/stores.js", patched)
    without_service_worker(phone)


def without_service_worker(phone: Phone) -> None:
    """Every file comes from the host each time, so that it can be changed."""
    phone.context.add_init_script("Object.defineProperty(navigator, 'serviceWorker', { value: undefined })")


@pytest.mark.long
def test_a_memory_that_cannot_be_used(phone: Phone, host: Host) -> None:
    """The app starts from its modules instead, and says nothing."""
    window = phone.open()
    kept(window)
    assert not imported(window)
    script = """async () => {
        const name = (await caches.keys()).find((name) => name.includes("version"));
        const cache = await caches.open(name);
        const key = (await cache.keys()).find(({ url }) => url.includes("/memory."));
        await cache.put(key, new Response(new Uint8Array(1000).fill(7), { headers: { "X-Unpacked": "" } }));
    }"""
    window.page.evaluate(script)
    window.reload()
    kept(window)
    assert imported(window)
    host.stop()  # the modules are on the device now
    window.reload()
    kept(window)
    assert imported(window)
    sit_down(window, *NAMES)
    window.page.close()
    window = phone.open()
    assert not window.page.evaluate("document.getElementById('message').open")


def test_without_its_memory_the_app_starts_from_its_modules(phone: Phone) -> None:
    without_service_worker(phone)
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


@pytest.mark.long
def test_a_damaged_journal_is_reported(phone: Phone, host: Host) -> None:
    window = phone.open()
    sit_down(window, *NAMES)
    play(window, HAND)
    at = route(window)
    window.page.close()
    window = phone.tab()
    window.page.goto(host.url.removesuffix(FOLDER))  # of the same origin, and not of the web app
    script = """async () => {
        const root = await navigator.storage.getDirectory();
        const [app] = await Array.fromAsync(root.values()), file = await app.getFileHandle("0.log");
        const bytes = new Uint8Array(await (await file.getFile()).arrayBuffer());
        bytes[bytes.length >> 1] ^= 1;
        let out;
        while (!out) { // the worker may still hold it
            await new Promise((go) => setTimeout(go, 50));
            out = await file.createWritable().catch(() => null);
        }
        await out.write(bytes);
        await out.close();
    }"""
    window.page.evaluate(script)
    window.page.close()
    window = phone.open()
    assert "damaged" in window.text("report-0")
    window.screenshot("damaged")
    window.tap("dismiss")
    window.page.close()
    window = phone.open(at)
    window.wait_for("total-0")
    assert not window.exists("report-0")


REMOTE = {"firefox": firefox, "webkit": webkit}


@pytest.fixture(params=REMOTE)
def other(
    host: Host, tmp_path: Path, playwright: Playwright, request: pytest.FixtureRequest
) -> Iterator[Window]:
    """The web app in Playwright's own build of another browser, or else in the system's."""
    name: str = request.param
    with ExitStack() as stack:
        if found := playwrights(name):
            browser = getattr(playwright, name).launch(executable_path=found)
            stack.callback(browser.close)
            page = browser.new_page(viewport={"width": 360, "height": 740}, locale="en-GB")
        else:
            page = stack.enter_context(REMOTE[name](tmp_path, (360, 740)))
        window = shown_on_failure(request, Window(page, host.url, tmp_path / "screenshots", touch=False))
        window.page.goto(host.url)
        yield window.ready()


@pytest.mark.long
def test_an_evening_in_another_browser(other: Window, host: Host) -> None:
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
