"""Two players: with bids, and without; and the way from one table to another."""

from __future__ import annotations

from words import t

from scorepad.tarot.hand import Bid, Hand, Side
from scorepad.tarot.scheme_data import shipped_scheme

from .evening import Windows, flaws, on, play, seat, totals
from .test_entry import saved

DUEL = shipped_scheme("open_duel")


async def test_a_hand_without_bids_takes_four_taps(windows: Windows) -> None:
    evening = windows.table(2, scheme=DUEL)
    app = await windows.window(f"/session/{evening.id}/hand")
    assert flaws(app) == []
    for identifier in ("bouts-2", "digit-4", "digit-9", "save"):
        await app.tap(identifier)
    assert app.taps == 4
    assert totals(app) == ["33", "−33"]
    assert saved(windows, evening).taker == "p0"
    await app.tap("menu", "menu-end")
    assert app.exists("figure-hands")
    assert not app.exists("figure-contracts"), "there are none without bids"
    tablet = await windows.window(f"/session/{evening.id}", width=768, height=1024)
    assert {"place-0", "save"} <= set(tablet.identifiers()), "all has room on a tablet"


async def test_the_cards_of_the_other_are_counted(windows: Windows) -> None:
    evening = windows.table(2, scheme=DUEL)
    app = await windows.window(f"/session/{evening.id}/hand")
    for identifier in ("bouts-1", "digit-3", "digit-0", "petit-taker"):
        await app.tap(identifier)
    assert "Bruno · 61 − 41 = +20 → 25 + 20 − 10 = 35" in app.texts()
    await app.tap("pile-of-2")
    assert t("Bouts of {name}", name="Bruno") in app.texts()
    assert on(app, "bouts-") == ["bouts-1"]
    assert app.text("points") == "30"
    await app.tap("pile-of-2")  # again: nothing changes
    await app.tap("save")
    hand = saved(windows, evening)
    assert (hand.taker, hand.bouts, hand.half_points, hand.petit_au_bout) == ("p0", 2, 122, Side.TAKER)
    assert totals(app) == ["55", "−55"]
    await app.tap("next-hand")
    assert on(app, "pile-of-") == ["pile-of-2"], "whose cards are counted stays"


async def test_a_hand_is_corrected_and_a_pile_counted(windows: Windows) -> None:
    evening = windows.table(2, scheme=DUEL)
    loser = Hand(players=("p0", "p1"), taker="p0", bid=Bid.OPEN, bouts=2, half_points=80)
    evening = windows.record(evening, loser)
    app = await windows.window(f"/session/{evening.id}/deal/{evening.sheet.entries[0].id}")
    await app.tap("edit")
    assert on(app, "pile-of-") == ["pile-of-2"]
    assert (on(app, "bouts-"), app.text("points")) == (["bouts-1"], "51")
    await app.tap("count", "pile-defence", "kings-more", "bouts-more", "use-pile")
    assert on(app, "pile-of-") == ["pile-of-1"]
    assert (on(app, "bouts-"), app.text("points")) == (["bouts-1"], "9")
    await app.tap("erase", "erase")
    await app.tap("digit-9")
    assert not app.enabled("digit-0"), "at most 82 with a bout"
    await app.tap("erase", "digit-8", "digit-0", "save")
    assert totals(app) == ["54", "−54"]


async def test_from_four_to_two_and_to_five(windows: Windows) -> None:
    evening = windows.table(4)
    app = await windows.window(f"/session/{evening.id}/rules")
    assert not app.enabled("scheme-open_duel"), "four are too many"
    await app.visit(f"/session/{evening.id}/players")
    await app.tap("more-4", "remove-4", "more-3", "remove-3", "seat")
    await play(app, "1 garde", 2, "49")
    await app.visit(f"/session/{evening.id}/rules")
    await app.tap("scheme-open_duel", "from-now", "next-hand", "bouts-2", "digit-4", "digit-1", "save")
    assert totals(app)[:2] == ["91", "−91"]
    await app.visit(f"/session/{evening.id}/players")
    await seat(app, "Chloé Denis Élise")
    assert not app.enabled("seat"), "the open duel is for two"
    await app.visit(f"/session/{evening.id}/rules/fft")
    await app.tap("from-now")
    await app.visit(f"/session/{evening.id}/players")
    await seat(app, "Chloé Denis Élise")
    await app.tap("seat")
    await play(app, "1 garde", 2, "49", partner="3")
    assert totals(app)[:3] == ["223", "−157", "66"]
    await app.visit(f"/session/{evening.id}/journal")
    assert any("open duel, 2 bouts" in text for text in app.texts())
