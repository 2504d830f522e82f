"""The figures of a player in a span of time: contracts, roles, partners, payments, best and worst hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import flet as ft

from scorepad.evening.people import Person
from scorepad.exports.formats import SeasonReport
from scorepad.i18n.looking_back import (
    calls_text,
    figure_words,
    mean_text,
    numbers_text,
    paid_text,
    points_text,
    rules_title,
    span_text,
)
from scorepad.stats.parts import BIDS, BONUSES, BOUTS, ROLES, SEATS, Filter, Role, Rules
from scorepad.stats.scopes import PlayerKey
from scorepad.stats.season import Season, SeasonStanding
from scorepad.stats.tally import Pair
from scorepad.ui import kit, routes
from scorepad.ui.components.curve import season_curve
from scorepad.ui.components.season_parts import (
    PeopleByKey,
    everybody_chip,
    hands_of,
    how_sure,
    people_of,
    points,
    record_line,
    scale,
    scope_chosen,
    scope_of,
    share_line,
    still_counting,
    what_counts,
)

CURVE = 200
"""The height of the curve, in dp."""


@kit.screen(routes.figures)
def figures_screen(at: kit.At) -> ft.View:
    """The figures of the player whom the address names."""
    t, store, scope, player = at.t, at.store, scope_of(at), at.names["who"]
    found = store.seasons.of(scope, store.summaries(), at.t.zone)
    scrolled = at.scrolled(ready=found is not None)
    chosen = scope_chosen(at, whom=bool(scope.circle) and everybody_chip(store))
    people = people_of(found) if found else {}
    if found is None or player not in people:
        none = kit.quiet(t("No hand in this time."), kit.Size.BODY) if found else still_counting(store)
        names = {each.id: each.name for each in store.history.players()}
        return at.view(names.get(player) or t("Looking back"), chosen, none, note=span_text(t, scope))
    person, rules = people[player], found.whole.rules[0]
    standing = next(each for each in found.whole.everybody(rules) if each.player == player)
    return at.view(
        person.name,
        chosen,
        _summary(at, standing, person, rules),
        at.columns(
            [
                _curve(at, found, player),
                _shares(at, standing),
                _titled(t("Hands won by role"), _lines(at, standing, ROLES)),
            ],
            [_with_whom(at, found, player, people), _feats(at, found, standing)],
        ),
        what_counts(t, scope, found, people, player),
        tools=kit.icon_tile(
            at.layout, "take-away", ft.Icons.SHARE, t("Share"), at.go(routes.figures_export(player))
        ),
        note=span_text(t, scope),
        scrolled=scrolled,
        broad=True,
    )


def _summary(at: kit.At, standing: SeasonStanding, person: Person, rules: Rules) -> kit.Part:
    """The points and the rank, and up to three figures."""
    t, tally = at.t, standing.tally
    total = points(t, standing.points.total, rules_title(t, rules))
    own = Filter(player=standing.player)
    took = tally.taken.hands
    taken = t.plural("hands, {count} taken", "hands, {count} taken", took)
    found = [kit.Figure("hands", t.number(tally.hands), taken, tap=hands_of(at, own))]
    if tally.taken.hands:
        as_taker = hands_of(at, replace(own, role=Role.TAKER))
        share = t.percent(tally.taken.hands / tally.hands, whole=True)
        found += [
            kit.Figure("taken", share, t("of the hands taken"), tap=as_taker),
            kit.Figure(
                "margin", mean_text(t, tally.taken), t("points over the contract, on average"), tap=as_taker
            ),
        ]
    return [
        kit.line(
            at.layout,
            "standing",
            numbers_text(t, tally),
            t("{rank} of all", rank=t.ordinal(standing.rank))
            if standing.rank
            else t("No rank by these rules"),
            person,
            total,
            hands_of(at, replace(own, rules=rules)),
        ),
        kit.figures(at.layout, found),
    ]


# -- hands by filter ---


def _lines(
    at: kit.At, standing: SeasonStanding, filters: Iterable[Filter], *, shares: bool = True
) -> list[ft.Control]:
    """A line for each filter that matches hands of the player; a tap on it shows these hands.

    A line has the number of these hands or, with `shares`, the share of these hands that the player's side won.
    """
    t, lines = at.t, []
    for wanted in filters:
        count, own = standing.tally.of(wanted), replace(wanted, player=standing.player)
        if wanted.role is Role.DEFENDER:
            count = count._replace(made=count.hands - count.made)
        name, title = "-".join(map(str, [*wanted.facts.items()][-1])), figure_words(t, wanted, {})
        if count.hands and shares:
            lines.append(share_line(at, name, title, count, own))
        elif count.hands:
            number = kit.Value(t.number(count.hands))
            lines.append(kit.line(at.layout, name, title, value=number, tap=hands_of(at, own)))
    return lines


def _shares(at: kit.At, standing: SeasonStanding) -> kit.Part:
    """The share of contracts that the player made as the taker, by bid, by bouts and by the number of players."""
    t, seats = at.t, _lines(at, standing, SEATS)
    return standing.tally.taken.hands > 0 and [
        kit.section(t("Contracts made")),
        how_sure(t),
        kit.column(scale(at, marked=False), _lines(at, standing, BIDS)),
        kit.heading(t("By bouts"), kit.Size.SMALL, 3),
        kit.column(_lines(at, standing, BOUTS)),
        len(seats) > 1 and [kit.heading(t("By the number of players"), kit.Size.SMALL, 3), kit.column(seats)],
    ]


# -- other players ---


def _with_whom(at: kit.At, found: Season, player: PlayerKey, people: PeopleByKey) -> kit.Part:
    """The partners whom the player called, the takers who called the player, and who paid whom.

    The amounts are under the most frequent rules.
    """
    t, rules, name = at.t, found.whole.rules[0], people[player].name
    pairs = {
        two: pair for two, pair in found.between(rules).items() if player in two and set(two) <= people.keys()
    }
    called = {
        t("Whom {name} calls", name=name): [(two, pair) for two, pair in pairs.items() if two[0] == player],
        t("Who calls {name}", name=name): [(two, pair) for two, pair in pairs.items() if two[1] == player],
    }
    paid = [
        _paid(at, player, other, rules, people, pair)
        for (one, other), pair in sorted(pairs.items(), key=lambda each: -each[1].received)
        if one == player and pair.against
    ]
    return [
        *[_titled(title, _calls(at, player, some, people)) for title, some in called.items()],
        _titled(t("Who paid whom"), paid),
    ]


def _titled(title: str, lines: Sequence[ft.Control]) -> kit.Part:
    """Lines below their title; False if there is no line."""
    return bool(lines) and [kit.section(title), kit.column(lines)]


def _calls(
    at: kit.At,
    player: PlayerKey,
    pairs: Iterable[tuple[tuple[PlayerKey, PlayerKey], Pair]],
    people: PeopleByKey,
) -> list[ft.Control]:
    """A line for each player whom `player` called, or who called `player`; the most points first."""
    found = [(two, pair) for two, pair in pairs if pair.called]
    lines = []
    for (caller, partner), pair in sorted(found, key=lambda each: (-each[1].won, -each[1].called)):
        role, other = (Role.TAKER, partner) if caller == player else (Role.PARTNER, caller)
        behind = Filter(player=player, role=role, partner=other)
        below = calls_text(at.t, people[caller].name, people[partner].name, pair)
        value: kit.Value | None = points(at.t, pair.won)
        if partner == player:  # the points are the caller's
            below, value = f"{below} · {people[caller].name} {points_text(at.t, pair.won)}", None
        tap = hands_of(at, behind)
        lines.append(
            kit.line(at.layout, f"{role}-with-{other}", people[other].name, below, people[other], value, tap)
        )
    return lines


def _paid(
    at: kit.At, player: PlayerKey, other: PlayerKey, rules: Rules, people: PeopleByKey, pair: Pair
) -> ft.Control:
    """The line that says which of two players paid the other, how much, and in how many hands against each other."""
    below = paid_text(at.t, people[player].name, people[other].name, pair)
    value = points(at.t, pair.received)
    tap = hands_of(at, Filter(player=player, against=other, rules=rules))
    return kit.line(at.layout, f"paid-{other}", people[other].name, below, people[other], value, tap)


# -- over time, and single hands ---


def _curve(at: kit.At, found: Season, player: PlayerKey) -> kit.Part:
    """The curve of the player's points from evening to evening, under the most frequent rules."""
    report = SeasonReport(found, at.store.history.load, player=player)
    curve = season_curve(at.t, report, at.layout, at.route, (at.column_width(broad=True), CURVE))
    shown = len(found.curve(player, found.whole.rules[0])) > 1
    return shown and [kit.section(at.t("From evening to evening")), curve]


def _feats(at: kit.At, found: Season, standing: SeasonStanding) -> kit.Part:
    """The player's bonuses, and the best and the worst hands; a tap on a line shows its hands."""
    t, feats = at.t, found.whole.book(found.whole.rules[0], standing.player)
    return [
        _titled(t("Bonuses"), _lines(at, standing, BONUSES, shares=False)),
        _titled(t("The best and the worst"), [record_line(at, found, each) for each in feats]),
    ]
