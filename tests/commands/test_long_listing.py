"""The list of the events of an evening, most of which are undone."""

from __future__ import annotations

import random
import time

import pytest
from evenings import gardes, stamps, table

from scorepad.commands.history.listing import _numbers
from scorepad.evening.evening import Evening


def undone(hands: int) -> Evening:
    """An evening of a number of hands, all of them undone."""
    evening = gardes(table(4), hands, stamps())
    stamp = stamps("undo")
    for _ in range(hands):
        evening = evening.undo(stamp())
    return evening


def test_each_event_has_the_number_that_its_hand_had() -> None:
    evening = gardes(table(4), 3, stamps()).undo(stamps("undo")())
    evening = gardes(evening, 1, stamps("again"))
    assert list(_numbers(evening).values()) == [1, 2, 3, 0, 3]


@pytest.mark.parametrize("seed", range(5))
def test_an_event_has_the_number_of_its_hand_at_that_time(seed: int) -> None:
    r, evening = random.Random(seed), undone(8)
    for _ in range(8):
        evening = evening.redo(stamps(f"redo-{r.random()}")())
    for event in evening.events:
        then = Evening.of(evening.start, [each for each in evening.events if each.order <= event.order])
        row = then.row_of(event)
        assert _numbers(evening)[event.id] == (row.number if row else 0)


def test_many_undos_take_no_longer_each() -> None:
    evening = undone(600)
    began = time.process_time()
    assert len(_numbers(evening)) == 1200
    assert time.process_time() - began < 1
