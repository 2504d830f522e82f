"""The entry of an evening as a document, to be kept on disk. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scorepad.evening.evening import Evening
from scorepad.evening.events import Event

from .draft import HandDraft
from .entry import MOST, Entry, fresh, from_sheet, says, with_new_hand
from .following import followed

REMEMBERED, REMEMBERED_AT_END = 30, 2
"""Saved hands that undo brings back just as they were entered, while the evening goes on and once it is over."""


def to_document(entry: Entry, evening: Evening) -> dict[str, Any]:
    """The entry of an evening as plain values; `seen` is the last event that it has followed."""
    return {
        "hands": [each.to_document() for each in entry.hands],
        "saved": [each.to_document() for each in entry.saved],
        "seen": evening.events[-1].id if evening.events else None,
    }


def from_document(document: object, evening: Evening) -> Entry:
    """The entry that `to_document` made, after all that happened since.

    What does not fit the evening is left out: a file is never the truth. Earlier versions kept one hand, with the hand
    that waited `aside`, and no more.
    """
    known: dict[str, Any] = document if isinstance(document, dict) else {}
    hands = _listed(known.get("hands", [known, known.get("aside")]), evening)
    seen = _seen(known.get("seen"), evening) if "seen" in known else evening.events
    hands = [_recorded_since(each, evening, len(seen)) for each in hands]
    saved = _listed(known.get("saved"), evening)
    return followed(Entry(tuple(with_new_hand(hands, fresh(evening), evening)), tuple(saved)), seen, evening)


def _seen(last: object, evening: Evening) -> tuple[Event, ...]:
    """The events up to the last one that was seen; all of them if that is not here."""
    ids = [None, *(event.id for event in evening.events)]
    return evening.events[: ids.index(last)] if last in ids else evening.events


def _listed(documents: object, evening: Evening) -> list[HandDraft]:
    found = documents[: MOST + REMEMBERED] if isinstance(documents, list) else []
    hands = [HandDraft.from_document(each) for each in found]
    return [each for each in hands if each is not None and _is_sound(each, evening)]


def _is_sound(hand: HandDraft, evening: Evening) -> bool:
    """Whether a hand that was kept can be one of this evening."""
    facts, known, players = hand.facts, evening.table.known.keys(), hand.facts.players
    named = {hand.dealer, *players, facts.taker or hand.dealer, facts.partner or hand.dealer}
    named |= {each.player for each in facts.poignees} | {each.player for each in facts.miseres}
    whole = 2 <= len(players) == len(set(players))
    return whole and named <= known and (hand.editing is None or hand.editing in evening.table.history)


def _recorded_since(hand: HandDraft, evening: Evening, seen: int) -> HandDraft:
    """A hand with the id of its event, if it was saved while the disk refused to write this id down."""
    for event in evening.events[seen:] if hand.event is None else ():
        own = event.deal is not None and event.entry == (hand.editing or event.id)
        if own and says(hand, event.deal, evening, event.entry):
            return replace(hand, event=event.id)
    return hand


# -- what need not be kept ---


def pruned(entry: Entry, before: Evening, after: Evening) -> Entry:
    """The entry without the hands just saved that undo brings back from the sheet exactly as they were entered."""
    most = REMEMBERED_AT_END if after.table.ended else REMEMBERED
    saved = [each for each in entry.saved if not _is_in_sheet(each, before, after)]
    return replace(entry, saved=tuple(saved[:most]))


def _is_in_sheet(saved: HandDraft, before: Evening, after: Evening) -> bool:
    """Whether the last event recorded a hand that an undo can make from the sheet with nothing missing."""
    event = after.subject(after.events[-1])
    if event.id != saved.event or event.deal is None:
        return False
    return replace(saved, token=0, event=None) == from_sheet(event.deal, before, saved.editing)
