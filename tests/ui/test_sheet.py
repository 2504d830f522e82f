"""The score sheet: rows, totals, marks; a hand changed in the middle; undo and redo."""

from __future__ import annotations

import flet as ft
import pytest
from words import t

from scorepad.evening.events import Seated
from scorepad.evening.people import Person, Seating
from scorepad.tarot.hand import Bid, Hand, ThrownIn
from scorepad.ui import theme
from scorepad.ui.files import Place
from scorepad.ui.sheet.paper import STAR, Columns
from scorepad.ui.theme import Layout, Size

from .evening import NAMES, Windows, flaws, grow, on, play, points, rows, totals
from .fit import advance, clipped

# --- What it shows ------------------------------------------------------------------------------------------


async def test_a_row_shows_the_bid_the_result_and_the_payments(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table(5).id}")
    await play(app, "1 garde", 2, "49", partner="3", petit="taker", poignees="2 single")
    assert app.text("row-1").startswith(f"1 {t('Garde')} {t('Made by {points}', points=8)} · ")
    assert app.text("row-1").endswith(" ★ +212 212 −106 −106 ☆ +106 106 −106 −106 −106 −106")
    await play(app, "2 garde_sans", 1, "40½", partner="alone")
    assert app.text("row-2").endswith(" 11 +144 356 ★ −576 −682 +144 250 +144 38 +144 38")
    assert t("After {count}", count=2) in app.texts()


async def test_the_leader_and_the_dealer_are_marked(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}")

    leads, deals = "{name} leads", "{name} deals"

    def marked() -> list[str]:
        labels = [each.node.get("semantics_label") for each in app.screen() if each.kind == "Icon"]
        return [label for label in labels if label and label.startswith(NAMES)]

    assert marked() == [t(deals, name="Anne")], "nobody leads with nothing"
    await play(app, "2 garde", 2, "49")
    assert marked() == [t(leads, name="Bruno"), t(deals, name="Bruno")]
    await play(app, "3 garde", 2, "49")
    assert marked() == [t(leads, name="Bruno"), t(leads, name="Chloé"), t(deals, name="Chloé")]
    await app.tap("menu", "menu-end", "finish", "sheet")
    assert marked() == [t(leads, name="Bruno"), t(leads, name="Chloé")], "nobody deals any more"


async def test_a_hundred_rows_at_once_and_older_ones_on_demand(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.played(120).id}")
    assert rows(app) == [f"row-{number}" for number in range(21, 121)]
    assert totals(app) == ["0"] * 4
    await app.tap("older")
    assert rows(app) == [f"row-{number}" for number in range(1, 121)]
    assert not app.exists("older")
    await play(app, "1 garde", 2, "49")
    assert rows(app)[-1] == "row-121"
    assert app.text("row-121").endswith("★ +198 198 −66 −66 −66 −66 −66 −66")


# --- A hand changed in the middle -----------------------------------------------------------------------------


async def test_an_old_hand_that_is_corrected_changes_all_totals_below(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}")
    await play(app, "1 garde", 2, "56")
    await play(app, "2 garde", 3, "49", petit="taker")
    await play(app, "3 garde", 2, "40")
    first = app.text("row-1")
    await app.tap("row-2", "edit")
    assert on(app, "bouts-") + on(app, "petit-") == ["bouts-3", "petit-taker"]
    await app.tap("digit-5", "digit-1", "save")
    assert app.text("row-1") == first
    assert app.text("row-2").endswith(" −100 140 ★ +300 220 −100 −180 −100 −180")
    assert app.text("row-3").endswith("+52 192 +52 272 ★ −156 −336 +52 −128")
    assert totals(app) == ["192", "272", "−336", "−128"]
    assert app.text("next-hand") == t("Hand {number} · {name} deals", number=4, name="Denis")


async def test_a_hand_that_is_struck_out_counts_no_longer_and_can_come_back(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}")
    await play(app, "1 garde", 2, "49")
    await play(app, "2 garde", 2, "41")
    await app.tap("row-1", "void")
    assert app.text("notice") == t("Hand {number} struck out", number=1)
    assert app.exists("struck-out")
    await app.tap("back")
    assert rows(app) == ["row-1", "row-2"], "the others keep their numbers"
    assert app.name("row-1").startswith(t("{hand}, struck out", hand=t("Hand {number}", number=1)))
    assert totals(app) == ["−50", "150", "−50", "−50"]
    assert app.text("next-hand") == t("Hand {number} · {name} deals", number=3, name="Chloé")
    await app.tap("row-1", "restore")
    await app.tap("back")
    assert rows(app) == ["row-1", "row-2"]
    assert totals(app) == ["148", "84", "−116", "−116"]


async def test_a_hand_that_is_struck_out_looks_so(windows: Windows) -> None:
    """A line goes through its number, its words and its amounts, and it is paler than the others."""
    app = await windows.window(f"/session/{windows.played(2).id}")

    def looks(row: str) -> tuple[set[str], float]:
        """What has a line through it, and how opaque the row is."""
        found = app.find(row)
        inside = [each.node for each in app.screen() if found.node in each.around]
        crossed = {
            str(node.get("value", node.get("text")))
            for node in inside
            if node.get("style", {}).get("decoration") == ft.TextDecoration.LINE_THROUGH
        }
        return crossed, min(each.get("opacity", 1) for each in found.around)

    assert looks("row-1") == (set(), 1)
    await app.tap("row-1", "void", "back")
    crossed, opacity = looks("row-1")
    assert crossed == {"1", t("Garde"), t("Just made"), "+150", "−50"}
    assert opacity < 0.7
    assert looks("row-2") == (set(), 1)


# --- Undo -------------------------------------------------------------------------------------------------------


async def test_undo_after_saving_brings_every_field_back_into_the_form(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table(5).id}")
    await app.tap("next-hand", "bid-2-garde_sans", "partner-4", "bouts-2", "counted-by")
    await points(app, "45½")
    await app.tap("petit-defence", "open-poignees", "poignee-1-single", "open-poignees")
    await app.tap("poignee-5-double", "open-chelem", "chelem-announced-taker")
    await app.tap("close-panel")
    seen = app.texts()
    await app.tap("save")
    after = totals(app)
    await app.tap("notice-undo")
    assert totals(app) == []
    assert app.texts()[0] == t("Undone: {what}", what=t("hand {number}", number=1))
    await app.tap("petit-defence", "petit-defence")
    assert app.texts() == seen
    assert app.text("points") == "45½"
    assert on(app, "petit-") == ["petit-defence"]
    assert on(app, "bouts-") == ["bouts-2"]
    assert on(app, "open-") == ["open-poignees", "open-chelem"]
    await app.tap("open-poignees")
    assert on(app, "poignee-") == ["poignee-1-single", "poignee-5-double"]
    await app.tap("close-panel", "save")
    assert totals(app) == after


async def test_undo_after_correcting_brings_the_correction_back_into_the_form(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.played(2).id}")
    before = totals(app)
    await app.tap("row-1", "edit", "digit-4", "digit-9", "save")
    after = totals(app)
    await app.tap("notice-undo")
    assert app.text("points") == "49"
    await app.tap("digit-5")
    assert t("Correct hand {number}", number=1) in app.texts()
    await app.tap("back")
    assert totals(app) == before
    await app.tap("redo")
    assert totals(app) == after


async def test_undo_and_redo_from_the_sheet(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}")
    assert not app.exists("undo")
    await play(app, "1 garde", 2, "49")
    await app.tap("next-hand", "thrown-misdeal", "undo")
    assert app.text("notice") == t("Undone: {what}", what=t("hand {number}", number=2))
    assert app.text("next-hand") == t("Hand {number} · {name} deals", number=2, name="Bruno"), (
        "nothing to ask"
    )
    await app.tap("undo")
    assert app.text("points") == "49"
    await app.tap("back")
    assert totals(app) == ["0"] * 4
    assert not app.exists("undo")
    await app.tap("redo")
    assert totals(app) == ["198", "−66", "−66", "−66"]
    await app.tap("redo")
    assert rows(app) == ["row-1", "row-2"]
    assert not app.exists("redo")
    assert app.text("next-hand") == t("Hand {number} · {name} deals", number=3, name="Chloé"), (
        "what was undone is no hand begun"
    )
    await app.tap("undo", "next-hand", "thrown-petit_sec")
    assert not app.exists("redo"), "something new happened"


# --- Room for figures ---------------------------------------------------------------------------------------------

GROWTHS = (1.0, 1.3, 2.0, 2.5)


@pytest.mark.parametrize("width", [320, 360, 412, 768, 1280])
@pytest.mark.parametrize("people", [3, 4, 5, 6, 8, 16])
def test_every_figure_fits_its_column_and_four_digits_stay_legible(people: int, width: int) -> None:
    """One that is cut, or broken in two, is another number; one that shrinks to nothing is none."""
    for growth in GROWTHS:
        room = Layout.of(width, 640, growth)
        columns = Columns.of(people, room)
        assert columns.across * (columns.width + 2) <= room.sheet - 2 * theme.SPACE + 0.01
        star = 0 if columns.above else advance("★ ", theme.SIZES[Size.TINY], theme.REGULAR)
        for amount in ("−66", "+348", "−1\u202f345", "−12\u202f345½"):
            size = columns.fitting(
                [amount] * people, (Size.SMALL, Size.TINY), room, beside=0 if columns.above else STAR
            )
            assert (advance(amount, size, theme.BOLD) + star) * growth <= columns.width
            if len(amount) < 7:
                assert size >= 0.9 * theme.SIZES[Size.TINY]


@pytest.mark.parametrize(("people", "growth"), [(8, 1.0), (4, 2.0)])
async def test_where_columns_are_narrow_the_label_lies_above_and_says_who_took(
    windows: Windows, people: int, growth: float
) -> None:
    evening = windows.table(people)
    app = await windows.window(f"/session/{evening.id}")
    await grow(app, growth)
    partner = {"partner": "3"} if people > 4 else {}
    await play(app, "2 garde_contre", 2, "87", chelem=True, **partner)
    row = app.text("row-1")
    assert "★" in row.split(f" {t('Made by {points}', points=46)}")[0]
    assert "\u202f" in row, "an amount of four digits"
    assert clipped(app) == []


async def test_in_large_text_the_title_says_the_day(windows: Windows) -> None:
    evening = windows.played(1)
    app = await windows.window(f"/session/{evening.id}", width=360, height=640)
    title = t("Evening of {date}", date=t.short_date(evening.start.created))
    assert title in app.texts()
    await grow(app, 2)
    assert title not in app.texts()
    assert t.short_date(evening.start.created) in app.texts()


async def test_a_row_and_a_total_are_sentences_for_who_listens(windows: Windows) -> None:
    evening = windows.table(5)
    app = await windows.window(f"/session/{evening.id}")
    await play(app, "1 garde", 2, "49", partner="3")
    assert app.name("row-1") == (
        "Hand 1: garde by Anne with Chloé, made by 8. Anne +132, total 132. Bruno −66, total −66. "
        "Chloé +66, total 66. Denis −66, total −66. Élise −66, total −66"
    )
    assert app.name("total-1") == t("Total {name}: {total}", name="Bruno", total="−66")
    await app.tap("row-1", "void", "back")
    assert app.name("row-1").startswith(t("{hand}, struck out", hand=t("Hand {number}", number=1)))
    windows.record(evening, ThrownIn.ALL_PASSED)
    await app.settle()
    assert app.name("row-2") == f"{t('Hand {number}', number=2)}: {t('all passed')}"


@pytest.mark.parametrize("web", [True, False])
async def test_names_in_other_letters_are_latin_in_a_browser_and_themselves_elsewhere(
    windows: Windows, web: bool
) -> None:
    evening = windows.empty(("王小明", "محمد", "🎉"))
    windows.history.create(evening)
    place = Place.BROWSER if web else Place.DEVICE
    app = await windows.window(f"/session/{evening.id}", place=place)
    latin, own = ("WangXiaoMing", "mhmd", ":tada:"), ("王小明", "\u2068محمد\u2069", "🎉")
    assert {text for text in app.texts() if text in (*latin, *own)} == {*(latin if web else own)}
    assert app.name("total-0") == t("Total {name}: {total}", name="王小明", total=0)
    spoken = [each.node.get("semantics_label") for each in app.screen() if each.kind == "Text"]
    assert "王小明" in (spoken if web else app.texts())
    await app.visit(f"{app.route}/end")
    assert "王小明" in app.name("place-0"), "a screen reader says the name as it was typed"
    if web:
        assert flaws(app) == []


async def test_no_hand_moves_when_a_notice_comes_or_goes(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.played(2).id}")

    def around(identifier: str) -> list[int]:
        return [each["_i"] for each in app.find(identifier).around if each["_c"] == "Stack"]

    await play(app, "1 garde", 2, "49")
    assert around("notice"), "it lies over the hands"
    assert set(around("notice")) == set(around("row-1")), "over these, and not above or below them"
    held = app.find("notice").around
    place = next(each for each in held if {"left", "right"} <= each.keys())
    assert "bottom" in place, "where no hand is"
    await app.visit(f"/session/{windows.played(30).id}")
    await play(app, "1 garde", 2, "49")
    place = next(each for each in app.find("notice").around if {"left", "right"} <= each.keys())
    assert "top" in place, "not over the hand that was just saved"


async def test_who_came_late_did_not_sit_out_and_who_left_is_marked(windows: Windows) -> None:
    evening = windows.played(2)
    people = (*evening.sheet.people[:3], Person("p9", "Inès", 9))
    seating = Seating(people, 4, evening.sheet.people[0].id)
    windows.change(evening, Seated(seating))
    hand = Hand(players=("p0", "p1", "p2", "p9"), taker="p9", bid=Bid.GARDE, bouts=2, half_points=98)
    windows.record(evening, hand)
    app = await windows.window(f"/session/{evening.id}")
    assert t("sits out") not in app.texts()
    assert "Inès" not in app.name("row-1")
    assert "Denis" not in app.name("row-3")
    labels = [each.node.get("semantics_label") for each in app.screen()]
    assert labels.count(t("{name} has left the table", name="Denis")) == 1
    assert t("{name} has left the table", name="Inès") not in labels
    assert flaws(app) == []
