"""Where the log was lost, the evenings are read in the background, and nobody waits."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from gate import Gate
from history_samples import eventful, new_evening, played, stamps

from scorepad.history import Damaged, History, Progress, Summary
from scorepad.history.log import FEW, LOG

EVENINGS = FEW + 10


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Many evenings, and no log of them."""
    with History(tmp_path) as history:
        for number in range(EVENINGS - 1):
            history.create(played(new_evening(f"s-{number}"), 2, stamps(f"e{number}")))
        history.create(eventful("eventful"))
    (tmp_path / LOG).unlink()
    yield tmp_path
    for thread in threading.enumerate():
        if thread.name == "scorepad history":  # one that was closed in the midst of a file
            thread.join(20)
            assert not thread.is_alive()


def gathered(history: History) -> list[Summary]:
    """All summaries, once they came in by themselves."""
    end = time.monotonic() + 20
    history.summaries_so_far()
    while history.progress is not None:
        assert time.monotonic() < end
        time.sleep(0.005)
    found, progress = history.summaries_so_far()
    assert progress is None
    return found


def test_what_is_known_is_there_at_once_and_the_rest_comes_in(folder: Path) -> None:
    gate = Gate(7)
    with History(folder, disk=gate) as history:
        told: list[str | None] = []
        heard = threading.Event()

        def listen(evening_id: str | None) -> None:
            told.append(evening_id)
            heard.set()

        history.subscribe(listen)
        assert history.summaries_so_far()[1] == Progress(0, EVENINGS)
        assert gate.waiting.wait(20)
        found, progress = history.summaries_so_far()
        assert progress == Progress(7, EVENINGS)
        assert len(found) == 7
        assert {summary.id for summary in found} >= {"eventful"}, "the latest come first"
        gate.open.set()
        assert {summary.id for summary in gathered(history)} == {f"s-{n}" for n in range(EVENINGS - 1)} | {
            "eventful"
        }
        assert heard.wait(20), "whoever listens looks again"
        assert told == [None]
        assert (folder / LOG).exists(), "a phone may never close the app"
        by_reading = {summary.id: Summary.of(history.load(summary.id)) for summary in history.summaries()}
        assert {summary.id: summary for summary in history.summaries()} == by_reading
    with History(folder) as history:
        assert history.progress is None


def test_hands_are_recorded_meanwhile(folder: Path) -> None:
    gate = Gate(3)
    with History(folder, disk=gate) as history:
        history.summaries_so_far()
        assert gate.waiting.wait(20)
        evening = played(history.load("s-0"), 1, history.stamp)
        history.append("s-0", evening.events[-1])
        history.create(played(new_evening("new"), 1, stamps("new")))
        known = {summary.id: summary.hands for summary in history.summaries_so_far()[0]}
        assert known["s-0"] == 3
        assert known["new"] == 1
        gate.open.set()
        hands = {summary.id: summary.hands for summary in gathered(history)}
        assert len(hands) == EVENINGS + 1
        assert (hands["s-0"], hands["s-1"]) == (3, 2)


def test_who_cannot_go_on_without_all_of_them_waits(folder: Path) -> None:
    told: list[Progress] = []
    with History(folder) as history:
        assert len(history.summaries(told.append)) == EVENINGS
        assert told == [Progress(known, EVENINGS) for known in range(EVENINGS)]
        assert history.summaries_so_far()[1] is None


def test_a_file_that_is_not_sound_hides_no_other(folder: Path) -> None:
    (folder / "sessions" / "s-0.json").write_bytes(b"?")
    spare = (folder / "sessions" / "s-1.json").read_bytes()
    (folder / "sessions" / "s-1.json.bak").write_bytes(spare)
    (folder / "sessions" / "s-1.json").write_bytes(spare[:-9])
    with History(folder) as history:
        history.summaries_so_far()
        found = {summary.id: summary for summary in gathered(history)}
        assert len(found) == EVENINGS
        assert isinstance(found["s-0"].problem, Damaged)
        assert found["s-1"].hands == 2, "its spare copy was sound"
        assert [report.evening_id for report in history.reports()] == ["s-1"]


def test_it_is_closed_in_the_midst_of_it(folder: Path) -> None:
    gate = Gate(5)
    with History(folder, disk=gate) as history:
        history.summaries_so_far()
        assert gate.waiting.wait(20)
    gate.open.set()
    with History(folder) as history:
        assert len(gathered(history)) == EVENINGS


def test_without_threads_it_is_done_at_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with History(folder) as history:
        monkeypatch.setattr(threading.Thread, "start", refuse)
        found, progress = history.summaries_so_far()
        assert (len(found), progress) == (EVENINGS, None)


def test_without_threads_it_is_read_step_by_step(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise AssertionError("a thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    for each in folder.glob("library.json*"):
        each.write_bytes(b"?")
    with History(folder, threads=False) as history:
        told: list[str | None] = []
        history.subscribe(told.append)
        for known in range(EVENINGS):
            assert history.summaries_so_far()[1] == Progress(known, EVENINGS)
            assert history.rebuild_step()
        assert told == []
        assert not history.rebuild_step()
        assert told == [None]
        assert history.summaries_so_far()[1] is None
        assert len(history.summaries()) == EVENINGS
        assert {player.name for player in history.players()} >= {"Anne", "Farid"}
        assert (folder / LOG).exists()
