"""The score sheet: the paper people know. A column a player, a row a hand, totals that stay in sight."""

from __future__ import annotations

from typing import cast

import flet as ft

from scorepad.i18n import THIN_SPACE, Translator
from scorepad.i18n.wording import bid_name, marks, result, short_bid, taker_won, thrown_in_name
from scorepad.tarot.hand import ThrownIn
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.session import MAX_PLAYERS, Entry, Person, Session
from scorepad.ui import theme
from scorepad.ui.components.basics import memo_component, text, tile
from scorepad.ui.components.marks import badge, gain_ink
from scorepad.ui.state import account_route
from scorepad.ui.theme import Ink, Room, Size

LABEL, ROOMY_LABEL = 86, 168
"""The width of the first column, on a phone and in a roomy window."""
ROW = 54
"""The height of a row."""
AROUND = 330
"""What the rows leave to all the rest of the screen, in dp."""
STAR = 11
"""The width of the mark of the taker and of the partner."""
PAGE = 100
"""Rows drawn at once; older ones come on demand, since every row drawn costs time at every change."""


def _fitting(texts: list[str], sizes: tuple[Size, ...], room: Room, beside: float = 0) -> float:
    """The largest of the sizes at which every number fits its column on the narrowest phone, or what does fit.

    A number that is cut, or broken in two, is another number.
    """
    if room.roomy:
        return theme.SIZES[sizes[0]]
    width = (360 - 2 * theme.SPACE - LABEL) / len(texts) - 2 - beside
    ems = max(theme.FIGURE * (len(text) - 0.67 * text.count(THIN_SPACE)) for text in texts)
    largest = width / (ems * room.growth)
    return next((theme.SIZES[size] for size in sizes if theme.SIZES[size] <= largest), largest)


def _columns(label: ft.Control, cells: list[ft.Control], room: Room) -> ft.Control:
    """A label and beside it the cells, each of which takes its share of the width."""
    return ft.Row(
        [ft.Container(label, width=ROOMY_LABEL if room.roomy else LABEL), *cells],
        spacing=2,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


@memo_component
def sheet_head(t: Translator, session: Session, room: Room) -> ft.Control:
    """Who sits where, who deals next, who leads."""
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
                expand=1,
            )
        )
    return ft.Container(
        _columns(ft.Container(), cells, room),
        padding=ft.Padding.only(left=theme.SPACE, right=theme.SPACE, top=4, bottom=8),
        border=ft.Border.only(bottom=ft.BorderSide(1, Ink.LINE)),
    )


Row = tuple[tuple[object, ...], ft.Control]
"""What a row was drawn from, and the row."""


def _row(rows: dict[str, Row], t: Translator, session: Session, entry: Entry, room: Room) -> ft.Control:
    """The row of a hand, the same one as before where nothing in it has changed: most of a sheet never does."""
    facts = (t, session.people, session.id, session.rules, entry, room)
    known = rows.get(entry.id)
    if known is None or known[0] != facts:
        rows[entry.id] = known = (facts, _sheet_row(*facts, key=entry.id))
    return known[1]


@memo_component
def _sheet_row(
    t: Translator, people: tuple[Person, ...], session_id: str, rules: Scheme, entry: Entry, room: Room
) -> ft.Control:
    """One hand: what was bid, how it ended, what it paid, and where everybody stood after it."""
    page = ft.context.page
    route = f"/session/{session_id}/deal/{entry.id}"
    outcome = entry.deal.outcome
    struck, unit = entry.voided, rules.unit
    if isinstance(outcome, ThrownIn):
        first, second, lost = thrown_in_name(t, outcome), "", False
    else:
        first = short_bid(t, outcome.bid) if room.large_text else bid_name(t, outcome.bid)
        second = " · ".join([result(t, outcome, rules), *marks(t, outcome)])
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
    amounts = [t.signed(amount, unit) for amount in entry.amounts]
    beside = not room.large_text
    size = _fitting(amounts, (Size.SMALL, Size.TINY), room, beside=STAR if beside else 0)
    small = _fitting([t.number(total, unit) for total in entry.totals], (Size.TINY,), room)
    cells = [
        _cell(t, person, entry, amount, total, unit, (size, small), beside=beside)
        for person, amount, total in zip(people, entry.amounts, entry.totals, strict=True)
    ]
    number = entry.number or ""
    return ft.MergeSemantics(
        content=ft.Semantics(
            identifier=f"row-{number}" if number else f"struck-{entry.id}",
            content=ft.Container(
                _columns(label, cells, room),
                ink=True,
                on_click=lambda _: page.data.navigate(route, back=f"/session/{session_id}"),
                height=ROW * room.growth,
                padding=ft.Padding.symmetric(horizontal=theme.SPACE),
                border=ft.Border.only(bottom=ft.BorderSide(1, Ink.LINE)),
                opacity=0.55 if struck else 1,
            ),
        )
    )


def _cell(
    t: Translator,
    person: Person,
    entry: Entry,
    amount: int,
    total: int,
    unit: int,
    sizes: tuple[float, float],
    *,
    beside: bool,
) -> ft.Control:
    """What a hand paid someone and, under it, where that left them: one text, since a sheet has hundreds."""
    outcome = entry.deal.outcome
    if isinstance(outcome, ThrownIn):
        return ft.Container(expand=1)
    if person.id not in outcome.players:
        return _figures([_figure("·", sizes[0], Ink.QUIET)], t("{name} sits out", name=person.name))
    taker, partner = person.id == outcome.taker, person.id == outcome.partner
    paid = t.signed(amount, unit)
    said = [person.name, *([t("taker")] if taker else [t("partner")] if partner else []), paid]
    sign = "★" if taker else "☆" if partner else ""
    ink = gain_ink(amount) if taker else Ink.TEXT
    figures = [_figure(paid, sizes[0], ink, bold=taker, struck=entry.voided)]
    if sign and beside:
        figures.insert(0, _figure(f"{sign} ", theme.SIZES[Size.TINY], gain_ink(amount)))
    if not entry.voided:
        after = t.number(total, unit)
        figures.append(_figure(f"\n{after}", sizes[1], Ink.QUIET))
        said.append(after)
    if sign and not beside:  # large letters leave no room beside the amount
        figures.append(_figure(f"\n{sign}", sizes[1], gain_ink(amount)))
    return _figures(figures, " ".join(said))


def _figure(value: str, size: float, ink: Ink, *, bold: bool = False, struck: bool = False) -> ft.TextSpan:
    return ft.TextSpan(
        value,
        ft.TextStyle(
            size=size,
            color=ink,
            font_family=theme.BOLD if bold else theme.REGULAR,
            decoration=ft.TextDecoration.LINE_THROUGH if struck else None,
        ),
    )


def _figures(spans: list[ft.TextSpan], said: str) -> ft.Text:
    return ft.Text(spans=spans, text_align=ft.TextAlign.END, no_wrap=True, semantics_label=said, expand=1)


@memo_component
def sheet_rows(t: Translator, session: Session, room: Room) -> ft.Control:
    """The hands, the newest at the foot, where it is written."""
    shown, set_shown = ft.use_state(PAGE)
    known, _ = ft.use_state(cast("dict[str, Row]", {}))
    entries = [entry for entry in session.entries if not entry.undone]
    rows = [_row(known, t, session, entry, room) for entry in entries[-shown:]]
    if not entries:
        return ft.Container(
            ft.Column(
                [
                    ft.Icon(ft.Icons.STYLE_OUTLINED, size=48, color=Ink.EDGE),
                    text(t("No hand yet"), Size.TITLE, bold=True, align=ft.TextAlign.CENTER),
                    text(
                        t("Deal the cards. When the hand is over, write it here."),
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
    if shown < len(entries):
        words = text(t("Show older hands"), Size.SMALL)
        height = ROW * room.growth
        rows.insert(0, tile("older", words, lambda: set_shown(shown + PAGE), height=height, fill=None))
    # What has to scroll begins at its foot, and stays there whatever comes and goes below it.
    scrolls = len(rows) * ROW * room.growth > room.height - AROUND
    return ft.ListView(
        rows[::-1] if scrolls else rows,
        expand=True,
        spacing=0,
        item_extent=ROW * room.growth,
        reverse=scrolls,
        cache_extent=ROW * room.growth,
        padding=0,
    )


@memo_component
def sheet_totals(t: Translator, session: Session, room: Room) -> ft.Control:
    """Where everybody stands."""
    count = len(session.standing_entries)
    totals = [t.number(total, session.unit) for total in session.totals]
    size = _fitting(totals, (Size.NUMBER, Size.BODY, Size.SMALL, Size.TINY), room)
    page, route = ft.context.page, f"/session/{session.id}"

    def cell(place: int, total: int, words: str) -> ft.Control:
        figures = text(words, Size.NUMBER, gain_ink(total), bold=True, align=ft.TextAlign.END, lines=1)
        figures.size = size
        if len(totals) > MAX_PLAYERS:  # too narrow for a finger
            return ft.Semantics(identifier=f"total-{place}", content=figures, expand=1)
        return tile(
            f"total-{place}",
            figures,
            lambda: page.data.navigate(account_route(session, place), back=route),
            fill=None,
            expand=1,
            padding=0,
            alignment=ft.Alignment.CENTER_RIGHT,
        )

    cells = [
        cell(place, total, words)
        for place, (total, words) in enumerate(zip(session.totals, totals, strict=True))
    ]
    agreed, played = session.rules.table.hands, session.hands_played
    after = (
        t("After {count} of {hands}", count=played, hands=agreed)
        if agreed and played <= agreed
        else t("After {count}", count=count)
    )
    label = text(after, Size.SMALL, Ink.QUIET, lines=2)
    return ft.Container(
        _columns(label, cells, room),
        bgcolor=Ink.TONE,
        padding=ft.Padding.symmetric(horizontal=theme.SPACE, vertical=4),
    )
