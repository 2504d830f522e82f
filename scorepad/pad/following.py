"""Updates the unsaved hands after events of their evening, from windows or other devices. Pure.

A saved hand keeps the id of its event. While the event counts, the hand is finished; if the event is undone, or was
never written because the app was killed, the hand is unsaved again.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from scorepad.evening.deal import same_facts
from scorepad.evening.evening import Evening
from scorepad.evening.event_place import EventId
from scorepad.evening.events import Dealt, Event, TakenOver, Undone
from scorepad.tarot.hand import DECLARED, PlayerId

from .draft import HandDraft
from .entry import Entry, equals_deal, from_sheet, under_way, with_new_hand, within_limit


def followed(entry: Entry, seen: Sequence[Event], after: Evening) -> Entry:
    """The entry, updated for the events of the evening `after` that are not in `seen`."""
    known = {event.id for event in seen}
    undone = {
        each.change.event for each in after.events if each.id not in known and isinstance(each.change, Undone)
    }
    for event in after.events:
        if event.id in known:
            continue
        about, undo = after.subject(event), isinstance(event.change, Undone) and not event.change.redone
        if isinstance(about.change, TakenOver):
            score = about.change.score
            seat = (score.newcomer, score.leaver) if undo else (score.leaver, score.newcomer)
            entry = replace(entry, hands=tuple([_handed_over(each, *seat) for each in entry.hands]))
        elif undo:
            entry = _brought_back(entry, after, about, undone)
    return settled(entry, after)


def _handed_over(hand: HandDraft, leaver: PlayerId, newcomer: PlayerId) -> HandDraft:
    """A new hand after a newcomer took over a seat: the newcomer replaces the leaver in the hand, as in the score."""
    if not hand.is_next or newcomer in hand.facts.players:
        return hand

    def now(player: PlayerId | None) -> Any:
        return newcomer if player == leaver else player

    facts = hand.facts
    declared: dict[str, Any] = {
        name: tuple([replace(each, player=now(each.player)) for each in getattr(facts, name)])
        for name in DECLARED
    }
    players = tuple([now(each) for each in facts.players])
    facts = replace(facts, players=players, taker=now(facts.taker), partner=now(facts.partner), **declared)
    return replace(hand, dealer=now(hand.dealer), facts=facts)


def _brought_back(entry: Entry, evening: Evening, undone: Event, with_it: Collection[EventId]) -> Entry:
    """The entry with the hand that an undone event recorded; the hand is in sight, as it was entered.

    `with_it` are the ids of the events that were undone at the same time. An undone correction does not come back: the
    sheet shows the earlier version, and redo restores the correction.
    """
    deal = undone.deal
    if deal is None or deal.points_change is not None or evening.table.versions_of(undone.entry or ""):
        return entry
    if undone.id in entry.paper.events:
        return entry  # the typed rows come back
    first_rows = evening.table.first_rows
    turn = [row for pair in first_rows.items() if pair[1] == first_rows.get(undone.id) for row in pair]
    doubles = [evening.event(row) for row in turn if row in with_it]
    if any(each.order < undone.order and same_facts(deal, each.deal) for each in doubles):
        return entry  # another device recorded the same hand, which comes back instead
    if any(each.event == undone.id for each in entry.hands):
        return entry
    saved = next((each for each in entry.saved if each.event == undone.id), None)
    changed = next((each for each in entry.hands if _changes(each, undone, evening)), None)
    before = undone.change.before if isinstance(undone.change, Dealt) else None
    hand = changed or saved or replace(from_sheet(deal, evening, None), before=before)
    others = [each for each in under_way(entry, evening) if each.editing != undone.id]
    if not hand.entered and (not hand.started or any(each.is_next for each in others)):
        return entry  # the hand was thrown in
    hand = _as_new(hand, undone.id, evening)
    kept = tuple([each for each in entry.saved if each is not saved])
    return replace(entry, hands=within_limit([hand, *others]), saved=kept, place=0)


def _changes(hand: HandDraft, undone: Event, evening: Evening) -> bool:
    """Whether a hand is an unsaved correction of the row that an undone event recorded, with other facts."""
    return hand.editing == undone.id and not equals_deal(hand, undone.deal, evening, undone.id)


def _as_new(hand: HandDraft, event: str, evening: Evening) -> HandDraft:
    """The hand as a new or an inserted hand, not a correction; `event` is the id of the event that recorded it."""
    chosen = hand.dealer_chosen if hand.editing is None else hand.dealer != evening.dealer
    return replace(hand, editing=None, event=event, dealer_chosen=chosen, token=0)


def settled(entry: Entry, evening: Evening) -> Entry:
    """The entry without the hands that are recorded.

    A hand that differs from its event becomes a correction. A correction or an inserted hand becomes a new hand if its
    row no longer exists. A saved hand comes back if its event is undone, or was never written because the app was
    killed.
    """
    under_way = {each.event for each in entry.hands}
    lost = [each for each in entry.saved if _must_come_back(each, evening)]
    saved = [each for each in entry.saved if each not in lost]
    left: list[HandDraft] = []
    back = [replace(each, token=0) for each in lost if each.event not in under_way]
    for each in (*back, *entry.hands):
        left_out = evening.table.same_turns.left_out
        if each.editing in left_out or each.before in left_out:
            editing, before = (left_out.get(row or "", row) for row in (each.editing, each.before))
            each = replace(each, editing=editing, before=before)
        if each.editing is not None and not evening.table.versions_of(each.editing):
            each = _as_new(each, each.editing, evening)
        if each.before is not None and not evening.table.versions_of(each.before):
            each = replace(each, before=None)
        event = evening.find(each.event)
        if event is None or not _counts(event, evening):
            left.append(each)
        elif equals_deal(each, event.deal, evening, event.entry):
            saved = [each, *(one for one in saved if one.event != each.event)]
        else:
            left.append(
                replace(each, editing=event.entry, before=None, event=None, dealer_chosen=False, token=0)
            )
    return replace(entry, hands=tuple(with_new_hand(left, entry, evening)), saved=tuple(saved), place=0)


def _counts(event: Event, evening: Evening) -> bool:
    return event in evening.table.versions_of(event.entry or "")


def _must_come_back(hand: HandDraft, evening: Evening) -> bool:
    """Whether a saved hand must come back: its event is missing, or the undo of its event removed the row."""
    event = evening.find(hand.event)
    if event is None:
        return hand.started or not hand.is_next
    return hand.editing is None and hand.entered and not evening.table.versions_of(event.id)
