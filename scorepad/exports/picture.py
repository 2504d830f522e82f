"""The evening as a picture for a chat: the standings, the curve, the best and the worst hand. Lengths are in pixels."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scorepad.design import BOLD, DARK, LIGHT, REGULAR, SEMIBOLD, Palette
from scorepad.design.letters import facts, fit, largest, printable, width, wrap
from scorepad.evening.evening import Evening
from scorepad.evening.figures import Highlight
from scorepad.evening.sheet import Standing
from scorepad.exports.curve import CurveData, CurveStyle, curve
from scorepad.exports.drawing import RIGHT, Area, Shape, Text, amount_colour, badge, box, centred, moved
from scorepad.exports.wording import Wording
from scorepad.i18n import Translator
from scorepad.i18n.evenings import money_lines, rank_text, teams_text
from scorepad.i18n.pots import pots_lines
from scorepad.text import one_line

if sys.platform == "emscripten":  # a page has no Pillow
    from scorepad.exports.canvas import painted as painted
else:
    from scorepad.exports.image import painted as painted

WIDTH, MARGIN = 1080, 56
"""The width of the picture, as wide as the screens of many phones, and its margins."""
INSIDE = WIDTH - 2 * MARGIN
ICON = 44
ROUNDED = 24
TOLD = 3
"""The largest number of lines for the facts, of paragraphs of the note, and of lines in each of these paragraphs."""
SCALE = 10
"""Pixels per mm of the curve."""
CURVE = CurveStyle(names=21, name_height=4.6, numbers=10)
HIGHLIGHT = 132

PicturePart = tuple[float, Iterable[Shape]]
"""A height, and the shapes in it, from the left margin."""


def picture(evening: Evening, t: Translator, *, dark: bool = False) -> bytes:
    """The evening as a PNG, 1080 pixels wide and as high as needed; the same evening gives the same bytes."""
    palette = DARK if dark else LIGHT
    shapes, high = planned(Wording(evening, t), palette)
    return painted(shapes, (WIDTH, high), palette.paper, (MARGIN, high - 2 * ICON, ICON))


def planned(wording: Wording, palette: Palette) -> tuple[list[Shape], int]:
    """The shapes of a picture without the icon of the app, and the height of the picture."""
    shapes: list[Shape] = []
    height = MARGIN - 8.0
    for needed, part in _Picture(wording, palette).parts():
        shapes += moved(part, MARGIN, height)
        height += needed
    return shapes, round(height)


@dataclass(frozen=True, slots=True)
class _Picture:
    """Makes the parts of the picture, from top to bottom."""

    wording: Wording
    palette: Palette

    def parts(self) -> Iterator[PicturePart]:
        """Yields all parts; the last one has room for the icon."""
        t, evening = self.wording.t, self.wording.evening
        yield from self._head()
        row = 108 if len(evening.sheet.people) <= 5 else 92
        for standing in evening.sheet.standings:
            yield row, self._standing(standing, row)
        yield 12, ()
        for line in money_lines(t, evening, printable):
            yield from self._lines(line, 36, most=1)
        for line in pots_lines(t, evening, printable):
            yield from self._lines(line, 32, self.palette.quiet)
        if evening.sheet.deals:
            yield 52, ()
            yield 44, [Text(0, 0, t("The curve of the evening"), 34, self.palette.text, BOLD)]
            high = max(48.0, CURVE.least_height(len(evening.sheet.people)))
            drawn = curve(CurveData.of(self.wording), self.palette, CURVE, INSIDE / SCALE, high)
            yield SCALE * high + 62, moved(drawn, 0, 0, SCALE)
        for title, highlight in self.wording.highlights:
            yield 24, ()
            yield HIGHLIGHT, self._highlight(title, highlight)
        yield 40, ()
        yield 2 * ICON, [Text(ICON + 14, 31, "Scorepad", 28, self.palette.quiet)]

    def _head(self) -> Iterator[PicturePart]:
        """The title, the facts and the note."""
        wording, palette = self.wording, self.palette
        size = largest(wording.title, (68, 60, 52, 44), INSIDE, BOLD)
        yield from self._lines(wording.title, size, weight=BOLD, most=2)
        yield 6, ()
        about = facts(*wording.about, teams_text(wording.t, wording.evening, printable))
        yield from self._lines(about, 32, palette.quiet, most=TOLD)
        for line in filter(None, map(one_line, wording.note.split("\n", TOLD - 1))):
            yield from self._lines(line, 32, most=TOLD)
        yield 34, ()

    def _lines(
        self, text: str, size: float, colour: str = "", weight: str = REGULAR, most: int = 99
    ) -> Iterator[PicturePart]:
        """The lines of a text, in the colour of text unless `colour` is given."""
        for line in wrap(text, size, INSIDE, weight, most):
            yield size * 1.3, [Text(0, size, line, size, colour or self.palette.text, weight)]

    def _standing(self, standing: Standing, row: float) -> Iterator[Shape]:
        """A row of the standings: the rank, the badge, the name and the total."""
        sheet, palette, middle = self.wording.evening.sheet, self.palette, row / 2
        leads = self.wording.leads(standing.rank)
        if leads:
            yield Area(box(-20, 4, INSIDE + 40, row - 8, ROUNDED), palette.chosen)
        colour = amount_colour(standing.total, palette)
        total = Text(
            INSIDE, centred(middle, 52), self.wording.signed(standing.total), 52, colour, BOLD, RIGHT
        )
        name, weight, room = (
            printable(standing.person.name),
            BOLD if leads else SEMIBOLD,
            total.left - 148 - 28,
        )
        size = largest(name, (44, 40, 36, 32), room, weight)
        yield Text(44, centred(middle, 36), rank_text(sheet, standing), 36, palette.quiet, SEMIBOLD, RIGHT)
        yield from badge(standing.person, 98, middle, row * 0.6)
        yield Text(148, centred(middle, size), fit(name, size, room, weight), size, palette.text, weight)
        yield total

    def _highlight(self, title: str, highlight: Highlight) -> Iterator[Shape]:
        """The best or the worst hand in a box."""
        t, palette, wording = self.wording.t, self.palette, self.wording
        amount, colour = wording.arrow(highlight.amount), amount_colour(highlight.amount, palette)
        room = INSIDE - 92 - width(amount, 44, BOLD) - 24
        head = f"{title} · {t.inside(t('Hand {number}', number=highlight.entry.number))}"
        sizes = [(size, wording.hand(highlight, size, INSIDE, SEMIBOLD)) for size in (36, 33, 30, 27)]
        size = next((size for size, whole in sizes if width(whole, size, SEMIBOLD) <= room), sizes[-1][0])
        yield Area(box(-20, 0, INSIDE + 40, HIGHLIGHT, ROUNDED), palette.tone)
        yield from badge(highlight.person, 38, 66, 60)
        yield Text(INSIDE, 81, amount, 44, colour, BOLD, RIGHT)
        yield Text(92, 53, fit(head, 28, room), 28, palette.quiet)
        yield Text(92, 99, wording.hand(highlight, size, room, SEMIBOLD), size, palette.text, SEMIBOLD)
