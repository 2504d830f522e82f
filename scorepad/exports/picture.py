"""The evening as one picture for the family's chat: the standings, the curve, the best and the worst hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from io import BytesIO
from typing import Literal

from PIL import Image, ImageDraw, ImageFont

from scorepad import assets_folder
from scorepad.design import (
    BOLD,
    DARK,
    FONTS,
    INSET,
    LIGHT,
    LOW,
    REGULAR,
    ROUNDED,
    SEMIBOLD,
    Shape,
    corners,
    legible,
    mark,
)
from scorepad.exports.chart import DASHES, Plot, dashes, marked, spread
from scorepad.exports.evening import Moment, best_hand, curve, leads, rank_words, stretches, typed, worst_hand
from scorepad.exports.fonts import Found, found
from scorepad.exports.lettering import (
    Measure,
    fitted,
    having,
    initial,
    lacking,
    largest,
    printable,
    runs,
    wrapped,
)
from scorepad.exports.text import fitted_hand_words, hand_words
from scorepad.i18n import Translator
from scorepad.i18n.wording import scheme_title
from scorepad.tarot.hand import Hand
from scorepad.tarot.session import Person, Session, Standing

WIDTH = 1080
"""Of the picture, in pixels, as phones have."""
FINE = 2
"""It is drawn so many times as large, since shapes have no smooth edges of their own."""
MARGIN = 56
INSIDE = WIDTH - 2 * MARGIN
NAMES = 210
"""Right of the curve, for the names."""
NAME_ROW = 46
"""The height of one of them."""
CAPITALS = 0.66
"""The height of capitals and figures, in em."""

Anchor = Literal["ls", "ms", "rs"]
"""Where the point of a text is on its baseline: at its left, in its middle, at its right."""


def picture(session: Session, t: Translator, *, dark: bool = False) -> bytes:
    """The evening as a PNG, 1080 pixels wide and as high as it takes; the same session gives the same bytes."""
    fonts = [font for font in found(lacking(typed(session))) if _usable(font)]
    with having(fonts):
        return _Card(session, t, dark=dark).png()


def _usable(font: Found) -> bool:
    try:
        _font(str(font.path), 20).getlength("".join(map(chr, font.codes)))
    except Exception:  # whatever a damaged font makes of its reader
        return False
    return True


def _width(text: str, size: float, family: str = REGULAR) -> float:
    pixels = round(size * FINE)
    return sum(_font(_file(font, family), pixels).getlength(run) for font, run in runs(text)) / FINE


def _file(font: Found | None, family: str) -> str:
    return str(font.path if font else assets_folder() / FONTS[family])


def _measure(size: float, family: str = REGULAR) -> Measure:
    return lambda text: _width(text, size, family)


def _signed(t: Translator, moment: Moment, session: Session) -> str:
    return f"{'▲' if moment.amount > 0 else '▼'} {t.signed(moment.amount, session.unit)}"


@cache
def _font(path: str, pixels: int) -> ImageFont.FreeTypeFont:
    # The simple layout is the same everywhere; the other one depends on what the system has.
    return ImageFont.truetype(path, pixels, layout_engine=ImageFont.Layout.BASIC)


class _Board:
    """What is drawn on; lengths are in pixels of the finished picture, text is one that `printable` gave."""

    def __init__(self, height: int, paper: str) -> None:
        self._image = Image.new("RGB", (WIDTH * FINE, height * FINE), paper)
        self._draw = ImageDraw.Draw(self._image)

    def png(self) -> bytes:
        """The picture."""
        file = BytesIO()
        self._image.reduce(FINE).save(file, "PNG", optimize=True)
        return file.getvalue()

    def text(
        self,
        x: float,
        baseline: float,
        text: str,
        size: float,
        ink: str,
        family: str = REGULAR,
        at: Anchor = "ls",
    ) -> None:
        """One line of text."""
        pixels, parts = round(size * FINE), runs(text)
        if len(parts) > 1:
            x -= {"ls": 0.0, "ms": 0.5, "rs": 1.0}[at] * _width(text, size, family)
            at = "ls"
        for font, run in parts:
            drawn = _font(_file(font, family), pixels)
            self._draw.text((x * FINE, baseline * FINE), run, ink, drawn, anchor=at)
            x += drawn.getlength(run) / FINE

    def box(self, x: float, y: float, width: float, height: float, ink: str, radius: float = 0) -> None:
        """A filled rectangle, with round corners if told so."""
        corners = (x * FINE, y * FINE, (x + width) * FINE - 1, (y + height) * FINE - 1)
        self._draw.rounded_rectangle(corners, radius * FINE, ink)

    def line(self, points: Sequence[tuple[float, float]], ink: str, width: float) -> None:
        """A line through points, its ends and its turns round."""
        fine = [(x * FINE, y * FINE) for x, y in points]
        self._draw.line(fine, ink, round(width * FINE), joint="curve")
        if width > 2:
            for x, y in (fine[0], fine[-1]):
                self._draw.circle((x, y), width * FINE / 2 - 0.5, ink)

    def ring(self, x: float, y: float, radius: float, ink: str) -> None:
        """A circle around a point."""
        self._draw.circle((x * FINE, y * FINE), radius * FINE, outline=ink, width=round(3.5 * FINE))

    def shape(self, shape: Shape, x: float, y: float, size: float, ink: str, edge: str = "") -> None:
        """A shape whose middle is at a point, filled, and edged if told so."""
        if edge:
            self.shape(shape, x, y, size + 4, edge)
        left, top = x - size / 2, y - size / 2
        if shape is Shape.CIRCLE:
            self._draw.circle((x * FINE, y * FINE), size * FINE / 2, ink)
        elif shape is Shape.SQUARE:
            inset, side = size * INSET, size * (1 - 2 * INSET)
            self.box(left + inset, top + inset, side, side, ink, size * ROUNDED)
        else:
            points = [((left + size * a) * FINE, (top + size * b) * FINE) for a, b in corners(shape)]
            self._draw.polygon(points, ink)

    def badge(self, person: Person, x: float, y: float, size: float) -> None:
        """The shape of a person with the initial in it, its middle at a point."""
        drawn = mark(person.mark)
        self.shape(drawn.shape, x, y, size, drawn.colour)
        points = size * 0.48
        low = y + LOW.get(drawn.shape, 0.0) * size + points * CAPITALS / 2
        self.text(x, low, initial(person.name), points, drawn.ink, BOLD, "ms")

    def emblem(self, x: float, y: float, size: int) -> None:
        """The icon of the app, its upper left corner at a point."""
        with Image.open(assets_folder() / "icon.png") as icon:
            small = icon.convert("RGBA").resize((size * FINE, size * FINE))
        self._image.paste(small, (round(x * FINE), round(y * FINE)), small)


Draw = Callable[[_Board, float], None]
"""Draws something whose upper edge is so far from the upper edge of the picture."""


class _Card:
    """The picture of one session: parts below each other, drawn once it is known how high they are."""

    def __init__(self, session: Session, t: Translator, *, dark: bool) -> None:
        self._session = session
        self._t = t
        self._palette = DARK if dark else LIGHT
        self._parts: list[tuple[float, Draw]] = []
        self._height = 0.0

    def png(self) -> bytes:
        """The finished picture."""
        self._plan()
        board = _Board(round(self._height), self._palette.paper)
        for y, draw in self._parts:
            draw(board, y)
        return board.png()

    def _put(self, height: float, draw: Draw | None = None) -> None:
        if draw is not None:
            self._parts.append((self._height, draw))
        self._height += height

    def _plan(self) -> None:
        t, session = self._t, self._session
        self._put(MARGIN - 8)
        self._head()
        row = 108 if len(session.people) <= 5 else 92
        for standing in session.standings:
            self._put(row, partial(self._draw_standing, standing, row))
        if session.standing_entries:
            self._put(30)
            self._put(140 + self._curve_height, self._draw_curve)
        for title, moment in (
            (t("Best hand of the evening"), best_hand(session)),
            (t("Worst hand of the evening"), worst_hand(session)),
        ):
            if moment is not None:
                self._put(24)
                self._put(132, partial(self._draw_moment, title, moment))
        self._put(40)
        self._put(44 + MARGIN - 12, self._draw_foot)

    # -- the head ---

    def _head(self) -> None:
        t, session = self._t, self._session
        title = printable(session.name) if session.name.strip() else t("Tarot evening")
        size = largest((68, 60, 52, 44), INSIDE, lambda size: _width(title, size, BOLD))
        for line in wrapped(title, INSIDE, _measure(size, BOLD), 2):
            self._words(line, size, self._palette.text, BOLD)
        self._put(6)
        hands = len(session.standing_entries)
        played = t.plural("{count} hand", "{count} hands", hands) if hands else t("No hand yet")
        facts = [t.date(session.created), printable(scheme_title(t, session.rules)), played]
        together = " · ".join(fact.replace(" ", "\u00a0") for fact in facts)
        for line in wrapped(together, INSIDE, _measure(32), 3):
            self._words(line.removeprefix("· ").removesuffix(" ·"), 32, self._palette.quiet)
        self._put(34)

    def _words(self, words: str, size: float, ink: str, family: str = REGULAR) -> None:
        """A line of text below what is there."""
        self._put(size * 1.3, lambda board, y: board.text(MARGIN, y + size, words, size, ink, family))

    # -- the standings ---

    def _draw_standing(self, standing: Standing, row: float, board: _Board, y: float) -> None:
        palette, person = self._palette, standing.person
        first = leads(self._session, standing)
        if first:
            board.box(MARGIN - 20, y + 4, INSIDE + 40, row - 8, palette.chosen, 24)
        middle = y + row / 2
        board.text(
            MARGIN + 44, middle + 12, rank_words(self._session, standing), 36, palette.quiet, SEMIBOLD, "rs"
        )
        board.badge(person, MARGIN + 98, middle, row * 0.6)
        total = self._t.signed(standing.total, self._session.unit)
        board.text(WIDTH - MARGIN, middle + 17, total, 52, self._ink(standing.total), BOLD, "rs")
        family, name, left = BOLD if first else SEMIBOLD, printable(person.name), MARGIN + 148
        room = INSIDE - 148 - _width(total, 52, BOLD) - 28
        size = largest((44, 40, 36, 32), room, lambda size: _width(name, size, family))
        shown = fitted(name, room, _measure(size, family))
        board.text(left, middle + size * CAPITALS / 2, shown, size, palette.text, family)

    def _ink(self, amount: int) -> str:
        palette = self._palette
        return palette.gain if amount > 0 else palette.loss if amount < 0 else palette.text

    # -- the best and the worst hand ---

    def _draw_moment(self, title: str, moment: Moment, board: _Board, y: float) -> None:
        t, palette = self._t, self._palette
        hand = moment.entry.deal.outcome
        assert isinstance(hand, Hand)
        board.box(MARGIN - 20, y, INSIDE + 40, 132, palette.tone, 24)
        board.badge(moment.person, MARGIN + 38, y + 66, 60)
        amount, ink = _signed(t, moment, self._session), self._ink(moment.amount)
        board.text(WIDTH - MARGIN, y + 81, amount, 44, ink, BOLD, "rs")
        room = INSIDE - 92 - _width(amount, 44, BOLD) - 24
        head = f"{title} · {t.inside(t('Hand {number}', number=moment.entry.number))}"
        board.text(MARGIN + 92, y + 53, fitted(head, room, _measure(28)), 28, palette.quiet)
        words = hand_words(t, self._session, hand, printable)
        size = largest((36, 33, 30, 27), room, lambda size: _width(words, size, SEMIBOLD))
        words = fitted_hand_words(t, self._session, hand, room, _measure(size, SEMIBOLD))
        board.text(MARGIN + 92, y + 99, words, size, palette.text, SEMIBOLD)

    def _draw_foot(self, board: _Board, y: float) -> None:
        board.emblem(MARGIN, y, 44)
        board.text(MARGIN + 58, y + 31, "Scorepad", 28, self._palette.quiet)

    # -- the curve ---

    @property
    def _curve_height(self) -> int:
        """High enough for the names beside it."""
        return max(480, NAME_ROW * (len(self._session.people) - 1))

    def _draw_curve(self, board: _Board, y: float) -> None:
        t, session, palette = self._t, self._session, self._palette
        board.text(MARGIN, y + 34, t("The curve of the evening"), 34, palette.text, BOLD)
        points, present = curve(session), stretches(session)
        plot = Plot.of(points, MARGIN, y + 78, INSIDE - NAMES, self._curve_height)
        totals = [self._t.number(total, session.unit) for total in plot.totals(session.unit)]
        scale = 16 + max(_width(total, 24) for total in totals)
        plot = replace(plot, left=MARGIN + scale, width=plot.width - scale)
        self._draw_scales(board, plot)
        seats = len(session.people)
        for i in reversed(range(seats)):
            drawn = mark(session.people[i].mark)
            ink = legible(drawn.colour, palette.paper, palette.text)
            line = [(plot.x(n), plot.y(after[i])) for n, after in enumerate(points)]
            for there in present[i]:
                pattern = [part * 5 for part in DASHES[i % len(DASHES)]]
                for piece in dashes([line[n] for n in there], pattern):
                    board.line(piece, ink, 5)
                for n in marked(plot.hands, i, seats):
                    if n in there:
                        board.shape(drawn.shape, *line[n], 20, drawn.colour, edge=ink)
                board.shape(drawn.shape, *line[there[-1]], 20, drawn.colour, edge=ink)
        for moment in (best_hand(session), worst_hand(session)):
            if moment is not None:
                self._draw_mark(board, plot, moment)
        ends = [plot.y(total) for total in session.totals]
        for i, place in enumerate(spread(ends, NAME_ROW, plot.top - 10, plot.top + plot.height + 10)):
            person, right = session.people[i], plot.left + plot.width
            ink = legible(mark(person.mark).colour, palette.paper, palette.text)
            if present[i] and present[i][-1][-1] == plot.hands:
                board.line([(right, ends[i]), (right + 22, place)], ink, 2)
            board.badge(person, right + 42, place, 36)
            name, room = printable(person.name), NAMES - 70
            size = largest((27, 24, 22), room, partial(_width, name))
            board.text(right + 70, place + 9, fitted(name, room, _measure(size)), size, palette.text)

    def _draw_scales(self, board: _Board, plot: Plot) -> None:
        palette, unit = self._palette, self._session.unit
        right, foot = plot.left + plot.width, plot.top + plot.height
        for total in plot.totals(unit):
            y = plot.y(total)
            ink, width = (palette.edge, 3) if total == 0 else (palette.line, 2)
            board.line([(plot.left, y), (right, y)], ink, width)
            board.text(plot.left - 16, y + 8, self._t.number(total, unit), 24, palette.quiet, at="rs")
        for number in plot.numbers(10):
            x = plot.x(number)
            board.line([(x, foot), (x, foot + 8)], palette.edge, 2)
            board.text(x, foot + 40, str(number), 24, palette.quiet, at="ms")

    def _draw_mark(self, board: _Board, plot: Plot, moment: Moment) -> None:
        """A ring where the best or the worst hand led, and what it brought."""
        session = self._session
        gained, ink = moment.amount > 0, self._ink(moment.amount)
        x = plot.x(session.standing_entries.index(moment.entry) + 1)
        y = plot.y(moment.entry.totals[session.people.index(moment.person)])
        board.ring(x, y, 19, ink)
        words = _signed(self._t, moment, session)
        half = _width(words, 28, BOLD) / 2
        x = max(plot.left + half, min(x, plot.left + plot.width - half))
        base = y - 30 if plot.beside(y, above=gained, needed=56) else y + 50
        board.box(x - half - 6, base - 24, 2 * half + 12, 32, self._palette.paper, 8)
        board.text(x, base, words, 28, ink, BOLD, "ms")
