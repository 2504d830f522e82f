"""The score sheet: the paper people know. A column a player, a row a hand, totals that stay in sight."""

from __future__ import annotations

import flet as ft

from scorepad.i18n import Translator
from scorepad.i18n.wording import bid_name, marks, result, taker_won, thrown_in_name
from scorepad.tarot.hand import Hand, ThrownIn
from scorepad.tarot.session import Entry, Person, Session
from scorepad.ui import theme
from scorepad.ui.components.basics import component, memo_component, text, tile
from scorepad.ui.components.marks import badge, gain_ink
from scorepad.ui.state import AppState
from scorepad.ui.theme import Ink, Size

LABEL = 88
"""The width of the first column."""
ROW = 54
"""The height of a row."""
PAGE = 100
"""Rows drawn at once; older ones come on demand, since every row drawn costs time at every change."""


def _columns(label: ft.Control, cells: list[ft.Control]) -> ft.Control:
    return ft.Row(
        [ft.Container(label, width=LABEL), *(ft.Container(cell, expand=1) for cell in cells)],
        spacing=2,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


@component
def sheet_head(state: AppState, session: Session) -> ft.Control:
    """Who sits where, who deals next, who leads."""
    t = state.t
    dealer = session.dealer
    best = max(session.totals)
    cells: list[ft.Control] = []
    for person, total in zip(session.people, session.totals, strict=True):
        leads = bool(session.entries) and total == best and best > 0
        signs: list[ft.Control] = []
        if leads:
            signs.append(
                ft.Icon(
                    ft.Icons.EMOJI_EVENTS,
                    size=16,
                    color=Ink.GAIN,
                    semantics_label=t("{name} leads", name=person.name),
                )
            )
        if person.id == dealer and not session.finished:
            signs.append(
                ft.Icon(
                    ft.Icons.STYLE,
                    size=16,
                    color=Ink.QUIET,
                    semantics_label=t("{name} deals", name=person.name),
                )
            )
        cells.append(
            ft.Column(
                [
                    ft.Row(
                        [badge(person, 26), *signs],
                        spacing=2,
                        alignment=ft.MainAxisAlignment.END,
                        tight=True,
                    ),
                    text(person.name, Size.TINY, bold=True, lines=1, align=ft.TextAlign.END),
                ],
                spacing=2,
                horizontal_alignment=ft.CrossAxisAlignment.END,
            )
        )
    return ft.Container(
        _columns(ft.Container(), cells),
        padding=ft.Padding.only(left=theme.SPACE, right=theme.SPACE, top=4, bottom=8),
        border=ft.Border.only(bottom=ft.BorderSide(1, Ink.LINE)),
    )


def sheet_row(state: AppState, session: Session, entry: Entry) -> ft.Control:
    """One hand: what was bid, how it ended, what it paid, and where everybody stood after it."""
    return _sheet_row(state.t, session.people, session.id, session.unit, entry, key=entry.id)


@memo_component
def _sheet_row(
    t: Translator, people: tuple[Person, ...], session_id: str, unit: int, entry: Entry
) -> ft.Control:
    page = ft.context.page
    outcome = entry.deal.outcome
    struck = entry.voided
    if isinstance(outcome, ThrownIn):
        first, second, lost = thrown_in_name(t, outcome), "", False
    else:
        first = bid_name(t, outcome.bid)
        second = " · ".join([result(t, outcome), *marks(t, outcome)])
        lost = not taker_won(outcome)
    label = ft.Column(
        [
            text(first, Size.SMALL, bold=True, lines=2 if not second else 1, struck=struck),
            *(
                [text(second, Size.TINY, Ink.LOSS if lost else Ink.QUIET, lines=2, struck=struck)]
                if second
                else []
            ),
        ],
        spacing=0,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    cells = [
        _cell(t, person, entry, amount, total, unit)
        for person, amount, total in zip(people, entry.amounts, entry.totals, strict=True)
    ]
    number = entry.number or ""
    return ft.MergeSemantics(
        content=ft.Semantics(
            identifier=f"row-{number}" if number else f"struck-{entry.id}",
            content=ft.Container(
                _columns(label, cells),
                ink=True,
                on_click=lambda _: page.navigate(f"/session/{session_id}/deal/{entry.id}"),
                height=ROW,
                padding=ft.Padding.symmetric(horizontal=theme.SPACE),
                border=ft.Border.only(bottom=ft.BorderSide(1, Ink.LINE)),
                opacity=0.55 if struck else 1,
            ),
        )
    )


def _cell(t: Translator, person: Person, entry: Entry, amount: int, total: int, unit: int) -> ft.Control:
    outcome = entry.deal.outcome
    role, taker = "", False
    if isinstance(outcome, Hand):
        if person.id not in outcome.players:
            return text(
                "·", Size.SMALL, Ink.QUIET, align=ft.TextAlign.END, label=t("{name} sits out", name=person.name)
            )
        taker = person.id == outcome.taker
        role = "★" if taker else "☆" if person.id == outcome.partner else ""
    else:
        return ft.Container()
    shown = ft.Row(
        [
            *([text(role, Size.TINY, gain_ink(amount), label=t("taker") if taker else t("partner"))] if role else []),
            text(
                t.signed(amount, unit),
                Size.SMALL,
                gain_ink(amount) if taker else Ink.TEXT,
                bold=taker,
                struck=entry.voided,
                label=f"{person.name} {t.signed(amount, unit)}",
            ),
        ],
        spacing=1,
        tight=True,
        alignment=ft.MainAxisAlignment.END,
    )
    below = [] if entry.voided else [text(t.number(total, unit), Size.TINY, Ink.QUIET)]
    return ft.Column(
        [shown, *below],
        spacing=0,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.END,
    )


@component
def sheet_rows(state: AppState, session: Session) -> ft.Control:
    """The hands, the newest at the foot, where it is written."""
    shown, set_shown = ft.use_state(PAGE)
    entries = session.entries
    rows = [sheet_row(state, session, entry) for entry in entries[-shown:]]
    if not entries:
        return ft.Container(
            ft.Column(
                [
                    ft.Icon(ft.Icons.STYLE_OUTLINED, size=48, color=Ink.EDGE),
                    text(state.t("No hand yet"), Size.TITLE, bold=True, align=ft.TextAlign.CENTER),
                    text(
                        state.t("Deal the cards. When the hand is over, write it here."),
                        Size.BODY,
                        Ink.QUIET,
                        align=ft.TextAlign.CENTER,
                    ),
                ],
                horizontal_alignment=ft.CrossAxisAlignment.CENTER,
                alignment=ft.MainAxisAlignment.CENTER,
                spacing=8,
            ),
            expand=True,
            padding=32,
            alignment=ft.Alignment.CENTER,
        )
    older: list[ft.Control] = []
    if shown < len(entries):
        older = [
            tile(
                state,
                "older",
                text(state.t("Show older hands"), Size.SMALL),
                lambda: set_shown(shown + PAGE),
                height=ROW,
                fill=None,
            )
        ]
    return ft.ListView(
        [*older, *rows],
        expand=True,
        spacing=0,
        item_extent=ROW,
        auto_scroll=True,
        padding=0,
    )


@component
def sheet_totals(state: AppState, session: Session) -> ft.Control:
    """Where everybody stands."""
    t = state.t
    count = len(session.standing_entries)
    cells: list[ft.Control] = [
        ft.Semantics(
            identifier=f"total-{i}",
            content=text(
                t.number(total, session.unit),
                Size.NUMBER,
                gain_ink(total),
                bold=True,
                align=ft.TextAlign.END,
                lines=1,
                label=t.number(total, session.unit),
            ),
        )
        for i, total in enumerate(session.totals)
    ]
    label = text(t("After {count}", count=count), Size.SMALL, Ink.QUIET, lines=2)
    return ft.Container(
        _columns(label, [ft.Container(cell, alignment=ft.Alignment.CENTER_RIGHT) for cell in cells]),
        bgcolor=Ink.TONE,
        padding=ft.Padding.symmetric(horizontal=theme.SPACE, vertical=14),
    )


