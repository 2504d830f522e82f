"""The list of evenings: what it shows, in which order, what is read for it, and what is found in it."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import NoReturn

import pytest
from disks import WatchedDisk
from evenings import stamps
from folders import everything, file_of, files, new_evening, record, reopened
from random_evenings import played
from sample_evenings import eventful

from scorepad.evening.evening import Evening
from scorepad.evening.events import Ended
from scorepad.faults import Fault
from scorepad.history import (
    BadRecord,
    Damaged,
    EveningExists,
    History,
    HistoryClosed,
    HistoryReader,
    ReadingProgress,
    ReportKind,
    StorageError,
    Summary,
    TooNew,
    Unreadable,
    find_summaries,
)
from scorepad.history.backup import inspect_backup, inspection
from scorepad.history.disk import Disk
from scorepad.history.evenings import EveningFiles, read_evening
from scorepad.history.file_format import encode
from scorepad.history.log import FEW
from scorepad.history.log_file import LOG, _line, read_last_events
from scorepad.history.migrations import EVENING_SCHEMA
from scorepad.history.verification import FileState, verify
from scorepad.i18n import Translator
from scorepad.work import finished
from scorepad.zones import SYSTEM

EVENINGS = FEW + 10


# -- the list --------------------------------------------------------------------------------------


def test_a_summary_has_the_facts_of_a_list(history: History) -> None:
    evening = eventful()
    sheet = evening.sheet
    history.create(evening)
    [summary] = history.summaries()
    assert summary.id == "session-1"
    assert summary.name == "Chez Anne-Marie"
    assert summary.created == evening.began == "2026-11-20"
    assert summary.people == sheet.people
    assert summary.totals == sheet.totals
    assert summary.unit == sheet.unit
    assert summary.deals == len(sheet.deals)
    assert summary.finished
    assert (summary.last_at, summary.problem) == (evening.last_at, None)
    history.summaries().clear()
    with reopened(history) as again:
        assert again.summaries() == [summary]


def test_evenings_under_way_come_first_then_the_latest(history: History) -> None:
    for id_, day, ended in (("a", 3, True), ("b", 1, False), ("c", 2, False), ("d", 4, True)):
        stamp = replace(history.stamp(), at=f"2026-11-{day:02d}T20:00:00Z")
        evening = new_evening(id_, created=stamp.at)
        history.create(evening.add(Ended(), stamp) if ended else evening)
    assert [summary.id for summary in history.summaries()] == ["c", "b", "d", "a"]
    again = history.load("a")
    history.extend(again.add(Ended(False), history.stamp()))
    assert [summary.id for summary in history.summaries()] == ["a", "c", "b", "d"]


def test_an_unreadable_evening_hides_no_other(history: History) -> None:
    for number in range(1, 5):
        history.create(played(new_evening(f"session-{number}"), 1, stamps()))
    history.close()
    file_of(history.folder, "session-1").write_bytes(b"not ours")
    file_of(history.folder, "session-2").write_bytes(encode({}, schema=EVENING_SCHEMA + 1, generation=1))
    file_of(history.folder, "session-3").write_bytes(encode({"session": {}}, schema=1, generation=1))
    copied = file_of(history.folder, "session-4 (1)")
    copied.write_bytes(file_of(history.folder, "session-4").read_bytes())
    file_of(history.folder, "session-5").write_bytes(file_of(history.folder, "session-4").read_bytes())
    file_of(history.folder, "session-6").mkdir()
    (history.folder / "sessions" / "._session-7.json").write_bytes(b"an Apple double")
    (history.folder / "sessions" / "notes.txt").write_bytes(b"mine")
    with History(history.folder) as again:
        problems = {summary.id: summary.problem for summary in again.summaries()}
        assert problems["session-4"] is None
        kinds = {id_: type(problem) for id_, problem in problems.items() if problem}
        assert kinds == {
            "session-1": Damaged,
            "session-2": TooNew,
            "session-3": BadRecord,
            "session-4 (1).json": BadRecord,
            "session-5": BadRecord,
            "session-6": Unreadable,
        }
        problem = problems["session-5"]
        assert isinstance(problem, BadRecord)
        assert problem.fault is Fault.ANOTHER_EVENING
        assert all(summary.last_at for summary in again.summaries())
        missing = {report.evening_id for report in again.reports()}
        assert missing == {"session-1", "session-3"}, "a newer scorepad reads session-2"
        for id_ in ("session-1", "session-2", "session-3", "session-5"):
            raw = file_of(history.folder, id_).read_bytes()
            with pytest.raises((StorageError, BadRecord)):
                again.load(id_)
            with pytest.raises((StorageError, BadRecord, EveningExists)):
                again.create(new_evening(id_))
            assert file_of(history.folder, id_).read_bytes() == raw
        assert len(again.load("session-4").events) == 1


def test_an_evening_that_cannot_be_computed_hides_nothing(
    history: History, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(evening: Evening) -> NoReturn:
        raise ZeroDivisionError("a mistake in the game")

    monkeypatch.setattr(Summary, "of", fail)
    history.create(new_evening())
    [summary] = history.summaries()
    assert isinstance(summary.problem, BadRecord)
    assert "a mistake" in summary.problem.value  # type: ignore[operator]
    assert "a mistake" in caplog.text
    monkeypatch.undo()
    history.create(new_evening("session-2"))
    made = history.back_up()
    read = read_evening
    history.close()

    def fail_once(raw: bytes, path: Path) -> Evening:
        return read(raw, path) if path.name == "session-2.json" else fail(read(raw, path))

    monkeypatch.setattr(inspection, "read_evening", fail_once)
    contents = inspect_backup(made.path)
    assert [each.id for each in contents.evenings] == ["session-2"]
    assert [name for name, _ in contents.problems] == ["sessions/session-1.json"]
    load = EveningFiles.load
    monkeypatch.setattr(
        EveningFiles,
        "load",
        lambda self, id_: load(self, id_) if id_ == "session-2" else fail(load(self, id_)),
    )
    states = {
        check.name: check.state for check in verify(history.folder) if check.name.startswith("sessions")
    }
    assert states == {"sessions/session-1.json": FileState.BAD, "sessions/session-2.json": FileState.SOUND}


# -- what is read for it ---------------------------------------------------------------------------------------


@pytest.fixture
def listed(history: History) -> History:
    """A closed history of four evenings, and its log."""
    for number in range(1, 5):
        history.create(played(new_evening(f"session-{number}"), number, stamps()))
    history.summaries()
    history.close()
    return history


def read_to_list(history: History) -> tuple[dict[str, int], list[str]]:
    """The hands in the list, and the evenings whose files are read for it."""
    read: list[str] = []

    def watch(call: str, path: object = "", *_: object) -> None:
        if call == "read" and re.search(r"session-\d\.json$", str(path)):
            read.append(Path(str(path)).stem)

    with History(history.folder, disk=WatchedDisk(watch)) as again:
        return {summary.id: summary.deals for summary in again.summaries()}, sorted(read)


ALL = {f"session-{number}": number for number in range(1, 5)}


def test_evenings_in_the_log_are_not_read_again(listed: History) -> None:
    assert read_to_list(listed) == (ALL, [])
    for path in (listed.folder / "sessions").iterdir():
        path.write_bytes(path.read_bytes())
    assert read_to_list(listed) == (ALL, [])


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", _line(["scorepad evenings", "another", ""])])
def test_a_lost_log_is_made_again(listed: History, content: bytes) -> None:
    log = listed.folder / LOG
    _, *lines = log.read_bytes().splitlines(keepends=True)
    former = _line(["scorepad evenings", "4 0.0.1", ""]) + b"".join(lines)
    for raw in (content, former):  # a line of another version has no summary that counts
        log.write_bytes(raw)
        assert read_to_list(listed) == (ALL, sorted(ALL))
        assert read_to_list(listed) == (ALL, [])


def test_log_and_index_of_an_earlier_version_are_taken_over(listed: History) -> None:
    """Its lines are two texts, and its summaries are in index.json."""
    log = listed.folder / LOG
    with HistoryReader(listed.folder) as reader:
        last = {id_: reader.load(id_).events[-1].id for id_ in ALL}
    lines = [_line([id_, event]) for id_, event in last.items()]
    log.write_bytes(_line(["scorepad evenings", ""]) + b"".join(lines))
    for name in ("index.json", "index.json.bak"):
        (listed.folder / name).write_bytes(encode({"sessions": {}}, schema=1, generation=1))
    with HistoryReader(listed.folder) as reader:
        assert (len(reader.summaries()), reader.reports()) == (4, [])
    file_of(listed.folder, "session-4").unlink()
    with History(listed.folder) as again:
        assert [(each.kind, each.evening_id) for each in again.reports()] == [(ReportKind.GONE, "session-4")]
    assert read_last_events(listed.folder, Disk()) == last
    assert not list(listed.folder.glob("index.json*"))


# -- where the log was lost, evenings are read in the background ---------------------------------------


class Gate(Disk):
    """A disk on which other threads than the main one read only `left` more files, until it opens."""

    def __init__(self, left: int) -> None:
        super().__init__()
        self.left = left
        self.open = threading.Event()
        self.waiting = threading.Event()

    def read(self, path: str) -> bytes | None:
        if threading.current_thread() is not threading.main_thread():
            self.left -= 1
            if self.left < 0:
                self.waiting.set()
                assert self.open.wait(20)
        return super().read(path)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Many evenings, and no log of them."""
    folder = tmp_path / "many"
    with History(folder) as history:
        for number in range(EVENINGS - 1):
            history.create(played(new_evening(f"s-{number}"), 2, stamps(f"e{number}")))
        history.create(eventful("eventful"))
    (folder / LOG).unlink()
    return folder


@contextmanager
def read_in_a_thread(history: History) -> Iterator[None]:
    """Reads all evenings in a thread, until all are known or the history is closed."""

    def read() -> None:
        with suppress(HistoryClosed):
            finished(history.reading())

    thread = threading.Thread(target=read)
    thread.start()
    yield
    thread.join(20)
    assert not thread.is_alive()


def test_known_evenings_are_listed_at_once_and_others_follow(folder: Path) -> None:
    gate = Gate(7)
    with History(folder, disk=gate) as history:
        assert (history.known_summaries(), history.progress) == ([], ReadingProgress(0, EVENINGS))
        with read_in_a_thread(history):
            assert gate.waiting.wait(20)
            found = history.known_summaries()
            assert (len(found), history.progress) == (7, ReadingProgress(7, EVENINGS))
            assert {summary.id for summary in found} >= {"eventful"}, "the latest come first"
            gate.open.set()
        by_reading = {id_: Summary.of(evening) for id_, evening in everything(history).items()}
        assert {summary.id: summary for summary in history.known_summaries()} == by_reading
        assert (len(by_reading), history.progress) == (EVENINGS, None)
        assert (folder / LOG).exists(), "a phone may never close the app"
    with History(folder) as history:
        assert history.progress is None


def test_two_threads_read_no_evening_twice(folder: Path) -> None:
    read: list[str] = []

    def watch(call: str, *args: object) -> None:
        if call == "read" and str(args[0]).endswith(".json") and "sessions" in str(args[0]):
            read.append(str(args[0]))

    with History(folder, disk=WatchedDisk(watch)) as history, read_in_a_thread(history):
        assert len(history.summaries()) == EVENINGS
    assert sorted(read) == sorted(set(read))


def test_an_evening_read_before_closing_is_not_read_again(folder: Path) -> None:
    for known in range(3):
        with History(folder) as history:
            assert history.progress == ReadingProgress(known, EVENINGS)
            assert next(history.reading()) == (known + 1) / EVENINGS


def test_hands_are_recorded_while_evenings_are_read(folder: Path) -> None:
    """The history is then closed before all are read."""
    gate = Gate(3)
    with History(folder, disk=gate) as history, read_in_a_thread(history):
        assert gate.waiting.wait(20)
        record(history, "s-0")
        history.create(played(new_evening("new"), 1, stamps("new")))
        known = {summary.id: summary.deals for summary in history.known_summaries()}
        assert (known["s-0"], known["new"]) == (3, 1)
        history.close()
        gate.open.set()
    with History(folder) as history:
        hands = {summary.id: summary.deals for summary in history.summaries()}
        assert len(hands) == EVENINGS + 1
        assert hands["s-0"] == 3
        assert hands["s-1"] == 2


def test_nothing_is_written_after_closing(folder: Path) -> None:
    """A file that is being read at that moment is not recovered: another process may have the folder."""
    path = file_of(folder, "eventful")
    path.with_name(f"{path.name}.bak").write_bytes(path.read_bytes())
    path.write_bytes(path.read_bytes()[:-9])
    gate = Gate(0)
    with History(folder, disk=gate) as history, read_in_a_thread(history):
        assert gate.waiting.wait(20)
        history.close()
        before = files(folder)
        gate.open.set()
    assert files(folder) == before


def test_a_file_that_is_not_sound_hides_no_other(folder: Path) -> None:
    (folder / "sessions" / "s-0.json").write_bytes(b"?")
    spare = (folder / "sessions" / "s-1.json").read_bytes()
    (folder / "sessions" / "s-1.json.bak").write_bytes(spare)
    (folder / "sessions" / "s-1.json").write_bytes(spare[:-9])
    shares: list[float] = []
    with History(folder) as history:
        found = {summary.id: summary for summary in finished(history.reading(), shares.append)}
        assert shares == [(known + 1) / EVENINGS for known in range(EVENINGS)]
        assert len(found) == EVENINGS
        assert isinstance(found["s-0"].problem, Damaged)
        assert found["s-1"].deals == 2, "its spare copy was sound"
        assert [report.evening_id for report in history.reports()] == ["s-1"]


def test_lost_players_come_back_once_all_evenings_are_read(folder: Path) -> None:
    for each in folder.glob("library.json*"):
        each.write_bytes(b"?")
    with History(folder) as history:
        work = history.reading()
        for _ in range(EVENINGS):
            next(work)
        assert history.players() == []
        assert len(finished(work)) == EVENINGS
        assert {player.name for player in history.players()} >= {"Anne", "Farid"}
        assert (folder / LOG).exists()


# -- found by who played and when ------------------------------------------------------------------------

HERE = Summary.of(new_evening("here", title="Chez Élise", created="2026-11-21T12:00:00Z"))
LATER = Summary.of(new_evening("later", title="", created="2026-12-24T12:00:00Z"))
BROKEN = Summary(id="broken", last_at="2026-12-01T12:00:00Z")
FOUND = [HERE, LATER, BROKEN]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        *[("", FOUND), ("  ", FOUND), ("elise", [HERE]), ("ÉLISE chez", [HERE]), ("nobody", [])],
        *[("anne BRUNO", [HERE, LATER]), ("chloe chez", [HERE]), ("anne nobody", []), ("samedi", [HERE])],
        *[("novembre", [HERE]), ("21 nov 2026", [HERE]), ("anne decembre", [LATER]), ("bruno 2025", [])],
        *[("2026-12", [LATER, BROKEN]), ("24.12.", [LATER]), ("21/11/2026", [HERE])],
    ],
)
def test_evenings_are_found_by_words(text: str, found: list[Summary]) -> None:
    assert find_summaries(FOUND, SYSTEM, text=text, day_words=Translator("fr").day_words) == found


def test_evenings_are_found_by_day() -> None:
    assert find_summaries(FOUND, SYSTEM, since=date(2026, 12, 1)) == [LATER, BROKEN]
    assert find_summaries(FOUND, SYSTEM, until=date(2026, 11, 30)) == [HERE]
    assert find_summaries(FOUND, SYSTEM, since=date(2026, 12, 1), until=date(2026, 12, 1)) == [BROKEN]
    assert find_summaries([replace(HERE, created="", last_at="")], SYSTEM, since=date(2000, 1, 1)) == []
