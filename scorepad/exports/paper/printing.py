"""One evening on its way to paper: its evening, the surface and the pages; and its headings."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.design import BOLD, LIGHT
from scorepad.exports.evening import Wording
from scorepad.exports.lettering import fitted, printable
from scorepad.exports.paper.pages import MARGIN, Flow
from scorepad.exports.paper.surface import PdfSurface

BADGE = 4.4
"""The size of the shape of a person, in mm."""
HEADING = 13.0
"""The height of the title of a part, in mm."""


@dataclass(frozen=True, slots=True)
class Printing:
    """An evening, the pages that are planned and the surface on which they will be drawn."""

    surface: PdfSurface
    flow: Flow
    wording: Wording

    def begin(self, *, landscape: bool) -> None:
        """Begins a page with the title of the evening; the pages after it have a small one."""
        self.flow.begin(landscape=landscape, head=9.0, draw=self._draw_running_head)
        self.flow.name(self.wording.title, 0)
        self.flow.put(19.0, self._draw_title, "H1")

    def heading(self, title: str, after: float) -> None:
        """Puts the title of a part on a page that has this height free below it."""
        self.flow.need(HEADING + after)
        self.flow.name(title, 1)
        self.flow.put(HEADING, lambda y: self.surface.text(MARGIN, y + 9.0, title, 13, weight=BOLD), "H2")

    def _draw_title(self, y: float) -> None:
        wording, surface, t = self.wording, self.surface, self.wording.t
        width = surface.pdf.w - 2 * MARGIN
        size = surface.largest(wording.title, (22, 19, 16, 13), width, BOLD)
        surface.text(MARGIN, y + 7.0, wording.title, size, weight=BOLD, available_width=width)
        hands = t.plural("{count} hand", "{count} hands", len(wording.evening.sheet.deals))
        note = wording.evening.table.notes.get(None)
        said = [t("“{words}”", words=printable(note))] if note else []
        facts = " · ".join([t.date(wording.evening.start.created), wording.scheme, hands, *said])
        surface.text(MARGIN, y + 13.0, facts, 9.5, LIGHT.quiet, available_width=width)

    def _draw_running_head(self, y: float) -> None:
        wording, surface = self.wording, self.surface
        right = surface.pdf.w - MARGIN
        facts = f"{wording.t.date(wording.evening.start.created)} · {wording.scheme}"
        facts = fitted(facts, (right - MARGIN) * 0.6, surface.measure(8))
        surface.text(right, y + 3.0, facts, 8, LIGHT.quiet, anchor="right")
        free = right - MARGIN - surface.width(facts, 8) - 6
        surface.text(MARGIN, y + 3.0, wording.title, 9, weight=BOLD, available_width=free)
        surface.line([(MARGIN, y + 5.0), (right, y + 5.0)], LIGHT.line, 0.2)
