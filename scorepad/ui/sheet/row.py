"""The row of a hand: its bid, its result, the amount and the total of each player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import flet as ft

from scorepad.evening.adjustment import Adjustment, TakeOver
from scorepad.evening.people import Person
from scorepad.evening.sheet import SheetRow
from scorepad.i18n.names import (
    bid_name,
    entry_title,
    points_change_name,
    short_bid,
    short_points_change,
    thrown_in_name,
    who_pays,
)
from scorepad.i18n.sentences import bonus_texts, result, taker_won, takes
from scorepad.tarot.hand import Hand, PlayerId, ThrownIn
from scorepad.text import wrapped
from scorepad.ui import routes, theme
from scorepad.ui.kit.drawing import gain_ink
from scorepad.ui.kit.taps import tappable
from scorepad.ui.kit.window import Go, guarded
from scorepad.ui.kit.words import text
from scorepad.ui.sheet.paper import LINE_BELOW, STAR, Paper, width_of
from scorepad.ui.theme import Ink, Size

ROW = 54
"""The least height of a row, in dp at the plain size of text; it has room for three lines."""
TAKER, PARTNER = "★", "☆"
NOTE = 14
"""The size of the sign of a note, below the number of the hand."""


@dataclass(frozen=True)
class RowFacts:
    """The facts that a row is drawn from.

    `here` lists the players who were at the table at this hand; `note` is "" without a note. `devices` is the number of
    devices that recorded this hand.

    A row is `marked` if a notice is about it, or its screen stands beside the sheet.
    """

    paper: Paper
    entry: SheetRow
    here: tuple[PlayerId, ...]
    note: str
    marked: bool
    devices: int = 1

    @property
    def height(self) -> float:
        """The least height of the row, in dp; its text takes as many lines as it needs."""
        columns, layout = self.paper.columns, self.paper.layout
        small, tiny = theme.SIZES[Size.SMALL], theme.SIZES[Size.TINY]
        lines = len(wrapped(self.label[1], columns.label, lambda words: width_of(words, Size.TINY, layout)))
        height = theme.LINE * (small + lines * tiny)
        if columns.label_above:
            totals = tiny if columns.lines == 1 else 0
            height += theme.LINE * (columns.lines * small + totals) + 2 * theme.GAP
        return max(ROW, height) * layout.growth

    @property
    def label(self) -> tuple[str, str]:
        """The two texts of the row: for a hand, the bid, and the result with the bonuses."""
        t, outcome, above = self.paper.t, self.entry.deal.outcome, self.paper.columns.label_above
        if isinstance(outcome, ThrownIn):
            return thrown_in_name(t, outcome), self.recorded_by
        if isinstance(outcome, Adjustment | TakeOver):
            name, reason = points_change_name(t, outcome), getattr(outcome, "reason", "")
            said = reason or who_pays(t, outcome, self.paper.name_of)
            return name if self._fits(name) else short_points_change(t, outcome), said
        bid = bid_name(t, outcome.bid)
        if not self._fits(bid):
            bid = short_bid(t, outcome.bid)
        if above:  # the label has room for the names, so the columns need no sign
            bid += f" {TAKER} {self.paper.name_of(outcome.taker)}"
            if outcome.partner is not None:
                bid += f" {PARTNER} {self.paper.name_of(outcome.partner)}"
        said = [result(t, outcome, self.entry.rules), *bonus_texts(t, outcome), self.recorded_by]
        return bid, " · ".join(filter(None, said))

    @property
    def recorded_by(self) -> str:
        """The number of devices in words, if several devices recorded the hand; else ""."""
        if self.devices == 1:
            return ""
        return self.paper.t.plural("{count} device", "{count} devices", self.devices)

    def _fits(self, words: str) -> bool:
        columns = self.paper.columns
        return columns.label_above or width_of(words, Size.SMALL, self.paper.layout) <= columns.label


@guarded
def sheet_row(line: RowFacts, height: float) -> ft.Control:
    """The row; a tap on it opens the hand."""
    paper, entry = line.paper, line.entry
    route, sheet = routes.why(paper.evening_id, entry.id), routes.evening(paper.evening_id)
    if paper.link:
        route, sheet = routes.opened_hand(paper.link, entry.id), routes.opened_sheet(paper.link)
    cells = _cells(line)
    lead = paper.columns.numbered(_words(line), _number(line), alone=not cells)
    fixed = height <= ROW * paper.layout.growth
    row = tappable(
        paper.layout,
        f"row-{entry.number or entry.id}",
        paper.columns.draw(lead, cells) if cells else lead,
        Go(route, sheet),
        fill=None,
        radius=0,
        padding=paper.margins(*([theme.GAP] * 2 if not fixed else [])),
        height=height / paper.layout.growth if fixed else None,
        label=spoken(line),
        chosen=line.marked or None,
        edge=line.marked,
    )
    return ft.Container(row, border=LINE_BELOW, opacity=0.55 if entry.voided else 1, key=entry.id)


def _words(line: RowFacts) -> ft.Column:
    """The bid, and the result below it."""
    (first, second), struck, outcome = line.label, line.entry.voided, line.entry.deal.outcome
    lost = isinstance(outcome, Hand) and not taker_won(outcome)
    lines = 1 if second and not line.paper.columns.label_above else 2
    words = [text(first, Size.SMALL, bold=True, lines=lines, struck=struck)]
    if second:
        words.append(text(second, Size.TINY, Ink.LOSS if lost else Ink.QUIET, struck=struck))
    return ft.Column([*words], spacing=0, tight=True)


def _number(line: RowFacts) -> ft.LayoutControl:
    """The number of a hand, small and grey; below it the sign of a note."""
    t, columns, words = line.paper.t, line.paper.columns, str(line.entry.number or "·")
    number = text(words, Size.TINY, Ink.QUIET, align=ft.TextAlign.END, struck=line.entry.voided)
    number.size = columns.number_size(words, line.paper.layout)
    if not line.note:
        return number
    sign = ft.Icon(ft.Icons.CHAT_OUTLINED, size=NOTE, color=Ink.QUIET, semantics_label=t("Note"))
    end = ft.CrossAxisAlignment.END
    return ft.Column([number, sign], spacing=0, tight=True, horizontal_alignment=end)


# -- the amounts ---


def _cells(line: RowFacts) -> list[ft.Control]:
    paper, entry, columns = line.paper, line.entry, line.paper.columns
    if not (line.label[1] or entry.moves):
        return []
    amounts, totals = paper.amounts(entry.amounts), paper.totals(entry.totals)
    beside = 0 if columns.label_above else STAR
    size = columns.fitting(amounts, (Size.SMALL, Size.TINY), paper.layout, beside=beside)
    small = columns.fitting(totals, (Size.TINY,), paper.layout)
    return [_cell(line, place, (size, small)) for place in range(len(paper.people))]


def _cell(line: RowFacts, place: int, sizes: tuple[float, float]) -> ft.Control:
    """The amount of a player and, below it, the total: one text, because a sheet has hundreds of cells."""
    paper, entry, person = line.paper, line.entry, line.paper.people[place]
    amount, outcome = entry.amounts[place], entry.deal.outcome
    if not amount and (why := _blank(line, person)):
        words, size = ("–", sizes[0]) if why == "–" else (why, theme.SIZES[Size.TINY])
        return _figures(_figure(words, size, Ink.QUIET), wraps=why != "–")
    taker = isinstance(outcome, Hand) and person.id == outcome.taker
    partner = isinstance(outcome, Hand) and person.id == outcome.partner
    ink = gain_ink(amount) if taker else Ink.TEXT
    figures = [_figure(paper.amounts([amount])[0], sizes[0], ink, bold=taker, struck=entry.voided)]
    sign = TAKER if taker else PARTNER if partner else ""
    if sign and not paper.columns.label_above:
        figures.insert(0, _figure(f"{sign} ", theme.SIZES[Size.TINY], gain_ink(amount)))
    if (
        not entry.voided and paper.columns.lines == 1
    ):  # with several lines of players, totals would hide the amounts
        figures.append(_figure(f"\n{paper.totals([entry.totals[place]])[0]}", sizes[1], Ink.QUIET))
    return _figures(*figures)


def _blank(line: RowFacts, person: Person) -> str:
    """The text instead of a zero for a player without a part in the hand: a dash or "sits out"; "" for all others."""
    outcome = line.entry.deal.outcome
    if isinstance(outcome, Hand):
        if person.id not in line.here:
            return "–"
        return line.paper.t("sits out") if person.id not in outcome.players else ""
    return "–" if line.entry.deal.points_change is not None else ""


def _figure(
    value: str, size: float, ink: Ink, *, bold: bool = False, struck: bool = False
) -> tuple[str, ft.TextStyle]:
    return value, _style(size, ink, bold, struck)


@cache
def _style(size: float, ink: Ink, bold: bool, struck: bool) -> ft.TextStyle:
    """The style of figures; equal styles share one object, so that Flet need not compare them."""
    font, line = theme.BOLD if bold else theme.REGULAR, ft.TextDecoration.LINE_THROUGH if struck else None
    return ft.TextStyle(size=size, color=ink, font_family=font, decoration=line)


def _figures(
    first: tuple[str, ft.TextStyle], *others: tuple[str, ft.TextStyle], wraps: bool = False
) -> ft.Text:
    """One text control with several figures; the first figure is not a span, because a span is one more control."""
    value, style = first
    return ft.Text(
        value,
        [ft.TextSpan(*each) for each in others],
        style=style,
        color=style.color,  # else Flet's client draws a text with spans in a different colour
        text_align=ft.TextAlign.END,
        no_wrap=not wraps,
        expand=1,
    )


# -- for a screen reader ---


def spoken(line: RowFacts) -> str:
    """The row for a screen reader, with the name of the player before each amount."""
    t = line.paper.t
    hand = entry_title(t, line.entry)
    if line.entry.voided:
        hand = t("{hand}, struck out", hand=hand)
    said = [t("{hand}: {what}", hand=hand, what=_what(line)), *_spoken_amounts(line), line.recorded_by]
    return ". ".join([*filter(None, said), *([t("Note: {note}", note=line.note)] if line.note else [])])


def _what(line: RowFacts) -> str:
    """The outcome in words."""
    t, outcome, name_of = line.paper.t, line.entry.deal.outcome, line.paper.name_of
    if isinstance(outcome, ThrownIn):
        return t.inside(thrown_in_name(t, outcome))
    if isinstance(outcome, Adjustment | TakeOver):
        return who_pays(t, outcome, name_of)
    what = t("{bid} by {name}", bid=t.inside(bid_name(t, outcome.bid)), name=name_of(outcome.taker))
    if outcome.open:
        what = f"{name_of(outcome.taker)} {takes(t, outcome.bid)}"
    if outcome.partner is not None:
        what = t("{taker} with {partner}", taker=what, partner=name_of(outcome.partner))
    return ", ".join(
        [what, t.inside(result(t, outcome, line.entry.rules), noun=False), *bonus_texts(t, outcome)]
    )


def _spoken_amounts(line: RowFacts) -> list[str]:
    """The amount and the total of each player at the table, in words; or a text that says that the player sits out."""
    paper, entry, t, said = line.paper, line.entry, line.paper.t, list[str]()
    amounts, totals = paper.amounts(entry.amounts), paper.totals(entry.totals)
    concerned = _concerned(entry)
    for place, person in enumerate(paper.people):
        name, amount = person.name, amounts[place]
        if person.id in concerned or (entry.amounts[place] and not isinstance(entry.deal.outcome, ThrownIn)):
            total = t("{name} {amount}, total {total}", name=name, amount=amount, total=totals[place])
            said.append(f"{name} {amount}" if entry.voided else total)
        elif isinstance(entry.deal.outcome, Hand) and person.id in line.here:
            said.append(t("{name} sits out", name=name))
    return said


def _concerned(row: SheetRow) -> Sequence[PlayerId]:
    """The players who play, pay or get something in a deal."""
    outcome = row.deal.outcome
    if isinstance(outcome, ThrownIn):
        return [move.player for move in row.moves]
    return outcome.players
