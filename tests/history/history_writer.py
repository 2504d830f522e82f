"""Records hands into a folder until it is killed, and tells of each once it is saved."""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

from history_samples import new_evening, some_hand

from scorepad.evening.evening import Evening
from scorepad.evening.events import Deal, Seated
from scorepad.evening.people import Seating
from scorepad.history import History


def say(*words: object) -> None:
    """One line, in one write: nothing of it is lost when the process is."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def main() -> None:
    """Everything that a table may do, for ever."""
    folder, seed = sys.argv[1:]  # as test_kill.py gives them
    rng = random.Random(seed)
    with History(Path(folder)) as history:
        ids = [summary.id for summary in history.summaries()]
        number = int((history.draft("anything") or {"number": 0})["number"])
        say("ready")
        evening: Evening | None = None
        while True:
            if evening is None or rng.random() < 0.05:
                evening = new_evening(history.new_id())
                history.create(evening)
                say("session", evening.id)
                ids.append(evening.id)
            if rng.random() < 0.1:
                evening = history.load(rng.choice(ids))
            live = evening.sheet.standing
            stamp = history.stamp()
            what = rng.random()
            if what < 0.6 or not live:
                evening = evening.record(Deal(evening.dealer, some_hand(evening, rng)), stamp)
            elif what < 0.75:
                entry = rng.choice(live)
                deal = Deal(entry.deal.dealer, some_hand(evening, rng))
                evening = evening.correct(entry.id, deal, stamp)
            elif what < 0.82:
                evening = evening.correct(rng.choice(live).id, None, stamp)
            elif what < 0.85:
                table = evening.seating_at()
                people = tuple(rng.sample(table.people, len(table.people)))
                evening = evening.add(
                    Seated(Seating(people, table.seats, table.after(evening.dealer))), stamp
                )
            else:
                evening = evening.undo(stamp)
            evening = history.append(evening.id, evening.events[-1])
            say("event", evening.id, evening.events[-1].id)
            if rng.random() < 0.3:
                number += 1
                history.save_draft("anything", {"number": number})
                say("draft", number)
            if rng.random() < 0.05:
                history.summaries()


if __name__ == "__main__":
    main()
