"""The score sheet, as on paper: a column per player, a row per hand, and totals that stay in sight."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import cast

import flet as ft

from scorepad.evening.adjustment import Adjustment, TakeOver
from scorepad.evening.evening import Evening
from scorepad.evening.people import Person
from scorepad.evening.sheet import Entry
from scorepad.i18n import THIN_SPACE, Translator
from scorepad.i18n.names import (
    beside_name,
    bid_name,
    entry_title,
    scheme_title,
    short_beside,
    short_bid,
    thrown_in_name,
)
from scorepad.i18n.pots import pots_lines
from scorepad.i18n.sentences import marks, result, taker_won, takes, who_pays
from scorepad.tarot.hand import Hand, PlayerId, ThrownIn
from scorepad.text import wrapped
from scorepad.ui import routes, theme
from scorepad.ui.components.controls import (
    Look,
    centred_column,
    four_sides,
    identified,
    quiet,
    tappable,
    text,
    tile,
)
from scorepad.ui.components.frame import notice_bar
from scorepad.ui.components.guard import app_state, memo_component
from scorepad.ui.components.kept import Kept
from scorepad.ui.components.marks import badge, gain_ink
from scorepad.ui.state import Notice
from scorepad.ui.theme import Ink, Layout, Size

EDGE, NUMBER = 4, 16
"""Before the number of a hand, and its width, at the plain size of text."""
LABEL, WIDE_LABEL, COLUMN = 76, 200, 58
"""The least and the greatest width of the label, which takes what the players' columns do not need."""
NOTICE_ROOM = 70
"""The height of a notice of two lines, at the plain size of text."""
ROW = 54
"""The least height of a row: three lines beside each other, at the plain size of text."""
HEAD, FOOT = 182, 80
"""The heights of all that is above and below the rows, and of the next hand under them on a phone, in dp."""
TAKER, PARTNER = "★", "☆"
STAR = 12
"""The width of the mark of the taker and of the partner, at the plain size of text."""
NOTE = 14
"""The size of the sign of a note, below the number of the hand."""
BADGE, SIGN, NAME = 26, 16, 100
"""The sizes of what tells people apart and of what else stands over their names; a column for all side by side."""
GUTTER, BREATH = 2, 3
"""Between two columns, and before a figure that fills its own."""
WIDEST = "−1\u202f234"
"""A figure that every column has room for."""
RULES_ROW = 28
"""About the height of a row that tells of other rules, at the plain size of text."""
PAGE, BLOCK = 100, 10
"""Rows drawn at once, older ones come on demand; and rows compared together, or not at all."""


@dataclass(frozen=True)
class Columns:
    """How the columns of a sheet's players are laid out; widths in dp.

    A row's label, which begins with a `number`, is beside the columns, or above them if the figures would not fit. If
    they still do not fit, the columns wrap.
    """

    people: int
    across: int
    width: float
    label: float
    number: float
    above: bool

    @classmethod
    def of(cls, people: int, layout: Layout) -> Columns:
        """The columns of so many people in a room."""
        number = NUMBER * layout.growth
        inside = layout.sheet - EDGE - number - GUTTER - theme.SPACE
        spare = inside - people * (COLUMN * layout.growth + GUTTER)
        label = max(LABEL * layout.growth, min(spare, WIDE_LABEL * layout.growth))
        least = ems(WIDEST) * theme.SIZES[Size.TINY] * layout.growth
        width = (inside - label) / people - GUTTER
        if width >= max(theme.TARGET, least + STAR * layout.growth):
            return cls(people, people, width, label, number, above=False)
        inside = layout.sheet - 2 * theme.SPACE
        fits = (inside + GUTTER) // (least + BREATH + GUTTER)
        across = next(n for lines in range(1, people + 1) if (n := math.ceil(people / lines)) <= max(fits, 1))
        return cls(people, across, inside / across - GUTTER, inside, number, above=True)

    @property
    def lines(self) -> int:
        """The number of lines of players."""
        return math.ceil(self.people / self.across)

    def fitting(self, texts: list[str], sizes: tuple[Size, ...], layout: Layout, beside: float = 0) -> float:
        """The largest of the sizes at which every number fits its column, or what does fit.

        A number that is cut, or broken in two, is another number.
        """
        width = self.width - BREATH - beside * layout.growth
        largest = width / (max(map(ems, texts)) * layout.growth)
        return next((theme.SIZES[size] for size in sizes if theme.SIZES[size] <= largest), largest)

    def number_size(self, words: str, layout: Layout) -> float:
        """The size at which the number of a hand fits its column."""
        tiny: float = theme.SIZES[Size.TINY]
        return tiny if self.above else min(tiny, self.number / (ems(words) * layout.growth))

    def draw(
        self, label: ft.LayoutControl, cells: list[ft.Control], number: ft.Control | None = None
    ) -> ft.Control:
        """The number and the label, and beside or below them the cells, each of which takes its share of the width."""
        if not self.above:
            label.width = self.label
            growth = self.number / NUMBER
            # To the first line of the label.
            raised = ft.Padding.only(bottom=theme.LINE * theme.SIZES[Size.TINY] * growth, right=growth - 1)
            lead = ft.Container(number, width=self.number, padding=raised)
            return ft.Row([lead, label, *cells], spacing=GUTTER)
        if number is not None:
            label.expand = True
            label = ft.Row([number, label], spacing=theme.GAP)
        blank = [ft.Container(expand=1) for _ in range(self.across * self.lines - self.people)]
        cells, starts = [*cells, *blank], range(0, self.across * self.lines, self.across)
        lines = [cells[first : first + self.across] for first in starts]
        rows = [ft.Row(line, spacing=GUTTER) for line in lines]
        return ft.Column([label, *rows], spacing=0, alignment=ft.MainAxisAlignment.CENTER)


def ems(number: str) -> float:
    """How wide a number is, in em."""
    return theme.FIGURE * (len(number) - 0.67 * number.count(THIN_SPACE) + 0.6 * number.count("½"))


@memo_component
def sheet_head(t: Translator, evening: Evening, layout: Layout) -> ft.Control:
    """The players, with signs for the next dealer and for the leader; each leads to the account."""
    kept, _ = ft.use_state(Kept())
    columns = Columns.of(len(evening.sheet.people), layout)
    dealer = None if evening.table.ended else evening.dealer
    best, here = max(evening.sheet.totals), evening.seating_at().ids
    cells = []
    for place, (person, total) in enumerate(zip(evening.sheet.people, evening.sheet.totals, strict=True)):
        leads, deals = bool(evening.sheet.entries) and total == best > 0, person.id == dealer
        facts = (kept, t, person, leads, deals, person.id not in here, columns, layout)
        cells.append(kept.at(person.id, _head_cell, evening.id, place, *facts))
    return ft.Container(
        columns.draw(ft.Container(height=0), cells),
        padding=_sides(columns, top=4, bottom=5),
        border=ft.Border.only(bottom=ft.BorderSide(1, Ink.LINE)),
    )


def _sides(columns: Columns, top: float = 0, bottom: float = 0) -> ft.Padding:
    """The margins of the sheet; numbers of hands stand in the left one."""
    left = theme.SPACE if columns.above else EDGE
    return ft.Padding.only(left=left, right=theme.SPACE, top=top, bottom=bottom)


def _head_cell(
    evening_id: str,
    place: int,
    kept: Kept,
    t: Translator,
    person: Person,
    leads: bool,
    deals: bool,
    left: bool,
    columns: Columns,
    layout: Layout,
) -> ft.Control:
    signs = []
    if left:
        signs.append((ft.Icons.LOGOUT, Ink.QUIET, t("{name} has left the table", name=person.name)))
    if leads:
        signs.append((ft.Icons.EMOJI_EVENTS, Ink.GAIN, t("{name} leads", name=person.name)))
    if deals:
        signs.append((ft.Icons.STYLE, Ink.QUIET, t("{name} deals", name=person.name)))
    size = min(BADGE / 2 if len(signs) > 1 else SIGN, columns.width - BADGE - GUTTER)
    icons = [ft.Icon(icon, size=size, color=ink, semantics_label=said) for icon, ink, said in signs]
    shown = [kept.at(f"badge {person.id}", _badge, person, layout)]
    if icons:
        shown.append(ft.Column([*icons], spacing=0, tight=True))
    narrow = columns.lines == 1 or columns.width <= NAME
    name = kept.at(f"name {person.id}", _head_name, person, narrow)
    end = ft.MainAxisAlignment.END
    if not narrow:  # so they leave more of the height to the rows
        return ft.Row([*shown, name], spacing=GUTTER / 2, alignment=end, expand=1)
    above = ft.Row(shown, spacing=GUTTER, alignment=end, tight=True)
    cell = ft.Column([above, name], spacing=2, horizontal_alignment=ft.CrossAxisAlignment.END, tight=True)
    if columns.lines > 1 or columns.width < theme.TARGET:  # no room for a finger
        cell.expand = 1
        return cell
    content = BADGE + 2 + theme.LINE * theme.SIZES[Size.TINY] * layout.growth
    page, account = ft.context.page, routes.account(evening_id, place)
    return tile(
        f"head-{place}",
        cell,
        lambda: page.data.navigation.to(account, back=routes.evening(evening_id)),
        height=max(theme.TARGET, content) / layout.growth,
        fill=None,
        expand=1,
        padding=0,
        alignment=ft.Alignment.CENTER_RIGHT,
    )


def _badge(person: Person, layout: Layout) -> ft.Control:
    return badge(person, BADGE)


def _head_name(person: Person, narrow: bool) -> ft.Control:
    name = text(person.name, Size.TINY, bold=True, lines=1, align=ft.TextAlign.END)
    if not narrow:
        name.expand = name.expand_loose = True
    return name


Row = tuple[tuple[object, ...], ft.Control, float]
"""The facts that a row was drawn from, the row, and its least height."""


def _row(rows: dict[str, Row], t: Translator, evening: Evening, entry: Entry, layout: Layout) -> Row:
    """The row of a hand: the same object as before if nothing in it changed, as in most of a sheet."""
    here, note = evening.seating_at(entry.id).ids, evening.table.notes.get(entry.id, "")
    facts = (t, evening.sheet.people, evening.id, evening.sheet.unit, entry, here, layout, note)
    known = rows.get(entry.id)
    if known is None or known[0] != facts:
        columns = Columns.of(len(evening.sheet.people), layout)
        label = _label(t, evening.sheet.people, entry, columns, layout)
        height = _height(label[1], columns, layout)
        rows[entry.id] = known = (facts, _sheet_row(*facts, label, columns, height, key=entry.id), height)
    return known


def _label(
    t: Translator, people: tuple[Person, ...], entry: Entry, columns: Columns, layout: Layout
) -> tuple[str, str]:
    """The two texts of a row: the bid; the result and the bonuses."""
    outcome = entry.deal.outcome
    if isinstance(outcome, ThrownIn):
        return thrown_in_name(t, outcome), ""
    names = {person.id: person.name for person in people}
    if isinstance(outcome, Adjustment | TakeOver):
        reason = outcome.reason if isinstance(outcome, Adjustment) else ""
        name = beside_name(t, outcome)
        if _width(name, Size.SMALL, layout) > columns.label and not columns.above:
            name = short_beside(t, outcome)
        return name, reason or who_pays(t, outcome, lambda id_: names.get(id_, "–"))
    bid = bid_name(t, outcome.bid)
    if _width(bid, Size.SMALL, layout) > columns.label and not columns.above:
        bid = short_bid(t, outcome.bid)
    if columns.above:  # so wide that it can say who, and the columns need not
        bid += f" {TAKER} {names[outcome.taker]}"
        if outcome.partner is not None:
            bid += f" {PARTNER} {names[outcome.partner]}"
    return bid, " · ".join([result(t, outcome, entry.rules), *marks(t, outcome)])


def _height(cause: str, columns: Columns, layout: Layout) -> float:
    """The least height of a row; its text takes as many lines as it needs."""
    small, tiny = theme.SIZES[Size.SMALL], theme.SIZES[Size.TINY]
    lines = len(wrapped(cause, columns.label, lambda words: _width(words, Size.TINY, layout)))
    height = theme.LINE * (small + lines * tiny)
    if columns.above:
        height += theme.LINE * (columns.lines * small + (tiny if columns.lines == 1 else 0)) + 2 * theme.GAP
    return max(ROW, height) * layout.growth


def _width(words: str, size: Size, layout: Layout) -> float:
    """About how wide a few words are, in dp."""
    return theme.LETTER * theme.SIZES[size] * layout.growth * len(words)


@memo_component
def _sheet_row(
    t: Translator,
    people: tuple[Person, ...],
    evening_id: str,
    unit: int,
    entry: Entry,
    here: tuple[PlayerId, ...],
    layout: Layout,
    note: str,
    label: tuple[str, str],
    columns: Columns,
    height: float,
) -> ft.Control:
    """A hand: its bid, its result, the amount and the total of each player."""
    page, route = ft.context.page, routes.why(evening_id, entry.id)
    struck = entry.voided
    first, second = label
    lost = isinstance(entry.deal.outcome, Hand) and not taker_won(entry.deal.outcome)
    words: list[ft.Control] = [
        text(first, Size.SMALL, bold=True, lines=1 if second and not columns.above else 2, struck=struck)
    ]
    if second:
        words.append(text(second, Size.TINY, Ink.LOSS if lost else Ink.QUIET, struck=struck))
    cells: list[ft.Control] = []
    if second or entry.moves:
        amounts = [t.signed(amount, unit) for amount in entry.amounts]
        size = columns.fitting(amounts, (Size.SMALL, Size.TINY), layout, beside=0 if columns.above else STAR)
        small = columns.fitting([t.number(total, unit) for total in entry.totals], (Size.TINY,), layout)
        cells = [
            _cell(t, person, entry, here, amount, total, unit, (size, small), columns)
            for person, amount, total in zip(people, entry.amounts, entry.totals, strict=True)
        ]
    said = ft.Column(words, spacing=0, alignment=ft.MainAxisAlignment.CENTER)
    number = _number(entry.number, columns, layout, struck=struck)
    if note:
        sign = ft.Icon(ft.Icons.CHAT_OUTLINED, size=NOTE, color=Ink.QUIET, semantics_label=t("Note"))
        number = ft.Column(
            [number, sign], spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.END
        )
    fixed = height <= ROW * layout.growth
    sides = _sides(columns, *([theme.GAP] * 2 if not fixed else []))
    row = tappable(
        f"row-{entry.number or entry.id}",
        _row_content(columns, said, cells, number),
        lambda: page.data.navigation.to(route, back=routes.evening(evening_id)),
        Look(None, radius=0, padding=four_sides(sides)),
        height=height / layout.growth if fixed else None,
        label=_spoken(t, people, unit, entry, here) + (f". {t('Note: {note}', note=note)}" if note else ""),
    )
    line = ft.Border.only(bottom=ft.BorderSide(1, Ink.LINE))
    return ft.Container(row, border=line, opacity=0.55 if struck else 1)


def _number(number: int, columns: Columns, layout: Layout, *, struck: bool) -> ft.Control:
    """The number of a hand, small and grey."""
    words = str(number or "·")
    figures = text(words, Size.TINY, Ink.QUIET, align=ft.TextAlign.END, struck=struck)
    figures.size = columns.number_size(words, layout)
    return figures


def _row_content(
    columns: Columns, said: ft.Column, cells: list[ft.Control], number: ft.Control
) -> ft.Control:
    if cells:
        return columns.draw(said, cells, number)
    said.expand = True
    lead = ft.Container(number, width=None if columns.above else columns.number)
    return ft.Row([lead, said], spacing=theme.GAP if columns.above else GUTTER)


def _spoken(
    t: Translator, people: tuple[Person, ...], unit: int, entry: Entry, here: tuple[PlayerId, ...]
) -> str:
    """The row for a screen reader, with the name of the player before each amount; `here` sat at the table."""
    hand = entry_title(t, entry)
    if entry.voided:
        hand = t("{hand}, struck out", hand=hand)
    outcome = entry.deal.outcome
    if isinstance(outcome, ThrownIn):
        said = [t("{hand}: {what}", hand=hand, what=t.inside(thrown_in_name(t, outcome)))]
        moved = {move.player for move in entry.moves}
        for person, amount, total in zip(people, entry.amounts, entry.totals, strict=True):
            if person.id in moved:
                paid, stands = t.signed(amount, unit), t.number(total, unit)
                said.append(t("{name} {amount}, total {total}", name=person.name, amount=paid, total=stands))
        return ". ".join(said)
    names = {person.id: person.name for person in people}
    if isinstance(outcome, Adjustment | TakeOver):
        said = [t("{hand}: {what}", hand=hand, what=who_pays(t, outcome, lambda id_: names.get(id_, "–")))]
        return ". ".join([*said, *_spoken_amounts(t, people, unit, entry, outcome.players, here)])
    name = names[outcome.taker]
    what = t("{bid} by {name}", bid=t.inside(bid_name(t, outcome.bid)), name=name)
    if outcome.open:
        what = f"{name} {takes(t, outcome.bid)}"
    if outcome.partner is not None:
        what = t("{taker} with {partner}", taker=what, partner=names[outcome.partner])
    what = ", ".join([what, t.inside(result(t, outcome, entry.rules)), *marks(t, outcome)])
    said = [t("{hand}: {what}", hand=hand, what=what)]
    return ". ".join([*said, *_spoken_amounts(t, people, unit, entry, outcome.players, here)])


def _spoken_amounts(
    t: Translator,
    people: tuple[Person, ...],
    unit: int,
    entry: Entry,
    players: Sequence[PlayerId],
    here: tuple[PlayerId, ...],
) -> list[str]:
    """The amount and the total of each player."""
    said = []
    for person, amount, total in zip(people, entry.amounts, entry.totals, strict=True):
        name, paid, stands = person.name, t.signed(amount, unit), t.number(total, unit)
        if person.id not in players and not amount:
            if entry.deal.points_change is None and person.id in here:
                said.append(t("{name} sits out", name=name))
        elif entry.voided:
            said.append(f"{name} {paid}")
        else:
            said.append(t("{name} {amount}, total {total}", name=name, amount=paid, total=stands))
    return said


def _cell(
    t: Translator,
    person: Person,
    entry: Entry,
    here: tuple[PlayerId, ...],
    amount: int,
    total: int,
    unit: int,
    sizes: tuple[float, float],
    columns: Columns,
) -> ft.Control:
    """The amount of a player and, below it, the total: one text, since a sheet has hundreds."""
    outcome = entry.deal.outcome
    taker = partner = False
    if isinstance(outcome, Hand):
        if person.id not in here and not amount:
            return _figures(_figure("–", sizes[0], Ink.QUIET))
        if person.id not in outcome.players and not amount:
            return _figures(_figure(t("sits out"), theme.SIZES[Size.TINY], Ink.QUIET), wraps=True)
        taker, partner = person.id == outcome.taker, person.id == outcome.partner
    elif entry.deal.points_change is not None and amount == 0:  # not concerned
        return _figures(_figure("–", sizes[0], Ink.QUIET))
    ink = gain_ink(amount) if taker else Ink.TEXT
    figures = [_figure(t.signed(amount, unit), sizes[0], ink, bold=taker, struck=entry.voided)]
    sign = TAKER if taker else PARTNER if partner else ""
    if sign and not columns.above:
        figures.insert(0, _figure(f"{sign} ", theme.SIZES[Size.TINY], gain_ink(amount)))
    if not entry.voided and columns.lines == 1:  # in several lines it would drown what the hand paid
        figures.append(_figure(f"\n{t.number(total, unit)}", sizes[1], Ink.QUIET))
    return _figures(*figures)


def _figure(
    value: str, size: float, ink: Ink, *, bold: bool = False, struck: bool = False
) -> tuple[str, ft.TextStyle]:
    font, line = theme.BOLD if bold else theme.REGULAR, ft.TextDecoration.LINE_THROUGH if struck else None
    return value, ft.TextStyle(size=size, color=ink, font_family=font, decoration=line)


def _figures(
    first: tuple[str, ft.TextStyle], *others: tuple[str, ft.TextStyle], wraps: bool = False
) -> ft.Text:
    """One text. Its beginning needs no span, which would be one more control."""
    value, style = first
    return ft.Text(
        value,
        [ft.TextSpan(*each) for each in others],
        style=style,
        color=style.color,  # Flet's client takes another one from a text with spans
        text_align=ft.TextAlign.END,
        no_wrap=not wraps,
        expand=1,
    )


@memo_component
def sheet_rows(
    t: Translator, evening: Evening, layout: Layout, notice: Notice | None, lines: int
) -> ft.Control:
    """The hands, the newest at the bottom; they share the height with so many lines as high as a finger needs.

    The notice lies over them, where no hand is or else over the oldest in sight: no hand moves when it comes or goes.
    """
    known, _ = ft.use_state(cast("dict[str, Row]", {}))
    kept, _ = ft.use_state(Kept())
    latest = ft.use_ref(cast("ft.ListView | None", None))
    state, page = app_state(), ft.context.page
    entries = list(evening.sheet.entries)
    # What is in sight stays there: to take down an old row at each hand would be slow.
    most = max(0, len(entries) - PAGE)
    first, set_first = ft.use_state(most)
    first = min(first, most)
    drawn = {at: _row(known, t, evening, entries[at], layout) for at in range(first, len(entries))}
    marks_of_rules = _marks_of_rules(kept, t, evening, entries, first)
    blocks = []
    for start in range(first - first % BLOCK, len(entries), BLOCK):
        rows = []
        for at in range(max(start, first), min(start + BLOCK, len(entries))):
            rows += [*marks_of_rules.get(at, []), drawn[at][1]]
        if start + BLOCK >= len(entries):
            rows += marks_of_rules.get(len(entries), [])
        blocks.append(kept.at(str(start), _block, start, *rows))
    if first > 0:
        words = text(t("Show older hands"), Size.SMALL)
        older = max(0, first - PAGE)
        blocks.insert(0, tile("older", words, lambda: set_first(older), height=ROW, fill=None))
    # What has to scroll begins at its foot, and stays there whatever comes and goes below it.
    height = sum(height for _, _, height in drawn.values()) + RULES_ROW * layout.growth * len(marks_of_rules)
    around = HEAD + lines * theme.TARGET * layout.growth + (0 if layout.wide else FOOT)
    room = layout.height - around - height
    listed = ft.ListView(
        blocks[::-1] if room < 0 else blocks,
        expand=True,
        spacing=0,
        reverse=room < 0,
        cache_extent=ROW * layout.growth,
        padding=0,
    )
    free = room > NOTICE_ROOM * layout.growth
    over = ft.Container(
        _notice(notice, layout), left=0, right=0, top=None if free else 0, bottom=0 if free else None
    )
    latest.current = listed

    def look_at_corrected() -> None:
        """On a phone the entry took the sheet's place, and the sheet comes back at its end."""
        at = next((at for at in drawn if entries[at].id == state.corrected), None)
        state.corrected = None
        if at is None or room >= 0 or layout.wide:
            return
        below, seen = sum(drawn[later][2] for later in range(at + 1, len(entries))), height + room
        page.run_task(_scroll, latest, min(max(0, below + (drawn[at][2] - seen) / 2), -room))

    ft.use_effect(look_at_corrected)
    return ft.Stack([listed if entries else _no_hand(t), over], fit=ft.StackFit.EXPAND, expand=True)


async def _scroll(listed: ft.MutableRef[ft.ListView | None], offset: float) -> None:
    if listed.current is not None:
        with suppress(asyncio.TimeoutError, RuntimeError):  # it may have gone meanwhile
            await listed.current.scroll_to(offset=offset)


@memo_component
def _notice(*facts: object) -> ft.Control:
    """The notice, drawn again when it differs."""
    return notice_bar(undo=True, on_sheet=True)


def _marks_of_rules(
    kept: Kept, t: Translator, evening: Evening, entries: list[Entry], first: int
) -> dict[int, list[ft.Control]]:
    """The rows that tell of rules from a hand on, by the places of the hands; the next hand has the last place."""
    marked: dict[int, list[ft.Control]] = {}
    if not evening.table.rules.later:
        return marked
    rules = [*(entry.rules for entry in entries), evening.table.rules.now]
    for at in range(max(first, 1), len(rules)):
        if rules[at] != rules[at - 1]:
            name = entries[at].id if at < len(entries) else "next"
            title = scheme_title(t, rules[at])
            marked[at] = [kept.at(f"rules {name}", _mark_of_rules, t, title, name)]
    return marked


def _mark_of_rules(t: Translator, title: str, name: str) -> ft.Control:
    """A thin row: other rules count from the hand below it on."""
    words = identified(f"rules-{name}", quiet(t("From here on: {scheme}", scheme=title), Size.TINY))
    return ft.Container(
        words,
        bgcolor=Ink.TONE,
        padding=ft.Padding.symmetric(horizontal=theme.SPACE, vertical=4),
        border=ft.Border.only(bottom=ft.BorderSide(1, Ink.LINE)),
    )


def _no_hand(t: Translator) -> ft.Control:
    icon, align = ft.Icon(ft.Icons.STYLE_OUTLINED, size=48, color=Ink.EDGE), ft.TextAlign.CENTER
    title = text(t("No hand yet"), Size.TITLE, bold=True, align=align)
    words = text(
        t("Deal the cards. When the hand is over, write it here."), Size.BODY, Ink.QUIET, align=align
    )
    column = centred_column(icon, title, words, spacing=8)
    return ft.Container(column, expand=True, padding=32, alignment=ft.Alignment.CENTER)


def _block(start: int, *rows: ft.Control) -> ft.Control:
    stretch = ft.CrossAxisAlignment.STRETCH
    return ft.Column([*rows], spacing=0, horizontal_alignment=stretch, key=f"block {start}")


@memo_component
def sheet_totals(t: Translator, evening: Evening, layout: Layout) -> ft.Control:
    """The totals, each of which leads to the account of its player."""
    columns = Columns.of(len(evening.sheet.people), layout)
    totals = [t.number(total, evening.sheet.unit) for total in evening.sheet.totals]
    size = columns.fitting(totals, (Size.NUMBER, Size.BODY, Size.SMALL, Size.TINY), layout)
    page, route = ft.context.page, routes.evening(evening.id)

    def cell(place: int, total: int, words: str) -> ft.Control:
        said = t("Total {name}: {total}", name=evening.sheet.people[place].name, total=words)
        align = ft.TextAlign.END
        figures = text(words, Size.NUMBER, gain_ink(total), bold=True, align=align, lines=1, label=said)
        figures.size = size
        if columns.width < theme.TARGET:  # too narrow for a finger
            return ft.Semantics(identifier=f"total-{place}", content=figures, expand=1)
        return tile(
            f"total-{place}",
            figures,
            lambda: page.data.navigation.to(routes.account(evening.id, place), back=route),
            height=max(theme.TARGET / layout.growth, theme.LINE * size),
            fill=None,
            expand=1,
            padding=0,
            alignment=ft.Alignment.CENTER_RIGHT,
        )

    cells = [cell(place, *each) for place, each in enumerate(zip(evening.sheet.totals, totals, strict=True))]
    count = len(evening.sheet.deals)
    after = t("After {count}", count=count) if count else t("Total")
    above = columns.above
    label = quiet(after, Size.TINY if above else Size.SMALL, lines=1 if above else 2)
    drawn = columns.draw(label, cells)
    if pots := pots_lines(t, evening):
        words = [identified(f"pots-{n}", quiet(line, Size.SMALL)) for n, line in enumerate(pots)]
        lines = ft.Container(ft.Column([*words], spacing=2), padding=ft.Padding.only(left=theme.SPACE - EDGE))
        drawn = ft.Column([drawn, lines], spacing=2)
    return ft.Container(drawn, bgcolor=Ink.TONE, padding=_sides(columns, 4, 4))
