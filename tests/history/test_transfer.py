"""Export and import: inverses, united in any order, and hostile files refused with nothing changed."""

from __future__ import annotations

import copy
import itertools
import json
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from golden_files import golden_file, newest_transfer
from history_samples import FFT, Clock, eventful, everything, files, new_evening, played, some_hand, stamps
from hostile_documents import TEXTS, changed

from scorepad.evening.evening import Evening
from scorepad.evening.events import Deal, Seated, Stamp
from scorepad.evening.people import MAX_EVER, Person, Seating
from scorepad.history import BadRecord, History, HistoryError, Player, Reason, Refusal, Refused, transfer
from scorepad.history.backup import BackupKind
from scorepad.history.migrations import EVENING_SCHEMA
from scorepad.history.transfer import (
    ImportStatus,
    PlayerMatch,
    apply_import,
    bring_back_missing,
    export,
    preview_import,
)
from scorepad.history.transfer.read import MAX_EVENTS, VERSION, checksum
from scorepad.i18n import Translator
from scorepad.i18n.errors import import_error_text


@pytest.fixture
def here(tmp_path: Path) -> Iterator[History]:
    with History(tmp_path / "here", device="here") as history:
        yield history


@pytest.fixture
def there(tmp_path: Path) -> Iterator[History]:
    with History(tmp_path / "there", device="there") as history:
        yield history


def signed(document: dict[str, Any]) -> bytes:
    """A file of that content, its checksum right."""
    return json.dumps(document | {"checksum": checksum(document)}).encode()


def sample() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(newest_transfer())
    return document


def refusal(raw: bytes, history: History) -> Refused:
    before = files(history.folder)
    with pytest.raises(Refused) as caught:
        preview_import(raw, history)
    assert files(history.folder) == before
    return caught.value


# -- there and back --------------------------------------------------------------------------------------


def test_what_was_exported_comes_in(here: History, there: History) -> None:
    there.create(eventful())
    there.create(played(new_evening("session-2"), 3, stamps("other")))
    there.save_players([Player("somebody", "Zoé", 7)])
    there.save_scheme(replace(FFT, id="house", name="Chez nous"))
    raw = export(there)
    preview = preview_import(raw, here)
    assert {each.status for each in preview.evenings} == {ImportStatus.NEW}
    assert not preview.brings_nothing
    brought = apply_import(preview, here)
    assert set(brought.new) == {"session-1", "session-2"}
    assert brought.backup is not None
    assert everything(here) == everything(there)
    assert {player.id: player for player in here.players()} == {p.id: p for p in there.players()}
    assert here.schemes() == there.schemes()


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
        brought = bring_back_missing(history)
        ((evening_id, problem),) = brought.refused
        assert (brought.new, evening_id, type(problem)) == (("session-2",), "session-1", Refused)
        assert everything(history) == {"session-2": evenings["session-2"]}


def test_it_can_be_read_by_people(there: History) -> None:
    there.create(eventful())
    written = export(there).decode()
    assert "Chloé" in written
    events = [line for line in written.splitlines() if '"seq"' in line]
    assert len(events) == len(eventful().events)
    assert json.loads(written)["evenings"][0]["evening"]["title"] == "Chez Anne"


def test_one_evening_brings_only_its_players(here: History, there: History) -> None:
    there.create(played(new_evening(), 2, stamps()))
    there.save_players([Player("somebody", "Zoé", 7)])
    apply_import(preview_import(export(there, ["session-1"]), here), here)
    assert "somebody" not in {player.id for player in here.players()}


def test_another_time_brings_nothing(here: History, there: History) -> None:
    there.create(eventful())
    raw = export(there)
    apply_import(preview_import(raw, here), here)
    before = files(here.folder)
    preview = preview_import(raw, here)
    assert preview.brings_nothing
    assert {each.status for each in preview.evenings} == {ImportStatus.KNOWN}
    brought = apply_import(preview, here)
    assert (brought.new, brought.more, brought.events, brought.backup) == ((), (), 0, None)
    assert files(here.folder) == before


def test_indentation_and_a_byte_order_mark_change_nothing(here: History, there: History) -> None:
    there.create(eventful())
    again = json.dumps(json.loads(export(there)), indent=4).replace("\n", "\r\n")
    assert preview_import(b"\xef\xbb\xbf" + again.encode(), here).evenings[0].evening == eventful()


def branches() -> list[Evening]:
    """What three devices made of the same evening, knowing nothing of each other."""
    base = played(new_evening(), 3, stamps("base"))
    result = []
    for device in ("a", "b", "c"):
        stamp = stamps(f"event-{device}", device)
        rng = random.Random(device)
        evening = played(base, 2, stamp, seed=rng.random())  # type: ignore[arg-type]
        entry = base.sheet.entries[1]
        evening = evening.correct(entry.id, Deal(entry.deal.dealer, some_hand(base, rng)), stamp(), device)
        result.append(evening)
    return result


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
            evening = history.load("session-1")
            assert len(evening.sheet.entry("base-2").conflicting) == 3
            totals = evening.sheet.totals
            assert totals == history.load("session-1").sheet.totals
    assert all(each == found[0] for each in found)


def test_conflicting_corrections_are_shown_side_by_side(here: History, there: History) -> None:
    ours, theirs, _ = branches()
    here.create(ours)
    there.create(theirs)
    (each,) = preview_import(export(there), here).evenings
    assert each.status is ImportStatus.MORE
    assert each.added == 3
    (entry,) = each.conflicting
    assert {event.device for event in entry.conflicting} == {"a", "b"}
    brought = apply_import(preview_import(export(there), here), here)
    assert brought.conflicting == (("session-1", entry.id),)
    assert preview_import(export(there), here).evenings[0].conflicting == ()


def test_only_those_wanted_come_in(here: History, there: History) -> None:
    there.create(played(new_evening(), 1, stamps()))
    there.create(played(new_evening("session-2"), 1, stamps("other")))
    brought = apply_import(preview_import(export(there), here), here, evenings=["session-2"])
    assert brought.new == ("session-2",)
    assert list(everything(here)) == ["session-2"]


def test_an_import_can_be_undone(here: History, there: History) -> None:
    here.create(played(new_evening("mine"), 2, stamps("mine")))
    there.create(eventful())
    before = everything(here)
    brought = apply_import(preview_import(export(there), here), here)
    assert brought.backup is not None
    here.restore(brought.backup.path)
    assert everything(here) == before


def another_hand(there: History) -> None:
    there.append("session-1", played(there.load("session-1"), 1, there.stamp).events[-1])


def a_player(there: History) -> None:
    there.save_players([Player("zoe", "Zoé")])


def two_merged(there: History) -> None:
    there.merge_players([(Player("player-1", "Bruno", 1), "player-0")])


def house_rules(there: History) -> None:
    there.save_scheme(replace(FFT, id="house", name="Chez nous"))


@pytest.mark.parametrize("change", [another_hand, a_player, two_merged, house_rules])
def test_whatever_comes_in_there_is_a_backup_of_before(
    here: History, there: History, change: Callable[[History], None]
) -> None:
    here.create(played(new_evening(), 1, stamps()))
    apply_import(preview_import(export(here), there), there)
    change(there)

    def state() -> object:
        return everything(here), here.players(), here.merged_players(), here.schemes()

    before = state()
    brought = apply_import(preview_import(export(there), here), here)
    assert state() != before
    assert brought.backup is not None
    assert (brought.backup.kind, brought.backup) == (BackupKind.IMPORT, here.backups()[0])
    here.restore(brought.backup.path)
    assert state() == before


def test_an_evening_that_contradicts_ours_stays_out_and_the_others_come_in(
    here: History, there: History
) -> None:
    here.create(played(new_evening(), 2, stamps(), seed=1))
    there.create(played(new_evening(), 2, stamps(), seed=2))
    there.create(played(new_evening("session-2"), 1, stamps("other")))
    ours = here.load("session-1")
    preview = preview_import(export(there), here)
    novelty = {each.evening.id: each.status for each in preview.evenings}
    assert novelty == {"session-1": ImportStatus.REFUSED, "session-2": ImportStatus.NEW}
    brought = apply_import(preview, here)
    assert [evening_id for evening_id, _ in brought.refused] == ["session-1"]
    assert brought.new == ("session-2",)
    assert here.load("session-1") == ours


def test_a_damaged_evening_of_ours_is_not_written_over(here: History, there: History) -> None:
    there.create(eventful())
    path = here.folder / "sessions" / "session-1.json"
    path.write_bytes(b"damaged")
    (each,) = preview_import(export(there), here).evenings
    assert each.status is ImportStatus.REFUSED
    apply_import(preview_import(export(there), here), here)
    assert path.read_bytes() == b"damaged"


# -- who is who ------------------------------------------------------------------------------------------


def other_people(evening_id: str = "session-9", name: str = "anne ") -> Evening:
    evening = new_evening(evening_id)
    people = tuple(
        replace(person, id=f"their-{person.mark}", name=name if person.mark == 0 else f"X{person.mark}")
        for person in evening.sheet.people
    )
    return new_evening(evening_id, people=people)


def seated(history: History, *people: Person) -> None:
    """A table of four after a change of seats and people."""
    evening = history.load("session-1")
    table = Seating((*evening.sheet.people[: 4 - len(people)], *people), 4, evening.sheet.people[0].id)
    history.append(evening.id, evening.add(Seated(table), history.stamp()).events[-1])


LATE, LATE_ELSEWHERE = Person("late", "Farid", 5), Person("late", "Farid", 6)
MANY, MANY_OTHERS = (
    [[Person(f"{device}-{turn}-{mark}", f"P{mark}", mark) for mark in range(3)] for turn in range(3)]
    for device in range(2)
)


@pytest.mark.parametrize(
    ("seated_here", "seated_there", "text"),
    [
        pytest.param(
            [[LATE]],
            [[LATE_ELSEWHERE]],
            "It contradicts what is here: both were changed apart",
            id="the same person with two marks",
        ),
        pytest.param(
            MANY,
            MANY_OTHERS,
            f"With both, more than {MAX_EVER} people would have sat at this table",
            id="more people than an evening may have",
        ),
    ],
)
def test_people_seated_apart_are_no_mistake_of_ours(
    here: History,
    there: History,
    seated_here: list[list[Person]],
    seated_there: list[list[Person]],
    text: str,
) -> None:
    for history, tables in ((here, seated_here), (there, seated_there)):
        history.create(new_evening())
        for people in tables:
            seated(history, *people)
    before = here.load("session-1")
    brought = apply_import(preview_import(export(there), here), here)
    ((evening_id, problem),) = brought.refused
    assert (evening_id, type(problem)) == ("session-1", BadRecord)
    assert import_error_text(Translator("en"), problem).startswith(text)
    with pytest.raises(BadRecord):
        here.merge("session-1", there.load("session-1").events)
    assert here.load("session-1") == before


def test_somebody_of_the_same_name_is_proposed_and_merged_when_told(here: History, there: History) -> None:
    here.create(new_evening())
    there.create(other_people())
    preview = preview_import(export(there), here)
    found = {each.player.id: each for each in preview.players}
    assert found["their-0"].match is PlayerMatch.SAME_NAME
    assert found["their-0"].proposal is not None
    assert found["their-0"].proposal.id == "player-0"
    assert found["their-1"].match is PlayerMatch.STRANGER
    apply_import(preview, here, same=preview.proposals(PlayerMatch.SAME_NAME))
    assert "their-0" not in {player.id for player in here.players()}
    assert here.player_of("their-0") == "player-0"
    assert here.load("session-9") == other_people(), "sessions keep their people"
    assert {each.match for each in preview_import(export(there), here).players} == {PlayerMatch.SAME_ID}
    with History(here.folder.parent / "third") as third:
        apply_import(preview_import(export(here), third), third)
        assert third.player_of("their-0") == "player-0"
        assert len(third.players()) == len(here.players())


def test_without_being_told_nobody_is_merged(here: History, there: History) -> None:
    here.create(new_evening())
    there.create(other_people())
    apply_import(preview_import(export(there), here), here)
    assert {"player-0", "their-0"} <= {player.id for player in here.players()}


def test_nobody_is_proposed_whose_table_both_sat_at(here: History, there: History) -> None:
    here.save_players([Player("player-0", "Anne")])
    *others, last = new_evening().sheet.people
    there.create(new_evening(people=(*others, replace(last, id="other-anne", name="Anne"))))
    found = {each.player.id: each for each in preview_import(export(there), here).players}
    assert found["other-anne"].match is PlayerMatch.STRANGER


def test_of_two_of_the_same_name_here_neither_is_proposed(here: History, there: History) -> None:
    here.save_players([Player("one", "Anne"), Player("other", "anne")])
    there.create(other_people())
    found = {each.player.id: each for each in preview_import(export(there), here).players}
    assert (found["their-0"].match, found["their-0"].proposal) == (PlayerMatch.STRANGER, None)


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
    with pytest.raises(BadRecord):
        here.merge_players([(Player("d", "Anna"), "nobody")])
    here.separate_player("b")
    assert {player.id: player.name for player in here.players()} == {"d": "Anna", "b": "Annie"}
    here.close()
    with History(here.folder) as again:
        assert {each: again.player_of(each) for each in "abcd"} == {"a": "d", "b": "b", "c": "d", "d": "d"}


def test_a_merged_player_sits_down_as_the_other(here: History) -> None:
    here.create(new_evening())
    here.merge_players([(Player("player-1", "Bruno", 1), "player-0")])
    here.create(new_evening("session-2", title="later"))
    assert "player-1" not in {player.id for player in here.players()}


def test_a_house_scheme_that_differs_is_replaced_only_when_told(here: History, there: History) -> None:
    here.save_scheme(replace(FFT, id="house", name="Here"))
    there.save_scheme(replace(FFT, id="house", name="There"))
    preview = preview_import(export(there), here)
    assert [each.status for each in preview.schemes] == [ImportStatus.REFUSED]
    apply_import(preview, here)
    assert [scheme.name for scheme in here.schemes()] == ["Here"]
    apply_import(preview, here, replace_schemes=["house"])
    assert [scheme.name for scheme in here.schemes()] == ["There"]


# -- hostile ground --------------------------------------------------------------------------------------


NEWER_SCHEMA = EVENING_SCHEMA + 1


def nested(depth: int) -> bytes:
    return b'{"format": "scorepad transfer", "x": ' + b"[" * depth + b"]" * depth + b"}"


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b'{"games": [{"players": ["A"], "scores": [1]}]}', Refusal.FOREIGN),
        (b'{"format": ["scorepad transfer"]}', Refusal.FOREIGN),
        (b'{"format": "scorepad transfer", "format": "scorepad transfer"}', Refusal.TWICE),
        (b'{"format": "scorepad transfer", "version": NaN}', Refusal.RECORD),
        (b'{"format": "scorepad transfer", "version": Infinity}', Refusal.RECORD),
        (b'{"format": "scorepad transfer", "version": 1e999}', Refusal.RECORD),
        (b'{"format": "scorepad transfer", "version": 1.0}', Refusal.RECORD),
        (b'{"format": "scorepad transfer", "version": true}', Refusal.RECORD),
        (b'{"format": "scorepad transfer", "version": 0}', Refusal.RECORD),
        (b'{"format": "scorepad transfer", "version": %d, "schema": 1}' % (VERSION + 1), Refusal.TOO_NEW),
        (b'{"format": "scorepad transfer", "version": 1, "schema": %d}' % NEWER_SCHEMA, Refusal.TOO_NEW),
        (b'{"format": "scorepad transfer", "version": ' + b"9" * 4000 + b"}", Refusal.TOO_NEW),
        (b'{"format": "scorepad transfer", "version": ' + b"9" * 5000 + b"}", Refusal.NOT_JSON),
        (b'{"format": "scorepad transfer", "version": 1, "schema": 1}', Refusal.CHECKSUM),
        (b'{"format": "scorepad transfer", "version": 1, "schema": 1, "x": "\\ud800"}', Refusal.NOT_JSON),
        (nested(23), Refusal.RECORD),
        (nested(400_000), Refusal.TOO_DEEP),
        (b"[" * 2_000_000, Refusal.TOO_MANY),
        (b"]" * 2_000_000, Refusal.NOT_JSON),
        (b"[0" + b",0" * 5_000_000 + b"]", Refusal.FOREIGN),
        (b'"' + b'\\"' * 1_000_000, Refusal.NOT_JSON),
        (b" " * (transfer.LIMIT + 1), Refusal.TOO_LARGE),
    ],
    ids=lambda value: repr(value[:40]) if isinstance(value, bytes) else str(value),
)
def test_what_is_no_file_of_ours(here: History, raw: bytes, expected: Refusal) -> None:
    began = time.perf_counter()
    assert refusal(raw, here).refusal is expected
    assert time.perf_counter() - began < 10


def test_what_is_no_object(here: History) -> None:
    refusals = {
        Reason.NOT_JSON: {Refusal.NOT_JSON, Refusal.TOO_DEEP},
        Reason.NOT_AN_OBJECT: {Refusal.FOREIGN},
        Reason.TWICE: {Refusal.TWICE},
    }
    for text in TEXTS:
        assert refusal(text.raw, here).refusal in refusals[text.reason], text


EVENT = "evenings/0/events/0"
HOSTILE = {
    "a foreign field": ("surprise", 1),
    "a foreign field of an evening": ("evenings/0/surprise", 1),
    "a foreign field of a player": ("players/0/surprise", 1),
    "no list of evenings": ("evenings", {}),
    "no list of events": ("evenings/0/events", None),
    "no evening": ("evenings/0", 7),
    "a way out": ("evenings/0/evening/id", "../../library"),
    "an absolute way": ("evenings/0/evening/id", "/etc/passwd"),
    "a way out of Windows": ("evenings/0/evening/id", "..\\..\\x"),
    "a device of Windows": ("evenings/0/evening/id", "con"),
    "an id of nothing": ("evenings/0/evening/id", "a\u0000"),
    "a number near the last": (f"{EVENT}/seq", 2**53),
    "payments to a stranger": (f"{EVENT}/change/dealt/agreed/payments", {"nobody": 1}),
    "merged into nothing": ("merged", [{"player": 1}]),
    "a time of export that is none": ("exported", "yesterday"),
    "a device that is none": ("device", {}),
}


@pytest.mark.parametrize(("way", "value"), HOSTILE.values(), ids=HOSTILE)
def test_what_is_not_as_we_write_it(here: History, way: str, value: object) -> None:
    found = refusal(signed(changed(sample(), way, value)), here)
    assert found.refusal is Refusal.RECORD
    assert found.where


EARLIER = {
    "no evening": ("session", 7, "schema 4", Reason.MIGRATION),
    "a name too long": ("session/people/1/name", "x" * 31, "evening/seating/people/1/name", Reason.TOO_LONG),
    "a way out": ("session/id", "../../library", "evening/id", Reason.NOT_A_NAME),
    "a number that is none": ("events/0/seq", True, "events/1/seq", Reason.NOT_A_NUMBER),
    "no taker": ("events/0/deal/hand/taker", 7, "events/1/change/dealt/deal/hand/taker", Reason.NOT_A_TEXT),
    "a kind that is none": ("events/0/kind", "dealt", "schema 4", Reason.MIGRATION),
    "a later event": ("events/4/supersedes", "event-9", "schema 4", Reason.MIGRATION),
}


@pytest.mark.parametrize(("way", "value", "where", "reason"), EARLIER.values(), ids=EARLIER)
def test_what_no_earlier_version_wrote(
    here: History, way: str, value: object, where: str, reason: Reason
) -> None:
    document = json.loads(golden_file("transfer", 4).read_bytes())
    found = refusal(signed(changed(document, f"sessions/0/{way}", value)), here)
    assert (found.refusal, found.where, found.value) == (Refusal.RECORD, f"evenings/0/{where}", reason)


@pytest.mark.parametrize("field", ["players", "evenings"])
def test_twice_the_same(here: History, field: str) -> None:
    document = sample()
    document[field] *= 2
    assert refusal(signed(document), here).refusal is Refusal.TWICE


def test_more_events_than_anybody_plays(here: History) -> None:
    document = sample()
    document["evenings"][0]["events"] = document["evenings"][0]["events"][:1] * (MAX_EVENTS + 1)
    found = refusal(signed(document), here)
    assert (found.where, found.value) == ("evenings/0/events", Reason.TOO_LONG)


def test_altered_by_hand(here: History) -> None:
    raw = golden_file("transfer", 1).read_bytes()
    assert b'"half_points": 90' in raw
    assert refusal(raw.replace(b'"half_points": 90', b'"half_points": 91'), here).refusal is Refusal.CHECKSUM


def test_a_large_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.truncate(10 * 2**30)
    with pytest.raises(Refused) as caught:
        transfer.read_file(path)
    assert (caught.value.refusal, caught.value.value) == (Refusal.TOO_LARGE, 10 * 2**30)


# -- fuzzing ---------------------------------------------------------------------------------------------

ODD: tuple[object, ...] = (
    *[None, True, False, 0, -1, 1, 2**31, 2**53, 10**40, 0.5, "", "x", "../x", "\u0000", "é" * 100],
    *["\u202e", [], {}, [[]], {"id": "x"}, "player-0", "event-1", "session-1", [None] * 9],
)


def places(value: object, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*way, key)
        yield from places(inner, (*way, key))


def mutated(document: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    document = copy.deepcopy(document)
    for _ in range(rng.choice([1, 1, 1, 2, 5])):
        way = rng.choice(list(places(document)))
        place: Any = document
        for key in way[:-1]:
            place = place[key]
        what = rng.random()
        if what < 0.6:
            place[way[-1]] = copy.deepcopy(rng.choice(ODD))
        elif what < 0.8:
            del place[way[-1]]
        elif isinstance(place, list):
            place.insert(rng.randrange(len(place) + 1), copy.deepcopy(rng.choice(place)))
        else:
            place[rng.choice(["x", "id", "hand", "dealt", "events"])] = copy.deepcopy(rng.choice(ODD))
    return document


def fuzz(history: History, seed: int, times: int, *, checksum: bool) -> int:
    """How many of so many altered files came in; the others were refused with nothing changed."""
    rng = random.Random(seed)
    base = sample()
    raw = newest_transfer()
    truth = [each.evening for each in preview_import(raw, history).evenings]
    accepted = 0
    untouched = files(history.folder)
    for _ in range(times):
        if checksum:
            try:
                hostile = signed(mutated(base, rng))
            except ValueError:
                continue
        else:
            damaged = bytearray(raw)
            for _ in range(rng.choice([1, 1, 3, 20])):
                damaged[rng.randrange(len(damaged))] = rng.randrange(256)
            hostile = bytes(damaged)
        try:
            preview = preview_import(hostile, history)
        except Refused:
            continue
        finally:
            assert files(history.folder) == untouched
        accepted += 1
        if not checksum:
            # A space between two values that became another kind of space.
            assert [each.evening for each in preview.evenings] == truth
        for each in preview.evenings:
            assert each.result is not None or each.problem is not None
            # Whatever is let in can be played on.
            evening = each.evening
            assert sum(evening.sheet.totals) + sum(evening.sheet.pot) == 0
            assert evening.sheet.standings
            _ = (evening.dealer, evening.undoable, evening.table.ended)
            if not evening.table.ended and evening.undoable:
                evening.undo(Stamp("fuzz", "2026-11-21T20:00:00Z"))
        if checksum and accepted % 10 == 1:
            with History(history.folder.with_name(f"saved-{accepted}")) as other:
                apply_import(preview_import(hostile, other), other)
                assert everything(other) == {each.evening.id: each.evening for each in preview.evenings}
    return accepted


def test_files_altered_with_the_right_checksum(here: History, long: bool) -> None:
    times = 2000 if long else 150
    accepted = fuzz(here, 1, times, checksum=True)
    assert 0 < accepted < times / 2, "harmless changes, of a name perhaps, are rare"


def test_files_damaged_on_their_way(here: History, long: bool) -> None:
    times = 5000 if long else 100
    assert fuzz(here, 2, times, checksum=False) <= times / 25


def test_the_disk_fills_up_in_the_midst(
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
