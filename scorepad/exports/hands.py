"""Explains every hand on paper, as the screen "Why?" does: each line with its arithmetic, and the payments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from scorepad.design import BOLD, REGULAR
from scorepad.design.letters import facts, fit, printable, width, wrap
from scorepad.evening.figures import PlayedHand
from scorepad.evening.sheet import SheetRow
from scorepad.exports.drawing import RIGHT, Polyline, Shape, Text, moved
from scorepad.exports.pages import HEADING, PALETTE, POINT, Pages
from scorepad.exports.wording import Wording
from scorepad.i18n.evenings import taker_words
from scorepad.i18n.events import doubt_text, event_name
from scorepad.i18n.names import bid_name
from scorepad.i18n.pots import move_lines, table_stakes_text
from scorepad.i18n.sentences import (
    count_text,
    line_sum,
    line_title,
    margin_sum,
    missed_chelems,
    result,
    taker_won,
    total_title,
)
from scorepad.tarot.scoring import Line as ScoreLine
from scorepad.tarot.scoring import Rule
from scorepad.text import by_line

BETWEEN, BELOW = 8.0, 4.5
"""The gaps between two hands side by side, and below a hand, in mm."""
TITLE, PLAIN, SMALL = 9.5 * POINT, 8 * POINT, 7 * POINT
RULED = 0.9
"""The height that a line above a row adds, in mm."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row: words at the left, an amount or a result at the right; a `ruled` row has a line above it."""

    left: str
    right: str = ""
    size: float = PLAIN
    weight: str = REGULAR
    colours: tuple[str, str] = (PALETTE.text, PALETTE.text)
    ruled: bool = False

    @property
    def height(self) -> float:
        """The height of the row, in mm."""
        return self.size * 1.4 + RULED * self.ruled


class HandsByLine:
    """All hands of an evening, two or three side by side, in reading order."""

    def __init__(self, wording: Wording, pages: Pages) -> None:
        self.title = wording.t("The hands, line by line")
        across = 3 if pages.size[0] > pages.size[1] else 2
        wide = (pages.width - BETWEEN * (across - 1)) / across
        self.bands: list[tuple[float, list[Shape]]] = []
        for first in range(0, len(wording.hands), across):
            band = wording.hands[first : first + across]
            cards = [list(_Hand(wording, played, wide).rows()) for played in band]
            drawn = (moved(_shapes(card, wide), n * (wide + BETWEEN), 0) for n, card in enumerate(cards))
            height = BELOW + max(sum(row.height for row in card) for card in cards)
            self.bands.append((height, list(chain(*drawn))))

    @property
    def height(self) -> float:
        """The height that all hands would take on one page."""
        return HEADING + sum(height for height, _ in self.bands) if self.bands else 0

    def put(self, pages: Pages) -> None:
        """Puts the hands on pages."""
        if self.bands:
            pages.heading(self.title, self.bands[0][0])
        for height, shapes in self.bands:
            pages.put(height, shapes)


def _shapes(card: Sequence[Row], wide: float) -> Iterator[Shape]:
    """The rows of a hand below each other."""
    y = 0.0
    for row in card:
        if row.ruled:
            yield Polyline([(0, y + 0.6), (wide, y + 0.6)], PALETTE.line, 0.2)
        y += row.height
        base = y - row.size * 0.34
        for x, words, colour, anchor in (
            (0.0, row.left, row.colours[0], 0.0),
            (wide, row.right, row.colours[1], RIGHT),
        ):
            if words:
                yield Text(x, base, words, row.size, colour, row.weight, anchor)


@dataclass(frozen=True, slots=True)
class _Hand:
    """A hand, and the width for it in mm."""

    wording: Wording
    played: PlayedHand
    wide: float

    def rows(self) -> Iterator[Row]:
        """The facts of a hand, its lines, its total, the payments and the notes."""
        t, hand, score, entry = self.wording.t, self.played.hand, self.played.score, self.played.entry
        ended = PALETTE.gain if taker_won(hand) else PALETTE.loss
        title = t("Hand {number}", number=entry.number)
        yield Row(title, result(t, hand, entry.rules), TITLE, BOLD, (PALETTE.text, ended))
        yield from [Row("", words, weight=BOLD) for words in missed_chelems(t, hand)]
        taken = taker_words(t, self.wording.evening, self.played, printable)
        yield from self._quiet(
            facts(
                taken, bid_name(t, hand.bid), count_text(t, hand.bouts, hand.half_points), margin_sum(t, hand)
            )
        )
        for number, line in enumerate(line for line in score.lines if line.stake is None):
            yield from self._line(line, ruled=number == 0)
        total = t.number(abs(score.total), score.unit)
        yield Row(total_title(t, score.total, hand), total, weight=BOLD, ruled=True)
        for line in (line for line in score.lines if line.stake is not None):
            yield from self._line(line)
        moves = move_lines(t, entry.moves, self.wording.evening.sheet.unit, self.wording.name)
        for number, (title, sum_, *_) in enumerate(moves):
            yield from self._both(title, sum_, ruled=number == 0)
        yield from self._payments()
        for note in self._notes(entry):
            yield from self._quiet(note)

    def _line(self, line: ScoreLine, *, ruled: bool = False) -> Iterator[Row]:
        """The rows for a line of the score: its title and its arithmetic; for table stakes, also the differences."""
        t, played = self.wording.t, self.played
        title = line_title(t, line, played.hand, self.wording.name, played.entry.rules)
        yield from self._both(title, line_sum(t, line, played.score.unit), ruled=ruled)
        if line.rule is Rule.TABLE_STAKES:
            yield from self._quiet(table_stakes_text(t, played.payments, self.wording.name))

    def _payments(self) -> Iterator[Row]:
        """The payments of everybody who played the hand, or moved points into or out of the mouches."""
        wording, entry = self.wording, self.played.entry
        amounts = dict(
            zip((person.id for person in wording.evening.sheet.people), entry.amounts, strict=True)
        )
        paid = []
        for player in dict.fromkeys([*self.played.hand.players, *(move.player for move in entry.moves)]):
            amount = wording.signed(amounts[player])
            room = self.wide * 0.9 - width(amount, PLAIN)
            paid.append(f"{fit(wording.name(player), PLAIN, room)} {amount}")
        for number, words in enumerate(wrap(facts(*paid), PLAIN, self.wide)):
            yield Row(words, ruled=number == 0)

    def _notes(self, row: SheetRow) -> Iterator[str]:
        """Yields texts about a hand: the correction, the notes, a conflict, and the first payments if they changed."""
        t, evening = self.wording.t, self.wording.evening
        if row.current is not row.recorded:
            said = [event_name(t, evening, row.current), printable(row.current.reason)]
            yield " · ".join(filter(None, said))
        for remark in evening.remarks(row):
            yield from t("“{words}”", words=by_line(printable, remark)).splitlines()
        if row.conflicting:
            yield t("Two devices corrected this hand differently: choose a version.")
        if doubt := doubt_text(t, evening, row):
            yield doubt
        if (agreed := row.changed_since_agreed) is not None:
            then = (
                f"{self.wording.name(who)} {t.signed(amount, agreed.unit)}" for who, amount in agreed.payments
            )
            yield t("When it was saved it paid {payments}.", payments=", ".join(then))

    def _quiet(self, text: str) -> Iterator[Row]:
        """A text in small letters."""
        for words in wrap(text, SMALL, self.wide):
            yield Row(words, size=SMALL, colours=(PALETTE.quiet, PALETTE.quiet))

    def _both(self, left: str, right: str, *, ruled: bool) -> Iterator[Row]:
        """The rows of a title, which may take several lines; the first row has the arithmetic at the right."""
        first, *rest = wrap(left, PLAIN, self.wide - width(right, PLAIN) - 3)
        yield Row(first, right, ruled=ruled)
        yield from map(Row, rest)
