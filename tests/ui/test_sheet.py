"""The score sheet: rows, totals, marks; a hand changed in the middle; undo and redo."""

from __future__ import annotations

import flet as ft
import pytest
from evenings import NAMES
from words import t

from scorepad.design.letters import width as width_of
from scorepad.evening.events import LengthAgreed, Noted, RateAgreed
from scorepad.evening.length import AgreedLength
from scorepad.evening.money import Rate
from scorepad.tarot.hand import ThrownIn
from scorepad.ui import routes, theme
from scorepad.ui.host import Place
from scorepad.ui.sheet.paper import STAR, Columns
from scorepad.ui.theme import Layout, Size

from .evening import Windows, on, play, points, rows, totals


@pytest.mark.promise(
    "The screens: look at the evening",
    "A row of the sheet shows the bid, the result, the payments and the totals.",
)
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
    await play(app, "3 garde", 2, "49")
    assert marked() == [t(leads, name="Bruno"), t(leads, name="Chloé"), t(deals, name="Chloé")]
    await app.tap("menu", "menu-end", "finish", "sheet")
    assert marked() == [t(leads, name="Bruno"), t(leads, name="Chloé")], "nobody deals any more"


@pytest.mark.promise(
    "The screens: look at the evening", "The menu of the sheet says what was agreed and noted."
)
async def test_the_menu_shows_agreements_and_notes(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("menu")
    assert app.text("menu-rules") == t("Rules, length, money"), "nothing was agreed"
    for change in (LengthAgreed(AgreedLength(hands=20)), RateAgreed(Rate(cents=100)), Noted("with cake")):
        windows.change(evening, change)
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("menu")
    assert app.text("menu-rules") == f"{t('Rules, length, money')} 20 hands · 100 points = €1.00"
    assert app.text("menu-note") == f"{t('Name, day, note')} with cake"


async def test_a_hundred_rows_at_once_and_older_ones_on_demand(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.played(120).id}")
    assert rows(app) == [f"row-{number}" for number in range(21, 121)]
    await app.tap("older")
    assert rows(app) == [f"row-{number}" for number in range(1, 121)]
    assert not app.exists("older")
    await play(app, "1 garde", 2, "49")
    assert app.text("row-121").endswith("★ +198 198 −66 −66 −66 −66 −66 −66")


@pytest.mark.promise("The screens: look at the evening", "A struck-out hand looks struck out on the sheet.")
async def test_a_struck_out_hand_looks_struck_out(windows: Windows) -> None:
    """A line goes through its number, its words and its amounts, and it is paler than the others."""
    app = await windows.window(f"/session/{windows.played(2).id}")

    def looks(row: str) -> tuple[set[str], float]:
        """The struck-out texts, and the opacity of the row."""
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
    assert totals(app) == ["−50", "150", "−50", "−50"], "it counts no longer"
    crossed, opacity = looks("row-1")
    assert crossed == {"1", t("Garde"), t("Just made"), "+150", "−50"}
    assert opacity < 0.7
    assert looks("row-2") == (set(), 1)
    await app.tap("row-1", "restore", "back")
    assert totals(app) == ["100", "100", "−100", "−100"]


@pytest.mark.promise(
    "The screens: enter a hand", "Undo after saving brings the whole hand back into the entry."
)
async def test_undo_after_saving_brings_every_field_back_into_the_form(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table(5).id}")
    await app.tap("next-hand", "bid-2-garde_sans", "partner-4", "bouts-2", "counted-by")
    await points(app, "45½")
    await app.tap("open-poignees", "poignee-1-single", "open-poignees", "poignee-5-double")
    await app.tap("open-chelem", "chelem-announced-taker", "close-panel", "petit-defence")
    seen = app.texts()
    await app.tap("save")
    after = totals(app)
    await app.tap("notice-undo")
    assert app.text("notice") == t("Undone: {what}", what=t("hand {number}", number=1))
    await app.tap("next-hand")
    await app.tap("petit-defence", "petit-defence")
    assert app.texts() == seen
    assert on(app, "open-") + on(app, "petit-") == ["open-poignees", "open-chelem", "petit-defence"]
    await app.tap("save")
    assert totals(app) == after


async def test_undo_and_redo_from_the_sheet(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}")
    assert not app.enabled("undo")
    await play(app, "1 garde", 2, "49")
    await app.tap("next-hand", "open-thrown", "thrown-misdeal", "undo")
    assert app.exists("next-hand"), "nothing to ask"
    await app.tap("undo", "next-hand")
    assert app.text("points") == "49"
    await app.tap("back", "redo", "redo")
    assert totals(app) == ["198", "−66", "−66", "−66"]
    assert not app.enabled("redo")
    await app.tap("undo", "next-hand", "open-thrown", "thrown-petit_sec")
    assert not app.enabled("redo"), "something new happened"


@pytest.mark.promise(
    "The screens: look at the evening",
    "Undo and Redo keep their places, and their notices offer the opposite.",
)
async def test_the_notice_of_an_undo_offers_redo_and_marks_the_row(windows: Windows) -> None:
    evening = windows.played(3)
    app = await windows.window(f"/session/{evening.id}")

    def tools() -> list[str]:
        return [name for name, _ in app.tiles() if name in ("back", "undo", "redo", "menu")]

    assert tools() == ["back", "undo", "redo", "menu"]
    await app.tap("row-2", "edit", "digit-4", "digit-9", "save")
    corrected = totals(app)
    await app.tap("undo")
    assert tools() == ["back", "undo", "redo", "menu"]
    assert on(app, "row-") == ["row-2"]
    before = totals(app)
    await app.tap("notice-redo")
    assert (totals(app), on(app, "row-")) == (corrected, ["row-2"])
    await app.tap("notice-undo")
    assert totals(app) == before
    windows.record(evening, ThrownIn.MISDEAL)
    await app.settle()
    assert not app.exists("notice-redo"), "something else happened, and it cannot be redone now"
    assert on(app, "row-") == []


GROWTHS = (1.0, 1.3, 2.0, 2.5)


@pytest.mark.promise(
    "The screens: look at the evening",
    "No figure of the sheet is cut, from the smallest phone to a computer.",
)
@pytest.mark.parametrize("width", [320, 360, 412, 768, 1280])
@pytest.mark.parametrize("people", [3, 4, 5, 6, 8, 16])
def test_every_figure_fits_its_column_and_four_digits_stay_legible(people: int, width: int) -> None:
    """One that is cut, or broken in two, is another number; one that shrinks to nothing is none."""
    for growth in GROWTHS:
        room = Layout.of(width, 640, growth)
        columns = Columns.of(people, room)
        assert columns.across * (columns.width + 2) <= room.sheet - 2 * theme.SPACE + 0.01
        star = 0 if columns.label_above else width_of("★ ", theme.SIZES[Size.TINY], theme.REGULAR)
        for amount in ("−66", "+348", "−1\u202f345", "−12\u202f345½"):
            size = columns.fitting(
                [amount] * people, (Size.SMALL, Size.TINY), room, beside=0 if columns.label_above else STAR
            )
            assert (width_of(amount, size, theme.BOLD) + star) * growth <= columns.width
            if len(amount) < 7:
                assert size >= 0.9 * theme.SIZES[Size.TINY]


@pytest.mark.promise(
    "The screens: look at the evening", "A row of the sheet is one sentence for a screen reader."
)
async def test_a_row_and_a_total_are_sentences_for_screen_readers(windows: Windows) -> None:
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


@pytest.mark.promise(
    "The screens: enter a hand",
    "A missed chelem is named wherever its hand is described.",
)
async def test_a_chelem_that_was_missed_is_said_wherever_the_hand_is(windows: Windows) -> None:
    """In the notice, in the row and to a screen reader, on the hand, in the account, at the end."""
    evening, missed = windows.table(), t("chelem missed")
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("next-hand", "bid-2-garde", "bouts-2")
    await points(app, "75")
    await app.tap("open-chelem", "chelem-announced-taker", "close-panel", "save")
    assert missed in app.text("notice")
    assert missed in app.text("row-1")
    assert missed in app.name("row-1")
    assert "−246" in app.text("row-1")
    for route, identifier in (
        (routes.why(evening.id, windows.shown(app).sheet.rows[0].id), "result"),
        (routes.account(evening.id, 1), "hand-1"),
        (routes.end(evening.id), "worst-hand"),
    ):
        await app.visit(route)
        assert missed in app.text(identifier), route


@pytest.mark.parametrize("web", [True, False])
async def test_names_in_other_letters_are_latin_only_in_a_browser(windows: Windows, web: bool) -> None:
    evening = windows.empty(("王小明", "محمد", "🎉"))
    windows.history.create(evening)
    place = Place.BROWSER if web else Place.DEVICE
    app = await windows.window(f"/session/{evening.id}", place=place)
    latin, own = ("WangXiaoMing", "mhmd", ":tada:"), ("王小明", "\u2068محمد\u2069", "🎉")
    assert {text for text in app.texts() if text in (*latin, *own)} == {*(latin if web else own)}
    assert app.name("total-0") == t("Total {name}: {total}", name="王小明", total=0), "as it was typed"


@pytest.mark.promise("The screens: look at the evening", "No hand moves when a notice comes or goes.")
async def test_no_hand_moves_when_a_notice_comes_or_goes(windows: Windows) -> None:
    """It lies over the hands, where none is, and in a long evening not over the one just saved."""
    for hands, side in ((2, "bottom"), (30, "top")):
        app = await windows.window(f"/session/{windows.played(hands).id}")
        await play(app, "1 garde", 2, "49")
        notice, row = app.find("notice").around, app.find(f"row-{hands + 1}").around
        assert [each for each in notice if each["_c"] == "Stack"] == [
            each for each in row if each["_c"] == "Stack"
        ]
        place = next(each for each in notice if {"left", "right"} <= each.keys())
        assert side in place


@pytest.mark.parametrize(("width", "hands", "scrolls"), [(360, 14, 1), (360, 3, 0), (1280, 14, 0)])
async def test_the_corrected_hand_is_in_sight(
    windows: Windows, width: float, hands: int, scrolls: int
) -> None:
    """Only where the entry lay over a list that scrolls; once, and not at its end."""
    evening = windows.played(hands)
    app = await windows.window(f"/session/{evening.id}", width=width, height=640)
    for digit in "23":
        await app.tap("row-1" if width == 360 else "row-14", "edit", "digit-4", f"digit-{digit}", "save")
    asked = [each["offset"] for each in app.asked("ListView.scroll_to")]
    assert len(asked) == 2 * scrolls
    assert all(200 < offset < 640 for offset in asked)
    await app.tap(*["next-hand"] * (width == 360), "bid-1-garde", "bouts-2", "digit-4", "digit-9", "save")
    assert len(app.asked("ListView.scroll_to")) == 2 * scrolls, "a new hand"
