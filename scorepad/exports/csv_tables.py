"""Evenings as three CSV tables (RFC 4180): a row for every hand that counts, for each payment, for each person.

    hands: evening_id, evening, rules, hand, at, dealer, outcome, taker, partner, called, found, bid, bouts,
    card_points, petit_au_bout, poignees, chelem_announced, chelem_made, petit_chelem_announced, petit_chelem_made,
    miseres, points_needed, margin, score, mouches, note

    payments: evening_id, evening, hand, at, player_id, player, role, payment, mouches, total

    standings: evening_id, evening, at, player_id, player, members, rank, total, money, currency, note

README.md describes the columns. For programs (RFC) the headings and words never change: they are those of the JSON
documents; moments are in UTC. For a French or a German Excel they are in the language of the export, with semicolons,
decimal commas, local times (with their offset from UTC in the hour that clocks repeat) and a byte order mark.

A text that a spreadsheet would calculate has an apostrophe before it. People whose names look the same have numbers.
"""

from __future__ import annotations

import codecs
import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from io import StringIO

from scorepad.evening.adjustment import Adjustment, PointsChange
from scorepad.evening.evening import Evening
from scorepad.evening.sheet import Entry
from scorepad.exports.cells import harmless, labels, local_time, offset, plain, writable
from scorepad.exports.evening import remarks
from scorepad.exports.progress import Work
from scorepad.i18n import Translator
from scorepad.i18n.names import (
    beside_name,
    bid_name,
    card_name,
    found_name,
    misere_name,
    poignee_name,
    role_name,
    scheme_title,
    thrown_in_name,
)
from scorepad.tarot.hand import Hand, PlayerId, Side, ThrownIn


class Profile(StrEnum):
    """The readers of a table."""

    RFC = "rfc"
    """Programs: commas, points, UTF-8, words that never change."""
    FR = "fr"
    """A French Excel."""
    DE = "de"
    """A German Excel."""


MOMENTS = {Profile.FR: "%d/%m/%Y %H:%M:%S", Profile.DE: "%d.%m.%Y %H:%M:%S"}
Cell = str | int | float


@dataclass(frozen=True, slots=True)
class Line:
    """An entry that counts, with its evening and the names of the people."""

    evening: Evening
    entry: Entry
    names: dict[PlayerId, str]


@dataclass(frozen=True, slots=True)
class Table:
    """The titles of the columns by their keys; the rows of each hand, with the share that is done after it."""

    headings: dict[str, str]
    rows: Iterator[tuple[float, list[list[Cell]]]]


class Words:
    """The spelling of numbers, moments and names in a profile."""

    def __init__(self, t: Translator, profile: Profile = Profile.RFC) -> None:
        self.t = t
        self._profile = profile

    @property
    def plain(self) -> bool:
        """Whether the table is for programs."""
        return self._profile is Profile.RFC

    def choose(self, code: str, words: str) -> str:
        """The code of the documents, or the words of the language."""
        return code if self.plain else words

    def number(self, value: int, unit: int = 1) -> Cell:
        """An amount in 1/`unit` of a point."""
        return plain(value, unit, "." if self.plain else ",")

    def moment(self, at: str) -> Cell:
        """A moment (ISO 8601)."""
        here = None if self.plain else local_time(at)
        return f"{here:{MOMENTS[self._profile]}} {offset(at)}".rstrip() if here else at

    def text(self, text: str) -> str:
        """A text that a person typed."""
        return harmless(writable(text))

    def side(self, side: Side | None) -> str:
        """A side, or nothing."""
        if side is None:
            return ""
        return self.choose(side, self.t("attack") if side is Side.TAKER else self.t("defence"))


def beside_code(beside: PointsChange) -> str:
    """The word of the documents for what happened without cards."""
    return beside.kind.value if isinstance(beside, Adjustment) else "take_over"


def hands_of(evenings: Sequence[Evening], words: Words) -> Table:
    """A row for every hand that counts, and for what was paid without one, in some words."""
    t, text, number, side, choose = words.t, words.text, words.number, words.side, words.choose

    def rules(line: Line) -> Cell:
        scheme = line.entry.rules
        return text(choose(scheme.name or scheme.id, scheme_title(t, scheme)))

    def outcome(line: Line) -> Cell:
        found = line.entry.deal.outcome
        if isinstance(found, Hand):
            return choose("played", t("played"))
        if isinstance(found, ThrownIn):
            return choose(found, thrown_in_name(t, found))
        return choose(beside_code(found), beside_name(t, found))

    def called(hand: Hand, _: Names) -> Cell:
        card = hand.called
        return "" if card is None else choose(f"{card.court} {card.suit}", card_name(t, card))

    def found(hand: Hand, _: Names) -> Cell:
        return "" if hand.found is None else choose(hand.found, found_name(t, hand.found))

    def poignees(hand: Hand, names: Names) -> Cell:
        each = (f"{names[p.player]}: {choose(p.size, poignee_name(t, p.size))}" for p in hand.poignees)
        return text("; ".join(each))

    def miseres(hand: Hand, names: Names) -> Cell:
        each = (f"{names[m.player]}: {choose(m.kind, misere_name(t, m.kind))}" for m in hand.miseres)
        return text("; ".join(each))

    def score(line: Line) -> Cell:
        found = line.entry.score
        return "" if found is None else number(found.total, found.unit)

    def mouches(line: Line) -> Cell:
        return "; ".join(str(number(amount, line.evening.sheet.unit)) for amount in line.entry.pot)

    def note(line: Line) -> Cell:
        return text(" · ".join(remarks(line.evening, line.entry)))

    petit_announced, petit_made = t("Petit chelem announced"), t("Petit chelem made")
    of_hand: list[tuple[str, str, Callable[[Hand, Names], Cell]]] = [
        ("taker", t("Taker"), lambda hand, names: text(names[hand.taker])),
        ("partner", t("Partner"), lambda hand, names: text(names[hand.partner]) if hand.partner else ""),
        ("called", t("Called card"), called),
        ("found", t("Where it was"), found),
        ("bid", t("Bid"), lambda hand, _: choose(hand.bid, bid_name(t, hand.bid))),
        ("bouts", t("Bouts"), lambda hand, _: number(hand.bouts)),
        ("card_points", t("Card points"), lambda hand, _: number(hand.half_points, 2)),
        ("petit_au_bout", t("Petit au bout"), lambda hand, _: side(hand.petit_au_bout)),
        ("poignees", t("Poignées"), poignees),
        ("chelem_announced", t("Chelem announced"), lambda hand, _: side(hand.chelem.announced)),
        ("chelem_made", t("Chelem made"), lambda hand, _: side(hand.chelem.made)),
        ("petit_chelem_announced", petit_announced, lambda hand, _: side(hand.petit_chelem.announced)),
        ("petit_chelem_made", petit_made, lambda hand, _: side(hand.petit_chelem.made)),
        ("miseres", t("Misères"), miseres),
        ("points_needed", t("Points needed"), lambda hand, _: number(hand.needed)),
        ("margin", t("Margin"), lambda hand, _: number(hand.margin, 2)),
    ]
    id_, wording, hand, at = _first_columns(words)

    def dealer(line: Line) -> Cell:
        return "" if line.entry.deal.points_change else text(line.names[line.entry.deal.dealer])

    before = [id_, wording, ("rules", t("Rules"), rules), hand, at, ("dealer", t("Dealer"), dealer)]
    before.append(("outcome", t("Outcome"), outcome))

    def row(line: Line) -> Iterator[list[Cell]]:
        found, cells = line.entry.deal.outcome, [cell(line) for *_, cell in before]
        for *_, of in of_hand:
            cells.append(of(found, line.names) if isinstance(found, Hand) else "")
        yield [*cells, score(line), mouches(line), note(line)]

    after: list[Column] = [
        ("score", t("Score"), score),
        ("mouches", t("Mouches"), mouches),
        ("note", t("Note"), note),
    ]
    columns = [*before, *of_hand, *after]
    return Table({key: title for key, title, _ in columns}, _rows(evenings, row))


def payments_of(evenings: Sequence[Evening], words: Words) -> Table:
    """A row for each player of each hand that counts, and of what was paid without one, in some words."""
    t, text, number, choose = words.t, words.text, words.number, words.choose
    before = _first_columns(words)

    def role(entry: Entry, player: PlayerId) -> str | None:
        """The part of somebody who was paid, or paid."""
        hand, beside = entry.deal.outcome, entry.deal.points_change
        if beside is not None and player in beside.players:
            return choose(beside_code(beside), beside_name(t, beside))
        if not isinstance(hand, Hand) or entry.payments is None or player not in hand.players:
            return None
        if hand.open:
            kind = "winner" if player == hand.taker else "loser"
        elif player == hand.taker:
            kind = "taker"
        else:
            kind = "partner" if player == hand.partner else "defence"
        return choose(kind, role_name(t, hand, player))

    def rows(line: Line) -> Iterator[list[Cell]]:
        evening, entry, first = line.evening, line.entry, [cell(line) for *_, cell in before]
        for person, amount, total in zip(evening.sheet.people, entry.amounts, entry.totals, strict=True):
            part = role(entry, person.id)
            moves = [move.amount for move in entry.moves if move.player == person.id]
            if part is None and not moves:
                continue
            named = [text(person.id), text(line.names[person.id]), part or ""]
            payment: Cell = "" if part is None else number(amount - sum(moves), evening.sheet.unit)
            mouches: Cell = number(sum(moves), evening.sheet.unit) if moves else ""
            yield [*first, *named, payment, mouches, number(total, evening.sheet.unit)]

    headings = {
        **{key: title for key, title, _ in before},
        "player_id": t("Id of the player"),
        "player": t("Player"),
        "role": t("Role"),
        "payment": t("Payment"),
        "mouches": t("Mouches"),
        "total": t("Total"),
    }
    return Table(headings, _rows(evenings, rows))


def standings_of(evenings: Sequence[Evening], words: Words) -> Table:
    """A row for everybody of each evening, best first, and for what lies in the mouches, in some words."""
    t, text, number = words.t, words.text, words.number
    headings = {
        "evening_id": t("Id of the evening"),
        "evening": t("Evening"),
        "at": t("Date"),
        "player_id": t("Id of the player"),
        "player": t("Player"),
        "members": t("Members"),
        "rank": t("Rank"),
        "total": t("Total"),
        "money": t("Money"),
        "currency": t("Currency"),
        "note": t("Note"),
    }

    def rows(evening: Evening) -> Iterator[list[Cell]]:
        names, rate = labels(evening.sheet.people), evening.table.rate
        cents = dict(
            zip(
                [person.id for person in evening.sheet.people],
                evening.sheet.money(evening.table.rate),
                strict=False,
            )
        )
        note = text(evening.table.notes.get(None, ""))

        def money(share: int) -> list[Cell]:
            return [number(share, 100), text(rate.currency)] if rate.cents else ["", ""]

        first = [text(evening.id), text(evening.table.title), words.moment(evening.start.created)]
        for standing in evening.sheet.standings:
            person = standing.person
            who = [text(person.id), text(names[person.id]), text("; ".join(m.name for m in person.members))]
            sums = [standing.rank, number(standing.total, evening.sheet.unit), *money(cents[person.id])]
            yield [*first, *who, *sums, note]
        if evening.sheet.pot:
            sums = [
                "",
                number(sum(evening.sheet.pot), evening.sheet.unit),
                *money(evening.sheet.money(evening.table.rate)[-1]),
            ]
            yield [*first, "", t("Mouches"), "", *sums, note]

    each = ((at / len(evenings), list(rows(evening))) for at, evening in enumerate(evenings, 1))
    return Table(headings, each)


Names = Mapping[PlayerId, str]
Column = tuple[str, str, Callable[[Line], Cell]]
"""The key, the title, and the cell for an entry."""


def _first_columns(words: Words) -> list[Column]:
    t = words.t
    return [
        ("evening_id", t("Id of the evening"), lambda line: words.text(line.evening.id)),
        ("evening", t("Evening"), lambda line: words.text(line.evening.table.title)),
        ("hand", t("Hand"), lambda line: words.number(line.entry.number) if line.entry.number else ""),
        ("at", t("Date"), lambda line: words.moment(line.entry.recorded.at)),
    ]


def _rows(
    evenings: Sequence[Evening], rows: Callable[[Line], Iterator[list[Cell]]]
) -> Iterator[tuple[float, list[list[Cell]]]]:
    count = sum(len(evening.sheet.standing) for evening in evenings)
    done = 0
    for evening in evenings:
        names = labels(evening.sheet.people)
        for entry in evening.sheet.standing:
            done += 1
            yield done / count, list(rows(Line(evening, entry, names)))


def write_table(
    make: Callable[[Sequence[Evening], Words], Table],
    evenings: Sequence[Evening],
    t: Translator,
    profile: Profile,
) -> Work[bytes]:
    """Writes `hands_of`, `payments_of` or `standings_of` some evenings as a file."""
    words, out = Words(t, profile), StringIO()
    table = make(evenings, words)
    writer = csv.writer(out, delimiter="," if words.plain else ";", lineterminator="\r\n")
    writer.writerow(table.headings if words.plain else table.headings.values())
    for done, rows in table.rows:
        writer.writerows(rows)
        yield done
    return (b"" if words.plain else codecs.BOM_UTF8) + out.getvalue().encode()
