"""One session on its way to paper: where it is drawn, and its words as they are printed."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.design import LIGHT
from scorepad.exports.lettering import fitted, largest, printable
from scorepad.exports.paper.pages import MARGIN, Canvas, Flow
from scorepad.i18n import Translator
from scorepad.i18n.wording import scheme_title
from scorepad.tarot.hand import PlayerId
from scorepad.tarot.session import Session

BADGE = 4.4
"""The size of the shape of a person, in mm."""
HEADING = 13.0
"""The height of the title of a part, in mm."""


@dataclass(frozen=True, slots=True)
class Printing:
    """A session, the language, the pages that are planned and the pen that will draw them."""

    canvas: Canvas
    flow: Flow
    session: Session
    t: Translator

    def name(self, player: PlayerId) -> str:
        """What somebody at the table is called."""
        return printable(self.session.person(player).name)

    def number(self, amount: int) -> str:
        """An amount of the session."""
        return self.t.number(amount, self.session.unit)

    def signed(self, amount: int) -> str:
        """An amount of the session with its sign."""
        return self.t.signed(amount, self.session.unit)

    @property
    def title(self) -> str:
        """What the evening is called."""
        return printable(self.session.name) if self.session.name.strip() else self.t("Tarot evening")

    @property
    def scheme(self) -> str:
        """What the table plays by."""
        return printable(scheme_title(self.t, self.session.rules))

    def begin(self, *, landscape: bool) -> None:
        """A new page with the title of the evening; those that follow bear it in small type."""
        self.flow.begin(landscape=landscape, head=9.0, draw=self._draw_running_head)
        self.flow.name(self.title, 0)
        self.flow.put(19.0, self._draw_title, "H1")

    def heading(self, title: str, after: float) -> None:
        """The title of a part, where there is room for so much of it."""
        self.flow.need(HEADING + after)
        self.flow.name(title, 1)
        self.flow.put(HEADING, lambda y: self.canvas.text(MARGIN, y + 9.0, title, 13, bold=True), "H2")

    def _draw_title(self, y: float) -> None:
        canvas, width, t = self.canvas, self.canvas.inside, self.t
        size = largest((22, 19, 16, 13), width, lambda size: canvas.width(self.title, size, bold=True))
        canvas.text(MARGIN, y + 7.0, self.title, size, bold=True, room=width)
        hands = t.plural("{count} hand", "{count} hands", len(self.session.standing_entries))
        facts = " · ".join([t.date(self.session.created), self.scheme, hands])
        canvas.text(MARGIN, y + 13.0, facts, 9.5, ink=LIGHT.quiet, room=width)

    def _draw_running_head(self, y: float) -> None:
        canvas, width = self.canvas, self.canvas.inside
        facts = f"{self.t.date(self.session.created)} · {self.scheme}"
        facts = fitted(facts, width * 0.6, canvas.measure(8))
        canvas.text(MARGIN + width, y + 3.0, facts, 8, ink=LIGHT.quiet, align="right")
        room = width - canvas.width(facts, 8) - 6
        canvas.text(MARGIN, y + 3.0, self.title, 9, bold=True, room=room)
        canvas.line(MARGIN, y + 5.0, MARGIN + width, y + 5.0, LIGHT.line, 0.2)
