"""Mouches and chips in words: the mouches, the payments into and out of them, and the chips of each person."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from scorepad.evening.evening import Evening
from scorepad.i18n import N_, Translator
from scorepad.i18n.names import NameOf, bid_name
from scorepad.tarot.hand import Bid
from scorepad.tarot.pots import Cover, Move, MoveKind, Pot
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scoring import Payments

MOVES = {
    MoveKind.FOUNDED: N_("Everybody pays into a new mouche"),
    MoveKind.DEALT: N_("{name} deals and adds to the mouche"),
    MoveKind.TOOK: N_("{name} takes the largest mouche"),
    MoveKind.PAID: N_("{name} pays a new mouche"),
    MoveKind.SHARED: N_("The mouches are shared at the end"),
}
MOVES_OF_ONE = {
    MoveKind.FOUNDED: N_("stake"),
    MoveKind.DEALT: N_("dealer"),
    MoveKind.TOOK: N_("takes the mouche"),
    MoveKind.PAID: N_("pays a mouche"),
    MoveKind.SHARED: N_("share of the mouches"),
}
MOVE_DETAILS = {
    MoveKind.FOUNDED: N_("Where there is no mouche, all at the table make one."),
    MoveKind.DEALT: N_("At the start of every deal, to the largest mouche; to a new one too."),
    MoveKind.TOOK: N_("Who wins a contract takes the largest mouche, with a partner too."),
    MoveKind.PAID: N_("Who loses a contract pays another as large as the largest."),
    MoveKind.SHARED: N_("What cannot be divided stays there."),
}
COUNTERS = (100, 10, 1)
"""The values of the counters in a stack of chips."""


def mouches_text(t: Translator, pot: Pot, unit: int) -> str:
    """The mouches in words, largest first: "Mouches: 45 + 20"."""
    if not pot:
        return t("No mouche")
    return t("Mouches: {amounts}", amounts=amounts_text(t, pot, unit))


def amounts_text(t: Translator, pot: Pot, unit: int) -> str:
    """The mouches in figures: "45 + 20"."""
    return " + ".join(t.number(amount, unit) for amount in pot)


def move_lines(
    t: Translator, moves: Iterable[Move], unit: int, name_of: NameOf
) -> Iterator[tuple[str, str, str, int]]:
    """Yields the title, the arithmetic and the rule of each group of equal moves, and the amount of a single move."""
    for (kind, amount), group in groupby(moves, key=lambda move: (move.kind, move.amount)):
        players = [move.player for move in group]
        title = t(MOVES[kind], name=name_of(players[0]))
        sum_ = t.signed(amount, unit)
        if len(players) > 1:
            sum_ = f"{len(players)} × {sum_} = {t.signed(len(players) * amount, unit)}"
        yield title, sum_, t(MOVE_DETAILS[kind]), amount


def moves_of_one(t: Translator, moves: Iterable[Move], player: str, unit: int) -> str:
    """The moves of one person in a few words: "dealer −5, takes the mouche +45"."""
    own = (move for move in moves if move.player == player)
    return ", ".join(f"{t(MOVES_OF_ONE[move.kind])} {t.signed(move.amount, unit)}" for move in own)


def chips_text(t: Translator, chips: int, unit: int = 1) -> str:
    """A number of chips, and the counters that make it up: "23 chips: 2×10 + 3×1"; `chips` is in 1/`unit` of a chip."""
    whole, rest = divmod(max(0, chips), unit)
    count = t.plural("{count} chip", "{count} chips", abs(chips) // unit, shown=t.number(chips, unit))
    counters, left = [], whole
    for worth in COUNTERS:
        number, left = divmod(left, worth)
        if number:
            counters.append(f"{number}×{worth}")
    if rest:
        counters.append(t.number(rest, unit))
    return t("{chips}: {counters}", chips=count, counters=" + ".join(counters)) if counters else count


def stacks(evening: Evening) -> dict[str, int] | None:
    """The present chips of each person, by id, in 1/`Sheet.unit` of a chip; None if the table plays without chips."""
    chips = evening.table.rules.now.chips
    if chips is None:
        return None
    start = chips.start * evening.sheet.unit
    return {
        person.id: start + total
        for person, total in zip(evening.sheet.people, evening.sheet.totals, strict=True)
    }


def cover_text(t: Translator, cover: Cover, scheme: Scheme, name_of: NameOf) -> str:
    """The bids that a player with few chips can cover: "Anne has 3 chips: covers petite, garde"."""

    def bids(bids: Sequence[Bid]) -> str:
        if len(bids) == len(scheme.bids):
            return t("every bid")
        return ", ".join(t.inside(bid_name(t, bid)) for bid in bids) or t("no bid")

    shown = t.number(cover.held, scheme.unit)
    chips = t.plural("{count} chip", "{count} chips", cover.held // scheme.unit, shown=shown)
    facts = {"name": name_of(cover.player), "chips": chips}
    if not cover.defending:
        return t("{name} has {chips}: covers no bid", **facts)
    facts |= {"taking": bids(cover.taking), "defending": bids(cover.defending)}
    if cover.taking == cover.defending:
        return t("{name} has {chips}: covers {taking}", **facts)
    return t("{name} has {chips}: covers {taking} as the taker, {defending} in the defence", **facts)


def table_stakes_text(t: Translator, payments: Payments, name_of: NameOf) -> str:
    """The difference that table stakes make for each player: "Anne −4, Bruno +2"."""
    changes = zip(payments.players, payments.by_line[-1], strict=True)
    return ", ".join(
        f"{name_of(player)} {t.signed(amount, payments.unit)}" for player, amount in changes if amount
    )


def has_mouches(evening: Evening) -> bool:
    """Whether the evening has, had or will have mouches."""
    return evening.table.rules.now.mouches is not None or any(row.moves for row in evening.sheet.rows)


def pots_lines(t: Translator, evening: Evening, lettered: Callable[[str], str] = str) -> list[str]:
    """The lines of a document below the totals: the mouches, and the chips of each person."""
    lines = []
    if has_mouches(evening):
        lines.append(mouches_text(t, evening.sheet.pot, evening.sheet.unit))
    held = stacks(evening)
    if held is not None:
        each = (
            f"{lettered(person.name)} {t.number(held[person.id], evening.sheet.unit)}"
            for person in evening.sheet.people
        )
        lines.append(t("Chips: {stacks}", stacks=", ".join(each)))
    return lines
