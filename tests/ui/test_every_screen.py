"""Every screen in every language, at several sizes and at twice the size of text: nothing is cut, nameless or small."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from evenings import PASSED, table
from flet_client import Driver
from journeys import (
    COUNTED,
    EIGHT,
    ENTRY,
    FIVE,
    WITH_EVENINGS,
    WITHOUT_EVENINGS,
    Ids,
    Journey,
    evenings,
    saved,
    seated,
    ticking,
)

from scorepad.history import History
from scorepad.tarot.parameters import changed
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.ui.store import Store
from scorepad.ui.theme import Layout

from .evening import Windows, flaws

SIZES = {"phone": (360, 640), "lying phone": (640, 360), "tablet": (768, 1024), "computer": (1280, 800)}
VIEWS = [("de", "phone", 2), ("fr", "phone", 1), ("fr", "lying phone", 1), ("en", "computer", 1)]
MORE_VIEWS = [
    ("en", "phone", 1),
    ("de", "phone", 1),
    ("fr", "phone", 2),
    ("en", "phone", 2),
    ("de", "lying phone", 1),
    ("en", "lying phone", 2),
    ("en", "tablet", 1),
    ("de", "tablet", 1),
    ("fr", "tablet", 2),
    ("de", "computer", 1),
    ("de", "computer", 2),
]
NAMES = (*EIGHT, "Les Rois", "Les Dames")
"""Names may be cut over narrow columns, where their marks tell people apart."""
OTHER_RULES = ("wikipedia", "stepped_base", "flat_80")
ALONE = ("taker-1?", "bid-1-garde", "partner-alone")
SELDOM_SEEN: list[Journey] = [
    ("/nowhere", {"no-such-screen": ()}),
    ("/session/nowhere/end", {"no-such-end": ()}),
    ("/session/{long}", {"sheet-long": ()}),
    ("/session/{five}/deal/{passed}", {"why-passed": ()}),
    ("/session/{four}/deal/{poignee}", {"corrected": ("edit",)}),
    ("/session/{five}", {"entry-pile": (ENTRY, "count")}),
    ("/session/{five}", {"entry-thrown": (ENTRY, "change-taker", "open-thrown")}),
    ("/new", {"new-team": ("name=Les Rois", "team"), "new-guest": ("name=Inès", "guest")}),
    ("/bin", {"bin-for-good": ("ask-1",)}),
    (
        "/session/{wikipedia}/hand",
        {
            "bonuses-poignees": (*ALONE, *COUNTED, "open-poignees"),
            "bonuses-poignee-chosen": ("poignee-1-single", "open-poignees", "poignee-2-single"),
            "bonuses-petit-chelem": ("open-petit_chelem", "petit_chelem-announced-taker"),
            "bonuses-miseres": ("close-panel", "open-miseres"),
            "bonuses-all": ("misere-3-no_trumps", "open-miseres", "misere-4-no_trumps"),
        },
    ),
    ("/session/{flat_80}/hand", {"flat-who": (), "flat-points": (*ALONE, *COUNTED)}),
    ("/session/{called}/hand", {"called": ("taker-1?", "bid-1-garde", "suit-diamonds", "court", "court")}),
    ("/session/{four}/deal/{poignee}", {"struck-out": ("void",), "restored": ("restore",)}),
    ("/session/{four}", {"undone": ("undo",), "finished": ("menu", "menu-end", "finish")}),
    ("/session/{stepped_base}/hand", {"stepped-who": (), "stepped-points": (*ALONE, *COUNTED)}),
]


def only_long(*values: object) -> list[Any]:
    """Parameters of a test that are for the long run."""
    return [
        pytest.param(*(each if isinstance(each, tuple) else (each,)), marks=pytest.mark.long)
        for each in values
    ]


def nothing(_: History) -> Ids:
    return {}


def more_evenings(history: History) -> Ids:
    ids = evenings(history)
    long = saved(history, seated(history, FIVE[:4], *[PASSED] * 101))
    passed = history.load(ids["five"]).sheet.rows[3].id
    history.move_to_bin(saved(history, seated(history, EIGHT, seats=5)))
    others = {scheme: saved(history, seated(history, FIVE, scheme=scheme)) for scheme in OTHER_RULES}
    keeps = changed(shipped_scheme(), "table.called_card", True)
    called = table(FIVE, scheme=keeps, id=history.new_id(), created=history.stamp().at, title="")
    history.create(called)
    return {**ids, **others, "long": long, "passed": passed, "called": called.id}


@pytest.mark.promise(
    "The screens: all of them",
    "Nothing is cut, nameless or too small on any screen, in any language, with large text.",
)
@pytest.mark.parametrize(
    ("language", "size", "growth"),
    [*VIEWS, *only_long(*MORE_VIEWS)],
)
async def test_every_screen_is_whole_named_and_large_enough(
    language: str, size: str, growth: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Store, "layout", Layout(growth=growth))  # it is not drawn in plain size first
    width, height = SIZES[size]
    found: list[str] = []
    seen = set()
    with Windows(tmp_path, language=language, clock=ticking()) as windows:
        for prepare, journeys in (
            (nothing, WITHOUT_EVENINGS),
            (more_evenings, [*WITH_EVENINGS, *SELDOM_SEEN]),
        ):
            ids = prepare(windows.history)
            for route, screens in journeys:
                app = await windows.window(route.format_map(ids), width=width, height=height)
                assert app.page.data.layout.growth == growth
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
            await app.tap(app.named(tile[:-1])[0])
        elif not tile.endswith("?") or app.exists(tile[:-1]):
            await app.tap(tile.removesuffix("?"))
    await app.wait_until(lambda: not app.exists("counting") and not app.exists("reading"))


def is_known(flaw: str) -> bool:
    """A long name is cut."""
    return flaw.startswith(tuple(f"cut: '{name}'" for name in NAMES))


EVENING = "/session/{evening}"
ADDRESSES = ("/", "/new", "/settings", "/help", "/calculator", "/rules", "/rules/fft")
OF_EVENING = ("", "/hand", "/end", "/compare", "/deal/{entry}", "/deal/{entry}/compare")


@pytest.mark.parametrize(
    "address",
    only_long(*ADDRESSES, *(f"{EVENING}{end}" for end in OF_EVENING)),
)
async def test_every_tap_leads_to_a_sound_screen(windows: Windows, address: str) -> None:
    """One tap on one of each kind of thing on each screen."""
    evening = windows.played(2)
    route = address.format(evening=evening.id, entry=evening.sheet.rows[0].id)
    app = await windows.window(route)
    kinds = {re.sub(r"\d+", "#", name.replace(evening.id, "…")): name for name in app.identifiers()}
    assert not app.exists("home"), "there is something here"
    for name in kinds.values():
        if app.route != route or not app.exists(name):
            await app.visit("/settings" if address == "/" else "/")
            await app.visit(route)
        if app.exists(name) and app.enabled(name):
            await app.tap(name)
            assert flaws(app) == [], name
