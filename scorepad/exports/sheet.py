"""The score sheet on paper: a line per hand, a column per person, totals carried from page to page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from scorepad.design import BOLD, REGULAR
from scorepad.design.letters import fit, printable
from scorepad.evening.figures import RulesInForce
from scorepad.evening.sheet import SheetRow
from scorepad.exports.columns import HANDS, Column, HandRow, hand_rows, of_everybody, outcome_of, received
from scorepad.exports.drawing import RIGHT, Area, Shape, Text, amount_colour, box, centred
from scorepad.exports.pages import HEADING, MARGIN, PAD, PALETTE, POINT, SIZES, Cell, Grid, Pages
from scorepad.exports.values import CellKind, shown, words
from scorepad.exports.wording import Wording
from scorepad.i18n import MINUS, N_
from scorepad.i18n.names import bid_name, scheme_title, who_pays
from scorepad.i18n.pots import pots_lines
from scorepad.tarot.hand import Poignee, PoigneeSize
from scorepad.tarot.scoring import Line as ScoreLine
from scorepad.tarot.scoring import Rule

PRINTED = ("hand", "dealer", "taker", "partner", "bid", "bouts", "card_points", "margin")
"""The keys of the columns of hands that are printed."""
UPRIGHT, WIDE = False, True
TRIES = (
    *product([UPRIGHT], ((9, 36), (8.5, 30), (8, 24))),
    *product([WIDE], ((9, 36), (9, 24), (8, 24), (7, 18), (6, 14), (5, 10), (4.5, 6))),
)
"""The layouts to try in this order until the sheet fits: the page, the type in points, the width of names in mm."""
HEAD = 12.5
LEGEND = 5.0
SMALL = 7 * POINT
SIGNS = {
    "PB": N_("Petit au bout"),
    "P": N_("Poignée"),
    "PP": N_("Double poignée"),
    "PPP": N_("Triple poignée"),
    "CH": N_("Chelem"),
    "PC": N_("Petit chelem"),
    "M": N_("Misère"),
}
"""The signs of bonuses: "PB+" is a petit au bout for the taker's side, "P−" a poignée for the defence."""
SIGN_OF = {
    Rule.PETIT_AU_BOUT: "PB",
    Rule.POIGNEE: "P",
    Rule.CHELEM_ANNOUNCED: "CH",
    Rule.CHELEM_MISSED: "CH",
    Rule.CHELEM_UNANNOUNCED: "CH",
    Rule.PETIT_CHELEM_ANNOUNCED: "PC",
    Rule.PETIT_CHELEM_MISSED: "PC",
    Rule.PETIT_CHELEM_UNANNOUNCED: "PC",
    Rule.MISERE: "M",
}
"""The sign of each rule about a bonus; a larger poignée repeats its sign."""


def extras(row: HandRow) -> str:
    """The signs of the bonuses of a hand."""
    lines = row.entry.score.lines if row.entry.score else ()
    return " ".join(_sign(line) for line in lines if line.rule in SIGN_OF)


def _sign(line: ScoreLine) -> str:
    sign = SIGN_OF[line.rule]
    if line.stake is not None:
        return sign
    if isinstance(line.cause, Poignee):
        sign *= 1 + list(PoigneeSize).index(line.cause.size)
    return sign + ("+" if line.value > 0 else MINUS if line.value < 0 else "")


class ScoreSheet:
    """The score sheet of an evening, in the largest type with which it fits the paper."""

    def __init__(self, wording: Wording, paper: str) -> None:
        self.wording, self.t, self.evening = wording, wording.t, wording.evening
        sheet = self.evening.sheet
        self.rows = {row.entry.id: row for row in hand_rows(self.evening, sheet.rows)}
        facts = [each for each in HANDS.columns if each.key in PRINTED]
        facts = [
            each for each in facts if any(each.value(row) not in (None, "") for row in self.rows.values())
        ]
        facts += [Column("extras", "", CellKind.TEXT, extras)]
        self.people = of_everybody(self.evening, "got", "", received)
        self.columns, self.first = [*facts, *self.people], len(facts)
        self.totals = [Fraction(total, sheet.unit) for total in sheet.totals]
        lines = [self._cells(row) for row in self.rows.values()]
        lines.append([*[Cell("")] * self.first, *self._sums(self.totals, BOLD)])
        for self.landscape, (points, names) in TRIES:
            room = SIZES[paper][self.landscape] - 2 * MARGIN
            self.grid = Grid(self.t, self.columns, lines, room, points * POINT, names)
            if self.grid.fits:
                break
        self.legend = fit(self._legend(), SMALL, room)
        self.pots = pots_lines(self.t, self.evening, printable)
        self.end = (2 + len(self.pots)) * self.grid.row + LEGEND + 2
        self.height = HEADING + HEAD + max(1, len(wording.rows)) * self.grid.row + self.end

    # -- the pages ---

    def put(self, pages: Pages, *, titled: bool) -> None:
        """Puts all rows on pages, with the totals carried over, the balance and the check.

        A `titled` sheet has a heading, and begins a new page unless it fits on this one.
        """
        grid, listed, so_far = self.grid, self.wording.rows, [Fraction(0)] * len(self.people)
        if titled:
            pages.heading(self.t("Score sheet"), min(self.height, pages.bottom - 2 * MARGIN) - HEADING)
        pages.put(HEAD, grid.head(HEAD))
        for number, each in enumerate(listed, 1):
            below = self.end if number == len(listed) else grid.row + LEGEND
            if pages.left < grid.row + below:
                pages.put(grid.row + LEGEND, self._carried(self.t("To carry over"), so_far, legend=True))
                pages.turn()
                pages.put(HEAD, grid.head(HEAD))
                pages.put(grid.row, self._carried(self.t("Carried over"), so_far))
            pages.put(grid.row, self._change(each) if isinstance(each, RulesInForce) else self._entry(each))
            if isinstance(each, SheetRow) and not each.voided:
                so_far = [Fraction(total, self.evening.sheet.unit) for total in each.totals]
        if not listed:
            pages.put(grid.row, [grid.across(self.t("No hand yet"), (0, self.first), PALETTE.quiet)])
        pages.put(self.end, self._balance())

    def _change(self, change: RulesInForce) -> Iterator[Shape]:
        """A row that tells a change of the rules."""
        t = self.t
        where = t("from here on") if change.from_now else t("they count for all hands")
        said = f"{t('Other rules')} · {printable(scheme_title(t, change.scheme))} · {where}"
        yield self.grid.across(said, (0, len(self.columns)), PALETTE.text, BOLD)
        yield self.grid.rule(self.grid.row)

    def _entry(self, entry: SheetRow) -> Iterator[Shape]:
        """A row of the sheet."""
        grid, row = self.grid, self.rows[entry.id]
        for number in range(self.first, len(self.columns), 2):
            yield Area(box(grid.edges[number], 0.25, grid.widths[number], grid.row - 0.5), PALETTE.low)
        yield from grid.line(self._cells(row))
        yield from self._said(row)
        fifth = entry.number > 0 and entry.number % 5 == 0
        yield grid.rule(grid.row, PALETTE.edge if fifth else PALETTE.line)

    def _said(self, row: HandRow) -> Iterator[Shape]:
        """Words in the place of cells, for a row that was not played, was struck out, or cannot be counted."""
        t, grid, entry = self.t, self.grid, row.entry
        if row.hand is None:
            change = entry.deal.points_change
            who = [who_pays(t, change, self.wording.name)] if change else []
            said = [words(t, outcome_of(entry)), *who, *map(printable, self.evening.remarks(entry))]
            yield grid.across(" · ".join(said), (min(2, self.first - 1), self.first), PALETTE.quiet)
        if entry.voided:
            said = [t("Struck out"), printable(entry.current.reason)]
        elif row.hand and entry.payments is None:
            said = [t("This table does not play {bid}.", bid=bid_name(t, row.hand.bid))]
        else:
            return
        words_ = " · ".join(filter(None, said))
        yield grid.across(words_, (self.first, len(self.columns)), PALETTE.quiet)

    def _carried(self, title: str, totals: Sequence[Fraction], *, legend: bool = False) -> Iterator[Shape]:
        """The totals at the foot or at the head of a page."""
        yield from self._summed(title, totals, REGULAR)
        if legend:
            yield Text(0, self.grid.row + 3.8, self.legend, SMALL, PALETTE.quiet)

    def _summed(self, title: str, totals: Sequence[Fraction], weight: str) -> Iterator[Shape]:
        """A row of sums with its title."""
        grid = self.grid
        yield grid.ground(PALETTE.deep if weight == BOLD else PALETTE.tone, grid.row)
        right = grid.edges[self.first] - PAD
        yield Text(right, centred(grid.row / 2, grid.size), title, grid.size, PALETTE.text, weight, RIGHT)
        yield from grid.line(self._sums(totals, weight), first=self.first)
        yield grid.rule(grid.row, PALETTE.edge, 0.3)

    def _balance(self) -> Iterator[Shape]:
        """The balance, the check and the mouches."""
        grid, wording, sheet = self.grid, self.wording, self.evening.sheet
        yield from self._summed(self.t("Balance"), self.totals, BOLD)
        amounts = [amount for row in sheet.counting_rows for amount in row.amounts]
        plus, minus = (sum(each for each in amounts if each * way > 0) for way in (1, -1))
        lies = sum(sheet.pot)
        numbers = {"plus": wording.number(plus), "minus": wording.number(-minus)}
        numbers["rest"] = wording.number(sum(sheet.totals) + lies)
        check = self.t("Check: {plus} − {minus} = {rest}", **numbers)
        if lies:
            numbers["mouches"] = wording.number(lies)
            check = self.t("Check: {plus} − {minus} + {mouches} = {rest}", **numbers)
        yield Text(grid.edges[-1], grid.row + 4.2, f"{check} ✓", grid.size, PALETTE.quiet, anchor=RIGHT)
        yield Text(0, grid.row + 8, self.legend, SMALL, PALETTE.quiet)
        for number, said in enumerate(self.pots, 1):
            lies_there = fit(said, grid.size, grid.edges[-1], BOLD)
            yield Text(0, (number + 1) * grid.row + 6, lies_there, grid.size, PALETTE.text, BOLD)

    # -- cells ---

    def _cells(self, row: HandRow) -> list[Cell]:
        """The cells of a row; the amount of the taker is bold."""
        return [self._cell(row, column) for column in self.columns]

    def _cell(self, row: HandRow, column: Column) -> Cell:
        value, struck = column.value(row), row.entry.voided
        said = printable(shown(self.t, column.kind, value))
        if column.kind is CellKind.NAME:
            return Cell("" if column.key == "dealer" else said, person=value, struck=struck)
        if struck:
            return Cell("" if column.person else said, PALETTE.quiet, struck=True)
        if column.key == "margin" and value is not None and value < 0:
            return Cell(said, PALETTE.loss)
        bold = column.person is not None and row.hand is not None and column.person.id == row.hand.taker
        return Cell(said, weight=BOLD if bold else REGULAR)

    def _sums(self, totals: Sequence[Fraction], weight: str) -> list[Cell]:
        """The cells of a row of sums; with a bold `weight`, sums have colours."""
        return [
            Cell(
                shown(self.t, CellKind.AMOUNT, total),
                amount_colour(total, PALETTE) if weight == BOLD else PALETTE.text,
                weight,
            )
            for total in totals
        ]

    def _legend(self) -> str:
        """The meanings of the signs in use; empty if no sign is used."""
        t, used = self.t, {sign for row in self.rows.values() for sign in extras(row).split()}
        plain = {sign.rstrip("+" + MINUS) for sign in used}
        meanings = [f"{sign} {t.inside(t(SIGNS[sign]))}" for sign in SIGNS if sign in plain]
        return " · ".join([*meanings, *([t("+ for the attack, − for the defence")] if used - plain else [])])
