"""Whatever happens to the folder and to the devices, all end with the same, and nothing is lost or doubled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test
from three_devices import ThreeDevices

from scorepad.sharing import places, together
from scorepad.sharing.remembered import SharedMemory


@pytest.fixture(autouse=True)
def stamps_count_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine is faster than any clock of a disk; this file system tells each change apart."""
    monkeypatch.setattr(places, "SETTLED", 0.0)


@pytest.mark.promise(
    "Import and export between devices",
    "Over a shared folder all devices end with the same evenings, and no hand is lost or doubled.",
)
def test_all_devices_end_with_the_same() -> None:
    run_state_machine_as_test(ThreeDevices, settings=settings(max_examples=40, stateful_step_count=30))


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_a_thousand_runs() -> None:
    run_state_machine_as_test(ThreeDevices, settings=settings(max_examples=1000, stateful_step_count=50))


# -- planted mistakes ---


def _deletions_are_not_noted(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(together.Together, "_note_deletions", lambda self, now: None)


def _one_name_for_all(patch: pytest.MonkeyPatch) -> None:
    right = places.own_name
    patch.setattr(together, "own_name", lambda evening_id, own: right(evening_id, "00000000"))


def _the_bin_is_left(patch: pytest.MonkeyPatch) -> None:
    """An evening that comes back lacks the hands that nobody else has."""
    patch.setattr(together.Together, "_put_back", lambda self, evening_id: None)


def _given_is_given(patch: pytest.MonkeyPatch) -> None:
    """What was given once is not given again, whatever becomes of the file."""
    right = SharedMemory.covered

    def covered(self: SharedMemory, digests: Any) -> set[str]:
        return right(self, digests) | {key for _, key in self.keys.values()}

    patch.setattr(SharedMemory, "covered", covered)


PLANTED: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "deletions are not noted": _deletions_are_not_noted,
    "one name for all": _one_name_for_all,
    "the bin is left": _the_bin_is_left,
    "given is given": _given_is_given,
}


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("mistake", PLANTED)
def test_a_planted_mistake_is_found(monkeypatch: pytest.MonkeyPatch, mistake: str) -> None:
    PLANTED[mistake](monkeypatch)
    quickly = settings(max_examples=400, stateful_step_count=50, phases=[Phase.generate], database=None)
    with pytest.raises((AssertionError, ExceptionGroup)):
        run_state_machine_as_test(ThreeDevices, settings=quickly)
