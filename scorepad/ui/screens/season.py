"""The season: the table of a span and a circle, the contracts made, the months, and the record book."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import flet as ft

from scorepad.evening.people import Person
from scorepad.i18n import Translator
from scorepad.i18n.looking_back import numbers_text, points_text, rank_text, span_text
from scorepad.i18n.names import short_bid
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
