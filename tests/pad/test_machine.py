"""The entry under everything that may happen: nothing entered goes, no hand counts twice, each change is told once."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from scorepad.pad import pad

from .machine import Machine


@pytest.fixture(autouse=True)
def every_tap_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine taps faster than two people who tap the same."""
    monkeypatch.setattr(pad, "SAME_TAP", 0.0)


def test_whatever_happens_nothing_entered_goes_and_nothing_counts_twice() -> None:
    run_state_machine_as_test(Machine, settings=settings(max_examples=40, stateful_step_count=60))


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_a_hundred_thousand_steps() -> None:
    run_state_machine_as_test(Machine, settings=settings(max_examples=1000, stateful_step_count=100))
