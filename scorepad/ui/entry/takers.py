"""The choice of the taker and the bid, of the reason why a hand is not played, and of the dealer."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import flet as ft

from scorepad.design.letters import width as width_of
from scorepad.evening.people import Person
from scorepad.i18n.names import bid_name, short_bid, thrown_in_name
from scorepad.i18n.pots import amounts_text, cover_text
from scorepad.i18n.sentences import hand_line
from scorepad.pad.draft import HandDraft
from scorepad.pad.entry import may_deal
from scorepad.tarot.hand import Bid, PlayerId, ThrownIn
from scorepad.tarot.pots import covers
from scorepad.tarot.scheme import BidValue
from scorepad.ui import routes, theme
from scorepad.ui.entry.form import (
    TAKER,
    THROWN,
    EntryForm,
    Step,
    StepParts,
    cells_with_name,
    close_tile,
    name_width,
)
from scorepad.ui.entry.keys import letter
from scorepad.ui.entry.shortcuts import way_to_shortcuts
from scorepad.ui.kit.drawing import badge_with_name, gain_ink
from scorepad.ui.kit.rows import centred_row, filling
from scorepad.ui.kit.taps import LEADING, key, key_hint, row_tile, tile, wide_chip, with_chevron, with_hint
from scorepad.ui.kit.window import Go, part, parts
from scorepad.ui.kit.words import heading, identified, quiet, text
from scorepad.ui.sheet.paper import Columns
from scorepad.ui.theme import Ink, Layout, Size

FIXED = 224
"""The height of all that stands above and below the grid on a phone, in dp at the plain size of text."""
CHANGE_ENDS = 116
"""The height of the tiles below the grid while the taker is being changed, in dp."""
BORDERS = 4
"""The width of both borders of a cell and a little space, in dp."""
STAKE = 22
"""The height of a line about the stakes, in dp."""
LAST_HAND = 62
"""The height of the line about the last hand, with its space, in dp."""


def takers(form: EntryForm) -> StepParts:
    """The grid of players and bids; in large text, first the choice of the taker, then the choice of the bid."""
    bids, lines = form.rules.bids, () if form.calculating else at_stake(form)
    stakes = [_at_stake(form.step, lines)] if lines else []
    below = [] if form.calculating else [_not_played(form.step)]
    if form.panel == TAKER:
        below.append(_change_ends(form.step, offers_empty=not form.calculating))
    if form.layout.large_text:
        return StepParts(*_one_by_one(form, stakes), below)
    facts, out = form.draft.facts, form.sitting_out  # one person who sits out is the dealer: the head says so
    names = form.t.names(person.name for person in out) if len(out) > 1 else ""
    height, totals = _height(form, len(lines)), dict[PlayerId, int]()
    if form.layout.two_columns and not form.calculating:
        totals = {each.id: total for each, total in _totals_of(form)}
    grid = [
        _bids(
            form.step,
            seat,
            bids,
            person,
            facts.taker == person.id,
            facts.bid if facts.taker == person.id else None,
            height,
            totals.get(person.id),
            form.evening.sheet.unit,
        )
        for seat, person in form.seats
    ]
    return StepParts([_question(form.step, names), *stakes], grid, below)


@part
def _change_ends(step: Step, *, offers_empty: bool) -> ft.Control:
    """Tiles below the grid while the taker is changed: one to go back and, if `offers_empty`, one to empty the hand."""
    back = close_tile(step, step.t("Back to the hand"))
    if not offers_empty:
        return back
    empties = wide_chip(step.layout, "empty", step.t("Empty this hand"), step.taps.without_hand)
    return ft.Column([back, empties], spacing=theme.GAP)


def _height(form: EntryForm, lines: int) -> float:
    """The height of the cells of the grid, which share the free height, in dp."""
    layout, players = form.layout, len(form.seats)
    below = CHANGE_ENDS if form.panel == TAKER else 0
    free = layout.height - (0 if layout.two_columns else FIXED + below + lines * STAKE) - theme.SPACE
    tallest = theme.TALL_KEY if layout.three or not layout.wide else theme.KEY
    return max(theme.KEY, min(free / players - theme.GAP, tallest))


def _one_by_one(form: EntryForm, stakes: list[ft.Control]) -> tuple[list[ft.Control], list[ft.Control]]:
    """The question for the taker or, once the taker is known, for the bid; the second list has its answers."""
    t, step, facts = form.t, form.step, form.draft.facts
    taken = next(((seat, person) for seat, person in form.seats if person.id == facts.taker), None)
    if taken is None or form.panel == TAKER:
        totals, unit = {each.id: total for each, total in _totals_of(form)}, form.evening.sheet.unit
        tiles = [_taker(step, seat, person, totals.get(person.id), unit) for seat, person in form.seats]
        return [heading(t("Who took?")), *stakes], tiles
    seat, person = taken
    again = _change_taker(step, person)
    return [again, heading(t("Which bid?"))], [_bid(step, seat, value, person) for value in form.rules.bids]


@parts
def _taker(step: Step, seat: int, person: Person, total: int | None, unit: int) -> ft.Control:
    row: list[ft.Control] = [filling(badge_with_name(person, Size.NUMBER))]
    if total is not None:
        row.append(text(step.t.number(total, unit), Size.NUMBER, gain_ink(total), bold=True))
    return row_tile(
        step.layout,
        f"taker-{seat}",
        ft.Row(step.layout.handed(row), spacing=8),
        step.taps.closing_tap(HandDraft.taker_tapped, person.id, None),
        edge=True,
    )


@part
def _change_taker(step: Step, person: Person) -> ft.Control:
    row = [filling(badge_with_name(person, Size.NUMBER)), text(step.t("change"), Size.SMALL, Ink.ON_CHOSEN)]
    tap = step.taps.on_tap(HandDraft.taker_reopened)
    return row_tile(step.layout, "change-taker", ft.Row(step.layout.handed(row)), tap, fill=Ink.CHOSEN)


@parts
def _bid(step: Step, seat: int, value: BidValue, person: Person) -> ft.Control:
    row = [
        filling(text(bid_name(step.t, value.bid), Size.NUMBER, bold=True)),
        quiet(_worth(value), Size.BODY),
    ]
    tap = step.taps.on_tap(HandDraft.taker_tapped, person.id, value.bid)
    content = ft.Row(step.layout.handed(row), spacing=8)
    return row_tile(step.layout, f"bid-{seat}-{value.bid}", content, tap, edge=True)


def at_stake(form: EntryForm) -> tuple[str, ...]:
    """Lines about the mouches at stake, and about each player whose chips do not cover every bid."""
    t, draft, evening = form.t, form.draft, form.evening
    lines = []
    if form.rules.mouches is not None:
        pot = evening.pot_for(draft.dealer, draft.row)
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
def _question(step: Step, out: str) -> ft.Control:
    """The question, with the names of the people who sit out."""
    question = heading(step.t("Who took?"))
    if not out:
        return question
    words = quiet(step.t("sitting out: {names}", names=out), Size.TINY)
    if step.layout.two_columns:
        return ft.Column([question, words], spacing=theme.GAP)
    return ft.Row([question, filling(words)], spacing=10)


@parts
def _bids(
    step: Step,
    seat: int,
    bids: tuple[BidValue, ...],
    person: Person,
    took: bool,
    chosen: Bid | None,
    height: float,
    total: int | None,
    unit: int,
) -> ft.Control:
    """A cell for each bid, beside the player's name and `total` (in 1/`unit` of a point; None: not shown)."""
    layout = step.layout
    width = name_width(layout, len(bids))
    size = _size([short_bid(step.t, value.bid) for value in bids], layout, layout.answers - width)
    cells: list[ft.Control] = [
        key(
            layout,
            f"bid-{seat}-{value.bid}",
            with_hint(
                _cell(step, value, person, size, chosen is value.bid),
                step.hint(letter(value.bid) if took else f"{seat}{letter(value.bid)}"),
            ),
            step.taps.closing_tap(HandDraft.taker_tapped, person.id, value.bid),
            chosen=chosen is value.bid,
            height=height,
        )
        for value in bids
    ]
    below = (
        None if total is None else text(step.t.number(total, unit), Size.SMALL, gain_ink(total), bold=True)
    )
    return cells_with_name(layout, person, width, cells, marked=took, below=below)


def _cell(step: Step, value: BidValue, person: Person, size: float, chosen: bool) -> ft.Control:
    """The content of a cell: the name of a bid and, below it, its factor or base points."""
    worth, ink = _worth(value), Ink.TEXT if chosen else Ink.QUIET
    said = f"{person.name}, {bid_name(step.t, value.bid)}, {worth}"
    words = text(
        short_bid(step.t, value.bid),
        Size.SMALL,
        bold=True,
        align=ft.TextAlign.CENTER,
        label=said,
        breaks=True,
    )
    words.size = size
    style = ft.TextStyle(size=theme.SIZES[Size.TINY], color=ink, font_family=theme.REGULAR)
    words.spans = [ft.TextSpan(f"\n{worth}", style)]
    return words


def _size(titles: list[str], layout: Layout, width: float) -> float:
    """The font size of the names of the bids. The longest name must fit: a cut name may look like another bid."""
    room = (width - 2 * theme.SPACE) / len(titles) - theme.GAP - BORDERS
    widest = max(width_of(title, 1.0, theme.BOLD) for title in titles)
    return min(theme.SIZES[Size.SMALL], room / (widest * layout.growth))


def _worth(value: BidValue) -> str:
    return f"×{value.factor}" if value.factor > 1 or value.base == 25 else str(value.base)


@part
def _not_played(step: Step) -> ft.Control:
    """The line for a hand that is not played: "all passed", and a tile that opens the panel with rarer reasons."""
    t, layout, passed = step.t, step.layout, ThrownIn.ALL_PASSED
    say = partial(tile, layout, fill=None, padding=4)
    label = quiet(t("Not played"))
    taps = [
        say(
            f"thrown-{passed}",
            _words_with_key(thrown_in_name(t, passed), step.hint("A")),
            partial(step.taps.thrown_in, passed),
        ),
        say("open-thrown", _words_with_key(t("Other reason")), step.taps.toggles(THROWN)),
    ]
    keys = [way_to_shortcuts(step)] if layout.keys and layout.wide else []
    if layout.large_text:
        return ft.Column([label, *taps, *keys], spacing=0)
    row: list[ft.Control] = [*(filling(each) for each in taps), *keys]
    if layout.short_rows:
        return ft.Column([label, ft.Row(row, spacing=theme.GAP)], spacing=0)
    return ft.Row([label, *row], spacing=theme.GAP)


def _words_with_key(words: str, hint: str = "") -> ft.Control:
    """The words of a tile, with the keyboard key that does the same, if there is a `hint`."""
    said = text(words, Size.SMALL, Ink.ACCENT, bold=True, align=ft.TextAlign.CENTER)
    return centred_row(said, key_hint(hint)) if hint else said


def rarely_thrown_in(form: EntryForm) -> StepParts:
    """The panel with the rarer reasons why a hand is not played."""
    tiles = [
        row_tile(
            form.layout,
            f"thrown-{why}",
            text(thrown_in_name(form.t, why), bold=True),
            partial(form.taps.thrown_in, why),
            padding=ft.Padding.symmetric(horizontal=theme.MARGIN, vertical=12),
        )
        for why in form.rules.thrown_in
        if why is not ThrownIn.ALL_PASSED
    ]
    back = close_tile(form.step, form.t("Back to the hand"))
    return StepParts([heading(form.t("Not played"))], [*tiles], [back])


# -- above the grid ---


def last_hand(form: EntryForm) -> ft.Control | None:
    """The line that leads to the last hand.

    None if there is no room for the line, if the last row is not a played hand, or if the entry does not show the next
    hand.
    """
    evening, t, room = (
        form.evening,
        form.t,
        form.layout.height - FIXED - len(form.seats) * (theme.TALL_KEY + theme.GAP),
    )
    row = evening.sheet.hands[-1] if evening.sheet.hands and form.draft.is_next else None
    if row is None or row.deal.hand is None or row is not evening.sheet.rows[-1] or room < LAST_HAND:
        return None
    hand, name_of = row.deal.hand, form.name_of
    words = hand_line(t, hand, row.rules, name_of)
    amount = row.amounts[[each.id for each in evening.sheet.people].index(hand.taker)]
    title = t("Hand {number}", number=row.number or 0)
    return _last_hand(
        form.step, evening.id, row.id, title, words, t.signed(amount, evening.sheet.unit), gain_ink(amount)
    )


@part
def _last_hand(
    step: Step, evening: str, row: str, title: str, words: str, amount: str, ink: Ink
) -> ft.Control:
    said = ft.Column(
        [quiet(title, Size.TINY), text(words, Size.SMALL, bold=True, lines=1)], spacing=0, tight=True
    )
    content = ft.Row([filling(said), text(amount, Size.BODY, ink, bold=True)], spacing=8)
    go = Go(routes.why(evening, row), routes.entry(evening))
    line = row_tile(step.layout, "last-hand", with_chevron(content), go, fill=None, padding=LEADING)
    return ft.Container(line, padding=ft.Padding.symmetric(horizontal=theme.SPACE))


def _totals_of(form: EntryForm) -> list[tuple[Person, int]]:
    """The total of each person before this hand, in 1/unit of a point."""
    people, totals = form.evening.sheet.people, form.evening.totals_before(form.draft.row)
    return [*zip(people, totals, strict=True)]


def totals(form: EntryForm) -> ft.Control:
    """The totals before this hand, over the question, where the sheet is not in sight."""
    evening = form.evening
    totals = tuple(evening.totals_before(form.draft.row))
    return _totals(form.step, evening.sheet.people, totals, evening.sheet.unit)


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


def dealers(form: EntryForm) -> StepParts:
    """The choice of the dealer; chips give the hand the present dealer and players, or empty the hand."""
    t, draft, evening = form.t, form.draft, form.evening
    sign = ft.Icon(ft.Icons.STYLE, size=20, color=Ink.ON_CHOSEN)
    tiles = [
        row_tile(
            form.layout,
            f"dealer-{seat}",
            ft.Row(
                [
                    filling(badge_with_name(person, Size.NUMBER)),
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
    here = wide_chip(
        form.layout, "play-here", t("At the table as it is now"), form.taps.give_to_present_table
    )
    empties = wide_chip(form.layout, "empty", t("Empty this hand"), form.taps.without_hand)
    below = [*([here] if form.of_another_table else []), *([empties] if draft.entered else [])]
    return StepParts([heading(t("Who deals?"))], [*tiles], below)
