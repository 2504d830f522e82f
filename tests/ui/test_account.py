"""From every total to the hands that it is made of, and back to where one came from."""

from __future__ import annotations

from dataclasses import replace

from evenings import persons, table
from words import t

from scorepad.evening.events import Ended
from scorepad.history import Player
from scorepad.tarot.hand import ThrownIn
from scorepad.ui import routes

from .evening import Windows, play


async def test_a_total_of_the_sheet_leads_to_its_hands_and_they_to_their_lines(windows: Windows) -> None:
    evening = windows.table(5)
    account = routes.account(evening.id, 0)
    app = await windows.window(routes.evening(evening.id))
    await play(app, "1 garde", 2, "49", partner="3", petit="taker")
    await play(app, "2 petite", 1, "40½", partner="1")
    await app.tap("total-0")
    assert app.route == account
    assert app.text("account-total").endswith(" +136")
    called, taken = app.texts_of("hand-")
    assert called.startswith(f"{t('Hand {number}', number=2)} · {t('partner')} Bruno")
    assert taken.startswith(f"{t('Hand {number}', number=1)} · {t('taker')}")
    assert [hand.split()[-2:] for hand in (called, taken)] == [["−36", "136"], ["+172", "172"]]
    counts = t("taken: {taken}, of which won: {won}", taken=1, won=1), t("called: {count}", count=1)
    assert any(text.endswith(" · ".join(counts)) for text in app.texts())
    await app.tap("hand-1")
    assert app.text("result") == t("Made by {points}", points=8)
    await app.tap("back")
    assert app.route == account
    await app.tap("back")
    assert app.route == routes.evening(evening.id)
    await app.tap("row-1", "back")
    assert app.route == routes.evening(evening.id), "from the sheet, the way back leads to the sheet"
    await app.visit(routes.end(evening.id))
    await app.tap("place-0", "back")
    assert app.route == routes.end(evening.id)
    first, stamp = windows.happened(evening).sheet.rows[0].id, windows.history.stamp()
    windows.pad.change(evening.id, lambda now, entry: (now.correct(first, None, stamp), entry))
    windows.record(evening, ThrownIn.MISDEAL)
    await app.tap("place-0")
    assert len(app.named("hand-")) == 1, "neither what was struck out nor what was not played"
    windows.change(evening, Ended())
    await app.visit(routes.evening(evening.id))
    await app.tap("total-1", "rename")
    await app.type("name-p1", "Brunon")
    await app.tap("save-name")
    assert app.route == routes.account(evening.id, 1)
    assert t("{name}, hand by hand", name="Brunon") in app.texts()
    assert not app.exists("save-name")


async def test_a_new_name_of_a_guest_renames_no_player(windows: Windows) -> None:
    """Whose id a file of another program may have given the guest."""
    windows.history.save_players([Player("p0", "Anne")])
    guest = replace(persons(4)[0], guest=True)
    evening = table((guest, *persons(4)[1:]), id="with-a-guest")
    windows.history.create(evening)
    app = await windows.window(routes.account(evening.id, 0))
    await app.tap("rename")
    await app.type("name-p0", "Annie")
    await app.tap("save-name")
    assert windows.happened(evening).sheet.people[0].name == "Annie"
    assert [player.name for player in windows.history.players() if player.id == "p0"] == ["Anne"]
