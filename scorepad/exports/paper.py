"""Makes the PDF of an evening, to print or to file: standings, curve, score sheet, and every hand line by line."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from scorepad.design import BOLD, REGULAR
from scorepad.design.letters import printable, width, wrap
from scorepad.evening.evening import Evening
from scorepad.exports.columns import STANDINGS, TALLIES, Column, StandingRow, standing_rows
from scorepad.exports.curve import CurveData, CurveStyle, curve
from scorepad.exports.drawing import Text, amount_colour, moved
from scorepad.exports.hands import HandsByLine
from scorepad.exports.pages import HEADING, PALETTE, POINT, Cell, Grid, Pages
from scorepad.exports.pdf import pdf
from scorepad.exports.sheet import ScoreSheet
from scorepad.exports.values import CellKind, shown
from scorepad.exports.wording import Wording
from scorepad.i18n import Translator
from scorepad.i18n.evenings import dated_title, money_lines, teams_text
from scorepad.text import one_line
from scorepad.work import Work, part

RANKED = ("rank", "player", "total")
"""The columns of the standings on paper; the columns of `TALLIES` follow."""
ROW, LINE = 7.0, 5.0
"""The heights of a row of the standings and of a line of text, in mm."""
LEAST, MOST = 54.0, 105.0
"""The least and the greatest height of the curve, in mm."""
AROUND = 12.0
"""The part of the height of a curve that is above and below its lines, in mm."""
CURVE = CurveStyle(names=46, name_height=5.4, totals=True, numbers=12)


def score_sheet(
    evenings: Sequence[Evening], t: Translator, paper: str = "a4", *, sheet_only: bool = False
) -> Work[bytes]:
    """Makes one PDF of evenings, each of which begins on a new page; pauses after each evening, and after each page.

    With `sheet_only`, the PDF has only the score sheets. The same evenings in the same language on the same paper give
    the same bytes.
    """
    every = []
    for number, evening in enumerate(evenings, 1):
        every.append(planned(Wording(evening, t), paper, sheet_only=sheet_only))
        yield number / len(evenings) / 2
    title = dated_title(t, evenings[0])
    if len(evenings) > 1:
        title = t("Score sheets") + ", " + t.plural("{count} evening", "{count} evenings", len(evenings))
    at = max(evening.last_at for evening in evenings)
    return (yield from part(pdf(every, title, t.language, at), 0.5, 1))


def planned(wording: Wording, paper: str, *, sheet_only: bool = False) -> Pages:
    """All pages of one evening."""
    sheet = ScoreSheet(wording, paper)
    pages = Pages(paper, sheet.landscape)
    pages.begin(wording.title, [*wording.about, one_line(wording.note)])
    if sheet_only:
        sheet.put(pages, titled=False)
        return pages
    hands = HandsByLine(wording, pages)
    _put_standings(pages, wording)
    _put_curve(pages, wording, [sheet.height + hands.height, sheet.height])
    sheet.put(pages, titled=True)
    hands.put(pages)
    return pages


def _put_standings(pages: Pages, wording: Wording) -> None:
    """Puts the standings, the money and the teams on pages."""
    t, evening = wording.t, wording.evening
    by_key = {column.key: column for column in STANDINGS.columns}
    rows = [row for row in standing_rows(evening) if row.person]
    columns = [by_key[key] for key in RANKED]
    columns += [column for column in TALLIES if any(map(column.value, rows))]
    cells = [[_standing_cell(wording, row, column) for column in columns] for row in rows]
    grid = Grid(t, columns, cells, pages.width, 9.5 * POINT, 60)
    grid.row = ROW
    title = t("Final standings") if evening.table.ended else t("Standings so far")
    pages.heading(title, 8 + ROW * len(rows))
    pages.put(8, grid.head(8))
    for row, line in zip(rows, cells, strict=True):
        ground = [grid.ground(PALETTE.chosen, ROW)] if wording.leads(row.rank) else []
        pages.put(ROW, [*ground, *grid.line(line), grid.rule(ROW)])
    money = money_lines(t, evening, printable)
    if money:
        pages.heading(t("Money"), LINE * min(len(money), 4))
    for said in filter(None, [*money, teams_text(t, evening, printable)]):
        for words in wrap(said, 9 * POINT, pages.width):
            pages.put(LINE, [Text(0, 3.6, words, 9 * POINT, PALETTE.text)])


def _standing_cell(wording: Wording, row: StandingRow, column: Column) -> Cell:
    """A cell of the standings: the leader is bold, totals have colours, a dash stands for an empty cell."""
    value = column.value(row)
    said = printable(shown(wording.t, column.kind, value)) or "–"
    if column.key == "rank":
        said = f"{said}." if any(wording.evening.sheet.totals) else "–"
    if column.key == "total":
        return Cell(said, amount_colour(row.total, PALETTE), BOLD)
    if column.kind is CellKind.NAME and wording.leads(row.rank):
        return Cell(said, weight=BOLD, person=value)
    return Cell(said, person=value if column.kind is CellKind.NAME else None)


def _put_curve(pages: Pages, wording: Wording, following: Sequence[float]) -> None:
    """Puts the curve and the best and the worst hand on pages.

    `following` has heights to leave free below the curve, the preferred height first. The curve leaves the first height
    for which the page has room, and becomes lower if needed, but never lower than its least height.
    """
    t, sheet = wording.t, wording.evening.sheet
    if not sheet.deals:
        return
    title, below = t("The curve of the evening"), LINE * len(wording.highlights) + 4
    least = max(LEAST, CURVE.least_height(len(sheet.people)) + AROUND)
    pages.need(HEADING + least + below)
    room = pages.left - HEADING - below
    lower = next((rest for after in following if (rest := floor(room - after)) >= least), room)
    high = min(max(MOST, least), lower)
    pages.heading(title, high + below)
    totals = (f"{printable(each.person.name)} {wording.signed(each.total)}" for each in sheet.standings)
    drawn = curve(CurveData.of(wording), PALETTE, CURVE, pages.width, high - AROUND)
    pages.put(high, moved(drawn, 0, 5), "Figure", f"{title}: {', '.join(totals)}")
    for head, each in wording.highlights:
        said = f"{head}, {t.inside(t('Hand {number}', number=each.entry.number))}"
        amount, left = f" ({wording.signed(each.amount)})", 8 + width(said, 8.5 * POINT, BOLD)
        room = pages.width - left - width(amount, 8.5 * POINT)
        hand = wording.hand(each, 8.5 * POINT, room, REGULAR) + amount
        arrow = wording.arrow(each.amount)[0]
        pages.put(
            LINE,
            [
                Text(0, 3.6, arrow, 8 * POINT, amount_colour(each.amount, PALETTE)),
                Text(5, 3.6, said, 8.5 * POINT, PALETTE.text, BOLD),
                Text(left, 3.6, hand, 8.5 * POINT, PALETTE.text),
            ],
        )
