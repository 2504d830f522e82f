"""The score sheet of an evening on paper, as clubs file it: the sheet, the standings, every hand line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum

from scorepad.design import LIGHT
from scorepad.evening.evening import Evening
from scorepad.exports.evening import Wording, typed
from scorepad.exports.fonts import Found, found
from scorepad.exports.lettering import having, lacking
from scorepad.exports.paper.hands import Hands
from scorepad.exports.paper.pages import FOOT, MARGIN, Flow
from scorepad.exports.paper.printing import Printing
from scorepad.exports.paper.standings import Standings
from scorepad.exports.paper.surface import PdfSurface, UnusableFont
from scorepad.exports.paper.table import Table, columns
from scorepad.exports.progress import Step, Work, finished, nothing
from scorepad.exports.text import evening_title
from scorepad.i18n import Translator

PLANNED, DRAWN = 0.5, 0.9
"""The progress once every page is planned, and once it is drawn."""


class Paper(Enum):
    """The formats of paper: width and height in mm."""

    A4 = (210.0, 297.0)
    LETTER = (215.9, 279.4)


def score_sheet(
    evenings: Sequence[Evening], t: Translator, *, paper: Paper = Paper.A4, step: Step = nothing
) -> bytes:
    """The evenings as one PDF, each from a new page on. Raises ValueError without an evening, and the errors of `step`.

    The same evenings in the same language on the same paper give the same bytes.
    """
    return finished(write_score_sheet(evenings, t, paper), step)


def write_score_sheet(evenings: Sequence[Evening], t: Translator, paper: Paper) -> Work[bytes]:
    """The same as `score_sheet`, as work that can pause: all of it in one context."""
    if not evenings:
        raise ValueError("there is no session to print")
    yield 0.0
    fonts = found(lacking(text for evening in evenings for text in typed(evening)))
    try:
        document = yield from _document(evenings, t, paper, fonts)
    except UnusableFont:
        document = yield from _document(evenings, t, paper, ())
    yield 1.0
    return document


def _document(
    evenings: Sequence[Evening], t: Translator, paper: Paper, fonts: Sequence[Found]
) -> Work[bytes]:
    """The PDF, with fonts of the system. Raises UnusableFont where one of them cannot be embedded."""
    at = max(evening.last_at for evening in evenings)
    flow = Flow(*paper.value)
    title = _title(t, evenings)
    surface = PdfSurface(*paper.value, title=title, language=t.language, at=at, fonts=fonts)
    with surface, having(fonts):
        for number, evening in enumerate(evenings):
            printing = Printing(surface, flow, Wording(evening, t))
            sheet = columns(printing)
            printing.begin(landscape=sheet.landscape)
            share = PLANNED / len(evenings)
            for done in Table(printing, sheet).plan():
                yield share * (number + done / 2)
            Standings(printing).plan()
            for done in Hands(printing).plan():
                yield share * (number + (1 + done) / 2)
        yield from _draw(surface, flow)
        return surface.output()


def _title(t: Translator, evenings: Sequence[Evening]) -> str:
    if len(evenings) == 1:
        return evening_title(t, evenings[0])
    counted = t.plural("{count} evening", "{count} evenings", len(evenings))
    return t("Score sheets") + ", " + counted


def _draw(surface: PdfSurface, flow: Flow) -> Iterator[float]:
    count = len(flow.pages)
    for number, page in enumerate(flow.pages, 1):
        surface.pdf.add_page(orientation="landscape" if page.landscape else "portrait")
        for title, level, y in page.outline:
            surface.pdf.set_y(y)
            surface.pdf.start_section(title, level)
        surface.in_background = True
        with surface.tagged("Artifact"):
            for y, draw, _, _ in page.parts:
                draw(y)
        surface.in_background = False
        for y, draw, tag, alt in page.parts:
            with surface.tagged(tag, alt):
                draw(y)
        foot = surface.pdf.h - FOOT + 7
        with surface.tagged("Artifact"):
            surface.text(MARGIN, foot, "Scorepad", 7, LIGHT.quiet)
            surface.text(surface.pdf.w - MARGIN, foot, f"{number}/{count}", 8, LIGHT.quiet, anchor="right")
        yield PLANNED + (DRAWN - PLANNED) * number / count
