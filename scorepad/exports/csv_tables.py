"""Evenings as two CSV tables (RFC 4180): a row for every hand that counts, and a row for everybody whom it pays.

    hands: evening_id, evening, rules, hand, at, dealer, outcome, taker, partner, bid, bouts, card_points,
    petit_au_bout, poignees, chelem_announced, chelem_made, petit_chelem_announced, petit_chelem_made, miseres,
    points_needed, margin, score

    payments: evening_id, evening, hand, at, player_id, player, role, payment, total

`outcome` is "played", or why the deal was thrown in; what was not, or is not known, is empty. Card points are the
taker's side's; `score` is what each defender pays it, `payment` what the hand brought a player, `total` all hands
so far. Poignées and misères are "player: size", with "; " between several. People whose names look the same have a
number behind them.

For programs (RFC) the headings and words never change: they are those of the JSON documents; moments are in UTC.
For people at a French or German Excel they are in the language of the export, with semicolons, decimal commas, local
times (with their distance from UTC in the hour that the clocks have twice) and the mark by which Excel knows UTF-8.

Numbers bear no sign but a minus, and none but a decimal separator. Text that a spreadsheet would calculate has an
apostrophe before it.
"""

from __future__ import annotations

import codecs
import csv
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from io import StringIO

from scorepad.exports.cells import harmless, labels, local_time, offset, plain, writable
from scorepad.exports.progress import Step, nothing
from scorepad.i18n import Translator
from scorepad.i18n.wording import bid_name, misere_name, poignee_name, scheme_title, thrown_in_name
from scorepad.tarot.hand import Chelem, Hand, PlayerId, Side
from scorepad.tarot.session import Entry, Session


class Profile(StrEnum):
    """For whom a table is."""

    RFC = "rfc"
    """Programs: commas, points, UTF-8, words that never change."""
    FR = "fr"
    """A French Excel."""
    DE = "de"
    """A German Excel."""


MOMENTS = {Profile.FR: "%d/%m/%Y %H:%M:%S", Profile.DE: "%d.%m.%Y %H:%M:%S"}


Cell = str | int | float
Row = dict[str, Cell]


@dataclass(frozen=True, slots=True)
class Table:
    """The titles of the columns by their keys, and rows with a cell for each key."""

    headings: dict[str, str]
    rows: Iterator[Row]


def hands_table(
    sessions: Sequence[Session], t: Translator, *, profile: Profile = Profile.RFC, step: Step = nothing
) -> bytes:
    """A row for every hand that counts. Raises what `step` raises."""
    words = Words(t, profile)
    return _written(hands_of(sessions, words, step), words)


def payments_table(
    sessions: Sequence[Session], t: Translator, *, profile: Profile = Profile.RFC, step: Step = nothing
) -> bytes:
    """A row for everybody who played a hand that counts. Raises what `step` raises."""
    words = Words(t, profile)
    return _written(payments_of(sessions, words, step), words)


def hands_of(sessions: Sequence[Session], words: Words, step: Step) -> Table:
    """A row for every hand that counts, in some words. Its rows raise what `step` raises."""
    t = words.t
    headings = {
        "evening_id": t("Id of the evening"),
        "evening": t("Evening"),
        "rules": t("Rules"),
        "hand": t("Hand"),
        "at": t("Date"),
        "dealer": t("Dealer"),
        "outcome": t("Outcome"),
        "taker": t("Taker"),
        "partner": t("Partner"),
        "bid": t("Bid"),
        "bouts": t("Bouts"),
        "card_points": t("Card points"),
        "petit_au_bout": t("Petit au bout"),
        "poignees": t("Poignées"),
        "chelem_announced": t("Chelem announced"),
        "chelem_made": t("Chelem made"),
        "petit_chelem_announced": t("Petit chelem announced"),
        "petit_chelem_made": t("Petit chelem made"),
        "miseres": t("Misères"),
        "points_needed": t("Points needed"),
        "margin": t("Margin"),
        "score": t("Score"),
    }
    return Table(headings, _rows(sessions, words, _hand_rows, step))


def payments_of(sessions: Sequence[Session], words: Words, step: Step) -> Table:
    """A row for everybody who played a hand that counts, in some words. Its rows raise what `step` raises."""
    t = words.t
    headings = {
        "evening_id": t("Id of the evening"),
        "evening": t("Evening"),
        "hand": t("Hand"),
        "at": t("Date"),
        "player_id": t("Id of the player"),
        "player": t("Player"),
        "role": t("Role"),
        "payment": t("Payment"),
        "total": t("Total"),
    }
    return Table(headings, _rows(sessions, words, _payment_rows, step))


class Words:
    """How a profile writes things."""

    def __init__(self, t: Translator, profile: Profile = Profile.RFC) -> None:
        self.t = t
        self._profile = profile

    @property
    def plain(self) -> bool:
        """Whether a program reads them."""
        return self._profile is Profile.RFC

    def said(self, code: str, words: str) -> str:
        """What has a name in the documents, or in the language."""
        return code if self.plain else words

    def number(self, value: int, unit: int = 1) -> Cell:
        """An amount in 1/`unit` of a point."""
        return plain(value, unit, "." if self.plain else ",")

    def moment(self, at: str) -> Cell:
        """A moment."""
        here = None if self.plain else local_time(at)
        return f"{here:{MOMENTS[self._profile]}} {offset(at)}".rstrip() if here else at

    def text(self, text: str) -> str:
        """What somebody typed."""
        return harmless(writable(text))

    def side(self, side: Side | None) -> str:
        """A side, or nothing."""
        if side is None:
            return ""
        return self.said(side, self.t("attack") if side is Side.TAKER else self.t("defence"))


Rows = Callable[[Session, Entry, dict[PlayerId, str], Words], Iterator[Row]]


def _rows(sessions: Sequence[Session], words: Words, rows: Rows, step: Step) -> Iterator[Row]:
    count = sum(len(session.standing_entries) for session in sessions)
    done = 0
    for session in sessions:
        names = labels(session.people)
        for entry in session.standing_entries:
            yield from rows(session, entry, names, words)
            done += 1
            step(done / count)


def _written(table: Table, words: Words) -> bytes:
    out = StringIO()
    writer = csv.writer(out, delimiter="," if words.plain else ";", lineterminator="\r\n")
    writer.writerow(table.headings if words.plain else table.headings.values())
    for row in table.rows:
        writer.writerow(row[key] for key in table.headings)
    return (b"" if words.plain else codecs.BOM_UTF8) + out.getvalue().encode()


def _beginning(session: Session, entry: Entry, words: Words) -> Row:
    return {
        "evening_id": words.text(session.id),
        "evening": words.text(session.name),
        "hand": words.number(entry.number or 0),
        "at": words.moment(entry.versions[0].at),
    }


def _hand_rows(session: Session, entry: Entry, names: dict[PlayerId, str], words: Words) -> Iterator[Row]:
    t, hand, scheme = words.t, entry.deal.outcome, session.rules
    row = _beginning(session, entry, words) | {
        "rules": words.text(words.said(scheme.name or scheme.id, scheme_title(t, scheme))),
        "dealer": words.text(names[entry.deal.dealer]),
    }
    if not isinstance(hand, Hand):
        thrown_in: Row = {"outcome": words.said(hand, thrown_in_name(t, hand))}
        nothing_played: Row = dict.fromkeys(_OF_A_HAND, "")
        yield nothing_played | row | thrown_in
        return
    poignees = [
        f"{names[each.player]}: {words.said(each.size, poignee_name(t, each.size))}" for each in hand.poignees
    ]
    miseres = [
        f"{names[each.player]}: {words.said(each.kind, misere_name(t, each.kind))}" for each in hand.miseres
    ]
    yield {
        **row,
        "outcome": words.said("played", t("played")),
        "taker": words.text(names[hand.taker]),
        "partner": "" if hand.partner is None else words.text(names[hand.partner]),
        "bid": words.said(hand.bid, bid_name(t, hand.bid)),
        "bouts": words.number(hand.bouts),
        "card_points": words.number(hand.half_points, 2),
        "petit_au_bout": words.side(hand.petit_au_bout),
        "poignees": words.text("; ".join(poignees)),
        **_chelem("chelem", hand.chelem, words),
        **_chelem("petit_chelem", hand.petit_chelem, words),
        "miseres": words.text("; ".join(miseres)),
        "points_needed": words.number(hand.needed),
        "margin": words.number(hand.margin, 2),
        "score": "" if entry.score is None else words.number(entry.score.total, entry.score.unit),
    }


_OF_A_HAND = (
    *("taker", "partner", "bid", "bouts", "card_points", "petit_au_bout", "poignees", "chelem_announced"),
    *("chelem_made", "petit_chelem_announced", "petit_chelem_made", "miseres", "points_needed", "margin"),
    "score",
)


def _chelem(name: str, chelem: Chelem, words: Words) -> Row:
    return {f"{name}_announced": words.side(chelem.announced), f"{name}_made": words.side(chelem.made)}


def _payment_rows(session: Session, entry: Entry, names: dict[PlayerId, str], words: Words) -> Iterator[Row]:
    hand, payments, t = entry.deal.outcome, entry.payments, words.t
    if not isinstance(hand, Hand) or payments is None:
        return
    totals = {person.id: total for person, total in zip(session.people, entry.totals, strict=True)}
    for player, amount in zip(payments.players, payments.totals, strict=True):
        if player == hand.taker:
            role = words.said("taker", t("taker"))
        elif player == hand.partner:
            role = words.said("partner", t("partner"))
        else:
            role = words.said("defence", t("defence"))
        yield _beginning(session, entry, words) | {
            "player_id": words.text(player),
            "player": words.text(names[player]),
            "role": role,
            "payment": words.number(amount, payments.unit),
            "total": words.number(totals[player], session.unit),
        }
