"""The season: the table of a span and a circle, the contracts made, the months, and the record book."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from operator import itemgetter

import flet as ft

from scorepad.evening.people import Person
from scorepad.i18n import Translator
from scorepad.i18n.looking_back import numbers_text, points_text, rank_text, span_text
from scorepad.i18n.names import evening_title, short_bid
from scorepad.stats.parts import BIDS, CHELEM, TAKEN, Filter, Rules
from scorepad.stats.scopes import PlayerKey
from scorepad.stats.season import Period, Season, SeasonStanding
from scorepad.tarot.hand import Bid
from scorepad.ui import kit, routes
from scorepad.ui.components.season_parts import (
    People,
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

MONTHS = 12
"""Months drawn at once."""


@kit.screen(routes.SEASON, routes.month)
def season_screen(at: kit.At) -> ft.View:
    """The table of a season, or of one of its months, with the contracts made, the months and the records."""
    t, store, scope = at.t, at.store, scope_of(at)
    covered, choosing, bid = at.covered(), at.kept("choosing", bool(scope.circle)), at.kept("bid", "all")
    summaries = store.summaries()
    found = store.seasons.of(scope, summaries, at.t.zone) if covered is None else None
    by_month = [*found.months.items()][::-1] if found else []
    listed, more = at.paged(by_month, MONTHS, t("Show earlier months"), f"{scope.since} {scope.until}")
    scrolled = at.scrolled(ready=found is not None and covered is None)
    if covered is not None:
        return covered
    all_scope = replace(scope, circle=frozenset())
    everybody = store.seasons.of(all_scope, summaries, at.t.zone) if choosing.value else None
    circle = people_of(everybody) if everybody else {}
    whom = kit.chip(
        at.layout, "people", t("Choose people"), choosing.tap(bool.__xor__, True), toggled=bool(scope.circle)
    )
    chosen = scope_chosen(at, circle, whom)
    title, span = t("The season"), span_text(t, scope)
    if found is None:
        return at.view(title, chosen, still_counting(store), note=span)
    people = people_of(found)
    if not people:
        none = kit.quiet(t("No evening in this time."), kit.Size.BODY)
        return at.view(title, chosen, none, note=span)
    return at.view(
        title,
        chosen,
        _leader(at, found, people),
        "month" in at.names and _evenings(at, found, people),
        _table(at, found.whole, people, bid),
        len(by_month) > 1 and _months(at, listed, found.whole.rules[0], people),
        more,
        _book(at, found, people),
        what_counts(t, scope, found.whole, people),
        foot=kit.action(
            at.layout, "take-away", t("Share the season"), at.go(routes.SEASON_EXPORT), icon=ft.Icons.SHARE
        ),
        note=span,
        scrolled=scrolled,
    )


def _leader(at: kit.At, found: Season, people: People) -> kit.Part:
    """Who leads, by how much, after how many evenings and hands; nothing for a single player."""
    t, whole = at.t, found.whole
    first, *others = whole.standings(whole.rules[0])
    if not others:
        return None
    gap, second = first.points.total - others[0].points.total, people[others[0].player].name
    played = [
        t.plural("{count} evening", "{count} evenings", len(found.nights)),
        t.plural("{count} hand", "{count} hands", sum(whole.hands.values())),
    ]
    ahead = t("{points} ahead of {name}", points=points_text(t, gap).removeprefix("+"), name=second)
    return kit.line(
        at.layout,
        "leader",
        t("{name} leads", name=people[first.player].name),
        " · ".join([ahead if gap else t("level with {name}", name=second), *played]),
        lead=people[first.player],
        value=points(t, first.points.total),
        tap=at.go(routes.figures(first.player)),
    )


def _evenings(at: kit.At, found: Season, people: People) -> kit.Part:
    """The evenings of a month, the latest first, each with its best player, and the way to it."""
    t, rules = at.t, found.whole.rules[0]
    known = {each.id: each for each in at.store.summaries()}
    lines = []
    for night in found.nights[::-1]:
        id_ = night.evening.id
        won = [
            (total, player)
            for (player, by), evenings in found.won.items()
            for each, total in evenings
            if by == rules and each == id_ and player in people
        ]
        if id_ in known:
            best = max(won, default=None, key=itemgetter(0))
            below = t.plural("{count} hand", "{count} hands", known[id_].deals)
            lines.append(
                kit.line(
                    at.layout,
                    f"evening-{id_}",
                    evening_title(t, known[id_]),
                    below if best is None else f"{below} · {people[best[1]].name}",
                    value=None if best is None else points(t, best[0]),
                    tap=at.go(routes.evening(id_)),
                )
            )
    return [kit.section(t("Evenings")), kit.column(lines, spacing=4)]


def _table(at: kit.At, whole: Period, people: People, bid: kit.Kept[str]) -> kit.Part:
    """The table, and the contracts that each player made."""
    t = at.t
    bids = {"all": TAKEN} | {
        str(each.bid): each for each in BIDS if any(tally.of(each).hands for tally in whole.tallies.values())
    }
    titles = {name: short_bid(t, Bid(name)) if name != "all" else t("All bids") for name in bids}
    wanted = bids.get(bid.value, TAKEN)
    everybody = whole.everybody(whole.rules[0])
    return [
        kit.column([_standing(at, each, people[each.player]) for each in everybody], spacing=4),
        kit.section(t("Contracts made")),
        how_sure(t),
        kit.choices(at.layout, "bid", titles, bid.value, bid.sets),
        kit.column([_made(at, whole, wanted, *each) for each in people.items()], spacing=4),
    ]


def _standing(at: kit.At, standing: SeasonStanding, person: Person) -> ft.Control:
    """A line of the table, which leads to the player."""
    t, tally, taken = at.t, standing.tally, standing.tally.taken.hands
    hands = [
        t.plural("{count} hand", "{count} hands", tally.hands),
        t.plural("{count} taken", "{count} taken", taken),
    ]
    value = points(t, standing.points.total, _mean(t, standing))
    return kit.line(
        at.layout,
        f"standing-{standing.player}",
        f"{rank_text(t, standing)} {person.name}",
        f"{numbers_text(t, tally)}\n{', '.join(hands)}",
        lead=person,
        value=value,
        tap=at.go(routes.figures(standing.player)),
    )


def _mean(t: Translator, standing: SeasonStanding) -> str:
    """The average points of an evening, with the number of evenings if the player also played by other rules."""
    if standing.rank is None:
        return t("no hand by these rules")
    mean, evenings = points_text(t, Fraction(round(standing.mean)), 1), standing.points.evenings
    if evenings < standing.tally.evenings:
        return t("{points} an evening, of {count}", points=mean, count=evenings)
    return t("{points} an evening", points=mean)


def _made(at: kit.At, whole: Period, wanted: Filter, player: PlayerKey, person: Person) -> kit.Part:
    """The contracts of this kind that a player made; nothing for a player who took none."""
    count, own = whole.tallies[player].of(wanted), replace(wanted, player=player)
    return count.hands > 0 and share_line(at, f"made-{player}", person.name, count, own, person)


def _months(at: kit.At, listed: Sequence[tuple[str, Period]], rules: Rules, people: People) -> kit.Part:
    return [
        kit.section(at.t("Month by month")),
        kit.column([_month(at, *each, rules, people) for each in listed], spacing=4),
    ]


def _month(at: kit.At, month: str, period: Period, rules: Rules, people: People) -> ft.Control:
    """The line of a month, with its first two players under these rules; it leads to the month."""
    t, first = at.t, f"{month}-01"
    best = [f"{rank_text(t, each)} {people[each.player].name}" for each in period.standings(rules)[:2]]
    hands = t.plural("{count} hand", "{count} hands", sum(period.hands.values()))
    go = at.go(routes.month(month))
    return kit.line(at.layout, f"month-{month}", t.month(first), " · ".join([hands, *best]), tap=go)


# -- the record book ---


def _book(at: kit.At, found: Season, people: People) -> kit.Part:
    """The records, each leading to its hand, and the chelems."""
    t, rules = at.t, found.whole.rules[0]
    records = [record_line(at, found, each, people[each.player].name) for each in found.whole.book(rules)]
    chelems = found.whole.chelems
    holders = ", ".join(f"{people[player].name} {made}" for player, made in chelems.items())
    return [
        kit.section(t("The record book")),
        records,
        bool(chelems)
        and kit.line(
            at.layout,
            "chelems",
            t("Chelems made"),
            holders,
            value=kit.Value(str(sum(chelems.values()))),
            tap=hands_of(at, CHELEM),
        ),
    ]
