"""The season of a circle of players in a span of time: leader, curve, table, calls, payments, months, records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from operator import itemgetter

import flet as ft

from scorepad.evening.people import Person
from scorepad.exports.formats import SeasonReport, gain_bar
from scorepad.i18n import Translator
from scorepad.i18n.looking_back import left_out_text, numbers_text, points_text, rank_text, span_text
from scorepad.i18n.names import evening_title, short_bid
from scorepad.stats.parts import BIDS, CHELEM, TAKEN, Filter
from scorepad.stats.scopes import PlayerKey
from scorepad.stats.season import Night, Period, Season, SeasonStanding
from scorepad.tarot.hand import Bid, Id
from scorepad.text import rounded
from scorepad.ui import kit, routes, theme
from scorepad.ui.components.curve import season_curve
from scorepad.ui.components.matrix import calls, payments
from scorepad.ui.components.season_parts import (
    BAR,
    PeopleByKey,
    bar_width,
    barred_line,
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

CURVE = 260
"""The height of the curve, in dp."""
MONTHS = 12
"""The number of months on one page of the list."""


@kit.screen(routes.SEASON, routes.month)
def season_screen(at: kit.At) -> ft.View:
    """A season, or one of its months: who leads, the curve, the table, calls, payments, months and records."""
    t, store, scope = at.t, at.store, scope_of(at)
    covered, choosing, bid = at.covered(), at.kept("choosing", bool(scope.circle)), at.kept("bid", "all")
    summaries = store.summaries()
    found = store.seasons.of(scope, summaries, at.t.zone) if covered is None else None
    by_month = [*found.months.items()][::-1] if found else []
    listed, more = at.paged(by_month, MONTHS, t("Show earlier months"), f"{scope.since} {scope.until}")
    unfolded = at.kept("month", by_month[0][0] if by_month else "")
    scrolled = at.scrolled(ready=found is not None and covered is None)
    if covered is not None:
        return covered
    all_scope = replace(scope, circle=frozenset())
    everybody = store.seasons.of(all_scope, summaries, at.t.zone) if choosing.value else None
    circle = people_of(everybody) if everybody else {}
    chosen = scope_chosen(at, circle, _choose_people(at, choosing, bool(scope.circle)))
    title, span = t("The season"), span_text(t, scope)
    if found is None:
        return at.view(title, chosen, still_counting(store), note=span)
    people = people_of(found)
    if not people:
        none = kit.quiet(t("No evening in this time."), kit.Size.BODY)
        return at.view(title, chosen, none, kit.quiet(left_out_text(t, found.left_out)), note=span)
    months: list[kit.Part] = [_months(at, listed, found, people, unfolded), more]
    if len(by_month) <= 1:
        months = [kit.section(t("Evenings")), kit.column(_evenings(at, found.nights, found, people))]
    return at.view(
        title,
        chosen,
        _leader(at, found, people),
        _parts(at, found, people, bid, months),
        what_counts(t, scope, found, people),
        tools=kit.icon_tile(
            at.layout, "take-away", ft.Icons.SHARE, t("Share the season"), at.go(routes.SEASON_EXPORT)
        ),
        note=span,
        scrolled=scrolled,
        broad=True,
    )


def _choose_people(at: kit.At, choosing: kit.Kept[bool], toggled: bool) -> ft.Control:
    """The chip that shows or hides the people to choose."""
    tap = choosing.tap(bool.__xor__, True)
    return kit.chip(at.layout, "people", at.t("Choose people"), tap, toggled=toggled)


def _parts(
    at: kit.At, found: Season, people: PeopleByKey, bid: kit.Kept[str], months: Sequence[kit.Part]
) -> kit.Part:
    """The parts of a season; in a wide window, players and records are on the left, all other parts on the right."""
    rules = found.whole.rules[0]
    curve, book = _curve(at, found), _book(at, found, people)
    players = [_table(at, found.whole, people), _contracts(at, found.whole, people, bid)]
    pairs = [calls(at, found, people, rules), payments(at, found, people, rules)]
    if at.layout.three:
        return at.columns([players, book], [curve, pairs, months])
    return [curve, players, pairs, months, book]


def _curve(at: kit.At, found: Season) -> kit.Part:
    """The points of the best players, from evening to evening."""
    size, report = (at.column_width(broad=True), CURVE), SeasonReport(found, at.store.history.load)
    curve = season_curve(at.t, report, at.layout, at.route, size)
    return bool(found.whole.standings(found.whole.rules[0])) and [
        kit.section(at.t("From evening to evening")),
        curve,
    ]


def _leader(at: kit.At, found: Season, people: PeopleByKey) -> kit.Part:
    """The line of the leader: the lead in points, and the numbers of evenings and hands; None for a single player."""
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


def _evenings(at: kit.At, nights: Sequence[Night], found: Season, people: PeopleByKey) -> list[ft.Control]:
    """A line for each evening, the latest first, with its two best players; a tap opens the evening."""
    t, rules = at.t, found.whole.rules[0]
    known = {each.id: each for each in at.store.summaries()}
    won: dict[Id, list[tuple[int, PlayerKey]]] = {}
    for (player, by), evenings in found.won.items():
        for id_, total in evenings:
            if by == rules and player in people:
                won.setdefault(id_, []).append((total, player))
    lines = []
    for night in nights[::-1]:
        if (summary := known.get(night.evening.id)) is None:
            continue
        best = sorted(won.get(night.evening.id, ()), key=itemgetter(0), reverse=True)[:2]
        hands = t.plural("{count} hand", "{count} hands", summary.deals)
        names = [f"{people[player].name} {points_text(t, total)}" for total, player in best]
        below = " · ".join([hands, *names])
        tap = at.go(routes.evening(summary.id))
        title, lead = evening_title(t, summary), people[best[0][1]] if best else None
        lines.append(kit.line(at.layout, f"evening-{summary.id}", title, below, lead, tap=tap))
    return lines


def _table(at: kit.At, whole: Period, people: PeopleByKey) -> kit.Part:
    """The table of the players, with a bar for the points of each."""
    everybody = whole.everybody(whole.rules[0])
    most = max(abs(each.points.total) for each in everybody)
    return [
        kit.section(at.t("The players")),
        kit.column([_standing(at, each, people[each.player], most) for each in everybody], spacing=4),
    ]


def _contracts(at: kit.At, whole: Period, people: PeopleByKey, bid: kit.Kept[str]) -> kit.Part:
    """The share of contracts that each player made, with the choice of all bids or one bid."""
    t = at.t
    bids = {"all": TAKEN} | {
        str(each.bid): each for each in BIDS if any(tally.of(each).hands for tally in whole.tallies.values())
    }
    titles = {name: short_bid(t, Bid(name)) if name != "all" else t("All bids") for name in bids}
    wanted = bids.get(bid.value, TAKEN)
    return [
        kit.section(t("Contracts made")),
        how_sure(t),
        kit.choices(at.layout, "bid", titles, bid.value, bid.sets),
        kit.column(
            scale(at, marked=True), [_made(at, whole, wanted, *each) for each in people.items()], spacing=4
        ),
    ]


def _standing(at: kit.At, standing: SeasonStanding, person: Person, most: int) -> ft.Control:
    """A line of the table; a tap opens the player's figures.

    `most` is the largest absolute total in the table, in 1/UNIT of a point.
    """
    t, tally, total = at.t, standing.tally, standing.points.total
    title = kit.text(f"{rank_text(t, standing)} {person.name}", bold=True, lines=2)
    value = kit.text(points_text(t, total), kit.Size.NUMBER, kit.gain_ink(total), bold=True)
    played = [
        numbers_text(t, tally),
        t.plural("{count} hand", "{count} hands", tally.hands),
        t.plural("{count} taken", "{count} taken", tally.taken.hands),
        _mean(t, standing),
    ]
    wide = bar_width(at, marked=True)
    drawn = gain_bar(total, most, theme.INKS, wide, BAR), wide, BAR
    words, go = kit.pair(at.layout, title, value), at.go(routes.figures(standing.player))
    return barred_line(at, f"standing-{standing.player}", person, words, drawn, " · ".join(played), go)


def _mean(t: Translator, standing: SeasonStanding) -> str:
    """The average points per evening under the most frequent rules.

    If the player also played evenings under other rules, the number of the evenings under the most frequent rules
    follows.
    """
    if standing.rank is None:
        return t("no hand by these rules")
    mean, evenings = points_text(t, Fraction(rounded(standing.mean)), 1), standing.points.evenings
    if evenings < standing.tally.evenings:
        return t("{points} an evening, of {count}", points=mean, count=evenings)
    return t("{points} an evening", points=mean)


def _made(at: kit.At, whole: Period, wanted: Filter, player: PlayerKey, person: Person) -> kit.Part:
    """The share of the `wanted` contracts that a player made; False if the player took no such contract."""
    count, own = whole.tallies[player].of(wanted), replace(wanted, player=player)
    return count.hands > 0 and share_line(at, f"made-{player}", person.name, count, own, person)


def _months(
    at: kit.At,
    listed: Sequence[tuple[str, Period]],
    found: Season,
    people: PeopleByKey,
    unfolded: kit.Kept[str],
) -> kit.Part:
    """A line for each month; a tap shows or hides the evenings of the month."""
    return [
        kit.section(at.t("Months and evenings")),
        kit.column(
            [
                [_month(at, *each, found, people, unfolded), _unfolded(at, each[0], found, people, unfolded)]
                for each in listed
            ],
            spacing=4,
        ),
    ]


def _month(
    at: kit.At, month: str, period: Period, found: Season, people: PeopleByKey, unfolded: kit.Kept[str]
) -> ft.Control:
    """The line of a month, with its two best players under the most frequent rules.

    A tap shows or hides the evenings of the month.
    """
    t, is_unfolded = at.t, unfolded.value == month
    best = [
        f"{people[each.player].name} {points_text(t, each.points.total)}"
        for each in period.standings(found.whole.rules[0])[:2]
    ]
    hands = t.plural("{count} hand", "{count} hands", sum(period.hands.values()))
    evenings = t.plural("{count} evening", "{count} evenings", len(_nights_of(found, month)))
    return kit.line(
        at.layout,
        f"month-{month}",
        t.month(f"{month}-01"),
        " · ".join([evenings, hands, *best]),
        tap=unfolded.sets("" if is_unfolded else month),
        toggled=is_unfolded,
        folds=True,
    )


def _nights_of(found: Season, month: str) -> list[Night]:
    return [night for night in found.nights if night.day.startswith(month)]


def _unfolded(
    at: kit.At, month: str, found: Season, people: PeopleByKey, unfolded: kit.Kept[str]
) -> kit.Part:
    """The evenings of a month and the line that opens its figures, if the month is unfolded; else None."""
    if unfolded.value != month:
        return None
    words = at.t("Figures of this month")
    figures = kit.line(at.layout, f"figures-{month}", words, tap=at.go(routes.month(month)), bold=False)
    lines = [*_evenings(at, _nights_of(found, month), found, people), figures]
    return ft.Container(kit.column(lines), padding=ft.Padding.only(left=theme.SPACE))


# -- the record book ---


def _book(at: kit.At, found: Season, people: PeopleByKey) -> kit.Part:
    """A line for each record, which opens its hand; and a line with the chelems made."""
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
