"""A snapshot shows the same sheet in the fewest events, and is another evening."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

import pytest
import sample_evenings
from evenings import after, by, clock_of, deal, persons, stamp, table
from played_evenings import played_evening
from test_packed import SAMPLES, random_evening

from scorepad.evening.evening import Evening
from scorepad.evening.events import Dealt, Seated, TakenOver, Undone
from scorepad.evening.people import Person, Seating
from scorepad.evening.sheet import SheetRow
from scorepad.sharing.packed import pack, snapshot, unpack


def shown(evening: Evening) -> dict[str, object]:
    """What people see of an evening, people by their names, amounts in points.

    Without voided rows, and without people whom only these name.
    """
    table, sheet = evening.table, evening.sheet
    names = {person.id: person.name for person in table.everybody}

    def points(amounts: Sequence[int]) -> list[Fraction]:
        return [Fraction(amount, sheet.unit) for amount in amounts]

    def by_name(amounts: Sequence[int]) -> dict[str, Fraction]:
        pairs = zip(sheet.people, points(amounts), strict=True)
        return {person.name: amount for person, amount in pairs if amount}

    def row(one: SheetRow) -> list[object]:
        lines = re.sub(r"'([^']+)'", lambda found: names.get(found[1], found[1]), str(one.score))
        amounts, note = by_name(one.amounts), table.note_on(one.id)
        before = [names[id_] for id_ in evening.seating_at(one.id).ids]
        who = (names[one.deal.dealer], [names[id_] for id_ in one.deal.named], before)
        return [amounts, by_name(one.totals), points(one.pot), lines, one.rules, who, note, one.closes]

    named = {id_ for each in sheet.counting_rows for id_ in each.deal.named}
    named |= {*table.seatings[0][1].ids, *table.seating.ids}
    people = [each for each in sheet.people if each.id in named or each.name in by_name(sheet.totals)]
    return {
        "people": [(one.name, one.mark, one.guest, one.names) for one in people],
        "rows": [row(each) for each in sheet.counting_rows],
        "totals": (by_name(sheet.totals), points(sheet.pot)),
        "agreed": (table.title, table.length, table.rate, table.ended, table.left_out, table.rules.now),
        "day": evening.began[:10],
        "note": table.note_on(None),
        "turn": (names[evening.dealer], evening.progress),
        "seats": ([person.name for person in table.seating.people], table.seating.seats),
        "dealt": {names[id_]: count for id_, count in evening.dealt.items()},
        "curve": [by_name(each) for each in sheet.curve],
        "money": sum(evening.sheet.money(table.rate)),
    }


def shows_the_same(evening: Evening) -> Evening:
    taken = snapshot(evening)
    assert shown(taken) == shown(evening)
    assert unpack(pack(taken)) == taken
    return taken


@pytest.mark.promise(
    "Import and export between devices",
    "A snapshot of an evening shows the same rows, totals, notes and turn.",
)
@pytest.mark.parametrize("part", range(10))
def test_a_snapshot_of_any_evening_shows_the_same(part: int, long: bool) -> None:
    each = 200 if long else 30
    for seed in range(part * each, (part + 1) * each):
        shows_the_same(random_evening(seed))


@pytest.mark.parametrize("name", [*SAMPLES, "trouble", "eventful"])
def test_a_snapshot_of_a_sample_evening_shows_the_same(name: str) -> None:
    shows_the_same(getattr(sample_evenings, name)())


def test_a_snapshot_tells_neither_ids_nor_times_nor_what_was_corrected() -> None:
    evening = played_evening(30, rich=True)
    taken = shows_the_same(evening)
    assert {event.at for event in taken.events} == {taken.start.created}
    assert {event.device for event in taken.events} == {""}
    assert all(not event.replaces and not isinstance(event.change, Undone) for event in taken.events)
    assert [person.id for person in taken.sheet.people] == ["p0", "p1", "p2", "p3", "p4"]
    ids = [
        evening.id,
        *(person.id for person in evening.sheet.people),
        *(each.device for each in evening.events),
    ]
    assert not [id_ for id_ in ids if id_ in str(taken)]
    assert len(pack(taken)) < 0.7 * len(pack(evening))


def test_a_snapshot_is_another_evening_always_with_the_same_id() -> None:
    evening = played_evening(5)
    later = after(evening, by(1, partner=2))
    assert snapshot(evening).id == snapshot(later).id != evening.id
    assert snapshot(played_evening(5, seed=2)).id != snapshot(evening).id


def test_a_takeover_stays_one_event() -> None:
    evening = after(table(4), by(1), by(2)).take_over("p1", Person("p9", "Zoé"), stamp(table(4)))
    taken = shows_the_same(after(evening, by(0)))
    assert [type(event.change) for event in taken.events] == [Dealt, Dealt, TakenOver, Dealt]


def test_a_row_may_name_people_whose_coming_was_undone() -> None:
    """Another device entered a hand of theirs meanwhile. They are known, and sit nowhere."""
    common, others = after(table(4), by(1)), persons("QRST")
    coming = common.add(Seated(Seating(others, 4, "Q")), clock_of("a")())
    there = coming.record(deal("Q", players="QRST"), clock_of("b")())
    here = coming.undo(clock_of("c")())
    evening = there.with_events([here.events[-1]])
    assert [person.id for person in evening.table.seating.people] == ["p0", "p1", "p2", "p3"]
    taken = shows_the_same(evening)
    assert [type(event.change) for event in taken.events] == [Dealt, Seated, Undone, Dealt]
