"""What two computers give each other over a folder, and what they leave alone."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from evenings import FFT, started_with
from two_computers import Pair, damaged_files, ids, record

from scorepad.evening.evening import Evening
from scorepad.evening.events import Noted, Seated
from scorepad.evening.people import Person, Seating
from scorepad.history import (
    BadRecord,
    History,
)
from scorepad.history.shared_folder import MEMORY, SUBFOLDER
from scorepad.sharing import contents, places, rounds
from scorepad.sharing.packed import pack
from scorepad.sharing.together import Taken, Together
from scorepad.work import finished


@pytest.fixture
def pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pair]:
    monkeypatch.setattr(places, "SETTLED", 0.0)
    with ExitStack() as opened:
        yield Pair(tmp_path, opened)


# -- give and take ---


@pytest.mark.promise(
    "Import and export between devices",
    "Evenings, hands, people and house rules reach the other computers over a shared folder.",
)
def test_evenings_come_with_their_people_and_rules(pair: Pair) -> None:
    house = replace(FFT, id="house", name="Chez nous")
    pair.begin(scheme=house)
    pair.share()
    assert ids(pair.there) == ["friday"]
    assert [each.name for each in pair.there.history.schemes()] == ["Chez nous"]
    assert {each.id for each in pair.there.history.players()} == {"p0", "p1", "p2", "p3"}
    here = pair.here.history
    late = Person("late", "Inès", 4)
    evening = here.load("friday")
    people = (*evening.table.seating.people, late)
    here.extend(evening.add(Seated(Seating(people, 4, "p0")), here.stamp()))
    record(pair.there)
    taken = pair.meet()
    assert taken == [Taken(more=("friday",)), Taken(more=("friday",))]
    assert here.load("friday").events == pair.there.history.load("friday").events
    assert "Inès" in [each.name for each in pair.there.history.players()]
    assert pair.meet() == [Taken(), Taken()], "there is nothing more"


def test_a_hand_that_both_recorded_counts_once(pair: Pair) -> None:
    pair.begin(11)
    pair.share()
    record(pair.here)
    record(pair.there)
    pair.meet()
    for each in (pair.here, pair.there):
        evening = each.history.load("friday")
        assert len(evening.events) == 13
        assert len(evening.sheet.rows) == 12
        assert not evening.sheet.conflicts


@pytest.mark.promise(
    "Import and export between devices",
    "Each computer writes its own files of a shared folder, and leaves all others alone.",
)
def test_each_writes_its_own_files(pair: Pair) -> None:
    pair.begin()
    pair.share()
    assert len(pair.files) == 1, "what is there already is not given twice"
    record(pair.there)
    pair.meet()
    ours, theirs = (each.chosen for each in (pair.here, pair.there))
    assert ours is not None
    assert theirs is not None
    assert [path.name[17:25] for path in pair.files] == sorted(
        [ours.own, theirs.own], key=[path.name[17:25] for path in pair.files].index
    )
    before = {path: path.stat().st_mtime_ns for path in pair.files}
    pair.meet()
    assert before == {path: path.stat().st_mtime_ns for path in pair.files}


def test_a_file_that_did_not_change_is_read_once(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(5):
        pair.begin(id=f"evening-{number}")
    pair.share()
    pair.meet()
    read: list[bytes] = []
    right = contents.evenings_in

    def watched(raw: bytes) -> dict[str, Evening]:
        read.append(raw)
        return right(raw)

    monkeypatch.setattr("scorepad.sharing.together.evenings_in", watched)
    pair.meet()
    assert read == []
    again = Together(pair.there.history)
    finished(again.round())
    assert read == [], "not even after a start"
    record(pair.here, "evening-3")
    pair.meet()
    assert len({*read}) <= 3


# -- what is not there, or not whole ---


@pytest.mark.promise(
    "Import and export between devices",
    "A shared folder that is away or empty takes nothing away, and is brought up to date.",
)
def test_a_folder_that_is_away_or_empty_takes_nothing(pair: Pair) -> None:
    pair.begin()
    pair.share()
    away = pair.folder.with_name("away")
    pair.folder.rename(away)
    pair.folder.mkdir()  # the empty place where a disk would be
    record(pair.here)
    pair.meet()
    state = pair.here.state
    assert state is not None
    assert not state.is_there
    assert state.problem is None
    assert [*pair.folder.iterdir()] == []
    pair.folder.rmdir()
    away.rename(pair.folder)
    pair.meet()
    assert len(pair.there.history.load("friday").sheet.rows) == 3
    for path in pair.files:
        path.unlink()
    pair.meet()
    assert ids(pair.here) == ids(pair.there) == ["friday"]
    assert len(pair.files) >= 1, "it is filled again"


@pytest.mark.promise(
    "Import and export between devices",
    "A file that is cut or damaged is not read, and is reported only if it stays so.",
)
def test_a_file_is_read_when_it_is_whole(pair: Pair) -> None:
    pair.begin()
    pair.here.choose(pair.folder)
    (path,) = pair.files
    whole = path.read_bytes()
    for cut in (0, 1, 10, len(whole) - 1):
        path.write_bytes(whole[:cut])
        pair.there.choose(pair.folder)
        assert ids(pair.there) == []
        assert damaged_files(pair.there) == []
    (path.parent / "readme.txt").write_text("not ours")
    pair.meet()
    path.write_bytes(whole[:-1])
    finished(pair.there.round())
    pair.clock.now += rounds.DAMAGED_AFTER
    finished(pair.there.round())
    assert damaged_files(pair.there) == [path.name]
    path.write_bytes(whole)
    pair.there.choose(pair.folder)
    assert ids(pair.there) == ["friday"]
    assert damaged_files(pair.there) == []


def test_a_file_that_stays_unreadable_is_reported(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a file of another account on a network drive."""
    pair.begin()
    pair.here.choose(pair.folder)
    (path,) = pair.files
    right = places.FolderPlace._bytes

    def refused(self: places.FolderPlace, name: str) -> bytes:
        raise PermissionError(errno.EACCES, "planted")

    monkeypatch.setattr(places.FolderPlace, "_bytes", refused)
    pair.there.choose(pair.folder)
    assert damaged_files(pair.there) == []
    pair.clock.now += rounds.DAMAGED_AFTER
    finished(pair.there.round())
    assert damaged_files(pair.there) == [path.name]
    monkeypatch.setattr(places.FolderPlace, "_bytes", right)
    finished(pair.there.round())
    assert damaged_files(pair.there) == []
    assert ids(pair.there) == ["friday"]


@pytest.mark.parametrize(
    "name",
    ["friday (conflict 1).evening", "friday.sync-conflict-20261121-201500-ABCDEFG.evening", "x", ".hidden~"],
)
def test_a_copy_under_any_name_is_taken(pair: Pair, name: str) -> None:
    evening = pair.begin()
    pair.there.choose(pair.folder)
    (pair.folder / SUBFOLDER / name).write_bytes(pack(evening))
    assert pair.meet()[1] == Taken(new=("friday",))


# -- deleted evenings ---


@pytest.mark.promise(
    "Import and export between devices",
    "A deleted evening stays on the other computers, and comes back only with new events.",
)
def test_a_deleted_evening_comes_back_only_with_new_events(pair: Pair) -> None:
    pair.begin()
    pair.share()
    here, there = pair.here.history, pair.there.history
    here.move_to_bin("friday")
    pair.meet()
    assert (ids(pair.here), ids(pair.there)) == ([], ["friday"])
    for binned in here.bin():
        here.delete_for_good(binned.name)
    restarted = Together(here)
    (here.folder / MEMORY).unlink()
    finished(restarted.round())
    assert ids(restarted) == [], "not after a start either"
    there.extend(there.load("friday").add(Noted("again"), there.stamp()))
    pair.meet()
    assert here.load("friday").events == there.load("friday").events
    here.move_to_bin("friday")
    pair.meet()
    assert ids(pair.here) == []
    here.put_back(here.bin()[0].name)
    record(pair.there)
    pair.meet()
    assert len(here.load("friday").sheet.rows) == 3


def test_an_evening_that_comes_back_has_what_only_the_bin_had(pair: Pair) -> None:
    pair.begin()
    pair.share()
    record(pair.here)
    pair.here.history.move_to_bin("friday")  # before that hand was given
    record(pair.there)
    pair.meet()
    assert len(pair.here.history.load("friday").events) == 4
    assert pair.here.history.bin() == []
    assert pair.there.history.load("friday").events == pair.here.history.load("friday").events


def test_a_lost_evening_comes_back(pair: Pair) -> None:
    pair.begin()
    pair.share()
    pair.there.history.close()
    for path in (pair.there.history.folder / "sessions").glob("friday*"):
        path.unlink()
    with History(pair.there.history.folder) as history:
        assert history.reports()
        assert finished(Together(history).round()) == Taken(new=("friday",))
        assert history.reports() == []


# -- contradictions ---


@pytest.mark.promise(
    "Import and export between devices",
    "An evening that contradicts ours is refused and reported, and both stay as they are.",
)
def test_a_contradiction_is_refused(pair: Pair) -> None:
    ours = pair.begin()
    theirs = [
        started_with(ours, title="Another title"),
        Evening.of(ours.start, [replace(ours.events[0], reason="changed"), *ours.events[1:]]),
    ]
    pair.here.choose(pair.folder)
    for number, each in enumerate(theirs):
        (pair.folder / SUBFOLDER / f"theirs-{number}").write_bytes(pack(each))
    pair.meet()
    assert pair.here.history.load("friday") == ours
    state = pair.here.state
    assert state is not None
    assert [each.evening.id for each in state.refused] == ["friday"]
    assert isinstance(state.refused[0].problem, BadRecord)
    assert len(pair.files) == 3
    again = Together(pair.here.history)
    finished(again.round())
    assert again.state is not None
    assert again.state.refused, "it is said after a start, too"
