"""Every screen and every panel, on the smallest phone and in a wide window, in each language.

Whatever can be tapped has a name and is large enough for a finger; every sign on the screen has a glyph; no two
things bear the same identifier; the client holds what the app believes it shows.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

import pytest

from scorepad.i18n import LANGUAGES
from scorepad.tarot.hand import Bid, Hand, Misere, MisereKind, ThrownIn
from scorepad.tarot.scheme_data import shipped_scheme

from .client import Driver
from .evening import Evening, FillingDisk, enter, flaws, grow
from .fit import clipped

PHONE, WIDE = (360, 640), (1280, 800)
VIEWS = [*((language, PHONE) for language in LANGUAGES), ("en", WIDE)]


@pytest.fixture(params=VIEWS, ids=["fr", "en", "de", "wide"])
def view(request: pytest.FixtureRequest) -> tuple[str, tuple[int, int]]:
    """A language, and the size of a window."""
    found: tuple[str, tuple[int, int]] = request.param
    return found


@pytest.fixture
def language(view: tuple[str, tuple[int, int]]) -> str:
    return view[0]


Look = Callable[[str], Awaitable[Driver]]
ONCE = pytest.mark.parametrize("view", [("en", PHONE)], ids=["once"], indirect=True)
"""For what is the same in every language."""


@pytest.fixture
def look(evening: Evening, view: tuple[str, tuple[int, int]]) -> Look:
    """Opens a window at an address."""
    width, height = view[1]

    async def opened(route: str) -> Driver:
        return await evening.window(route, width=width, height=height)

    return opened


async def sound_after(app: Driver, *taps: str) -> None:
    """Taps one control after another; no screen has flaws."""
    for identifier in taps:
        await app.tap(identifier)
        assert flaws(app) == [], identifier


async def test_home_new_session_and_settings(evening: Evening, look: Look) -> None:
    app = await look("/")
    assert flaws(app) == []
    evening.played(3)
    over = evening.played(1, people=5)
    evening.history.append(over.id, over.finish(evening.history.stamp()).events[-1])
    await app.settle()
    assert flaws(app) == []
    await app.tap("menu", "settings")
    assert flaws(app) == []
    await app.tap("back", "new-session")
    assert flaws(app) == []
    await app.tap("same-table")
    assert flaws(app) == []
    await app.type("name", "Anne", submit=True)
    assert flaws(app) == []


@ONCE
async def test_home_with_a_file_that_cannot_be_read(evening: Evening, look: Look) -> None:
    bad = evening.played(1)
    await evening.restart()
    for path in (evening.folder / "sessions").glob(f"{bad.id}.json*"):
        path.write_bytes(b"\0")
    app = await look("/")
    assert not app.enabled(f"session-{bad.id}")
    assert flaws(app) == []


@pytest.mark.parametrize(("people", "seats"), [(4, 4), (8, 5)])
async def test_the_sheet_and_the_entry(evening: Evening, look: Look, people: int, seats: int) -> None:
    app = await look(f"/session/{evening.table(people, seats).id}")
    assert flaws(app) == []
    await app.visit(f"{app.route}/hand")
    assert flaws(app) == []
    await app.tap("dealer")
    assert flaws(app) == []
    await app.tap("dealer", "bid-2-garde")
    assert flaws(app) == []
    if seats == 5:
        await app.tap("partner-1")
        assert flaws(app) == []
    await sound_after(app, "bouts-2", "digit-4", "digit-9", "petit-taker", "open-poignees")
    await sound_after(
        app, "poignee-1-single", "open-chelem", "side-taker", "chelem-2", "save", "row-1", "edit"
    )
    await app.tap("leave" if app.exists("leave") else "back")
    assert app.exists("row-1")


@ONCE
async def test_optional_rules_have_sound_screens(evening: Evening, look: Look) -> None:
    for scheme in ("wikipedia", "stepped_base", "flat_80"):
        app = await look(f"/session/{evening.table(5, scheme=shipped_scheme(scheme)).id}/hand")
        assert flaws(app) == []
        await enter(app, "1 garde", 2, "49", partner="alone")
        for panel in ("petit_chelem", "miseres"):
            if app.exists(f"open-{panel}"):
                await app.tap(f"open-{panel}")
                assert flaws(app) == []
                await app.tap("close-panel")


async def test_a_hand_with_everything_its_versions_and_the_end(evening: Evening, look: Look) -> None:
    session = evening.table(5, scheme=shipped_scheme("wikipedia"))
    evening.record(session, ThrownIn.ALL_PASSED)
    players = tuple(person.id for person in session.people)
    evening.record(
        session,
        Hand(
            players=players,
            taker="p0",
            partner="p1",
            bid=Bid.GARDE_SANS,
            bouts=2,
            half_points=81,
            miseres=(Misere("p2", MisereKind.NO_TRUMPS),),
        ),
    )
    app = await look(f"/session/{session.id}")
    await app.tap("row-1")
    assert flaws(app) == []
    await app.tap("back-beside" if app.exists("back-beside") else "back", "row-2")
    assert flaws(app) == []
    await sound_after(app, "void", "restore")
    await app.tap("void", "back-beside" if app.exists("back-beside") else "back")
    assert flaws(app) == []
    await sound_after(app, "undo", "menu", "menu-end", "finish", "sheet")


@ONCE
async def test_a_long_sheet(evening: Evening, look: Look) -> None:
    app = await look(f"/session/{evening.played(101).id}")
    assert app.exists("older")
    assert flaws(app) == []


@ONCE
async def test_nothing_here(look: Look) -> None:
    assert flaws(await look("/nowhere")) == []
    assert flaws(await look("/session/unknown/end")) == []


@ONCE
async def test_when_something_goes_wrong(
    evening: Evening, look: Look, disk: FillingDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = evening.played(1)
    app = await look(f"/session/{session.id}")
    disk.full = True
    await app.tap("row-1", "void")
    assert app.exists("notice")
    assert flaws(app) == []
    await app.tap("back")

    def fail(*_: object) -> None:
        raise RuntimeError

    for part in ("entry.pane.takers", "screens.session._sheet"):
        monkeypatch.setattr(f"scorepad.ui.{part}", fail)
        await app.visit("/")
        await app.visit(f"/session/{session.id}/hand")
        assert app.exists("home")
        assert flaws(app) == []


ADDRESSES = (
    "/",
    "/new",
    "/settings",
    "/help",
    "/calculator",
    "/rules",
    "/rules/fft",
    "/session/{session}",
    "/session/{session}/hand",
    "/session/{session}/end",
    "/session/{session}/compare",
    "/session/{session}/deal/{entry}",
    "/session/{session}/deal/{entry}/compare",
)


@ONCE
@pytest.mark.parametrize("address", ADDRESSES)
async def test_every_tap_leads_to_a_sound_screen(evening: Evening, look: Look, address: str) -> None:
    """One tap on one of each kind of thing on each screen."""
    session = evening.played(2)
    route = address.format(session=session.id, entry=session.entries[0].id)
    app = await look(route)
    assert flaws(app) == []
    assert not app.exists("home"), "there is something here"
    kinds = {re.sub(r"\d+", "#", name.replace(session.id, "…")): name for name in app.identifiers()}
    for name in kinds.values():
        if app.route != route or not app.exists(name):
            await app.visit("/settings" if address == "/" else "/")
            await app.visit(route)
        if app.exists(name) and app._tappable(app.find(name)) and app.enabled(name):
            await app.tap(name)
            assert flaws(app) == [], name


@pytest.mark.parametrize("growth", [1.0, 2.0])
async def test_the_words_of_all_bonuses_fit(evening: Evening, look: Look, growth: float) -> None:
    """All that a hand can have at once, by the rules that have the most; flaws tell what is cut."""
    app = await look(f"/session/{evening.table(5, scheme=shipped_scheme('wikipedia')).id}/hand")
    await grow(app, growth)
    await enter(app, "1 garde", 2, "49", partner="alone")
    await app.tap("open-poignees")
    assert re.search(r"\b8 (atouts|trumps|Trümpfe)", app.text("poignee-1-single")), "trumps, not points"
    await app.tap("close-panel")
    for panel, names in {
        "poignees": ("poignee-1-single", "poignee-2-single"),
        "petit_chelem": ("petit-chelem-2",),
        "miseres": ("misere-3-no_trumps", "misere-4-no_trumps"),
    }.items():
        for name in names:
            await app.tap(f"open-{panel}")
            assert clipped(app) == []
            if app.exists("side-taker"):
                await app.tap("side-taker")
                assert clipped(app) == []
            await app.tap(name)
            assert app.node(f"open-{panel}")["toggled"]
            assert clipped(app) == []
    assert app.text("open-poignees") == "Poignée · 2"
