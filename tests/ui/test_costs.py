"""The costs of a tap: comparisons, searches and messages of Flet."""

from __future__ import annotations

from typing import Any

import pytest
from flet.controls.object_patch import DiffBuilder
from flet_client import Driver

from scorepad.tarot.hand import Bid, Hand
from scorepad.ui import routes

from .evening import Windows, play


@pytest.mark.parametrize("wide", [True, False])
async def test_a_control_that_is_kept_can_still_be_tapped_without_a_search(
    wide: bool, windows: Windows
) -> None:
    """Flet finds the page from a control by its parents; where one is lost, it searches the whole tree."""
    route = f"/session/{windows.table(5).id}"
    app = await (windows.wide(route) if wide else windows.window(route))

    def lost() -> list[str]:
        seen = [each for each in app.screen() if each.node.get("on_click")]
        assert seen
        mounted = app.session._Session__is_mounted_control
        return [repr(each.node) for each in seen if not mounted(app.session.index[each.id])]

    questions = ["next-hand", "dealer", "dealer-1", "bid-1-garde", "partner-3", "bouts-2", "open-poignees"]
    rest = ["poignee-2-single", "count", "close-panel", "digit-4", "digit-9", "petit-taker", "save"]
    for name in 2 * [*questions, *rest]:
        if name not in questions or app.exists(name):
            await app.tap(name)
            assert lost() == [], name


async def test_a_tap_compares_little_more_than_it_changes(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The costs of a tap are Flet's comparisons, in an evening of any length."""
    app = await windows.window(f"/session/{windows.played(30).id}")
    await play(app, "1 garde", 2, "49")
    compare: Any = DiffBuilder._compare_dataclasses
    compared = 0

    def counted(self: DiffBuilder, parent: Any, path: Any, src: Any, dst: Any, frozen: bool) -> None:
        nonlocal compared
        compared += src is not dst
        compare(self, parent, path, src, dst, frozen)

    monkeypatch.setattr(DiffBuilder, "_compare_dataclasses", counted)
    for name, most in {
        "next-hand": 100,
        "bid-2-garde": 100,
        "bouts-2": 50,
        "digit-4": 50,
        "digit-9": 50,
        "save": 100,  # the entry that goes out of sight is not drawn
    }.items():
        compared = 0
        await app.tap(name)
        assert compared < most, name


async def test_a_save_sends_little_however_long_the_evening(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More is counted here than goes over the wire, with a notice of what the other window did.

    An evening that another window begins sends nothing here.
    """
    evening = windows.played(100, 5)
    app = await windows.wide(routes.evening(evening.id))
    receive, sent = Driver._receive, 0

    def received(self: Driver, action: Any, body: Any) -> None:
        nonlocal sent
        sent += len(str(body).encode())
        receive(self, action, body)

    monkeypatch.setattr(Driver, "_receive", received)
    players = tuple(person.id for person in evening.sheet.people)
    hand = Hand(players=players, taker="p1", bid=Bid.GARDE, bouts=2, half_points=91, partner="p2")
    windows.record(evening, hand)
    await app.settle()
    assert 0 < sent < 17_000
    sent = 0
    windows.table()
    await app.settle()
    assert sent == 0
