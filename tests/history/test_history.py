"""The façade: what is saved is there, for every window, thread and process, and nothing else is."""

from __future__ import annotations

import errno
import os
import threading
import uuid
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from disks import RefusingDisk, WatchedDisk
from evenings import stamps
from folders import file_of, files, new_evening
from random_evenings import played
from sample_evenings import eventful
from tinydb import TinyDB

from scorepad.evening.evening import Evening
from scorepad.evening.event_place import Stamp
from scorepad.history import (
    BadRecord,
    DiskFull,
    History,
    HistoryClosed,
    HistoryError,
    Outdated,
    UnknownEvening,
)
from scorepad.history.evenings import valid_id
from scorepad.history.transfer import export, restore_evenings, restore_missing

# -- evenings --------------------------------------------------------------------------------------


@pytest.mark.promise("The history", "A hand is on the disk before it counts as saved.")
def test_an_event_is_on_disk_when_extend_returns(history: History) -> None:
    evening = new_evening()
    history.create(evening)
    for _ in range(3):
        evening = played(evening, 1, history.stamp)
        history.extend(evening)
        assert history.load(evening.id) is evening, "what is computed from it is shared"
        with TinyDB(file_of(history.folder), access_mode="r", encoding="utf-8") as stock:
            assert [found["seq"] for found in stock.table("events")] == [e.seq for e in evening.events]


def refuse(history: History, extended: Evening, error: type[Exception]) -> None:
    """Saving raises, and changes nothing on disk or in memory."""
    before = file_of(history.folder).read_bytes()
    evening = history.load("session-1")
    with pytest.raises(error):
        history.extend(extended)
    assert file_of(history.folder).read_bytes() == before
    assert history.load("session-1") == evening


def test_an_event_that_does_not_follow_or_could_not_be_read_back_is_refused(history: History) -> None:
    evening = played(new_evening(), 1, stamps())
    history.create(evening)
    mine, theirs = (played(evening, 1, stamps(device)) for device in ("mine", "theirs"))
    wrong: tuple[dict[str, Any], ...] = ({"at": "yesterday"}, {"reason": "\ud83d"}, {"seq": 2.0})
    for change in wrong:
        refuse(history, evening.with_events([replace(mine.events[-1], **change)]), BadRecord)
    history.extend(mine)
    raw = file_of(history.folder).read_bytes()
    history.extend(mine)
    assert file_of(history.folder).read_bytes() == raw, "the same event is saved once"
    refuse(history, theirs, Outdated)
    refuse(history, evening, Outdated)
    refuse(history, evening.with_events([replace(mine.events[-1], reason="changed")]), Outdated)
    refuse(history, replace(mine, start=replace(mine.start, title="changed")), Outdated)
    refuse(history, replace(mine, start=replace(mine.start, id="session-2")), UnknownEvening)


def test_an_evening_that_could_not_be_read_back_is_refused(history: History) -> None:
    facts: tuple[dict[str, Any], ...] = (
        {"title": "\ud83d"},
        {"created": "today"},
        {"title": "x" * 501},
        {"id": "../x"},
    )
    for wrong in facts:
        with pytest.raises(BadRecord):
            history.create(new_evening(**wrong))
    assert list((history.folder / "sessions").iterdir()) == []
    assert history.summaries() == []


ELSEWHERE = (
    "../x",
    "../sessions/session-1",
    "..",
    ".",
    "",
    "/x",
    "x/y",
    "..\\x",
    "Session-1",
    "con",
    "x.json",
    "a\0b",
)
"""What is no id of an evening: `x.json` is an evening, beside the folder of evenings."""


def with_id(evening: Evening, id_: str) -> Evening:
    return replace(evening, start=replace(evening.start, id=id_))


USES: dict[str, Callable[[History, str], object]] = {
    "load": History.load,
    "extend": lambda history, id_: history.extend(with_id(history.load("session-1"), id_)),
    "merge": lambda history, id_: history.merge(id_, history.load("session-1").events),
    "delete": History.move_to_bin,
    "put back": History.put_back,
    "put back from the bin": lambda history, id_: history.put_back(f"{id_}.json.deleted-20261120T000000Z"),
    "remove": lambda history, id_: history.delete_for_good(f"{id_}.json.deleted-20261120T000000Z"),
    "quarantine": History.quarantine,
    "draft": History.draft,
    "clear the draft": History.clear_draft,
    "export": lambda history, id_: export(history, [id_]),
    "protect": lambda history, id_: history.protected_backups([f"sessions/{id_}.json"]),
    "bring back": lambda history, id_: restore_evenings(history, history.back_up().path, [id_]),
    "bring back what is missing": lambda history, id_: restore_missing(history, only=[id_]),
}


@pytest.mark.promise(
    "Import and export between devices", "An id from outside is checked before it leads to a file."
)
@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("id_", ELSEWHERE)
def test_an_id_from_outside_is_checked_before_it_is_used(tmp_path: Path, use: str, id_: str) -> None:
    """Whatever is asked of it, now and at the next look at the list: no other file is read, moved or removed."""
    touched: set[str] = set()

    def watch(call: str, *args: object) -> None:
        touched.update(os.path.normpath(each) for each in args if isinstance(each, str) and "\0" not in each)

    folder = tmp_path / "data"
    with History(folder, disk=WatchedDisk(watch)) as history:
        history.create(eventful())
        foreign = [folder / "x.json", tmp_path / "x.json"]
        for path in foreign:
            path.write_bytes(file_of(folder).read_bytes().replace(b'"id":"session-1"', b'"id":"x"'))
        before = {*files(tmp_path)}, history.summaries()
        with suppress(HistoryError):
            USES[use](history, id_)
        here = {each for each in files(tmp_path) if "/backups" not in each}  # nor the days by which they age
        assert (here, history.summaries()) == before
        assert history.reports() == []
    assert touched.isdisjoint(map(str, foreign))


def test_an_id_leads_nowhere_else(history: History) -> None:
    for evening_id in (
        *("", "..", "../library", "a/b", "a\\b", "a.b", "A", "-a"),
        *("con", "com1", "x" * 65, "é", "a\0", "a\n", "library.json"),
    ):
        assert not valid_id(evening_id)
        with pytest.raises(UnknownEvening):
            history.load(evening_id)
        with pytest.raises(BadRecord):
            history.create(new_evening(evening_id))
    ids = {history.new_id() for _ in range(100)}
    assert len(ids) == 100
    assert all(valid_id(id_) and str(uuid.UUID(id_)) == id_ for id_ in ids)


@pytest.mark.promise("The history", "A full disk changes nothing, and recording goes on when there is room.")
def test_a_full_disk_changes_nothing(tmp_path: Path) -> None:
    disk = RefusingDisk(errno.ENOSPC, "", ["write"])
    disk.refuses = False
    evening = played(new_evening(), 2, stamps())
    with History(tmp_path, disk=disk) as history:
        history.create(evening)
        more = played(evening, 1, history.stamp)
        disk.refuses = True
        refuse(history, more, DiskFull)
        for save in (
            lambda: history.create(new_evening("session-2")),
            lambda: history.set_setting("language", "fr"),
            lambda: history.save_draft("session-1", {}),
        ):
            with pytest.raises(DiskFull):
                save()
        assert history.settings() == {}
        assert history.draft("session-1") is None
        assert [summary.id for summary in history.summaries()] == ["session-1"]
        disk.refuses = False
        history.extend(more)
        assert history.load(evening.id) == more


# -- stamps ----------------------------------------------------------------------------------------


def test_a_stamp_is_fresh_and_in_utc(tmp_path: Path) -> None:
    paris = timezone(timedelta(hours=1))
    moment = datetime(2026, 11, 21, 21, 15, 30, 123456, tzinfo=paris)
    with History(tmp_path, device="phone", clock=lambda: moment) as history:
        assert history.stamp() == Stamp("2026-11-21T20:15:30.123Z", "phone")
    names = set()
    for _ in range(2):
        with History(tmp_path) as history:
            names |= {history.stamp().device, history.device}
            assert history.settings() == {}
            assert abs(datetime.fromisoformat(history.stamp().at) - datetime.now(UTC)) < timedelta(minutes=1)
    assert [len(name) for name in names] == [8], "a folder names its device once"


# -- windows, threads ------------------------------------------------------------------------------


def test_every_change_is_announced_except_new_events(history: History) -> None:
    heard: list[str | None] = []
    history.on_change = heard.append
    evening = played(new_evening(), 1, stamps())
    history.create(evening)
    more = played(evening, 1, stamps("more"))
    history.extend(more)
    history.extend(more)
    history.merge(evening.id, more.events)
    history.set_setting("language", "fr")
    history.set_setting("language", "fr")
    with suppress(Outdated):
        history.extend(played(evening, 1, stamps("other")))
    assert heard == ["session-1", None]


def test_a_subscriber_may_read_from_another_thread(history: History) -> None:
    found: list[int] = []

    def look(evening_id: str | None) -> None:
        thread = threading.Thread(target=lambda: found.append(len(history.summaries())))
        thread.start()
        thread.join(timeout=5)

    history.on_change = look
    history.create(new_evening())
    assert found == [1]


# -- open and closed -------------------------------------------------------------------------------


def test_outside_the_with_block_everything_is_closed(tmp_path: Path) -> None:
    history = History(tmp_path)
    for _ in range(2):
        for look in (history.summaries, history.players, history.stamp, history.reports):
            with pytest.raises(HistoryClosed):
                look()
        with pytest.raises(HistoryClosed):
            history.extend(new_evening())
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


def test_closing_does_not_keep_the_backup_under_way_waiting(tmp_path: Path) -> None:
    asked, closing = threading.Event(), threading.Event()

    class Slow(History):
        def protected_backups(self, damaged: Collection[str] = ()) -> set[Path]:
            asked.set()
            closing.wait(10)
            return super().protected_backups(damaged)

        def close(self) -> None:
            closing.set()
            super().close()
            assert self._lock is None

    def back_up() -> None:
        with suppress(HistoryClosed):
            while opened.back_up_step() == 0:
                pass

    with Slow(tmp_path) as opened:
        opened.create(eventful())
        thread = threading.Thread(target=back_up)
        thread.start()
        assert asked.wait(10)
    thread.join(1)
    assert not thread.is_alive()
    assert opened.backup_problem is None
