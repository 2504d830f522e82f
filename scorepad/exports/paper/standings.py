"""The standings with the hands of each person, and the curve of the evening."""

from __future__ import annotations

from functools import partial

from scorepad.design import BOLD, LIGHT, REGULAR
from scorepad.evening.figures import Highlight
from scorepad.evening.sheet import Standing
from scorepad.exports.drawings import CurveStyle, StandingStyle, draw_curve, draw_standing
from scorepad.exports.lettering import fitted, printable
from scorepad.exports.paper.pages import MARGIN
from scorepad.exports.paper.printing import BADGE, HEADING, Printing
from scorepad.exports.text import fitted_hand_words, money_lines

ROW = 7.0
LEAST, MOST = 54.0, 105.0
"""The height of the curve."""
CURVE = CurveStyle(
    scale=1, totals_width=14, names_width=46, name_height=5.4, badge=BADGE, with_totals=True, numbers=12
)
STANDING = StandingStyle(
    rank=6, rank_size=9.5, badge=11, badge_size=5, name=15, name_sizes=(10, 9, 8, 7), weight=REGULAR,
    total_size=10, gap=4, line_size=10,
)  # fmt: skip


class Standings:
    """The standings of an evening, and its curve if a hand stands."""

    def __init__(self, printing: Printing) -> None:
        self._printing = printing
        self._surface = printing.surface
        self._wording = printing.wording
        self._t = printing.wording.t
        self._right = MARGIN + printing.flow.width

    def plan(self) -> None:
        """Puts both on pages."""
        flow, t, evening = self._printing.flow, self._t, self._wording.evening
        title = t("Final standings") if evening.table.ended else t("Standings so far")
        self._printing.heading(title, 6 + ROW * len(evening.sheet.people))
        flow.put(6.0, self._draw_head)
        for standing in evening.sheet.standings:
            flow.put(ROW, partial(self._draw_standing, standing))
        money = money_lines(t, evening, printable)
        if money:
            self._printing.heading(t("Money"), 5.0 * min(len(money), 4))
        for line in money:
            flow.need(5.0)
            flow.put(5.0, partial(self._draw_line, line))
        for person in evening.sheet.people:
            if person.members:
                members = ", ".join(printable(each.name) for each in person.members)
                words = t("{team}: {members}", team=printable(person.name), members=members)
                flow.need(5.0)
                flow.put(5.0, partial(self._draw_members, words))
        if not evening.sheet.deals:
            return
        highlights = self._wording.highlights
        below = 5.0 * len(highlights) + 4
        least = max(LEAST, CURVE.name_height * len(evening.sheet.people) + 6)
        flow.need(HEADING + least + below)
        height = min(max(MOST, least), flow.height_left - HEADING - below)
        self._printing.heading(t("The curve of the evening"), height + below)
        totals = (
            f"{printable(standing.person.name)} {self._wording.signed(standing.total)}"
            for standing in evening.sheet.standings
        )
        alt = t("The curve of the evening") + ": " + ", ".join(totals)
        flow.put(height + 4.0, partial(self._draw_curve, height), "Figure", alt)
        for title, highlight in highlights:
            flow.put(5.0, partial(self._draw_highlight, title, highlight))

    def _draw_members(self, words: str, y: float) -> None:
        width = self._right - MARGIN
        self._surface.text(MARGIN, y + 4.0, words, 8, LIGHT.quiet, available_width=width)

    def _columns(self) -> list[float]:
        """The right edges of the columns after the name: total, hands taken, won, best, worst."""
        return [MARGIN + (self._right - MARGIN) * share for share in (0.52, 0.64, 0.73, 0.86, 1.0)]

    def _draw_head(self, y: float) -> None:
        t, surface = self._t, self._surface
        titles = [t("Total"), t("Taken"), t("Made"), t("Best hand"), t("Worst hand")]
        for right, title in zip(self._columns(), titles, strict=True):
            surface.text(right - 1, y + 4, title, 7, LIGHT.quiet, anchor="right")
        surface.line([(MARGIN, y + 6), (self._right, y + 6)], LIGHT.edge, 0.3)

    def _draw_standing(self, standing: Standing, y: float) -> None:
        surface, columns = self._surface, self._columns()
        if self._wording.leads(standing):
            width = self._right - MARGIN
            surface.rectangle((MARGIN, y + 0.15, width, ROW - 0.15), LIGHT.chosen, background=True)
        box = (MARGIN, y, columns[0] - 1 - MARGIN, ROW)
        draw_standing(surface, self._wording, standing, STANDING, box)
        facts = self._wording.tally(standing.person)
        texts = [str(facts.taken), str(facts.won), self._cell(facts.best), self._cell(facts.worst)]
        for right, text in zip(columns[1:], texts, strict=True):
            surface.text(
                right - 1, surface.baseline(y + ROW / 2, STANDING.line_size), text, 9, anchor="right"
            )
        surface.line([(MARGIN, y + ROW), (self._right, y + ROW)], LIGHT.line, 0.15)

    def _cell(self, highlight: Highlight | None) -> str:
        if highlight is None:
            return "–"
        return f"{self._wording.signed(highlight.amount)} ({highlight.entry.number})"

    def _draw_line(self, line: str, y: float) -> None:
        surface = self._surface
        words = fitted(line, self._right - MARGIN, surface.measure(9))
        surface.text(MARGIN, y + 3.6, words, 9)

    def _draw_highlight(self, title: str, highlight: Highlight, y: float) -> None:
        surface, t = self._surface, self._t
        base, colour = y + 3.6, surface.amount_colour(highlight.amount)
        surface.text(MARGIN, base, "▲" if highlight.amount > 0 else "▼", 8, colour)
        head = f"{title}, {t.inside(t('Hand {number}', number=highlight.entry.number))}"
        surface.text(MARGIN + 5, base, head, 8.5, weight=BOLD)
        left = MARGIN + 8 + surface.width(head, 8.5, BOLD)
        amount = f" ({self._wording.signed(highlight.amount)})"
        free = self._right - left - surface.width(amount, 8.5)
        words = fitted_hand_words(t, self._wording.evening, highlight, free, surface.measure(8.5))
        surface.text(left, base, words + amount, 8.5)

    def _draw_curve(self, height: float, y: float) -> None:
        box = (MARGIN, y + 5, self._right - MARGIN, height - 12)
        draw_curve(self._surface, self._wording, CURVE, box)
