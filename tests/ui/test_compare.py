"""A hand, or an evening, under other rules beside the table's own; and going over to them."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from words import t

from scorepad.evening.evening import Evening
from scorepad.evening.events import Ended
from scorepad.tarot.hand import Bid, Hand, Poignee, PoigneeSize, Side, ThrownIn
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_scheme

from .client import Driver
from .evening import Windows, enter, on, totals

FOUR = ("p0", "p1", "p2", "p3")
GARDE = Hand(players=FOUR, taker="p0", bid=Bid.GARDE, bouts=2, half_points=98)
PETITE = replace(GARDE, bid=Bid.PETITE)
OF_FIVE = replace(PETITE, players=(*FOUR, "p4"), partner="p1")
WON, OVER = t("{bid}, won", bid=t("Garde")), t.plural("{count} point over", "{count} points over", 8)
PETIT, EACH_PAYS = t("Petit au bout, taken by the defence"), t("Each defender pays")
NO_DIFFERENCE = t("No difference for this hand.")


async def compared(windows: Windows, hand: Hand, scheme: str | Scheme = "fft") -> Driver:
    """The hand of an evening under other rules than its own."""
    rules = shipped_scheme(scheme) if isinstance(scheme, str) else scheme
    evening = windows.record(windows.table(len(hand.players), scheme=rules), hand)
    return await windows.window(f"/session/{evening.id}/deal/{evening.sheet.entries[0].id}/compare")


async def beside(app: Driver, *schemes: str) -> None:
    """Leaves these schemes, and no others, beside the table's own."""
    for scheme in schemes:
        if f"scheme-{scheme}" not in on(app, "scheme-"):
            await app.tap(f"scheme-{scheme}")
    for name in on(app, "scheme-"):
        if name.removeprefix("scheme-") not in schemes:
            await app.tap(name)


def row(app: Driver, title: str, columns: int = 2) -> list[str]:
    """The amounts of a row, under the table's own rules first."""
    texts = app.texts()
    at = texts.index(title) + 1
    return texts[at : at + columns]


def marked(app: Driver) -> list[str]:
    """The titles of the lines with the sign of a difference."""
    return [title for sign, title in pairwise(app.texts()) if sign == "≠"]


# --- A hand -----------------------------------------------------------------------------------------------------


async def test_the_first_scheme_that_differs_is_beside_the_tables_own(windows: Windows) -> None:
    app = await compared(windows, OF_FIVE)
    assert on(app, "scheme-") == ["scheme-equal_split"]
    assert not app.exists("scheme-fft"), "the table's own is always there"
    assert marked(app) == ["Anne", "Bruno"], "every line is the same, but not the shares"
    assert row(app, EACH_PAYS) == ["33", "33"]
    assert row(app, "Anne") == ["+66", "+49½"]
    assert NO_DIFFERENCE not in app.texts()


async def test_a_hand_line_by_line(windows: Windows) -> None:
    hand = replace(GARDE, petit_au_bout=Side.DEFENCE, poignees=(Poignee("p2", PoigneeSize.DOUBLE),))
    evening = windows.record(windows.table(), hand)
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("row-1", "compare")
    assert app.texts().count("Flat 80, 160, 320") == 2, "to choose, and over its column"
    assert row(app, WON) == ["+25 × 2 = +50", "+80"]
    assert row(app, OVER) == ["+8 × 2 = +16", "+10"]
    assert row(app, PETIT) == ["−10 × 2 = −20", "−10"]
    assert ["+30", "+30"] in [row(app, text) for text in app.texts() if "Chloé" in text]
    assert row(app, EACH_PAYS) == ["76", "110"]
    assert row(app, "Anne") == ["+228", "+330"]
    for name in ("Bruno", "Chloé", "Denis"):
        assert row(app, name) == ["−76", "−110"]
    assert marked(app) == [WON, OVER, PETIT]
    await app.tap("back")
    assert app.text("score").endswith(" 76"), "where it came from"
    assert windows.happened(evening) == evening, "nothing of it is kept"


async def test_every_line_that_differs_is_marked(windows: Windows) -> None:
    app = await compared(windows, replace(GARDE, poignees=(Poignee("p0", PoigneeSize.TRIPLE),)))
    triple = t("{poignee}, shown by {name}", poignee=t("Triple poignée"), name="Anne")
    await beside(app, "rounded_5", "poignees_10_20_40", "wikipedia")
    assert marked(app) == [triple, t("Rounding")]


async def test_up_to_four_schemes_stand_side_by_side(windows: Windows) -> None:
    app = await compared(windows, GARDE)
    await beside(app, "stepped_base", "rounded_5", "rounded_10")
    assert row(app, EACH_PAYS, 4) == ["66", "70", "65", "48"]
    await app.tap("scheme-flat_80")
    picked = ["scheme-flat_80", "scheme-rounded_10", "scheme-rounded_5"]
    assert sorted(on(app, "scheme-")) == picked, "in place of the first that was picked"
    for name in on(app, "scheme-"):
        await app.tap(name)
    assert on(app, "scheme-") == ["scheme-flat_80"], "with nothing beside it nothing would be compared"


async def test_a_scheme_that_is_tapped_stays_where_the_finger_is(windows: Windows) -> None:
    app = await compared(windows, PETITE)
    chips = [name for name in app.identifiers() if name.startswith("scheme-")]
    assert on(app, "scheme-") == chips[:1], "what is compared at first is in sight"
    for chip in (chips[-1], chips[4], chips[0]):
        await app.tap(chip)
        assert [name for name in app.identifiers() if name.startswith("scheme-")] == chips


async def test_a_scheme_without_the_bid_shows_the_problem(windows: Windows) -> None:
    app = await compared(windows, PETITE)
    await beside(app, "flat_80", "no_petite")
    problem = t("This table does not play {bid}.", bid=t("Petite"))
    assert {f"Flat 80, 160, 320: {problem}", f"Without petite: {problem}"} <= set(app.texts())
    assert row(app, t("{bid}, won", bid=t("Petite")), 3) == ["+25", "–", "–"]
    assert row(app, EACH_PAYS, 3) == ["33", "–", "–"]
    assert row(app, "Anne", 3) == ["+99", "–", "–"]
    assert NO_DIFFERENCE not in app.texts()


async def test_an_evening_that_keeps_an_older_version_is_compared_by_that(windows: Windows) -> None:
    first = replace(shipped_scheme("stepped_base"), id="ours", name="Chez Anne")
    windows.history.save_scheme(replace(first, bids=shipped_scheme("pousse").bids))
    app = await compared(windows, GARDE, first)
    assert app.text("scheme-ours") == t("{scheme}, as now", scheme="Chez Anne")
    assert row(app, EACH_PAYS)[0] == "48"


async def test_only_hands_can_be_compared(windows: Windows) -> None:
    evening = windows.record(windows.table(), ThrownIn.MISDEAL)
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("row-1")
    assert not app.exists("compare")
    for route in (
        f"/session/{evening.id}/deal/{evening.sheet.entries[0].id}",
        f"/session/{evening.id}/deal/x",
    ):
        await app.visit(f"{route}/compare")
        assert t("This page does not exist.") in app.texts()


# --- An evening -------------------------------------------------------------------------------------------------


def played(windows: Windows, *hands: Hand | ThrownIn, scheme: str = "fft") -> Evening:
    evening = windows.table(scheme=shipped_scheme(scheme))
    for hand in hands:
        evening = windows.record(evening, hand)
    return evening


async def test_an_evening_under_other_rules(windows: Windows) -> None:
    lost = replace(GARDE, taker="p1", half_points=74, petit_au_bout=Side.DEFENCE)
    evening = played(windows, GARDE, lost, ThrownIn.ALL_PASSED)
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("menu", "menu-end", "compare")
    assert on(app, "scheme-") == ["scheme-flat_80"]
    assert row(app, "Anne") == ["+276 (1st)", "+360 (1st)"]
    assert row(app, "Bruno") == ["−300 (4th)", "−360 (4th)"]
    assert row(app, "Chloé") == ["+12 (2nd)", "0 (2nd)"]
    assert row(app, "Denis") == ["+12 (2nd)", "0 (2nd)"]
    await beside(app, "stepped_base", "rounded_10")
    assert row(app, "Bruno", 3) == ["−300 (4th)", "−310 (4th)", "−210 (4th)"]
    assert windows.happened(evening) == evening, "nothing of it is kept"
    await app.tap("back")
    assert app.exists("finish")


async def test_hands_that_other_rules_lack_are_left_out_and_counted(windows: Windows) -> None:
    app = await windows.window(f"/session/{played(windows, GARDE, PETITE, PETITE).id}/compare")
    await beside(app, "no_petite")
    assert row(app, "Anne") == ["+396 (1st)", "+198 (1st)"]
    assert any(text.startswith("Without petite: 2 ") for text in app.texts())


# --- Going over -------------------------------------------------------------------------------------------------


async def test_rules_that_lack_a_bid_played_are_refused_with_the_reason(windows: Windows) -> None:
    evening = played(windows, GARDE, PETITE)
    app = await windows.window(f"/session/{evening.id}/compare")
    await beside(app, "no_petite")
    await app.tap("adopt-no_petite")
    assert not app.enabled("whole-evening")
    assert t("These rules lack something that was played.") in app.text("whole-evening")
    assert app.enabled("from-now")
    other = await windows.window(f"/session/{evening.id}")
    await other.tap("row-2", "void")
    assert app.enabled("whole-evening"), "struck out, it was not played"


async def test_a_finished_evening_can_be_compared_but_not_changed(windows: Windows) -> None:
    evening = played(windows, GARDE)
    windows.change(evening, Ended())
    app = await windows.window(f"/session/{evening.id}/compare")
    assert row(app, "Anne") == ["+198 (1st)", "+270 (1st)"]
    assert not any(name.startswith("adopt-") for name in app.identifiers())


async def test_a_bid_under_way_that_the_new_rules_lack_is_reported(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}/hand")
    await enter(app, "1 petite", 2, "49")
    await app.visit(f"/session/{evening.id}/rules")
    await app.tap("scheme-no_petite", "next-hand")
    assert app.text("sentence") == t("This table does not play {bid}.", bid=t("Petite"))
    assert not app.enabled("save")
    await app.tap("change-taker")
    assert not app.exists("bid-1-petite")
    await app.tap("bid-1-garde", "save")
    assert totals(app) == ["198", "−66", "−66", "−66"]
