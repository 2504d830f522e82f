"""The tallies in the log are the tallies of the evenings now."""

from __future__ import annotations

import random
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from evenings import clock_of, started_with
from hypothesis import given, settings
from hypothesis import strategies as st
from random_evenings import commands_of, driven, league, league_table, long
from system_zone import system_in

from scorepad.history import History, HistoryReader, ReadingProgress, log
from scorepad.history.disk import REAL
from scorepad.history.log_file import LOG, read_last_events
from scorepad.history.summary import MADE_BY
from scorepad.stats.counting import tally_of
from scorepad.stats.measures import Feats, Record
from scorepad.stats.parts import DEFENDER, Rules
from scorepad.stats.tally import PLACES, Count, EveningTally, Pair, Points, Tally, to_text
from scorepad.work import finished
from scorepad.zones import SYSTEM

TEXT = (
    '[[["2b1f","fft","",3]],[[[[2,3,2,-4,40]],[1,1],[[2,2,3]],'
    "[[0,1,3,36,-12,[[0,24,1],[1,-12,2],[3,60,3]]]]]]]\n"
    "[[0,0,1,1,1,12,2,-24]]"
)
"""A tally as the log has it."""
STEPS = ("begin", "go on", "go on", "delete", "put back", "look", "start again", "read between")


def counted(history: HistoryReader) -> list[EveningTally]:
    """The tally of each evening as it is in its file."""
    evenings = [history.load(each.id) for each in history.summaries()]
    return by_id([tally_of(each) for each in evenings])


def files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def by_id(tallies: list[EveningTally]) -> list[EveningTally]:
    return sorted(tallies, key=lambda each: each.id)


def step(name: str, r: random.Random, history: History) -> None:
    """Does one of the `STEPS`."""
    ids = [each.id for each in history.summaries()]
    match name:
        case "begin":
            history.create(league_table(r, len(ids) + len(history.bin())))
        case "go on" if ids:
            evening = history.load(r.choice(ids))
            clock = clock_of(f"d{r.randint(0, 10**9)}")
            for after in driven(r, evening, 5, clock, commands_of(evening)):
                history.extend(after)
        case "delete" if ids:
            history.move_to_bin(r.choice(ids))
        case "put back" if deleted := history.bin():
            history.put_back(r.choice(deleted).name)
        case "look":
            finished(history.counting())


@pytest.mark.promise("Looking back", "The stored tallies always agree with the present evenings.")
@settings(max_examples=20)
@given(st.lists(st.sampled_from(STEPS), max_size=15), st.integers(0, 10**6))
def test_the_tallies_equal_the_tallies_of_the_evenings_now(steps: list[str], seed: int) -> None:
    """After corrections, undos, deletions and starts, in a folder that is only read."""
    r = random.Random(seed)
    with TemporaryDirectory() as folder:
        history = History(Path(folder)).__enter__()
        for name in ["begin", "begin", *steps]:
            step(name, r, history)
            if name in ("start again", "read between"):
                history.close()
                if name == "read between":
                    with HistoryReader(Path(folder)) as reader:
                        finished(reader.counting())
                history = History(Path(folder)).__enter__()
        with HistoryReader(Path(folder)) as reader:
            assert by_id(finished(reader.counting())) == counted(reader)
        tallies = by_id(finished(history.counting()))
        assert tallies == by_id(finished(history.counting())) == counted(history)
        history.close()


@pytest.fixture
def history(tmp_path: Path) -> History:
    history = History(tmp_path / "scores")
    with history:
        for evening in league(4):
            history.create(evening)
    return history


@pytest.mark.promise("Looking back", "Looking back opens only evenings that changed.")
def test_only_evenings_that_were_saved_since_are_opened(
    history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new start reads the log alone."""
    shares: list[float] = []
    with history:
        finished(history.counting(), shares.append)
        assert shares == [0, 1 / 4, 2 / 4, 3 / 4]
    with monkeypatch.context() as patch, history:
        patch.setattr(HistoryReader, "load", None)
        assert len(finished(history.counting(), shares.append)) == len(shares) == 4
    with history:
        history.extend(next(driven(random.Random(1), league(4)[0], 3, clock_of("later"))))
        finished(history.counting(), shares.append)
        assert shares[4:] == [3 / 4]


@pytest.mark.promise(
    "Looking back", "A command that looks back writes nothing, and uses what the app has counted."
)
def test_a_reader_that_counts_writes_nothing(history: History) -> None:
    with history:
        before, shares = files(history.folder), list[float]()
        with HistoryReader(history.folder) as reader:
            assert by_id(finished(reader.counting(), shares.append)) == counted(history)
            finished(reader.counting(), shares.append)
        assert (len(shares), files(history.folder)) == (4, before)
        finished(history.counting())
        with HistoryReader(history.folder) as reader:
            assert by_id(finished(reader.counting(), shares.append)) == counted(history)
        assert len(shares) == 4


@pytest.mark.promise("Backups", "A long count that is killed goes on where it was.")
def test_counts_are_kept_while_counting_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a kill, with no time to write anything, a second look counts only the evenings that were not kept."""
    monkeypatch.setattr(log, "MANY_LINES", 1)
    with History(tmp_path) as history:
        for evening in league(4):
            history.create(evening)
        work = history.counting()
        for _ in range(4):
            next(work)
        kept = (tmp_path / LOG).read_bytes()
    (tmp_path / LOG).write_bytes(kept)
    shares: list[float] = []
    with HistoryReader(tmp_path) as again:
        assert len(finished(again.counting(), shares.append)) == 4
    assert shares == [3 / 4]


def test_summaries_are_kept_while_reading_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first opening of many evenings that is killed goes on where it was."""
    monkeypatch.setattr(log, "MANY_LINES", 5)
    with History(tmp_path) as history:
        for number in range(30):
            history.create(league_table(random.Random(number), number))
    (tmp_path / LOG).unlink()
    with History(tmp_path) as history:
        work = history.reading()
        for _ in range(20):
            next(work)
        kept = read_last_events(tmp_path, REAL)
        assert len(kept) == 20
    (tmp_path / LOG).unlink()
    with History(tmp_path) as history:
        assert history.progress == ReadingProgress(0, 30)
        finished(history.counting())
        assert history.progress is None
    with HistoryReader(tmp_path) as again:
        shares: list[float] = []
        assert by_id(finished(again.counting(), shares.append)) == counted(again)
        assert shares == []


@pytest.mark.parametrize("zone", ["America/New_York", "Pacific/Auckland"])
@pytest.mark.parametrize("created", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
def test_an_evening_at_an_end_of_the_calendar_has_a_day(tmp_path: Path, zone: str, created: str) -> None:
    """Where the local day lies beyond it, the one in UTC."""
    with system_in(zone), History(tmp_path) as history:
        history.create(started_with(long(1), created=created))
        (tally,) = finished(history.counting())
        assert SYSTEM.day(tally.began) == created[:10]


@pytest.mark.promise(
    "Looking back",
    "A new layout of the tallies needs a new number, so that all evenings are counted again.",
)
def test_another_layout_of_a_tally_takes_another_number() -> None:
    """So evenings are counted again; whoever changes the text changes both here."""
    by = Rules("2b1f", "fft", "")
    amounts: Feats = {
        Record.BEST_HAND: (24, "e", 1),
        Record.WORST_FALL: (-12, "e", 2),
        Record.BIGGEST_COMEBACK: (60, "e", 3),
    }
    points = Points(1, 3, 36, -12, amounts)
    tally = Tally(
        {PLACES[DEFENDER]: Count(3, 2, -4, 40)}, (1, 1), {Record.LONGEST_LEAD: (2, "e", 3)}, {by: points}
    )
    text = to_text({by: 3}, [tally], [(by, 0, 1, Pair(1, 1, 12, 2, -24))])
    assert (MADE_BY.split()[0], text) == ("11", TEXT)
    kept = EveningTally("e", "2026-01-01", (), text)
    assert kept.tallies(["tom"]) == ({by: 3}, {"tom": tally})
    assert [*kept.pairs([by])] == [(by, 0, 1, [1, 1, 12, 2, -24])]
