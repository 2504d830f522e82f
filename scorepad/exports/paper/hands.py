"""Every hand line by line, as under "Why?": the arithmetic of each line, and the payments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from scorepad.design import BOLD, LIGHT, REGULAR
from scorepad.evening.figures import PlayedHand
from scorepad.evening.sheet import Entry
from scorepad.exports.evening import remarks
from scorepad.exports.lettering import as_facts, fitted, printable, wrapped, wrapped_facts
from scorepad.exports.paper.pages import MARGIN
from scorepad.exports.paper.printing import Printing
from scorepad.exports.text import taker_words
from scorepad.i18n.events import event_name
from scorepad.i18n.names import bid_name
from scorepad.i18n.pots import move_lines, table_stakes_text
from scorepad.i18n.sentences import counted, line_sum, line_title, margin_sum, result, taker_won, total_title
from scorepad.tarot.hand import Hand
from scorepad.tarot.scoring import Rule, Score

BETWEEN, BELOW = 8.0, 4.5
"""Between two hands beside each other, and below one."""
SIZE, SMALL = 8.0, 7.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of text of a hand: words at the left, an amount or a result at the right."""

    left: str
    right: str = ""
    size: float = SIZE
    weight: str = REGULAR
    left_colour: str = LIGHT.text
    right_colour: str = LIGHT.text
    ruled: bool = False
    """Whether a line is drawn above it."""

    @property
    def height(self) -> float:
        """In mm."""
        return self.size * 0.49 + (0.9 if self.ruled else 0.0)


class Hands:
    """The hands of an evening in two or three columns, read from left to right."""

    def __init__(self, printing: Printing) -> None:
        self._printing = printing
        self._surface = printing.surface
        self._wording = printing.wording
        self._t = printing.wording.t
        self._across = 3 if printing.flow.landscape else 2
        self._width = (printing.flow.width - BETWEEN * (self._across - 1)) / self._across

    def plan(self) -> Iterator[float]:
        """Puts every hand that was played and counts on pages; yields the share that is done."""
        t, hands = self._t, self._wording.hands
        for first in range(0, len(hands), self._across):
            cards = [self._rows(played) for played in hands[first : first + self._across]]
            height = BELOW + max(sum(row.height for row in card) for card in cards)
            if first == 0:
                self._printing.heading(t("The hands, line by line"), height)
            self._printing.flow.need(height)
            self._printing.flow.put(height, partial(self._draw, cards))
            yield min(1.0, (first + self._across) / len(hands))

    def _draw(self, cards: list[list[Row]], top: float) -> None:
        text, width = self._surface.text, self._width
        for column, card in enumerate(cards):
            x, y = MARGIN + column * (width + BETWEEN), top
            for row in card:
                if row.ruled:
                    self._surface.line([(x, y + 0.6), (x + width, y + 0.6)], LIGHT.line, 0.2)
                y += row.height
                base = y - row.size * 0.12
                text(x, base, row.left, row.size, row.left_colour, row.weight)
                text(x + width, base, row.right, row.size, row.right_colour, row.weight, "right")

    # -- the rows of a hand ---

    def _rows(self, played: PlayedHand) -> list[Row]:
        t, wording, hand, score = self._t, self._wording, played.hand, played.score
        rules = played.entry.rules
        colour = LIGHT.gain if taker_won(hand) else LIGHT.loss
        title, ended = t("Hand {number}", number=played.entry.number), result(t, hand, rules)
        rows = [Row(left=title, right=ended, size=9.5, weight=BOLD, right_colour=colour)]
        facts = [
            taker_words(t, wording.evening, played, printable),
            bid_name(t, hand.bid),
            counted(t, hand.bouts, hand.half_points),
            margin_sum(t, hand),
        ]
        rows += self._quiet(as_facts(facts))
        shared = [line for line in score.lines if line.stake is None]
        for number, line in enumerate(
            [*shared, None, *(line for line in score.lines if line.stake is not None)]
        ):
            if line is None:
                rows.append(self._total(score, hand))
            else:
                words, sum_ = line_title(t, line, hand, wording.name, rules), line_sum(t, line, score.unit)
                rows += self._both(words, sum_, ruled=number == 0)
                if line.rule is Rule.TABLE_STAKES:
                    rows += self._quiet(table_stakes_text(t, played.payments, wording.name))
        for number, (words, sum_, *_) in enumerate(
            move_lines(t, played.entry.moves, wording.evening.sheet.unit, wording.name)
        ):
            rows += self._both(words, sum_, ruled=number == 0)
        return [*rows, *self._payments(played), *self._notes(played.entry)]

    def _total(self, score: Score, hand: Hand) -> Row:
        t, total = self._t, score.total
        words = total_title(t, total, hand)
        return Row(left=words, right=t.number(abs(total), score.unit), weight=BOLD, ruled=True)

    def _payments(self, played: PlayedHand) -> list[Row]:
        measure, evening = self._surface.measure(SIZE), self._wording.evening
        facts = []
        amounts = dict(zip((person.id for person in evening.sheet.people), played.entry.amounts, strict=True))
        for player in dict.fromkeys([*played.hand.players, *(move.player for move in played.entry.moves)]):
            paid = self._wording.signed(amounts[player])
            name = fitted(self._wording.name(player), self._width * 0.9 - measure(paid), measure)
            facts.append(f"{name} {paid}")
        lines = wrapped_facts(as_facts(facts), self._width, measure)
        return [Row(left=line, ruled=number == 0) for number, line in enumerate(lines)]

    def _notes(self, entry: Entry) -> list[Row]:
        t, rows = self._t, list[Row]()
        if entry.current is not entry.recorded:
            event = event_name(t, self._wording.evening, entry.current)
            reason = printable(entry.current.reason)
            rows += self._quiet(f"{event} · {reason}" if reason else event)
        for words in remarks(self._wording.evening, entry):
            rows += self._quiet(t("“{words}”", words=printable(words)))
        if entry.conflicting:
            rows += self._quiet(t("Two devices corrected this hand differently: choose a version."))
        if (agreed := entry.changed_since_agreed) is not None:
            then = ", ".join(
                f"{self._wording.name(player)} {t.signed(amount, agreed.unit)}"
                for player, amount in agreed.payments
            )
            rows += self._quiet(t("When it was written it paid {payments}.", payments=then))
        return rows

    def _quiet(self, text: str) -> list[Row]:
        lines = wrapped_facts(text, self._width, self._surface.measure(SMALL))
        return [Row(left=line, size=SMALL, left_colour=LIGHT.quiet) for line in lines]

    def _both(self, left: str, right: str, *, ruled: bool) -> list[Row]:
        """A title in as many lines as it needs, and the arithmetic beside the first of them."""
        measure = self._surface.measure(SIZE)
        first, *rest = wrapped(left, self._width - measure(right) - 3, measure)
        return [Row(left=first, right=right, ruled=ruled), *(Row(left=line) for line in rest)]
