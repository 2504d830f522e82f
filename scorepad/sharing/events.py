"""The events of an evening in a pack: each kind of change is described by one function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from scorepad.evening.adjustment import MAX_SHARES, Adjustment, Share, TakeOver
from scorepad.evening.deal import Deal
from scorepad.evening.event_place import EventId
from scorepad.evening.events import (
    Change,
    Dealt,
    Ended,
    Event,
    KeptApart,
    LeftOut,
    LengthAgreed,
    Noted,
    PlayedOn,
    RateAgreed,
    Renamed,
    RulesChanged,
    Seated,
    TakenOver,
    Undone,
)
from scorepad.evening.people import MAX_EVER, MAX_PLAYERS, NewName
from scorepad.tarot.hand import Hand, ThrownIn

from .bits import BLANK, Pack
from .codes import ADJUSTMENTS, CHANGES, OUTCOMES, THROWN_IN, UNITS
from .context import Context, back, seating_part
from .hands import agreed_part, hand_part
from .times import Times
from .values import day, length_part, rate_part, text

MAX_REPLACED: Final = 100
"""The largest number of versions that a new version of a row may replace."""


def event_part(pack: Pack, context: Context, times: Times, value: Event) -> Event:
    """An event.

    The usual kind of event takes one bit: the next hand, entered on the device of the last event, without a reason.
    """
    seq, device, reason = context.next_seq, context.device, ""
    part: Callable[[Pack, Context, Any], Change] = _next_hand
    if not pack.flag(pack.writing and _is_usual(context, value)):
        part = _recording
        if not pack.flag(pack.writing and _records(value.change)):
            part = PARTS[pack.one_of(CHANGES, type(value.change))]
        if not pack.flag((value.seq, value.device) == (seq, device)):
            seq = context.last_seq + pack.number(value.seq - context.last_seq if pack.writing else 0, 1)
            device = pack.choice(context.devices, value.device)
        if pack.flag(value.reason != ""):
            reason = pack.text(value.reason)
    at = times.time(pack, value.at)
    return Event(seq=seq, at=at, device=device, change=part(pack, context, value.change), reason=reason)


def _is_usual(context: Context, event: Event) -> bool:
    place = (event.seq, event.device, event.reason)
    if event.deal is None or not _records(event.change) or place != (context.next_seq, context.device, ""):
        return False
    dealer, hand = event.deal.dealer, event.deal.hand
    return dealer == context.next_dealer and hand is not None and hand.players == context.players(dealer)


def _records(change: Change) -> bool:
    """Whether a change records a deal at the end of the sheet."""
    if not isinstance(change, Dealt) or change.deal is None:
        return False
    return change == Dealt(change.deal, agreed=change.agreed)


# -- deals ---


def deal_part(pack: Pack, context: Context, before: Deal | None, value: Deal) -> Deal:
    """A deal; `before` is the earlier version of its row, or None.

    The usual dealer is the dealer of the earlier version, and the usual players are its players if the dealer is the
    same. Otherwise, the usual dealer and the usual players follow from the context.
    """
    dealer = before.dealer if before is not None else context.next_dealer
    if not pack.flag(value.dealer == dealer):
        dealer = pack.choice(context.people, value.dealer)
    outcome: Any = value.outcome
    if pack.flag(isinstance(outcome, Hand)):
        same = before is not None and before.dealer == dealer
        earlier = before.hand if before is not None and same else None
        players = context.players(dealer) if earlier is None else earlier.players
        if not pack.flag(outcome.players == players):
            players = pack.each(
                lambda _, each: pack.choice(context.people, each), outcome.players, MAX_PLAYERS, 2
            )
        return Deal(dealer, hand_part(pack, outcome, players))
    kind = pack.one_of(OUTCOMES, type(outcome))
    if kind is ThrownIn:
        return Deal(dealer, pack.one_of(THROWN_IN, outcome))
    part: Callable[[Pack, Context, Any], Adjustment | TakeOver] = (
        _adjustment if kind is Adjustment else _take_over
    )
    return Deal(dealer, part(pack, context, outcome))


def _adjustment(pack: Pack, context: Context, value: Adjustment) -> Adjustment:
    def share(pack: Pack, value: Share) -> Share:
        return Share(pack.choice(context.people, value.player), pack.signed(value.amount, 5))

    kind, unit = pack.one_of(ADJUSTMENTS, value.kind), pack.one_of(UNITS, value.unit)
    reason = pack.text(value.reason)
    return Adjustment(kind, pack.each(share, value.shares, MAX_SHARES, 2), reason, unit)


def _take_over(pack: Pack, context: Context, value: TakeOver) -> TakeOver:
    return TakeOver(pack.choice(context.people, value.leaver), pack.choice(context.people, value.newcomer))


def _next_hand(pack: Pack, context: Context, value: Dealt) -> Dealt:
    """The next hand, with the usual dealer and the usual players."""
    dealer, played = context.next_dealer, value.deal.hand if pack.writing and value.deal is not None else None
    hand = hand_part(pack, played if played is not None else BLANK, context.players(dealer))
    return Dealt(
        Deal(dealer, hand), agreed=agreed_part(pack, hand, context.scheme, context.people, value.agreed)
    )


def _recording(pack: Pack, context: Context, value: Dealt) -> Dealt:
    """A deal that is recorded at the end of the sheet."""
    new = deal_part(pack, context, None, value.deal if value.deal is not None else BLANK)
    return Dealt(new, agreed=agreed_part(pack, new.hand, context.scheme, context.people, value.agreed))


def _dealt(pack: Pack, context: Context, value: Dealt) -> Dealt:
    """Any version of a row: its row, the versions that it replaces, `before`, its deal, and the payments."""

    def earlier(pack: Pack, value: EventId) -> EventId:
        return back(pack, context, value)

    row = pack.maybe(earlier, value.entry)
    replaces: tuple[EventId, ...] = () if row is None else (context.versions.get(row, row),)
    if not pack.flag(value.replaces == replaces):
        replaces = pack.each(earlier, value.replaces, MAX_REPLACED)
    before = pack.maybe(earlier, value.before)
    old = None if row is None else context.deals.get(row)
    new = pack.maybe(lambda pack, value: deal_part(pack, context, old, value), value.deal)
    played = None if new is None else new.hand
    return Dealt(
        new, row, replaces, agreed_part(pack, played, context.scheme, context.people, value.agreed), before
    )


# -- the other changes ---


def _undone(pack: Pack, context: Context, value: Undone) -> Undone:
    return Undone(back(pack, context, value.event), pack.flag(value.redone))


def _noted(pack: Pack, context: Context, value: Noted) -> Noted:
    return Noted(pack.text(value.note), pack.maybe(lambda pack, id_: back(pack, context, id_), value.entry))


def _kept_apart(pack: Pack, context: Context, value: KeptApart) -> KeptApart:
    return KeptApart(back(pack, context, value.entry), back(pack, context, value.other))


def _seated(pack: Pack, context: Context, value: Seated) -> Seated:
    return Seated(seating_part(pack, context, value.seating))


def _renamed(pack: Pack, context: Context, value: Renamed) -> Renamed:
    def name(pack: Pack, value: NewName) -> NewName:
        return NewName(pack.choice(context.people, value.id), pack.text(value.name))

    return Renamed(pack.maybe(text, value.title), pack.each(name, value.people, MAX_EVER))


def _rules_changed(pack: Pack, context: Context, value: RulesChanged) -> RulesChanged:
    scheme, from_now = pack.choice(context.schemes, value.scheme), pack.flag(value.from_now)
    return RulesChanged(scheme, from_now, pack.maybe(length_part, value.length))


def _taken_over(pack: Pack, context: Context, value: TakenOver) -> TakenOver:
    return TakenOver(_take_over(pack, context, value.score), seating_part(pack, context, value.seating))


PARTS: Final[Mapping[type, Callable[[Pack, Context, Any], Change]]] = MappingProxyType(
    {
        Dealt: _dealt,
        Undone: _undone,
        Noted: _noted,
        Seated: _seated,
        Renamed: _renamed,
        RulesChanged: _rules_changed,
        TakenOver: _taken_over,
        Ended: lambda pack, context, value: Ended(pack.flag(value.over)),
        LengthAgreed: lambda pack, context, value: LengthAgreed(length_part(pack, value.length)),
        RateAgreed: lambda pack, context, value: RateAgreed(rate_part(pack, value.rate)),
        PlayedOn: lambda pack, context, value: PlayedOn(day(pack, value.day)),
        LeftOut: lambda pack, context, value: LeftOut(pack.flag(value.left_out)),
        KeptApart: _kept_apart,
    }
)
"""The function that writes and reads each kind of change."""
