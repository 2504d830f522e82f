"""Records into a folder until it is killed, and tells of each event once it is saved."""

from __future__ import annotations

import os
import random
import sys
from dataclasses import replace
from pathlib import Path

from random_evenings import driven, random_table

from scorepad.evening.evening import Evening
from scorepad.history import History


def say(*words: object) -> None:
    """One line, in one write: nothing of it is lost when the process is."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def main() -> None:
    """Everything that a table may do, for ever, in new evenings and in those that are there."""
    folder, seed = sys.argv[1:]  # as test_two_processes.py gives them
    rng = random.Random(seed)
    with History(Path(folder)) as history:
        ids = [summary.id for summary in history.summaries()]
        number = int((history.draft("anything") or {"number": 0})["number"])
        say("ready")
        while True:
            if ids and rng.random() < 0.3:
                evening = history.load(rng.choice(ids))
            else:
                evening = Evening.of(replace(random_table(rng).start, id=history.new_id()))
                history.create(evening)
                say("session", evening.id)
                ids.append(evening.id)
            for after in driven(rng, evening, 20, history.stamp):
                history.extend(after)
                say("event", after.id, after.events[-1].id)
                if rng.random() < 0.3:
                    number += 1
                    history.save_draft("anything", {"number": number})
                    say("draft", number)


if __name__ == "__main__":
    main()
