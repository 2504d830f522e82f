"""An evening in figures."""

from __future__ import annotations

import random

import pytest
import sample_evenings as samples
from evenings import after, by, clock_of, stamp, table
from random_evenings import SHARED, coming_and_going, driven, long, random_table

from scorepad.evening.adjustment import Adjustment, AdjustmentKind, Share
from scorepad.evening.evening import Evening
from scorepad.evening.events import Ended, RulesChanged
from scorepad.evening.figures import EveningFigures, Figures, Highlight, RulesInForce
from scorepad.evening.people import Person
from scorepad.evening.sheet import SheetRow
from scorepad.tarot.hand import Bid, Hand, ThrownIn
from scorepad.tarot.scheme_data import shipped_scheme


def facts(highlight: Highlight | None) -> tuple[int | None, str, int] | None:
    """The number of the hand, the person and the amount."""
    return (highlight.entry.number, highlight.person.name, highlight.amount) if highlight else None


def test_the_curve_begins_at_zero_and_follows_the_hands_that_stand() -> None:
    points = samples.club().sheet.curve
    assert points[:3] == ((0, 0, 0, 0), (-106, -106, 318, -106), (-182, -182, 242, 122))
    assert points[3] == points[2], "a hand thrown in pays nothing"
    assert len(points) == 1 + 9, "the struck-out one is not there"
    assert points[-1] == samples.club().sheet.totals


def test_an_evening_without_a_hand_has_no_best_hand() -> None:
    empty = table(4)
    assert empty.sheet.curve == ((0, 0, 0, 0),)
    assert Figures(empty).best is Figures(empty).worst is Figures(empty).most_extreme is None
    thrown = after(empty, ThrownIn.PETIT_SEC)
    assert Figures(thrown).best is Figures(thrown).worst is Figures(thrown).most_extreme is None
    assert Figures(thrown).tally(thrown.sheet.people[0]).played == 0


def test_the_best_and_the_worst_hand_are_takers() -> None:
    club = samples.club()
    assert facts(Figures(club).best) == (7, "Bruno", 1746)
    assert facts(Figures(club).worst) == (9, "Denis", -525), "though Anne lost 582 against Bruno"
    assert facts(Figures(club).most_extreme) == (7, "Bruno", 1746)


def test_contracts_made_are_counted() -> None:
    evening = table(4)
    assert Figures(evening).made == 0
    for points in (45, 30, 41):
        evening = after(evening, by(0, Bid.PETITE, 2, points))
    evening = after(evening, ThrownIn.ALL_PASSED)
    assert (Figures(evening).made, len(Figures(evening).hands)) == (2, 3)


def test_the_first_of_equally_large_hands_is_named() -> None:
    evening = table(4)
    for taker, points in ((0, 45), (1, 45), (2, 30), (3, 30)):
        evening = after(evening, by(taker, Bid.PETITE, 2, points))
    assert facts(Figures(evening).best) == (1, "Anne", 87)
    assert facts(Figures(evening).worst) == (3, "Chloé", -108)


def told(evening: Evening) -> tuple[tuple[int | None, str, int] | None, ...]:
    """The best, the worst and the hand of the evening, then the best and the worst of everybody."""
    figures = Figures(evening)
    tallies: list[EveningFigures] = [figures.tally(person) for person in evening.sheet.people]
    own = [facts(each) for tally in tallies for each in (tally.best, tally.worst)]
    return facts(figures.best), facts(figures.worst), facts(figures.most_extreme), *own


@pytest.mark.promise(
    "The evening",
    "The best and the worst hand are found by the payments of hands, without mouches.",
)
@pytest.mark.parametrize("seed", range(20))
def test_mouches_in_a_row_are_no_part_of_its_hand(seed: int) -> None:
    """Mouches that are founded, won, or shared at the end leave the best and the worst hand as they are."""
    clock, start = clock_of(), random_table(random.Random(seed))
    shared = start.add(RulesChanged(SHARED), clock())
    evening = [shared, *driven(random.Random(seed), shared, 25, clock)][-1]
    over = evening.add(Ended(), clock())
    on = over.add(Ended(False), clock())
    assert told(over) == told(on)
    unit = over.sheet.unit
    for played in Figures(over).hands:
        for player, row in zip(
            played.payments.players, zip(*played.payments.by_line, strict=True), strict=True
        ):
            assert played.brought(player, unit) * played.payments.unit == sum(row) * unit


def test_mouches_shared_at_the_end_are_no_part_of_the_last_hand() -> None:
    """A hand that costs its taker 104, and a share of what lay there."""
    evening = table(3, scheme=SHARED)
    evening = after(evening, by(1, Bid.GARDE, 2, 40))
    over = evening.add(Ended(), stamp(evening))
    assert over.sheet.rows[-1].moves != evening.sheet.rows[-1].moves
    assert facts(Figures(evening).worst) == facts(Figures(over).worst) == (1, "Bruno", -104)


@pytest.mark.promise(
    "The screens: look back, take home and bring in",
    "A person who is first at the end of an evening, and played, has won it.",
)
def test_an_evening_that_is_over_is_won_by_the_first_who_played() -> None:
    evening = table(4)
    assert (evening.sheet.leaders, Figures(evening).played) == ((), {})
    passed = after(evening, ThrownIn.ALL_PASSED)
    assert Figures(passed.add(Ended(), stamp(passed))).winners == ()
    evening = after(evening, by(0, Bid.GARDE, 2, 49))
    assert Figures(evening).played == dict.fromkeys(("p0", "p1", "p2", "p3"), 1)
    assert [each.id for each in evening.sheet.leaders] == ["p0"]
    assert Figures(evening).winners == (), "it goes on"
    over = evening.add(Ended(), stamp(evening))
    assert Figures(over).winners == over.sheet.leaders
    newcomer = Person("late", "Late", 9)
    taken_over = evening.take_over("p0", newcomer, stamp(evening))
    taken_over = taken_over.add(Ended(), stamp(taken_over))
    assert taken_over.sheet.leaders == (newcomer,)
    assert Figures(taken_over).winners == (), "who is first played no hand"


def test_every_person_has_figures() -> None:
    bruno = Figures(samples.club()).tally(samples.club().sheet.people[1])
    assert bruno.played == 7
    assert bruno.taken == 2
    assert bruno.won == 1
    assert facts(bruno.best) == (7, "Bruno", 1746)
    assert facts(bruno.worst) == (4, "Bruno", -126)
    élise = Figures(samples.five()).tally(samples.five().sheet.people[4])
    assert élise.played == 6
    assert élise.taken == 1
    assert élise.won == 1


def test_a_person_who_sits_out_has_not_played() -> None:
    evening = long(40, 8, 5)
    played = [Figures(evening).tally(person).played for person in evening.sheet.people]
    hands = [row.deal.outcome for row in evening.sheet.counting_rows]
    assert sum(played) == 5 * sum(isinstance(hand, Hand) for hand in hands)
    assert max(played) < len(hands)


def listed(evening: Evening) -> list[int | str]:
    """The numbers of the hands that a sheet lists, struck-out ones too, and the ids of the schemes."""
    return [row.number if isinstance(row, SheetRow) else row.scheme.id for row in Figures(evening).rows]


def test_a_sheet_lists_struck_out_hands_and_changes_of_rules() -> None:
    assert listed(samples.club()) == [1, 2, 3, 4, 5, 6, 7, 8, 9, "contre_5", 10]


def test_a_sheet_leaves_out_hands_undone_at_once() -> None:
    club = after(samples.club(), ThrownIn.MISDEAL)
    assert listed(club)[-1] == 11
    assert listed(club.undo(stamp(club))) == listed(samples.club())


def test_an_undone_change_of_rules_is_not_listed_and_two_at_once_are_one() -> None:
    evening = after(table(4), ThrownIn.MISDEAL)
    pousse, contre = shipped_scheme("pousse"), shipped_scheme("contre_5")
    changed = evening.add(RulesChanged(pousse), stamp(evening), "vote")
    assert Figures(changed).rows[1:] == (RulesInForce(pousse, "vote"),)
    assert listed(changed.undo(stamp(changed))) == [1]
    twice = changed.add(RulesChanged(contre), stamp(changed))
    assert listed(twice) == [1, "contre_5"]
    assert listed(after(twice, ThrownIn.MISDEAL)) == [1, "contre_5", 2]
    early = table(4)
    early = early.add(RulesChanged(pousse), stamp(early))
    assert listed(after(early, ThrownIn.MISDEAL)) == ["pousse", 1]


def test_a_change_from_a_hand_on_is_told_apart_from_one_of_all_hands() -> None:
    evening = after(table(4), ThrownIn.MISDEAL)
    pousse, contre = shipped_scheme("pousse"), shipped_scheme("contre_5")
    later = evening.add(RulesChanged(pousse, from_now=True), stamp(evening), "vote")
    assert Figures(later).rows[1:] == (RulesInForce(pousse, "vote", from_now=True),)
    assert listed(later.undo(stamp(later))) == [1]
    later = after(later, ThrownIn.MISDEAL)
    back = later.add(RulesChanged(shipped_scheme()), stamp(later))
    assert Figures(back).rows[-1] == RulesInForce(shipped_scheme(), "")
    both = later.add(RulesChanged(contre), stamp(later))
    both = both.add(RulesChanged(pousse, from_now=True), stamp(both))
    assert Figures(both).rows[-2:] == (RulesInForce(contre, ""), RulesInForce(pousse, "", from_now=True))


def test_a_stretch_lasts_from_arrival_to_departure() -> None:
    assert samples.sixteen().sheet.people[0].id == "p0"
    found = Figures(samples.sixteen()).stretches
    assert found[0] == (range(4), range(12, 16)), "came back"
    assert found[4] == (range(3, 7),)
    assert Figures(table(4)).stretches == ((),) * 4
    assert Figures(long(3, 6, 4)).stretches == ((range(4),),) * 6, "who sits out is there"


def test_the_people_present_at_a_hand_or_at_points_without_one_are_known() -> None:
    evening = coming_and_going(4, random.Random(1))
    shares = (Share("p0", 5), Share("p5", -5))
    evening = after(evening, Adjustment(AdjustmentKind.OTHER, shares))
    figures, entries = Figures(evening), evening.sheet.counting_rows
    ids = [person.id for person in evening.sheet.people]
    assert [figures.place(row) for row in evening.sheet.deals] == [*range(1, len(entries))]
    present = [[ids[seat] for seat in range(len(ids)) if figures.is_present(seat, each)] for each in entries]
    assert present[0] == ["p0", "p1", "p2", "p3"]
    assert sorted(present[-2]) == ["p2", "p3", "p4", "p5"]
    assert set(present[-1]) == {"p0", "p2", "p3", "p4", "p5"}
