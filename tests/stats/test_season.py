"""Every figure of a made-up league, beside a count of the same that shares no code with `scorepad.stats`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from evenings import stamps
from random_evenings import MERGED, day_of, league, player_of, tallies
from recount import Row, comebacks, count, leads, pair, players, points, rows, winners

from scorepad.evening.evening import Evening
from scorepad.evening.events import LeftOut
from scorepad.stats.counting import tally_of
from scorepad.stats.measures import NO_FEAT, Number, Record
from scorepad.stats.parts import COUNTED, UNIT, Filter, Role, key_of, rules_of
from scorepad.stats.scopes import EVER, Scope, year
from scorepad.stats.season import Period, Season, feats, hands_behind, number_of_hands, season
from scorepad.tarot.hand import Bid
from scorepad.tarot.scheme import Scheme
from scorepad.zones import SYSTEM

SCOPES = (
    EVER,
    year(2025),
    Scope(since="2026-02-03", until="2026-02-28"),
    Scope(circle=frozenset("CDEF")),
    Scope(since="2025-06-01", circle=frozenset("GB")),
)


@cache
def rows_by_evening() -> dict[str, list[Row]]:
    """Without the tallies of guests."""
    return {each.id: [row for row in rows(each, MERGED) if row.player] for each in league()}


def recounted(evenings: Iterable[Evening]) -> list[Row]:
    return [row for evening in evenings for row in rows_by_evening()[evening.id]]


def inside(scope: Scope) -> list[Evening]:
    """The evenings of a scope, by the words of its definition."""
    found = []
    for evening in league():
        present = scope.circle & {row.player for row in recounted([evening])}
        of_circle = present == scope.circle or len(present) >= 3
        if of_circle and scope.since <= day_of(evening) <= (scope.until or "9999"):
            found.append(evening)
    return found


def alike(wanted: Filter, row: Row) -> bool:
    """Whether a row has every fact that a filter wants."""
    facts: list[tuple[object, object]] = [
        (wanted.player, row.player),
        (wanted.rules, rules_of(row.rules)),
        (wanted.role, row.role),
        (wanted.bid, row.bid),
        (wanted.bouts, row.bouts),
        (wanted.seats, row.seats),
        (wanted.made, row.made),
        (wanted.partner, row.partner),
        (wanted.poignee, row.shown),
        (wanted.petit, row.petit),
        (wanted.announced, row.announced),
        (wanted.chelem, row.chelem),
    ]
    against = wanted.against is None or wanted.against in row.against
    return against and all(fact is None or fact == own for fact, own in facts)


def the_season(scope: Scope = EVER) -> Season:
    return season(tallies(), scope, player_of, day_of=SYSTEM.day)


# -- figures ---


@pytest.mark.promise(
    "Looking back", "Every number of hands that a player has is that of an independent count."
)
@pytest.mark.parametrize("scope", SCOPES)
def test_every_count_equals_an_independent_count(scope: Scope) -> None:
    """Hands, made, margins, by role, bid, bouts and players; poignées, petits au bout, chelems."""
    found, whole = recounted(inside(scope)), the_season(scope).whole
    everybody = {row.player for row in found if not scope.circle or row.player in scope.circle}
    assert everybody == {player for player, tally in whole.tallies.items() if tally.evenings} != set()
    for player, tally in whole.tallies.items():
        own = [row for row in found if row.player == player]
        assert tally.hands == len(own)
        for wanted in COUNTED:
            assert tally.of(wanted) == count([row for row in own if alike(wanted, row)]), (player, wanted)


def check_standings(period: Period, evenings: list[Evening]) -> None:
    """Whether the table has the evenings, wins, points, means and ranks that a plain count gives."""
    played = Counter(player for each in evenings for player in {row.player for row in recounted([each])})
    won = Counter(player for each in evenings for player in winners(each, MERGED))
    amounts = points(evenings, MERGED)
    for rules in {scheme for _, scheme in amounts}:
        by_rules = [{row.player for row in recounted([each]) if row.rules == rules} for each in evenings]
        everybody, standings = period.everybody(rules_of(rules)), period.standings(rules_of(rules))
        for line in everybody:
            assert (line.tally.evenings, line.tally.number(Number.WINS)) == (
                played[line.player],
                won[line.player],
            )
            assert Fraction(line.points.total, UNIT) == amounts.get((line.player, rules), 0)
        ranked, others = everybody[: len(standings)], everybody[len(standings) :]
        assert ranked == standings
        assert {line.player for line in ranked} == set[str | None]().union(*by_rules) & period.tallies.keys()
        assert {line.rank for line in others} <= {None}
        for line in standings:
            assert line.mean * sum(line.player in each for each in by_rules) == Fraction(
                line.points.total, UNIT
            )
            assert line.rank == 1 + sum(other.points.total > line.points.total for other in standings)


@pytest.mark.promise("Looking back", "Evenings, wins, points and means are those of an independent count.")
@pytest.mark.parametrize("scope", SCOPES)
def test_evenings_wins_and_points_equal_an_independent_count(scope: Scope) -> None:
    check_standings(the_season(scope).whole, inside(scope))


def test_months_are_periods_of_the_evenings_that_began_in_them() -> None:
    months = the_season().months
    assert len(months) > 12
    for month, period in months.items():
        check_standings(period, [each for each in league() if day_of(each).startswith(month)])


def test_an_evening_without_a_hand_does_not_count() -> None:
    """Neither of the season nor of a month nor of a player, and its points beside hands count nowhere."""
    evenings = {each.id: each for each in league()}
    without = {each.id for each in league() if not recounted([each]) and not players(each)}
    assert len(without) > 1
    found = the_season()
    assert {night.evening.id for night in found.nights} == evenings.keys() - without
    assert season(
        [each for each in tallies() if each.id in without], EVER, player_of, day_of=SYSTEM.day
    ) == Season((), {}, {})


def test_nobody_wins_an_evening_that_goes_on() -> None:
    for evening, tally in zip(league(60), tallies(60), strict=True):
        _, found = tally.tallies([key_of(person, player_of) for person in evening.sheet.people])
        won = {player for player, each in found.items() if each.number(Number.WINS)}
        assert won == winners(evening, MERGED) - {None}
        assert evening.table.ended or not won


def test_hands_are_counted_by_their_rules() -> None:
    hands = {(evening.id, row.number, row.rules) for evening in league() for row in rows(evening, MERGED)}
    whole = the_season().whole
    again = Counter(rules_of(rules) for *_, rules in hands)
    assert {rules: number for rules, number in whole.hands.items() if number} == again
    assert [whole.hands[rules] for rules in whole.rules] == sorted(again.values(), reverse=True)


@pytest.mark.promise(
    "Looking back", "Who called whom and who paid whom are told as an independent count tells them."
)
def test_calls_and_payments_between_players_equal_an_independent_count() -> None:
    found, all_ = recounted(league()), the_season()
    everybody = all_.whole.tallies.keys()
    schemes: set[Scheme] = {row.rules for row in found}
    for player in everybody:
        own, pairs = [row for row in found if row.player == player], all_.pairs(player)
        assert {other for other, _ in pairs} <= everybody - {player}
        for other in everybody - {player}:
            for scheme in schemes:
                figure = pairs.get((other, rules_of(scheme)))
                amounts = figure and (
                    Fraction(figure.won, UNIT),
                    figure.against,
                    Fraction(figure.received, UNIT),
                )
                again = pair(own, other, scheme)
                assert (figure and (figure.called, figure.made, *(amounts or ()))) == (
                    again if any(again) else None
                )


def test_a_curve_adds_up_the_points_of_each_evening() -> None:
    found, amounts = the_season(), [(each.id, points([each], MERGED)) for each in league()]
    for player, scheme in points(league(), MERGED):
        total, again = Fraction(), []
        for evening, won in amounts:
            if (player, scheme) in won:
                total += won[player, scheme]
                again.append((evening, total))
        if player:
            assert list(found.curve(player, rules_of(scheme))) == again


# -- records ---


def greatest(feats: Iterable[tuple[Fraction | int, str | None]], sign: int = 1) -> dict[str, Fraction]:
    """The feat of everybody that is furthest from zero on one side of it."""
    found: dict[str, Fraction] = {}
    for size, player in feats:
        if player and size * sign > 0:
            found[player] = sign * max(Fraction(size * sign), found.get(player, Fraction()) * sign)
    return found


@pytest.mark.promise("Looking back", "The record book has the greatest of all feats.")
def test_the_record_book_has_the_greatest_feats() -> None:
    """The feats of every player, and the greatest of each kind."""
    whole, found = the_season().whole, recounted(league())
    for rules in whole.rules:
        amounts = [(row.points * UNIT, row.player) for row in found if rules_of(row.rules) == rules]
        rises = [each for evening in league() for each in comebacks(evening, MERGED)]
        again = {
            Record.BEST_HAND: greatest(amounts),
            Record.WORST_FALL: greatest(amounts, sign=-1),
            Record.LONGEST_LEAD: greatest(each for evening in league() for each in leads(evening, MERGED)),
            Record.BIGGEST_COMEBACK: greatest(
                (rise * UNIT, who) for rise, who, by in rises if rules_of(by) == rules
            ),
        }
        for player, tally in whole.tallies.items():
            for record, own in again.items():
                assert feats(tally, rules).get(record, NO_FEAT)[0] == own.get(player, 0), (record, player)
        sizes = {
            record: max(own.values(), key=lambda size: abs(size)) for record, own in again.items() if own
        }
        assert {held.record: held.value for held in whole.book(rules)} == sizes


def test_a_record_leads_to_its_hand() -> None:
    whole, evenings = the_season().whole, {each.id: each for each in league()}
    held = {each.record: each for each in whole.book(whole.rules[0])}
    for record, sign in ((Record.BEST_HAND, 1), (Record.WORST_FALL, -1)):
        feat = held[record]
        hand = [row for row in rows_by_evening()[feat.evening] if row.number == feat.number]
        assert feat.value in [row.points * UNIT for row in hand if row.player == feat.player]
        assert feat.value * sign > 0
    for record in (Record.LONGEST_LEAD, Record.BIGGEST_COMEBACK):
        assert held[record].number in [row.number for row in evenings[held[record].evening].sheet.deals]


# -- the hands behind a figure ---

RULES = [rules_of(each.start.scheme) for each in league(3)]
BEHIND = (
    Filter(player="C", role=Role.TAKER, bid=Bid.GARDE, made=False),
    Filter(player="A", role=Role.TAKER, partner="D"),
    Filter(player="A+B", against="C"),
    Filter(player="E", rules=RULES[0], scope=year(2026)),
    Filter(role=Role.TAKER, chelem=True),
    Filter(player="G", role=Role.DEFENDER, seats=5, petit=True),
    Filter(scope=Scope(circle=frozenset("CDEF")), player="F", bouts=3),
    *[Filter(player="B", role=each.role, bid=each.bid, poignee=each.poignee) for each in COUNTED[:9]],
)


@pytest.mark.parametrize("wanted", BEHIND)
def test_the_hands_behind_a_figure_are_listed(wanted: Filter) -> None:
    """They are those that a plain search finds, the latest first, and only evenings that can have some are opened."""
    evenings, opened = {each.id: each for each in league()}, []

    def load(id_: str) -> Evening:
        opened.append(id_)
        return evenings[id_]

    parts = hands_behind(wanted, the_season(wanted.scope), load)
    found = [(part.evening.id, part.number, part.player, Fraction(part.amount, UNIT)) for part in parts]
    again = [
        (row.evening, row.number, row.player, row.points)
        for evening in reversed(inside(wanted.scope))
        for row in reversed(recounted([evening]))
        if alike(wanted, row)
    ]
    assert found == again
    facts = replace(wanted, player=None, scope=EVER, made=None)
    assert set(opened) == {each for each, *_ in found} or facts not in COUNTED
    assert len(opened) < len(evenings)


OF_PAIRS = [
    Filter(player="D", role=role, partner=other, made=made)
    for role, other, made in product((Role.TAKER, Role.PARTNER), "ABCEFG", (None, True, False))
]
BY_RULES = [Filter(player="D", against=other, rules=rules) for other in ("C", None) for rules in RULES]


@pytest.mark.promise("Looking back", "Behind a figure are exactly the hands that it counts.")
def test_a_figure_is_the_number_of_hands_behind_it() -> None:
    """Of everybody together and of each; of pairs; and by some rules."""
    evenings, whole = (
        {each.id: each for each in league()},
        season(tallies()[:50], EVER, player_of, day_of=SYSTEM.day),
    )
    counted = (Filter(), *COUNTED, *(replace(each, made=False) for each in COUNTED))
    numbers = set()
    for wanted in (*counted, *OF_PAIRS, *BY_RULES):
        parts = [*hands_behind(wanted, whole, evenings.__getitem__)]
        assert number_of_hands(wanted, whole) == len(parts), wanted
        numbers.add((wanted.role, wanted.partner, len(parts)))
        for player, number in Counter(part.player for part in parts).items():
            assert number_of_hands(replace(wanted, player=player), whole) == number, (wanted, player)
    assert {role for role, partner, number in numbers if partner and number} == {Role.TAKER, Role.PARTNER}


@pytest.mark.promise("Looking back", "An evening can be left out of all seasons, which say how many are.")
def test_an_evening_that_is_left_out_counts_for_nobody() -> None:
    """It counts again once the event is undone; as if it had never been left out."""
    evenings = league(60)
    stamp = stamps("leave-", minutes=5)
    out = [each.add(LeftOut(), stamp()) if place % 2 else each for place, each in enumerate(evenings)]

    def counted(some: Iterable[Evening]) -> Season:
        return season([tally_of(each) for each in some], EVER, player_of, day_of=SYSTEM.day)

    found, others = counted(out), counted(evenings[::2])
    assert (found.whole, found.won) == (others.whole, others.won)
    assert [night.evening.id for night in found.nights] == [night.evening.id for night in others.nights]
    whole = counted(evenings)
    assert (found.left_out, others.left_out) == (len(whole.nights) - len(others.nights), 0)
    assert found.left_out > 0
    again = counted([each.undo(stamp()) if each.table.left_out else each for each in out])
    assert (again.whole, again.won, again.left_out) == (whole.whole, whole.won, 0)
