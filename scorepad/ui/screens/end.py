"""The evening in figures, while it is played and at its end: the standings, the curve, and what to do with it."""

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
from scorepad.ui import routes, theme
from scorepad.ui.components.controls import (
    chip,
    copies,
    copy_chip,
    filling,
    identified,
    outlined_tile,
    quiet,
    row_tile,
    section,
    stretched,
    system_action,
    system_chip,
    text,
    wrapping_row,
)
from scorepad.ui.components.curve import curve
from scorepad.ui.components.frame import centred, foot, notice_bar, titled_screen, use_evening, view_component
from scorepad.ui.components.kept import Kept
from scorepad.ui.components.marks import gain_ink
from scorepad.ui.components.standings import standing_rows
from scorepad.ui.components.web_app_cards import risk
from scorepad.ui.files import can_share
from scorepad.ui.state import AppState
from scorepad.ui.theme import Ink, Size

BREAK = timedelta(minutes=30)
"""A longer time between two hands is a break."""
CURVE = 200
"""The height of the curve, in dp."""
SHORT = 7
"""The most characters of a figure in large letters, on a phone."""


@view_component
def end_screen() -> ft.View:
    """The standings, final or so far, with the curve, the figures and the best and the worst hand."""
    state, evening = use_evening()
    kept, _ = ft.use_state(Kept())
    t, layout, route = state.t, state.layout, routes.end(evening.id)
    when = (
        f"{evening_title(t, evening)} · {t.date(evening.start.created)}"
        if evening.table.title
        else t.date(evening.start.created)
    )
    return titled_screen(
        route,
        t("Final standings") if evening.table.ended else t("Standings"),
        routes.HOME if evening.table.ended and not layout.wide else routes.evening(evening.id),
        centred(
            stretched(*standing_rows(t, evening, layout, route, kept), spacing=0, tight=True),
            *(_curve(state, evening, route) if evening.sheet.deals else []),
            *_mouches(state, evening),
            *_figures(state, evening),
            *([identified("teams", quiet(teams))] if (teams := teams_text(t, evening)) else []),
            *_note(state, evening, route),
            quiet(when),
            _share(state, evening),
            _ways(state, evening),
            *(risk(state) if evening.table.ended else []),
        ),
        notice_bar(),
        foot(_foot(state, evening)),
    )


def _mouches(state: AppState, evening: Evening) -> list[ft.Control]:
    """What lies in the mouches, where the table plays with them."""
    if not has_mouches(evening):
        return []
    return [identified("pot", quiet(mouches_text(state.t, evening.sheet.pot, evening.sheet.unit), Size.BODY))]


def _curve(state: AppState, evening: Evening, route: str) -> list[ft.Control]:
    """The curve, with what it shows in words below it."""
    t, layout = state.t, state.layout
    window = min(theme.READING_WIDTH, layout.beside)
    drawn = curve(t, evening, layout, route, window - 2 * theme.MARGIN, CURVE, worded=True)
    large = partial(state.navigation.to, routes.curve(evening.id), back=route)
    head = wrapping_row(section(t("The curve of the evening")), chip("large-curve", t("Enlarge"), large))
    head.alignment = ft.MainAxisAlignment.SPACE_BETWEEN
    head.vertical_alignment = ft.CrossAxisAlignment.CENTER
    return [head, drawn]


def _figures(state: AppState, evening: Evening) -> list[ft.Control]:
    """How many hands and contracts, how long a hand took, and the best and the worst hand of a taker."""
    t, found = state.t, Figures(evening)
    hands, contracts = len(evening.sheet.deals), sum(not each.hand.open for each in found.hands)
    if not hands:
        return []
    figures = [("hands", str(hands), "", t.plural("hand", "hands", hands))]
    if contracts:
        made = t.plural("contract made", "contracts made", contracts)
        said = t("{made} of {played}", made=found.made, played=contracts)
        figures.append(("contracts", f"{found.made}\u00a0/\u00a0{contracts}", said, made))
    if minutes := minutes_per_hand(evening):
        figures.append(("pace", t("{count} min", count=minutes), "", t("per hand")))
    size = Size.TITLE if max(len(figure) for _, figure, _, _ in figures) <= SHORT else Size.NUMBER
    tiles = [_figure(*each, size) for each in figures]
    for each in tiles:
        each.expand = not state.layout.large_text
    row = stretched(*tiles, spacing=8) if state.layout.large_text else ft.Row([*tiles], spacing=8)
    return [row, *(_highlight(state, evening, *each) for each in highlights(t, found))]


def minutes_per_hand(evening: Evening) -> int:
    """The minutes that a hand took, breaks left out, on average; 0 if less than half a minute, or unknown."""
    recorded = sorted(entry.recorded.at for entry in evening.sheet.deals)
    times = [datetime.fromisoformat(at) for at in (evening.start.created, *recorded)]
    spent = [after - before for before, after in pairwise(times) if timedelta() <= after - before <= BREAK]
    return round(sum(spent, timedelta()) / len(spent) / timedelta(minutes=1)) if spent else 0


def _note(state: AppState, evening: Evening, here: str) -> list[ft.Control]:
    """The note on the evening, which leads to its change."""
    if None not in evening.table.notes:
        return []
    words = text(state.t("“{words}”", words=evening.table.notes[None]))
    change = partial(state.navigation.to, routes.note(evening.id), back=here)
    return [row_tile("note", words, change)]


def _figure(name: str, figure: str, said: str, words: str, size: Size) -> ft.Control:
    """A figure, as it is `said` to a screen reader, above what it counts."""
    column = ft.Column([text(figure, size, bold=True, label=said or None), quiet(words)], spacing=0)
    box = ft.Container(column, bgcolor=Ink.TONE, border_radius=theme.RADIUS, padding=8)
    return ft.MergeSemantics(content=identified(f"figure-{name}", box))


def _highlight(state: AppState, evening: Evening, title: str, found: Highlight) -> ft.Control:
    """The best or the worst hand, which opens."""
    t, end = state.t, routes.end(evening.id)
    number = t.inside(t("Hand {number}", number=found.entry.number))
    words = stretched(
        quiet(f"{title} · {number}"),
        text(hand_words(t, evening, found), Size.BODY),
        spacing=0,
        tight=True,
    )
    amount = text(t.signed(found.amount, evening.sheet.unit), Size.NUMBER, gain_ink(found.amount), bold=True)
    row: ft.Control = ft.Row([filling(words), amount], spacing=10)
    if state.layout.large_text:
        row = ft.Column([words, amount], spacing=0)
    name = "best-hand" if found.amount > 0 else "worst-hand"
    return row_tile(name, row, partial(state.navigation.to, routes.why(evening.id, found.entry.id), back=end))


def _share(state: AppState, evening: Evening) -> ft.Control:
    """Chips for the standings as a text; the strong action shares them once the evening has ended."""
    t, message, shares = state.t, standings_text(state.t, evening), can_share(ft.context.page)
    chips = [copy_chip(t, message)] if shares or not evening.table.ended else []
    if shares and not evening.table.ended:
        chips.append(system_chip("share", t("Share"), ft.Icons.SHARE, action=ft.ShareText(message)))
    return wrapping_row(*chips)


def _ways(state: AppState, evening: Evening) -> ft.Control:
    t, end = state.t, routes.end(evening.id)

    def way(identifier: str, words: str, icon: ft.IconData, route: str) -> ft.Control:
        return chip(identifier, words, partial(state.navigation.to, route, back=end), icon=icon)

    ways = [
        way("export", t("Export"), ft.Icons.SAVE_ALT, routes.export(evening.id)),
        way("compare", t("Compare"), ft.Icons.COMPARE_ARROWS, routes.compare(evening.id)),
        way("money", t("Money"), ft.Icons.PAYMENTS_OUTLINED, routes.money(evening.id)),
        way("journal", t("Journal"), ft.Icons.HISTORY, routes.journal(evening.id)),
    ]
    if evening.table.ended:
        sheet = partial(state.navigation.to, routes.evening(evening.id))
        again = partial(state.reopen_pressed, evening)
        ways.insert(0, chip("sheet", t("Score sheet"), sheet, icon=ft.Icons.TABLE_ROWS_OUTLINED))
        table = partial(state.play_again, evening)
        ways.append(chip("again", t("New evening with these players"), table, icon=ft.Icons.REPLAY))
        ways.append(chip("reopen", t("Go on playing"), again, icon=ft.Icons.LOCK_OPEN))
    else:
        ways.append(way("players", t("Players"), ft.Icons.PERSON_OUTLINE, routes.players(evening.id)))
    return wrapping_row(*ways)


def _foot(state: AppState, evening: Evening) -> ft.Control:
    """The way to the end of the evening, or, once it has ended, to those who want to know how."""
    t, message = state.t, standings_text(state.t, evening)
    if not evening.table.ended:
        words = text(t("End the evening"), Size.NUMBER, bold=True)
        return outlined_tile("finish", words, partial(state.end_pressed, evening))
    shared = {"action": ft.ShareText(message)} if can_share(ft.context.page) else copies(t, message)
    return stretched(system_action("share", t("Share"), ft.Icons.SHARE, **shared), tight=True)
