"""Draws the curve of totals, by hands for an evening, by days for a season; for paper, pictures and the screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from scorepad.design import BOLD, Palette, line_colour, mark
from scorepad.design.letters import Spell, fit, largest, printable, width
from scorepad.evening.chart import DASHES, PersonCurve, Plot, Point, dashes, lines, simplified
from scorepad.evening.people import Person
from scorepad.exports.drawing import (
    MIDDLE,
    RIGHT,
    Frame,
    Polyline,
    Shape,
    Text,
    amount_colour,
    badge,
    centred,
    circle,
    form,
    framed,
)
from scorepad.exports.season import SeasonReport
from scorepad.exports.wording import Wording
from scorepad.i18n import Translator
from scorepad.stats.season import Night

RING, RING_LINE = 1.9, 0.35
"""The radius of a ring and the width of its line, in mm."""
AMOUNT_TEXT, NAME_TEXTS = 2.75, (2.75, 2.4, 2.2)
"""The sizes of amounts and of names, in mm."""
LINES = 8
"""The largest number of lines in the curve of a season: one line for each of the best players."""
QUARTERS = 4
"""The amounts of a season are in quarters of a point."""
SLACK = 0.5
"""The greatest distance between a simplified line and the points that it leaves out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveStyle:
    """The sizes and options of a drawn curve; lengths are in the unit of the drawing, defaults in mm for paper."""

    names: float
    """The width at the right of the lines, for badges and names."""
    name_height: float
    totals: bool = False
    """Whether totals stand after the names."""
    numbers: int
    """The largest number of labels below the lines: numbers of hands, or days."""
    amounts: int = 8
    """The largest number of amounts at the left of the lines."""
    screen: bool = False
    """Whether the curve is for a screen: without names, and with solid lines. Equal totals have lines side by side."""
    line: float = 0.5
    grid: float = 0.2
    zero: float = 0.3
    text: float = 2.4
    space: float = 1.6
    """The space between an amount and the lines."""
    tick: float = 0.9
    below: float = 4.1
    """The height below the lines, for the numbers of the hands."""
    over: float = 1.0
    """The height above and below the lines that badges may use."""
    mark: float = 2.2
    rim: float = 0.3
    reach: float = 2.6
    """The width between the lines and the badges; a thin line leads through it to each badge."""
    gap: float = 0.2
    """The space between a badge and the end of the thin line that leads to it."""
    badge: float = 4.0
    measure: Callable[[str, float], float] = width
    """Returns the width of a text in a size."""
    spell: Spell = printable

    def least_height(self, people: int) -> float:
        """The least height of the lines, so that the names at their right do not overlap."""
        return self.name_height * (people - 1)


@dataclass(frozen=True, slots=True)
class CurveData:
    """The data of a curve: the `totals` of all people, in 1/`unit` of a point, at the beginning and after each step.

    `stays` has, for each person, the ranges of the indexes in `totals` at which the person is at the table. `rings` has
    the amounts to mark with a ring: step, index of the person, amount. If the steps are evenings, `days` has the day of
    each step (ISO 8601, ascending), and the curve has a calendar below its lines.
    """

    t: Translator
    people: Sequence[Person]
    totals: Sequence[Sequence[int]]
    unit: int
    stays: Sequence[Sequence[range]]
    rings: Sequence[tuple[int, int, int]] = ()
    days: Sequence[str] = ()

    @classmethod
    def of(cls, wording: Wording) -> CurveData:
        """The totals of an evening, with a ring around the best and the worst hand."""
        sheet = wording.evening.sheet
        rings = [
            (wording.place(each.entry), sheet.people.index(each.person), each.amount)
            for _, each in wording.highlights
        ]
        return cls(wording.t, sheet.people, sheet.curve, sheet.unit, wording.stretches, rings)


MONTHS_APART = (1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 6000, 12000, 24000)
"""The distances of two labels of a calendar, in months."""
LEAD = 20
"""A calendar begins before its first evening: by 1/LEAD of the days from the first to the last, at least by a day."""
FEW_DAYS = 60
"""A calendar of at most this number of days has labels for days; a longer calendar has labels for months."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """The scale of days below the curve of a season: the first day, the last day, and the day of each evening.

    Days are ordinal numbers (`date.toordinal`).
    """

    first: int
    last: int
    evenings: tuple[int, ...]

    @classmethod
    def of(cls, days: Sequence[str]) -> Calendar:
        """The calendar of evenings on these days (ISO 8601), in their order."""
        numbers = tuple(date.fromisoformat(day).toordinal() for day in days)
        lead = max(1, (numbers[-1] - numbers[0]) // LEAD)
        return cls(numbers[0] - lead, numbers[-1], numbers)

    @property
    def places(self) -> tuple[float, ...]:
        """The positions (0 to 1) of the beginning and of each evening; evenings of one day are spread over the day."""
        same, seen, found = Counter(self.evenings), Counter[int](), [0.0]
        for number in self.evenings:
            seen[number] += 1
            found.append(number + seen[number] / (same[number] + 1) - self.first)
        return tuple(place / found[-1] for place in found)

    def labels(self, most: int) -> list[tuple[float, str]]:
        """The positions and texts of at most `most` labels: days, months or years, as 2026-01-09, 2026-01, 2026."""
        length = self.last + 1 - self.first
        if length <= FEW_DAYS:
            found = list[tuple[float, str]]()
            for number in self.evenings:
                place = (number + 0.5 - self.first) / length
                if not found or place - found[-1][0] >= 1 / most:
                    found.append((place, date.fromordinal(number).isoformat()))
            return found
        first, last = date.fromordinal(max(1, self.first)), date.fromordinal(self.last)
        months = range(12 * first.year + first.month - 1, 12 * last.year + last.month)
        apart = next((each for each in MONTHS_APART if len(months) <= each * most), MONTHS_APART[-1])
        named = []
        for month in months:
            if month % apart == 0:
                day = date(month // 12, month % 12 + 1, 1)
                is_year = month % 12 == 0 and first.year < last.year
                words = day.isoformat()[: 4 if is_year else 7]
                named.append(((day.toordinal() - self.first) / length, words))
        return [each for each in named if each[0] >= 0]


def season_course(t: Translator, report: SeasonReport) -> tuple[CurveData, tuple[Night, ...]] | None:
    """The data of the curve of a season, and the evening of each step; None if nobody has points.

    The curve shows the player of the report, or else the LINES best players.
    """
    season, rules = report.season, report.rules
    first = [each.player for each in season.whole.standings(rules)][:LINES]
    players = [report.player] if report.player else first
    curves = [dict(season.curve(player, rules)) for player in players]
    nights = tuple(night for night in season.nights if any(night.evening.id in totals for totals in curves))
    if not nights:
        return None
    lines, stays = [], []
    for totals in curves:
        line = [Fraction()]
        for night in nights:
            line.append(totals.get(night.evening.id, line[-1]))
        lines.append([int(QUARTERS * each) for each in line])
        begins = next(place for place, night in enumerate(nights) if night.evening.id in totals)
        stays.append([range(begins, len(nights) + 1)])
    people = [report.people[player] for player in players]
    days = tuple(night.day for night in nights)
    return CurveData(t, people, [*zip(*lines, strict=True)], QUARTERS, stays, days=days), nights


def curve(
    course: CurveData, palette: Palette, style: CurveStyle, wide: float, high: float
) -> Iterator[Shape]:
    """The shapes of a curve; `wide` includes the amounts and the names, `high` is the height of the lines only."""
    return DrawnCurve.planned(course, palette, style, wide, high).shapes()


@dataclass(frozen=True, slots=True)
class DrawnCurve:
    """A curve with computed positions of its lines and labels; `shapes` draws the curve."""

    course: CurveData
    palette: Palette
    style: CurveStyle
    wide: float
    plot: Plot
    lines: Sequence[PersonCurve]

    @classmethod
    def planned(
        cls, course: CurveData, palette: Palette, style: CurveStyle, wide: float, high: float, top: float = 0
    ) -> DrawnCurve:
        """Computes the positions of the parts of a curve.

        `wide` is the width of the curve with its labels, `high` the height of its lines, and `top` the upper edge of
        the lines, in the unit of the drawing.
        """
        plot = Plot.of(
            course.totals, 0, top, wide, high, Calendar.of(course.days).places if course.days else ()
        )
        labels = [course.t.number(each, course.unit) for each in plot.totals(course.unit, style.amounts)]
        left = style.space + max(style.measure(each, style.text) for each in labels)
        plot = replace(plot, left=left, width=wide - left - style.names)
        gap = style.line if style.screen else 0
        found = lines(plot, course.totals, course.stays, style.name_height, style.over, gap)
        return cls(course, palette, style, wide, plot, found)

    def shapes(self) -> Iterator[Shape]:
        """Yields the shapes from back to front."""
        yield from self._scales()
        people = [*zip(self.course.people, self.lines, strict=True)]
        for seat, (person, line) in reversed(list(enumerate(people))):
            yield from self._line(person, line, seat)
        for ring in self.course.rings:
            yield from self._ring(*ring)
        for (person, line), total in zip(people, self.course.totals[-1], strict=True):
            yield from self._end(person, line, total)

    def _scales(self) -> Iterator[Shape]:
        """The grid lines with their amounts, and the labels below the lines."""
        t, plot, style, palette = self.course.t, self.plot, self.style, self.palette
        foot = plot.top + plot.height
        for total in plot.totals(self.course.unit, style.amounts):
            y, label = plot.y(total), t.number(total, self.course.unit)
            colour, thick = (palette.line, style.grid) if total else (palette.edge, style.zero)
            yield Polyline([(plot.left, y), (plot.left + plot.width, y)], colour, thick)
            base, x = centred(y, style.text), plot.left - style.space
            yield Text(x, base, label, style.text, palette.quiet, anchor=RIGHT)
        for x, words in self._labels():
            if style.tick:
                yield Polyline([(x, foot), (x, foot + style.tick)], palette.edge, style.grid)
            yield Text(x, foot + style.below, words, style.text, palette.quiet, anchor=MIDDLE)

    def _labels(self) -> list[tuple[float, str]]:
        """The x coordinate and the text of each label below the lines: numbers of hands, or days."""
        course, plot, most = self.course, self.plot, self.style.numbers
        if course.days:
            labels = Calendar.of(course.days).labels(most)
            return [
                (plot.left + plot.width * place, course.t.calendar_label(words)) for place, words in labels
            ]
        return [(plot.x(number), str(number)) for number in plot.numbers(most)]

    def _line(self, person: Person, line: PersonCurve, seat: int) -> Iterator[Shape]:
        """The line of a person: on paper dashed, with marks; on a screen solid, without marks.

        On a screen, the line of a person who left ends with a mark.
        """
        style, colour = self.style, line_colour(person.mark, self.palette)
        for stretch in line.stretches:
            if style.screen:
                yield Polyline(simplified(stretch.points, SLACK), colour, style.line)
                continue
            dash = [style.line * each for each in DASHES[seat % len(DASHES)]]
            yield from (Polyline(piece, colour, style.line) for piece in dashes(stretch.points, dash))
            for place in stretch.marks:
                yield from self._mark(person, place)
        if style.screen and not line.there:
            for stretch in line.stretches[-1:]:
                yield from self._mark(person, stretch.marks[-1])

    def _mark(self, person: Person, place: Point) -> Iterator[Shape]:
        """The mark of a person, with a rim."""
        yield form(person, *place, self.style.mark + self.style.rim, line_colour(person.mark, self.palette))
        yield form(person, *place, self.style.mark, mark(person.mark).colour)

    def _ring(self, step: int, seat: int, change: int) -> Iterator[Shape]:
        """A ring around a person's total after a step, with the change in this step above or below the ring."""
        course, plot = self.course, self.plot
        gained, colour = change > 0, amount_colour(change, self.palette)
        x, y = plot.x(step), plot.y(course.totals[step][seat])
        around = circle(x, y, RING)
        yield Polyline([*around, *around[:2]], colour, RING_LINE)
        amount = f"{'▲' if gained else '▼'} {course.t.signed(change, course.unit)}"
        half = width(amount, AMOUNT_TEXT, BOLD) / 2
        x = max(plot.left + half, min(x, plot.left + plot.width - half))
        base = y + (-2.9 if plot.label_above(y, above=gained, needed=5.6) else 4.9)
        yield framed(Frame(x - half - 0.6, base - 2.4, 2 * half + 1.2, 3.1, 0.8), self.palette.paper)
        yield Text(x, base, amount, AMOUNT_TEXT, colour, BOLD, MIDDLE)

    def _end(self, person: Person, line: PersonCurve, total: int) -> Iterator[Shape]:
        """The end of a line: the badge of the person, and on paper the name and the total."""
        style, palette, right = self.style, self.palette, self.plot.left + self.plot.width
        if line.there:
            leader = [line.end, (right + style.reach, line.label)]
            yield Polyline(leader, line_colour(person.mark, palette), style.grid)
        left = right + style.reach + style.gap
        yield from badge(person, left + style.badge / 2, line.label, style.badge, style.spell)
        if style.screen:
            return
        start, edge = left + style.badge + 1, self.wide
        if style.totals:
            words, base = self.course.t.signed(total, self.course.unit), centred(line.label, AMOUNT_TEXT)
            said = Text(edge, base, words, AMOUNT_TEXT, palette.text, BOLD, RIGHT)
            yield said
            edge -= said.width + 2
        name = printable(person.name)
        size = largest(name, NAME_TEXTS, edge - start)
        base = centred(line.label, size)
        yield Text(start, base, fit(name, size, edge - start), size, palette.text)
