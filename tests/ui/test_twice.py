"""A hand that two devices recorded: it counts once, or the table decides."""

from __future__ import annotations

import pytest
from evenings import PASSED, after, by, gardes, stamps
from random_evenings import merged
from words import t

from scorepad.evening.evening import Evening
from scorepad.evening.events import Ended
from scorepad.ui import routes

from .evening import Windows, points, totals

ANSWERS = ("counts-1", "counts-2", "both")


def recorded_twice(windows: Windows, *, alike: bool) -> Evening:
    """Two hands; then the third, which another device recorded at the same time."""
    evening = windows.played(2)
    here = after(evening, by(0, points=49), at=windows.history.stamp)
    there = after(evening, by(0, points=49 if alike else 46), at=stamps("other"))
    windows.history.extend(here)
    windows.history.merge(evening.id, there.events)
    return windows.history.load(evening.id)


@pytest.mark.promise(
    "The screens: look at the evening",
    "A hand that two devices recorded with the same facts counts once, and its screen says so.",
)
async def test_the_same_facts_count_once(windows: Windows) -> None:
    evening = recorded_twice(windows, alike=True)
    app = await windows.window(routes.evening(evening.id))
    assert totals(app) == [t.signed(each).removeprefix("+") for each in evening.sheet.totals]
    assert app.exists("row-3")
    assert not app.exists("row-4")
    assert not app.exists("to-choose")
    devices = t.plural("{count} device", "{count} devices", 2)
    assert devices in app.text("row-3")
    assert devices in app.name("row-3"), "a screen reader hears it, too"
    assert devices not in app.text("row-2")
    await app.tap("row-3")
    there, here = evening.events[2:]
    times = t.names(map(t.time, (there.at, here.at)))
    assert app.text("doubles") == t("Several devices recorded it ({times}): it counts once.", times=times)
    await app.visit(routes.why(evening.id, here.id))
    assert app.exists("doubles"), "the other row leads to the same hand"
    await app.visit(routes.evening(evening.id))
    await app.tap("undo")
    assert not app.exists("row-3"), "one undo takes the hand back"
    await app.tap("redo")
    assert app.exists("row-3")
    assert not app.exists("row-4")


async def test_the_hand_comes_back_once_after_undo(windows: Windows) -> None:
    evening = recorded_twice(windows, alike=True)
    app = await windows.window(routes.evening(evening.id))
    await app.tap("undo")
    hands = windows.pad.entry(windows.happened(evening)).hands
    assert [hand.entered for hand in hands] == [True], "and not once for each device"


async def test_a_correction_of_the_other_row_goes_on(windows: Windows) -> None:
    """Nothing waits if nobody changed anything; a change corrects the hand that is shown."""
    evening = windows.played(2)
    theirs = after(evening, by(0, points=49), at=stamps("other"))
    windows.history.extend(after(evening, by(0, points=49), at=windows.history.stamp))
    own = windows.happened(evening).sheet.rows[2].id
    app = await windows.window(routes.why(evening.id, own))
    await app.tap("edit")
    windows.history.merge(evening.id, theirs.events)
    assert windows.happened(evening).table.same_turns.left_out == {own: theirs.events[-1].id}
    await app.visit(routes.evening(evening.id))
    assert not app.exists("waiting")
    await app.tap("row-3", "edit")
    await points(app, "46")
    await app.tap("save")
    rows = windows.happened(evening).sheet.rows
    assert [row.deal.hand.half_points for row in rows[2:] if row.deal.hand] == [92]


async def test_of_three_devices_one_hand_comes_back(windows: Windows) -> None:
    """Ann has other facts; Ben and Cleo have the same, which one undo takes back."""
    evening = windows.played(2)
    for device, typed in (("ann", 40), ("ben", 50), ("cleo", 50)):
        theirs = after(evening, by(0, points=typed), at=stamps(device))
        windows.history.merge(evening.id, theirs.events)
    app = await windows.window(routes.evening(evening.id))
    await app.tap("undo")
    hands = windows.pad.entry(windows.happened(evening)).hands
    assert [hand.facts.half_points for hand in hands if hand.entered] == [100]
    assert len(windows.happened(evening).sheet.rows) == 3


@pytest.mark.promise(
    "The screens: look at the evening",
    "Two devices with other facts of a hand: the table decides fact by fact, and nothing is chosen beforehand.",
)
@pytest.mark.parametrize("answer", ANSWERS)
async def test_the_table_decides(windows: Windows, answer: str) -> None:
    evening = recorded_twice(windows, alike=False)
    ((first, later),) = evening.sheet.doubtful
    app = await windows.window(routes.evening(evening.id))
    assert app.text("to-choose") == t("Was hand {number} recorded twice?", number=later.number)
    await app.tap("to-choose")
    assert app.route == routes.twice(evening.id, later.id)
    assert app.texts().count("≠") == 1 + 1 + 4, "the points, the result, and what everybody gets"
    assert [app.node(each).get("selected") for each in ANSWERS] == [None] * 3
    await app.tap(answer)
    assert app.route == routes.evening(evening.id)
    assert not app.exists("to-choose")
    decided = windows.happened(evening)
    kept = {"counts-1": [first], "counts-2": [later], "both": [first, later]}[answer]
    assert [row.deal for row in decided.sheet.rows[2:]] == [row.deal for row in kept]
    await app.tap("notice-undo")
    assert app.exists("to-choose")
    before = [(row.id, row.deal, row.totals) for row in evening.sheet.rows]
    assert [(row.id, row.deal, row.totals) for row in windows.happened(evening).sheet.rows] == before


async def test_a_hand_in_doubt_says_so_and_leads_to_the_question(windows: Windows) -> None:
    evening = recorded_twice(windows, alike=False)
    for row in evening.sheet.doubtful[0]:
        app = await windows.window(routes.why(evening.id, row.id))
        number = {3: 4, 4: 3}[row.number]
        hand = t("hand {number}", number=number)
        assert t("Perhaps the same hand as {hand}: two devices recorded it.", hand=hand) in app.texts()
        await app.tap("twice")
        assert app.route == routes.twice(evening.id, evening.sheet.doubtful[0][1].id)


async def test_a_second_answer_changes_nothing(windows: Windows) -> None:
    """Two windows ask at once; the evening changes under the question; and an evening that is over asks no more."""
    evening = recorded_twice(windows, alike=False)
    question = routes.twice(evening.id, evening.sheet.doubtful[0][1].id)
    one, other = await windows.window(question), await windows.window(question)
    await one.tap("both")
    assert t("Nothing is left to decide here.") in other.texts()
    decided = windows.happened(evening)
    assert not decided.sheet.doubtful
    assert not other.exists("both")
    await one.tap("notice-undo")
    assert other.exists("both")
    windows.change(decided, Ended())
    await other.visit(question)
    assert t("The evening has ended. To decide, go on with it first.") in other.texts()
    assert [other.enabled(each) for each in ANSWERS] == [False] * 3


async def test_the_list_counts_what_is_to_be_decided(windows: Windows) -> None:
    evening = recorded_twice(windows, alike=False)
    app = await windows.window(routes.HOME)
    assert t.plural("{count} hand to decide on", "{count} hands to decide on", 1) in app.text(
        f"session-{evening.id}"
    )


async def test_a_hand_thrown_in_is_compared_with_a_played_one(windows: Windows) -> None:
    evening = windows.played(2)
    there = gardes(evening, 1, stamps("other"))
    here = after(evening, PASSED, at=windows.history.stamp)
    windows.history.extend(here)
    windows.history.merge(evening.id, merged(here, there).events)
    now = windows.happened(evening)
    app = await windows.window(routes.twice(evening.id, now.sheet.doubtful[0][1].id))
    assert t("All passed") in " ".join(app.texts())
    assert "–" in app.texts()
