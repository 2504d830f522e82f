"""The evening as a picture for a chat: the standings, the curve, the best and the worst hand."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial

from scorepad.design import BOLD, DARK, LIGHT, REGULAR, SEMIBOLD
from scorepad.evening.evening import Evening
from scorepad.evening.figures import Highlight
from scorepad.evening.sheet import Standing
from scorepad.exports.drawings import CurveStyle, StandingStyle, draw_curve, draw_standing
from scorepad.exports.evening import Wording, typed
from scorepad.exports.lettering import as_facts, fitted, having, lacking, printable, wrapped, wrapped_facts
from scorepad.exports.text import fitted_hand_words, hand_words, money_lines, teams_text
from scorepad.i18n import Translator
from scorepad.i18n.pots import pots_lines

if sys.platform == "emscripten":  # a page has no Pillow
    from scorepad.exports.canvas import CanvasSurface as ImageSurface
    from scorepad.exports.canvas import system_fonts
else:
    from scorepad.exports.image import ImageSurface, system_fonts

WIDTH = 1080
"""In pixels, a usual width of a phone's screen."""
MARGIN = 56
INSIDE = WIDTH - 2 * MARGIN
NOTE_LINES = 3
"""The most lines of the note on the evening."""
CURVE = CurveStyle(
    scale=10, totals_width=0, names_width=21, name_height=4.6, badge=3.6, with_totals=False, numbers=10
)

Draw = Callable[[ImageSurface, float], None]
"""Draws a part whose upper edge has this distance from the upper edge of the picture."""


def picture(evening: Evening, t: Translator, *, dark: bool = False) -> bytes:
    """The evening as a PNG, 1080 pixels wide and as high as needed; the same evening gives the same bytes."""
    with having(system_fonts(lacking(typed(evening)))):
        return _Picture(Wording(evening, t), dark=dark).png()


class _Picture:
    """The parts of the picture below each other, planned before they are drawn, since its height is not known."""

    def __init__(self, wording: Wording, *, dark: bool) -> None:
        self._wording = wording
        self._t = wording.t
        self._palette = DARK if dark else LIGHT
        self._measuring = ImageSurface(1, 1, self._palette)
        self._parts: list[tuple[float, Draw]] = []
        self._height = 0.0

    def png(self) -> bytes:
        """The finished picture."""
        self._plan()
        surface = ImageSurface(WIDTH, round(self._height), self._palette)
        for y, draw in self._parts:
            draw(surface, y)
        return surface.png()

    def _put(self, height: float, draw: Draw | None = None) -> None:
        if draw is not None:
            self._parts.append((self._height, draw))
        self._height += height

    def _plan(self) -> None:
        evening = self._wording.evening
        self._put(MARGIN - 8)
        self._plan_head()
        row = 108 if len(evening.sheet.people) <= 5 else 92
        for standing in evening.sheet.standings:
            self._put(row, partial(self._draw_standing, standing, row))
        for line in money_lines(self._t, evening, printable):
            words = fitted(line, INSIDE, self._measuring.measure(36))
            self._put_line(words, 36, self._palette.text, REGULAR)
        for told in pots_lines(self._t, evening, printable):
            for line in wrapped(told, INSIDE, self._measuring.measure(32)):
                self._put_line(line, 32, self._palette.quiet, REGULAR)
        if evening.sheet.deals:
            self._put(30)
            self._put(140 + self._curve_height, self._draw_curve)
        for title, highlight in self._wording.highlights:
            self._put(24)
            self._put(132, partial(self._draw_highlight, title, highlight))
        self._put(40)
        self._put(44 + MARGIN - 12, self._draw_foot)

    def _plan_head(self) -> None:
        t, evening, measuring = self._t, self._wording.evening, self._measuring
        title = self._wording.title
        size = measuring.largest(title, (68, 60, 52, 44), INSIDE, BOLD)
        for line in wrapped(title, INSIDE, measuring.measure(size, BOLD), 2):
            self._put_line(line, size, self._palette.text, BOLD)
        self._put(6)
        hands = len(evening.sheet.deals)
        played = t.plural("{count} hand", "{count} hands", hands) if hands else t("No hand yet")
        teams = teams_text(t, evening, printable)
        facts = as_facts(
            [t.date(evening.start.created), self._wording.scheme, played, *([teams] if teams else [])]
        )
        for line in wrapped_facts(facts, INSIDE, measuring.measure(32), 3):
            self._put_line(line, 32, self._palette.quiet, REGULAR)
        if note := evening.table.notes.get(None):
            words = t("“{words}”", words=printable(note))
            for line in wrapped(words, INSIDE, measuring.measure(32), NOTE_LINES):
                self._put_line(line, 32, self._palette.text, REGULAR)
        self._put(34)

    def _put_line(self, text: str, size: float, colour: str, weight: str) -> None:
        self._put(size * 1.3, lambda surface, y: surface.text(MARGIN, y + size, text, size, colour, weight))

    def _draw_standing(self, standing: Standing, row: float, surface: ImageSurface, y: float) -> None:
        if self._wording.leads(standing):
            surface.rectangle((MARGIN - 20, y + 4, INSIDE + 40, row - 8), self._palette.chosen, 24)
        style = StandingStyle(
            rank=44, rank_size=36, badge=98, badge_size=row * 0.6, name=148, name_sizes=(44, 40, 36, 32),
            weight=SEMIBOLD, total_size=52, gap=28,
        )  # fmt: skip
        draw_standing(surface, self._wording, standing, style, (MARGIN, y, INSIDE, row))

    @property
    def _curve_height(self) -> float:
        """High enough for the names beside it."""
        return max(480, CURVE.scale * CURVE.name_height * (len(self._wording.evening.sheet.people) - 1))

    def _draw_curve(self, surface: ImageSurface, y: float) -> None:
        t = self._t
        surface.text(MARGIN, y + 34, t("The curve of the evening"), 34, weight=BOLD)
        draw_curve(surface, self._wording, CURVE, (MARGIN, y + 78, INSIDE, self._curve_height))

    def _draw_highlight(self, title: str, highlight: Highlight, surface: ImageSurface, y: float) -> None:
        t, evening = self._t, self._wording.evening
        surface.rectangle((MARGIN - 20, y, INSIDE + 40, 132), self._palette.tone, 24)
        surface.badge(highlight.person, MARGIN + 38, y + 66, 60)
        amount, colour = self._wording.arrow(highlight.amount), surface.amount_colour(highlight.amount)
        surface.text(WIDTH - MARGIN, y + 81, amount, 44, colour, BOLD, "right")
        width = INSIDE - 92 - surface.width(amount, 44, BOLD) - 24
        head = f"{title} · {t.inside(t('Hand {number}', number=highlight.entry.number))}"
        surface.text(MARGIN + 92, y + 53, head, 28, self._palette.quiet, available_width=width)
        words = hand_words(t, evening, highlight, printable)
        size = surface.largest(words, (36, 33, 30, 27), width, SEMIBOLD)
        words = fitted_hand_words(t, evening, highlight, width, surface.measure(size, SEMIBOLD))
        surface.text(MARGIN + 92, y + 99, words, size, weight=SEMIBOLD)

    def _draw_foot(self, surface: ImageSurface, y: float) -> None:
        surface.icon(MARGIN, y, 44)
        surface.text(MARGIN + 58, y + 31, "Scorepad", 28, self._palette.quiet)
