"""Paper: pages that are planned from top to bottom, and drawn with fpdf2 once their number is known.

Lengths are in millimetres from the upper left corner, sizes of type in points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Literal, Self

from fpdf import FPDF, ViewerPreferences
from fpdf.fonts import TTFFont
from fpdf.structure_tree import StructElem, StructureTreeBuilder

from scorepad import assets_folder
from scorepad.design import BOLD, FONTS, INSET, LIGHT, LOW, REGULAR, ROUNDED, Shape, corners, mark
from scorepad.exports.fonts import Found
from scorepad.exports.lettering import Measure, fitted, initial, runs
from scorepad.tarot.session import Person

MARGIN, FOOT = 12.0, 14.0
"""Free at the edges of a page; at its foot, the number of the page included."""
POINT = 25.4 / 72
CAPITALS = 0.66
"""The height of capitals and figures, in em."""

Align = Literal["left", "centre", "right"]
Tag = Literal["H1", "H2", "P", "Figure", "Artifact"]
"""What a part of a page is to a screen reader: a heading, a paragraph, a picture, or nothing."""


class _Tags(StructureTreeBuilder):
    """The tags of a document, which fpdf2 keeps for pictures only, and counts anew for each of them."""

    def __init__(self) -> None:
        super().__init__()
        self._counts: dict[int, int] = {}

    def next_mcid_for_page(self, page_number: int) -> int:
        return self._counts.get(page_number, 0)

    def add_marked_content(
        self,
        page_number: int,
        struct_type: str,
        mcid: int | None = None,
        title: str | None = None,
        alt_text: str | None = None,
    ) -> tuple[StructElem, int]:
        self._counts[page_number] = self._counts.get(page_number, 0) + 1
        return super().add_marked_content(page_number, struct_type, mcid, title, alt_text)


class UnusableFont(Exception):
    """A font of the system cannot be embedded."""


class Canvas:
    """The page under the pen; text is one that `lettering.printable` gave."""

    def __init__(
        self,
        width: float,
        height: float,
        *,
        title: str,
        language: str,
        at: str,
        fonts: Sequence[Found] = (),
    ) -> None:
        """`fonts` are those of the system. Raises UnusableFont for one that fpdf2 cannot read."""
        self.pdf = FPDF(unit="mm", format=(width, height))
        self.pdf.set_auto_page_break(False)
        self.pdf.set_creation_date(datetime.fromisoformat(at))
        self.pdf.set_title(title)
        self.pdf.set_author("Scorepad")
        self.pdf.set_creator("Scorepad")
        self.pdf.set_lang(language)
        self.pdf.viewer_preferences = ViewerPreferences(display_doc_title=True)
        for style, family in (("", REGULAR), ("B", BOLD)):
            self.pdf.add_font("Scorepad", style, assets_folder() / FONTS[family])
        self._fonts = {font: f"system{number}" for number, font in enumerate(fonts)}
        for font, family in self._fonts.items():
            try:
                self.pdf.add_font(family, "", font.path)
            except Exception as error:  # whatever a damaged font makes of its reader
                raise UnusableFont(str(font.path)) from error
        self.pdf.struct_builder = self._tags = _Tags()
        self._widths: dict[tuple[str, bool], float] = {}
        self.ground = False
        """Whether only what lies under everything else is drawn, or only the rest."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Closes the files of the fonts, which fpdf2 leaves open."""
        for font in self.pdf.fonts.values():
            if isinstance(font, TTFFont):
                font.ttfont.close()

    def output(self) -> bytes:
        """The document. Raises UnusableFont where a font of the system cannot be embedded."""
        try:
            return bytes(self.pdf.output())
        except Exception as error:  # whatever a damaged font makes of what takes a part of it
            if not self._fonts:
                raise
            raise UnusableFont(str(error)) from error

    @contextmanager
    def tagged(self, tag: Tag, alt: str = "") -> Iterator[None]:
        """What is drawn within is a part of this kind."""
        if tag == "Artifact":
            self.pdf._out("/Artifact BMC")
        else:
            page = self.pdf.page
            mcid = self._tags.next_mcid_for_page(page)
            _, parents = self._tags.add_marked_content(page, f"/{tag}", mcid, alt_text=alt or None)
            self.pdf.pages[page].struct_parents = parents
            self.pdf._out(f"/{tag} <</MCID {mcid}>> BDC")
        yield
        self.pdf._out("EMC")

    def width(self, text: str, size: float, *, bold: bool = False) -> float:
        """How wide a text is."""
        key = (text, bold)
        if key not in self._widths:
            own = "scorepadB" if bold else "scorepad"
            self._widths[key] = sum(
                self.pdf.fonts[self._fonts[font] if font else own].get_text_width(run, 1, None)[1]
                for font, run in runs(text)
            )
        return self._widths[key] * size * POINT

    @property
    def inside(self) -> float:
        """The width of the page without its margins."""
        return self.pdf.w - 2 * MARGIN

    def measure(self, size: float, *, bold: bool = False) -> Measure:
        """What measures texts of one size."""
        return partial(self.width, size=size, bold=bold)

    def text(
        self,
        x: float,
        baseline: float,
        text: str,
        size: float,
        *,
        bold: bool = False,
        ink: str = LIGHT.text,
        align: Align = "left",
        room: float | None = None,
        struck: bool = False,
    ) -> None:
        """One line of text that begins, is centred or ends at x, shortened to the room that there is."""
        if self.ground:
            return
        if room is not None:
            text = fitted(text, room, self.measure(size, bold=bold))
        width = self.width(text, size, bold=bold)
        x -= {"left": 0.0, "centre": width / 2, "right": width}[align]
        self.pdf.set_text_color(ink)
        left = x
        for font, run in runs(text + " "):  # readers that see no places part words by the space
            if font is None:
                self.pdf.set_font("Scorepad", "B" if bold else "", size)
            else:
                self.pdf.set_font(self._fonts[font], "", size)
            self.pdf.text(left, baseline, run)
            left += self.pdf.get_string_width(run)
        if struck and text:
            y = baseline - size * POINT * 0.25
            self.line(x, y, x + width, y, ink, 0.2)

    def line(self, x0: float, y0: float, x1: float, y1: float, ink: str, width: float) -> None:
        """A straight line."""
        if self.ground:
            return
        self.pdf.set_draw_color(ink)
        self.pdf.set_line_width(width)
        self.pdf.line(x0, y0, x1, y1)

    def fill(self, x: float, y: float, width: float, height: float, ink: str) -> None:
        """A filled rectangle under everything else."""
        if self.ground:
            self.cover(x, y, width, height, ink)

    def cover(self, x: float, y: float, width: float, height: float, ink: str) -> None:
        """A filled rectangle over what was drawn before."""
        self.pdf.set_fill_color(ink)
        self.pdf.rect(x, y, width, height, style="F")

    def curve(
        self, points: Sequence[tuple[float, float]], ink: str, width: float, dash: Sequence[float]
    ) -> None:
        """A line through points, whole or broken; `dash` is in widths of the line."""
        if self.ground:
            return
        with self.pdf.new_path() as path:
            path.style.fill_color = None
            path.style.stroke_color = ink
            path.style.stroke_width = width
            path.style.stroke_join_style = "round"
            path.style.stroke_cap_style = "butt"
            path.style.stroke_dash_pattern = [part * width for part in dash] or None
            path.style.auto_close = False
            path.move_to(*points[0])
            for point in points[1:]:
                path.line_to(*point)

    def ring(self, x: float, y: float, radius: float, ink: str) -> None:
        """A circle around a point."""
        if self.ground:
            return
        self.pdf.set_draw_color(ink)
        self.pdf.set_line_width(0.35)
        self.pdf.circle(x, y, radius, style="D")

    def shape(self, shape: Shape, x: float, y: float, size: float, ink: str, edge: str = "") -> None:
        """A shape whose middle is at a point, filled, and edged if told so."""
        if self.ground:
            return
        pdf = self.pdf
        pdf.set_fill_color(ink)
        pdf.set_draw_color(edge or ink)
        pdf.set_line_width(0.15)
        style = "DF" if edge else "F"
        left, top = x - size / 2, y - size / 2
        if shape is Shape.CIRCLE:
            pdf.circle(x, y, size / 2, style=style)
        elif shape is Shape.SQUARE:
            inset, side = size * INSET, size * (1 - 2 * INSET)
            pdf.rect(
                *(left + inset, top + inset, side, side),
                style=style,
                round_corners=True,
                corner_radius=size * ROUNDED,
            )
        else:
            pdf.polygon([(left + size * a, top + size * b) for a, b in corners(shape)], style=style)

    def badge(self, person: Person, x: float, y: float, size: float) -> None:
        """The shape of a person with the initial in it, its middle at a point."""
        drawn = mark(person.mark)
        self.shape(drawn.shape, x, y, size, drawn.colour)
        points = size * 0.52 / POINT
        low = y + LOW.get(drawn.shape, 0.0) * size + points * POINT * CAPITALS / 2
        self.text(x, low, initial(person.name), points, bold=True, ink=drawn.ink, align="centre")


Draw = Callable[[float], None]
"""Draws something whose upper edge is so far from the upper edge of the page."""


@dataclass(slots=True)
class Page:
    """One page: what begins it, what stands where on it, and what the outline of the document says of it."""

    landscape: bool
    parts: list[tuple[float, Draw, Tag, str]] = field(default_factory=list)
    """Each with its upper edge, its kind, and what it shows if it is a picture."""
    outline: list[tuple[str, int, float]] = field(default_factory=list)


class Flow:
    """Pages in the making: parts are put below each other, and on a new page where there is no room."""

    def __init__(self, width: float, height: float) -> None:
        self.paper = (width, height)
        self._head: tuple[float, Draw] = (0.0, lambda y: None)
        self.pages: list[Page] = []
        self.y = 0.0

    @property
    def landscape(self) -> bool:
        """Whether the page lies on its side."""
        return self.pages[-1].landscape

    @property
    def width(self) -> float:
        """Of the page, without its margins."""
        return self._side(0) - 2 * MARGIN

    @property
    def room(self) -> float:
        """What is left of the height of the page."""
        return self._side(1) - FOOT - self.y

    def _side(self, index: int) -> float:
        landscape = self.landscape
        return self.paper[1 - index if landscape else index]

    def begin(self, *, landscape: bool, head: float, draw: Draw) -> None:
        """A first page; those that follow it are alike and begin with a head of so much height."""
        self.pages.append(Page(landscape))
        self.y = MARGIN
        self._head = (head, draw)

    def turn(self) -> None:
        """The next page."""
        self.pages.append(Page(self.landscape))
        self.y = MARGIN
        self.put(*self._head, "Artifact")

    def put(self, height: float, draw: Draw, tag: Tag = "P", alt: str = "") -> None:
        """A part, here."""
        self.pages[-1].parts.append((self.y, draw, tag, alt))
        self.y += height

    def need(self, height: float) -> None:
        """The next page, if there is not so much room on this one."""
        if self.room < height:
            self.turn()

    def name(self, title: str, level: int) -> None:
        """What the outline of the document calls what comes next."""
        self.pages[-1].outline.append((title, level, self.y))
