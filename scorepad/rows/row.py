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
    """The kind of content of a line of a sheet."""

    HAND = "hand"
    STRUCK = "struck"
    """A hand that was crossed out."""
    TOTALS = "totals"
    REMARK = "remark"
    """Words that are not about a hand: a date, a place, a break."""
    HEADING = "heading"
    """The titles of columns, the names of all players, or nothing."""


class DoubtKind(StrEnum):
    """The reason why words of a row are in doubt."""

    UNKNOWN = "unknown"
    WHO = "who"
    """Several players may be meant."""
    MEANINGS = "meanings"
    """The row makes sense in several ways."""
    BID = "bid"
    BONUS = "bonus"
    """The row does not name the owner of a bonus, or leaves the result of the bonus unclear."""
    NUMBERS = "numbers"
    """The numbers do not fit the hand, or nobody can tell what they count."""
    COLUMNS = "columns"
    """The columns of the players do not fit the hands."""
    RESULT = "result"
    """The row says that the contract was made, but by its bouts and points it was lost; or the reverse."""


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
"""The kinds of doubts after which `questions` also tells the bouts, the points and the result of the hand."""
MISSING = {
    Field.TAKER: N_("Taker"),
    Field.BID: N_("Bid"),
    Field.PARTNER: N_("Partner"),
    Field.BOUTS: N_("Bouts"),
    Field.CARD_POINTS: N_("Points"),
}
"""The facts that a row may lack."""


class Doubt(NamedTuple):
    """Words of a row that are in doubt; `choices` are the players whom the words may mean."""

    kind: DoubtKind
    words: str
    choices: tuple[PlayerId, ...] = ()


@dataclass(frozen=True)
class RowReading:
    """The meaning of a row: the known facts of a hand, or the reason why the hand was not played (`thrown`).

    `columns` are the last numbers of the row, in half points: the payment or the total of each person, or both. `order`
    are the people in the order of the columns, if the row is a heading with the names of all people. A remark has a
    doubt with its words, since a remark between hands may be a hand that nobody can read.
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
        """The open questions of the row, in sentences: its doubts, missing facts, and problems of its hand."""
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
        """The hand, or the reason why it was not played.

        None if the row has a doubt, or if its hand is incomplete or impossible.
        """
        if self.kind is not RowKind.HAND or self.doubts:
            return None
        return self.thrown or (None if impossible(self.facts, scheme) else self.facts.to_hand())
