"""The sheet itself, as clubs know it: a line a hand, a plus and a minus column for each player, carried totals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from scorepad.design import BOLD, LIGHT, REGULAR
from scorepad.evening.adjustment import Adjustment, TakeOver
from scorepad.evening.evening import Evening
from scorepad.evening.people import Person
from scorepad.evening.sheet import Entry
from scorepad.exports.evening import Wording, remarks
from scorepad.exports.lettering import fitted, in_two, printable
from scorepad.exports.paper.pages import MARGIN
from scorepad.exports.paper.printing import BADGE, Printing
from scorepad.i18n import MINUS, Translator
from scorepad.i18n.names import beside_name, bid_name, scheme_title, thrown_in_name
from scorepad.i18n.pots import pots_lines
from scorepad.i18n.sentences import result, taker_won, who_pays
from scorepad.tarot.hand import Hand, PlayerId, Poignee, PoigneeSize, ThrownIn
from scorepad.tarot.scoring import Line, Rule

SITS_OUT = "–"
SIZES = (9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0, 5.5, 5.0, 4.5)
GOOD = 8.0
"""A sheet stands upright if it can with type of this size."""
PAD = 2.2
"""The space beside the texts of a column, in mm."""
INSIDE = PAD / 2

# -- the signs of extras ---------------------------------------------------------------------------------

PETIT_AU_BOUT, CHELEM, PETIT_CHELEM, MISERE = "PB", "CH", "PC", "M"
POIGNEES = {PoigneeSize.SINGLE: "P", PoigneeSize.DOUBLE: "PP", PoigneeSize.TRIPLE: "PPP"}


def signs(entry: Entry) -> list[str]:
    """The extras of a hand: "PB+" for a petit au bout to the taker, "P−" for a poignée to the defence."""
    return [sign for line in (entry.score.lines if entry.score else ()) if (sign := _sign(line))]


def _sign(line: Line) -> str:
    if line.rule in (Rule.CONTRACT, Rule.MARGIN, Rule.ROUNDING, Rule.TABLE_STAKES):
        return ""
    if line.rule is Rule.MISERE:
        return MISERE
    if isinstance(line.cause, Poignee):
        name = POIGNEES[line.cause.size]
    elif line.rule is Rule.PETIT_AU_BOUT:
        name = PETIT_AU_BOUT
    else:
        name = PETIT_CHELEM if line.rule.startswith("petit_") else CHELEM
    return name + ("+" if line.value > 0 else MINUS if line.value < 0 else "")


def legend(t: Translator, written: set[str]) -> str:
    """The meanings of the signs in use; empty if there are none."""
    names = {
        PETIT_AU_BOUT: t("Petit au bout"),
        POIGNEES[PoigneeSize.SINGLE]: t("Poignée"),
        POIGNEES[PoigneeSize.DOUBLE]: t("Double poignée"),
        POIGNEES[PoigneeSize.TRIPLE]: t("Triple poignée"),
        CHELEM: t("Chelem"),
        PETIT_CHELEM: t("Petit chelem"),
        MISERE: t("Misère"),
    }
    plain = {sign.rstrip("+" + MINUS) for sign in written}
    meanings = [f"{sign} {t.inside(name)}" for sign, name in names.items() if sign in plain]
    if written - plain:
        meanings.append(t("+ for the taker’s side, − for the defence"))
    return " · ".join(meanings)


# -- the columns -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """The size of the type, and the columns with their widths in mm, in the order in which they stand."""

    landscape: bool
    size: float
    number: float
    dealer: float
    taker: float
    bid: float
    bouts: float
    points: float
    result: float
    signs: float
    amount: float
    """Of each of the two columns of a player."""

    @property
    def facts(self) -> float:
        """The width before the amounts."""
        people = self.dealer + self.taker
        return self.number + people + self.bid + self.bouts + self.points + self.result + self.signs


def columns(printing: Printing) -> Columns:
    """The largest type with which an evening fits the paper; upright, unless that makes it small."""
    paper = printing.flow.paper
    tried = [(size, False) for size in SIZES if size >= GOOD] + [(size, True) for size in SIZES]
    for size, landscape in tried:
        width = (paper[1] if landscape else paper[0]) - 2 * MARGIN
        found, least = _wanted(printing, size, landscape)
        spare = width - found.facts - 2 * len(printing.wording.evening.sheet.people) * found.amount
        if spare >= 0 or found.taker + spare >= least:
            break
    return _spread_out(found, spare, least, len(printing.wording.evening.sheet.people))


def _wanted(printing: Printing, size: float, landscape: bool) -> tuple[Columns, float]:
    """The columns as wide as their texts, and the least width of the taker's column."""
    wording, surface = printing.wording, printing.surface
    t, evening = wording.t, wording.evening
    regular, bold = surface.measure(size), surface.measure(size, BOLD)
    entries = evening.sheet.entries
    hands = [(entry, entry.deal.outcome) for entry in entries if isinstance(entry.deal.outcome, Hand)]

    def wide(texts: Sequence[str], head: str) -> float:
        return max([surface.width(head, head_size(size)), *map(regular, texts)]) + PAD

    amounts = {abs(amount) for entry in entries for amount in entry.amounts}
    amounts |= {abs(sum_) for side in sums(evening, evening.sheet.entries) for sum_ in side}
    amount = max(bold(wording.number(amount)) for amount in amounts | {0}) + PAD
    balance = max(bold(wording.signed(total)) for total in evening.sheet.totals) + PAD
    found = Columns(
        landscape=landscape,
        size=size,
        number=wide([str(len(entries))], t("No.")),
        dealer=max(wide([], t("Dealer")), BADGE + PAD),
        taker=max(wide([_taker(wording, hand) for _, hand in hands], t("Taker")) + BADGE + 1, 24.0),
        bid=wide([bid_name(t, hand.bid) for _, hand in hands], t("Bid")),
        bouts=wide([str(hand.bouts) for _, hand in hands], t("Bouts")),
        points=wide([t.half_points(hand.half_points) for _, hand in hands], t("Points")),
        result=wide([result(t, hand, entry.rules) for entry, hand in hands], t("Result")),
        signs=wide([" ".join(signs(entry)) for entry in entries], ""),
        amount=max(amount, balance / 2, size),
    )
    return found, min(found.taker, BADGE + 1 + PAD + regular("M" * 5))


def _spread_out(found: Columns, spare: float, least: float, people: int) -> Columns:
    """The columns widened by the spare width, or narrowed: first the taker's, then the amounts."""
    if spare >= 0:
        grown = min(found.amount * 1.3, found.amount + spare * 0.6 / (2 * people))
        fifth = (spare - (grown - found.amount) * 2 * people) / 5
        return replace(
            found,
            taker=found.taker + 2 * fifth,
            bid=found.bid + fifth,
            result=found.result + fifth,
            signs=found.signs + fifth,
            amount=grown,
        )
    taker = max(found.taker + spare, least)
    lacking = found.taker + spare - taker
    return replace(found, taker=taker, amount=found.amount + lacking / (2 * people))


def head_size(size: float) -> float:
    """The type of the heads of columns."""
    return min(7.0, size)


def sums(evening: Evening, entries: Sequence[Entry]) -> tuple[list[int], list[int]]:
    """The gains and the losses of all people in those of the entries that stand."""
    counted = [entry for entry in entries if not entry.voided]
    seats = range(len(evening.sheet.people))
    plus = [sum(entry.amounts[i] for entry in counted if entry.amounts[i] > 0) for i in seats]
    return plus, [sum(entry.amounts[i] for entry in counted if entry.amounts[i] < 0) for i in seats]


def _taker(wording: Wording, hand: Hand) -> str:
    taker = wording.name(hand.taker)
    return taker if hand.partner is None else f"{taker} + {wording.name(hand.partner)}"


# -- the table -------------------------------------------------------------------------------------------


class Table:
    """A score sheet that is planned row by row."""

    def __init__(self, printing: Printing, columns: Columns) -> None:
        self._flow = printing.flow
        self._surface = printing.surface
        self._wording = printing.wording
        self._evening = printing.wording.evening
        self._t = printing.wording.t
        self._columns = columns
        self._people = self._evening.sheet.people
        self._size = columns.size
        self._row = columns.size * 0.66
        self._badge = min(BADGE, self._row - 0.3)
        self._head = 12.5
        self._legend = legend(self._t, {sign for e in self._evening.sheet.entries for sign in signs(e)})
        self._listed: list[Entry] = []

    def plan(self) -> Iterator[float]:
        """Puts all rows on pages, with sums carried over from page to page, the totals and the check.

        Yields the share that is done.
        """
        flow, t = self._flow, self._t
        listed = self._wording.rows
        pots = pots_lines(t, self._evening, printable)
        end = (3.2 + len(pots)) * self._row + 6 + self._legend_height  # totals, balance, check
        carry = self._row + self._legend_height
        flow.put(self._head, self._draw_head)
        for number, row in enumerate(listed):
            left = len(listed) - number
            needed = left * self._row + end if left <= 2 else self._row + carry
            if flow.height_left < needed:
                self._turn()
            if isinstance(row, Entry):
                flow.put(self._row, partial(self._draw_entry, row))
                self._listed.append(row)
            else:
                title = printable(scheme_title(t, row.scheme))
                where = t("from here on") if row.from_now else t("they count for all hands")
                words = f"{t('Other rules')} · {title} · {where}"
                flow.put(self._row, partial(self._draw_note, words))
            yield (number + 1) / len(listed)
        if not listed:
            flow.put(self._row, partial(self._draw_note, t("No hand yet")))
        flow.put(end, partial(self._draw_end, *sums(self._evening, self._listed), pots))

    @property
    def _legend_height(self) -> float:
        return 5.0 if self._legend else 0.0

    def _turn(self) -> None:
        flow, t = self._flow, self._t
        plus, minus = sums(self._evening, self._listed)
        flow.put(
            self._row + self._legend_height,
            lambda y: self._draw_sums(y, t("To carry over"), plus, minus, legend=True),
        )
        flow.turn()
        flow.put(self._head, self._draw_head)
        flow.put(self._row, lambda y: self._draw_sums(y, t("Carried over"), plus, minus))

    # -- drawing ---

    def _left(self, i: int) -> float:
        """The left edge of the two columns of a person."""
        return MARGIN + self._columns.facts + 2 * i * self._columns.amount

    @property
    def _right(self) -> float:
        return self._left(len(self._people))

    def _base(self, y: float) -> float:
        return self._surface.baseline(y + self._row / 2, self._size)

    def _draw_head(self, y: float) -> None:
        c, surface, t = self._columns, self._surface, self._t
        surface.rectangle((MARGIN, y, self._right - MARGIN, self._head), LIGHT.tone, background=True)
        x, base, size = MARGIN, y + self._head - 1.8, head_size(self._size)
        for title, width in (
            (t("No."), c.number),
            (t("Dealer"), c.dealer),
            (t("Taker"), c.taker),
            (t("Bid"), c.bid),
            (t("Bouts"), c.bouts),
            (t("Points"), c.points),
            (t("Result"), c.result),
        ):
            surface.text(x + INSIDE, base, title, size, LIGHT.quiet, available_width=width - INSIDE)
            x += width
        for i, person in enumerate(self._people):
            self._draw_person(person, self._left(i), y)
            for column, sign in enumerate(("+", MINUS)):
                right = self._left(i) + (column + 1) * c.amount - INSIDE
                surface.text(right, base, sign, 8, LIGHT.quiet, BOLD, "right")
            self._rule(self._left(i), y, self._head)
        surface.line([(MARGIN, y + self._head), (self._right, y + self._head)], LIGHT.edge, 0.3)

    def _draw_person(self, person: Person, x: float, y: float) -> None:
        surface, width = self._surface, 2 * self._columns.amount
        surface.badge(person, x + INSIDE + BADGE / 2, y + 4.3, BADGE)
        left, available_width = x + INSIDE + BADGE + 1, width - BADGE - 1 - PAD
        name = printable(person.name)
        sizes = [size for size in (9.0, 8.5, 8.0, 7.5, 7.0) if size <= max(self._size, 7.0)]
        size = surface.largest(name, sizes, available_width, BOLD)
        if surface.width(name, size, BOLD) <= available_width:
            surface.text(left, surface.baseline(y + 4.3, size), name, size, weight=BOLD)
            return
        size = min(6.5, self._size)
        for line, text in enumerate(in_two(name, available_width, surface.measure(size, BOLD))):
            surface.text(left, y + 3.7 + 2.6 * line, text, size, weight=BOLD)

    def _rule(self, x: float, y: float, height: float) -> None:
        self._surface.line([(x, y), (x, y + height)], LIGHT.line, 0.2)

    def _ground(self, y: float, height: float) -> None:
        for i in range(len(self._people)):
            left = self._left(i)
            box = (left + self._columns.amount, y + 0.1, self._columns.amount, height - 0.2)
            self._surface.rectangle(box, LIGHT.low, background=True)
            self._rule(left, y, height)

    def _draw_entry(self, entry: Entry, y: float) -> None:
        c, surface, t = self._columns, self._surface, self._t
        outcome, struck = entry.deal.outcome, entry.voided
        colour = LIGHT.quiet if struck else LIGHT.text
        base, size = self._base(y), self._size
        if not struck:
            self._ground(y, self._row)
        x = MARGIN
        number = str(entry.number or "")
        surface.text(x + c.number - INSIDE, base, number, size, LIGHT.quiet, anchor="right", struck=struck)
        x += c.number
        middle = x + c.dealer / 2
        x += c.dealer + INSIDE
        if isinstance(outcome, Adjustment | TakeOver):
            words = f"{beside_name(t, outcome)} · {who_pays(t, outcome, self._wording.name)}"
            words = " · ".join([words, *map(printable, remarks(self._evening, entry))])
            width = MARGIN + c.facts - x - INSIDE
            surface.text(x, base, words, size, LIGHT.quiet, struck=struck, available_width=width)
        else:
            surface.badge(
                self._evening.table.person(entry.deal.dealer), middle, y + self._row / 2, self._badge
            )
        if isinstance(outcome, ThrownIn):
            words = thrown_in_name(t, outcome)
            surface.text(x, base, words, size, LIGHT.quiet, struck=struck)
        elif isinstance(outcome, Hand):
            surface.badge(
                self._evening.table.person(outcome.taker), x + BADGE / 2, y + self._row / 2, self._badge
            )
            name = self._taker_fitted(outcome, c.taker - BADGE - 1 - PAD)
            surface.text(x + BADGE + 1, base, name, size, colour, struck=struck)
            x += c.taker
            surface.text(x, base, bid_name(t, outcome.bid), size, colour, struck=struck)
            x += c.bid
            for text, width in (
                (str(outcome.bouts), c.bouts),
                (t.half_points(outcome.half_points), c.points),
            ):
                end = x + width - INSIDE - PAD / 4
                surface.text(end, base, text, size, colour, anchor="right", struck=struck)
                x += width
            lost = LIGHT.text if taker_won(outcome) else LIGHT.loss
            ended = result(t, outcome, entry.rules)
            surface.text(x, base, ended, size, colour if struck else lost, struck=struck)
            x += c.result
            if not struck:
                surface.text(x, base, " ".join(signs(entry)), size)
        if struck:
            reason = printable(entry.current.reason)
            event = t("Struck out")
            self._draw_across(f"{event} · {reason}" if reason else event, y)
        elif isinstance(outcome, Hand) and entry.payments is None:
            self._draw_across(t("This table does not play {bid}.", bid=bid_name(t, outcome.bid)), y)
        elif isinstance(outcome, Hand):
            self._draw_amounts(entry, outcome.players, y, strong=outcome.taker)
        else:
            self._draw_amounts(
                entry, () if entry.deal.points_change is None else entry.deal.points_change.players, y
            )
        self._underline(y, entry.number)

    def _taker_fitted(self, hand: Hand, available_width: float) -> str:
        """The taker and the partner, each with a fair share of the width."""
        measure = self._surface.measure(self._size)
        words = _taker(self._wording, hand)
        if measure(words) <= available_width or hand.partner is None:
            return fitted(words, available_width, measure)
        names = [self._wording.name(player) for player in (hand.taker, hand.partner)]
        half = (available_width - measure(" + ")) / 2
        rest = [max(half, 2 * half - measure(name)) for name in reversed(names)]
        return " + ".join(fitted(name, share, measure) for name, share in zip(names, rest, strict=True))

    def _draw_amounts(
        self, entry: Entry, players: Sequence[PlayerId], y: float, strong: PlayerId | None = None
    ) -> None:
        """What the players, and who paid into the mouches, got or paid, in bold for one of them."""
        moved = {move.player for move in entry.moves}
        amount_width, surface = self._columns.amount, self._surface
        seating = self._evening.seating_at(entry.id).ids
        for i, (person, amount) in enumerate(zip(self._people, entry.amounts, strict=True)):
            if person.id not in moved.union(players, seating if players else ()):
                continue
            if person.id not in moved.union(players):
                middle = self._left(i) + amount_width
                surface.text(middle, self._base(y), SITS_OUT, self._size, LIGHT.edge, anchor="centre")
                continue
            right = self._left(i) + (2 if amount < 0 else 1) * amount_width - INSIDE
            weight = BOLD if person.id == strong else REGULAR
            text = self._wording.number(abs(amount))
            surface.text(right, self._base(y), text, self._size, weight=weight, anchor="right")

    def _draw_across(self, words: str, y: float) -> None:
        """Words in the place of amounts."""
        left, width = self._left(0) + INSIDE, self._right - self._left(0) - PAD
        self._surface.text(left, self._base(y), words, self._size, LIGHT.quiet, available_width=width)

    def _draw_note(self, words: str, y: float) -> None:
        width = self._right - MARGIN - PAD
        self._surface.text(
            MARGIN + INSIDE, self._base(y), words, self._size, weight=BOLD, available_width=width
        )
        self._underline(y)

    def _underline(self, y: float, number: int = 0) -> None:
        fifth = number > 0 and number % 5 == 0
        colour, width = (LIGHT.edge, 0.2) if fifth else (LIGHT.line, 0.15)
        self._surface.line([(MARGIN, y + self._row), (self._right, y + self._row)], colour, width)

    def _draw_sums(
        self, y: float, title: str, plus: Sequence[int], minus: Sequence[int], *, legend: bool = False
    ) -> None:
        surface = self._surface
        surface.rectangle(
            (MARGIN, y + 0.15, self._right - MARGIN, self._row - 0.15), LIGHT.tone, background=True
        )
        self._draw_label(title, y)
        for i in range(len(self._people)):
            self._rule(self._left(i), y, self._row)
            for column, amount in ((1, plus[i]), (2, -minus[i])):
                right = self._left(i) + column * self._columns.amount - INSIDE
                surface.text(right, self._base(y), self._wording.number(amount), self._size, anchor="right")
        surface.line([(MARGIN, y + self._row), (self._right, y + self._row)], LIGHT.edge, 0.3)
        if legend:
            self._draw_legend(y + self._row)

    def _draw_label(self, title: str, y: float, weight: str = REGULAR) -> None:
        width, right = self._columns.facts - PAD, MARGIN + self._columns.facts - INSIDE
        self._surface.text(right, self._base(y), title, self._size, "", weight, "right", width)

    def _draw_legend(self, y: float) -> None:
        width = self._right - MARGIN
        size = self._surface.largest(self._legend, (7.0, 6.5, 6.0, 5.5), width)
        self._surface.text(MARGIN, y + 3.8, self._legend, size, LIGHT.quiet, available_width=width)

    def _draw_end(self, plus: Sequence[int], minus: Sequence[int], pots: Sequence[str], y: float) -> None:
        surface, t, wording = self._surface, self._t, self._wording
        self._draw_sums(y, t("Totals"), plus, minus)
        surface.line([(MARGIN, y), (self._right, y)], LIGHT.edge, 0.3)
        y += self._row
        height = self._row * 1.2
        surface.rectangle(
            (MARGIN, y + 0.15, self._right - MARGIN, height - 0.15), LIGHT.deep, background=True
        )
        shift = (height - self._row) / 2
        self._draw_label(t("Balance"), y + shift, BOLD)
        for i, total in enumerate(self._evening.sheet.totals):
            right = self._left(i) + 2 * self._columns.amount - INSIDE
            signed, sizes = wording.signed(total), (self._size + 2, self._size + 1, self._size)
            size = surface.largest(signed, sizes, 2 * self._columns.amount - PAD, BOLD)
            colour = surface.amount_colour(total)
            surface.text(right, self._base(y + shift), signed, size, colour, BOLD, "right")
            self._rule(self._left(i), y, height)
        y += height
        surface.line([(MARGIN, y), (self._right, y)], LIGHT.edge, 0.3)
        lies = sum(self._evening.sheet.pot)
        numbers = {
            "plus": wording.number(sum(plus)),
            "minus": wording.number(-sum(minus)),
            "rest": wording.number(sum(self._evening.sheet.totals) + lies),
        }
        check = t("Check: {plus} − {minus} = {rest}", **numbers)
        if lies:
            check = t("Check: {plus} − {minus} + {mouches} = {rest}", mouches=wording.number(lies), **numbers)
        surface.text(self._right - INSIDE, y + 4.2, f"{check} ✓", self._size, LIGHT.quiet, anchor="right")
        self._draw_legend(y + self._row)
        for number, words in enumerate(pots, 1):
            self._draw_note(words, y + self._legend_height + number * self._row)
