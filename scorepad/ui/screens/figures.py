"""The figures of a player in a span: contracts, roles, partners, payments, and the best and the worst hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import flet as ft

from scorepad.evening.people import Person
from scorepad.i18n.looking_back import figure_words, margin_text, numbers_text, rules_title, span_text
from scorepad.stats.parts import BIDS, BONUSES, BOUTS, ROLES, SEATS, Filter, Role, Rules
from scorepad.stats.scopes import PlayerKey
from scorepad.stats.season import Pairs, Season, SeasonStanding
from scorepad.stats.tally import Pair
from scorepad.ui import kit, routes, theme
from scorepad.ui.components.curve import season_curve
from scorepad.ui.components.season_parts import (
    People,
    everybody_chip,
    hands_of,
    how_sure,
    people_of,
    points,
    record_line,
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
        _shares(at, standing),
        _curve(at, found, player, person),
        _titled(t("Hands won by role"), _lines(at, standing, ROLES)),
        _with_whom(at, found, player, people),
        _feats(at, found, standing),
        what_counts(t, scope, found.whole, people, player),
        foot=kit.action(
            at.layout, "take-away", t("Share"), at.go(routes.figures_export(player)), icon=ft.Icons.SHARE
        ),
        note=span_text(t, scope),
        scrolled=scrolled,
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
            kit.Figure("margin", margin_text(t, tally.taken), t("over the contract"), tap=as_taker),
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


# -- hands of some kind ---


def _lines(
    at: kit.At, standing: SeasonStanding, filters: Iterable[Filter], *, shares: bool = True
) -> list[ft.Control]:
    """A line for each filter that finds hands of the player: their number or, with `shares`, how many their side won.

    A line leads to its hands.
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
    """How often contracts were made, by bid, by bouts and by the number of players."""
    t, seats = at.t, _lines(at, standing, SEATS)
    return standing.tally.taken.hands > 0 and [
        kit.section(t("Contracts made")),
        how_sure(t),
        kit.column(_lines(at, standing, BIDS)),
        kit.heading(t("By bouts"), kit.Size.SMALL, 3),
        kit.column(_lines(at, standing, BOUTS)),
        len(seats) > 1 and [kit.heading(t("By the number of players"), kit.Size.SMALL, 3), kit.column(seats)],
    ]


# -- others ---


def _with_whom(at: kit.At, found: Season, player: PlayerKey, people: People) -> kit.Part:
    """The calls by and of the player, and the payments; amounts are under the rules most played."""
    t, rules, name = at.t, found.whole.rules[0], people[player].name
    own = found.pairs(player)
    called = {
        t("Whom {name} calls", name=name): (Filter(player=player, role=Role.TAKER), own),
        t("Who calls {name}", name=name): (Filter(player=player, role=Role.PARTNER), found.callers(player)),
    }
    paid = [
        _paid(at, name, Filter(player=player, against=other, rules=rules), people[other], pair)
        for (other, by), pair in sorted(own.items(), key=lambda each: -each[1].received)
        if by == rules and pair.received and other in people
    ]
    return [
        *[_titled(title, _calls(at, *each, rules, people)) for title, each in called.items()],
        _titled(t("Who paid whom"), paid),
    ]


def _titled(title: str, lines: Sequence[ft.Control]) -> kit.Part:
    """Lines below their title; nothing without a line."""
    return bool(lines) and [kit.section(title), kit.column(lines)]


def _calls(at: kit.At, own: Filter, pairs: Pairs, rules: Rules, people: People) -> list[ft.Control]:
    """A line for each other player of the calls: hands under all rules, points under `rules`; most points first."""
    found = dict[PlayerKey, Pair]()
    for (other, by), pair in pairs.items():
        if pair.called and other in people:
            found[other] = found.get(other, Pair()) + (pair if by == rules else pair._replace(won=0))
    ranked = sorted(found.items(), key=lambda each: (-each[1].won, -each[1].called))
    return [_call(at, replace(own, partner=other), people, pair) for other, pair in ranked]


def _call(at: kit.At, behind: Filter, people: People, pair: Pair) -> ft.Control:
    """The number of calls between two players, the share of contracts made, and the points that the player won."""
    t, share = at.t, at.t.percent(pair.made / pair.called, whole=True)
    assert behind.player is not None
    assert behind.partner is not None
    player, other = people[behind.player], people[behind.partner]
    caller, called = (player, other) if behind.role is Role.TAKER else (other, player)
    times = t.plural(
        "{caller} called {called} {count} time",
        "{caller} called {called} {count} times",
        pair.called,
        caller=caller.name,
        called=called.name,
    )
    below = f"{times}, {t('{share} made', share=share)}"
    name = f"{behind.role}-with-{behind.partner}"
    return kit.line(at.layout, name, other.name, below, other, points(t, pair.won), hands_of(at, behind))


def _paid(at: kit.At, name: str, behind: Filter, other: Person, pair: Pair) -> ft.Control:
    """The line that says which of two players paid the other, how much, and in how many hands against each other."""
    t, amount = at.t, pair.received
    paid = {"payer": other.name, "payee": name} if amount > 0 else {"payer": name, "payee": other.name}
    hands = t.plural("{count} hand", "{count} hands", pair.against)
    below = f"{t('{payer} paid {payee}', **paid)} · {hands}"
    value, tap = points(t, amount), hands_of(at, behind)
    return kit.line(at.layout, f"paid-{behind.against}", other.name, below, other, value, tap)


# -- over time, and single hands ---


def _curve(at: kit.At, found: Season, player: PlayerKey, person: Person) -> kit.Part:
    """The points from evening to evening, under the rules most played."""
    t, width = at.t, min(at.layout.reading, at.size[0]) - 2 * theme.SPACE
    totals = tuple((id_, round(total)) for id_, total in found.curve(player, found.whole.rules[0]))
    curve = season_curve(t, person, totals, at.layout, at.route, (width, CURVE))
    return len(totals) > 1 and [kit.section(t("From evening to evening")), curve]


def _feats(at: kit.At, found: Season, standing: SeasonStanding) -> kit.Part:
    """The bonuses, and the best and the worst hands; each line leads to its hands."""
    t, feats = at.t, found.whole.book(found.whole.rules[0], standing.player)
    return [
        _titled(t("Bonuses"), _lines(at, standing, BONUSES, shares=False)),
        _titled(t("The best and the worst"), [record_line(at, found, each) for each in feats]),
    ]
