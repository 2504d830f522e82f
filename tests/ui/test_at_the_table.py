"""What helps at the table: a screen that stays on, a tick on save; and what cannot be done does no harm."""

from __future__ import annotations

from dataclasses import replace

import pytest
from words import t

from scorepad.evening.events import Seated
from scorepad.evening.people import Seating
from scorepad.tarot.hand import Bid, Chelem, Hand, Side, ThrownIn
from scorepad.tarot.parameters import changed
from scorepad.tarot.scheme import Direction
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.ui import routes

from .client import Driver
from .evening import Windows, flaws, grow, on, play


def asked(app: Driver, control: str) -> list[str]:
    """What the app asked of a service, in order."""
    return [call.method for call in app.calls if call.control == control]


async def test_the_screen_stays_on_while_an_evening_is_played(windows: Windows) -> None:
    app = await windows.window()
    assert asked(app, "Wakelock") == []
    await app.visit(routes.evening(windows.table().id))
    assert asked(app, "Wakelock") == ["enable"]
    await play(app, "1 garde", 2, "49")
    assert asked(app, "Wakelock") == ["enable"]
    await app.tap("menu", "menu-journal")
    assert asked(app, "Wakelock") == ["enable", "disable"]
    await app.tap("back")
    assert asked(app, "Wakelock")[2:] == ["enable"]
    await app.tap("menu", "menu-finish", "sheet")
    assert asked(app, "Wakelock")[3:] == ["disable"], "there is no hand to wait for"


async def test_a_saved_hand_ticks(windows: Windows) -> None:
    app = await windows.window(routes.evening(windows.table().id))
    await app.tap("next-hand", "bid-1-garde")
    assert asked(app, "HapticFeedback") == []
    await app.tap("back")
    await app.tap("next-hand", "bouts-2", "digit-4", "digit-9", "save")
    assert asked(app, "HapticFeedback") == ["light_impact"]


async def test_both_are_turned_off_in_the_settings(windows: Windows) -> None:
    app = await windows.window(routes.SETTINGS)
    await app.tap("switch-awake", "switch-ticks")
    await app.visit(routes.evening(windows.table().id))
    await play(app, "1 garde", 2, "49")
    assert asked(app, "Wakelock") + asked(app, "HapticFeedback") == []


async def test_a_browser_that_can_do_neither_says_nothing(windows: Windows) -> None:
    errors = iter([RuntimeError("no wake lock here"), TimeoutError(), RuntimeError("no vibration")])

    def fail(_: object) -> None:
        raise next(errors)

    app = await windows.window()
    app.answers["Wakelock.enable"] = app.answers["Wakelock.disable"] = fail
    app.answers["HapticFeedback.light_impact"] = fail
    await app.visit(routes.evening(windows.table().id))
    await play(app, "1 garde", 2, "49")
    assert app.text("notice").startswith(t("Hand {number} saved: {result}", number=1, result=""))
    await app.visit(routes.HOME)
    assert asked(app, "Wakelock") == ["enable", "disable"]


# --- Big totals ----------------------------------------------------------------------------------------------


def faces(app: Driver) -> dict[str, int]:
    """The quarter turns of each total in large figures, by the name of its player."""
    found = {}
    for name in app.identifiers():
        if name.startswith("big-"):
            inside = app.node(name)["content"]
            found[app.text(name).split()[1]] = inside.get("quarter_turns", 0)
    return found


async def test_each_total_faces_its_seat(windows: Windows) -> None:
    """The deal passes to the right, as they sit."""
    evening = windows.table()
    app = await windows.window(routes.evening(evening.id))
    await play(app, "1 garde", 2, "49")
    await app.tap("menu", "menu-big")
    assert faces(app) == {"Anne": 0, "Bruno": 3, "Chloé": 2, "Denis": 1}
    assert app.text("big-0") == "A Anne 198"
    assert asked(app, "Wakelock")[-1] == "enable"
    windows.record(windows.happened(evening), ThrownIn.MISDEAL)
    await app.settle()
    await app.tap("back")
    assert app.route == routes.evening(evening.id)
    assert asked(app, "Wakelock")[-1] == "enable"


async def test_who_plays_clockwise_sits_the_other_way_round(windows: Windows) -> None:
    scheme = changed(shipped_scheme(), "table.direction", Direction.CLOCKWISE)
    app = await windows.window(routes.big(windows.table(scheme=scheme).id))
    assert faces(app) == {"Anne": 0, "Bruno": 1, "Chloé": 2, "Denis": 3}


@pytest.mark.parametrize(
    ("people", "width", "height", "growth", "least"),
    [(4, 1280, 800, 2.0, 30), (5, 360, 640, 2.0, 24)],
)
async def test_all_totals_fit_and_are_as_large_as_can_be(
    windows: Windows, people: int, width: int, height: int, growth: float, least: int
) -> None:
    evening = windows.table(people)
    players = evening.table.seating.players(evening.dealer)
    partner = players[1] if len(players) == 5 else None
    chelem = Chelem(Side.TAKER, Side.TAKER)
    hand = Hand(players=players, taker=players[0], bid=Bid.GARDE, bouts=3, half_points=182)
    windows.record(evening, replace(hand, partner=partner, chelem=chelem))
    app = await windows.window(routes.big(evening.id), width=width, height=height)
    await grow(app, growth)
    assert len(faces(app)) == people
    assert flaws(app, odd_names=True) == []
    totals = [each.node for each in app.screen() if each.kind == "Text" and each.node.get("semantics_label")]
    assert len(totals) == people
    assert min(each["size"] * growth for each in totals) >= least


async def test_the_big_totals_tell_of_who_left_and_of_the_mouches(windows: Windows) -> None:
    evening = windows.played(3)
    app = await windows.window(routes.big(evening.id))
    assert not app.exists("big-others")
    seating = Seating(evening.sheet.people[:3], 3, evening.sheet.people[0].id)
    windows.change(evening, Seated(seating))
    await app.settle()
    assert app.text("big-others") == f"Denis {t.number(evening.sheet.totals[3], evening.sheet.unit)}"
    assert flaws(app) == []


# --- The left hand -------------------------------------------------------------------------------------------


async def test_the_left_hand_reaches_what_the_right_one_does(windows: Windows) -> None:
    """The same screens, with menus, keys and bids on the other side."""
    evening = windows.played(2)
    route = routes.evening(evening.id)

    async def orders() -> dict[str, list[str]]:
        """Which of the tiles of a row comes first, on each screen."""
        app = await windows.window(route)
        bar = [name for name in app.identifiers() if name in ("back", "undo", "menu")]
        await app.tap("next-hand")
        bids = [name for name in app.identifiers() if name in ("bid-1-petite", "bid-1-garde")]
        await app.tap("bid-1-garde")
        keys = [name for name in app.identifiers() if name in ("digit-1", "digit-5", "erase")]
        lower = [name for name in app.identifiers() if name in ("digit-6", "digit-0", "half")]
        assert flaws(app) == []
        await app.tap("bouts-2", "digit-4", "digit-9", "save")
        notice = [name for name in app.identifiers() if name.startswith("notice")]
        assert flaws(app) == []
        await app.tap("notice-undo", "change-taker", "back")
        return {"bar": bar, "bids": bids, "keys": keys, "lower": lower, "notice": notice}

    right = await orders()
    settings = await windows.window(routes.SETTINGS)
    assert on(settings, "switch-") == ["switch-awake", "switch-ticks", "switch-keys"]
    await settings.tap("switch-left_handed")
    await windows.restart()
    left = await orders()
    assert left.pop("bids") == right.pop("bids") == ["bid-1-petite", "bid-1-garde"], "they rise as ever"
    keys = ["erase", "digit-1", "digit-5"]
    assert left["bar"] == ["menu", "undo", "back"] == right["bar"][::-1]
    assert (left["keys"], right["keys"]) == (keys, [*keys[1:], keys[0]])
    assert (left["lower"][0], right["lower"][-1]) == ("half", "half")
    assert left["notice"] == right["notice"][::-1]
    wide = await windows.wide(route)
    assert wide.identifiers().index("bid-1-garde") < wide.identifiers().index("row-1")
