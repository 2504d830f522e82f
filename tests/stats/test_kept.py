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

from scorepad.history import History, HistoryReader, ReadingProgress, log, reader
from scorepad.history.disk import REAL
from scorepad.history.log import LOG, read_last_events
from scorepad.history.summary import MADE_BY
from scorepad.stats.counting import tally_of
from scorepad.stats.evenings import EveningTally, to_text
from scorepad.stats.filters import DEFENDER
from scorepad.stats.parts import Rules
from scorepad.stats.tally import PLACES, Count, Pair, Points, Tally, packed
from scorepad.zones import SYSTEM

TEXT = (
    f'[[["2b1f","fft","",3]],[["{95 * "z"}00027ffffffffcz2z3{9 * "z"}",[1,1,2,3],[[0,1,3,36,-12,24,1,-12,2,60,3]]]]]\n'
    "[[0,0,1,1,1,12,2,-24]]"
)
"""A tally as the log has it."""
STEPS = ("begin", "go on", "go on", "delete", "put back", "look", "start again", "read between")


def counted(history: HistoryReader) -> list[EveningTally]:
    """The tally of each evening as it is in its file."""
    evenings = [history.load(each.id) for each in history.summaries()]
    return by_id([tally_of(each) for each in evenings])


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
            history.delete(r.choice(ids))
        case "put back" if deleted := history.bin():
            history.put_back(r.choice(deleted).name)
        case "look":
            history.tallies()


@pytest.mark.promise("Looking back", "What is kept for looking back is what the evenings say now.")
@settings(max_examples=20)
@given(st.lists(st.sampled_from(STEPS), max_size=15), st.integers(0, 10**6))
def test_the_tallies_equal_the_tallies_of_the_evenings_now(steps: list[str], seed: int) -> None:
    """After corrections, undos, deletions and starts, in a folder that is only read, and what a reader kept."""
    r = random.Random(seed)
    with TemporaryDirectory() as folder:
        history = History(Path(folder)).__enter__()
        for name in ["begin", "begin", *steps]:
            step(name, r, history)
            if name in ("start again", "read between"):
                history.close()
                if name == "read between":
                    with HistoryReader(Path(folder)) as reader:
                        reader.tallies()
                        reader.write_tallies()
                history = History(Path(folder)).__enter__()
        with HistoryReader(Path(folder)) as reader:
            assert by_id(reader.tallies()) == counted(reader)
        assert by_id(history.tallies()) == by_id(history.tallies()) == counted(history)
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
    told: list[ReadingProgress] = []
    with history:
        history.tallies(told.append)
        assert told == [ReadingProgress(known, 4) for known in range(4)]
    with monkeypatch.context() as patch, history:
        patch.setattr(HistoryReader, "load", None)
        assert len(history.tallies(told.append)) == len(told) == 4
    with history:
        history.extend(next(driven(random.Random(1), league(4)[0], 3, clock_of("later"))))
        history.tallies(told.append)
        assert told[4:] == [ReadingProgress(3, 4)]


@pytest.mark.promise(
    "Looking back",
    "What a command counts is kept, unless the app is open, and never over what was saved meanwhile.",
)
def test_the_counts_of_a_reader_are_kept_unless_another_process_writes(history: History) -> None:
    """Where another scorepad saved an evening meanwhile, its line stays."""
    log = history.folder / LOG

    def counting() -> HistoryReader:
        reader = HistoryReader(history.folder).__enter__()
        assert len(reader.tallies()) == 4
        return reader

    with history:
        reader, before = counting(), log.read_bytes()
        reader.write_tallies()
        assert log.read_bytes() == before, "the folder is in use"
    reader = counting()
    later = next(driven(random.Random(1), league(4)[0], 3, clock_of("later")))
    with history:
        history.extend(later)
    reader.write_tallies()
    assert read_last_events(history.folder, REAL)["evening-0"] == later.events[-1].id
    told: list[ReadingProgress] = []
    with HistoryReader(history.folder) as again:
        assert by_id(again.tallies(told.append)) == counted(again)
    assert told == [ReadingProgress(3, 4)], "the other three were kept"
    with history:
        assert not history.reports()


class Killed(BaseException):
    """The process ends."""


@pytest.mark.promise("Backups", "A long count that is killed goes on where it was.")
@pytest.mark.parametrize("kind", [History, HistoryReader])
def test_counts_are_kept_while_counting_goes_on(
    kind: type[HistoryReader], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a kill, with no time to write anything, a second look counts only what the first had not kept."""
    with History(tmp_path) as before:
        for evening in league(4):
            before.create(evening)
    monkeypatch.setattr(reader, "KEEP_EVERY", 0.0)
    monkeypatch.setattr(log, "MANY_LINES", 1)
    kept = []

    def kill(progress: ReadingProgress) -> None:
        if progress.known == 3:
            kept.append((tmp_path / LOG).read_bytes())
            raise Killed

    with pytest.raises(Killed), kind(tmp_path) as history:
        history.tallies(kill)
    (tmp_path / LOG).write_bytes(kept[0])
    told: list[ReadingProgress] = []
    with HistoryReader(tmp_path) as again:
        assert len(again.tallies(told.append)) == 4
    assert told == [ReadingProgress(3, 4)]


def test_summaries_are_kept_while_reading_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first opening of many evenings that is killed goes on where it was."""
    monkeypatch.setattr(log, "MANY_LINES", 5)
    with History(tmp_path) as history:
        for number in range(30):
            history.create(league_table(random.Random(number), number))
    (tmp_path / LOG).unlink()
    with History(tmp_path) as history:
        for _ in range(20):
            history.rebuild_step()
        kept = read_last_events(tmp_path, REAL)
        assert len(kept) == 20
    (tmp_path / LOG).unlink()
    with History(tmp_path) as history:
        assert history.progress == ReadingProgress(0, 30)
        history.tallies()
    with HistoryReader(tmp_path) as again:
        told: list[ReadingProgress] = []
        assert by_id(again.tallies(told.append)) == counted(again)
        assert told == []


@pytest.mark.parametrize("zone", ["America/New_York", "Pacific/Auckland"])
@pytest.mark.parametrize("created", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
def test_an_evening_at_an_end_of_the_calendar_has_a_day(tmp_path: Path, zone: str, created: str) -> None:
    """Where the local day lies beyond it, the one in UTC."""
    with system_in(zone), History(tmp_path) as history:
        history.create(started_with(long(1), created=created))
        (tally,) = history.tallies()
        assert SYSTEM.day(tally.began) == created[:10]


@pytest.mark.promise(
    "Looking back", "Another layout of the tallies takes another number, by which they are counted again."
)
def test_another_layout_of_a_tally_takes_another_number() -> None:
    """So evenings are counted again; whoever changes the text changes both here."""
    by = Rules("2b1f", "fft", "")
    points = Points(1, 3, 36, -12, (24, "e", 1), (-12, "e", 2), (60, "e", 3))
    tally = Tally(packed(Count(3, 2, -4, 40)) << PLACES[DEFENDER], 1, 1, (2, "e", 3), {by: points})
    text = to_text({by: 3}, [tally], [(by, 0, 1, Pair(1, 1, 12, 2, -24))])
    assert (MADE_BY.split()[0], text) == ("8", TEXT)
    kept = EveningTally("e", "2026-01-01", (), text)
    assert kept.tallies(["tom"]) == ({by: 3}, {"tom": tally})
    assert [*kept.pairs([by])] == [(by, 0, 1, [1, 1, 12, 2, -24])]
