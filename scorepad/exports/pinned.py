"""A season, or a player of it, as a page to pin up and as a picture: tables, bars with intervals, the curve.

Both have the same parts from top to bottom. The page has the months of a season beside the records, and the shares of
contracts made for each bid if there is room. The picture is one page of any height, with fewer columns. Lengths are in
millimetres.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import zip_longest
from math import floor
from typing import Any

from scorepad.design import BOLD, DARK, LIGHT, Palette
from scorepad.design.letters import facts, printable, wrap
from scorepad.exports.columns import Column, DataTable
from scorepad.exports.curve import LINES, QUARTERS, CurveData, CurveStyle, curve, season_course
from scorepad.exports.drawing import Shape, Text, amount_colour, moved
from scorepad.exports.pages import HEADING, PICTURE, POINT, Cell, Grid, Pages
from scorepad.exports.pages import MARGIN as PAGE_MARGIN
from scorepad.exports.pdf import pdf
from scorepad.exports.picture import ICON, MARGIN, SCALE, WIDTH, painted
from scorepad.exports.season import (
    EVENINGS,
    FIGURES,
    MONTHS,
    PAIRS,
    PLAYERS,
    RECORDS,
    FigureRow,
    SeasonReport,
    figure_rows,
)
from scorepad.exports.values import CellKind, shown
from scorepad.i18n import N_, Translator
from scorepad.i18n.looking_back import margin_text, share_text, who_counts
from scorepad.i18n.names import BIDS
from scorepad.stats.parts import BIDS as BY_BID
from scorepad.stats.parts import TAKEN, Filter
from scorepad.stats.tally import Count
from scorepad.work import Work

SIZES = tuple(points * POINT for points in (9, 8, 7))
"""The sizes of type."""
HEAD, ROW = 2.35, 1.75
"""The heights of the headings and of a row of a table, in sizes of the type."""
LEADING, GAP = 1.4, 1.5
"""The height of a line of text, in sizes of the type, and the space above the first line."""
SMALL = 90.0
"""A table up to this height is kept on one page."""
SIDE = "side"
"""The key in `PageSizes.columns` for the columns of the records if they stand beside the months."""
GUTTER = 6.0
"""The space between two tables beside each other."""
AROUND = 12.0
"""The height that a curve needs above and below its lines, both together, in mm."""


@dataclass(frozen=True, slots=True)
class PageSizes:
    """The sizes that differ between page and picture.

    `name` is the greatest width of a name, and `shares` the greatest number of columns of shares. `columns` has, by the
    key of a table, the keys of its columns. `heights` are the least and the greatest height of the curve.
    """

    name: float
    columns: Mapping[str, str]
    shares: int
    curve: CurveStyle
    heights: tuple[float, float]
    sides: bool = False
    """Whether months and records stand beside each other."""


ON_PAGE = PageSizes(
    name=36,
    columns={
        PLAYERS.key: "rank player evenings wins points mean hands taken",
        MONTHS.key: "month evenings first first_points",
        PAIRS.key: "player called made won against received",
        RECORDS.key: "record player day hand value",
        SIDE: "record player day value",
    },
    shares=9,
    curve=CurveStyle(names=46, name_height=5.0, totals=True, numbers=12),
    heights=(34, 100),
    sides=True,
)
IN_PICTURE = PageSizes(
    name=24,
    columns={
        PLAYERS.key: "rank player evenings wins points",
        MONTHS.key: "month first first_points",
        PAIRS.key: "player called against received",
        RECORDS.key: "record player value",
    },
    shares=1,
    curve=CurveStyle(names=21, name_height=4.6, numbers=10),
    heights=(58, 58),
)


def page(report: SeasonReport, t: Translator, paper: str) -> Work[bytes]:
    """Makes the page to pin up as a PDF, or several pages if needed; pauses after each page.

    The same season in the same language on the same paper gives the same bytes.
    """
    title = printable(report.title(t, str))
    return pdf([planned_page(report, t, paper)], title, t.language, report.last)


def planned_page(report: SeasonReport, t: Translator, paper: str) -> Pages:
    """The pages of a report, as few as possible, in the largest size of type that needs no more pages."""
    made = (_Report(t, report, ON_PAGE, size).put(Pages(paper, False)) for size in SIZES)
    return min(made, key=lambda each: len(each.pages))


def picture(report: SeasonReport, t: Translator, *, dark: bool = False) -> bytes:
    """The report as a PNG for a chat, 1080 pixels wide and as high as needed."""
    palette = DARK if dark else LIGHT
    shapes, high = planned_picture(report, t, palette)
    return painted(shapes, (WIDTH, high), palette.paper, (MARGIN, high - 2 * ICON, ICON))


def planned_picture(report: SeasonReport, t: Translator, palette: Palette) -> tuple[list[Shape], int]:
    """The shapes of the picture without the icon of the app, and the height of the picture; both in pixels."""
    pages = _Report(t, report, IN_PICTURE, SIZES[0]).put(Pages(PICTURE, False, palette))
    corner = MARGIN - SCALE * PAGE_MARGIN
    drawn = [shape for part in pages.pages[0] for shape in part.shapes]
    foot = round(corner + SCALE * pages.y) + 3 * ICON
    named = Text(MARGIN + ICON + 14, foot - 2 * ICON + 31, "Scorepad", 28, palette.quiet)
    return [*moved(drawn, corner, corner, SCALE), named], foot


TITLES = {TAKEN: N_("All contracts")} | {each: BIDS[each.bid] for each in BY_BID if each.bid}
"""The titles of the columns with shares of contracts made, by the filter of each column."""

Section = tuple[str, Sequence[tuple[float, Sequence[Shape]]]]
"""A title, and the parts below it, each with its height."""


@dataclass(frozen=True, slots=True)
class _Report:
    """Lays out a report, with the sizes of `look` and with type of `size`."""

    t: Translator
    report: SeasonReport
    look: PageSizes
    size: float

    def put(self, pages: Pages) -> Pages:
        """Puts the report on pages; the curve gets lower if everything then fits on one page."""
        about, counted = self.report.about(self.t, printable), who_counts(self.t)
        pages.begin(self.report.title(self.t, printable), about[:2])
        self._put_lines(pages, facts(*about[2:]))
        lines = GAP + LEADING * self.size * len(wrap(counted, self.size, pages.width))
        sections = self._sections(pages, pages.left - lines)
        for each in sections[:1]:
            self._put(pages, each)
        others = sections[1:]
        if found := season_course(self.t, self.report):
            self._put_curve(pages, found[0], pages.left - HEADING - lines - sum(map(_height, others)))
        for each in others:
            self._put(pages, each)
        self._put_lines(pages, counted)
        return pages

    def _put(self, pages: Pages, section: Section) -> None:
        """Puts a section on pages; a small section stays on one page, and a title is never alone."""
        title, parts = section
        whole, beginning = (sum(height for height, _ in some) for some in (parts, parts[:3]))
        pages.heading(title, whole if whole < SMALL else beginning)
        for height, shapes in parts:
            pages.put(height, shapes)

    def _put_lines(self, pages: Pages, text: str) -> None:
        """Puts a text in small type; does nothing for an empty text."""
        size = self.size
        for number, line in enumerate(wrap(text, size, pages.width) if text else ()):
            if not number:
                pages.put(GAP, ())
            pages.put(LEADING * size, [Text(0, 1.2 * size, line, size, pages.palette.quiet)])

    def _put_curve(self, pages: Pages, drawn: CurveData, rest: float) -> None:
        """Puts the curve on pages; its height is the `rest` of the page, within the least and the greatest height."""
        t, style, most = self.t, self.look.curve, self.look.heights[1]
        least = self._least_curve(len(drawn.people))
        high, title = max(floor(min(rest, most)), least), t("From evening to evening")
        totals = zip(drawn.people, drawn.totals[-1], strict=True)
        said = ", ".join(f"{printable(person.name)} {t.signed(total, QUARTERS)}" for person, total in totals)
        pages.heading(title, high)
        lines = curve(drawn, pages.palette, style, pages.width, high - AROUND)
        pages.put(high, moved(lines, 0, 5), "Figure", f"{title}: {said}")

    def _least_curve(self, people: int) -> float:
        """The least height of the curve of a number of people."""
        return max(self.look.heights[0], self.look.curve.least_height(people) + AROUND)

    # -- the sections ---

    def _sections(self, pages: Pages, room: float) -> list[Section]:
        """The sections of the tables that have rows, without the curve, which follows the first section.

        `room` is the height for the sections and the curve. Contracts by bid are left out if the curve at its least
        height does not fit with them.
        """
        report, wide = self.report, pages.width
        if report.player or not self.look.sides:
            tables = [table for table in report.tables if table is not EVENINGS]
            found = [self._section(pages, table, wide) for table in tables]
            return [section for section in found if len(section[1]) > 1]
        half = (wide - GUTTER) / 2
        months, records = self._section(pages, MONTHS, half), self._section(pages, RECORDS, half, SIDE)
        players, bids = (self._section(pages, table, wide) for table in (PLAYERS, FIGURES))
        sides = _beside(months, records, half + GUTTER, pages.palette)
        curve = HEADING + self._least_curve(min(LINES, len(report.people)))
        fits = len(bids[1]) > 1 and sum(map(_height, (players, bids, sides))) + curve <= room
        return [players, *([bids] if fits else []), sides]

    def _section(self, pages: Pages, table: DataTable, wide: float, key: str = "") -> Section:
        """The section of a table: its title, its headings and its rows.

        `key` is the key of the columns in `look.columns`; by default, the key of the table.
        """
        columns, rows = self._share_table() if table is FIGURES else self._listed(table, key or table.key)
        cells = [[self._cell(pages.palette, column, row) for column in columns] for row in rows]
        grid = Grid(self.t, columns, cells, wide, self.size, self.look.name)
        row, head = ROW * self.size, HEAD * self.size
        grid.row, grid.palette = row, pages.palette
        lines = [(row, [*grid.line(line), grid.rule(row)]) for line in cells]
        return table.heading(self.t), [(head, [*grid.head(head)]), *lines]

    def _listed(self, table: DataTable, key: str) -> tuple[list[Column], Iterable[Any]]:
        """The printed columns and the rows of a table; on a page, players also have a bar with contracts made."""
        keys = self.look.columns[key].split()
        if table is RECORDS and self.report.player:
            keys.remove("player")
        columns = [table.columns[table.number_of(key)] for key in keys]
        if table is PLAYERS and self.look.sides:
            columns.append(
                Column("share", N_("Contracts made"), CellKind.SHARE, lambda row: row.standing.tally.taken)
            )
        return columns, table.rows(self.report)

    def _share_table(self) -> tuple[list[Column], Iterable[FigureRow]]:
        """The columns and rows of contracts made: for one player a row per figure, otherwise a column per bid."""
        rows = [row for row in figure_rows(self.report) if row.shared]
        _, player, figure, *_ = FIGURES.columns
        if self.report.player:
            share = Column("share", N_("Share made"), CellKind.SHARE, lambda row: row.count)
            margin = Column("margin", N_("Mean margin"), CellKind.AMOUNT, partial(_margin, self.t))
            return [figure, share, margin], rows
        counts = {(row.person.id, row.wanted): row.count for row in rows}
        played = {row.wanted for row in rows}
        bids = [
            Column("share", title, CellKind.SHARE, partial(_count, counts, wanted))
            for wanted, title in TITLES.items()
            if wanted in played
        ]
        return [player, *bids[: self.look.shares]], {row.person.id: row for row in rows}.values()

    def _cell(self, palette: Palette, column: Column, row: Any) -> Cell:
        """A cell; amounts have colours, shares have bars."""
        value = column.value(row)
        if isinstance(value, Count):
            return Cell(share_text(self.t, value), count=value)
        said = printable(shown(self.t, column.kind, value)) or "–"
        if column.kind is CellKind.AMOUNT and isinstance(value, Fraction):
            return Cell(said, amount_colour(value, palette), BOLD)
        return Cell(said, person=value if column.kind is CellKind.NAME else None)


def _height(section: Section) -> float:
    """The height of a section with its title."""
    return HEADING + sum(height for height, _ in section[1])


def _beside(left: Section, right: Section, x: float, palette: Palette) -> Section:
    """Joins two sections side by side, the right one at `x`; if only one section has rows, returns this section."""
    if min(len(left[1]), len(right[1])) < 2:
        return max(left, right, key=lambda section: len(section[1]))
    (title, parts), (other, others) = left, right
    heading = Text(x, 9 - HEADING, other, 13 * POINT, palette.text, BOLD)
    rows = []
    for place, (one, two) in enumerate(zip_longest(parts, others, fillvalue=(0.0, ()))):
        extra = [heading] if place == 0 else []
        rows.append((max(one[0], two[0]), [*one[1], *extra, *moved(two[1], x, 0)]))
    return title, rows


def _count(counts: Mapping[tuple[str, Filter], Count], wanted: Filter, row: FigureRow) -> Count | None:
    return counts.get((row.person.id, wanted))


def _margin(t: Translator, row: FigureRow) -> str:
    """The mean margin with its uncertainty; empty for a duel."""
    return "" if row.margin is None else margin_text(t, row.count)
