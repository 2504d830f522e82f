"""A season, or a player of it, as a page to pin up and as a picture: tables, bars with their intervals, the curve.

Both are the same sections; a picture has fewer columns in its width. Lengths are in millimetres.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import floor
from typing import Any

from scorepad.design import BOLD, DARK, LIGHT, Palette
from scorepad.design.letters import facts, fit, largest, printable, wrap
from scorepad.exports.columns import Column, Table
from scorepad.exports.curve import Course, CurveStyle, curve
from scorepad.exports.drawing import Shape, Text, amount_colour, moved
from scorepad.exports.grid import Cell, Grid
from scorepad.exports.pages import HEADING, PALETTE, POINT, Pages
from scorepad.exports.pdf import pdf
from scorepad.exports.picture import ICON, INSIDE, MARGIN, SCALE, WIDTH, painted
from scorepad.exports.progress import Work
from scorepad.exports.season import (
    EVENINGS,
    FIGURES,
    MONTHS,
    PAIRS,
    PLAYERS,
    RECORDS,
    TAKEN,
    FigureRow,
    Report,
    figure_rows,
)
from scorepad.exports.values import Kind, shown
from scorepad.i18n import N_, Translator
from scorepad.i18n.looking_back import margin_text, who_counts
from scorepad.i18n.names import BIDS
from scorepad.i18n.seasons import share_text
from scorepad.stats.filters import Filter
from scorepad.stats.parts import Role
from scorepad.stats.tally import Count
from scorepad.tarot.hand import CONTRACTS

SIZES = tuple(points * POINT for points in (9, 8, 7))
"""Of the type."""
HEAD, ROW = 2.35, 1.75
"""The heights of the headings and of a row of a table, in sizes of the type."""
LEADING, GAP = 1.4, 1.5
"""The height of a line of text, in sizes of the type, and what is left free above the first."""
SMALL = 90.0
"""The height up to which a table is on one page."""
LEAST, MOST = 34.0, 100.0
"""The height of the curve on a page."""
AROUND = 12.0
"""What of it is above and below the lines."""
LINES = 8
"""The most lines of the curve: those of the first players."""
QUARTERS = 4
"""Amounts are whole in quarters of a point."""


@dataclass(frozen=True, slots=True)
class Look:
    """How wide all is, and a name; the type, the colours, the columns of each table, how many shares, the curve."""

    width: float
    name: float
    size: float
    palette: Palette
    columns: Mapping[str, str]
    shares: int
    curve: CurveStyle


PAGE_COLUMNS = {
    PLAYERS.key: "rank player evenings wins points mean hands taken made",
    MONTHS.key: "month evenings hands first first_points second second_points third third_points",
    PAIRS.key: "player called made won against received",
    RECORDS.key: "record player day hand value",
}
PICTURE_COLUMNS = {
    PLAYERS.key: "rank player evenings wins points",
    MONTHS.key: "month first first_points",
    PAIRS.key: "player called against received",
    RECORDS.key: "record player value",
}


@dataclass(frozen=True, slots=True)
class Section:
    """A title, and parts below it with their heights."""

    title: str
    parts: Sequence[tuple[float, Sequence[Shape]]]

    @property
    def height(self) -> float:
        """The height without the title."""
        return sum(height for height, _ in self.parts)


# -- the sections ---


def sections(t: Translator, report: Report, look: Look) -> list[Section]:
    """The tables of a report; its curve comes besides."""
    tables = [table for table in report.tables if table is not EVENINGS]
    found = [
        _shares(t, report, look) if each is FIGURES else _listed(t, report, look, each) for each in tables
    ]
    return [section for section in found if len(section.parts) > 1]


def _listed(t: Translator, report: Report, look: Look, table: Table) -> Section:
    """A table, with some of its columns."""
    by_key = {column.key: column for column in table.columns}
    columns = [by_key[key] for key in look.columns[table.key].split()]
    if table is RECORDS and report.player:
        columns.remove(by_key["player"])
    return _section(t, look, table.heading(t), columns, table.rows(report))


TITLES = {TAKEN: N_("All contracts")} | {Filter(role=Role.TAKER, bid=bid): BIDS[bid] for bid in CONTRACTS}
"""The columns of the contracts made."""


def _shares(t: Translator, report: Report, look: Look) -> Section:
    """The contracts made, as bars: of a player in rows, of everybody in columns, a bid each."""
    rows = [row for row in figure_rows(report) if row.shared]
    _, player, figure, *_ = FIGURES.columns
    if report.player:
        share = Column("share", N_("Share made"), Kind.SHARE, lambda row: row.count)
        margin = Column("margin", N_("Mean margin"), Kind.AMOUNT, partial(_margin, t))
        return _section(t, look, FIGURES.heading(t), [figure, share, margin], rows)
    counts = {(row.person.id, row.wanted): row.count for row in rows}
    played = {row.wanted for row in rows}
    columns = [
        Column("share", title, Kind.SHARE, partial(_count, counts, wanted))
        for wanted, title in TITLES.items()
        if wanted in played
    ]
    people = {row.person.id: row for row in rows}.values()
    return _section(t, look, FIGURES.heading(t), [player, *columns[: look.shares]], people)


def _count(counts: Mapping[tuple[str, Filter], Count], wanted: Filter, row: FigureRow) -> Count | None:
    return counts.get((row.person.id, wanted))


def _margin(t: Translator, row: FigureRow) -> str:
    """The mean margin and how far it can be off; a duel has none."""
    return "" if row.margin is None else margin_text(t, row.count)


def _section(
    t: Translator, look: Look, title: str, columns: Sequence[Column], rows: Iterable[Any]
) -> Section:
    """A table: its headings, and a line a row."""
    cells = [[_cell(t, look, column, row) for column in columns] for row in rows]
    grid = Grid(t, columns, cells, look.width, look.size, look.name)
    row, head = ROW * look.size, HEAD * look.size
    grid.row, grid.palette = row, look.palette
    lines = [(row, [*grid.line(line), grid.rule(row)]) for line in cells]
    return Section(title, [(head, [*grid.head(head)]), *lines])


def _cell(t: Translator, look: Look, column: Column, row: Any) -> Cell:
    """A cell; amounts have their colours, shares their bars."""
    value = column.value(row)
    if isinstance(value, Count):
        return Cell(share_text(t, value), count=value)
    said = printable(shown(t, column.kind, value)) or "–"
    if column.kind is Kind.NAME:
        return Cell(said, person=value)
    if column.kind is Kind.AMOUNT and isinstance(value, Fraction):
        return Cell(said, amount_colour(value, look.palette), BOLD)
    return Cell(said)


# -- the curve ---


def course(t: Translator, report: Report) -> Course | None:
    """The totals from evening to evening, of the player or of the first players; None where nobody has points."""
    season, rules = report.season, report.rules
    first = [each.player for each in season.whole.standings(rules) if each.points.evenings][:LINES]
    curves = {
        player: dict(season.curve(player, rules)) for player in ([report.player] if report.player else first)
    }
    nights = [
        night.evening.id
        for night in season.nights
        if any(night.evening.id in each for each in curves.values())
    ]
    if not nights:
        return None
    lines, stays = [], []
    for totals in curves.values():
        line = [Fraction()]
        for night in nights:
            line.append(totals.get(night, line[-1]))
        lines.append([int(QUARTERS * each) for each in line])
        begins = next(place for place, night in enumerate(nights) if night in totals)
        stays.append([range(begins, len(nights) + 1)])
    return Course(t, [report.people[each] for each in curves], [*zip(*lines, strict=True)], QUARTERS, stays)


# -- the page ---


def page(report: Report, t: Translator, paper: str) -> Work[bytes]:
    """The page to pin up as a PDF, or more where one does not do; pauses after each.

    The same season in the same language on the same paper gives the same bytes.
    """
    title = printable(report.title(t, str))
    return pdf([planned_page(report, t, paper)], title, t.language, f"{max(report.days.values())}T12:00:00Z")


def planned_page(report: Report, t: Translator, paper: str) -> Pages:
    """All pages of a report, in the largest type with which they are fewest."""
    drawn = course(t, report)
    return min((_planned(report, drawn, t, paper, size) for size in SIZES), key=lambda made: len(made.pages))


def _planned(report: Report, drawn: Course | None, t: Translator, paper: str, size: float) -> Pages:
    """The pages in a size of type; the curve is lower where all then fits on one."""
    pages = Pages(paper, False)
    look = Look(pages.width, 36, size, PALETTE, PAGE_COLUMNS, 9, CurveStyle(46, 5.0, True, 12))
    about = report.about(t, printable)
    pages.begin(report.title(t, printable), about[:2])
    _put_lines(pages, facts(*about[2:]), size)
    found, counted = sections(t, report, look), who_counts(t)
    for section in found[:1]:
        _put(pages, section)
    if drawn is not None:
        others = sum(HEADING + each.height for each in found[1:])
        rest = floor(pages.left - HEADING - others - _lines_height(pages, counted, size))
        _put_curve(pages, drawn, look, rest)
    for section in found[1:]:
        _put(pages, section)
    _put_lines(pages, counted, size)
    return pages


def _put_curve(pages: Pages, drawn: Course, look: Look, rest: float) -> None:
    """Puts the curve, as high as the rest of the page where that is enough."""
    t = drawn.t
    least = max(LEAST, look.curve.least_height(len(drawn.people)) + AROUND)
    high, title = min(max(rest, least), MOST), t("From evening to evening")
    totals = zip(drawn.people, drawn.totals[-1], strict=True)
    said = ", ".join(f"{printable(person.name)} {t.signed(total, QUARTERS)}" for person, total in totals)
    lines = curve(drawn, PALETTE, look.curve, look.width, high - AROUND)
    pages.heading(title, high)
    pages.put(high, moved(lines, 0, 5), "Figure", f"{title}: {said}")


def _put_lines(pages: Pages, text: str, size: float) -> None:
    """Puts a text in small lines, if there is any."""
    if not text:
        return
    pages.put(GAP, ())
    for line in wrap(text, size, pages.width):
        pages.put(LEADING * size, [Text(0, 1.2 * size, line, size, PALETTE.quiet)])


def _lines_height(pages: Pages, text: str, size: float) -> float:
    return GAP + LEADING * size * len(wrap(text, size, pages.width))


def _put(pages: Pages, section: Section) -> None:
    """Puts a section on pages: a small one on one page, and never its title alone."""
    beginning = sum(height for height, _ in section.parts[:3])
    pages.heading(section.title, section.height if section.height < SMALL else beginning)
    for height, shapes in section.parts:
        pages.put(height, shapes)


# -- the picture ---


def picture(report: Report, t: Translator, *, dark: bool = False) -> bytes:
    """The same as a PNG for a chat, 1080 pixels wide and as high as needed."""
    palette = DARK if dark else LIGHT
    shapes, high = planned_picture(report, t, palette)
    return painted(shapes, (WIDTH, high), palette.paper, (MARGIN, high - 2 * ICON, ICON))


def planned_picture(report: Report, t: Translator, palette: Palette) -> tuple[list[Shape], int]:
    """The shapes of the picture in pixels, and its height; the icon of the app comes besides."""
    look = Look(INSIDE / SCALE, 24, SIZES[0], palette, PICTURE_COLUMNS, 1, CurveStyle(21, 4.6, False, 10))
    found, drawn = sections(t, report, look), course(t, report)
    if drawn is not None:
        high = max(46.0, look.curve.least_height(len(drawn.people)))
        lines = list(moved(curve(drawn, palette, look.curve, look.width, high), 0, AROUND / 4))
        found.insert(1, Section(t("From evening to evening"), [(high + AROUND * 0.75, lines)]))
    parts = [*_head(t, report, look)]
    for section in found:
        parts += _titled(look, section)
    shapes, y = list[Shape](), MARGIN / SCALE
    for height, drawing in parts:
        shapes += moved(drawing, MARGIN, SCALE * y, SCALE)
        y += height
    foot = round(SCALE * y) + 3 * ICON
    shapes.append(Text(MARGIN + ICON + 14, foot - 2 * ICON + 31, "Scorepad", 28, palette.quiet))
    return shapes, foot


def _head(t: Translator, report: Report, look: Look) -> Iterator[tuple[float, Sequence[Shape]]]:
    """The title and the facts of the picture."""
    title = report.title(t, printable)
    size = largest(title, (6.4, 5.4, 4.6), look.width, BOLD)
    yield size * 1.5, [Text(0, size, fit(title, size, look.width, BOLD), size, look.palette.text, BOLD)]
    count, first, *others = report.about(t, printable)
    for fact in (f"{count} · {first}", *others):
        for line in wrap(fact, look.size, look.width):
            yield look.size * 1.35, [Text(0, look.size, line, look.size, look.palette.quiet)]


def _titled(look: Look, section: Section) -> Iterator[tuple[float, Sequence[Shape]]]:
    """The parts of a section below its title."""
    yield 11, [Text(0, 8, section.title, 3.6, look.palette.text, BOLD)]
    yield from section.parts
