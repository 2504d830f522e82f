"""One hand as far as it is entered: a frozen value that each tap replaces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Annotated, Any

from scorepad.codec import Codec, Invalid, Length
from scorepad.tarot.cards import IN_DECK, CardKind, Pile
from scorepad.tarot.check import Field, Problem, bounds, check, forced_by_chelem, half_points_occur
from scorepad.tarot.hand import (
    HALF_POINTS_IN_DECK,
    NO_CHELEM,
    Bid,
    CalledCard,
    Chelem,
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
from scorepad.tarot.pots import limited
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scoring import Payments, Score, score, settle


@dataclass(frozen=True, kw_only=True)
class HandDraft:
    """One hand as far as it is entered: a new hand, or the correction of the row `editing`.

    `digits` are the typed card points of the side that counts (`counted_by`); `half` adds a half point. `piles` are
    the cards of the attack and of the defence, as far as they are counted. `filled_bouts` and `filled_points`: a chelem
    gave the bouts, or the points, and takes them back if it goes. `dealer_chosen`: the table chose another dealer than
    the next in turn. An open duel asks for no taker: the player who is filled in counts a pile, or the
    other player, if `counted_by` is the defence.

    `event` is the id of the event that recorded the hand, also after an undo of it. The `token` is the name of the hand
    while it is under way: a tap says which hand its window drew. It is in no file: each start gives new ones.
    """

    dealer: PlayerId
    facts: Draft
    digits: Annotated[str, Length(2)] = ""
    half: bool = False
    counted_by: Side = Side.TAKER
    editing: Id | None = None
    dealer_chosen: bool = False
    filled_bouts: bool = False
    filled_points: bool = False
    piles: Annotated[tuple[Pile, ...], Length(2, least=2)] = (Pile(), Pile())
    event: Id | None = None
    token: int = 0

    @classmethod
    def new(cls, dealer: PlayerId, players: tuple[PlayerId, ...], counted_by: Side = Side.TAKER) -> HandDraft:
        """A hand with the players, and nothing else filled in."""
        return cls(dealer=dealer, facts=Draft(players=players), counted_by=counted_by)

    @classmethod
    def of(cls, hand: Hand, dealer: PlayerId, counted_by: Side, editing: str | None) -> HandDraft:
        """A hand that is entered as this one was."""
        shown = hand.half_points if counted_by is Side.TAKER else HALF_POINTS_IN_DECK - hand.half_points
        return cls(
            dealer=dealer,
            facts=hand.to_draft(),
            digits=f"{shown // 2:02d}",
            half=shown % 2 == 1,
            counted_by=counted_by,
            editing=editing,
        )

    # -- taps ---

    def taker_tapped(self, player: PlayerId, bid: Bid | None) -> HandDraft:
        """The taker and the bid; the taker is no longer the partner."""
        partner = self.facts.partner if self.facts.partner != player else None
        return self._with(taker=player, bid=bid, partner=partner)._filled()

    def bid_tapped(self, bid: Bid) -> HandDraft:
        """The bid of the known taker."""
        return self._with(bid=bid)._filled()

    def taker_reopened(self) -> HandDraft:
        """Asks for the taker again; all else stays."""
        return self._with(taker=None, bid=None).partner_reopened()

    def suit_tapped(self, suit: Suit) -> HandDraft:
        """The suit of the called card; again, none is noted."""
        called = self.facts.called
        court = called.court if called is not None else Court.KING
        card = CalledCard(suit, court)
        return self._with(called=None if called == card else card)

    def court_tapped(self) -> HandDraft:
        """The rank of the called card: the next lower one, and after the jack the king."""
        called = self.facts.called
        if called is None:
            return self
        courts = list(Court)
        below = courts[(courts.index(called.court) + 1) % len(courts)]
        return self._with(called=replace(called, court=below))

    def partner_tapped(self, player: PlayerId | None, found: Found | None = None) -> HandDraft:
        """The partner; None if the taker is alone, the called card being found elsewhere."""
        return self._with(partner=player, alone=player is None, found=found)

    def bouts_tapped(self, bouts: int) -> HandDraft:
        """The number of bouts of the taker's side; in an open duel, of the pile that is counted."""
        bouts = self._of_pile(bouts)
        return replace(self, filled_bouts=False)._with(bouts=bouts)._filled()

    def digit_tapped(self, digit: int) -> HandDraft:
        """One more digit of the card points; a third one starts again."""
        digits = self.digits + str(digit) if len(self.digits) < 2 else str(digit)
        return replace(self, digits=digits, half=self.half and len(digits) > 1)._counted()

    def half_tapped(self) -> HandDraft:
        """The half point, on or off."""
        return replace(self, half=not self.half)._counted()

    def erased(self) -> HandDraft:
        """Takes back what a chelem filled in, or else the half point, or else the last digit."""
        if self.filled_points:
            return replace(self, digits="", half=False)._counted()
        if self.half:
            return replace(self, half=False)._counted()
        return replace(self, digits=self.digits[:-1])._counted()

    def counting_side_changed(self) -> HandDraft:
        """The other side counts its points; the typed points now belong to that side."""
        other = replace(self, counted_by=self.counted_by.other)
        if self.filled_points:
            return other._filled()
        if self.open and self.facts.bouts is not None:
            other = other._with(bouts=3 - self.facts.bouts)
        return other._counted()

    def pile_tapped(self, player: PlayerId) -> HandDraft:
        """The pile of this player of an open duel is counted."""
        return self if player == self.counting else self.counting_side_changed()

    def pile_counted(self, side: Side, pile: Pile) -> HandDraft:
        """A side's pile was counted card by card: its points, and the bouts of the taker's side."""
        bouts = pile.bouts if side is Side.TAKER else 3 - pile.bouts
        digits, half = f"{pile.half_points // 2:02d}", pile.half_points % 2 == 1
        counted = replace(self, counted_by=side, digits=digits, half=half, filled_bouts=False)
        return counted._with(bouts=bouts)._counted()

    def card_counted(self, side: Side, kind: CardKind, by: int) -> HandDraft:
        """The pile of a side with `by` more cards of a kind, within those of the deck."""
        pile = self.pile_of(side)
        counted = replace(pile, **{kind.value: min(max(0, pile.of(kind) + by), IN_DECK[kind])})
        attack, defence = self.piles
        return replace(self, piles=(counted, defence) if side is Side.TAKER else (attack, counted))

    def toggled(self, name: str, value: object) -> HandDraft:
        """A fact of the hand has this value; tapped again, it is as in an empty draft."""
        if getattr(self.facts, name) == value:
            value = getattr(Draft(players=self.facts.players), name)
        return self._with(**{name: value})._filled()

    def petit_tapped(self, side: Side) -> HandDraft:
        """The petit au bout to a side; again, to nobody."""
        return self.toggled("petit_au_bout", side)

    def chelem_tapped(self, name: str, what: str, side: Side) -> HandDraft:
        """A side announced the chelem of that name, or made it (`what`); again, it did not."""
        now = getattr(self.facts, name)
        after = None if getattr(now, what) is side else side
        return self._with(**{name: replace(now, **{what: after})})._filled()

    def poignee_tapped(self, player: PlayerId, size: PoigneeSize) -> HandDraft:
        """A poignée of a player, in place of another of the same player; again, none."""
        tapped = Poignee(player, size)
        others = tuple(p for p in self.facts.poignees if p.player != player)
        return self._with(poignees=others if tapped in self.facts.poignees else (*others, tapped))

    def misere_tapped(self, player: PlayerId, kind: MisereKind) -> HandDraft:
        """A misère of a player; again, none."""
        tapped = Misere(player, kind)
        others = tuple(m for m in self.facts.miseres if m != tapped)
        return self._with(miseres=others if tapped in self.facts.miseres else (*others, tapped))

    def adapted_to(self, scheme: Scheme) -> HandDraft:
        """The entry under other rules, without the facts that those rules do not know: no tap could remove them."""
        if self.open is not scheme.open:
            taker, bid = (self.facts.players[0], Bid.OPEN) if scheme.open else (None, None)
            facts = replace(Draft(players=self.facts.players), taker=taker, bid=bid)
            return replace(self, facts=facts, digits="", half=False, filled_bouts=False, filled_points=False)
        if (self.facts.called or self.facts.found) and not scheme.calls_partner(len(self.facts.players)):
            return self._with(called=None, found=None).adapted_to(scheme)
        kinds = scheme.misere.kinds if scheme.misere is not None else ()
        miseres = tuple(misere for misere in self.facts.miseres if misere.kind in kinds)
        petit = NO_CHELEM if scheme.petit_chelem is None else self.facts.petit_chelem
        same = (miseres, petit) == (self.facts.miseres, self.facts.petit_chelem)
        return self if same else self._with(miseres=miseres, petit_chelem=petit)

    # -- what follows ---

    @property
    def started(self) -> bool:
        """Whether anything is filled in."""
        return self.entered or self.dealer_chosen

    @property
    def entered(self) -> bool:
        """Whether anything but the dealer is filled in."""
        empty = Draft(players=self.facts.players)
        if self.open:
            empty = replace(empty, taker=self.facts.taker, bid=Bid.OPEN)
        return self.facts != empty or bool(self.digits) or any(pile.cards for pile in self.piles)

    @property
    def open(self) -> bool:
        """Whether two players play it without bids."""
        return self.facts.bid is Bid.OPEN

    @property
    def counting(self) -> PlayerId | None:
        """The player of an open duel whose pile is counted."""
        taker, players = self.facts.taker, self.facts.players
        return taker if self.counted_by is Side.TAKER else next(each for each in players if each != taker)

    def pile_of(self, side: Side) -> Pile:
        """The cards of a side, as far as they are counted."""
        return self.piles[0 if side is Side.TAKER else 1]

    @property
    def shown_bouts(self) -> int | None:
        """The bouts as tapped."""
        return None if self.facts.bouts is None else self._of_pile(self.facts.bouts)

    def _of_pile(self, bouts: int) -> int:
        """Bouts of the taker's side as those of the pile that is counted, or the other way round."""
        return 3 - bouts if self.open and self.counted_by is Side.DEFENCE else bouts

    @property
    def shown(self) -> int | None:
        """The card points as typed, in half points of the side that counts; None before the first digit."""
        return 2 * int(self.digits) + self.half if self.digits else None

    def verdict(self, scheme: Scheme, held: Mapping[PlayerId, int] | None = None) -> DraftVerdict:
        """The draft under the rules of a scheme, for players who hold so many chips."""
        return DraftVerdict(self, scheme, held)

    def can_have_half(self) -> bool:
        """Whether the half point can be tapped now."""
        return bool(self.digits) and half_points_occur(len(self.facts.players)) and self.digits != "91"

    def partner_reopened(self) -> HandDraft:
        """Asks for the partner again."""
        return self._with(partner=None, alone=False, called=None, found=None)

    def _with(self, **facts: Any) -> HandDraft:
        return replace(self, facts=replace(self.facts, **facts))

    def _counted(self) -> HandDraft:
        """The draft with the points as they are typed."""
        shown = self.shown
        if shown is not None and self.counted_by is Side.DEFENCE:
            shown = HALF_POINTS_IN_DECK - shown
        return replace(self, filled_points=False)._with(half_points=shown)

    def _filled(self) -> HandDraft:
        """The draft with the bouts and points that a chelem forces, and without those that another one forced."""
        draft = self
        if draft.filled_bouts:
            draft = replace(draft, filled_bouts=False)._with(bouts=None)
        if draft.filled_points:
            draft = replace(draft, digits="", half=False)._counted()
        bouts, points = draft.facts.bouts, draft.facts.half_points
        for forced_bouts, forced_points in forced_by_chelem(draft.facts):
            if bouts in (None, forced_bouts) and points in (None, forced_points):
                shown = (
                    forced_points if draft.counted_by is Side.TAKER else HALF_POINTS_IN_DECK - forced_points
                )
                if points is None:
                    draft = replace(draft, digits=f"{shown // 2:02d}")._counted()
                draft = draft._with(bouts=forced_bouts)
                return replace(draft, filled_bouts=bouts is None, filled_points=points is None)
        return draft

    # -- survival ---

    def to_document(self) -> dict[str, Any]:
        """The hand as plain values."""
        document: dict[str, Any] = _CODEC.encode(self)
        facts: dict[str, Any] = document.pop("facts")
        return facts | document

    @classmethod
    def from_document(cls, document: object) -> HandDraft | None:
        """The hand that `to_document` made; None for anything else, since a file is never the truth."""
        if not isinstance(document, dict) or not document.keys() >= (_FACTS | _OWN) - LATER:
            return None
        facts = {name: document[name] for name in _FACTS & document.keys()}
        own = {name: document[name] for name in _OWN & document.keys()}
        try:
            draft = _CODEC.decode(cls, own | {"facts": facts})
        except Invalid:
            return None
        if draft.digits and not draft.digits.isdecimal():
            return None
        return replace(draft._counted(), filled_points=draft.filled_points)


_CODEC = Codec(rows={Poignee, Misere, Chelem, Pile}, without={HandDraft: {"token"}, Draft: {"half_points"}})
_FACTS = {field.name for field in fields(Draft)} - {"half_points"}
_OWN = {field.name for field in fields(HandDraft)} - {"facts", "token"}
LATER = {"called", "found", "filled_bouts", "filled_points", "piles", "event"}
"""Fields that hands of earlier versions lack: such a hand has their defaults. Fields that have gone are ignored."""


@dataclass(frozen=True)
class DraftVerdict:
    """A draft under the rules of its table: each answer is worked out once, when it is first asked for."""

    draft: HandDraft
    scheme: Scheme
    held: Mapping[PlayerId, int] | None = None
    """Everybody's chips, where nobody loses more than they hold."""

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """Every problem of the hand as tapped so far."""
        return check(self.draft.facts, self.scheme)

    @cached_property
    def next_missing(self) -> Field | None:
        """The next question to the table; None when the hand is complete."""
        missing = {problem.field for problem in self.problems if problem.code == "missing"}
        order = (Field.TAKER, Field.BID, Field.PARTNER, Field.BOUTS, Field.CARD_POINTS)
        return next((field for field in order if field in missing), None)

    @cached_property
    def hand(self) -> Hand | None:
        """The hand, when it is complete and nothing forbids it."""
        if any(not problem.warning for problem in self.problems):
            return None
        return self.draft.facts.to_hand()

    @cached_property
    def score(self) -> Score | None:
        """The score of the hand, if there is one."""
        return score(self.hand, self.scheme) if self.hand is not None else None

    @cached_property
    def payments(self) -> Payments | None:
        """The payments of the hand, if there is one."""
        if self.hand is None or self.score is None:
            return None
        payments = settle(self.score, self.hand, self.scheme)
        return payments if self.held is None else limited(self.score, payments, self.hand, self.held)[1]

    @cached_property
    def fits_a_chelem(self) -> bool:
        """Whether these bouts and points, impossible as they are, are those of a chelem by one side."""
        chelem = self.draft.facts.chelem
        if chelem.made is not None:
            return False
        others = (self.draft._with(chelem=replace(chelem, made=side)) for side in Side)
        return any(other.verdict(self.scheme).hand is not None for other in others)

    @cached_property
    def awaits_digit(self) -> bool:
        """Whether the one digit typed is more likely the first of two: nearly all hands have two."""
        return len(self.draft.digits) == 1 and not self.draft.half and bool(self.digits_possible)

    @cached_property
    def points_possible(self) -> tuple[int, int]:
        """The least and the most half points of the side that counts which the hand allows, or would with a chelem."""
        draft, scheme = self.draft, self.scheme
        low, high = bounds(draft.facts, scheme)
        if draft._with(half_points=high + 1).verdict(scheme).fits_a_chelem:
            high += 1
        if draft._with(half_points=low - 1).verdict(scheme).fits_a_chelem:
            low -= 1
        if draft.counted_by is Side.DEFENCE:
            low, high = HALF_POINTS_IN_DECK - high, HALF_POINTS_IN_DECK - low
        if not half_points_occur(len(draft.facts.players)):
            low, high = low + low % 2, high - high % 2
        return low, high

    @cached_property
    def digits_possible(self) -> frozenset[int]:
        """The digits that lead to card points which the rest of the hand allows, or would with a chelem."""
        low, high = self.points_possible
        half = half_points_occur(len(self.draft.facts.players))
        whole = {p for p in range(92) if low <= 2 * p <= high or (half and low <= 2 * p + 1 <= high)}
        if len(self.draft.digits) == 1:
            return frozenset(d for d in range(10) if int(self.draft.digits) * 10 + d in whole)
        return frozenset(p // 10 for p in whole) | frozenset(p for p in whole if p < 10)
