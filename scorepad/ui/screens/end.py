"""The evening in figures, while it is played and at its end: the standings, the curve, and what to do with it."""

from __future__ import annotations

from functools import partial

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.figures import Highlight
from scorepad.exports.evening import Wording
from scorepad.exports.text import hand_words, standings_text, teams_text
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
from scorepad.ui.components.frame import centred, foot, notice_bar, titled_screen, use_session, view_component
from scorepad.ui.components.kept import Kept
from scorepad.ui.components.marks import gain_ink
from scorepad.ui.components.standings import standing_rows
from scorepad.ui.components.web_app_cards import risk
from scorepad.ui.files import can_share
from scorepad.ui.state import AppState
from scorepad.ui.theme import Ink, Size

CURVE = 200
"""The height of the curve, in dp."""
SHORT = 7
"""The most characters of a figure in large letters, on a phone."""


@view_component
def end_screen() -> ft.View:
    """The standings, final or so far, with the curve, the figures and the best and the worst hand."""
    state, session = use_session()
    kept, _ = ft.use_state(Kept())
    t, layout, route = state.t, state.layout, routes.end(session.id)
    when = (
        f"{evening_title(t, session)} · {t.date(session.start.created)}"
        if session.table.title
        else t.date(session.start.created)
    )
    return titled_screen(
        route,
        t("Final standings") if session.table.ended else t("Standings"),
        routes.HOME if session.table.ended and not layout.wide else routes.session(session.id),
        centred(
            stretched(*standing_rows(t, session, layout, route, kept), spacing=0, tight=True),
            *(_curve(state, session, route) if session.sheet.deals else []),
            *_mouches(state, session),
            *_figures(state, session),
            *([identified("teams", quiet(teams))] if (teams := teams_text(t, session)) else []),
            *_note(state, session, route),
            quiet(when),
            _share(state, session),
            _ways(state, session),
            *(risk(state) if session.table.ended else []),
        ),
        notice_bar(),
        foot(_foot(state, session)),
    )


def _mouches(state: AppState, session: Evening) -> list[ft.Control]:
    """What lies in the mouches, where the table plays with them."""
    if not has_mouches(session):
        return []
    return [identified("pot", quiet(mouches_text(state.t, session.sheet.pot, session.sheet.unit), Size.BODY))]


def _curve(state: AppState, session: Evening, route: str) -> list[ft.Control]:
    """The curve, with what it shows in words below it."""
    t, layout = state.t, state.layout
    window = min(theme.READING_WIDTH, layout.beside)
    drawn = curve(t, session, layout, route, window - 2 * theme.MARGIN, CURVE, worded=True)
    large = partial(state.navigation.to, routes.curve(session.id), back=route)
    head = wrapping_row(section(t("The curve of the evening")), chip("large-curve", t("Enlarge"), large))
    head.alignment = ft.MainAxisAlignment.SPACE_BETWEEN
    head.vertical_alignment = ft.CrossAxisAlignment.CENTER
    return [head, drawn]


def _figures(state: AppState, session: Evening) -> list[ft.Control]:
    """How many hands and contracts, how long a hand took, and the best and the worst hand of a taker."""
    t, evening = state.t, Wording(session, state.t)
    hands, contracts = len(session.sheet.deals), sum(not each.hand.open for each in evening.hands)
    if not hands:
        return []
    figures = [("hands", str(hands), "", t.plural("hand", "hands", hands))]
    if contracts:
        made = t.plural("contract made", "contracts made", contracts)
        said = t("{made} of {played}", made=evening.made, played=contracts)
        figures.append(("contracts", f"{evening.made}\u00a0/\u00a0{contracts}", said, made))
    if evening.minutes:
        figures.append(("pace", t("{count} min", count=evening.minutes), "", t("per hand")))
    size = Size.TITLE if max(len(figure) for _, figure, _, _ in figures) <= SHORT else Size.NUMBER
    tiles = [_figure(*each, size) for each in figures]
    for each in tiles:
        each.expand = not state.layout.large_text
    row = stretched(*tiles, spacing=8) if state.layout.large_text else ft.Row([*tiles], spacing=8)
    return [row, *(_highlight(state, session, *each) for each in evening.highlights)]


def _note(state: AppState, session: Evening, here: str) -> list[ft.Control]:
    """The note on the evening, which leads to its change."""
    if None not in session.table.notes:
        return []
    words = text(state.t("“{words}”", words=session.table.notes[None]))
    change = partial(state.navigation.to, routes.note(session.id), back=here)
    return [row_tile("note", words, change)]


def _figure(name: str, figure: str, said: str, words: str, size: Size) -> ft.Control:
    """A figure, as it is `said` to a screen reader, above what it counts."""
    column = ft.Column([text(figure, size, bold=True, label=said or None), quiet(words)], spacing=0)
    box = ft.Container(column, bgcolor=Ink.TONE, border_radius=theme.RADIUS, padding=8)
    return ft.MergeSemantics(content=identified(f"figure-{name}", box))


def _highlight(state: AppState, session: Evening, title: str, found: Highlight) -> ft.Control:
    """The best or the worst hand, which opens."""
    t, end = state.t, routes.end(session.id)
    number = t.inside(t("Hand {number}", number=found.entry.number))
    words = stretched(
        quiet(f"{title} · {number}"),
        text(hand_words(t, session, found), Size.BODY),
        spacing=0,
        tight=True,
    )
    amount = text(t.signed(found.amount, session.sheet.unit), Size.NUMBER, gain_ink(found.amount), bold=True)
    row: ft.Control = ft.Row([filling(words), amount], spacing=10)
    if state.layout.large_text:
        row = ft.Column([words, amount], spacing=0)
    name = "best-hand" if found.amount > 0 else "worst-hand"
    return row_tile(name, row, partial(state.navigation.to, routes.why(session.id, found.entry.id), back=end))


def _share(state: AppState, session: Evening) -> ft.Control:
    """Chips for the standings as a text; the strong action shares them once the evening has ended."""
    t, message, shares = state.t, standings_text(state.t, session), can_share(ft.context.page)
    chips = [copy_chip(t, message)] if shares or not session.table.ended else []
    if shares and not session.table.ended:
        chips.append(system_chip("share", t("Share"), ft.Icons.SHARE, action=ft.ShareText(message)))
    return wrapping_row(*chips)


def _ways(state: AppState, session: Evening) -> ft.Control:
    t, end = state.t, routes.end(session.id)

    def way(identifier: str, words: str, icon: ft.IconData, route: str) -> ft.Control:
        return chip(identifier, words, partial(state.navigation.to, route, back=end), icon=icon)

    ways = [
        way("export", t("Export"), ft.Icons.SAVE_ALT, routes.export(session.id)),
        way("compare", t("Compare"), ft.Icons.COMPARE_ARROWS, routes.compare(session.id)),
        way("money", t("Money"), ft.Icons.PAYMENTS_OUTLINED, routes.money(session.id)),
        way("journal", t("Journal"), ft.Icons.HISTORY, routes.journal(session.id)),
    ]
    if session.table.ended:
        sheet = partial(state.navigation.to, routes.session(session.id))
        again = partial(state.reopen_pressed, session)
        ways.insert(0, chip("sheet", t("Score sheet"), sheet, icon=ft.Icons.TABLE_ROWS_OUTLINED))
        table = partial(state.play_again, session)
        ways.append(chip("again", t("New evening with these players"), table, icon=ft.Icons.REPLAY))
        ways.append(chip("reopen", t("Go on playing"), again, icon=ft.Icons.LOCK_OPEN))
    else:
        ways.append(way("players", t("Players"), ft.Icons.PERSON_OUTLINE, routes.players(session.id)))
    return wrapping_row(*ways)


def _foot(state: AppState, session: Evening) -> ft.Control:
    """The way to the end of the evening, or, once it has ended, to those who want to know how."""
    t, message = state.t, standings_text(state.t, session)
    if not session.table.ended:
        words = text(t("End the evening"), Size.NUMBER, bold=True)
        return outlined_tile("finish", words, partial(state.end_pressed, session))
    shared = {"action": ft.ShareText(message)} if can_share(ft.context.page) else copies(t, message)
    return stretched(system_action("share", t("Share"), ft.Icons.SHARE, **shared), tight=True)
