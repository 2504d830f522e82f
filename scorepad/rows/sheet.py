"""Reads a whole paper sheet into an evening, line by line, with the dealer and the rules of each hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorepad.evening.deal import Deal
from scorepad.evening.evening import Evening
from scorepad.evening.event_place import Stamp
from scorepad.evening.sheet import SheetRow
from scorepad.i18n import MINUS
from scorepad.pad.entry import MAX_ROWS
from scorepad.tarot.hand import PlayerId, ThrownIn

from .reading import read_row
from .row import Doubt, DoubtKind, RowKind, RowReading


@dataclass(frozen=True)
class SheetLine:
    """A line of a sheet: its place in the text, its words and their meaning.

    `deal` is the deal that the line would record in the evening. `entry` is the row of this deal on the score sheet,
    with the totals so far. Both are None for a line that is no hand, or that leaves a question. `dealer` is the person
    whose turn it is to deal.
    """

    place: int
    words: str
    row: RowReading
    dealer: PlayerId
    deal: Deal | None = None
    entry: SheetRow | None = None

    @property
    def asks(self) -> bool:
        """Whether the line leaves a question, which somebody has to answer."""
        return self.deal is None and (self.row.kind is RowKind.HAND or bool(self.row.doubts))


@dataclass(frozen=True)
class PaperSheet:
    """The lines of a text, and the evening with all hands that leave no question."""

    lines: tuple[SheetLine, ...]
    evening: Evening
    unread: int = 0
    """The number of lines after the first `MAX_ROWS`: they are not read."""

    @property
    def deals(self) -> list[Deal]:
        """The deals that the lines would record, in their order."""
        return [line.deal for line in self.lines if line.deal is not None]

    @property
    def asked(self) -> list[SheetLine]:
        """The lines that leave a question."""
        return [line for line in self.lines if line.asks]

    @property
    def is_clear(self) -> bool:
        """Whether there are hands, and no questions."""
        return bool(self.deals) and not self.asked


def read_sheet(text: str, evening: Evening, language: str) -> PaperSheet:
    """Reads the rows of a text as the next hands of an evening.

    A hand with a question counts as thrown in, so that the next hand has the next dealer.
    """
    reader = _SheetReader(evening, language, [person.id for person in evening.table.seating.people])
    lines = text.split("\n")
    found = [reader.line(place, words) for place, words in enumerate(lines[:MAX_ROWS]) if words.strip()]
    return PaperSheet(tuple(found), reader.evening, len(lines[MAX_ROWS:]))


@dataclass
class _SheetReader:
    """Reads lines in their order; `order` are the people in the order of the columns of the sheet."""

    evening: Evening
    language: str
    order: Sequence[PlayerId]
    is_whole: bool = True
    """Whether no hand has been left out, so that the totals are known."""
    begun: bool = False
    """Whether an earlier line was a hand."""
    has_payments: bool = False
    """Whether the columns of the sheet are payments, not totals."""
    claimed: tuple[int, ...] = ()
    """The columns of the last hand, in half points, if they may be totals; empty until a hand is left out."""

    def line(self, place: int, words: str) -> SheetLine:
        """Reads the next line and records its hand, if any, in `evening`: as thrown in, if it leaves a question."""
        now = self.evening
        dealer, rules, people = now.dealer, now.rules_at(), now.table.seating.people
        names = {person.id: person.name for person in people}
        row = read_row(words, names, now.table.seating.players(dealer), rules, self.language)
        stamp, outcome = Stamp(now.start.created), row.outcome(rules)
        if row.order:
            self.order = row.order
        if row.kind is RowKind.TOTALS and self.is_whole and row.columns not in self._totals(now):
            return SheetLine(place, words, _unlike(row), dealer)
        if row.kind is RowKind.REMARK:  # after a hand, the remark may be a hand that nobody can read
            row = replace(row, kind=RowKind.HAND) if self.begun else replace(row, doubts=())
        if row.kind is not RowKind.HAND:
            return SheetLine(place, words, row, dealer)
        self.begun = True
        if outcome is not None:
            after = now.record(Deal(dealer, outcome), stamp)
            if self._agrees(row.columns, after):
                self.evening = after
                return SheetLine(place, words, row, dealer, Deal(dealer, outcome), after.sheet.rows[-1])
            row = _unlike(row)
        self.evening, self.is_whole = now.record(Deal(dealer, ThrownIn.PETIT_SEC), stamp), False
        self.claimed = row.columns
        return SheetLine(place, words, row, dealer)

    def _agrees(self, columns: tuple[int, ...], after: Evening) -> bool:
        """Whether the columns of a row fit the payments of the hands.

        If a hand was left out, the totals are unknown: only their changes since the row before are checked.
        """
        amounts = self._ordered(after, after.sheet.rows[-1].amounts, after.sheet.unit)
        if not columns or columns in self._columns(after):
            self.has_payments = self.has_payments or (
                columns == amounts and columns not in self._totals(after)
            )
            return True
        if self.is_whole or self.has_payments or len(columns) != len(amounts):
            return False
        before, self.claimed = self.claimed, columns
        if len(before) != len(amounts):  # totals cannot be checked yet; payments in a wrong order are wrong
            return sum(columns) == 0 and sorted(columns) != sorted(amounts)
        return columns == tuple(map(sum, zip(before, amounts, strict=True)))

    def _columns(self, after: Evening) -> list[tuple[int, ...]]:
        """The columns that a sheet may have after its last hand, in half points: payments, totals, or both."""
        entry, unit = after.sheet.rows[-1], after.sheet.unit
        amounts = self._ordered(after, entry.amounts, unit)
        found = [amounts]
        for totals in self._totals(after):
            both = tuple(each for pair in zip(amounts, totals, strict=True) for each in pair)
            found += [totals, both, amounts + totals]
        return found

    def _totals(self, evening: Evening) -> list[tuple[int, ...]]:
        """A list with the totals, in half points and in the order of the columns; empty if a hand was left out."""
        sheet = evening.sheet
        return [self._ordered(evening, sheet.totals, sheet.unit)] if self.is_whole else []

    def _ordered(self, evening: Evening, amounts: Sequence[int], unit: int) -> tuple[int, ...]:
        """Puts amounts into the order of the columns, and converts them from 1/`unit` of a point to half points.

        `amounts` are in the order of the people of `evening.sheet`.
        """
        by_id = dict(zip([person.id for person in evening.sheet.people], amounts, strict=True))
        return tuple(2 * by_id[id_] // unit for id_ in self.order)


def _unlike(row: RowReading) -> RowReading:
    """Returns the row with one more doubt: its columns do not fit the payments of the hands."""
    numbers = " ".join(f"{number / 2:+g}".replace("-", MINUS) for number in row.columns)
    return replace(row, doubts=(*row.doubts, Doubt(DoubtKind.COLUMNS, numbers)))
