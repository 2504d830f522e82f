"""How the evening ended, and how it came to that: the standings with everybody's hands, and the curve."""

from __future__ import annotations

from functools import partial

from scorepad.design import LIGHT, legible, mark
from scorepad.exports.chart import DASHES, Plot, marked, spread
from scorepad.exports.evening import Moment, best_hand, curve, leads, rank_words, stretches, tally, worst_hand
from scorepad.exports.lettering import largest, printable
from scorepad.exports.paper.pages import CAPITALS, MARGIN, POINT
from scorepad.exports.paper.printing import BADGE, HEADING, Printing
from scorepad.exports.text import fitted_hand_words
from scorepad.tarot.hand import Hand
from scorepad.tarot.session import Person, Standing

WHITE = "#FFFFFF"
ROW = 7.0
SCALE, LABELS = 14.0, 46.0
"""Left of the curve the totals, right of it the names."""
LABEL = 5.4
"""The height of one of them."""
LEAST, MOST = 54.0, 105.0
"""The height of the curve."""


class Standings:
    """The last part of a session."""

    def __init__(self, printing: Printing) -> None:
        self._printing = printing
        self._canvas = printing.canvas
        self._session = printing.session
        self._t = printing.t
        self._width = printing.flow.width

    def plan(self) -> None:
        """The standings, and the curve if a hand stands."""
        flow, t, session = self._printing.flow, self._t, self._session
        words = t("Final standings") if session.finished else t("Standings so far")
        self._printing.heading(words, 6 + ROW * len(session.people))
        flow.put(6.0, self._draw_head)
        for standing in session.standings:
            flow.put(ROW, partial(self._draw_standing, standing))
        if not session.standing_entries:
            return
        said = [
            (title, moment)
            for title, moment in (
                (t("Best hand of the evening"), best_hand(session)),
                (t("Worst hand of the evening"), worst_hand(session)),
            )
            if moment is not None
        ]
        under = 5.0 * len(said) + 4
        least = max(LEAST, LABEL * len(session.people) + 6)
        flow.need(HEADING + least + under)
        height = min(max(MOST, least), flow.room - HEADING - under)
        self._printing.heading(t("The curve of the evening"), height + under)
        totals = (
            f"{printable(standing.person.name)} {self._printing.signed(standing.total)}"
            for standing in session.standings
        )
        alt = t("The curve of the evening") + ": " + ", ".join(totals)
        draw = partial(self._draw_curve, height, [moment for _, moment in said])
        flow.put(height + 4.0, draw, "Figure", alt)
        for title, moment in said:
            flow.put(5.0, partial(self._draw_moment, title, moment))

    # -- the standings ---

    def _columns(self) -> list[float]:
        """Where the columns after the name end: total, hands taken, won, best, worst."""
        return [MARGIN + self._width * share for share in (0.52, 0.64, 0.73, 0.86, 1.0)]

    def _draw_head(self, y: float) -> None:
        t, canvas = self._t, self._canvas
        titles = [t("Total"), t("Taken"), t("Made"), t("Best hand"), t("Worst hand")]
        for right, title in zip(self._columns(), titles, strict=True):
            canvas.text(right - 1, y + 4, title, 7, ink=LIGHT.quiet, align="right")
        canvas.line(MARGIN, y + 6, MARGIN + self._width, y + 6, LIGHT.edge, 0.3)

    def _draw_standing(self, standing: Standing, y: float) -> None:
        canvas, printing, person = self._canvas, self._printing, standing.person
        base, first = y + 4.7, leads(self._session, standing)
        if first:
            canvas.fill(MARGIN, y + 0.15, self._width, ROW - 0.15, LIGHT.chosen)
        canvas.text(
            MARGIN + 6, base, rank_words(self._session, standing), 9.5, ink=LIGHT.quiet, align="right"
        )
        canvas.badge(person, MARGIN + 11, y + ROW / 2, 5.0)
        name, columns = printable(person.name), self._columns()
        room = columns[0] - MARGIN - 15 - canvas.width(printing.signed(standing.total), 10, bold=True) - 4
        size = largest((10, 9, 8, 7), room, lambda size: canvas.width(name, size, bold=first))
        canvas.text(MARGIN + 15, base, name, size, bold=first, room=room)
        ink = LIGHT.gain if standing.total > 0 else LIGHT.loss if standing.total < 0 else LIGHT.text
        facts = tally(self._session, person)
        canvas.text(
            columns[0] - 1, base, printing.signed(standing.total), 10, bold=True, ink=ink, align="right"
        )
        texts = [str(facts.taken), str(facts.won), self._moment(facts.best), self._moment(facts.worst)]
        for right, text in zip(columns[1:], texts, strict=True):
            canvas.text(right - 1, base, text, 9, align="right")
        canvas.line(MARGIN, y + ROW, MARGIN + self._width, y + ROW, LIGHT.line, 0.15)

    def _moment(self, moment: Moment | None) -> str:
        if moment is None:
            return "–"
        return f"{self._printing.signed(moment.amount)} ({moment.entry.number})"

    def _draw_moment(self, title: str, moment: Moment, y: float) -> None:
        canvas, t = self._canvas, self._t
        sign, ink = ("▲", LIGHT.gain) if moment.amount > 0 else ("▼", LIGHT.loss)
        canvas.text(MARGIN, y + 3.6, sign, 8, ink=ink)
        head = f"{title}, {t.inside(t('Hand {number}', number=moment.entry.number))}"
        canvas.text(MARGIN + 5, y + 3.6, head, 8.5, bold=True)
        left = MARGIN + 8 + canvas.width(head, 8.5, bold=True)
        hand, amount = moment.entry.deal.outcome, f" ({self._printing.signed(moment.amount)})"
        assert isinstance(hand, Hand)
        room = MARGIN + self._width - left - canvas.width(amount, 8.5)
        words = fitted_hand_words(t, self._session, hand, room, canvas.measure(8.5))
        canvas.text(left, y + 3.6, words + amount, 8.5)

    # -- the curve ---

    def _draw_curve(self, height: float, moments: list[Moment], y: float) -> None:
        session = self._session
        points, present = curve(session), stretches(session)
        plot = Plot.of(points, MARGIN + SCALE, y + 5, self._width - SCALE - LABELS, height - 12)
        self._draw_scales(plot)
        people = range(len(session.people))
        for i in reversed(people):
            person, colour = session.people[i], mark(session.people[i].mark).colour
            ink = legible(colour, WHITE, LIGHT.text)
            line = [(plot.x(n), plot.y(after[i])) for n, after in enumerate(points)]
            for there in present[i]:
                self._canvas.curve([line[n] for n in there], ink, 0.5, DASHES[i % len(DASHES)])
                for n in marked(plot.hands, i, len(people)):
                    if n in there:
                        self._canvas.shape(mark(person.mark).shape, *line[n], 2.4, colour, edge=ink)
                self._canvas.shape(mark(person.mark).shape, *line[there[-1]], 2.4, colour, edge=ink)
        for moment in moments:
            self._draw_mark(plot, moment)
        ends = [plot.y(total) for total in session.totals]
        places = spread(ends, LABEL, plot.top - 3, plot.top + plot.height + 3)
        for i in people:
            to_the_end = bool(present[i]) and present[i][-1][-1] == plot.hands
            end = ends[i] if to_the_end else None
            self._draw_label(session.people[i], session.totals[i], plot, end, places[i])

    def _draw_scales(self, plot: Plot) -> None:
        canvas, unit = self._canvas, self._session.unit
        right = plot.left + plot.width
        for total in plot.totals(unit):
            y = plot.y(total)
            ink, width = (LIGHT.edge, 0.3) if total == 0 else (LIGHT.line, 0.15)
            canvas.line(plot.left, y, right, y, ink, width)
            middle = y + 7 * POINT * CAPITALS / 2
            words = self._printing.number(total)
            canvas.text(plot.left - 2, middle, words, 7, ink=LIGHT.quiet, align="right")
        for number in plot.numbers():
            x, foot = plot.x(number), plot.top + plot.height
            canvas.line(x, foot, x, foot + 1, LIGHT.edge, 0.15)
            canvas.text(x, foot + 4.5, str(number), 7, ink=LIGHT.quiet, align="centre")

    def _draw_mark(self, plot: Plot, moment: Moment) -> None:
        """A ring where the best or the worst hand led, and what it brought."""
        entries = self._session.standing_entries
        number = next(n for n, entry in enumerate(entries, 1) if entry.id == moment.entry.id)
        i = self._session.people.index(moment.person)
        x, y = plot.x(number), plot.y(moment.entry.totals[i])
        gained = moment.amount > 0
        ink = LIGHT.gain if gained else LIGHT.loss
        self._canvas.ring(x, y, 1.9, ink)
        words = f"{'▲' if gained else '▼'} {self._printing.signed(moment.amount)}"
        width = self._canvas.width(words, 7.5, bold=True)
        x = max(plot.left + width / 2, min(x, plot.left + plot.width - width / 2))
        base = y - 2.8 if plot.beside(y, above=gained, needed=5.5) else y + 4.8
        self._plate(x - width / 2 - 0.5, base - 2.3, width + 1, 2.9, WHITE)
        self._canvas.text(x, base, words, 7.5, bold=True, ink=ink, align="centre")

    def _plate(self, x: float, y: float, width: float, height: float, ink: str) -> None:
        """What words over the curve are written on."""
        if not self._canvas.ground:
            self._canvas.cover(x, y, width, height, ink)

    def _draw_label(self, person: Person, total: int, plot: Plot, end: float | None, y: float) -> None:
        """Beside the end of a line its shape, its name and its total; `end` is None for who went before."""
        canvas, right = self._canvas, plot.left + plot.width
        ink = legible(mark(person.mark).colour, WHITE, LIGHT.text)
        if end is not None:
            canvas.line(right, end, right + 3, y, ink, 0.2)
        canvas.badge(person, right + 3.4 + BADGE / 2, y, BADGE)
        words = self._printing.signed(total)
        base = y + 8 * POINT * CAPITALS / 2
        edge = MARGIN + self._width
        canvas.text(edge, base, words, 8, bold=True, align="right")
        left = right + 4.8 + BADGE
        canvas.text(
            left, base, printable(person.name), 8, room=edge - left - canvas.width(words, 8, bold=True) - 2
        )
