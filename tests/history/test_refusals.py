"""The system refuses a call, once or from then on: what is said is so, and nothing is lost or hidden."""

from __future__ import annotations

import errno
import itertools
import shutil
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from disks import CHANGES_OF_DISK, RefusingDisk, WatchedDisk
from evenings import stamps
from folders import everything, new_evening
from random_evenings import played
from sample_evenings import eventful

from scorepad.evening.events import Ended, Seated
from scorepad.evening.people import Person, Seating
from scorepad.history import History, HistoryError, HistoryReader, Report, ReportKind, transfer
from scorepad.history.evenings import MAX_OPEN
from scorepad.history.transfer import restore_evenings, restore_missing

ID, BINNED = "session-1", "binned"
Action = Callable[[History], object]


def binned(history: HistoryReader) -> str:
    (found,) = (each.name for each in history.bin() if each.summary.id == BINNED)
    return found


def extend(history: History) -> None:
    history.extend(ENDED)


ENDED = eventful(ID).add(Ended(False), stamps("ended")())
ACTIONS: dict[str, Action] = {
    "create": lambda history: history.create(new_evening("new")),
    "extend": extend,
    "delete": lambda history: history.move_to_bin(ID),
    "put back": lambda history: history.put_back(binned(history)),
    "remove": lambda history: history.delete_for_good(binned(history)),
}


def state(history: HistoryReader) -> tuple[object, ...]:
    """The list, the evenings, and the bin."""
    listed = {
        summary.id: (summary.deals, summary.last_at, summary.problem) for summary in history.summaries()
    }
    return listed, everything(history), [each.summary.id for each in history.bin()]


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an evening, and one in the bin."""
    folder = tmp_path_factory.mktemp("prepared") / "data"
    with History(folder) as history:
        history.create(played(new_evening(BINNED), 1, stamps(BINNED)))
        history.move_to_bin(BINNED)
        history.create(eventful(ID))
        history.summaries()
    return folder


class Planted:
    """Refuses a call of these names, the one of this number, and if `lasting` all later ones, until it is healed."""

    def __init__(self, names: Collection[str], lasting: bool) -> None:
        self.names, self.lasting = names, lasting
        self.number, self.calls = 0, 0
        self.disk = WatchedDisk(self._watch)

    def _watch(self, call: str, *args: object) -> None:
        if self.number and call in self.names:
            self.calls += 1
            if self.calls == self.number or (self.lasting and self.calls > self.number):
                raise OSError(errno.EIO, "planted")


def each_refusal(prepared: Path, tmp_path: Path, planted: Planted) -> Iterator[tuple[Path, int]]:
    """Copies of a folder, each with the number of the call to refuse, as long as there are calls."""
    for number in itertools.count(1):
        folder = tmp_path / str(number)
        shutil.copytree(prepared, folder)
        planted.number, planted.calls = 0, 0
        yield folder, number
        if planted.calls < number:
            return


REFUSALS = [(CHANGES_OF_DISK, False), (CHANGES_OF_DISK, True), *(((call,), True) for call in CHANGES_OF_DISK)]
NAMES_OF_REFUSALS = ["once", "from then on", *CHANGES_OF_DISK]


@pytest.mark.promise(
    "Backups",
    "Only a change that the system accepts is made, and the list shows the result at once.",
)
@pytest.mark.parametrize(("names", "lasting"), REFUSALS, ids=NAMES_OF_REFUSALS)
@pytest.mark.parametrize("action", ACTIONS)
def test_a_refused_change_is_not_done_and_others_are(
    action: str, names: Collection[str], lasting: bool, prepared: Path, tmp_path: Path
) -> None:
    """Done and said to be done, or not done; a second try is as good as the first."""
    planted = Planted(names, lasting)
    shutil.copytree(prepared, tmp_path / "as planned")
    with History(tmp_path / "as planned") as history:
        before = state(history)
        ACTIONS[action](history)
        after = state(history)
    for folder, number in each_refusal(prepared, tmp_path, planted):
        with History(folder, disk=planted.disk) as history:
            assert state(history) == before
            planted.number, refused = number, False
            try:
                ACTIONS[action](history)
            except HistoryError:
                refused = True
            assert state(history) == (before if refused else after), number
            planted.number = 0
            if refused:
                ACTIONS[action](history)
                assert state(history) == after


@pytest.mark.promise("Backups", "A restart after refused changes reports no loss.")
@pytest.mark.parametrize(("names", "lasting"), REFUSALS, ids=NAMES_OF_REFUSALS)
@pytest.mark.parametrize("action", ACTIONS)
def test_a_restart_after_refused_calls_reports_no_loss(
    action: str, names: Collection[str], lasting: bool, prepared: Path, tmp_path: Path
) -> None:
    """The program ends while everything is refused."""
    planted = Planted(names, lasting)
    for folder, number in each_refusal(prepared, tmp_path, planted):
        with History(folder, disk=planted.disk) as history:
            planted.number = number
            with suppress(HistoryError):
                ACTIONS[action](history)
        with History(folder) as history:
            wrong = [each for each in history.reports() if each.is_loss or each.kind is ReportKind.PREVIOUS]
            assert wrong == [], number
            assert history.load(ID).events[: len(eventful(ID).events)] if action != "delete" else True


def test_a_refused_save_is_not_shown_after_other_evenings_were_opened(tmp_path: Path) -> None:
    """Memory holds few evenings; an evening whose refused write is still on the disk stays there."""
    for number in range(1, 9):
        planted = Planted(CHANGES_OF_DISK, lasting=True)
        with History(tmp_path / str(number), disk=planted.disk) as history:
            history.create(eventful(ID))
            others = [f"other-{each}" for each in range(MAX_OPEN + 2)]
            for each in others:
                history.create(new_evening(each))
            history.load(ID)
            planted.number = number
            try:
                extend(history)
                continue
            except HistoryError:
                pass
            for each in others:
                history.load(each)
            assert history.load(ID) == eventful(ID)
            planted.number = 0
            extend(history)
            assert history.load(ID) == ENDED


def reports_of(history: History) -> list[Report]:
    return [each for each in history.reports() if each.kind is ReportKind.UNSEATED]


def test_a_newcomer_whose_save_is_refused_is_saved_later(tmp_path: Path) -> None:
    disk = RefusingDisk(errno.EIO, "library.json")
    disk.refuses = False
    with History(tmp_path, disk=disk) as history:
        evening = new_evening(ID)
        history.create(evening)
        disk.refuses = True
        newcomer = Person("newcomer", "Zoé", 4)
        seating = evening.table.seating
        people = (*seating.people, newcomer)
        seated = evening.add(Seated(Seating(people, seating.seats, seating.dealer)), history.stamp())
        history.extend(seated)
        history.extend(history.load(ID).add(Ended(False), history.stamp()))
        assert len(reports_of(history)) == 1
        assert newcomer.id not in {player.id for player in history.players()}
        disk.refuses = False
        history.extend(history.load(ID).undo(history.stamp()))
        assert reports_of(history) == []
        assert newcomer.id in {player.id for player in history.players()}
        disk.refuses = True
        history.create(new_evening("session-2"))
        history.create(eventful("session-3"))
        history.dismiss_reports(history.reports())
        assert reports_of(history) == []


# -- several evenings in one go ---


def lost(tmp_path: Path, *evening_ids: str) -> Path:
    """A folder from which these evenings are gone; a backup has them."""
    with History(tmp_path) as history:
        for evening_id in evening_ids:
            history.create(eventful(evening_id))
        backup = history.back_up()
        history.summaries()
    for path in (tmp_path / "sessions").iterdir():
        path.unlink()
    return backup.path


@pytest.mark.promise(
    "Backups",
    "An evening that two reports name is restored once, with all other missing evenings.",
)
def test_an_evening_in_two_reports_comes_back_once_with_all_others(tmp_path: Path) -> None:
    names = ["session-1", "session-2", "session-3"]
    lost(tmp_path, *names)
    with History(tmp_path) as history:
        for kind in (ReportKind.REINTERPRETED_UNDO, ReportKind.COMPLETED, ReportKind.PREVIOUS):
            history.report(Report(kind, tmp_path / "sessions" / "session-1.json", "session-1"))
        result = restore_missing(history)
        assert (sorted(result.new), result.refused) == (names, ())
        assert everything(history).keys() == {*names}


def test_an_evening_that_is_named_twice_comes_back_once(tmp_path: Path) -> None:
    path = lost(tmp_path, "session-1", "session-2")
    with History(tmp_path) as history:
        result = restore_evenings(history, path, ["session-1", "session-2", "session-1"])
        assert sorted(result.new) == ["session-1", "session-2"]


@pytest.mark.parametrize("number", range(3))
def test_an_evening_that_is_refused_stops_no_other(number: int, tmp_path: Path) -> None:
    """It came in from another window while the file was looked at."""
    names = ["session-1", "session-2", "session-3"]
    with History(tmp_path / "theirs") as theirs:
        for name in names:
            theirs.create(eventful(name))
        raw = transfer.export(theirs)
    with History(tmp_path / "ours") as history:
        preview = transfer.preview_import(raw, history)
        create = history.create

        def late(evening: object) -> None:
            if evening == eventful(names[number]):
                create(eventful(names[number]))
            create(evening)  # type: ignore[arg-type]

        history.create = late  # type: ignore[method-assign]
        result = transfer.apply_import(preview, history)
        assert [evening_id for evening_id, _ in result.refused] == [names[number]]
        assert sorted(result.new) == sorted({*names} - {names[number]})
        assert everything(history).keys() == {*names}
