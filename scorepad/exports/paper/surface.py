"""A page of a PDF as a surface, drawn with fpdf2. Lengths are in millimetres, text sizes in points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any, Literal, Self

from fpdf import FPDF, ViewerPreferences
from fpdf.fonts import TTFFont
from fpdf.structure_tree import StructElem, StructureTreeBuilder

from scorepad import assets_folder
from scorepad.design import BOLD, FONTS, LIGHT, REGULAR
from scorepad.exports.fonts import Found
from scorepad.exports.lettering import runs
from scorepad.exports.surface import Box, Point, Surface

POINT = 25.4 / 72

Tag = Literal["H1", "H2", "P", "Figure", "Artifact"]
"""The role of a part of a page for a screen reader: a heading, a paragraph, a picture, or none."""


class _Tags(StructureTreeBuilder):
    """The tags of a document; fpdf2 keeps them for pictures only, and counts from zero for each picture."""

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


class PdfSurface(Surface):
    """The current page of a document."""

    palette = replace(LIGHT, paper="#FFFFFF")
    em = POINT

    def __init__(
        self, width: float, height: float, *, title: str, language: str, at: str, fonts: Sequence[Found] = ()
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
        for weight in (REGULAR, BOLD):
            self.pdf.add_font(weight, "", assets_folder() / FONTS[weight])
        self._families = {font: f"system{number}" for number, font in enumerate(fonts)}
        for font, family in self._families.items():
            try:
                self.pdf.add_font(family, "", font.path)
            except Exception as error:  # any error of the reader of a damaged font
                raise UnusableFont(str(font.path)) from error
        self.pdf.struct_builder = self._tags = _Tags()
        self._widths: dict[tuple[str, str], float] = {}
        self.in_background = False
        """Whether only the background is drawn, or only the rest."""

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
        except Exception as error:  # any error from reducing a damaged font to the letters used
            if not self._families:
                raise
            raise UnusableFont(str(error)) from error

    @contextmanager
    def tagged(self, tag: Tag, alt: str = "") -> Iterator[None]:
        """Tags the drawings within as a part of this role; `alt` describes a picture."""
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

    def width(self, text: str, size: float, weight: str = REGULAR) -> float:
        key = (text, weight)
        if key not in self._widths:
            self._widths[key] = sum(
                self.pdf.fonts[self._family(font, weight).lower()].get_text_width(run, 1, None)[1]
                for font, run in runs(text)
            )
        return self._widths[key] * size * POINT

    def _family(self, font: Found | None, weight: str) -> str:
        return self._families[font] if font else weight

    def text(self, *values: Any, **more: Any) -> None:
        if not self.in_background:  # there, not even measured
            super().text(*values, **more)

    def _write(self, left: float, baseline: float, text: str, size: float, colour: str, weight: str) -> None:
        self.pdf.set_text_color(colour)
        for font, run in runs(text + " "):  # screen readers without positions separate words by the space
            self.pdf.set_font(self._family(font, weight), "", size)
            self.pdf.text(left, baseline, run)
            left += self.pdf.get_string_width(run)

    def line(self, points: Sequence[Point], colour: str, width: float, dash: Sequence[float] = ()) -> None:
        if self.in_background:
            return
        if len(points) == 2 and not dash:
            self.pdf.set_draw_color(colour)
            self.pdf.set_line_width(width)
            self.pdf.line(*points[0], *points[1])
            return
        with self.pdf.new_path() as path:
            path.style.fill_color = None
            path.style.stroke_color = colour
            path.style.stroke_width = width
            path.style.stroke_join_style = "round"
            path.style.stroke_cap_style = "butt"
            path.style.stroke_dash_pattern = [part * width for part in dash] or None
            path.style.auto_close = False
            path.move_to(*points[0])
            for point in points[1:]:
                path.line_to(*point)

    def rectangle(self, box: Box, colour: str, radius: float = 0, background: bool = False) -> None:
        if self.in_background is background:
            self.pdf.set_fill_color(colour)
            self.pdf.rect(*box, style="F", round_corners=bool(radius), corner_radius=radius)

    def circle(self, x: float, y: float, radius: float, colour: str, width: float = 0) -> None:
        if self.in_background:
            return
        self.pdf.set_fill_color(colour)
        self.pdf.set_draw_color(colour)
        self.pdf.set_line_width(width)
        self.pdf.circle(x, y, radius, style="D" if width else "F")

    def polygon(self, points: Sequence[Point], colour: str) -> None:
        if not self.in_background:
            self.pdf.set_fill_color(colour)
            self.pdf.polygon(list(points), style="F")
