"""The columns of the mouches and of the chips: what lies there after every deal, and who paid it or took it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from scorepad.evening.evening import Evening
from scorepad.evening.sheet import Entry
from scorepad.exports.cells import exact
from scorepad.exports.evening import Wording
from scorepad.exports.workbook.pen import Pen
from scorepad.exports.workbook.rows import FIRST_ROW, SPARE, Cell, Column
from scorepad.i18n.pots import has_mouches
from scorepad.tarot.hand import Hand, PlayerId
from scorepad.tarot.pots import MoveKind, Pot, of_deal
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scoring import Rule


def piles_of(evening: Evening) -> dict[str, Pot]:
    """The mouches after every deal that stands, before they are shared at the end."""
    piles, before = {}, Pot()
    for entry in evening.sheet.standing:
        piles[entry.id] = entry.pot
        if entry.closes and entry.deal.points_change is not None:
            piles[entry.id] = before
        elif entry.closes:
            table = evening.seating_at(entry.id).ids
            outcome = entry.deal.outcome
            hand = outcome if isinstance(outcome, Hand) and entry.score is not None else None
            piles[entry.id] = of_deal(
                before, entry.rules, evening.sheet.unit, table, entry.deal.dealer, hand
            ).pot
        before = piles[entry.id]
    return piles


def moved(entry: Entry, player: PlayerId) -> int:
    """What somebody took from the mouches in a deal, the share at the end apart."""
    moves = (move for move in entry.moves if move.kind is not MoveKind.SHARED)
    return sum(move.amount for move in moves if move.player == player)


def shared(evening: Evening) -> int:
    """What everybody at the table gets of the mouches at the end."""
    shares = [
        move.amount for entry in evening.sheet.entries for move in entry.moves if move.kind is MoveKind.SHARED
    ]
    return shares[0] if shares else 0


def is_short(entry: Entry) -> bool:
    """Whether somebody had too few chips for what the hand cost."""
    return entry.score is not None and entry.score.lines[-1].rule is Rule.TABLE_STAKES


class Pots:
    """The columns of one evening under one of its schemes."""

    def __init__(
        self, pen: Pen, wording: Wording, scheme: Scheme, names: Mapping[PlayerId, str], width: float
    ) -> None:
        self._pen = pen
        self._evening = evening = wording.evening
        self._wording = wording
        self._scheme = scheme
        self._people = evening.sheet.people
        self._names = [names[person.id] for person in evening.sheet.people]
        self._width = width
        self._unit = evening.sheet.unit
        self._piles = piles_of(evening)
        self.mouches = has_mouches(evening)
        """Whether there are columns of mouches."""
        self.short = any(map(is_short, evening.sheet.standing))
        """Whether there are columns of table stakes."""
        self.chips = any(each.chips is not None for each in evening.schemes)
        """Whether there are columns of chips."""
        self.deepest = max(map(len, self._piles.values()), default=0) + SPARE

    def _group(
        self, key: str, formula: Callable[[int], str], value: Callable[[int, Entry | None], Cell]
    ) -> list[Column]:
        return [
            Column(
                f"{key}{i}",
                name,
                self._width,
                self._pen.signed,
                formula=formula(i),
                value=partial(value, i),
                seat=i,
            )
            for i, name in enumerate(self._names)
        ]

    # -- mouches ---

    def of_mouches(self) -> Iterator[Column]:
        """What everybody pays and takes, and the mouches after the deal, the largest first."""
        t, pen = self._pen.t, self._pen
        plays = self._scheme.mouches is not None
        active = 'AND({bid}<>"",{dealer}<>"",{rules[mouches.played]}={yes})' if plays else "FALSE"
        first = self._above(0)
        stake = "{rules[mouches.stake]}" if plays else "0"
        extra = "{rules[mouches.dealer]}" if plays else "0"
        start = f"IF({active},IF({first}=0,{{here}}*{stake},{first})+{extra},0)"
        yield Column("start", t("At stake"), 9, pen.amount, formula=start, value=self._start)
        result = "IF({complete}=1,{won},0)"
        yield Column(
            "ended", t("Made or lost"), 9, pen.number, formula=result, value=self._ended, folded=True
        )
        for i in range(self.deepest):
            won, lost, passed = self._above(i + 1), self._above(i - 1), self._above(i)
            if i == 0:
                won, lost, passed = self._above(1), "{start}", "{start}"
            elif i == 1:
                lost = "{start}"
            formula = f"IF({active},IF({{ended}}=1,{won},IF({{ended}}=-1,{lost},{passed})),{self._above(i)})"
            title, pile = t("Mouche {number}", number=i + 1), partial(self._pile, i)
            yield Column(f"pot{i}", title, 9, pen.amount, formula=formula, value=pile, folded=True)
        piles = f"SUM({{pot0}}:{{pot{self.deepest - 1}}})"
        yield Column("pot", t("In the mouches"), 10, pen.strong, formula=piles, value=self._sum)

        def move(i: int) -> str:
            name = f"{{column[move{i}]}}${FIRST_ROW}"
            paid = f"-IF({first}=0,{{here{i}}}*{stake},0)-IF({{dealer}}={name},{extra},0)"
            return f"IF({active},{paid}+IF({{taker}}={name},{{ended}}*{{start}},0),0)"

        def value(i: int, entry: Entry | None) -> Cell:
            return exact(moved(entry, self._people[i].id), self._unit) if entry else 0

        yield from self._group("move", move, value)

    def _above(self, i: int) -> str:
        """A pile after the deal before; nothing above the first row, where a title stands."""
        return f"N({{column[pot{i}]}}{{above}})" if 0 <= i < self.deepest else "0"

    def _start(self, entry: Entry | None) -> Cell:
        if entry is None or entry.rules.mouches is None or entry.deal.points_change is not None:
            return 0
        table = self._evening.seating_at(entry.id).ids
        pot = of_deal(self._before(entry), entry.rules, self._unit, table, entry.deal.dealer, None).pot
        return exact(pot[0], self._unit)

    def _before(self, entry: Entry) -> Pot:
        ids = [*self._piles]
        at = ids.index(entry.id)
        return self._piles[ids[at - 1]] if at else ()

    def _ended(self, entry: Entry | None) -> Cell:
        if entry is None or entry.score is None or not isinstance(entry.deal.outcome, Hand):
            return 0
        return 1 if entry.deal.outcome.margin >= 0 else -1

    def _after(self, entry: Entry | None) -> Pot:
        if entry is not None:
            return self._piles[entry.id]
        return next(reversed(self._piles.values()), ())

    def _pile(self, i: int, entry: Entry | None) -> Cell:
        piles = self._after(entry)
        return exact(piles[i], self._unit) if i < len(piles) else 0

    def _sum(self, entry: Entry | None) -> Cell:
        return exact(sum(self._after(entry)), self._unit)

    # -- chips ---

    def of_table_stakes(self) -> list[Column]:
        """What those do not pay who lack chips, and others do not receive: figures, not formulas."""

        def fact(i: int, entry: Entry) -> Cell:
            if not is_short(entry):
                return ""
            assert entry.payments is not None
            player, players = self._people[i].id, entry.payments.players
            row = dict(zip(players, entry.payments.by_line[-1], strict=True))
            return exact(row[player], entry.payments.unit) if row.get(player) else ""

        return [
            Column(f"short{i}", name, self._width, self._pen.signed, fact=partial(fact, i), seat=i)
            for i, name in enumerate(self._names)
        ]

    def of_chips(self) -> list[Column]:
        """What everybody holds after the deal."""
        start = "{rules[chips.start]}+" if self._scheme.chips is not None else ""

        def formula(i: int) -> str:
            return f'IF({{total{i}}}="","",{start}{{total{i}}})' if start else '""'

        def value(i: int, entry: Entry | None) -> Cell:
            chips = entry.rules.chips if entry else None
            if entry is None or chips is None or not self._wording.is_present(i, entry):
                return ""
            return exact(chips.start * self._unit + entry.totals[i], self._unit)

        return self._group("chips", formula, value)
