"""A hand that is being entered: a frozen value that each tap replaces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from scorepad.codec import Length, Range
from scorepad.evening.event_place import EventId
from scorepad.tarot.cards import IN_DECK, CardKind, Pile
from scorepad.tarot.check import (
    UNKNOWN_BONUSES,
    Field,
    check,
    forced_by_chelem,
    half_points_occur,
)
from scorepad.tarot.hand import (
    HALF_POINTS_IN_DECK,
    Bid,
    CalledCard,
    Court,
    Draft,
    Found,
    Hand,
    Id,
    Misere,
    MisereKind,
    PlayerId,
    Poignee,
    PoigneeSize,
    Side,
    Suit,
)
from scorepad.tarot.scheme import Scheme

from .verdict import DraftVerdict


@dataclass(frozen=True, kw_only=True)
class HandDraft:
    """A hand that is being entered: the next hand, a correction of the row `editing`, or a hand `before` a row.

    With a `line`, the hand corrects this line of the typed rows of a paper sheet; these rows are not saved yet.

    `digits` are the typed card points of the side that counts (`counted_by`); `half` adds a half point. `piles` are the
    counted cards of the attack and of the defence. `filled_bouts` and `filled_points` tell whether a chelem filled in
    the bouts and the points; these values are cleared with the chelem. `dealer_chosen` tells whether the table chose a
    dealer out of turn. An open duel always has a taker. The counted pile is the taker's or, if the defence counts, the
    other player's.

    `event` is the id of the event that recorded the hand, even after that event is undone. `token` identifies the hand
    until it is saved: a tap has the token of the hand in its window. Each start of the app gives new tokens.
    """

    dealer: PlayerId
    facts: Draft
    digits: Annotated[str, Length(2)] = ""
    half: bool = False
    counted_by: Side = Side.TAKER
    editing: EventId | None = None
    before: EventId | None = None
    line: Annotated[int, Range(0, 9999)] | None = None
    dealer_chosen: bool = False
    filled_bouts: bool = False
    filled_points: bool = False
    piles: Annotated[tuple[Pile, ...], Length(2, least=2)] = (Pile(), Pile())
    event: EventId | None = None
    token: int = 0

    @classmethod
    def new(cls, dealer: PlayerId, players: tuple[PlayerId, ...], counted_by: Side = Side.TAKER) -> HandDraft:
        """A hand with players, and nothing else filled in."""
        return cls(dealer=dealer, facts=Draft(players=players), counted_by=counted_by)

    @classmethod
    def of(cls, hand: Hand, dealer: PlayerId, counted_by: Side, editing: str | None) -> HandDraft:
        """A draft with all facts of a complete hand."""
        return replace(cls.begun(hand.to_draft(), dealer, counted_by), editing=editing)

    @classmethod
    def begun(cls, facts: Draft, dealer: PlayerId, counted_by: Side) -> HandDraft:
        """A draft with these facts, some of which may be missing."""
        hand, shown = cls(dealer=dealer, facts=facts, counted_by=counted_by), facts.half_points
        if shown is not None and counted_by is Side.DEFENCE:
            shown = HALF_POINTS_IN_DECK - shown
        return hand if shown is None else replace(hand, digits=f"{shown // 2:02d}", half=shown % 2 == 1)

    @property
    def is_next(self) -> bool:
        """Whether the hand comes after the last row of the sheet."""
        return self.editing is None and self.before is None and self.line is None

    @property
    def row(self) -> Id | None:
        """The row whose table and rules apply: the corrected row, or the row after an inserted hand; else None."""
        return self.editing or self.before

    # -- taps ---

    def taker_tapped(self, player: PlayerId, bid: Bid | None) -> HandDraft:
        """Sets the taker and the bid; if the taker was the partner, the partner is cleared."""
        partner = self.facts.partner if self.facts.partner != player else None
        return self.with_facts(taker=player, bid=bid, partner=partner)._filled()

    def bid_tapped(self, bid: Bid) -> HandDraft:
        """Sets the bid of the known taker."""
        return self.with_facts(bid=bid)._filled()

    def taker_reopened(self) -> HandDraft:
        """Clears the taker, the bid and the partner, so that the entry asks for them again; all other facts stay."""
        return self.with_facts(taker=None, bid=None).partner_reopened()

    def suit_tapped(self, suit: Suit) -> HandDraft:
        """Sets the suit of the called card; a second tap clears the card."""
        called = self.facts.called
        court = called.court if called is not None else Court.KING
        card = CalledCard(suit, court)
        return self.with_facts(called=None if called == card else card)

    def court_tapped(self) -> HandDraft:
        """Sets the rank of the called card to the next lower one, and after the jack to the king."""
        called = self.facts.called
        if called is None:
            return self
        courts = list(Court)
        below = courts[(courts.index(called.court) + 1) % len(courts)]
        return self.with_facts(called=replace(called, court=below))

    def partner_tapped(self, player: PlayerId | None, found: Found | None = None) -> HandDraft:
        """Sets the partner, or None if the taker plays alone; `found` is then the place of the called card."""
        return self.with_facts(partner=player, alone=player is None, found=found)

    def bouts_tapped(self, bouts: int) -> HandDraft:
        """Sets the bouts of the taker's side; in an open duel, the bouts of the counted pile."""
        bouts = self._of_pile(bouts)
        return replace(self, filled_bouts=False).with_facts(bouts=bouts)._filled()

    def digit_tapped(self, digit: int) -> HandDraft:
        """Adds a digit to the card points; a third digit starts again."""
        digits = self.digits + str(digit) if len(self.digits) < 2 else str(digit)
        return replace(self, digits=digits, half=self.half and len(digits) > 1).counted()

    def half_tapped(self) -> HandDraft:
        """Adds or removes the half point."""
        return replace(self, half=not self.half).counted()

    def erased(self) -> HandDraft:
        """Clears the points that a chelem filled in, or else the half point, or else the last digit."""
        if self.filled_points:
            return replace(self, digits="", half=False).counted()
        if self.half:
            return replace(self, half=False).counted()
        return replace(self, digits=self.digits[:-1]).counted()

    def counting_side_changed(self) -> HandDraft:
        """Lets the other side count its points; the typed points now belong to that side."""
        other = replace(self, counted_by=self.counted_by.other)
        if self.filled_points:
            return other._filled()
        if self.open and self.facts.bouts is not None:
            other = other.with_facts(bouts=3 - self.facts.bouts)
        return other.counted()

    def pile_tapped(self, player: PlayerId) -> HandDraft:
        """Selects the pile of this player as the counted pile of an open duel."""
        return self if player == self.counting else self.counting_side_changed()

    def pile_counted(self, side: Side, pile: Pile) -> HandDraft:
        """Sets the points and the bouts from a side's pile, which was counted card by card."""
        bouts = pile.bouts if side is Side.TAKER else 3 - pile.bouts
        digits, half = f"{pile.half_points // 2:02d}", pile.half_points % 2 == 1
        counted = replace(self, counted_by=side, digits=digits, half=half, filled_bouts=False)
        return counted.with_facts(bouts=bouts).counted()

    def card_counted(self, side: Side, kind: CardKind, by: int) -> HandDraft:
        """Adds `by` cards of a kind (negative: removes) to a side's pile, at most all cards of this kind."""
        pile = self.pile_of(side)
        counted = replace(pile, **{kind.value: min(max(0, pile.of(kind) + by), IN_DECK[kind])})
        attack, defence = self.piles
        return replace(self, piles=(counted, defence) if side is Side.TAKER else (attack, counted))

    def toggled(self, name: str, value: object) -> HandDraft:
        """Sets a fact of the hand to this value; a second tap restores the value of an empty draft."""
        if getattr(self.facts, name) == value:
            value = getattr(Draft(players=self.facts.players), name)
        return self.with_facts(**{name: value})._filled()

    def petit_tapped(self, side: Side) -> HandDraft:
        """Gives the petit au bout to a side; a second tap gives it to nobody."""
        return self.toggled("petit_au_bout", side)

    def chelem_tapped(self, name: str, what: str, side: Side) -> HandDraft:
        """Sets the side that announced or made a chelem; a second tap clears the side.

        `name` is "chelem" or "petit_chelem", `what` is "announced" or "made".
        """
        now = getattr(self.facts, name)
        after = None if getattr(now, what) is side else side
        return self.with_facts(**{name: replace(now, **{what: after})})._filled()

    def poignee_tapped(self, player: PlayerId, size: PoigneeSize) -> HandDraft:
        """Adds a poignée of a player in place of their earlier one; a second tap removes it."""
        tapped = Poignee(player, size)
        others = tuple(p for p in self.facts.poignees if p.player != player)
        return self.with_facts(poignees=others if tapped in self.facts.poignees else (*others, tapped))

    def misere_tapped(self, player: PlayerId, kind: MisereKind) -> HandDraft:
        """Adds a misère of a player; a second tap removes it."""
        tapped = Misere(player, kind)
        others = tuple(m for m in self.facts.miseres if m != tapped)
        return self.with_facts(miseres=others if tapped in self.facts.miseres else (*others, tapped))

    def adapted_to(self, scheme: Scheme) -> HandDraft:
        """The draft under other rules, without facts that these rules do not have: no tap could remove these facts.

        If only one of the two is an open duel, everything but the players is cleared.
        """
        if self.open is not scheme.open:
            taker, bid = (self.facts.players[0], Bid.OPEN) if scheme.open else (None, None)
            facts = replace(Draft(players=self.facts.players), taker=taker, bid=bid)
            return replace(self, facts=facts, digits="", half=False, filled_bouts=False, filled_points=False)
        unknown = {each.field for each in check(self.facts, scheme) if each.code in UNKNOWN_BONUSES}
        if not unknown:
            return self
        empty = Draft(players=self.facts.players)
        names = [name for field in unknown for name in _FACTS_OF.get(field, (field.value,))]
        changed = {name: getattr(empty, name) for name in names}
        if "miseres" in changed and scheme.misere is not None:  # the scheme has some kinds of misère
            kinds = scheme.misere.kinds
            changed["miseres"] = tuple(misere for misere in self.facts.miseres if misere.kind in kinds)
        return self.with_facts(**changed)

    # -- derived facts ---

    @property
    def started(self) -> bool:
        """Whether anything is filled in, or a dealer was chosen."""
        return self.entered or self.dealer_chosen

    @property
    def entered(self) -> bool:
        """Whether anything is filled in, apart from the dealer."""
        return self.has_facts or any(pile.cards for pile in self.piles)

    @property
    def has_facts(self) -> bool:
        """Whether anything is filled in, apart from the dealer and cards that were counted."""
        empty = Draft(players=self.facts.players)
        if self.open:
            empty = replace(empty, taker=self.facts.taker, bid=Bid.OPEN)
        return self.facts != empty or bool(self.digits)

    @property
    def open(self) -> bool:
        """Whether the hand is an open duel, without bids."""
        return self.facts.bid is Bid.OPEN

    @property
    def counting(self) -> PlayerId | None:
        """The player of an open duel whose pile is counted."""
        taker, players = self.facts.taker, self.facts.players
        return taker if self.counted_by is Side.TAKER else next(each for each in players if each != taker)

    def pile_of(self, side: Side) -> Pile:
        """The counted cards of a side."""
        return self.piles[0 if side is Side.TAKER else 1]

    @property
    def shown_bouts(self) -> int | None:
        """The bouts of the taker's side; in an open duel, of the counted pile."""
        return None if self.facts.bouts is None else self._of_pile(self.facts.bouts)

    def _of_pile(self, bouts: int) -> int:
        """Converts the bouts of the taker's side into those of the counted pile; the same call converts them back."""
        return 3 - bouts if self.open and self.counted_by is Side.DEFENCE else bouts

    @property
    def shown(self) -> int | None:
        """The typed card points of the side that counts, in half points; None before the first digit."""
        return 2 * int(self.digits) + self.half if self.digits else None

    def verdict(self, scheme: Scheme, held: Mapping[PlayerId, int] | None = None) -> DraftVerdict:
        """The verdict on the draft under a scheme; `held` has the players' chips."""
        return DraftVerdict(self, scheme, held)

    def can_have_half(self) -> bool:
        """Whether the half point can be tapped now."""
        return bool(self.digits) and half_points_occur(len(self.facts.players)) and self.digits != "91"

    def partner_reopened(self) -> HandDraft:
        """Clears the partner, the called card and its place, so that the entry asks for the partner again."""
        return self.with_facts(partner=None, alone=False, called=None, found=None)

    def with_facts(self, **facts: Any) -> HandDraft:
        """The draft with other facts of the hand."""
        return replace(self, facts=replace(self.facts, **facts))

    def counted(self) -> HandDraft:
        """The draft with the half points of the taker's side, computed from the typed points."""
        shown = self.shown
        if shown is not None and self.counted_by is Side.DEFENCE:
            shown = HALF_POINTS_IN_DECK - shown
        return replace(self, filled_points=False).with_facts(half_points=shown)

    def _filled(self) -> HandDraft:
        """Fills in the bouts and points that the chelem forces; first clears values from an earlier chelem."""
        draft = self
        if draft.filled_bouts:
            draft = replace(draft, filled_bouts=False).with_facts(bouts=None)
        if draft.filled_points:
            draft = replace(draft, digits="", half=False).counted()
        bouts, points = draft.facts.bouts, draft.facts.half_points
        for forced_bouts, forced_points in forced_by_chelem(draft.facts):
            if bouts in (None, forced_bouts) and points in (None, forced_points):
                shown = (
                    forced_points if draft.counted_by is Side.TAKER else HALF_POINTS_IN_DECK - forced_points
                )
                if points is None:
                    draft = replace(draft, digits=f"{shown // 2:02d}").counted()
                draft = draft.with_facts(bouts=forced_bouts)
                return replace(draft, filled_bouts=bouts is None, filled_points=points is None)
        return draft


_FACTS_OF = {Field.PARTNER: ("called", "found")}
"""The facts that `adapted_to` clears if the rules lack a field; for any other field, the fact of the same name."""
