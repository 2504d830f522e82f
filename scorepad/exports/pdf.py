"""Paints pages as a PDF with fpdf2, with tags for screen readers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from fpdf import FPDF, ViewerPreferences
from fpdf.fonts import TTFFont
from fpdf.structure_tree import StructElem, StructureTreeBuilder

from scorepad import assets_folder
from scorepad.design import BOLD, FONTS, REGULAR
from scorepad.exports.drawing import RIGHT, Area, Shape, Text
from scorepad.exports.pages import MARGIN, PALETTE, POINT, PagePart, Pages
from scorepad.work import Work


def pdf(evenings: Sequence[Pages], title: str, language: str, at: str) -> Work[bytes]:
    """Makes one PDF of pages, with the date `at` (ISO 8601); pauses after each page. Same pages give the same bytes."""
    made = FPDF(unit="mm")
    made.set_auto_page_break(False)
    made.set_creation_date(datetime.fromisoformat(at))
    made.set_title(title)
    made.set_author("Scorepad")
    made.set_creator("Scorepad")
    made.set_lang(language)
    made.viewer_preferences = ViewerPreferences(display_doc_title=True)
    made.struct_builder = tags = _Tags()
    for weight in (REGULAR, BOLD):
        made.add_font(weight, "", assets_folder() / FONTS[weight])
    every = [(pages.size, parts) for pages in evenings for parts in pages.pages]
    for number, (size, parts) in enumerate(every, 1):
        made.add_page(format=size)
        for part in (*parts, _foot(size, f"{number}/{len(every)}")):
            if part.role in ("H1", "H2"):
                heading = next(shape for shape in part.shapes if isinstance(shape, Text))
                made.set_y(heading.y - 5)
                made.start_section(heading.words, int(part.role[1]) - 1)
            with _tagged(made, tags, part):
                _paint(made, part.shapes)
        yield number / len(every)
    data = bytes(made.output())
    for font in made.fonts.values():
        if isinstance(font, TTFFont):
            font.ttfont.close()  # fpdf2 leaves it open
    return data


def _foot(size: tuple[float, float], number: str) -> PagePart:
    """The foot of a page."""
    (wide, high), small = size, 7 * POINT
    right = Text(wide - MARGIN, high - 7, number, 8 * POINT, PALETTE.quiet, anchor=RIGHT)
    return PagePart("Artifact", [Text(MARGIN, high - 7, "Scorepad", small, PALETTE.quiet), right])


class _Tags(StructureTreeBuilder):
    """The tags of a document; numbers the tags of each page from 0.

    fpdf2 itself tags only pictures, and begins the numbers again at 0 for each picture.
    """

    def __init__(self) -> None:
        super().__init__()
        self._counts: dict[int, int] = {}

    def next_mcid_for_page(self, page_number: int) -> int:
        return self._counts.get(page_number, 0)

    def add_marked_content(self, page_number: int, *values: Any, **more: Any) -> tuple[StructElem, int]:
        self._counts[page_number] = self._counts.get(page_number, 0) + 1
        return super().add_marked_content(page_number, *values, **more)


@contextmanager
def _tagged(made: FPDF, tags: _Tags, part: PagePart) -> Iterator[None]:
    """Tags the shapes that are drawn in this context as one part."""
    if part.role == "Artifact":
        made._out("/Artifact BMC")
    else:
        mcid = tags.next_mcid_for_page(made.page)
        _, parents = tags.add_marked_content(made.page, f"/{part.role}", mcid, alt_text=part.alt or None)
        made.pages[made.page].struct_parents = parents
        made._out(f"/{part.role} <</MCID {mcid}>> BDC")
    yield
    made._out("EMC")


def _paint(made: FPDF, shapes: Iterable[Shape]) -> None:
    """Draws shapes on the page."""
    for each in shapes:
        if isinstance(each, Text):
            made.set_text_color(each.colour)
            made.set_font(each.weight, "", each.size / POINT)
            # the space separates words for readers that ignore positions
            made.text(each.left, each.y, each.words + " ")
        elif isinstance(each, Area):
            made.set_fill_color(each.colour)
            made.polygon(list(each.points), style="F")
        else:
            made.set_draw_color(each.colour)
            made.set_line_width(each.width)
            made.polyline(list(each.points))
