"""Parts of the season's screens: the choice of a span and of a circle of people, bars of shares, links to hands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Unpack

import flet as ft
import flet.canvas as cv

from scorepad.evening.people import Person
from scorepad.exports.formats import LEFT, MIDDLE, RIGHT, Shape, Text, bar
from scorepad.exports.formats import people_of as people_of
from scorepad.i18n import Translator
from scorepad.i18n.looking_back import (
    interval_text,
    left_out_text,
    points_text,
    record_hand,
    record_title,
    rules_lines,
    share_text,
    span_text,
    who_counts,
)
from scorepad.stats.measures import AMOUNTS
from scorepad.stats.parts import Filter
from scorepad.stats.scopes import EVER, PlayerKey, Scope, months, next_month, twelve_months, year
from scorepad.stats.season import Held, Season
from scorepad.stats.tally import Count
from scorepad.ui import kit, routes, theme
from scorepad.ui.kit.drawing import LISTED, painted
from scorepad.ui.kit.rows import filling
from scorepad.ui.kit.taps import CHEVRON, LEADING, TapLook, with_chevron
from scorepad.ui.seasons import Looking, this_year
from scorepad.ui.store import Store

Span = tuple[str | None, str | None]
"""The first and the last month, each written as "2026-03"; None for a month outside the calendar."""
PeopleByKey = Mapping[PlayerKey, Person]
"""Players by their keys; no two of them have the same name."""

BAR = 12
"""The height of a bar, in dp."""


# -- the span and the circle ---


def scope_chosen(at: kit.At, circle: PeopleByKey | None = None, whom: kit.Part = None) -> kit.Part:
    """The choice of the span, with the control `whom` beside it; then the choice among the people of `circle`, if any.

    If a month is open, it is the span, and the choice of the span is left out.
    """
    chips, choice = ([], None) if _opened(at) else _spans(at)
    return [(chips or whom) and kit.wrap(chips, whom), choice, _circle(at, circle) if circle else None]


def _spans(at: kit.At) -> tuple[list[ft.Control], kit.Part]:
    """The chips for the spans, and the choice of the months if the span is chosen by months."""
    t, store, scope = at.t, at.store, at.store.sight.looking.scope
    today = t.zone.day(store.history.now)
    this, last = int(today[:4]), int(today[:4]) - 1
    spans = {"year": (str(this), year(this))}
    if any(int(t.zone.day(each.created)[:4]) <= last for each in store.summaries() if each.created):
        spans["last-year"] = str(last), year(last)
    spans |= {"twelve": (t("12 months"), twelve_months(today)), "all": (t("All"), EVER)}
    same = [name for name, (_, each) in spans.items() if replace(scope, circle=EVER.circle) == each]
    now = same[0] if same else "months"
    spans["months"] = t("From … to …"), _by_months(scope, today) if same else scope
    chips = [
        kit.chip(at.layout, f"span-{name}", words, partial(set_scope, store, span), chosen=name == now)
        for name, (words, span) in spans.items()
    ]
    return chips, now == "months" and _months(at, today)


def _by_months(scope: Scope, today: str) -> Scope:
    """The span of months that a scope covers, up to the month of the day `today`.

    For a whole year it returns only the last month, because a whole year has its own chip.
    """
    last = min(scope.until or today, today)[:7]
    first = scope.since[:7] or last
    return months(last if (first, last) == (f"{last[:4]}-01", f"{last[:4]}-12") else first, last)


def _opened(at: kit.At) -> str | None:
    """The month in the address of this screen or, without one, of the last screen of a month on the trail.

    The month is written as "2026-03". The result is None without a screen of a month, or if its month is not valid.
    """
    months_ = routes.month("")
    route = at.route if at.route.startswith(months_) else at.store.sight.way.came_by(months_)
    month = route and route.rpartition("/")[2]
    return month if month and _is_month(month) else None


def _is_month(words: str) -> bool:
    try:
        months(words, words)
    except ValueError:
        return False
    return True


def scope_of(at: kit.At) -> Scope:
    """The scope of the screen: the month that was opened, else the span that was chosen; and the chosen circle.

    Raises NothingHere if this is the screen of a month, but its address names no valid month.
    """
    chosen, month = at.store.sight.looking.scope, _opened(at)
    if month is None and "month" in at.names:
        raise kit.NothingHere
    return chosen if month is None else replace(months(month, month), circle=chosen.circle)


def look_back(at: kit.At, route: str, scope: Scope | None = None) -> kit.Handler:
    """A handler that chooses a scope, by default this year, and shows the screen at `route`; Back leads here."""

    def begin() -> None:
        at.store.see(looking=this_year(at.store.history, at.t.zone) if scope is None else Looking(scope))
        at.store.to(route, back=at.route)

    return begin


def set_scope(store: Store, span: Scope | None = None, circle: frozenset[PlayerKey] | None = None) -> None:
    """Changes the span or the circle that the screens look at."""
    now = store.sight.looking.scope
    store.see(looking=Looking(replace(span or now, circle=now.circle if circle is None else circle)))


def _months(at: kit.At, today: str) -> kit.Part:
    """The first and the last month of the span, with buttons that move each by a month."""
    t, store, scope = at.t, at.store, at.store.sight.looking.scope
    first, last = scope.since[:7], scope.until[:7]
    latest = max(last, today[:7])

    def step(since: str | None, until: str | None) -> kit.Handler | None:
        """A handler that chooses a span of months; None if the span is invalid, or if it ends after `latest`."""
        if since is None or until is None or not since <= until <= latest:
            return None
        return partial(set_scope, store, months(since, until))

    def one(identifier: str, words: str, month: str, steps: Mapping[str, Span]) -> kit.Part:
        taps = [(said, step(*span)) for said, span in steps.items()]
        return [kit.quiet(words), kit.stepper(at.layout, identifier, t.month(f"{month}-01"), *taps)]

    earlier: Span = (next_month(first, -1), last)
    later: Span = (next_month(first, 1), last)
    begins = {t("Begin a month earlier"): earlier, t("Begin a month later"): later}
    earlier, later = (first, next_month(last, -1)), (first, next_month(last, 1))
    ends = {t("End a month earlier"): earlier, t("End a month later"): later}
    return [one("since", t("From"), first, begins), one("until", t("To"), last, ends)]


def _circle(at: kit.At, people: PeopleByKey) -> kit.Part:
    """The choice of the circle: everybody, or some people."""
    t, store, chosen = at.t, at.store, at.store.sight.looking.scope.circle

    def turn(player: PlayerKey) -> None:
        set_scope(store, circle=store.sight.looking.scope.circle ^ {player})

    return [
        kit.wrap(
            everybody_chip(store),
            [
                kit.person_chip(
                    at.layout, f"circle-{place}", person, partial(turn, player), on=player in chosen
                )
                for place, (player, person) in enumerate(people.items())
            ],
        ),
        kit.quiet(t("An evening counts if all of them played, or three of them.")),
    ]


def everybody_chip(store: Store) -> ft.Control:
    """The chip that chooses everybody again."""
    everybody, chosen = partial(set_scope, store, circle=frozenset()), store.sight.looking.scope.circle
    return kit.chip(store.layout, "everybody", store.t("Everybody"), everybody, toggled=not chosen)


# -- what is counted ---


def still_counting(store: Store) -> kit.Part:
    """The progress of reading or counting the evenings."""
    reading, counting = store.history.progress, store.seasons.counting
    done = reading.share if reading else counting.done if counting else 0
    return kit.progress("counting", store.t("Counting the evenings…"), done)


def what_counts(
    t: Translator, scope: Scope, found: Season, people: PeopleByKey, player: PlayerKey = ""
) -> kit.Part:
    """Lines about the counted hands, of everybody or of one `player`.

    They name the span, the people, the hands by rules, the evenings that are left out, and the time zone.
    """
    where = [span_text(t, scope)]
    if player:
        where.append(people[player].name)
    elif scope.circle:
        where.append(t.names(person.name for player, person in people.items() if player in scope.circle))
    words = [" · ".join(where), *rules_lines(t, found.whole, player), left_out_text(t, found.left_out)]
    words += [who_counts(t), t.zone_note]
    return kit.identified("what-counts", kit.column([kit.quiet(each) for each in words if each]))


# -- figures ---


def how_sure(t: Translator) -> ft.Control:
    """A text that explains the bar of a share: its mark shows the share so far, and its band the likely range."""
    return kit.quiet(
        t(
            "The mark: the share made so far. The band: where it is likely to be after hundreds of hands. The fewer "
            "hands, the wider the band."
        )
    )


def points(t: Translator, amount: int, under: str = "") -> kit.Value:
    """The value at the right of a line: an amount, given in 1/UNIT of a point, with the quiet words `under` it."""
    return kit.Value(points_text(t, amount), kit.gain_ink(amount), under=under)


def share_line(
    at: kit.At, identifier: str, title: str, count: Count, wanted: Filter, lead: Person | None = None
) -> ft.Control:
    """A line for the share of contracts that were made: a bar with the share and its 95 % interval, and both in words.

    The mark of the person `lead`, if given, stands before the line. A tap shows the hands that the filter `wanted`
    selects.
    """
    share, sure = share_text(at.t, count), interval_text(at.t, count)
    over, wide = BAR / 4, bar_width(at, lead is not None)
    track = bar(count, replace(theme.INKS, deep=kit.Ink.PAPER), wide, BAR, over)
    look: TapLook = {"label": f"{title}: {share}, {sure}"}
    words = kit.pair(at.layout, kit.text(title, bold=True), kit.text(share, kit.Size.SMALL))
    drawn = track, wide, BAR + 2 * over
    return barred_line(at, identifier, lead, words, drawn, sure, hands_of(at, wanted), **look)


def bar_width(at: kit.At, marked: bool) -> float:
    """The width of a bar in a `barred_line`, in dp; if `marked` is true, the mark of a person is before the bar."""
    return at.column_width(broad=True) - 2 * theme.SPACE - CHEVRON - (LISTED + 10 if marked else 0)


def barred_line(
    at: kit.At,
    identifier: str,
    lead: Person | None,
    words: ft.Control,
    drawn: tuple[Iterable[Shape], float, float],
    below: str,
    tap: kit.Handler,
    **look: Unpack[TapLook],
) -> ft.Control:
    """A line to tap: the mark of the `lead` (if given), the words, a bar, and quiet words `below`.

    `drawn` is the bar as (shapes, width, height), in dp.
    """
    shapes, wide, high = drawn
    canvas = cv.Canvas(painted(shapes), width=wide, height=high)
    drawing = ft.Container(canvas, alignment=ft.Alignment.CENTER_LEFT)
    head = [kit.badge(lead, LISTED)] if lead else []
    inside = ft.Row([*head, filling(kit.column(words, drawing, kit.quiet(below), spacing=2))], spacing=10)
    usual: TapLook = {"padding": LEADING}
    return kit.row_tile(at.layout, identifier, with_chevron(inside), tap, **(usual | look))


def scale(at: kit.At, marked: bool) -> ft.Control:
    """The scale of the bars of shares, above the first bar: 0, 50 and 100 %."""
    wide, size = bar_width(at, marked), theme.SIZES[kit.Size.TINY] * at.layout.growth
    ends = (
        (0.0, at.t.number(0), LEFT),
        (0.5, at.t.number(50), MIDDLE),
        (1.0, at.t.percent(1, whole=True), RIGHT),
    )
    labels = [
        Text(place * wide, size, words, size, kit.Ink.QUIET, anchor=anchor) for place, words, anchor in ends
    ]
    canvas = cv.Canvas(painted(labels), width=wide, height=1.3 * size)
    left = 12 + (LISTED + 10 if marked else 0)
    drawing = ft.Semantics(exclude_semantics=True, content=canvas)
    return ft.Container(drawing, alignment=ft.Alignment.CENTER_LEFT, padding=ft.Padding.only(left=left))


# -- ways to the hands ---


def hands_of(at: kit.At, wanted: Filter) -> kit.Handler:
    """A handler that shows the hands of the filter `wanted`, in the scope of this screen; Back leads here."""
    store, route, behind = at.store, at.route, replace(wanted, scope=scope_of(at))

    def show() -> None:
        store.see(looking=replace(store.sight.looking, behind=behind))
        store.to(routes.HANDS, back=route)

    return show


def record_line(at: kit.At, found: Season, held: Held, name: str = "") -> ft.Control:
    """A line for a record: its value, the `name` of its holder, if given, and its hand. A tap shows the hand."""
    t = at.t
    day = next((each.day for each in found.nights if each.evening.id == held.evening), "")
    hand = record_hand(t, held.record, held.number)
    where = f"{t.short_date(day)}, {hand}" if day else hand
    size = points(t, held.value) if held.record in AMOUNTS else kit.Value(t.number(held.value))
    return kit.line(
        at.layout,
        held.record.value,
        record_title(t, held.record),
        f"{name} · {where}" if name else where,
        value=size,
        tap=partial(open_hand, at.store, at.route, held.evening, held.number),
    )


def open_hand(store: Store, route: str, evening_id: str, number: int) -> None:
    """Shows the reasons for the score of a hand, or the sheet if the hand is gone; Back leads to `route`."""
    if (evening := store.evening(evening_id)) is not None:
        found = next((each for each in evening.sheet.counting_rows if each.number == number), None)
        to = routes.evening(evening_id) if found is None else routes.why(evening_id, found.id)
        store.to(to, back=route)
