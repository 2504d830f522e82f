"""The score sheet: rows, totals, marks; a hand changed in the middle; undo and redo."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from evening import Evening, on, play, points, rows, totals
from flet.controls.context import _context_page

from scorepad.tarot.hand import ThrownIn
from scorepad.tarot.parameters import changed
from scorepad.tarot.scheme import shipped_scheme
from scorepad.ui import theme
from scorepad.ui.components.sheet import LABEL, _fitting
from scorepad.ui.theme import Room, Size


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with Evening(tmp_path) as evening:
        yield evening


# --- What it shows ------------------------------------------------------------------------------------------


async def test_a_row_says_what_was_bid_how_it_ended_and_what_it_paid(evening: Evening) -> None:
    app = await evening.window(f"/session/{evening.table(5).id}")
    await play(app, "1 garde", 2, "49", partner="3", petit="taker", poignees="2 single")
    assert app.text("row-1") == (
        "Garde Made by 8 · petit · poignée ★ +212 212 −106 −106 ☆ +106 106 −106 −106 −106 −106"
    )
    await play(app, "2 garde_sans", 1, "40½", partner="alone")
    assert app.text("row-2") == ("Garde sans Down 11 +144 356 ★ −576 −682 +144 250 +144 38 +144 38")
    assert "After 2" in app.texts()
    assert "Bruno taker −576 −682" in app.name("row-2"), "a screen reader hears whose amount it is"


async def test_a_deal_that_was_not_played_has_a_row_without_amounts(evening: Evening) -> None:
    session = evening.played(1)
    evening.record(session, ThrownIn.PETIT_SEC)
    app = await evening.window(f"/session/{session.id}")
    assert app.text("row-2") == "Petit sec"
    assert "After 2" in app.texts()


async def test_the_agreed_number_of_hands(evening: Evening) -> None:
    """The last one is announced, deals thrown in do not count, and nobody is told to be after 3 of 2."""
    agreed = changed(shipped_scheme(), "table.hands", 2)
    session = evening.table(scheme=agreed)
    app = await evening.window(f"/session/{session.id}")
    wide = await evening.wide(f"/session/{session.id}")
    assert "After 0 of 2" in app.texts()
    assert app.text("next-hand") == "Hand 1 · Anne deals"
    await play(app, "1 garde", 2, "49")
    assert "After 1 of 2" in app.texts()
    assert app.text("next-hand") == "Last hand · Bruno deals"
    assert "Last hand" in wide.texts()
    evening.record(session, ThrownIn.PETIT_SEC)
    await app.settle()
    assert "After 1 of 2" in app.texts()
    assert app.text("next-hand") == "Last hand · Chloé deals"
    await app.tap("next-hand")
    assert "Last hand" in app.texts()
    await app.tap("bid-1-garde")
    await app.tap("back")
    assert app.text("next-hand") == "Last hand · go on"
    assert not app.exists("all-played")
    await app.tap("next-hand")
    await app.tap("bouts-2")
    await points(app, "49")
    await app.tap("save")
    assert "After 2 of 2" in app.texts()
    assert app.text("all-played") == "2 of 2 hands: end the evening?"
    assert app.text("next-hand") == "Hand 4 · Denis deals", "the table may play on"
    await play(app, "1 garde", 2, "49")
    assert "After 4" in app.texts()
    assert not [words for words in app.texts() if words.startswith("After") and "of" in words]
    await app.tap("all-played")
    await app.tap("finish")
    await app.tap("back")
    await app.visit(f"/session/{session.id}")
    assert not app.exists("all-played")


async def test_the_leader_and_the_dealer_are_marked(evening: Evening) -> None:
    app = await evening.window(f"/session/{evening.table().id}")

    def marked() -> list[str]:
        labels = [each.node.get("semantics_label") for each in app._screen() if each.kind == "Icon"]
        return [label for label in labels if label and label.endswith(("leads", "deals"))]

    assert marked() == ["Anne deals"], "nobody leads with nothing"
    await play(app, "2 garde", 2, "49")
    assert marked() == ["Bruno leads", "Bruno deals"]
    await play(app, "3 garde", 2, "49")
    assert marked() == ["Bruno leads", "Chloé leads", "Chloé deals"]
    await app.tap("end")
    await app.tap("finish")
    await app.tap("sheet")
    assert marked() == ["Bruno leads", "Chloé leads"], "nobody deals any more"


async def test_a_hundred_rows_at_once_and_older_ones_on_demand(evening: Evening) -> None:
    app = await evening.window(f"/session/{evening.played(120).id}")
    assert rows(app) == [f"row-{number}" for number in range(21, 121)]
    assert totals(app) == ["0"] * 4
    await app.tap("older")
    assert rows(app) == [f"row-{number}" for number in range(1, 121)]
    assert not app.exists("older")
    await play(app, "1 garde", 2, "49")
    assert rows(app)[-1] == "row-121"
    assert app.text("row-121").endswith("★ +198 198 −66 −66 −66 −66 −66 −66")


# --- A hand changed in the middle -----------------------------------------------------------------------------


async def test_an_old_hand_that_is_corrected_changes_all_totals_below(evening: Evening) -> None:
    session = evening.table()
    app = await evening.window(f"/session/{session.id}")
    await play(app, "1 garde", 2, "56")
    await play(app, "2 garde", 3, "49", petit="taker")
    await play(app, "3 garde", 2, "40", petit="defence")
    await play(app, "3 garde", 2, "41", petit="defence")
    below = [app.text(row) for row in rows(app)]
    await app.tap("row-2")
    await app.tap("edit")
    assert "Correct hand 2" in app.texts()
    assert on(app, "bouts-") == ["bouts-3"]
    assert on(app, "petit-") == ["petit-taker"]
    await points(app, "51")
    await app.tap("save")
    assert app.text("notice") == "Hand 2 corrected: Made by 15"
    now = [app.text(row) for row in rows(app)]
    assert now[0] == below[0]
    assert now[1] == "Garde Made by 15 · petit −100 140 ★ +300 220 −100 −180 −100 −180"
    assert now[2].endswith("+72 212 +72 292 ★ −216 −396 +72 −108")
    assert totals(app) == ["182", "262", "−306", "−138"]
    assert app.text("next-hand") == "Hand 5 · Anne deals"


async def test_a_hand_that_is_struck_out_counts_no_longer_and_can_come_back(evening: Evening) -> None:
    session = evening.table()
    app = await evening.window(f"/session/{session.id}")
    await play(app, "1 garde", 2, "49")
    await play(app, "2 garde", 2, "41")
    await app.tap("row-1")
    await app.tap("void")
    assert app.text("notice") == "Hand struck out"
    assert "Struck-out hand" in app.texts()
    await app.tap("back")
    struck, row = rows(app)
    assert struck.startswith("struck-")
    assert row == "row-1"
    assert totals(app) == ["−50", "150", "−50", "−50"]
    assert app.text("next-hand") == "Hand 2 · Chloé deals"
    await app.tap(struck)
    await app.tap("restore")
    assert app.text("notice") == "Hand restored"
    await app.tap("back")
    assert rows(app) == ["row-1", "row-2"]
    assert totals(app) == ["148", "84", "−116", "−116"]


# --- Undo -------------------------------------------------------------------------------------------------------


async def test_undo_after_saving_brings_every_field_back_into_the_form(evening: Evening) -> None:
    app = await evening.window(f"/session/{evening.table(5).id}")
    await app.tap("next-hand")
    await app.tap("bid-2-garde_sans")
    await app.tap("partner-4")
    await app.tap("bouts-2")
    await app.tap("counted-by")
    await points(app, "45½")
    await app.tap("petit-defence")
    await app.tap("open-poignees")
    await app.tap("poignee-1-single")
    await app.tap("open-poignees")
    await app.tap("poignee-5-double")
    await app.tap("open-chelem")
    await app.tap("chelem-2")
    seen = app.texts()
    await app.tap("save")
    after = totals(app)
    await app.tap("notice-undo")
    assert totals(app) == []
    assert app.texts()[0] == "Undone: hand 1"
    await app.tap("petit-defence")
    await app.tap("petit-defence")
    assert app.texts() == seen
    assert app.text("points") == "45½"
    assert on(app, "petit-") == ["petit-defence"]
    assert on(app, "bouts-") == ["bouts-2"]
    assert on(app, "open-") == ["open-poignees", "open-chelem"]
    await app.tap("open-poignees")
    assert on(app, "poignee-") == ["poignee-1-single", "poignee-5-double"]
    await app.tap("close-panel")
    await app.tap("save")
    assert totals(app) == after


async def test_undo_after_correcting_brings_the_correction_back_into_the_form(evening: Evening) -> None:
    session = evening.played(2)
    app = await evening.window(f"/session/{session.id}")
    before = totals(app)
    await app.tap("row-1")
    await app.tap("edit")
    await points(app, "49")
    await app.tap("save")
    after = totals(app)
    await app.tap("notice-undo")
    assert "Undone: hand 1 · corrected" in app.texts()
    assert app.text("points") == "49"
    await points(app, "49")
    assert "Correct hand 1" in app.texts()
    await app.tap("back")
    assert totals(app) == before
    await app.tap("redo")
    assert totals(app) == after


async def test_undo_and_redo_from_the_sheet(evening: Evening) -> None:
    session = evening.table()
    app = await evening.window(f"/session/{session.id}")
    assert not app.exists("undo")
    await play(app, "1 garde", 2, "49")
    await play(app, "2 garde", 2, "41")
    after = totals(app)
    await app.tap("undo")
    assert app.text("points") == "41"
    await app.tap("back")
    assert totals(app) == ["198", "−66", "−66", "−66"]
    await app.tap("undo")
    await app.tap("back")
    assert totals(app) == ["0"] * 4
    assert not app.exists("undo")
    await app.tap("redo")
    assert totals(app) == ["198", "−66", "−66", "−66"]
    await app.tap("redo")
    assert totals(app) == after
    assert not app.exists("redo")
    assert app.text("next-hand") == "Hand 3 · Chloé deals", "what was undone is no hand begun"
    assert evening.happened(session).totals == (148, 84, -116, -116)


async def test_a_new_hand_after_an_undo_leaves_nothing_to_redo(evening: Evening) -> None:
    app = await evening.window(f"/session/{evening.table().id}")
    await play(app, "1 garde", 2, "49")
    await app.tap("undo")
    await app.tap("erase")
    await app.tap("digit-1")
    await app.tap("save")
    assert totals(app) == ["150", "−50", "−50", "−50"]
    assert not app.exists("redo")


async def test_undo_of_a_deal_that_was_not_played_asks_nothing(evening: Evening) -> None:
    app = await evening.window(f"/session/{evening.table().id}")
    await app.tap("next-hand")
    await app.tap("thrown-misdeal")
    await app.tap("notice-undo")
    assert app.text("notice") == "Undone: hand 1"
    assert app.text("next-hand") == "Hand 1 · Anne deals"


async def test_undo_of_striking_out_and_of_restoring(evening: Evening) -> None:
    app = await evening.window(f"/session/{evening.played(2).id}")
    before = totals(app)
    await app.tap("row-1")
    await app.tap("void")
    await app.tap("back")
    struck = totals(app)
    assert struck != before
    await app.tap("undo")
    assert app.text("notice") == "Undone: hand 1 · struck out"
    assert totals(app) == before
    await app.tap("redo")
    assert app.text("notice") == "Done again: hand 1 · struck out"
    assert totals(app) == struck
    await app.tap("notice-undo")
    assert totals(app) == before


async def test_undo_survives_a_restart(evening: Evening) -> None:
    session = evening.table()
    app = await evening.window(f"/session/{session.id}")
    await play(app, "1 garde", 2, "49")
    await evening.restart()
    app = await evening.window(f"/session/{session.id}")
    await app.tap("undo")
    assert app.text("change-taker") == "A Anne takes a garde change"
    assert app.text("points") == "49"


@pytest.mark.parametrize("growth", [1.0, 1.5, 2.0, 2.5])
@pytest.mark.parametrize("amount", ["−66", "+348", "−1\u202f345", "−12\u202f345½"])
@pytest.mark.parametrize("people", [3, 4, 5, 8])
def test_no_figure_is_wider_than_its_column(people: int, amount: str, growth: float) -> None:
    """One that is cut, or broken in two, is another number."""
    size = _fitting([amount] * people, (Size.SMALL, Size.TINY), Room.of(360, 640, growth))
    column = (360 - 2 * theme.SPACE - LABEL) / people - 2
    figures = len(amount) - 0.67 * amount.count("\u202f")
    assert 0 < size * growth * theme.FIGURE * figures <= column + 0.01
    assert size <= theme.SIZES[Size.SMALL]


async def test_large_letters_put_the_sign_of_the_taker_below(evening: Evening) -> None:
    session = evening.played(1)
    app = await evening.window(f"/session/{session.id}")
    assert app.text("row-1").endswith("★ +150 150 −50 −50 −50 −50 −50 −50")
    token = _context_page.set(app.session.page)
    app.session.page.data.text_grown(2.0)
    _context_page.reset(token)
    await app.settle()
    assert app.text("row-1").endswith("+150 150 ★ −50 −50 −50 −50 −50 −50")
