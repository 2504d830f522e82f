"""Large evenings, restores, copies of a computer, hands under way, and the setting of a shared folder."""

from __future__ import annotations

import errno
import json
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path

import pytest
from disks import RefusingDisk
from empty_history import NOW
from evenings import gardes, table
from two_computers import Pair, ids, record

from scorepad.evening.evening import Evening
from scorepad.evening.events import Noted
from scorepad.history import (
    FileState,
    History,
    InDataFolder,
    Outdated,
    SharedFolderUnknown,
    WriteFailed,
    read_shared_folder,
    verify,
)
from scorepad.history.shared_folder import SHARED_SETTING, SUBFOLDER
from scorepad.pad import Entry, Pad
from scorepad.pad.draft import HandDraft
from scorepad.sharing import contents, places
from scorepad.sharing.packed import BadPack, pack
from scorepad.sharing.together import Together, look
from scorepad.tarot.hand import Bid
from scorepad.work import finished


@pytest.fixture
def pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pair]:
    monkeypatch.setattr(places, "SETTLED", 0.0)
    with ExitStack() as opened:
        yield Pair(tmp_path, opened)


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


def test_events_that_come_in_at_the_moment_of_a_save_are_not_overwritten(pair: Pair) -> None:
    """The next try saves it: people have then seen what came in."""
    pair.begin()
    pair.share()
    record(pair.here)
    finished(pair.here.round())
    history = pair.there.history
    pad = Pad(history)

    def act(before: Evening, entry: Entry) -> tuple[Evening, Entry]:
        finished(pair.there.round())
        return before.add(Noted("said here"), history.stamp()), entry

    with pytest.raises(Outdated):
        pad.change("friday", act)
    assert len(history.load("friday").sheet.rows) == 3
    pad.change("friday", act)
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
