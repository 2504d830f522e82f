"""The relay on the screens: named in the settings, shown with its code on “Share”, and what is wrong with it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from flet_client import Driver
from relays import PASSWORD, QUOTED, Follower, Mosquitto, free_port, mosquitto, running, secret_of
from words import t

from scorepad.evening.events import Ended
from scorepad.i18n import LANGUAGES, Translator
from scorepad.i18n.sharing import RELAY_PROBLEMS, relay_explained, relay_problem, relay_state_text
from scorepad.sharing.packed import unpack
from scorepad.sharing.relay import Relay, RelayAddress, RelayProblem, RelayState
from scorepad.ui import background, routes
from scorepad.ui.background import start_relay
from scorepad.ui.store import Store
from scorepad.ui.theme import Layout

from .evening import Windows, flaws, no_threads, play

WEB_APP = "https://scores.example.org/"
ADDRESS = f"wss://table:{QUOTED}@relay.example.org/mqtt"


@pytest.fixture(scope="module")
def broker() -> Iterator[Mosquitto]:
    with mosquitto() as found:
        yield found


@pytest.fixture
def relay(windows: Windows) -> Relay:
    return Relay(windows.history)


def published(windows: Windows, relay: Relay, address: str) -> None:
    """A relay and a published web app are named."""
    relay.choose(RelayAddress.of(address))
    windows.history.set_setting("public_url", WEB_APP)


def error(app: Driver) -> str:
    [field] = [each.node for each in app.inside(app.find("relay")) if each.kind == "TextField"]
    return str(field.get("error") or "")


@pytest.mark.promise(
    "The screens: look at the evening",
    "A table shows a code for those who are far away, and ends the sharing.",
)
async def test_an_evening_is_followed_from_far_away(
    windows: Windows, relay: Relay, broker: Mosquitto
) -> None:
    evening = windows.played(1)
    published(windows, relay, broker.address)
    app = await windows.window(routes.sharing(evening.id), relay=relay)
    assert not app.exists("far-code")
    with running(relay):
        await app.tap("share-far")
        assert app.exists("far-code")
        link = relay.link(evening.id, WEB_APP)
        assert link is not None
        assert link.startswith(f"{WEB_APP}follow/#relay=")
        assert PASSWORD not in link
        with Follower(broker.port, secret_of(link)) as follower:
            assert unpack(await asyncio.to_thread(lambda: follower.state().raw)) == evening
            await app.wait_until(lambda: relay.state(evening.id).sent is not None)
            await app.settle()
            assert app.text("far-state") == relay_state_text(t, relay.state(evening.id))
            await app.tap("copy-far")
            await app.visit(routes.evening(evening.id))
            await play(app, "1 garde", 2, "49")
            later = windows.happened(evening)
            assert len(later.events) > len(evening.events)
            assert unpack(await asyncio.to_thread(lambda: follower.state().raw)) == later
            await app.visit(routes.sharing(evening.id))
            await app.tap("stop-far")
            assert app.text("notice") == t("Sharing has ended: the code opens nothing any more.")
            assert (await asyncio.to_thread(follower.state)).raw == b""
    assert app.exists("share-far")
    assert not flaws(app)


async def test_a_relay_that_is_away_is_said_and_the_evening_goes_on(windows: Windows, relay: Relay) -> None:
    evening = windows.played(1)
    published(windows, relay, f"ws://127.0.0.1:{free_port()}")
    app = await windows.window(routes.sharing(evening.id), relay=relay)
    await app.tap("share-far")
    assert app.text("far-state") == t("On its way to the relay…")
    with running(relay):
        await app.wait_until(lambda: relay_problem(t, RelayProblem.NOT_REACHED) in app.text("far-state"))
    await app.visit(routes.evening(evening.id))
    await play(app, "1 garde", 2, "49")
    assert len(windows.happened(evening).sheet.deals) == 2


async def test_what_is_missing_is_said(windows: Windows, relay: Relay) -> None:
    evening = windows.played(1)
    app = await windows.window(routes.sharing(evening.id), relay=relay)
    said = "Over a relay, which the settings name: whoever has the link follows from anywhere."
    assert t(said) in app.texts()
    relay.choose(RelayAddress.of(ADDRESS))
    await app.visit(routes.HOME)
    await app.visit(routes.sharing(evening.id))
    said = "Not yet: the settings do not say where the web app is, which opens the link."
    assert t(said) in app.texts()
    await app.tap("relay-settings")
    assert app.route == routes.SETTINGS
    windows.history.set_setting("public_url", WEB_APP)
    windows.change(evening, Ended())
    await app.visit(routes.sharing(evening.id))
    assert not app.exists("share-far")


async def test_without_a_relay_in_the_app_nothing_is_offered(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.window(routes.sharing(evening.id))
    assert t("From far away") not in app.texts()
    await app.visit(routes.SETTINGS)
    assert not app.exists("relay")


# -- settings --


@pytest.mark.promise(
    "The screens: all of them", "A relay is named in the settings, and its password is shown to nobody."
)
async def test_a_relay_is_named_and_left(windows: Windows, relay: Relay) -> None:
    app = await windows.window(routes.SETTINGS, relay=relay)
    assert not app.exists("relay-test")
    await app.type("relay", "https://relay.example.org/", submit=True)
    assert error(app)
    assert not relay.address
    await app.type("relay", ADDRESS, submit=True)
    assert not error(app)
    assert relay.address == RelayAddress("wss://relay.example.org/mqtt", "table", PASSWORD)
    assert app.value("relay") == "wss://table:••••@relay.example.org/mqtt"
    assert [each for each in app.texts() if QUOTED in each or PASSWORD in each] == []
    await app.blur()
    assert relay.address.password == PASSWORD, "nothing was typed"
    await app.type("relay", "wss://table:••••@other.example.org/mqtt", submit=True)
    assert error(app), "the password has to be typed again"
    again = await windows.window(routes.SETTINGS, relay=Relay(windows.history))
    assert again.value("relay") == "wss://table:••••@relay.example.org/mqtt"
    await again.type("relay", " ", submit=True)
    assert again.page.data.host.relay.address is None


async def test_a_test_of_the_relay_says_what_it_found(
    windows: Windows, relay: Relay, broker: Mosquitto
) -> None:
    app = await windows.window(routes.SETTINGS, relay=relay)
    for address, said in (
        (broker.address, t("The relay answers, and takes what is published.")),
        (broker.url, relay_problem(t, RelayProblem.NOT_ALLOWED)),
        (f"ws://127.0.0.1:{free_port()}", relay_problem(t, RelayProblem.NOT_REACHED)),
    ):
        relay.choose(RelayAddress.of(address))
        await app.visit(routes.HOME)
        await app.visit(routes.SETTINGS)
        await app.tap("relay-test")
        await app.wait_until(lambda said=said: app.exists("notice") and app.text("notice") == said)  # type: ignore[misc]


# -- how it looks --


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("size", "growth"), [((360, 640), 1), ((360, 640), 2), ((640, 360), 1), ((1280, 800), 1)]
)
async def test_nothing_is_cut_or_small(
    language: str,
    size: tuple[int, int],
    growth: float,
    windows: Windows,
    relay: Relay,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Store, "layout", Layout(growth=growth))
    windows.language = language
    evening = windows.played(1)
    for address in (None, ADDRESS):
        if address is not None:
            published(windows, relay, address)
        for route in (routes.SETTINGS, routes.sharing(evening.id)):
            app = await windows.window(route, width=size[0], height=size[1], relay=relay)
            assert flaws(app) == []
    await app.tap("share-far")
    assert flaws(app) == []
    problem: Any
    for problem in RelayProblem:
        monkeypatch.setattr(relay, "_problems", {relay.address: problem})
        await app.visit(routes.HOME)
        await app.visit(routes.sharing(evening.id))
        assert relay_problem(Translator(language), problem) in app.text("far-state")
    assert flaws(app) == []


def test_every_problem_and_state_has_words() -> None:
    assert set(RELAY_PROBLEMS) == set(RelayProblem)
    for language in LANGUAGES:
        words = Translator(language)
        assert len({relay_problem(words, each) for each in RelayProblem}) == len(RelayProblem)
        assert all(relay_explained(words))
        assert relay_state_text(words, RelayState())


# -- threads --


def test_the_thread_ends_with_the_app(windows: Windows, relay: Relay) -> None:
    before = threading.active_count()
    stop = start_relay(relay)
    assert threading.active_count() == before + 1
    stop()
    assert threading.active_count() == before


async def test_a_page_without_threads_publishes_on_its_loop(
    windows: Windows, relay: Relay, broker: Mosquitto
) -> None:
    evening = windows.played(1)
    published(windows, relay, broker.address)
    with Follower(broker.port, "x" * 22):  # its client is a thread, which must start before
        pass
    with no_threads():
        assert not background.THREADS
        start_relay(relay)
        app = await windows.window(routes.sharing(evening.id), relay=relay)
        await app.tap("share-far")
        await app.wait_until(lambda: relay.state(evening.id).sent is not None)
    relay.close()
    await app.settle()
