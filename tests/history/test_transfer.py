"""Export and import: inverses, united in any order, undone, and of the people that the user means."""

from __future__ import annotations

import itertools
import json
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import TypeVar

import pytest
from empty_history import Clock
from evenings import FFT, clock_of, stamps
from folders import AT, everything, files, new_evening, record
from random_evenings import driven, league, merged, plain_hand, played, random_table
from sample_evenings import eventful

from scorepad.evening.deal import Deal
from scorepad.evening.evening import Evening
from scorepad.evening.event_place import MAX_NEW_SEQ, event_id
from scorepad.evening.events import Change, Dealt, Event, Seated, Undone
from scorepad.evening.people import MAX_EVER, Person, Seating
from scorepad.history import BadRecord, History, HistoryError, HistoryReader, Player, Refusal, Refused
from scorepad.history.backup import BackupKind
from scorepad.history.transfer import (
    ImportResult,
    ImportStatus,
    PlayerMatch,
    apply_import,
    export,
    preview_import,
    restore_missing,
    write,
)
from scorepad.history.transfer.read import MAX_EVENTS, read
from scorepad.i18n import Translator
from scorepad.i18n.errors import import_error_text

T = TypeVar("T")


@pytest.fixture
def here(history: History) -> History:
    return history


@pytest.fixture
def there(tmp_path: Path) -> Iterator[History]:
    with History(tmp_path / "there", device="there") as history:
        yield history


def imported(source: History, target: History) -> ImportResult:
    """The preview of one history that is imported into another."""
    return apply_import(preview_import(export(source), target), target)


# -- there and back --------------------------------------------------------------------------------------


def test_whatever_happened_in_an_evening_its_export_can_be_read(here: History) -> None:
    """Also where somebody played whose coming was undone later."""
    evenings = league(120)
    for evening in evenings:
        here.create(evening)
    assert {each.id: each for each in read(export(here)).evenings} == {each.id: each for each in evenings}


@pytest.mark.promise(
    "Import and export between devices", "What one device exports, another one imports, complete."
)
def test_an_export_is_imported_complete(here: History, there: History) -> None:
    there.create(eventful())
    there.create(played(new_evening("session-2"), 3, stamps("other")))
    there.save_players([Player("somebody", "Zoé", 7)])
    there.save_scheme(replace(FFT, id="house", name="Chez nous"))
    raw = export(there)
    events = sum(len(evening.events) for evening in everything(there).values())
    assert sum(b'{"seq": ' in line for line in raw.splitlines()) == events, "a line each"
    preview = preview_import(raw, here)
    assert {each.status for each in preview.evenings} == {ImportStatus.NEW}
    assert not preview.brings_nothing
    brought = apply_import(preview, here)
    assert set(brought.new) == {"session-1", "session-2"}
    assert brought.backup is not None
    assert everything(here) == everything(there)
    assert {player.id: player for player in here.players()} == {p.id: p for p in there.players()}
    assert here.schemes() == there.schemes()


@pytest.mark.promise(
    "Import and export between devices", "Whatever was played and undone can be exported, and is read again."
)
@pytest.mark.parametrize("seed", range(20))
def test_an_export_of_any_evening_is_read_again(here: History, seed: int) -> None:
    """By two devices: also a hand of somebody who sits there no more, because it was undone that they came."""
    r = random.Random(seed)
    start = random_table(r)
    here_first = [start, *driven(r, start, 60, clock_of("a"))][-1]
    there = [start, *driven(r, start, 20, clock_of("b"))][-1]
    evening = merged(here_first, there)
    here.create(evening)
    (incoming,) = preview_import(export(here), here).evenings
    assert (incoming.evening, incoming.status) == (evening, ImportStatus.KNOWN)


def test_an_undone_newcomer_keeps_no_file_out(here: History) -> None:
    evening, stamp = new_evening(), stamps()
    late = Seating((*evening.sheet.people, Person("late", "Zoé", 5)), 5, "player-0")
    evening = evening.add(Seated(late), stamp())
    evening = played(evening, 1, stamp).undo(stamp()).undo(stamp())
    assert "late" not in {person.id for person in evening.sheet.people}
    here.create(evening)
    assert preview_import(export(here), here).brings_nothing


def test_an_export_that_no_scorepad_could_read_is_not_written(
    here: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    here.create(eventful())
    here.save_scheme(replace(FFT, id="house", name="Chez nous"))
    for name, limit in {"MAX_EVENTS": 20, "MAX_SHELF": 5, "MAX_EVENINGS": 0}.items():
        with monkeypatch.context() as patched:
            patched.setattr(write, name, limit)
            with pytest.raises(Refused) as caught:
                export(here)
            assert caught.value.refusal is Refusal.TOO_MANY
    for name, refusal in {"MAX_CONTAINERS": Refusal.TOO_MANY, "LIMIT": Refusal.TOO_LARGE}.items():
        with monkeypatch.context() as patched:
            patched.setattr(import_module("scorepad.history.transfer.read"), name, 100)
            with pytest.raises(Refused) as caught:
                export(here)
            assert caught.value.refusal is refusal


def test_a_backup_that_cannot_be_read_hinders_no_other(tmp_path: Path) -> None:
    evenings = {id_: played(new_evening(id_), 1, stamps(id_)) for id_ in ("session-1", "session-2")}
    clock = Clock()
    for id_, evening in evenings.items():
        clock.now += timedelta(minutes=1)
        with History(tmp_path, clock=clock) as history:
            history.create(evening)
            history.back_up()
        (tmp_path / "sessions" / f"{id_}.json").unlink()
    with History(tmp_path) as history:
        assert len(history.protected_backups()) == 2, "each is in another one"
        history.backups()[1].path.write_bytes(b"no zip any more")
        brought = restore_missing(history)
        ((evening_id, problem),) = brought.refused
        assert brought.new == ("session-2",)
        assert evening_id == "session-1"
        assert type(problem) is Refused
        assert everything(history) == {"session-2": evenings["session-2"]}


def test_a_second_import_brings_nothing(here: History, there: History) -> None:
    """Nor does the same file, indented by somebody."""
    there.create(eventful())
    raw = export(there)
    apply_import(preview_import(raw, here), here)
    before = files(here.folder)
    indented = b"\xef\xbb\xbf" + json.dumps(json.loads(raw), indent=4).replace("\n", "\r\n").encode()
    for again in (raw, indented):
        preview = preview_import(again, here)
        assert preview.brings_nothing
        assert {each.status for each in preview.evenings} == {ImportStatus.KNOWN}
        brought = apply_import(preview, here)
        assert brought.new == ()
        assert brought.more == ()
        assert brought.events == 0
        assert brought.backup is None
        assert files(here.folder) == before


def branches() -> list[Evening]:
    """One evening on three devices that know nothing of each other."""
    base = played(new_evening(), 3, stamps("base"))
    result = []
    for device in ("a", "b", "c"):
        stamp = stamps(device)
        rng = random.Random(device)
        evening = played(base, 2, stamp, seed=rng.random())  # type: ignore[arg-type]
        entry = base.sheet.rows[1]
        evening = evening.correct(entry.id, Deal(entry.deal.dealer, plain_hand(base, rng)), stamp(), device)
        result.append(evening)
    return result


@pytest.mark.promise(
    "Import and export between devices",
    "Files of several devices give the same evenings in whatever order they are imported.",
)
def test_files_come_in_in_any_order(tmp_path: Path) -> None:
    raws = []
    for number, evening in enumerate(branches()):
        with History(tmp_path / f"device-{number}") as history:
            history.create(evening)
            raws.append(export(history))
    found = []
    for number, order in enumerate(itertools.permutations(raws)):
        with History(tmp_path / f"order-{number}") as history:
            for raw in (*order, order[0]):
                apply_import(preview_import(raw, history), history)
            found.append(everything(history))
            assert len(history.load("session-1").sheet.rows[1].conflicting) == 3
    assert all(each == found[0] for each in found)


def test_conflicting_corrections_are_shown_side_by_side(here: History, there: History) -> None:
    ours, theirs, _ = branches()
    here.create(ours)
    there.create(theirs)
    (each,) = preview_import(export(there), here).evenings
    assert each.status is ImportStatus.MORE
    assert each.added == 3
    entry, *doubtful = each.conflicting
    assert {event.device for event in entry.conflicting} == {"a", "b"}
    assert [row.recorded.device for row in doubtful] == ["b", "b"], "recorded for the turns of two hands of a"
    brought = imported(there, here)
    assert brought.conflicting == tuple(("session-1", row.id) for row in each.conflicting)
    assert preview_import(export(there), here).evenings[0].conflicting == ()


def test_hands_that_both_recorded_are_told(here: History, there: History) -> None:
    base = played(new_evening(), 3, stamps("base"))
    here.create(played(base, 2, stamps("a")))
    there.create(played(base, 2, stamps("b")))
    (each,) = preview_import(export(there), here).evenings
    assert (each.status, each.added, each.doubled, each.conflicting) == (ImportStatus.MORE, 2, 2, ())
    imported(there, here)
    assert len(here.load("session-1").sheet.rows) == 5
    assert preview_import(export(there), here).evenings[0].doubled == 0


def test_only_chosen_evenings_come_in(here: History, there: History) -> None:
    """With their players, whether the file has all evenings or these alone."""
    for number in (1, 2):
        there.create(played(new_evening(f"session-{number}"), 1, stamps(f"e{number}")))
    there.save_players([Player("somebody", "Zoé", 7), Player("player-9", "Bruno B")])
    brought = apply_import(preview_import(export(there), here), here, evenings=["session-2"])
    assert (brought.new, list(everything(here))) == (("session-2",), ["session-2"])
    there.merge_players([(Player("player-1", "Bruno", 1), "player-9"), (Player("x", "Xavier"), "somebody")])
    brought = apply_import(preview_import(export(there, ["session-1"]), here), here)
    assert brought.new == ("session-1",)
    assert here.player_of("player-1") == "player-9"
    assert "somebody" not in {player.id for player in here.players()}


CHANGES: dict[str, Callable[[History], object]] = {
    "a hand": record,
    "a player": lambda there: there.save_players([Player("zoe", "Zoé")]),
    "two merged": lambda there: there.merge_players([(Player("player-1", "Bruno", 1), "player-0")]),
    "house rules": lambda there: there.save_scheme(replace(FFT, id="house", name="Chez nous")),
}


@pytest.mark.promise(
    "Import and export between devices", "A backup is made before every import, and undoes it."
)
@pytest.mark.parametrize("change", CHANGES)
def test_a_backup_is_made_before_every_import(here: History, there: History, change: str) -> None:
    here.back_up()
    here.create(played(new_evening(), 1, stamps()))
    imported(here, there)
    CHANGES[change](there)

    def state() -> object:
        return everything(here), here.players(), here.merged_players(), here.schemes()

    before = state()
    brought = imported(there, here)
    assert state() != before
    assert brought.backup is not None
    assert (brought.backup.kind, brought.backup) == (BackupKind.IMPORT, here.backups()[0])
    here.restore(brought.backup.path)
    assert state() == before


@pytest.mark.promise(
    "Import and export between devices",
    "An incoming evening that contradicts ours stays out, and the others come in.",
)
def test_an_evening_that_contradicts_ours_stays_out_and_the_others_come_in(
    here: History, there: History
) -> None:
    """And so does one that is damaged here, and one of the same id that began otherwise."""
    here.create(played(new_evening(), 2, stamps(), seed=1))
    there.create(played(new_evening(), 2, stamps(), seed=2))
    here.create(new_evening("session-4"))
    there.create(played(new_evening("session-4", title="Chez Bruno"), 1, stamps("e4")))
    for number in (2, 3):
        there.create(played(new_evening(f"session-{number}"), 1, stamps(f"e{number}")))
    damaged = here.folder / "sessions" / "session-3.json"
    damaged.write_bytes(b"damaged")
    ours = here.load("session-1")
    preview = preview_import(export(there), here)
    assert {each.evening.id: each.status for each in preview.evenings} == {
        "session-1": ImportStatus.REFUSED,
        "session-2": ImportStatus.NEW,
        "session-3": ImportStatus.REFUSED,
        "session-4": ImportStatus.REFUSED,
    }
    brought = apply_import(preview, here)
    assert {evening_id for evening_id, _ in brought.refused} == {"session-1", "session-3", "session-4"}
    assert brought.new == ("session-2",)
    text = import_error_text(Translator("en"), brought.refused[0][1])
    assert text.startswith("It contradicts what is here: both were changed apart")
    assert (here.load("session-1"), damaged.read_bytes()) == (ours, b"damaged")


@pytest.mark.parametrize("seq", [MAX_NEW_SEQ - 1, MAX_NEW_SEQ])
def test_the_highest_number_that_comes_in_leaves_some_for_later_hands(
    here: History, there: History, seq: int
) -> None:
    evening = played(new_evening(), 1, stamps())
    far = Evening.of(evening.start, [replace(evening.events[0], seq=seq, at="2026-01-01T00:00:00Z")])
    there.create(far)
    for source, target in ((there, here), (here, there)):
        imported(source, target)
        record(target)
    assert imported(there, here).refused == ()
    assert here.load("session-1") == there.load("session-1")
    assert len(here.load("session-1").sheet.hands) == 3


@pytest.mark.promise(
    "Import and export between devices",
    "Ten thousand events, half of them undos, are previewed, imported and opened in two seconds each.",
)
@pytest.mark.parametrize("order", ["undone at once", "the first first", "the last first"])
def test_ten_thousand_events_half_of_them_undos_take_two_seconds(
    here: History, there: History, order: str
) -> None:
    """Each step: the preview, the import, the same again, opening, the journal, an undo."""
    evening, half, seconds = new_evening(), MAX_EVENTS // 2, list[float]()
    hand = played(evening, 1, stamps()).events[0].change
    assert isinstance(hand, Dealt)
    numbers = range(1, half + 1)
    undone = {
        "undone at once": [(2 * n - 1, 2 * n) for n in numbers],
        "the first first": [(n, half + n) for n in numbers],
        "the last first": [(n, MAX_EVENTS + 1 - n) for n in numbers],
    }
    changes: dict[int, Change] = {}
    for seq, undo in undone[order]:
        changes |= {seq: hand, undo: Undone(event_id(seq, AT, "x"))}
    events = [Event(seq=seq, at=AT, device="x", change=change) for seq, change in changes.items()]
    long = Evening.of(evening.start, events)
    there.create(long)
    raw = export(there)

    def timed(work: Callable[[], T]) -> T:
        began = time.process_time()
        result = work()
        seconds.append(time.process_time() - began)
        return result

    preview = timed(lambda: preview_import(raw, here))
    assert timed(lambda: apply_import(preview, here)).new == ("session-1",)
    assert timed(lambda: preview_import(raw, here)).brings_nothing
    with HistoryReader(here.folder) as reader:
        opened = timed(lambda: reader.load("session-1"))
    assert timed(lambda: sum(1 for _ in opened.steps())) == MAX_EVENTS
    redone = timed(lambda: opened.redo(here.stamp()))
    timed(lambda: here.extend(redone))
    assert timed(lambda: here.load("session-1").undo(here.stamp())).sheet.hands == ()
    assert max(seconds) < 2, seconds


# -- who is who ------------------------------------------------------------------------------------------


def other_people() -> Evening:
    """Four others, one of whom has a name that is here too."""
    names = ("anne ", "X1", "X2", "X3")
    people = [Person(f"their-{mark}", name, mark) for mark, name in enumerate(names)]
    return new_evening("session-9", people=people)


def matches(source: History, target: History) -> dict[str, tuple[PlayerMatch, str | None]]:
    """How each player of one history is recognised in another, and who is proposed."""
    found = preview_import(export(source), target).players
    return {each.player.id: (each.match, each.proposal.id if each.proposal else None) for each in found}


def seated(history: History, *people: Person) -> None:
    """A table of four after a change of seats and people."""
    evening = history.load("session-1")
    table = Seating((*evening.sheet.people[: 4 - len(people)], *people), 4, evening.sheet.people[0].id)
    history.extend(evening.add(Seated(table), history.stamp()))


@pytest.mark.promise(
    "Import and export between devices",
    "Two devices may seat the same player, each with its own mark and name, and still take each other’s hands.",
)
def test_people_seated_apart_come_together(here: History, there: History) -> None:
    """The same players, with marks of each device, in evenings that both played on: in both directions."""
    for number, history in enumerate((here, there)):
        history.create(new_evening())
        seated(history, Person("late", "Farid", 5 + number), Person(f"own-{number}", "Gaël", 6))
        record(history)
    assert [imported(there, here).refused, imported(here, there).refused] == [(), ()]
    assert here.load("session-1") == there.load("session-1")
    assert len(here.load("session-1").sheet.hands) == 2


def test_more_people_than_an_evening_has_stay_apart(here: History, there: History) -> None:
    for number, history in enumerate((here, there)):
        history.create(new_evening())
        for turn in range(3):
            seated(history, *(Person(f"{number}-{turn}-{mark}", f"P{mark}", mark) for mark in range(3)))
    before = here.load("session-1")
    brought = imported(there, here)
    ((evening_id, problem),) = brought.refused
    assert (evening_id, type(problem)) == ("session-1", BadRecord)
    too_many = f"With both, more than {MAX_EVER} people would have sat at this table"
    assert import_error_text(Translator("en"), problem).startswith(too_many)
    with pytest.raises(BadRecord):
        here.merge("session-1", there.load("session-1").events)
    assert here.load("session-1") == before


@pytest.mark.promise(
    "Import and export between devices",
    "A file whose members another program has sorted contradicts nothing.",
)
def test_a_file_that_another_program_sorted_contradicts_nothing(here: History, there: History) -> None:
    """The order of the members of an object says nothing, and the checksum does not count it."""
    for history in (here, there):
        history.create(eventful())
    record(there)
    in_order = json.dumps(json.loads(export(there)), sort_keys=True).encode()
    preview = preview_import(in_order, here)
    assert [(each.status, each.added) for each in preview.evenings] == [(ImportStatus.MORE, 1)]
    apply_import(preview, here)
    assert here.load("session-1") == there.load("session-1")
    theirs = preview_import(in_order, here).evenings[0].evening
    assert here.merge("session-1", theirs.events) == 0


def test_somebody_of_the_same_name_is_proposed_and_merged_when_told(here: History, there: History) -> None:
    here.create(new_evening())
    there.create(other_people())
    preview, found = preview_import(export(there), here), matches(there, here)
    assert found["their-0"] == (PlayerMatch.SAME_NAME, "player-0")
    assert found["their-1"] == (PlayerMatch.STRANGER, None)
    apply_import(preview, here, same=preview.proposals(PlayerMatch.SAME_NAME))
    assert "their-0" not in {player.id for player in here.players()}
    assert here.player_of("their-0") == "player-0"
    assert here.load("session-9") == other_people(), "sessions keep their people"
    assert {match for match, _ in matches(there, here).values()} == {PlayerMatch.SAME_ID}
    with History(here.folder.parent / "third") as third:
        imported(here, third)
        assert third.player_of("their-0") == "player-0"
        assert len(third.players()) == len(here.players())


def test_two_people_of_one_table_are_not_proposed_as_the_same(here: History, there: History) -> None:
    here.save_players([Player("player-0", "Anne")])
    *others, last = new_evening().sheet.people
    there.create(new_evening(people=(*others, replace(last, id="other-anne", name="Anne"))))
    assert matches(there, here)["other-anne"] == (PlayerMatch.STRANGER, None)


@pytest.mark.promise(
    "Import and export between devices", "Two players are merged only when the user says so."
)
def test_no_players_are_merged_without_a_choice(here: History, there: History) -> None:
    here.create(new_evening())
    there.create(other_people())
    imported(there, here)
    assert {"player-0", "their-0"} <= {player.id for player in here.players()}


@pytest.mark.promise(
    "Import and export between devices",
    "If two players here have the name of an incoming one, neither is proposed as that person.",
)
def test_of_two_players_with_the_same_name_here_neither_is_proposed(here: History, there: History) -> None:
    here.save_players([Player("one", "Anne"), Player("other", "anne")])
    there.create(other_people())
    assert matches(there, here)["their-0"] == (PlayerMatch.STRANGER, None)


@pytest.mark.promise("Import and export between devices", "Merged players can be separated again.")
def test_merging_and_separating(here: History) -> None:
    here.save_players(
        [Player("a", "Anne", 1, "2026-01-01T00:00:00Z"), Player("b", "Annie", 2), Player("c", "A")]
    )
    here.merge_players([(Player("b", "Annie", 2), "a"), (Player("c", "A"), "b")])
    assert [player.id for player in here.players()] == ["a"]
    assert here.player_of("b") == here.player_of("c") == "a"
    here.save_players([Player("d", "Anna")])
    here.merge_players([(Player("a", "Anne"), "d"), (Player("d", "Anna"), "b")])
    assert {here.player_of(each) for each in "abcd"} == {"d"}
    assert {each.player.id for each in here.merged_players()} == {*"abc"}, "nobody is merged into themselves"
    with pytest.raises(BadRecord):
        here.merge_players([(Player("d", "Anna"), "nobody")])
    here.separate_player("b")
    assert {player.id: player.name for player in here.players()} == {"d": "Anna", "b": "Annie"}
    here.close()
    with History(here.folder) as again:
        assert {each: again.player_of(each) for each in "abcd"} == {"a": "d", "b": "b", "c": "d", "d": "d"}


@pytest.mark.promise(
    "Import and export between devices", "House rules that differ are replaced only when the user says so."
)
def test_a_house_scheme_that_differs_is_replaced_only_when_told(here: History, there: History) -> None:
    here.save_scheme(replace(FFT, id="house", name="Here"))
    there.save_scheme(replace(FFT, id="house", name="There"))
    preview = preview_import(export(there), here)
    assert [each.status for each in preview.schemes] == [ImportStatus.REFUSED]
    apply_import(preview, here)
    assert [scheme.name for scheme in here.schemes()] == ["Here"]
    apply_import(preview, here, replace_schemes=["house"])
    assert [scheme.name for scheme in here.schemes()] == ["There"]


# -- on a full disk ------------------------------------------------------------------------------------------


def test_a_disk_that_fills_up_changes_nothing(
    here: History, there: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whole evenings stay; doing it again goes on."""
    for number in range(3):
        there.create(played(new_evening(f"session-{number}"), 5, stamps(f"e{number}")))
    raw = export(there)
    create = here.create

    def full(evening: Evening) -> None:
        if evening.id == "session-1":
            raise HistoryError
        create(evening)

    monkeypatch.setattr(here, "create", full)
    with pytest.raises(HistoryError):
        apply_import(preview_import(raw, here), here)
    monkeypatch.setattr(here, "create", create)
    assert all(evening == there.load(id_) for id_, evening in everything(here).items())
    apply_import(preview_import(raw, here), here)
    assert everything(here) == everything(there)
