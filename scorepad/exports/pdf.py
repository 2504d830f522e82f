"""The score sheet of an evening on paper, as clubs file it: the sheet, the standings, every hand line by line."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from scorepad.design import LIGHT
from scorepad.exports.evening import typed
from scorepad.exports.fonts import Found, found
from scorepad.exports.lettering import having, lacking
from scorepad.exports.paper.hands import Hands
from scorepad.exports.paper.pages import FOOT, MARGIN, Canvas, Flow, UnusableFont
from scorepad.exports.paper.printing import Printing
from scorepad.exports.paper.standings import Standings
from scorepad.exports.paper.table import Table, columns
from scorepad.exports.progress import Step, nothing
from scorepad.exports.text import evening_title
from scorepad.i18n import Translator
from scorepad.tarot.session import Session

PLANNED, DRAWN = 0.5, 0.9
"""What is done once every page is planned, and once it is drawn."""


class Paper(Enum):
    """The formats: width and height in mm."""

    A4 = (210.0, 297.0)
    LETTER = (215.9, 279.4)


def score_sheet(
    sessions: Sequence[Session], t: Translator, *, paper: Paper = Paper.A4, step: Step = nothing
) -> bytes:
    """The sessions as one PDF, each from a new page on. Raises ValueError without a session, and what `step` raises.

    The same sessions in the same language on the same paper give the same bytes.
    """
    if not sessions:
        raise ValueError("there is no session to print")
    step(0.0)
    fonts = found(lacking(text for session in sessions for text in typed(session)))
    try:
        document = _document(sessions, t, paper, step, fonts)
    except UnusableFont:
        document = _document(sessions, t, paper, step, ())
    step(1.0)
    return document


def _document(
    sessions: Sequence[Session], t: Translator, paper: Paper, step: Step, fonts: Sequence[Found]
) -> bytes:
    """The PDF, with fonts of the system. Raises UnusableFont where one of them cannot be embedded."""
    at = max(session.last_at for session in sessions)
    flow = Flow(*paper.value)
    title = _title(t, sessions)
    with Canvas(*paper.value, title=title, language=t.language, at=at, fonts=fonts) as canvas, having(fonts):
        for number, session in enumerate(sessions):

            def planned(done: float, number: int = number) -> None:
                step(PLANNED * (number + done) / len(sessions))

            _plan(Printing(canvas, flow, session, t), planned)
        _draw(canvas, flow, step)
        return canvas.output()


def _title(t: Translator, sessions: Sequence[Session]) -> str:
    if len(sessions) == 1:
        return evening_title(t, sessions[0])
    evenings = t.plural("{count} evening", "{count} evenings", len(sessions))
    return t("Score sheets") + ", " + evenings


def _plan(printing: Printing, step: Step) -> None:
    """Every page of a session."""
    sheet = columns(printing)
    printing.begin(landscape=sheet.landscape)
    Table(printing, sheet).plan(lambda done: step(done / 2))
    Standings(printing).plan()
    Hands(printing).plan(lambda done: step((1 + done) / 2))


def _draw(canvas: Canvas, flow: Flow, step: Step) -> None:
    """Every page, and its number out of how many."""
    count = len(flow.pages)
    for number, page in enumerate(flow.pages, 1):
        canvas.pdf.add_page(orientation="landscape" if page.landscape else "portrait")
        for title, level, y in page.outline:
            canvas.pdf.set_y(y)
            canvas.pdf.start_section(title, level)
        canvas.ground = True
        with canvas.tagged("Artifact"):
            for y, draw, _, _ in page.parts:
                draw(y)
        canvas.ground = False
        for y, draw, tag, alt in page.parts:
            with canvas.tagged(tag, alt):
                draw(y)
        foot = canvas.pdf.h - FOOT + 7
        with canvas.tagged("Artifact"):
            canvas.text(MARGIN, foot, "Scorepad", 7, ink=LIGHT.quiet)
            canvas.text(canvas.pdf.w - MARGIN, foot, f"{number}/{count}", 8, ink=LIGHT.quiet, align="right")
        step(PLANNED + (DRAWN - PLANNED) * number / count)
