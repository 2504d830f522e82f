"""Home: the sessions under way first, the finished ones by date, and a new one."""

from __future__ import annotations

import flet as ft

from scorepad.history import Report, Summary
from scorepad.i18n import Translator
from scorepad.i18n.wording import report_text
from scorepad.ui import theme
from scorepad.ui.components.basics import (
    action,
    chip,
    component,
    icon_tile,
    notice_bar,
    screen,
    text,
    tile,
    top_bar,
    use_app,
    view_component,
)
from scorepad.ui.components.marks import gain_ink
from scorepad.ui.state import AppState
from scorepad.ui.theme import Ink, Size

PAGE = 50
"""Sessions drawn at once."""


@view_component
def home_screen() -> ft.View:
    """The list of sessions."""
    state = use_app()
    covered = ft.use_route_location() not in ("", "/")
    if covered:
        return screen("/", ft.Container())
    t = state.t
    summaries = state.summaries()
    body = _sessions(state, summaries) if summaries else _empty(state)
    return screen(
        "/",
        ft.Column(
            [
                top_bar(
                    state.t,
                    t("Scorepad"),
                    tools=[
                        icon_tile(
                            "calculator",
                            ft.Icons.CALCULATE_OUTLINED,
                            t("Calculator"),
                            lambda: state.navigate("/calculator"),
                        ),
                        icon_tile(
                            "help",
                            ft.Icons.MENU_BOOK_OUTLINED,
                            t("The rules"),
                            lambda: state.navigate("/help"),
                        ),
                        icon_tile(
                            "settings",
                            ft.Icons.SETTINGS_OUTLINED,
                            t("Settings"),
                            lambda: state.navigate("/settings"),
                        ),
                    ],
                ),
                *(_report(state, report) for report in state.history.reports()),
                ft.Container(body, expand=True, alignment=ft.Alignment.TOP_CENTER),
                notice_bar(),
                ft.Container(
                    ft.Container(
                        action(
                            "new-session",
                            ft.Row(
                                [
                                    ft.Icon(ft.Icons.ADD, color=Ink.ON_ACCENT),
                                    text(t("New session"), Size.NUMBER, Ink.ON_ACCENT, bold=True),
                                ],
                                alignment=ft.MainAxisAlignment.CENTER,
                            ),
                            lambda: state.navigate("/new"),
                        ),
                        width=theme.READING_WIDTH,
                    ),
                    alignment=ft.Alignment.CENTER,
                    padding=ft.Padding.only(left=theme.SPACE, right=theme.SPACE, top=8, bottom=theme.SPACE),
                ),
            ],
            spacing=0,
            expand=True,
        ),
    )


def _report(state: AppState, report: Report) -> ft.Control:
    """Something that the history had to do on its own: said until it was read."""
    t = state.t
    return ft.Container(
        ft.Row(
            [
                ft.Icon(ft.Icons.HEALTH_AND_SAFETY_OUTLINED, size=24, color=Ink.TEXT),
                ft.Container(
                    ft.Semantics(
                        identifier=f"report-{report.kind}", content=text(report_text(t, report), Size.SMALL)
                    ),
                    expand=True,
                ),
                chip("dismiss", t("Read"), state.reports_read),
            ],
            spacing=8,
        ),
        bgcolor=Ink.TONE,
        border_radius=theme.RADIUS,
        padding=12,
        margin=ft.Margin.symmetric(horizontal=theme.SPACE, vertical=4),
    )


def _empty(state: AppState) -> ft.Control:
    t = state.t
    return ft.Container(
        ft.Column(
            [
                ft.Image(
                    src="icons/icon-192.png",
                    width=96,
                    height=96,
                    border_radius=24,
                    exclude_from_semantics=True,
                ),
                text(t("Welcome to the table"), Size.TITLE, bold=True, align=ft.TextAlign.CENTER),
                text(
                    t(
                        "Name the players, deal, and write each hand in five taps. Scorepad counts and says why."
                    ),
                    Size.BODY,
                    Ink.QUIET,
                    align=ft.TextAlign.CENTER,
                ),
            ],
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            alignment=ft.MainAxisAlignment.CENTER,
            spacing=theme.SPACE,
        ),
        padding=32,
        width=theme.READING_WIDTH,
        alignment=ft.Alignment.CENTER,
        expand=True,
    )


@component
def _sessions(state: AppState, summaries: tuple[Summary, ...]) -> ft.Control:
    t = state.t
    shown, set_shown = ft.use_state(PAGE)
    going = [summary for summary in summaries if not summary.finished]
    over = [summary for summary in summaries if summary.finished]
    rows: list[ft.Control] = []
    if going:
        rows.append(_section(t("Under way")))
        rows += [_row(state, summary) for summary in going[:shown]]
    if over:
        rows.append(_section(t("Finished")))
        rows += [_row(state, summary) for summary in over[: max(0, shown - len(going))]]
    if shown < len(summaries):
        rows.append(
            tile(
                "older",
                text(t("Show older sessions"), Size.SMALL),
                lambda: set_shown(shown + PAGE),
                fill=None,
                edge=True,
            )
        )
    return ft.ListView(
        rows,
        spacing=8,
        expand=True,
        width=theme.READING_WIDTH,
        padding=ft.Padding.symmetric(horizontal=theme.SPACE, vertical=4),
    )


def _section(words: str) -> ft.Control:
    return ft.Container(
        ft.Semantics(header=True, heading_level=2, content=text(words, Size.SMALL, Ink.QUIET, bold=True)),
        padding=ft.Padding.only(left=4, top=8),
    )


def _row(state: AppState, summary: Summary) -> ft.Control:
    t = state.t
    if summary.problem is not None:
        below = t("This file cannot be read; it was kept, and hides nothing else.")
        return tile(
            f"session-{summary.id}",
            _lines(summary.name or t("Unreadable session"), below, Ink.LOSS),
            None,
            height=None,
            alignment=None,
            padding=14,
        )
    title = summary.name or t("Evening of {date}", date=t.short_date(summary.created))
    names = t.names(person.name for person in summary.people)
    hands = t.plural("{count} hand", "{count} hands", summary.hands)
    content = ft.Row(
        [
            ft.Container(_lines(title, f"{names} · {hands}", Ink.QUIET), expand=True),
            *_leader(t, summary),
            ft.Icon(ft.Icons.CHEVRON_RIGHT, color=Ink.QUIET),
        ],
        spacing=8,
    )
    go = f"/session/{summary.id}" + ("/end" if summary.finished else "")
    return tile(
        f"session-{summary.id}",
        content,
        lambda: state.navigate(go),
        fill=Ink.TONE if summary.finished else Ink.CHOSEN,
        height=None,
        alignment=None,
        padding=14,
    )


def _lines(first: str, second: str, ink: Ink) -> ft.Control:
    return ft.Column(
        [text(first, Size.BODY, bold=True, lines=1), text(second, Size.SMALL, ink, lines=2)], spacing=2
    )


def _leader(t: Translator, summary: Summary) -> list[ft.Control]:
    if not summary.hands or not summary.totals:
        return []
    best = max(summary.totals)
    name = summary.people[summary.totals.index(best)].name
    return [
        ft.Column(
            [
                text(t.signed(best, summary.unit), Size.BODY, gain_ink(best), bold=True),
                text(name, Size.TINY, Ink.QUIET, lines=1),
            ],
            spacing=0,
            horizontal_alignment=ft.CrossAxisAlignment.END,
        )
    ]
