"""The façade: what is saved is there, for every window, thread and process, and nothing else is."""

from __future__ import annotations

import errno
import logging
import threading
import uuid
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from history_samples import AT, RefusingDisk, eventful, new_evening, played, stamps
from tinydb import TinyDB

from scorepad.evening.evening import Evening
from scorepad.evening.events import Dealt, Ended, Event
from scorepad.history import (
    BadRecord,
    Closed,
    Damaged,
    DiskFull,
    EveningExists,
    History,
    HistoryReader,
    Outdated,
    Reason,
    ReportKind,
    StorageError,
    Summary,
    TooNew,
    UnknownEvening,
    Unreadable,
)
from scorepad.history.disk import Disk
from scorepad.history.evenings import MAX_OPEN, valid_id
from scorepad.history.log import LOG, _line, read_last_events
from scorepad.history.migrations import EVENING_SCHEMA
from scorepad.history.storage import encode


@pytest.fixture
def history(tmp_path: Path) -> Iterator[History]:
    with History(tmp_path, device="test") as history:
        yield history


def file_of(history: History, evening_id: str = "session-1") -> Path:
    return history.folder / "sessions" / f"{evening_id}.json"


def reopened(history: History, disk: Disk | None = None) -> History:
    history.close()
    return History(history.folder, device="test", disk=disk)


# -- evenings --------------------------------------------------------------------------------------


def test_an_event_is_on_disk_when_append_returns(history: History) -> None:
    evening = new_evening()
    history.create(evening)
    for _ in range(3):
        evening = played(evening, 1, history.stamp)
        returned = history.append(evening.id, evening.events[-1])
        assert returned == evening
        assert history.load(evening.id) is returned, "what is computed from it is shared"
        with TinyDB(file_of(history), access_mode="r", encoding="utf-8") as stock:
            assert [found["id"] for found in stock.table("events")] == [e.id for e in evening.events]


def test_the_same_event_is_saved_once(history: History) -> None:
    evening = played(new_evening(), 2, stamps())
    history.create(evening)
    raw = file_of(history).read_bytes()
    assert history.append(evening.id, evening.events[0]) == evening
    assert file_of(history).read_bytes() == raw


def refuse(history: History, event: Event, error: type[Exception], evening_id: str = "session-1") -> None:
    """Appending raises, and changes nothing on disk or in memory."""
    before = file_of(history).read_bytes()
    evening = history.load("session-1")
    with pytest.raises(error):
        history.append(evening_id, event)
    assert file_of(history).read_bytes() == before
    assert history.load("session-1") == evening


def test_an_event_that_does_not_follow_is_refused(history: History) -> None:
    evening = played(new_evening(), 1, stamps())
    history.create(evening)
    mine = played(evening, 1, stamps("mine"), seed=2)
    theirs = played(evening, 1, stamps("theirs"), seed=3)
    history.append(evening.id, mine.events[-1])
    refuse(history, theirs.events[-1], Outdated)
    refuse(history, replace(theirs.events[-1], seq=9), Outdated)
    refuse(history, replace(mine.events[-1], reason="changed"), BadRecord)
    refuse(history, mine.events[-1], UnknownEvening, "session-2")


def test_an_event_that_could_not_be_read_back_is_refused(history: History) -> None:
    evening = played(new_evening(), 1, stamps())
    history.create(evening)
    event = played(evening, 1, stamps("next")).events[-1]
    assert isinstance(event.change, Dealt)
    assert event.deal is not None
    refuse(history, replace(event, at="yesterday"), BadRecord)
    refuse(history, replace(event, reason="\ud83d"), BadRecord)
    refuse(history, replace(event, change=replace(event.change, replaces=("nothing",))), BadRecord)
    dealt = replace(event.change, deal=replace(event.deal, dealer="nobody"))
    refuse(history, replace(event, change=dealt), BadRecord)
    refuse(history, replace(event, seq=2.0), BadRecord)  # type: ignore[arg-type]
    history.append(evening.id, event)


def test_an_evening_is_never_written_over(history: History) -> None:
    history.create(eventful())
    before = file_of(history).read_bytes()
    with pytest.raises(EveningExists):
        history.create(new_evening())
    with reopened(history) as again, pytest.raises(EveningExists):
        again.create(new_evening())
    assert file_of(history).read_bytes() == before


def test_an_evening_that_could_not_be_read_back_is_refused(history: History) -> None:
    for evening in (
        new_evening(title="\ud83d"),
        new_evening(created="today"),
        new_evening(title="x" * 501),
        new_evening("../session"),
    ):
        with pytest.raises(BadRecord):
            history.create(evening)
    assert list((history.folder / "sessions").iterdir()) == []
    assert history.summaries() == []


@pytest.mark.parametrize(
    "evening_id",
    [
        *["", "..", "../library", "a/b", "a\\b", "a.b", "A", "-a"],
        *["con", "com1", "x" * 65, "é", "a\0", "a\n", "library.json"],
    ],
)
def test_an_id_leads_nowhere_else(history: History, evening_id: str) -> None:
    assert not valid_id(evening_id)
    with pytest.raises(UnknownEvening):
        history.load(evening_id)
    with pytest.raises(BadRecord):
        history.create(new_evening(evening_id))


def test_ids_are_fresh_and_name_evenings(history: History) -> None:
    ids = {history.new_id() for _ in range(100)}
    assert len(ids) == 100
    assert all(valid_id(id_) and str(uuid.UUID(id_)) == id_ for id_ in ids)


def test_a_full_disk_changes_nothing(tmp_path: Path) -> None:
    class Filling(Disk):
        full = False

        def write(self, fd: int, data: memoryview) -> int:
            if self.full:
                raise OSError(errno.ENOSPC, "planted")
            return super().write(fd, data)

    disk = Filling()
    evening = played(new_evening(), 2, stamps())
    with History(tmp_path, disk=disk) as history:
        history.create(evening)
        more = played(evening, 1, history.stamp)
        disk.full = True
        refuse(history, more.events[-1], DiskFull)
        with pytest.raises(DiskFull):
            history.create(new_evening("session-2"))
        with pytest.raises(DiskFull):
            history.set_setting("language", "fr")
        with pytest.raises(DiskFull):
            history.save_draft("session-1", {})
        assert history.settings() == {}
        assert history.draft("session-1") is None
        assert [summary.id for summary in history.summaries()] == ["session-1"]
        disk.full = False
        history.append(evening.id, more.events[-1])
        assert history.load(evening.id) == more


def test_players_that_cannot_be_saved_do_not_cost_the_evening(tmp_path: Path) -> None:
    with History(tmp_path, disk=RefusingDisk(errno.EIO, "library")) as history:
        history.create(new_evening())
        assert history.stamp().device == history.stamp().device != ""
    with History(tmp_path) as history:
        assert history.load("session-1") == new_evening()


def test_merging_is_a_union(history: History) -> None:
    common = played(new_evening(), 2, stamps())
    mine = played(common, 2, stamps("mine", "phone"), seed=2)
    theirs = played(common, 3, stamps("theirs", "tablet"), seed=3)
    history.create(mine)
    assert history.merge(mine.id, theirs.events) == 3
    merged = history.load(mine.id)
    assert set(merged.events) == set(mine.events) | set(theirs.events)
    assert history.merge(mine.id, theirs.events) == history.merge(mine.id, mine.events) == 0
    assert merged == common.with_events([*theirs.events[2:], *mine.events[2:]])
    before = file_of(history).read_bytes()
    with pytest.raises(BadRecord):
        history.merge(mine.id, [replace(theirs.events[-1], reason="changed")])
    assert file_of(history).read_bytes() == before
    with reopened(history) as again:
        assert again.load(mine.id) == merged


def test_more_evenings_than_are_kept_open(history: History) -> None:
    ids = [f"session-{number}" for number in range(MAX_OPEN + 5)]
    for id_ in ids:
        history.create(new_evening(id_))
    for id_ in ids:
        evening = played(history.load(id_), 1, history.stamp)
        history.append(id_, evening.events[-1])
    assert all(len(history.load(id_).events) == 1 for id_ in ids)


def test_a_file_changed_by_somebody_else_is_read_again(history: History) -> None:
    evening = played(new_evening(), 3, stamps())
    history.create(evening)
    old = file_of(history).read_bytes()
    more = played(evening, 1, stamps("more"))
    history.append(evening.id, more.events[-1])
    for neighbour in history.folder.glob("sessions/*.bak"):
        neighbour.unlink()
    file_of(history).write_bytes(old)
    refuse(history, played(more, 1, stamps("late")).events[-1], Outdated)
    assert history.load(evening.id) == evening
    assert history.summaries()[0].hands == 3


def test_an_evening_that_vanished_is_missed(history: History) -> None:
    history.create(eventful())
    history.summaries()
    file_of(history).unlink()
    with pytest.raises(StorageError):
        history.load("session-1")
    [summary] = history.summaries()
    assert summary.problem is not None
    with reopened(history) as again:
        assert again.summaries() == []
        with pytest.raises(UnknownEvening):
            again.load("session-1")


# -- the list --------------------------------------------------------------------------------------


def test_a_summary_says_what_a_list_shows(history: History) -> None:
    evening = eventful()
    history.create(evening)
    [summary] = history.summaries()
    assert (summary.id, summary.name, summary.created) == ("session-1", "Chez Anne-Marie", AT)
    assert (summary.people, summary.totals, summary.unit) == (
        evening.sheet.people,
        evening.sheet.totals,
        evening.sheet.unit,
    )
    assert (summary.hands, summary.finished, summary.last_at) == (
        len(evening.sheet.deals),
        True,
        evening.last_at,
    )
    assert summary.problem is None
    with reopened(history) as again:
        assert again.summaries() == [summary]


def test_evenings_under_way_come_first_then_the_latest(history: History) -> None:
    for id_, day, finished in (("a", 3, True), ("b", 1, False), ("c", 2, False), ("d", 4, True)):
        stamp = replace(history.stamp(), at=f"2026-11-{day:02d}T20:00:00Z")
        evening = new_evening(id_, created=stamp.at)
        history.create(evening.add(Ended(), stamp) if finished else evening)
    assert [summary.id for summary in history.summaries()] == ["c", "b", "d", "a"]
    again = history.load("a")
    history.append("a", again.add(Ended(False), history.stamp()).events[-1])
    assert [summary.id for summary in history.summaries()] == ["a", "c", "b", "d"]


def test_the_list_is_the_callers_own(history: History) -> None:
    history.create(new_evening())
    history.summaries().clear()
    assert len(history.summaries()) == 1


def test_what_cannot_be_read_hides_nothing(history: History) -> None:
    for number in range(1, 5):
        history.create(played(new_evening(f"session-{number}"), 1, stamps()))
    history.close()
    file_of(history, "session-1").write_bytes(b"not ours")
    file_of(history, "session-2").write_bytes(encode({}, schema=EVENING_SCHEMA + 1, generation=1))
    file_of(history, "session-3").write_bytes(encode({"session": {}}, schema=1, generation=1))
    copied = file_of(history, "session-4 (1)")
    copied.write_bytes(file_of(history, "session-4").read_bytes())
    file_of(history, "session-5").write_bytes(file_of(history, "session-4").read_bytes())
    file_of(history, "session-6").mkdir()
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
        assert problem.reason is Reason.ANOTHER_EVENING
        assert all(summary.last_at for summary in again.summaries())
        for id_ in ("session-1", "session-2", "session-3", "session-5"):
            raw = file_of(history, id_).read_bytes()
            with pytest.raises((StorageError, BadRecord)):
                again.load(id_)
            with pytest.raises((StorageError, BadRecord, EveningExists)):
                again.create(new_evening(id_))
            assert file_of(history, id_).read_bytes() == raw
        assert len(again.load("session-4").events) == 1


def test_an_evening_that_cannot_be_computed_hides_nothing(
    history: History, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(evening: Evening) -> None:
        raise ZeroDivisionError("a mistake in the game")

    monkeypatch.setattr(Summary, "of", fail)
    history.create(new_evening())
    [summary] = history.summaries()
    assert isinstance(summary.problem, BadRecord)
    assert "a mistake" in summary.problem.value  # type: ignore[operator]
    assert "a mistake" in caplog.text


def test_closing_does_not_keep_the_backup_under_way_waiting(tmp_path: Path) -> None:
    asked, closing = threading.Event(), threading.Event()

    class Slow(History):
        def protected_backups(self, damaged: Collection[str] = ()) -> set[Path]:
            asked.set()
            closing.wait(10)
            return super().protected_backups(damaged)

        def close(self) -> None:
            closing.set()
            worker = self._worker
            super().close()
            assert worker is None or not worker.is_alive()

    with Slow(tmp_path) as opened:
        opened.create(eventful())
        opened.keep_backups()
        assert asked.wait(10)
    assert opened.backup_problem is None


# -- the log ---------------------------------------------------------------------------------------


class CountingDisk(Disk):
    """Counts the evening files that are read."""

    def __init__(self) -> None:
        super().__init__()
        self.read_evenings: list[str] = []

    def read(self, path: str) -> bytes | None:
        if "session-" in path and path.endswith(".json"):
            self.read_evenings.append(Path(path).stem)
        return super().read(path)


@pytest.fixture
def indexed(history: History) -> History:
    """A closed history of four evenings, and its index."""
    for number in range(1, 5):
        history.create(played(new_evening(f"session-{number}"), number, stamps()))
    history.summaries()
    history.close()
    return history


def hands_listed(history: History, disk: Disk | None = None) -> dict[str, int]:
    with History(history.folder, disk=disk) as again:
        return {summary.id: summary.hands for summary in again.summaries()}


def read_to_list(history: History) -> list[str]:
    """The evenings whose files are read to list all of them."""
    disk = CountingDisk()
    assert hands_listed(history, disk) == ALL
    return sorted(disk.read_evenings)


ALL = {f"session-{number}": number for number in range(1, 5)}


def test_what_is_indexed_is_not_read(indexed: History) -> None:
    assert read_to_list(indexed) == []


def test_a_copied_folder_is_not_read(indexed: History) -> None:
    for path in (indexed.folder / "sessions").iterdir():
        path.write_bytes(path.read_bytes())
    assert read_to_list(indexed) == []


@pytest.mark.parametrize("content", [None, b"", b"[]", b"{}", _line(["scorepad evenings", "another", ""])])
def test_a_lost_log_is_made_again(indexed: History, content: bytes | None) -> None:
    (indexed.folder / LOG).unlink()
    if content is not None:
        (indexed.folder / LOG).write_bytes(content)
    assert read_to_list(indexed) == sorted(ALL)
    assert read_to_list(indexed) == []


def test_summaries_of_another_version_are_made_again(indexed: History) -> None:
    log = indexed.folder / LOG
    _, *lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(_line(["scorepad evenings", "4 0.0.1", ""]) + b"".join(lines))
    assert read_to_list(indexed) == sorted(ALL)
    assert read_to_list(indexed) == []


def test_log_and_index_of_an_earlier_version_are_taken_over(indexed: History) -> None:
    """Its lines are two texts, and its summaries are in index.json."""
    log = indexed.folder / LOG
    last = {id_: f"event-{hands}" for id_, hands in ALL.items()}
    lines = [_line([id_, event]) for id_, event in last.items()]
    log.write_bytes(_line(["scorepad evenings", ""]) + b"".join(lines))
    for name in ("index.json", "index.json.bak"):
        (indexed.folder / name).write_bytes(encode({"sessions": {}}, schema=1, generation=1))
    with HistoryReader(indexed.folder) as reader:
        assert (len(reader.summaries()), reader.reports()) == (4, [])
    file_of(indexed, "session-4").unlink()
    with History(indexed.folder) as again:
        assert [(each.kind, each.evening_id) for each in again.reports()] == [(ReportKind.GONE, "session-4")]
    assert read_last_events(indexed.folder, Disk()) == last
    assert not list(indexed.folder.glob("index.json*"))


def test_the_log_follows_the_files(indexed: History) -> None:
    newer = played(new_evening("session-1"), 9, stamps())
    (indexed.folder / "sessions" / "session-1.json").unlink()
    with History(indexed.folder) as again:
        again.create(newer)
    (indexed.folder / "sessions" / "session-2.json").unlink()
    disk = CountingDisk()
    assert hands_listed(indexed, disk) == {"session-1": 9, "session-3": 3, "session-4": 4}
    assert disk.read_evenings == []


# -- stamps ----------------------------------------------------------------------------------------


def test_a_stamp_is_fresh_and_in_utc(tmp_path: Path) -> None:
    paris = timezone(timedelta(hours=1))
    moment = datetime(2026, 11, 21, 21, 15, 30, 123456, tzinfo=paris)
    with History(tmp_path, device="phone", clock=lambda: moment) as history:
        one, other = history.stamp(), history.stamp()
        assert one.id != other.id
        assert (one.at, one.device) == ("2026-11-21T20:15:30.123Z", "phone")
    with History(tmp_path) as history:
        assert abs(datetime.fromisoformat(history.stamp().at) - datetime.now(UTC)) < timedelta(minutes=1)


def test_a_folder_names_its_device_once(tmp_path: Path) -> None:
    names = set()
    for _ in range(2):
        with History(tmp_path) as history:
            names |= {history.stamp().device, history.device}
            assert history.settings() == {}
    assert len(names) == 1
    assert len(names.pop()) == 8


# -- windows, threads ------------------------------------------------------------------------------


def test_windows_hear_of_every_change(history: History) -> None:
    heard: list[str | None] = []
    stop = history.subscribe(heard.append)
    evening = played(new_evening(), 1, stamps())
    history.create(evening)
    more = played(evening, 1, stamps("more"))
    history.append(evening.id, more.events[-1])
    history.merge(evening.id, more.events)
    history.set_setting("language", "fr")
    history.set_setting("language", "fr")
    with suppress(Outdated):
        history.append(evening.id, replace(more.events[-1], id="other"))
    assert heard == ["session-1", "session-1", None]
    history.merge(evening.id, played(more, 1, stamps("others")).events)
    stop()
    stop()
    history.set_setting("language", "de")
    assert heard == ["session-1", "session-1", None, "session-1"]


def test_a_window_that_fails_stops_nobody(history: History, caplog: pytest.LogCaptureFixture) -> None:
    heard: list[str | None] = []

    def fail(evening_id: str | None) -> None:
        raise RuntimeError("a closed window")

    history.subscribe(fail)
    history.subscribe(heard.append)
    with caplog.at_level(logging.ERROR):
        history.create(new_evening())
    assert heard == ["session-1"]
    assert "a closed window" in caplog.text


def test_a_window_may_look_again_at_once_from_another_thread(history: History) -> None:
    found: list[int] = []

    def look(evening_id: str | None) -> None:
        thread = threading.Thread(target=lambda: found.append(len(history.summaries())))
        thread.start()
        thread.join(timeout=5)

    history.subscribe(look)
    history.create(new_evening())
    assert found == [1]


# -- open and closed -------------------------------------------------------------------------------


def test_outside_everything_is_closed(tmp_path: Path) -> None:
    history = History(tmp_path)
    for _ in range(2):
        for look in (history.summaries, history.players, history.stamp, history.reports):
            with pytest.raises(Closed):
                look()
        with pytest.raises(Closed):
            history.append("session-1", Event(id="1", seq=1, at=AT, device="", change=Ended()))
        with history:
            history.__enter__()
            assert history.summaries() == []
        history.close()


def test_a_folder_that_fails_while_it_opens_is_given_back(tmp_path: Path) -> None:
    class Unlisted(Exception):
        pass

    def fail(*_: object) -> None:
        raise Unlisted

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("scorepad.history.evenings.os.scandir", fail)
        with pytest.raises(Unlisted):
            History(tmp_path).__enter__()
    with History(tmp_path):
        pass
