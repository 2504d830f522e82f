"""The choice of the taker and the bid, of the reason why a hand is not played, and of the dealer."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import flet as ft

from scorepad.evening.people import Person
from scorepad.i18n.names import bid_name, short_bid, thrown_in_name
from scorepad.i18n.pots import amounts_text, cover_text
from scorepad.pad.draft import HandDraft
from scorepad.pad.entry import may_deal
from scorepad.tarot.hand import Bid, ThrownIn
from scorepad.tarot.pots import covers
from scorepad.tarot.scheme import BidValue
from scorepad.ui import theme
from scorepad.ui.entry.form import THROWN, EntryForm, Step, cells_with_name, name_width, way_back
from scorepad.ui.entry.shortcuts import way_to_shortcuts
from scorepad.ui.keys import letter
from scorepad.ui.kit.people import badged, gain_ink
from scorepad.ui.kit.rows import filling
from scorepad.ui.kit.taps import chip, key, row_tile, wide_chip, with_hint
from scorepad.ui.kit.window import part, parts
from scorepad.ui.kit.words import heading, identified, quiet, text
from scorepad.ui.sheet.paper import Columns
from scorepad.ui.theme import Ink, Size

USUAL = (ThrownIn.ALL_PASSED, ThrownIn.PETIT_SEC, ThrownIn.MISDEAL)
"""The reasons that stand above the grid; the others have a panel."""


def takers(form: EntryForm) -> list[ft.Control]:
    """The grid of players and bids."""
    facts, bids = form.draft.facts, form.rules.bids
    out = form.sitting_out  # one person alone is the dealer, and the head says so
    names = form.t.names(person.name for person in out) if len(out) > 1 else ""
    grid = [_heads(form.step, bids, names)]
    for seat, person in form.seats:
        took = facts.taker == person.id
        grid.append(_bids(form.step, seat, bids, person, took, facts.bid if took else None))
    if form.calculating:
        return grid
    lines = at_stake(form)
    # Above the grid: a second tap on "Save" or on the next hand must not fall on a tile that saves at once.
    above = [
        _thrown_in(form.step, form.rules.thrown_in),
        *([_at_stake(form.step, lines)] if lines else []),
    ]
    return [*above, *grid]


def at_stake(form: EntryForm) -> tuple[str, ...]:
    """Lines about the stakes besides the score: the mouches, and the players whose chips do not cover every bid."""
    t, draft, evening = form.t, form.draft, form.evening
    lines = []
    if form.rules.mouches is not None:
        pot = evening.pot_for(draft.dealer, draft.editing)
        lines.append(
            t(
                "Mouches with the stakes of this hand: {amounts}",
                amounts=amounts_text(t, pot, evening.sheet.unit),
            )
        )
    if form.verdict.held is not None:
        held = {player: form.verdict.held[player] for player in draft.facts.players}
        lines += [cover_text(t, each, form.rules, form.name_of) for each in covers(held, form.rules)]
    return tuple(lines)


@part
def _at_stake(step: Step, lines: tuple[str, ...]) -> ft.Control:
    words = [identified(f"at-stake-{number}", quiet(line)) for number, line in enumerate(lines, 1)]
    return ft.Column([*words], spacing=0)


@part
def _heads(step: Step, bids: tuple[BidValue, ...], out: str) -> ft.Control:
    """The question, with the names of the people who sit out, and the bids over the grid."""
    layout, width = step.layout, name_width(step.layout, len(bids))
    heads = _titles(step, [short_bid(step.t, value.bid) for value in bids], layout.entry - width)
    question = heading(step.t("Who took?"))
    above = [question]
    if out:
        words = quiet(step.t("sitting out: {names}", names=out), Size.TINY)
        above = [question, words] if layout.large_text else [ft.Row([question, filling(words)], spacing=10)]
    return ft.Column([*above, cells_with_name(layout, None, width, heads)], spacing=theme.GAP + 2)


def _titles(step: Step, titles: list[str], width: float) -> list[ft.Control]:
    """The names of the bids side by side, so small that the longest fits: a cut name may look like another bid."""
    room = (width - 2 * theme.SPACE) / len(titles) - theme.GAP
    size = room / (theme.LETTER * max(map(len, titles)) * step.layout.growth)
    heads: list[ft.Control] = []
    for title in titles:
        words = text(title, Size.TINY, Ink.QUIET, align=ft.TextAlign.CENTER, lines=1)
        words.size = min(theme.SIZES[Size.TINY], size)
        heads.append(ft.Container(words, expand=1, alignment=ft.Alignment.CENTER))
    return heads


@parts
def _bids(
    step: Step, seat: int, bids: tuple[BidValue, ...], person: Person, took: bool, chosen: Bid | None
) -> ft.Control:
    cells: list[ft.Control] = [
        key(
            step.layout,
            f"bid-{seat}-{value.bid}",
            with_hint(
                text(
                    _worth(value),
                    Size.SMALL,
                    Ink.TEXT if chosen is value.bid else Ink.QUIET,
                    bold=chosen is value.bid,
                    label=f"{person.name}, {bid_name(step.t, value.bid)}, {_worth(value)}",
                ),
                step.hint(letter(value.bid) if took else f"{seat}{letter(value.bid)}"),
            ),
            step.taps.on_tap(HandDraft.taker_tapped, person.id, value.bid),
            chosen=chosen is value.bid,
        )
        for value in bids
    ]
    return cells_with_name(step.layout, person, name_width(step.layout, len(bids)), cells, marked=took)


def _worth(value: BidValue) -> str:
    return f"×{value.factor}" if value.factor > 1 or value.base == 25 else str(value.base)


@part
def _thrown_in(step: Step, reasons: tuple[ThrownIn, ...]) -> ft.Control:
    t, chips, wraps = step.t, list[ft.Control](), not step.layout.wide or step.layout.large_text
    one = partial(chip, step.layout, size=Size.SMALL, padding=10)
    if not wraps:  # beside a sheet there is little room
        one = partial(chip, step.layout, size=Size.TINY, padding=4, expand=1)
    for why in reasons:
        if why in USUAL:
            hint = step.hint("A") if why is ThrownIn.ALL_PASSED else ""
            tap = partial(step.taps.thrown_in, why)
            chips.append(one(f"thrown-{why}", thrown_in_name(t, why), tap, hint=hint))
    chips.append(one("open-thrown", t("More"), step.taps.opens(THROWN), label=t("More reasons")))
    row = ft.Row([*chips], spacing=theme.GAP, run_spacing=theme.GAP, wrap=wraps)
    head: ft.Control = quiet(t("Not played"))
    if step.layout.wide and step.layout.keys:
        head = ft.Row([filling(head), way_to_shortcuts(step)], spacing=theme.GAP)
    return ft.Column([head, row, ft.Container(height=2)], spacing=theme.GAP + 2)


def rarely_thrown_in(form: EntryForm) -> list[ft.Control]:
    """The panel with the rare reasons why a hand is not played."""
    tiles = [
        row_tile(
            form.layout,
            f"thrown-{why}",
            text(thrown_in_name(form.t, why), bold=True),
            partial(form.taps.thrown_in, why),
            padding=ft.Padding.symmetric(horizontal=theme.MARGIN, vertical=12),
        )
        for why in form.rules.thrown_in
        if why not in USUAL
    ]
    return [heading(form.t("Not played")), *tiles, way_back(form.step, form.t("Back to the hand"))]


def totals(form: EntryForm) -> ft.Control:
    """The totals over the question, where the sheet is not in sight."""
    evening = form.evening
    return _totals(form.step, evening.sheet.people, evening.sheet.totals, evening.sheet.unit)


@part
def _totals(step: Step, people: tuple[Person, ...], totals: tuple[int, ...], unit: int) -> ft.Control:
    t, columns = step.t, Columns.of(len(people), step.layout)
    numbers = [t.number(total, unit) for total in totals]
    size = columns.fitting(numbers, (Size.NUMBER, Size.BODY, Size.SMALL, Size.TINY), step.layout)
    cells: list[ft.Control] = []
    for person, total, words in zip(people, totals, numbers, strict=True):
        said = t("Total {name}: {total}", name=person.name, total=words)
        figures = text(words, Size.NUMBER, gain_ink(total), bold=True, label=said)
        figures.size = size
        name = _name(step, person.name)
        middle = ft.CrossAxisAlignment.CENTER
        cells.append(ft.Column([figures, name], spacing=0, horizontal_alignment=middle, expand=1))
    return ft.Container(
        replace(columns, label_above=True).draw(ft.Container(height=0), cells),
        bgcolor=Ink.TONE,
        border_radius=theme.RADIUS,
        padding=ft.Padding.symmetric(vertical=8),
        margin=ft.Margin.symmetric(horizontal=theme.SPACE),
    )


@parts
def _name(step: Step, name: str) -> ft.Control:
    return ft.Semantics(exclude_semantics=True, content=quiet(name, Size.TINY, lines=1))


def dealers(form: EntryForm) -> list[ft.Control]:
    """The choice of the dealer; chips that let the table as it sits now play the hand, and that empty the hand."""
    t, draft, evening = form.t, form.draft, form.evening
    sign = ft.Icon(ft.Icons.STYLE, size=20, color=Ink.ON_CHOSEN)
    tiles = [
        row_tile(
            form.layout,
            f"dealer-{seat}",
            ft.Row(
                [
                    filling(badged(person, Size.NUMBER)),
                    *([sign] if person.id == draft.dealer else []),
                ]
            ),
            partial(form.taps.dealer_chosen, person.id),
            chosen=person.id == draft.dealer,
            height=theme.ACTION,
            padding=ft.Padding.symmetric(horizontal=theme.MARGIN),
        )
        for seat, person in enumerate(map(evening.table.person, may_deal(draft, evening)), 1)
    ]
    here = wide_chip(form.layout, "play-here", t("At the table as it is now"), form.taps.played_here)
    empties = wide_chip(form.layout, "empty", t("Empty this hand"), form.taps.emptied)
    return [
        heading(t("Who deals?")),
        *tiles,
        *([here] if form.of_another_table else []),
        *([empties] if draft.entered else []),
    ]
