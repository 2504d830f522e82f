"""The entry under everything that may happen: nothing entered goes, no hand counts twice, each change is told once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from scorepad.evening.evening import Evening
from scorepad.evening.events import Event, Seated, TakenOver, Undone
from scorepad.pad import Entry, HandDraft, documents, entry, following, pad, paper
from scorepad.pad.draft import HandDraft as Draft
from scorepad.tarot.hand import Side

from .machine import Machine


@pytest.fixture(autouse=True)
def every_tap_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine taps faster than two people who tap the same."""
    monkeypatch.setattr(pad, "SAME_TAP", 0.0)


@pytest.mark.promise(
    "The hand under way",
    "Whatever happens, each entry stays until somebody saves or empties it; none counts twice.",
)
def test_no_event_loses_an_entered_hand_or_counts_it_twice() -> None:
    run_state_machine_as_test(Machine, settings=settings(max_examples=40, stateful_step_count=60))


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_a_hundred_thousand_steps() -> None:
    run_state_machine_as_test(Machine, settings=settings(max_examples=1000, stateful_step_count=100))


# -- planted mistakes ---

Plant = Callable[[pytest.MonkeyPatch], None]


def _instead(where: Any, name: str, wrong: Callable[..., Any]) -> Plant:
    """Plants a function that is called with the right one, and with its arguments."""
    right = getattr(where, name)

    def plant(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(where, name, lambda *args, **kwargs: wrong(right, *args, **kwargs))

    return plant


def _any_window_saves(right: Any, evening: Evening, entered: Entry, meant: int, *more: Any) -> Any:
    return right(evening, entered, entered.hand.token, *more)


def _no_name_is_kept(right: Any, *args: Any) -> Any:
    after, left = right(*args)
    return after, replace(left, saved=left.saved[1:])


def _events_first(right: Any, self: Any, before: Any, after: Any, events: Any, entered: Any) -> None:
    self.history.extend(after)
    self._unwritten.add(before.id)


def _nothing_tells(patch: pytest.MonkeyPatch) -> None:
    _instead(pad.Pad, "_record", _events_first)(patch)
    _instead(documents, "_recorded_since", lambda right, hand, *more: hand)(patch)


def _emptied_by(kind: type) -> Callable[..., Entry]:
    """Any event of a kind empties the entry, as any deal did once."""

    def wrong(right: Any, entered: Entry, seen: tuple[Event, ...], after: Evening) -> Any:
        found = right(entered, seen, after)
        new = [event for event in after.events if event not in seen]
        return entry.fresh(after) if any(isinstance(event.change, kind) for event in new) else found

    return wrong


def _all_fields(right: Any, entered: Entry, evening: Evening, tap: Callable[[HandDraft], HandDraft]) -> Any:
    return entered.with_hands(tap(entry.shown(entered, evening)))


def _alone(right: Any, hands: list[HandDraft]) -> Any:
    return right(hands[:1])


def _shown_before_saved(right: Any, self: Any, id_: str, act: Any, by: Any, *, tap: bool) -> Any:
    before = self.history.load(id_)
    _, entered = act(before, self._entry(before))
    self._put(before, entered)
    return right(self, id_, act, by, tap=tap)


def _rows_without_events(right: Any, *args: Any) -> Any:
    after, left = right(*args)
    return after, replace(left, paper=replace(left.paper, events=()))


PLANTED: dict[str, Plant] = {
    "a late save counts": _instead(entry, "record", _any_window_saves),
    "a saved hand forgets its event": _instead(entry, "record", _no_name_is_kept),
    "nothing tells what was recorded": _nothing_tells,
    "what is recorded stays under way": _instead(following, "settled", lambda right, entered, after: entered),
    "another table empties the entry": _instead(pad, "followed", _emptied_by(Seated)),
    "an undo or a redo empties the entry": _instead(pad, "followed", _emptied_by(Undone)),
    "a take-over empties the entry": _instead(pad, "followed", _emptied_by(TakenOver)),
    "a seat passes without its hand": _instead(following, "_handed_over", lambda right, hand, *seat: hand),
    "a tap drops what is out of sight": _instead(pad, "tapped", _all_fields),
    "what waits behind an undone hand goes": _instead(following, "within_limit", _alone),
    "what waits behind a correction goes": _instead(entry, "within_limit", _alone),
    "an undone hand comes back from the sheet": _instead(
        following, "_brought_back", lambda right, entered, *more: right(replace(entered, saved=()), *more)
    ),
    "saved rows forget their events": _instead(paper, "record_rows", _rows_without_events),
    "a refused change stays in memory": _instead(pad.Pad, "_change", _shown_before_saved),
    "the windows are not told": _instead(pad.Pad, "tell", lambda right, self, what: None),
    "points are read as those of the attack": _instead(
        Draft, "counted", lambda right, hand: right(replace(hand, counted_by=Side.TAKER))
    ),
}


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("mistake", PLANTED)
def test_a_planted_mistake_is_found(monkeypatch: pytest.MonkeyPatch, mistake: str) -> None:
    PLANTED[mistake](monkeypatch)
    quickly = settings(max_examples=400, stateful_step_count=60, phases=[Phase.generate], database=None)
    with pytest.raises((AssertionError, ExceptionGroup)):
        run_state_machine_as_test(Machine, settings=quickly)
