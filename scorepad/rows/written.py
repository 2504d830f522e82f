"""Writes a hand as a row, which is read as the same hand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scorepad.tarot.hand import Chelem, Hand, PlayerId, Side, ThrownIn

from .items import TOKEN, Item, first_item
from .words import phrases_for

PLAIN = re.compile(r"[^\W\d_]+(?:[ -][^\W\d_]+)*")
"""A name of words only."""
QUOTES = (("“", "”"), ("«", "»"), ('"', '"'))


def row_text(outcome: Hand | ThrownIn, names: Mapping[PlayerId, str], language: str) -> str:
    """The hand as a row in a language; `names` are the names of the people at the table."""
    return " ".join(_Writer(names, language).words(outcome))


@dataclass(frozen=True)
class _Writer:
    """Writes rows with the names of a table, in a language."""

    names: Mapping[PlayerId, str]
    language: str

    def words(self, outcome: Hand | ThrownIn) -> Iterator[str]:
        """The words of a row in their order."""
        if isinstance(outcome, ThrownIn):
            yield self._phrase("thrown", outcome)
            return
        yield from self._contract(outcome)
        if outcome.called is not None:
            yield self._phrase("court", outcome.called.court)
            yield self._phrase("suit", outcome.called.suit)
        if outcome.found is not None:
            yield self._phrase("found", outcome.found)
        yield from self._bonuses(outcome)

    def _contract(self, hand: Hand) -> Iterator[str]:
        yield self._name(hand.taker)
        if not hand.open:
            yield self._phrase("bid", hand.bid)
        if hand.partner is not None:
            yield self._name(hand.partner)
        elif len(hand.players) == 5:
            yield self._phrase("word", "alone")
        yield str(hand.bouts)
        yield _halves(hand.half_points)
        yield f"{'−' if hand.margin < 0 else '+'}{_halves(abs(hand.margin))}"

    def _bonuses(self, hand: Hand) -> Iterator[str]:
        if hand.petit_au_bout is not None:
            yield self._phrase("word", "petit")
            yield self._phrase("side", hand.petit_au_bout)
        for poignee in hand.poignees:
            yield self._phrase("size", poignee.size)
            yield self._phrase("word", "poignee")
            yield self._name(poignee.player)
        for misere in hand.miseres:
            yield self._phrase("word", "misere")
            yield self._phrase("misere_kind", misere.kind)
            yield self._name(misere.player)
        for fact in ("chelem", "petit_chelem"):
            yield from self._chelem(fact, getattr(hand, fact))

    def _chelem(self, fact: str, chelem: Chelem) -> Iterator[str]:
        for side in Side:
            told = ["unannounced"] if chelem.made is side else []
            if chelem.announced is side:
                told = ["announced", "made" if chelem.made is side else "missed"]
            if told:
                yield self._phrase("chelem", fact)
                yield from (self._phrase("word", key) for key in told)
                yield self._phrase("side", side)

    def _phrase(self, section: str, key: str) -> str:
        """The first phrase of a key that has no other meaning at this table, such as a name.

        If every phrase has another meaning, the first phrase.
        """
        found = phrases_for(self.language, section, key)
        return next((phrase for phrase in found if not self._item(phrase).meanings), found[0])

    def _name(self, player: PlayerId) -> str:
        """A name, in quotation marks if it could be read in another way."""
        name, place = self.names[player], [*self.names].index(player)
        if PLAIN.fullmatch(name):
            item = self._item(name.replace("-", " "))
            if (item.kind, item.value, item.meanings) == ("name", (place,), ()):
                return name
        before, after = next((pair for pair in QUOTES if pair[1] not in name), QUOTES[0])
        return f"{before}{name}{after}"

    def _item(self, text: str) -> Item:
        return first_item(TOKEN.findall(text), [*self.names.values()], self.language)[0]


def _halves(half_points: int) -> str:
    return f"{half_points // 2}{'½' if half_points % 2 else ''}"
