"""What two computers give each other over a folder, and what they leave alone."""

from __future__ import annotations

import errno
import json
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from disks import RefusingDisk
from empty_history import NOW, Clock
from evenings import FFT, gardes, started_with, table

from scorepad.evening.evening import Evening
from scorepad.evening.events import Noted, Seated
from scorepad.evening.people import Person, Seating
from scorepad.history import (
    BadRecord,
    FileState,
    History,
    InDataFolder,
    SharedFolderUnknown,
    WriteFailed,
    read_shared_folder,
    verify,
)
from scorepad.history.shared_folder import MEMORY, SHARED_SETTING, SUBFOLDER
from scorepad.pad import Pad
from scorepad.pad.draft import HandDraft
from scorepad.sharing import contents, places, rounds
from scorepad.sharing.packed import BadPack, pack
from scorepad.sharing.together import Taken, Together, look
from scorepad.tarot.hand import Bid
from scorepad.work import finished


class Pair:
    """Two computers, `here` and `there`, and a folder that both can reach."""

    def __init__(self, top: Path, opened: ExitStack) -> None:
        self.folder = top / "sync"
        self.folder.mkdir()
        self.clock = Clock()
        self.histories = [
            opened.enter_context(History(top / name, device=name, clock=self.tick))
            for name in ("here", "there")
        ]
        self.here, self.there = (Together(each) for each in self.histories)

    def tick(self) -> datetime:
        self.clock.now += timedelta(milliseconds=1)
        return self.clock.now

    def share(self) -> None:
        for each in (self.here, self.there):
            each.choose(self.folder)

    def meet(self) -> list[Taken]:
        """Some rounds on both; what each took."""
        taken = [Taken(), Taken()]
        for _ in range(4):
            taken = [
                before + finished(each.round())
                for before, each in zip(taken, (self.here, self.there), strict=True)
            ]
        return taken

    @property
    def files(self) -> list[Path]:
        return sorted((self.folder / SUBFOLDER).iterdir())

    def begin(self, hands: int = 2, **facts: Any) -> Evening:
        """An evening that is here."""
        evening = gardes(table(4, **{"id": "friday", **facts}), hands, self.here.history.stamp)
        self.here.history.create(evening)
        return evening


@pytest.fixture
def pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pair]:
    monkeypatch.setattr(places, "SETTLED", 0.0)
    with ExitStack() as opened:
        yield Pair(tmp_path, opened)


def record(together: Together, id_: str = "friday") -> None:
    history = together.history
    history.extend(gardes(history.load(id_), 1, history.stamp))


def damaged_files(together: Together) -> list[str]:
    state = together.state
    assert state is not None
    return [*state.damaged]


def ids(together: Together) -> list[str]:
    return [each.id for each in together.history.summaries()]


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


def test_both_hands_of_two_tables_are_there_once(pair: Pair) -> None:
    pair.begin(11)
    pair.share()
    record(pair.here)
    record(pair.there)
    pair.meet()
    for each in (pair.here, pair.there):
        evening = each.history.load("friday")
        assert len(evening.sheet.rows) == 13
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
    pair.clock.now += rounds.DAMAGED_AFTER
    path.write_bytes(whole[:-1])
    (path.parent / "readme.txt").write_text("not ours")
    pair.there.choose(pair.folder)
    assert damaged_files(pair.there) == [path.name]
    path.write_bytes(whole)
    pair.there.choose(pair.folder)
    assert ids(pair.there) == ["friday"]
    assert damaged_files(pair.there) == []


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
    assert len(pair.here.history.load("friday").sheet.rows) == 4
    assert pair.here.history.bin() == []
    assert len(pair.there.history.load("friday").sheet.rows) == 4


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


# -- large evenings, restores, copies of a computer ---


def test_an_evening_too_large_for_a_pack_is_given_as_a_document(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = pack

    def small(evening: Evening) -> bytes:
        raw = right(evening)
        if len(raw) > 150:
            raise BadPack("too large")
        return raw

    monkeypatch.setattr(contents, "pack", small)
    pair.begin(30)
    pair.share()
    (path,) = pair.files
    assert json.loads(path.read_bytes())["format"] == "scorepad transfer"
    record(pair.there)
    pair.meet()
    assert pair.here.history.load("friday").events == pair.there.history.load("friday").events
    assert len(pair.there.history.load("friday").sheet.rows) == 31
    count = len(pair.files)
    pair.meet()
    assert len(pair.files) == count


def test_what_a_restore_removed_comes_back_from_the_folder(pair: Pair) -> None:
    pair.begin()
    made = pair.here.history.back_up()
    pair.share()
    record(pair.here)
    pair.meet()
    pair.here.history.restore(made.path)
    assert len(pair.here.history.load("friday").sheet.rows) == 2
    pair.meet()
    assert len(pair.here.history.load("friday").sheet.rows) == 3


def test_a_computer_that_was_copied_whole_shares_as_two(pair: Pair, tmp_path: Path) -> None:
    with History(tmp_path / "one", clock=pair.tick) as one:
        one.create(gardes(table(4, id="friday"), 1, one.stamp))
        Together(one).choose(pair.folder)
    shutil.copytree(tmp_path / "one", tmp_path / "two")
    with History(tmp_path / "one", clock=pair.tick) as one, History(tmp_path / "two", clock=pair.tick) as two:
        both = [Together(one), Together(two)]
        for each in both:
            record(each)
        for _ in range(5):
            for each in both:
                finished(each.round())
        assert one.load("friday").events == two.load("friday").events
        assert len(one.load("friday").sheet.rows) == 3
        assert one.device != two.device


def test_a_hand_that_is_half_entered_stays(pair: Pair) -> None:
    pair.begin()
    pair.share()
    pad = Pad(pair.there.history)
    told: list[object] = []
    pad.subscribe(told.append)
    evening = pair.there.history.load("friday")
    token = pad.entry(evening).hand.token
    assert pad.tap("friday", lambda hand: hand.taker_tapped("p0", Bid.GARDE), token, "window", "tap")
    told.clear()
    record(pair.here)
    pair.meet()
    assert told, "the windows are told"
    after = pad.entry(pair.there.history.load("friday"))
    assert after.looked_at(token) is not None
    assert isinstance(after.hand, HandDraft)
    assert after.hand.facts.taker == "p0"


def test_events_that_come_in_while_a_hand_is_saved_do_not_refuse_it(pair: Pair) -> None:
    pair.begin()
    pair.share()
    record(pair.here)
    finished(pair.here.round())
    history, calls = pair.there.history, 0
    pad = Pad(history)

    def act(before: Evening, entry: object) -> tuple[Evening, object]:
        nonlocal calls
        calls += 1
        if calls == 1:
            finished(pair.there.round())
        return before.add(Noted("said here"), history.stamp()), entry

    pad.change("friday", act)  # type: ignore[arg-type]
    assert calls == 2
    assert len(history.load("friday").sheet.rows) == 3
    assert history.load("friday").table.note_on(None) == "said here"


# -- the setting ---


def test_the_setting_is_of_this_device_and_survives_damage(pair: Pair) -> None:
    pair.begin()
    pair.share()
    history = pair.here.history
    path = history.folder / SHARED_SETTING
    chosen, whole = pair.here.chosen, path.read_bytes()
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert pair.here.chosen == chosen
    (check,) = (each for each in verify(history.folder) if each.name == SHARED_SETTING)
    assert check.state is FileState.RECOVERABLE
    path.with_name(f"{SHARED_SETTING}.bak").write_bytes(whole[:-3])
    finished(pair.here.round())
    assert pair.here.state is None
    assert isinstance(pair.here.problem, SharedFolderUnknown)
    pair.here.choose(pair.folder)
    assert pair.here.chosen is not None
    assert pair.here.problem is None


@pytest.mark.parametrize("way", ["itself", "below", "link"])
def test_a_folder_in_the_data_folder_is_refused(way: str, pair: Pair) -> None:
    data = pair.here.history.folder
    (data / "below").mkdir()
    (pair.folder / "link").symlink_to(data / "below")
    with pytest.raises(InDataFolder):
        pair.here.choose({"itself": data, "below": data / "below", "link": pair.folder / "link"}[way])
    assert pair.here.chosen is None


def test_the_folder_of_the_files_may_be_chosen_itself(pair: Pair) -> None:
    pair.begin()
    pair.here.choose(pair.folder)
    pair.there.choose(pair.folder / SUBFOLDER)
    assert ids(pair.there) == ["friday"]
    with pytest.raises(WriteFailed):
        pair.here.choose(pair.folder / "not" / "there")


def test_what_cannot_be_written_is_given_later(pair: Pair) -> None:
    pair.begin()
    disk = RefusingDisk(errno.ENOSPC, pattern=SUBFOLDER, calls=("create",))
    together = Together(pair.here.history, disk=disk)
    together.choose(pair.folder)
    assert together.state is not None
    assert together.state.problem is not None
    assert together.state.waiting == 1
    disk.refuses = False
    finished(together.round())
    assert together.state.problem is None
    assert together.state.waiting == 0
    assert len(pair.files) == 1


def test_it_says_what_is_shared_without_a_round(pair: Pair) -> None:
    assert look(pair.here.history.folder) is None
    pair.begin()
    pair.share()
    record(pair.there)
    pair.meet()
    state = look(pair.here.history.folder)
    assert state is not None
    assert state.is_there
    assert state.others == 1
    assert state.last is not None
    assert abs(state.last - NOW) < timedelta(hours=1)
    pair.here.choose(None)
    assert read_shared_folder(pair.here.history.folder) is None
    assert pair.here.state is None
    assert len(pair.files) == 2, "the files stay"
