"""The journal of an evening: everything that happened, the latest first, who wrote it when, and why."""

from __future__ import annotations

from dataclasses import replace

import pytest
from words import t

from scorepad.evening.deal import Agreed
from scorepad.evening.evening import Evening
from scorepad.evening.event_place import Stamp
from scorepad.evening.events import Dealt, Ended, RulesChanged
from scorepad.tarot.hand import ThrownIn
from scorepad.tarot.scheme_data import shipped_schemes
from scorepad.ui import routes

from .evening import Windows


@pytest.mark.promise(
    "The screens: look at the evening", "The journal lists everything that happened in an evening."
)
async def test_every_event_is_listed(windows: Windows) -> None:
    evening = windows.played(1)
    entry = evening.sheet.rows[0].id
    stamp = Stamp("2026-11-21T21:00:00.000Z", "phone")
    extend, now = windows.history.extend, windows.history.stamp
    evening = evening.correct(entry, None, stamp, "twice")
    extend(evening.restore(entry, now()))
    windows.record(evening, ThrownIn.ALL_PASSED)
    for change in (RulesChanged(shipped_schemes()["pousse"]), Ended(), Ended(False)):
        evening = windows.change(evening, change)
    extend(evening.undo(now()))
    app = await windows.window(routes.journal(evening.id))
    said = app.texts_of("event-")
    undone = t("Undone: {what}", what=t.inside(t("Evening reopened")))
    heads = [undone, *map(t, ("Evening reopened", "Evening ended", "Other rules"))]
    hands = ((2, "Recorded"), (1, "Counts again"), (1, "Struck out"), (1, "Recorded"))
    heads += [f"{t('Hand {number}', number=number)} · {t.inside(t(what))}" for number, what in hands]
    assert [line for line, head in zip(said, heads, strict=True) if not line.startswith(head)] == []
    assert "“twice”" in said[6]
    assert said[6].endswith(" · on another device")
    assert "device" not in said[0] + said[7], "this one needs no word"
    await app.tap("event-2")
    assert app.route == routes.why(evening.id, entry)


async def test_payments_that_differ_from_the_agreed_ones_are_pointed_out(
    windows: Windows,
) -> None:
    evening = windows.played(2)
    first, second = evening.events
    assert isinstance(first.change, Dealt)
    assert first.change.agreed is not None
    paid = tuple((player, 2 * amount) for player, amount in first.change.agreed.payments)
    other = replace(first, change=replace(first.change, agreed=Agreed(paid)))
    windows.history.create(Evening.of(replace(evening.start, id="copy"), (other, second)))
    app = await windows.window("/session/copy")
    assert app.text("to-choose") == t("Hand {number} paid differently when it was saved", number=1)
    await app.tap("to-choose")
    assert "Anne +300, Bruno −100, Chloé −100, Denis −100" in app.text("agreed")
    assert windows.history.load("copy").events[0] == other
