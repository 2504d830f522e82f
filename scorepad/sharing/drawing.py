"""The drawing: the last part of the pack of an evening, with which a reader that knows no rules draws the sheet.

Such a reader is the page on which people follow an evening in a browser. It finds the rows, the names and the notes
in the events. The amounts of most rows are the payments in the events. The drawing has the other amounts, for example
of mouches, of chips, and of rules that changed afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorepad.evening.evening import Evening
from scorepad.evening.events import Dealt
from scorepad.evening.people import MAX_EVER
from scorepad.evening.sheet import Sheet

from .bits import BLANK, Pack
from .codes import UNITS
from .context import Context, back

MAX_ROWS = 3000
MAX_MOUCHES = 3000


class OtherAmounts(NamedTuple):
    """The amounts of a row, in 1/unit of the sheet, in the order of its people.

    `skipped` is the number of rows between the previous row with such amounts and this row.
    """

    skipped: int
    amounts: tuple[int, ...]


def drawing_part(pack: Pack, context: Context, evening: Evening) -> None:
    """Writes the drawing, or reads and ignores it.

    It has the number of people, the unit, the next dealer, the number of hands left, the mouches, the other amounts,
    and (since version 2) each row that the sheet leaves out, with the row that shows the same hand.
    """
    sheet = evening.sheet
    count = pack.number(len(sheet.people) if pack.writing else 0, 2)
    pack.one_of(UNITS, sheet.unit)
    pack.choice(context.people, evening.dealer)
    pack.maybe(lambda pack, left: pack.number(left, 3), evening.progress.hands)
    pack.each(lambda pack, points: pack.number(points, 5), sheet.pot, MAX_MOUCHES)
    others = [*other_amounts(sheet)] if pack.writing else BLANK

    def row(pack: Pack, value: OtherAmounts) -> OtherAmounts:
        skipped = pack.number(value.skipped, 0)
        amounts = [pack.signed(value.amounts[place], 6) for place in range(min(count, MAX_EVER))]
        return OtherAmounts(skipped, tuple(amounts))

    pack.each(row, others, MAX_ROWS)
    if pack.version > 1:
        left_out = [*evening.table.same_turns.left_out.items()] if pack.writing else BLANK
        pack.each(
            lambda pack, pair: [back(pack, context, pair[place]) for place in (0, 1)], left_out, MAX_ROWS
        )


def other_amounts(sheet: Sheet) -> Iterator[OtherAmounts]:
    """Yields the amounts of each row that counts, if they do not follow from its current version (`told_amounts`)."""
    last, before = -1, (0,) * len(sheet.people)
    for place, row in enumerate(sheet.rows):
        if not row.voided and row.amounts != told_amounts(sheet, place, before):
            yield OtherAmounts(place - last - 1, row.amounts)
            last = place
        before = row.totals


def told_amounts(sheet: Sheet, place: int, totals: Sequence[int]) -> tuple[int, ...]:
    """The amounts of a row that follow from its current version alone, in 1/unit of the sheet.

    `totals` are the totals of the sheet before the row, in the same unit.
    """
    row = sheet.rows[place]
    ids = [person.id for person in sheet.people]
    change, beside = row.current.change, row.deal.points_change
    received: dict[str, int] = {}
    if beside is not None:
        received = beside.moved(dict(zip(ids, totals, strict=True)), sheet.unit)
    elif isinstance(change, Dealt) and change.agreed is not None:
        paid = change.agreed
        received = {id_: amount * sheet.unit // paid.unit for id_, amount in paid.payments}
    return tuple([received.get(id_, 0) for id_ in ids])
