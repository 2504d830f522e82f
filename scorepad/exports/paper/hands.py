"""Every hand line by line, as under "Why?": what each line is for, its arithmetic, and who gets what."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from scorepad.design import LIGHT
from scorepad.exports.lettering import fitted, printable, wrapped
from scorepad.exports.paper.pages import MARGIN
from scorepad.exports.paper.printing import Printing
from scorepad.exports.progress import Step
from scorepad.exports.text import taker_words
from scorepad.i18n.wording import (
    bid_name,
    counted,
    event_name,
    line_sum,
    line_title,
    margin_sum,
    result,
    taker_won,
)
from scorepad.tarot.hand import Hand
from scorepad.tarot.session import Entry, EventKind

BETWEEN, BELOW = 8.0, 4.5
"""Between two hands beside each other, and below one."""
SIZE, SMALL = 8.0, 7.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of type of a hand: what stands at its left and at its right."""

    left: str
    right: str = ""
    size: float = SIZE
    bold: bool = False
    left_ink: str = LIGHT.text
    right_ink: str = LIGHT.text
    ruled: bool = False
    """Whether a line is drawn above it."""

    @property
    def height(self) -> float:
        """In mm."""
        return self.size * 0.49 + (0.9 if self.ruled else 0.0)


class Hands:
    """The hands of a session in two or three columns, read from the left to the right."""

    def __init__(self, printing: Printing) -> None:
        self._printing = printing
        self._canvas = printing.canvas
        self._t = printing.t
        self._across = 3 if printing.flow.landscape else 2
        self._width = (printing.flow.width - BETWEEN * (self._across - 1)) / self._across

    def plan(self, step: Step) -> None:
        """Every hand that was played and counts."""
        t = self._t
        entries = [entry for entry in self._printing.session.standing_entries if entry.payments is not None]
        for first in range(0, len(entries), self._across):
            cards = [self._rows(entry) for entry in entries[first : first + self._across]]
            height = BELOW + max(sum(row.height for row in card) for card in cards)
            if first == 0:
                self._printing.heading(t("The hands, line by line"), height)
            self._printing.flow.need(height)
            self._printing.flow.put(height, partial(self._draw, cards))
            step(min(1.0, (first + self._across) / len(entries)))

    def _draw(self, cards: list[list[Row]], top: float) -> None:
        for column, card in enumerate(cards):
            x, y = MARGIN + column * (self._width + BETWEEN), top
            for row in card:
                y += row.height
                base = y - row.size * 0.12
                if row.ruled:
                    above = y - row.height + 0.6
                    self._canvas.line(x, above, x + self._width, above, LIGHT.line, 0.2)
                size, bold = row.size, row.bold
                self._canvas.text(x, base, row.left, size, bold=bold, ink=row.left_ink)
                right = x + self._width
                self._canvas.text(right, base, row.right, size, bold=bold, ink=row.right_ink, align="right")

    # -- the rows of a hand ---

    def _rows(self, entry: Entry) -> list[Row]:
        t, printing = self._t, self._printing
        hand, score = entry.deal.outcome, entry.score
        assert isinstance(hand, Hand)
        assert score is not None
        won = LIGHT.gain if taker_won(hand) else LIGHT.loss
        title = t("Hand {number}", number=entry.number)
        rules = printing.session.rules
        ended = result(t, hand, rules)
        rows = [Row(left=title, right=ended, size=9.5, bold=True, right_ink=won)]
        facts = [
            taker_words(t, printing.session, hand, printable),
            bid_name(t, hand.bid),
            counted(t, hand.bouts, hand.half_points),
            margin_sum(t, hand),
        ]
        rows += self._quiet(" · ".join(fact.replace(" ", "\u00a0") for fact in facts))
        personal = False
        for line in score.lines:
            if line.stake is not None and not personal:
                personal = True
                rows.append(self._total(entry))
            sum_ = line_sum(t, line, score.unit)
            ruled = line is score.lines[0]
            rows += self._both(line_title(t, line, hand, printing.name, rules), sum_, ruled=ruled)
        if not personal:
            rows.append(self._total(entry))
        return [*rows, *self._payments(entry), *self._notes(entry)]

    def _total(self, entry: Entry) -> Row:
        t = self._t
        assert entry.score is not None
        total = entry.score.total
        words = t("Each defender pays") if total >= 0 else t("Each defender receives")
        return Row(left=words, right=self._printing.number(abs(total)), bold=True, ruled=True)

    def _payments(self, entry: Entry) -> list[Row]:
        """Everybody with what they receive, as many in a line as fit."""
        assert entry.payments is not None
        measure = self._canvas.measure(SIZE)
        shown = []
        for player, amount in zip(entry.payments.players, entry.payments.totals, strict=True):
            paid = self._printing.signed(amount)
            name = fitted(self._printing.name(player), self._width * 0.9 - measure(paid), measure)
            shown.append(f"{name} {paid}".replace(" ", "\u00a0"))
        rows = wrapped(" · ".join(shown), self._width, measure)
        return [
            Row(left=text.removeprefix("· ").removesuffix(" ·"), ruled=row == 0)
            for row, text in enumerate(rows)
        ]

    def _notes(self, entry: Entry) -> list[Row]:
        """What happened to the hand after it was written."""
        t, rows = self._t, list[Row]()
        if entry.current.kind is not EventKind.RECORDED:
            said, reason = event_name(t, entry.current.kind), printable(entry.current.reason)
            rows += self._quiet(f"{said} · {reason}" if reason else said)
        if entry.conflicting:
            rows += self._quiet(t("Two devices corrected this hand differently: choose a version."))
        if (agreed := entry.agreed_otherwise) is not None:
            then = ", ".join(
                f"{self._printing.name(player)} {t.signed(amount, agreed.unit)}"
                for player, amount in agreed.payments
            )
            rows += self._quiet(t("When it was written it paid {payments}.", payments=then))
        return rows

    def _quiet(self, text: str) -> list[Row]:
        lines = wrapped(text, self._width, self._canvas.measure(SMALL))
        return [
            Row(left=line.removeprefix("· ").removesuffix(" ·"), size=SMALL, left_ink=LIGHT.quiet)
            for line in lines
        ]

    def _both(self, left: str, right: str, *, ruled: bool) -> list[Row]:
        """What a line is for, in as many lines as it takes, and its arithmetic beside the first."""
        measure = self._canvas.measure(SIZE)
        first, *rest = wrapped(left, self._width - measure(right) - 3, measure)
        return [Row(left=first, right=right, ruled=ruled), *(Row(left=line) for line in rest)]
