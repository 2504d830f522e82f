"""An old hand in the entry again."""

from __future__ import annotations

import pytest
from words import t

from scorepad.tarot.hand import ThrownIn

from .evening import Windows, enter, play, rows, totals


async def test_another_dealer_of_a_corrected_hand_is_of_that_hand_only(windows: Windows) -> None:
    evening = windows.table(6)
    app = await windows.window(f"/session/{evening.id}")
    await play(app, "1 garde", 2, "49", partner="5")
    await app.tap("next-hand", "bid-2-garde", "back", "row-1", "edit", "dealer", "dealer-6")
    assert t("Correct hand {number}", number=1) in app.texts()
    await enter(app, "1 garde", 2, "41", partner="alone")
    await app.tap("save")
    assert rows(app) == ["row-1"]
    assert totals(app) == ["200", "−50", "−50", "−50", "−50", "0"]
    await app.tap("next-hand")
    assert app.text("change-taker").startswith("C Chloé "), "the hand under way goes on"


@pytest.mark.parametrize(("width", "hands", "scrolls"), [(360, 14, 1), (360, 3, 0), (1280, 14, 0)])
async def test_the_corrected_hand_is_in_sight(
    windows: Windows, width: float, hands: int, scrolls: int
) -> None:
    """Only where the entry lay over a list that scrolls; once, and not at its end."""
    evening = windows.played(hands)
    app = await windows.window(f"/session/{evening.id}", width=width, height=640)
    for digit in "23":
        await app.tap("row-1" if width == 360 else "row-14", "edit", "digit-4", f"digit-{digit}", "save")
    asked = [call.arguments["offset"] for call in app.calls if call.name == "ListView.scroll_to"]
    assert len(asked) == 2 * scrolls
    assert all(200 < offset < 640 for offset in asked)
    await app.tap(*["next-hand"] * (width == 360), "bid-1-garde", "bouts-2", "digit-4", "digit-9", "save")
    assert len([call for call in app.calls if call.name == "ListView.scroll_to"]) == 2 * scrolls, "a new hand"


async def test_a_deal_that_was_not_played_can_become_a_hand(windows: Windows) -> None:
    evening = windows.table()
    windows.record(evening, ThrownIn.MISDEAL)
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("row-1")
    await app.tap("edit")
    await enter(app, "1 garde", 2, "49")
    await app.tap("save")
    assert totals(app) == ["198", "−66", "−66", "−66"]
    await app.tap("row-1")
    await app.tap("edit")
    await app.tap("change-taker")
    await app.tap("thrown-petit_sec")
    assert totals(app) == ["0"] * 4
    assert app.text("row-1") == f"1 {t('Petit sec')}"
