"""A hand, or an evening, under other rules beside the table's own; and going over to them."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from flet_client import Driver
from words import t

from scorepad.tarot.hand import Bid, Hand, Poignee, PoigneeSize, Side, ThrownIn

from .evening import Windows, on

FOUR = ("p0", "p1", "p2", "p3")
GARDE = Hand(players=FOUR, taker="p0", bid=Bid.GARDE, bouts=2, half_points=98)
PETITE = replace(GARDE, bid=Bid.PETITE)
OF_FIVE = replace(PETITE, players=(*FOUR, "p4"), partner="p1")
WON, OVER = t("{bid}, won", bid=t("Garde")), t.plural("{count} point over", "{count} points over", 8)
PETIT, EACH_PAYS = t("Petit au bout, taken by the defence"), t("Each defender pays")


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


async def test_the_first_scheme_that_differs_is_beside_the_tables_own(windows: Windows) -> None:
    evening = windows.record(windows.table(5), OF_FIVE)
    app = await windows.window(f"/session/{evening.id}/deal/{evening.sheet.rows[0].id}/compare")
    assert on(app, "scheme-") == ["scheme-equal_split"]
    assert not app.exists("scheme-fft"), "the table's own is always there"
    assert marked(app) == ["Anne", "Bruno"], "every line is the same, but not the shares"
    assert row(app, "Anne") == ["+66", "+49½"]
    await beside(app, "equal_split", "flat_80")
    assert {"Anne", "Bruno"} <= {*marked(app)}, "also beside rules whose lines differ"
    await beside(app, "equal_split")
    await beside(app, "stepped_base", "rounded_5", "rounded_10")
    assert row(app, EACH_PAYS, 4) == ["33", "30", "35", "18"]
    await app.tap("scheme-flat_80")
    picked = ["scheme-flat_80", "scheme-rounded_10", "scheme-rounded_5"]
    assert sorted(on(app, "scheme-")) == picked, "in place of the first that was picked"


async def test_a_hand_is_compared_line_by_line(windows: Windows) -> None:
    hand = replace(GARDE, petit_au_bout=Side.DEFENCE, poignees=(Poignee("p2", PoigneeSize.DOUBLE),))
    evening = windows.record(windows.table(), hand)
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("row-1", "compare")
    assert row(app, WON) == ["+25 × 2 = +50", "+80"]
    assert row(app, OVER) == ["+8 × 2 = +16", "+10"]
    assert row(app, PETIT) == ["−10 × 2 = −20", "−10"]
    assert row(app, EACH_PAYS) == ["76", "110"]
    assert [row(app, name) for name in ("Anne", "Bruno")] == [["+228", "+330"], ["−76", "−110"]]
    assert marked(app) == [WON, OVER, PETIT]
    await app.tap("back")
    assert app.text("score").endswith(" 76"), "where it came from"
    assert windows.happened(evening) == evening, "nothing of it is kept"


@pytest.mark.promise(
    "The screens: choose and read the rules", "A comparison with other rules leads to playing by them."
)
async def test_an_evening_under_other_rules(windows: Windows) -> None:
    lost = replace(GARDE, taker="p1", half_points=74, petit_au_bout=Side.DEFENCE)
    evening = windows.table()
    for outcome in (GARDE, lost, ThrownIn.ALL_PASSED, PETITE):
        evening = windows.record(evening, outcome)
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("menu", "menu-end", "compare")
    totals_beside = {amount.split()[0] for amount in row(app, "Bruno")}
    assert len(totals_beside) == 2, "the first scheme whose totals differ"
    await beside(app, "stepped_base", "no_petite")
    assert row(app, "Bruno", 3) == ["−333 (4th)", "−300 (4th)", "−228 (4th)"]
    assert any(text.startswith("Without petite: 1 ") for text in app.texts()), "the petite is left out"
    assert windows.happened(evening) == evening, "nothing of it is kept"
    await app.tap("adopt-no_petite")
    assert not app.enabled("whole-evening")
    assert t("These rules lack something that was played.") in app.text("whole-evening")
    assert app.enabled("from-now")
    other = await windows.window(f"/session/{evening.id}")
    await other.tap("row-4", "void")
    assert app.enabled("whole-evening"), "struck out, it was not played"


async def test_the_total_of_a_lost_hand_says_that_the_defence_receives(windows: Windows) -> None:
    evening = windows.record(windows.table(), replace(GARDE, half_points=74))
    app = await windows.window(f"/session/{evening.id}/deal/{evening.sheet.rows[0].id}/compare")
    assert row(app, t("Each defender receives"))[0] == "58"
    assert EACH_PAYS not in app.texts()
