"""One hand, and why it pays what it pays; its versions."""

from __future__ import annotations

from dataclasses import replace

import pytest
from words import t

from scorepad.evening.event_place import Stamp
from scorepad.ui import routes

from .evening import Windows, enter, play, points, totals


@pytest.mark.promise(
    "The screens: look at the evening",
    "A hand explains its payments line by line, with the rule of each line.",
)
async def test_every_line_is_in_words_with_its_numbers_and_its_rule(windows: Windows) -> None:
    app = await windows.window(f"/session/{windows.table().id}")
    await play(app, "4 garde_sans", 2, "45", petit="defence", poignees="1 single")
    await app.tap("row-1")
    assert t("Hand {number}", number=1) in app.texts()
    bouts = t.plural("{count} bout", "{count} bouts", 2)
    assert t("{points} points were needed with {bouts}.", points=41, bouts=bouts) in app.texts()
    assert app.text("result") == t("Made by {points}", points=4)
    lines = app.texts_of("line-")
    needed = "{points} points for {needed} needed with {bouts}."
    sums = ("+25 × 4 = +100", "+4 × 4 = +16", "−10 × 4 = −40", "+20")
    rules = (
        t("Every hand played starts from {base} points.", base=25),
        t(needed, points=45, needed=41, bouts=bouts),
        t("The petit in the last trick, whatever the result of the contract."),
        t("To the side that wins the hand, whoever showed it."),
    )
    for line, amount, rule in zip(lines, sums, rules, strict=True):
        assert f" {amount} {rule.removesuffix('.')}\u00a0· FFT, " in line, "and where the rule stands"
    assert app.text("score") == f"{t('Each defender pays')} 96"
    assert app.text("paid-3") == f"D Denis {t('taker')} +288"
    assert app.text("paid-0") == f"A Anne {t('defence')} −96"


@pytest.mark.promise(
    "The screens: look at the evening", "Every version of a hand is kept, shown, and can come back."
)
async def test_every_version_is_kept_shown_and_can_come_back(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}")
    await play(app, "1 garde", 2, "49")
    await app.tap("row-1", "edit")
    await points(app, "41")
    await app.tap("save", "row-1", "edit", "change-taker", "bid-2-garde_sans", "save")
    assert totals(app) == ["−100", "300", "−100", "−100"]
    await app.tap("row-1")
    versions = app.texts_of("version-")
    kinds = [version.split(" · ")[0] for version in versions]
    assert kinds == [t("Recorded"), t("Corrected"), t("Corrected")]
    for version, words in zip(versions, ({"Anne", "49"}, {"Anne", "41"}, {"Bruno", "41"}), strict=True):
        assert words <= set(version.replace(",", "").split())
    assert t.time(windows.happened(evening).events[0].at) in app.texts(), "when it was recorded"
    assert not app.exists("restore-3"), "it stands"
    await app.tap("restore-1")
    assert app.text("result") == t("Made by {points}", points=8)
    assert app.text("version-4").startswith(t("Counts again"))
    assert app.text("paid-0") == f"A Anne {t('taker')} +198"
    await app.tap("back")
    assert totals(app) == ["198", "−66", "−66", "−66"]
    await app.tap("undo")
    assert totals(app) == ["−100", "300", "−100", "−100"]


@pytest.mark.parametrize("undone", [True, False])
async def test_of_two_corrections_the_table_takes_one(windows: Windows, undone: bool) -> None:
    """Here the hand was corrected, or undone; on another device it was struck out."""
    evening = windows.played(1)
    entry, now = evening.sheet.rows[0], windows.history.stamp()
    here = evening.undo(now) if undone else evening.correct(entry.id, replace(entry.deal, dealer="p2"), now)
    there = evening.correct(entry.id, None, Stamp("2026-11-21T23:00:00.000Z", "other"), "twice")
    windows.history.extend(here)
    windows.history.merge(evening.id, there.events)
    app = await windows.window(f"/session/{evening.id}/deal/{entry.id}")
    assert t("Two devices corrected this hand differently: choose a version.") in app.texts()
    assert len(app.named("choose-")) == 2
    struck = next(n for n in (2, 3) if app.text(f"version-{n}").startswith(t("Struck out")))
    await app.tap(f"choose-{struck}")
    assert app.exists("struck-out")
    assert app.named("choose-") == []
    await app.tap("notice-undo")
    assert len(app.named("choose-")) == 2


@pytest.mark.promise(
    "The screens: look at the evening",
    "A hand that was forgotten is inserted in its place, and undo takes it back.",
)
async def test_a_forgotten_hand_is_inserted_before_another_one(windows: Windows) -> None:
    """With the dealer whose turn it was; a hand under way waits meanwhile, and another window sees the same."""
    evening = windows.played(3)
    second = evening.sheet.rows[1]
    app = await windows.window(routes.entry(evening.id))
    await app.tap("bid-2-garde")
    await app.visit(routes.why(evening.id, second.id))
    await app.tap("insert")
    assert t("Before hand {number}", number=2) in app.texts()
    await app.tap("bid-1-garde", "bouts-2", "digit-5", "digit-0")
    assert app.text("save").startswith(t("Insert"))
    other = await windows.window(routes.entry(evening.id))
    assert t("Before hand {number}", number=2) in other.texts(), "both windows show one entry"
    await app.tap("save")
    after = windows.history.load(evening.id)
    assert [row.id for row in after.sheet.rows][2:] == [row.id for row in evening.sheet.rows][1:]
    assert after.sheet.rows[1].deal.dealer == second.deal.dealer
    assert [row.number for row in after.sheet.rows] == [1, 2, 3, 4]
    assert app.exists("waiting") or t("Go on with hand {number}", number=5) in " ".join(app.texts())
    await app.tap("notice-undo")
    assert windows.history.load(evening.id).sheet.rows == evening.sheet.rows


@pytest.mark.promise(
    "The screens: look at the evening",
    "A forgotten hand is found in the menu, too; the turn to deal moves on, and one tap undoes both.",
)
async def test_a_forgotten_hand_from_the_menu(windows: Windows) -> None:
    evening = windows.played(3)
    app = await windows.window(routes.evening(evening.id))
    dealer = windows.happened(evening).dealer
    await app.tap("menu", "menu-insert", "before-2")
    await enter(app, "1 garde", 2, "49")
    await app.tap("save")
    assert app.text("notice").startswith("Hand 2 inserted")
    now = windows.happened(evening)
    seating = now.table.seating
    assert len(now.sheet.deals) == 4
    assert now.dealer == seating.after(dealer), "one hand more was dealt"
    await app.tap("notice-undo")
    back = windows.happened(evening)
    assert (len(back.sheet.deals), back.dealer) == (3, dealer)
    await app.tap("notice-redo")
    assert windows.happened(evening).dealer == seating.after(dealer)
