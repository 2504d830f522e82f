"""Every screen in every language, at several sizes and at twice the size of text: nothing is cut, nameless or small."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from journeys import (
    EIGHT,
    ENTRY,
    FIVE,
    WITH_EVENINGS,
    WITHOUT_EVENINGS,
    Ids,
    Journey,
    Table,
    evenings,
    ticking,
)

from scorepad.history import History
from scorepad.tarot.scheme_data import shipped_scheme

from .client import Driver
from .evening import FillingDisk, Windows, enter, flaws, grow

SIZES = {"phone": (360, 640), "tablet": (768, 1024), "computer": (1280, 800)}
VIEWS = [("de", "phone", 2), ("fr", "phone", 1), ("en", "computer", 1)]
MORE_VIEWS = [
    ("en", "phone", 1),
    ("de", "phone", 1),
    ("fr", "phone", 2),
    ("en", "phone", 2),
    ("en", "tablet", 1),
    ("de", "tablet", 1),
    ("fr", "tablet", 2),
    ("de", "computer", 1),
    ("de", "computer", 2),
]
NAMES = (*EIGHT, "Les Rois", "Les Dames")
"""Names may be cut over narrow columns, where their marks tell people apart."""
KEPT = ": the app has None, the client {"
SELDOM_SEEN: list[Journey] = [
    ("/nowhere", {"no-such-screen": ()}),
    ("/session/nowhere/end", {"no-such-end": ()}),
    ("/session/{long}", {"sheet-long": ()}),
    ("/session/{five}/deal/{passed}", {"why-passed": ()}),
    ("/session/{four}/deal/{poignee}", {"corrected": ("edit",)}),
    ("/session/{five}", {"entry-pile": (ENTRY, "count")}),
    ("/session/{five}", {"entry-thrown": (ENTRY, "change-taker", "open-thrown")}),
    ("/session/{four}/deal/{poignee}", {"struck-out": ("void",), "restored": ("restore",)}),
    ("/session/{four}", {"undone": ("undo",), "finished": ("menu", "menu-end", "finish")}),
    ("/new", {"new-team": ("name=Les Rois", "team"), "new-guest": ("name=Inès", "guest")}),
]


def nothing(_: History) -> Ids:
    return {}


def more_evenings(history: History) -> Ids:
    ids = evenings(history)
    sheet = Table(history, FIVE[:4])
    for _ in range(101):
        sheet.pass_()
    passed = history.load(ids["five"]).sheet.entries[3].id
    return {**ids, "long": sheet.save(), "passed": passed}


in_each_view = pytest.mark.parametrize(
    ("language", "size", "growth"),
    [*VIEWS, *(pytest.param(*view, marks=pytest.mark.long) for view in MORE_VIEWS)],
)


@in_each_view
async def test_every_screen(language: str, size: str, growth: float, tmp_path: Path) -> None:
    width, height = SIZES[size]
    found: list[str] = []
    seen = set()
    with Windows(tmp_path, language=language, clock=ticking()) as table:
        for prepare, journeys in (
            (nothing, WITHOUT_EVENINGS),
            (more_evenings, [*WITH_EVENINGS, *SELDOM_SEEN]),
        ):
            ids = prepare(table.history)
            for route, screens in journeys:
                app = await table.window(route.format_map(ids), width=width, height=height)
                await grow(app, growth)
                for name, steps in screens.items():
                    await do(app, steps)
                    found += [f"{name}: {flaw}" for flaw in flaws(app) if not is_known(flaw)]
                    seen.add(name)
                await app.close()
    journeys = [*WITHOUT_EVENINGS, *WITH_EVENINGS, *SELDOM_SEEN]
    assert seen == {name for _, screens in journeys for name in screens}
    assert found == [], "\n".join(found)


async def do(app: Driver, steps: Sequence[str]) -> None:
    for step in steps:
        tile, _, words = step.partition("=")
        if words:
            await app.type(tile, words)
        elif tile.endswith("*"):
            await app.tap(next(name for name in app.identifiers() if name.startswith(tile[:-1])))
        elif not tile.endswith("?") or app.exists(tile[:-1]):
            await app.tap(tile.removesuffix("?"))


def is_known(flaw: str) -> bool:
    """A long name is cut; what a kept component drew is in the client, though Flet's tree no longer has it."""
    names = tuple(f"cut: '{name}'" for name in NAMES)
    return flaw.startswith(names) or KEPT in flaw


@in_each_view
async def test_the_words_of_all_bonuses_fit(windows: Windows, size: str, growth: float) -> None:
    """All that a hand can have at once, by the rules that have the most."""
    width, height = SIZES[size]
    evening = windows.table(5, scheme=shipped_scheme("wikipedia"))
    app = await windows.window(f"/session/{evening.id}/hand", width=width, height=height)
    await grow(app, growth)
    await enter(app, "1 garde", 2, "49", partner="alone")
    await app.tap("open-poignees")
    assert re.search(r"\b8 (atouts|trumps|Trümpfe)", app.text("poignee-1-single")), "trumps, not points"
    await app.tap("close-panel")
    for panel, names in {
        "poignees": ("poignee-1-single", "poignee-2-single"),
        "petit_chelem": ("petit_chelem-announced-taker",),
        "miseres": ("misere-3-no_trumps", "misere-4-no_trumps"),
    }.items():
        for name in names:
            await app.tap(f"open-{panel}")
            assert flaws(app) == []
            await app.tap(name)
            if app.exists("close-panel"):
                assert flaws(app) == []
                await app.tap("close-panel")
            assert app.node(f"open-{panel}")["toggled"]
            assert flaws(app) == []
    assert app.text("open-poignees").endswith(" · 2")


@pytest.mark.parametrize("scheme", ["stepped_base", "flat_80"])
async def test_the_entry_by_other_rules(windows: Windows, scheme: str) -> None:
    app = await windows.window(f"/session/{windows.table(5, scheme=shipped_scheme(scheme)).id}/hand")
    assert flaws(app) == []
    await enter(app, "1 garde", 2, "49", partner="alone")
    assert flaws(app) == []
    if app.exists("open-petit_chelem"):
        await app.tap("open-petit_chelem")
        assert flaws(app) == []


async def test_when_something_goes_wrong(
    windows: Windows, disk: FillingDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = windows.played(1)
    app = await windows.window(f"/session/{evening.id}")
    disk.full = True
    await app.tap("row-1", "void")
    assert app.exists("notice")
    assert flaws(app) == []
    await app.tap("back")

    def fail(*_: object) -> None:
        raise RuntimeError

    for part in ("entry.pane.takers", "sheet.pane._sheet"):
        monkeypatch.setattr(f"scorepad.ui.{part}", fail)
        await app.visit("/")
        await app.visit(f"/session/{evening.id}/hand")
        assert app.exists("home")
        assert flaws(app) == []


@pytest.mark.parametrize(
    "address",
    [
        "/session/{evening}",
        "/session/{evening}/hand",
        *(
            pytest.param(address, marks=pytest.mark.long)
            for address in (
                "/",
                "/new",
                "/settings",
                "/help",
                "/calculator",
                "/rules",
                "/rules/fft",
                "/session/{evening}/end",
                "/session/{evening}/compare",
                "/session/{evening}/deal/{entry}",
                "/session/{evening}/deal/{entry}/compare",
            )
        ),
    ],
)
async def test_every_tap_leads_to_a_sound_screen(windows: Windows, address: str) -> None:
    """One tap on one of each kind of thing on each screen."""
    evening = windows.played(2)
    route = address.format(evening=evening.id, entry=evening.sheet.entries[0].id)
    app = await windows.window(route)
    assert flaws(app) == []
    assert not app.exists("home"), "there is something here"
    kinds = {re.sub(r"\d+", "#", name.replace(evening.id, "…")): name for name in app.identifiers()}
    for name in kinds.values():
        if app.route != route or not app.exists(name):
            await app.visit("/settings" if address == "/" else "/")
            await app.visit(route)
        if app.exists(name) and app.enabled(name):
            await app.tap(name)
            assert flaws(app) == [], name
