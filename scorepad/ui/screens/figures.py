"""A player in all evenings of a span: how contracts went, in which roles, with whom, and the best and the worst."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import flet as ft

from scorepad.evening.people import Person
from scorepad.history import Player
from scorepad.i18n.looking_back import figure_words, margin_text
from scorepad.i18n.seasons import rules_title
from scorepad.stats.filters import BIDS, BOUTS, CHELEMS, PETITS, POIGNEES, ROLES, SEATS, Filter
from scorepad.stats.parts import PlayerKey, Role, Rules
from scorepad.stats.season import Held, Pairs, Record, Season, Standing
from scorepad.stats.tally import Pair, Tally
from scorepad.ui import kit, routes, theme
from scorepad.ui.components.curve import season_curve
from scorepad.ui.components.looking import (
    People,
    everybody_chip,
    hands_of,
    people_of,
    points,
    record_line,
    scope_chosen,
    share_line,
    still_counting,
    what_counts,
)

CURVE = 200
"""The height of the curve, in dp."""


@kit.screen(routes.figures)
def figures_screen(at: kit.At) -> ft.View:
    """What a player's hands come to."""
    t, store, scope, player = at.t, at.store, at.store.looking.scope, at.names["who"]
    found = store.seasons.of(scope, store.summaries())
    chosen = scope_chosen(at, whom=bool(scope.circle) and everybody_chip(store))
    people = people_of(found) if found else {}
    if found is None or player not in people:
        none = kit.quiet(t("No hand in this time."), kit.Size.BODY) if found else still_counting(store)
        return at.view(_name(store.roster(), player) or t("Looking back"), chosen, none)
    person, rules = people[player], found.whole.rules[0]
    standing = next(each for each in found.whole.standings(rules) if each.player == player)
    return at.view(
        person.name,
        chosen,
        _first(at, standing, person, rules),
        _shares(at, player, standing.tally),
        _curve(at, found, player, person),
        _roles(at, player, standing.tally),
        _with_whom(at, found, player, people),
        _feats(at, found, standing),
        what_counts(t, scope, found.whole, people),
        foot=kit.action("take-away", t("Share"), at.go(routes.figures_export(player)), icon=ft.Icons.SHARE),
    )


def _name(roster: Iterable[Player], player: PlayerKey) -> str:
    return next((each.name for each in roster if each.id == player), "")


def _first(at: kit.At, standing: Standing, person: Person, rules: Rules) -> kit.Part:
    """The points, and three figures."""
    t, tally = at.t, standing.tally
    evenings = t.plural("{count} evening", "{count} evenings", tally.evenings)
    won = t.plural("{count} won", "{count} won", tally.wins)
    total = points(t, standing.points.total, rules_title(t, rules))
    own = Filter(player=standing.player)
    took = tally.taken.hands
    taken = t.plural("hands, {count} taken", "hands, {count} taken", took, shown=t.number(took))
    found = [kit.Figure("hands", t.number(tally.hands), taken, tap=hands_of(at, own))]
    if tally.taken.hands:
        as_taker = hands_of(at, replace(own, role=Role.TAKER))
        share = t.percent(tally.taken.hands / tally.hands, whole=True)
        found += [
            kit.Figure("taken", share, t("of the hands taken"), tap=as_taker),
            kit.Figure("margin", margin_text(t, tally.taken), t("card points a take"), tap=as_taker),
        ]
    return [
        kit.line(
            "standing",
            f"{evenings}, {won}",
            t("{rank} of all", rank=t.ordinal(standing.rank)),
            person,
            total,
            hands_of(at, replace(own, rules=rules)),
        ),
        kit.figures(found),
    ]


# -- shares ---


def _shares(at: kit.At, player: PlayerKey, tally: Tally) -> kit.Part:
    """How often contracts were made, by bid, by bouts and by the number of players."""
    t = at.t
    if not tally.taken.hands:
        return None

    def lines(filters: Mapping[str, Filter]) -> list[ft.Control]:
        return [_share(at, player, tally, *each) for each in filters.items() if tally[each[1]].hands]

    seats = lines({f"seats-{each.seats}": each for each in SEATS})
    sure = t("The mark is the share; the band is where it truly lies, with 95% confidence.")
    return [
        kit.section(t("Contracts made")),
        kit.quiet(sure),
        kit.column(lines({f"bid-{each.bid}": each for each in BIDS})),
        kit.heading(t("By bouts"), kit.Size.SMALL, 3),
        kit.column(lines({f"bouts-{each.bouts}": each for each in BOUTS})),
        len(seats) > 1 and [kit.heading(t("By the number of players"), kit.Size.SMALL, 3), kit.column(seats)],
    ]


def _share(at: kit.At, player: PlayerKey, tally: Tally, name: str, wanted: Filter) -> ft.Control:
    title = figure_words(at.t, replace(wanted, role=None), {})
    return share_line(at, name, title, tally[wanted], hands_of(at, replace(wanted, player=player)))


def _roles(at: kit.At, player: PlayerKey, tally: Tally) -> kit.Part:
    """How often the player's side won, in each role."""
    t = at.t
    lines = []
    for wanted in ROLES:
        count = tally[wanted]
        if wanted.role is Role.DEFENDER:
            count = count._replace(made=count.hands - count.made)
        if count.hands:
            tap = hands_of(at, replace(wanted, player=player))
            lines.append(share_line(at, f"role-{wanted.role}", figure_words(t, wanted, {}), count, tap))
    return [kit.section(t("Hands won by role")), kit.column(lines)]


# -- others ---


def _with_whom(at: kit.At, found: Season, player: PlayerKey, people: People) -> kit.Part:
    """Whom the player calls, who calls the player, and who paid whom; amounts are by the rules most played."""
    t, rules, name = at.t, found.whole.rules[0], people[player].name
    own, called = found.pairs(player), found.callers(player)
    calls = [
        _call(at, Filter(player=player, role=Role.TAKER), *each) for each in _by_other(own, rules, people)
    ]
    callers = [
        _call(at, Filter(player=player, role=Role.PARTNER), *each)
        for each in _by_other(called, rules, people)
    ]
    paid = [
        _paid(at, name, Filter(player=player, against=other, rules=rules), people[other], pair)
        for (other, by), pair in sorted(own.items(), key=lambda each: -each[1].received)
        if by == rules and pair.received and other in people
    ]
    return [
        bool(calls) and [kit.section(t("Whom {name} calls", name=name)), kit.column(calls)],
        bool(callers) and [kit.section(t("Who calls {name}", name=name)), kit.column(callers)],
        bool(paid) and [kit.section(t("Who paid whom")), kit.column(paid)],
    ]


def _by_other(pairs: Pairs, rules: Rules, people: People) -> list[tuple[PlayerKey, Person, Pair]]:
    """What was called with each other one: hands of all rules, and what some rules paid; the best first."""
    found = dict[PlayerKey, Pair]()
    for (other, by), pair in pairs.items():
        counted = pair if by == rules else pair._replace(won=0)
        found[other] = found.get(other, Pair()) + counted
    called = [
        (other, people[other], pair) for other, pair in found.items() if pair.called and other in people
    ]
    return sorted(called, key=lambda each: (-each[2].won, -each[2].called))


def _call(at: kit.At, own: Filter, other: PlayerKey, person: Person, pair: Pair) -> ft.Control:
    """How often one called the other, how often the contract was made, and what the taker won."""
    t, share = at.t, at.t.percent(pair.made / pair.called, whole=True)
    times = t.plural("called {count} time", "called {count} times", pair.called)
    return kit.line(
        f"{own.role}-with-{other}",
        person.name,
        f"{times}, {t('{share} made', share=share)}",
        person,
        points(t, pair.won),
        hands_of(at, replace(own, partner=other)),
    )


def _paid(at: kit.At, name: str, behind: Filter, other: Person, pair: Pair) -> ft.Control:
    """Who of the two paid the other, and in how many hands against each other."""
    t, amount = at.t, pair.received
    paid = {"payer": other.name, "payee": name} if amount > 0 else {"payer": name, "payee": other.name}
    hands = t.plural("{count} hand", "{count} hands", pair.against)
    below = f"{t('{payer} paid {payee}', **paid)} · {hands}"
    return kit.line(
        f"paid-{behind.against}", other.name, below, other, points(t, amount), hands_of(at, behind)
    )


# -- over time, and single hands ---


def _curve(at: kit.At, found: Season, player: PlayerKey, person: Person) -> kit.Part:
    """The points from evening to evening, by the rules most played."""
    t, width = at.t, min(at.layout.reading, at.size[0]) - 2 * theme.SPACE
    totals = tuple((id_, round(total)) for id_, total in found.curve(player, found.whole.rules[0]))
    curve = season_curve(t, person, totals, at.layout, at.route, (width, CURVE))
    return len(totals) > 1 and [kit.section(t("From evening to evening")), curve]


def _feats(at: kit.At, found: Season, standing: Standing) -> kit.Part:
    """The bonuses, and the best and the worst, each leading to its hands."""
    t, player, tally = at.t, standing.player, standing.tally
    bonuses = [
        kit.line(
            f"bonus-{number}",
            figure_words(t, replace(wanted, role=None), {}),
            value=kit.Value(t.number(tally[wanted].hands)),
            tap=hands_of(at, replace(wanted, player=player)),
        )
        for number, wanted in enumerate((*POIGNEES, *PETITS, *CHELEMS), 1)
        if tally[wanted].hands
    ]
    rules = found.whole.rules[0]
    feats = [Held(record, player, record.feat(tally, rules)) for record in Record]
    return [
        bool(bonuses) and [kit.section(t("Bonuses")), kit.column(bonuses)],
        kit.section(t("The best and the worst")),
        kit.column([record_line(at, found, each) for each in feats if each.feat.value]),
    ]
