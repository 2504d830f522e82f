"""The figures of an evening, under way or over: the standings and the curve; and the actions on the evening."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from itertools import pairwise

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.figures import Figures, Highlight
from scorepad.i18n.evenings import hand_words, highlights, standings_text, teams_text
from scorepad.i18n.names import evening_title
from scorepad.i18n.pots import has_mouches, mouches_text
from scorepad.ui import kit, routes, theme
from scorepad.ui.components.curve import curve
from scorepad.ui.components.standings import standing_rows
from scorepad.ui.evening_actions import count_in_season, end, reopen
from scorepad.ui.screens.new_evening import play_again

CURVE = 200
"""The height of the curve, in dp."""
BREAK = timedelta(minutes=30)
"""A longer time between two hands is a break."""
BAR, NAMES, NAME = 60, 34, 150
"""The heights of the head and of a line of names, and the approximate width of a name with its total, in dp."""
LEAST = 160
"""The least height of the curve, in dp."""


@kit.screen(routes.end)
def end_screen(at: kit.At) -> ft.View:
    """The standings, final or so far, with the curve, the figures and the best and the worst hand."""
    t, evening, layout, sheet = at.t, at.evening, at.layout, at.evening.sheet
    over, when, message = evening.table.ended, t.date(evening.began), standings_text(t, evening)
    note, teams = evening.table.notes.get(None), teams_text(t, evening)
    players = kit.chip(
        at.layout, "players", t("Players"), at.go(routes.players(evening.id)), ft.Icons.PERSON_OUTLINE
    )
    finish = kit.text(t("End the evening"), kit.Size.NUMBER, bold=True)
    return at.view(
        t("Final standings") if over else t("Standings"),
        kit.column(standing_rows(t, evening, layout, at.route), spacing=0),
        bool(sheet.deals) and _curve(at),
        has_mouches(evening)
        and kit.line(at.layout, "pot", mouches_text(t, sheet.pot, sheet.unit), bold=False),
        bool(sheet.deals) and _figures(at),
        teams and kit.line(at.layout, "teams", "", teams),
        note
        and kit.block(
            at.layout,
            "note",
            kit.text(t("“{words}”", words=note), breaks=True),
            tap=at.go(routes.note(evening.id)),
        ),
        bool(sheet.deals) and _season(at),
        kit.quiet(f"{evening_title(t, evening)} · {when}" if evening.table.title else when),
        kit.share_chips(at.store, message, alone=not over),
        _after(at) if over else kit.wrap(_ways(at), players),
        foot=kit.share(at.store, message)
        if over
        else kit.outlined_tile(at.layout, "finish", finish, partial(end, at.store, evening)),
        back=at.back(routes.HOME if over and not layout.wide else routes.evening(evening.id)),
    )


def _curve(at: kit.At) -> kit.Part:
    """The curve, with a description in words below it."""
    t, evening = at.t, at.evening
    width = min(at.layout.reading, at.layout.pane_width) - 2 * theme.SPACE
    large = kit.chip(at.layout, "large-curve", t("Enlarge"), at.go(routes.curve(evening.id)))
    head = kit.pair(at.layout, kit.section(t("The curve of the evening")), large)
    return [head, curve(t, evening, at.layout, at.route, (width, CURVE), worded=True)]


def _figures(at: kit.At) -> kit.Part:
    """The numbers of hands and contracts, the average minutes per hand, and the takers' best and worst hand."""
    t, played = at.t, Figures(at.evening)
    hands, contracts = len(at.evening.sheet.deals), sum(not each.hand.open for each in played.hands)
    found = [kit.Figure("hands", str(hands), t.plural("hand", "hands", hands))]
    if contracts:
        made = t.plural("contract made", "contracts made", contracts)
        said = t("{made} of {played}", made=played.made, played=contracts)
        found.append(kit.Figure("contracts", f"{played.made}\u00a0/\u00a0{contracts}", made, said))
    if minutes := minutes_per_hand(at.evening):
        found.append(kit.Figure("pace", t("{count} min", count=minutes), t("per hand")))
    return [kit.figures(at.layout, found), [_highlight(at, *each) for each in highlights(t, played)]]


def _season(at: kit.At) -> ft.Control:
    """The checkbox that lets the evening count in seasons, or leaves it out."""
    t, counts = at.t, not at.evening.table.left_out
    below = "" if counts else t("Left out: its hands are in no figures of players.")
    turn = partial(count_in_season, at.store, at.evening, counts=not counts)
    return kit.line(at.layout, "in-season", t("Counts in the season"), below, tap=turn, toggled=counts)


def _highlight(at: kit.At, title: str, found: Highlight) -> ft.Control:
    """The line for the best or the worst hand; a tap opens the hand."""
    t, evening = at.t, at.evening
    number = t.inside(t("Hand {number}", number=found.entry.number))
    return kit.line(
        at.layout,
        "best-hand" if found.amount > 0 else "worst-hand",
        hand_words(t, evening, found),
        value=kit.amount(t, found.amount, evening.sheet.unit),
        above=f"{title} · {number}",
        bold=False,
        tap=at.go(routes.why(evening.id, found.entry.id)),
    )


def _ways(at: kit.At) -> kit.Part:
    """The chips for the actions on any evening, under way or over: export, compare, money, journal."""
    t, id_ = at.t, at.evening.id
    return [
        kit.chip(at.layout, "export", t("Export"), at.go(routes.export(id_)), ft.Icons.SAVE_ALT),
        kit.chip(at.layout, "compare", t("Compare"), at.go(routes.compare(id_)), ft.Icons.COMPARE_ARROWS),
        kit.chip(at.layout, "money", t("Money"), at.go(routes.money(id_)), ft.Icons.PAYMENTS_OUTLINED),
        kit.chip(at.layout, "journal", t("Journal"), at.go(routes.journal(id_)), ft.Icons.HISTORY),
    ]


def _after(at: kit.At) -> kit.Part:
    """The actions on a finished evening: a new evening, the score sheet, the `_ways`, and reopening."""
    t, store, evening = at.t, at.store, at.evening
    sheet, again = at.go(routes.evening(evening.id)), partial(play_again, store, evening.id)
    anew = kit.text(t("New evening with these players"), bold=True)
    return [
        kit.outlined_tile(at.layout, "again", anew, again),
        kit.wrap(
            kit.chip(at.layout, "sheet", t("Score sheet"), sheet, ft.Icons.TABLE_ROWS_OUTLINED),
            _ways(at),
            kit.chip(
                at.layout,
                "reopen",
                t("Reopen the evening"),
                partial(reopen, store, evening),
                ft.Icons.LOCK_OPEN,
            ),
        ),
    ]


def minutes_per_hand(evening: Evening) -> int:
    """The average time per hand without breaks, in whole minutes; 0 if it is under half a minute or unknown."""
    recorded = sorted(row.recorded.at for row in evening.sheet.deals)
    times = [datetime.fromisoformat(at) for at in (evening.start.created, *recorded)]
    spent = [after - before for before, after in pairwise(times) if timedelta() <= after - before <= BREAK]
    return round(sum(spent, timedelta()) / len(spent) / timedelta(minutes=1)) if spent else 0


# -- the curve, enlarged ---


@kit.screen(routes.curve)
def curve_screen(at: kit.At) -> ft.View:
    """The curve of the evening, as large as the window; a touch opens a hand."""
    t, evening, growth, (width, height) = at.t, at.evening, at.layout.growth, at.size
    width -= 2 * theme.SPACE
    lines = -(-len(evening.sheet.people) // max(1, int(width / (NAME * growth))))
    left = height - BAR - (lines * NAMES + theme.SPACE) * growth
    names = [
        kit.badge_with_words(each.person, f"{each.person.name} {t.signed(each.total, evening.sheet.unit)}")
        for each in evening.sheet.standings
    ]
    return at.wide_view(
        t("The curve of the evening"),
        curve(t, evening, at.layout, at.route, (width, max(LEAST, left))),
        kit.wrap(names),
        back=routes.end(evening.id),
    )
