"""Mouches and chips, seen before a hand, on the sheet after it, and line by line."""

from __future__ import annotations

from dataclasses import replace

from evenings import NAMES
from words import t

from scorepad.tarot.scheme import ChipRule
from scorepad.tarot.scheme_data import shipped_scheme

from .evening import Windows, enter, play, totals

MOUCHES = shipped_scheme("mouches")
FEW = replace(shipped_scheme("chips"), chips=ChipRule(start=5))


async def test_an_evening_with_mouches(windows: Windows) -> None:
    evening = windows.table(scheme=MOUCHES)
    app = await windows.window(f"/session/{evening.id}")
    assert app.text("pots-0") == t("No mouche")
    await app.tap("next-hand")
    assert app.text("at-stake-1") == t("Mouches with the stakes of this hand: {amounts}", amounts=45)
    await enter(app, "2 garde", 2, "40")
    assert t("mouche {amount}", amount="−45") in app.text("save")
    await app.tap("save")
    assert app.text("pots-0") == t("Mouches: {amounts}", amounts="45 + 45")
    assert totals(app) == ["37", "−211", "42", "42"]
    await app.tap("next-hand", "thrown-all_passed")
    assert app.text("row-2") == "2 All passed 0 37 −5 −216 0 42 0 42"
    await play(app, "3 garde", 2, "49")
    assert app.text("pots-0") == t("Mouches: {amounts}", amounts=45)
    assert totals(app) == ["−29", "−282", "290", "−24"]
    await app.tap("row-3")
    assert app.text("move-2").startswith(t("{name} takes the largest mouche", name="Chloé") + " +55")
    await app.tap("back", "undo", "next-hand")
    assert windows.happened(evening).sheet.pot == (50, 45)
    assert t("mouche {amount}", amount="+55") in app.text("save"), "the hand is there to be saved again"


async def test_chips_are_told_before_a_hand_and_after_it(windows: Windows) -> None:
    evening = windows.table(3, scheme=FEW)
    app = await windows.window(f"/session/{evening.id}")
    assert app.text("pots-0") == t("Chips: {stacks}", stacks="Anne 5, Bruno 5, Chloé 5")
    await app.tap("next-hand")
    of_all = {"taking": "petite, garde", "defending": "petite, garde, garde sans"}
    covers = "{name} has {chips}: covers {taking} as the taker, {defending} in the defence"
    chips = t.plural("{count} chip", "{count} chips", 5)
    assert app.texts_of("at-stake-") == [t(covers, name=name, chips=chips, **of_all) for name in NAMES[:3]]
    await app.tap("bid-1-garde_sans", "bouts-2", "digit-4", "digit-1")
    assert "+4" in app.text("amounts"), "5 chips cover 2 against each"
    await app.tap("save")
    assert totals(app) == ["4", "−2", "−2"]
    assert app.text("pots-0") == t("Chips: {stacks}", stacks="Anne 9, Bruno 3, Chloé 3")
    await app.tap("row-1")
    stakes = next(line for line in app.texts_of("line-") if line.startswith(t("Table stakes")))
    assert "Anne −4, Bruno +2, Chloé +2" in stakes
    await app.visit(f"/session/{evening.id}/end")
    assert "9 chips: 9×1" in app.text("place-0")
