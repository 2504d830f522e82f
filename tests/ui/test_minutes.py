"""How long a hand took, which the screen of the standings says."""

from __future__ import annotations

import evenings as samples

from scorepad.evening.events import Deal, Stamp
from scorepad.tarot.hand import Bid
from scorepad.ui.screens.end import minutes_per_hand


def test_a_hand_takes_its_time_but_for_breaks() -> None:
    evening = samples.table(4, created="2026-11-21T20:00:00.000Z")
    assert minutes_per_hand(evening) == 0
    outcome = samples.hand(evening, 0, Bid.PETITE, 2, 45)
    for number, at in enumerate(("20:10", "20:13", "21:30", "21:34"), 1):
        stamp = Stamp(f"h{number}", f"2026-11-21T{at}:00.000Z")
        evening = evening.record(Deal(evening.dealer, outcome), stamp)
    evening = evening.correct("h4", evening.sheet.entries[-1].deal, Stamp("late", "2026-11-21T23:00:00.000Z"))
    assert minutes_per_hand(evening) == round((10 + 3 + 4) / 3)


def test_hands_written_all_at_once_took_no_time_that_is_known() -> None:
    evening = samples.table(4, created="2026-11-21T20:00:00.000Z")
    outcome = samples.hand(evening, 0, Bid.PETITE, 2, 45)
    for number in range(5):
        stamp = Stamp(f"h{number}", f"2026-11-21T20:00:{10 * number:02d}.000Z")
        evening = evening.record(Deal(evening.dealer, outcome), stamp)
    assert minutes_per_hand(evening) == 0
