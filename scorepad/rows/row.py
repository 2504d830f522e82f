"""The meaning of a row, and the questions that it leaves open."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from scorepad.i18n import N_, Translator
from scorepad.i18n.names import NameOf
from scorepad.i18n.problems import problem_text
from scorepad.i18n.sentences import count_text, result
from scorepad.tarot.check import Code, Field, impossible
from scorepad.tarot.hand import Draft, Hand, PlayerId, ThrownIn
from scorepad.tarot.scheme import Scheme


class RowKind(StrEnum):
    """What a line of a sheet holds."""

    HAND = "hand"
    STRUCK = "struck"
    """A hand that was crossed out."""
    TOTALS = "totals"
    REMARK = "remark"
    """Words that are not about a hand: a date, a place, a break."""
    HEADING = "heading"
    """The titles of columns, the names of all players, or nothing."""


class DoubtKind(StrEnum):
    """Why words of a row are a question."""

    UNKNOWN = "unknown"
    WHO = "who"
    """Several players may be meant."""
    MEANINGS = "meanings"
    """The row makes sense in several ways."""
    BID = "bid"
    BONUS = "bonus"
    """The row does not say whose bonus it is, or what became of it."""
    NUMBERS = "numbers"
    """The numbers do not fit the hand, or nobody can tell what they count."""
    COLUMNS = "columns"
    """The columns of the players do not fit the hands."""
    RESULT = "result"
    """The row calls the contract made, and it was not, or the reverse."""


DOUBTS = {
    DoubtKind.UNKNOWN: N_("Not understood: {words}"),
    DoubtKind.WHO: N_("“{words}”: {names}?"),
    DoubtKind.MEANINGS: N_("“{words}” can be read in several ways."),
    DoubtKind.BID: N_("“{words}”: which bid is it?"),
    DoubtKind.BONUS: N_("“{words}”: whose is it, and what became of it?"),
    DoubtKind.NUMBERS: N_("“{words}” does not fit the hand."),
    DoubtKind.COLUMNS: N_("The sheet’s columns ({words}) differ from what the hands pay."),
    DoubtKind.RESULT: N_("“{words}” does not fit these bouts and points."),
}
COUNTED = (DoubtKind.NUMBERS, DoubtKind.RESULT)
"""The doubts that bouts and points explain."""
MISSING = {
    Field.TAKER: N_("Taker"),
    Field.BID: N_("Bid"),
    Field.PARTNER: N_("Partner"),
    Field.BOUTS: N_("Bouts"),
    Field.CARD_POINTS: N_("Points"),
}
"""The facts that a row may lack."""


class Doubt(NamedTuple):
    """Words of a row that are a question; `choices` are the players who may be meant."""

    kind: DoubtKind
    words: str
    choices: tuple[PlayerId, ...] = ()


@dataclass(frozen=True)
class RowReading:
    """The meaning of a row: a hand or a reason `thrown` why it was not played, as far as the row says it.

    `columns` are the last numbers of the row, in half points: what the sheet itself has for each player. `order` are
    the players in the order of the columns, if the row is a heading that names all of them. A remark has its words as
    a doubt: among the hands it may be one that nobody can read.
    """

    kind: RowKind
    facts: Draft
    thrown: ThrownIn | None = None
    doubts: tuple[Doubt, ...] = ()
    columns: tuple[int, ...] = ()
    order: tuple[PlayerId, ...] = ()
    in_order: bool = field(default=False, compare=False)
    """Whether the taker stands before the bid, as on a sheet."""

    def questions(self, t: Translator, scheme: Scheme, name_of: NameOf) -> list[str]:
        """What the row leaves open, in sentences: its doubts, what is missing, and why its hand is impossible."""
        said = [
            t(DOUBTS[doubt.kind], words=doubt.words, names=" / ".join(map(name_of, doubt.choices)))
            for doubt in self.doubts
        ]
        if self.kind is not RowKind.HAND or self.thrown is not None:
            return said
        problems = impossible(self.facts, scheme)
        if not problems and any(doubt.kind in COUNTED for doubt in self.doubts):
            hand = self.facts.to_hand()
            facts = count_text(t, hand.bouts, hand.half_points)
            said.append(
                t("{facts}: {result}", facts=facts, result=t.inside(result(t, hand, scheme), noun=False))
            )
        missing = [t(MISSING[each.field]) for each in problems if each.code is Code.MISSING]
        if missing:
            said.append(t("Missing: {facts}", facts=", ".join(map(t.inside, missing))))
        rest = [each for each in problems if each.code is not Code.MISSING]
        return [*said, *(problem_text(t, each, name_of) for each in rest)]

    def outcome(self, scheme: Scheme) -> Hand | ThrownIn | None:
        """The hand, if the row is a whole and possible hand without a doubt; else None."""
        if self.kind is not RowKind.HAND or self.doubts:
            return None
        return self.thrown or (None if impossible(self.facts, scheme) else self.facts.to_hand())
