"""The entry of an evening: the unsaved hands, and the actions on them. Pure.

All windows share the entry. An entered fact stays until somebody saves or clears the hand. `shown` adapts the hand to
the present table and rules: a new hand gets the dealer and the players of the next deal, and facts that do not fit the
table or the rules are hidden. Hidden facts appear again when they fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any

from scorepad.codec import Length
from scorepad.evening.deal import Deal
from scorepad.evening.evening import Evening
from scorepad.evening.event_place import EventId, Stamp
from scorepad.evening.events import Seated
from scorepad.evening.people import Seating
from scorepad.tarot.hand import DECLARED, Draft, Hand, Id, PlayerId, Side, ThrownIn

from .draft import HandDraft

MOST = 40
"""The largest number of unsaved hands. If there are more, the oldest undone hands are dropped; redo restores them."""
MAX_TEXT, MAX_ROWS = 20_000, 300
"""The most characters, and the most rows, of a paper sheet."""


@dataclass(frozen=True)
class PaperRows:
    """The rows of a paper sheet as they are typed, and the events that recorded their hands."""

    text: Annotated[str, Length(MAX_TEXT)] = ""
    events: Annotated[tuple[EventId, ...], Length(MAX_ROWS)] = ()


@dataclass(frozen=True)
class Entry:
    """The unsaved hands, and the hands that were saved recently, as they were entered.

    At least one of the `hands` is a new hand, perhaps empty; the others may be corrections. The hand in sight
    is the hand at the index `place`: the first hand, unless a window shows another one.
    """

    hands: tuple[HandDraft, ...]
    saved: tuple[HandDraft, ...] = ()
    place: int = 0
    paper: PaperRows = PaperRows()

    @property
    def hand(self) -> HandDraft:
        """The hand in sight as it was entered; `shown` leaves out the facts that do not count now."""
        return self.hands[self.place]

    @property
    def others(self) -> tuple[HandDraft, ...]:
        """The hands that are not in sight."""
        return (*self.hands[: self.place], *self.hands[self.place + 1 :])

    @property
    def waiting(self) -> tuple[HandDraft, ...]:
        """The hands that somebody began and that are not in sight."""
        return tuple([each for each in self.others if each.started or not each.is_next])

    @property
    def is_empty(self) -> bool:
        """Whether the entry has nothing that must be saved."""
        first = self.hand
        begun = first.started or not first.is_next or first.counted_by is not Side.TAKER
        return not (begun or self.waiting or self.saved or self.paper.text)

    def looked_at(self, token: int) -> Entry | None:
        """The entry with the hand of this token in sight; None if no hand has this token."""
        places = (place for place, each in enumerate(self.hands) if each.token == token)
        place = next(places, None)
        return None if place is None else replace(self, place=place)

    def with_hands(self, *hands: HandDraft) -> Entry:
        """The entry with the hand in sight replaced by these hands; the first of them is then in sight."""
        before, after = self.hands[: self.place], self.hands[self.place + 1 :]
        return replace(self, hands=(*before, *hands, *after))


def fresh(evening: Evening, counted_by: Side = Side.TAKER) -> Entry:
    """An entry with an empty new hand."""
    return Entry((_next_hand(evening, counted_by),))


def _next_hand(evening: Evening, counted_by: Side) -> HandDraft:
    """An empty hand for the next deal."""
    dealer = evening.dealer
    hand = HandDraft.new(dealer, evening.table.seating.players(dealer), counted_by)
    return hand.adapted_to(evening.rules_at())


# -- the hand as shown ---


def shown(entry: Entry, evening: Evening) -> HandDraft:
    """The hand in sight as it counts now, without the facts that do not fit its rules or the people who play it."""
    return _counting(entry.hand, evening)


def _counting(hand: HandDraft, evening: Evening) -> HandDraft:
    if hand.is_next:
        hand = _in_turn(hand, evening)
    return _without_strangers(hand).adapted_to(evening.rules_at(hand.row))


def _in_turn(hand: HandDraft, evening: Evening) -> HandDraft:
    """This new hand with the dealer and the players of the next deal; a dealer that somebody chose stays.

    If something was entered for other players, returns the hand unchanged.
    """
    seating = evening.table.seating
    chosen = hand.dealer_chosen and hand.dealer in seating.ids
    dealer = hand.dealer if chosen else evening.dealer
    players = seating.players(dealer)
    in_turn = (dealer, chosen, players) == (hand.dealer, hand.dealer_chosen, hand.facts.players)
    if in_turn or (hand.entered and set(players) != set(hand.facts.players)):
        return hand
    return _dealt(hand, dealer, players, chosen=chosen)


def _without_strangers(hand: HandDraft) -> HandDraft:
    """A hand without facts about people who do not play it."""
    facts, here = hand.facts, {None, *hand.facts.players}
    if here.issuperset([facts.taker, facts.partner, *facts.declarers]):
        return hand
    known: dict[str, Any] = {
        name: tuple(each for each in getattr(facts, name) if each.player in here) for name in DECLARED
    }
    if facts.taker not in here:
        known |= {"taker": None, "bid": None}
    if facts.partner not in here:
        known["partner"] = None
    return replace(hand, facts=replace(facts, **known))


def seated(hand: HandDraft, evening: Evening) -> Seating | None:
    """The seating at the table for this hand; None if the hand has a dealer or players who do not fit this seating."""
    seating = evening.seating_at(hand.row)
    if hand.dealer not in seating.ids:
        return None
    return seating if set(seating.players(hand.dealer)) == set(hand.facts.players) else None


def is_of_another_table(hand: HandDraft, evening: Evening) -> bool:
    """Whether a new hand was begun for another table or dealer than the present one."""
    if not hand.is_next or not hand.entered:
        return False
    in_turn = hand.dealer_chosen or hand.dealer == evening.dealer
    return not in_turn or seated(hand, evening) is None


def may_deal(hand: HandDraft, evening: Evening) -> tuple[PlayerId, ...]:
    """The people who may have dealt the hand: the people of its table, as far as they are known."""
    seating = seated(hand, evening)
    return seating.ids if seating is not None else tuple(dict.fromkeys([hand.dealer, *hand.facts.players]))


def number_of(hand: HandDraft, entry: Entry, evening: Evening) -> int:
    """The number of an unsaved hand on the sheet; for a new hand, the number that it will have.

    For a hand that corrects a typed row of a paper sheet, it is the number of this row.
    """
    if hand.line is not None:
        return hand.line + 1
    if hand.row is not None:
        return evening.sheet.row(hand.row).number
    new = [each for each in entry.hands if each.is_next]
    return evening.sheet.next_number + new.index(hand)


# -- actions ---

FACT_NAMES = tuple(each.name for each in fields(Draft))
OTHER_NAMES = tuple(each.name for each in fields(HandDraft) if each.name not in ("facts", "event", "token"))


def tapped(entry: Entry, evening: Evening, tap: Callable[[HandDraft], HandDraft]) -> Entry:
    """The entry after a tap on the shown hand. Hidden facts do not change."""
    seen, hand = shown(entry, evening), entry.hand
    after = tap(seen)
    if after == seen:
        return entry
    if hand.open is not seen.open:  # the table plays another game now: the earlier hand waits
        waits = [replace(hand, token=0)] if hand.started else []
        return entry.with_hands(replace(after, event=None), *waits)
    facts = {
        name: getattr(after.facts, name) for name in FACT_NAMES if _differ(after.facts, seen.facts, name)
    }
    for name in facts.keys() & set(DECLARED):
        unseen = [each for each in getattr(hand.facts, name) if each not in getattr(seen.facts, name)]
        facts[name] = (*facts[name], *unseen)
    own = {name: getattr(after, name) for name in OTHER_NAMES if _differ(after, seen, name)}
    # A tap fixes the dealer and the players that were shown.
    own |= {"dealer": after.dealer, "dealer_chosen": after.dealer_chosen}
    facts["players"] = after.facts.players
    return entry.with_hands(replace(hand, facts=replace(hand.facts, **facts), **own))


def _differ(after: object, before: object, name: str) -> bool:
    return bool(getattr(after, name) != getattr(before, name))


def dealt_by(entry: Entry, evening: Evening, dealer: PlayerId) -> Entry:
    """The entry with this dealer for the hand in sight; the players may change, too."""
    hand = shown(entry, evening)
    if dealer not in may_deal(hand, evening):
        return entry
    seating, players = seated(hand, evening), hand.facts.players
    if seating is not None:
        players = seating.players(dealer)
    chosen = hand.is_next and dealer != evening.dealer
    return entry.with_hands(_dealt(entry.hand, dealer, players, chosen=chosen))


def at_this_table(entry: Entry, evening: Evening) -> Entry:
    """The entry with the present dealer and players for the new hand in sight; all else stays."""
    if not entry.hand.is_next:
        return entry
    dealer = evening.dealer
    players = evening.table.seating.players(dealer)
    return entry.with_hands(_dealt(entry.hand, dealer, players, chosen=False))


def _dealt(hand: HandDraft, dealer: PlayerId, players: tuple[PlayerId, ...], *, chosen: bool) -> HandDraft:
    return replace(hand, dealer=dealer, dealer_chosen=chosen, facts=replace(hand.facts, players=players))


def without_hand(entry: Entry, evening: Evening) -> Entry:
    """The entry without the hand in sight."""
    return _behind(entry, evening, entry.others)


def set_aside(entry: Entry, evening: Evening) -> Entry:
    """The entry with a new hand in sight; a correction or an inserted hand is kept only if it has changes."""
    if entry.hand.is_next:
        return entry
    return _behind(entry, evening, _worth_keeping(entry.hands, evening))


def _behind(entry: Entry, evening: Evening, hands: Iterable[HandDraft]) -> Entry:
    """The entry with these hands; the first new hand is in sight."""
    hands = with_new_hand(list(hands), entry, evening)
    new = next(each for each in hands if each.is_next)
    return replace(entry, hands=(new, *(each for each in hands if each is not new)), place=0)


def with_new_hand(hands: list[HandDraft], entry: Entry, evening: Evening) -> list[HandDraft]:
    """These hands, and an empty new hand at the end if there is no new one."""
    if any(each.is_next for each in hands):
        return hands
    return [*hands, _next_hand(evening, entry.hand.counted_by)]


def in_sight(entry: Entry, evening: Evening, token: int) -> Entry:
    """The entry with the hand of this token first; the same entry if no hand has this token.

    A window shows the first hand, unless another hand is in sight there.
    """
    wanted = entry.looked_at(token)
    return entry if wanted is None else on_top(entry, evening, wanted.hand)


def correcting(entry: Entry, evening: Evening, row: Id) -> Entry:
    """The entry with a correction in sight: the unsaved correction of the row, or else a new one.

    Raises KeyError for an unknown row.
    """
    begun = next((each for each in entry.hands if each.editing == row), None)
    return on_top(entry, evening, begun or from_sheet(evening.sheet.row(row).deal, evening, row))


def inserting(entry: Entry, evening: Evening, row: Id) -> Entry:
    """The entry with an inserted hand in sight: the unsaved hand that goes before the row, or else a new one.

    The dealer of a new hand is the person whose turn it was to deal. Raises KeyError for an unknown row.
    """
    if (begun := next((each for each in entry.hands if each.before == row), None)) is not None:
        return on_top(entry, evening, begun)
    dealer = evening.dealer_before(row)
    hand = HandDraft.new(dealer, evening.seating_at(row).players(dealer), entry.hand.counted_by)
    return on_top(entry, evening, replace(hand.adapted_to(evening.rules_at(row)), before=row))


def on_top(entry: Entry, evening: Evening, hand: HandDraft) -> Entry:
    """The entry with this hand first; the hand is added if the entry does not have it.

    Other hands in which nothing was entered or changed are dropped, but one new hand always stays.
    """
    others = _worth_keeping([each for each in entry.hands if each is not hand], evening)
    if hand.is_next:
        others = [each for each in others if each.started or not each.is_next]
    return replace(entry, hands=within_limit([hand, *others]), place=0)


def _worth_keeping(hands: Iterable[HandDraft], evening: Evening) -> list[HandDraft]:
    """The hands without corrections that change nothing, and without empty hands for an insertion or a typed row."""
    return [
        each
        for each in hands
        if each.is_next or (_corrects(each, evening) if each.editing is not None else each.started)
    ]


def _corrects(correction: HandDraft, evening: Evening) -> bool:
    """Whether a correction differs from its row."""
    row = evening.sheet.find(correction.editing or "")
    return row is None or not equals_deal(correction, row.deal, evening, row.id)


def under_way(entry: Entry, evening: Evening) -> list[HandDraft]:
    """The hands that somebody began and nobody saved."""
    return [each for each in _worth_keeping(entry.hands, evening) if each.started or not each.is_next]


def within_limit(hands: list[HandDraft]) -> tuple[HandDraft, ...]:
    """Drops undone hands, from the end of the list, until there are at most MOST hands.

    An undone hand has the id of its event: redo restores the hand from the event.
    """
    named = [each for each in reversed(hands) if each.event is not None]
    too_many = named[: max(0, len(hands) - MOST)]
    return tuple([each for each in hands if all(each is not other for other in too_many)])


def record(
    evening: Evening, entry: Entry, meant: int, stamp: Stamp, why: ThrownIn | None = None
) -> tuple[Evening, Entry]:
    """Saves the hand with the token `meant` or, with `why`, records that the hand was thrown in for this reason.

    Returns the same evening and entry if no hand has this token, if the hand is incomplete or impossible, or if a hand
    with a taker is to be thrown in.
    """
    at = entry.looked_at(meant)
    if at is None:
        return evening, entry
    hand = shown(at, evening)
    outcome = why or hand.verdict(evening.rules_at(hand.row)).hand
    taken = hand.facts.taker is not None and not hand.open
    if outcome is None or (why is not None and taken):
        return evening, entry
    deal, row = Deal(hand.dealer, outcome), hand.editing
    after = evening.correct(row, deal, stamp) if row else evening.record(deal, stamp, hand.before)
    written = _dealt(at.hand, hand.dealer, hand.facts.players, chosen=hand.dealer_chosen)
    saved = (replace(written, event=after.events[-1].id), *entry.saved)
    return after, replace(without_hand(at, evening), saved=saved)


def deal_moves_on(evening: Evening, row: Id) -> Seated | None:
    """The change that moves the deal on by one player after the hand `row` was inserted; None if it need not move.

    Rows keep their dealers. If the next row has the same dealer as the inserted hand, the deal did not move on after
    the forgotten hand, so the next dealer is one player behind.
    """
    deals = evening.sheet.deals
    place = next(number for number, each in enumerate(deals) if each.id == row)
    if place + 1 == len(deals) or deals[place].deal.outcome is ThrownIn.ALL_PASSED:
        return None
    since, seating = evening.table.seatings[-1]
    if since > deals[place].place or deals[place + 1].deal.dealer != deals[place].deal.dealer:
        return None
    return Seated(replace(seating, dealer=seating.after(evening.dealer)))


# -- hands and deals ---


def equals_deal(hand: HandDraft, deal: Deal | None, evening: Evening, row: Id | None) -> bool:
    """Whether an entered hand equals a deal, under the rules of a row; False for a change of points without a hand.

    Counted cards are not compared: a deal does not have them.
    """
    if deal is None or deal.points_change is not None:
        return False
    if not isinstance(deal.outcome, Hand):
        return not hand.has_facts and hand.dealer == deal.dealer
    facts = _without_strangers(hand).adapted_to(evening.rules_at(row)).facts
    if None in (facts.taker, facts.bid, facts.bouts, facts.half_points):
        return False
    return Deal(hand.dealer, facts.to_hand()) == deal


def from_sheet(deal: Deal, evening: Evening, editing: Id | None) -> HandDraft:
    """A draft of a recorded deal, with the points of the taker's side.

    The draft corrects the row `editing`, or is a new hand if `editing` is None.
    """
    chosen = editing is None and deal.dealer != evening.dealer
    if isinstance(deal.outcome, Hand):
        hand = HandDraft.of(deal.outcome, deal.dealer, Side.TAKER, editing)
        return replace(hand, dealer_chosen=chosen)
    seating = evening.seating_at(editing)
    dealer = deal.dealer if deal.dealer in seating.ids else seating.dealer
    players = seating.players(dealer)
    return replace(HandDraft.new(dealer, players), editing=editing, dealer_chosen=chosen)
