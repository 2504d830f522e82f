"""Converts the entry of an evening (`Entry`) into a document for the disk, and back. Pure."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from scorepad.codec import Codec
from scorepad.evening.evening import Evening
from scorepad.evening.events import Event
from scorepad.faults import Invalid
from scorepad.tarot.cards import Pile
from scorepad.tarot.hand import Chelem, Draft, Misere, Poignee

from .draft import HandDraft
from .entry import MOST, Entry, PaperRows, equals_deal, fresh, from_sheet, with_new_hand
from .following import followed

REMEMBERED, REMEMBERED_AT_END = 30, 2
"""The number of saved hands that undo restores exactly as they were entered: during the evening, and after its end."""


def to_document(entry: Entry, evening: Evening) -> dict[str, Any]:
    """The entry of an evening as plain values; `seen` is the id of the last event that the entry takes into account."""
    return {
        "hands": [hand_document(each) for each in entry.hands],
        "saved": [hand_document(each) for each in entry.saved],
        "seen": evening.events[-1].id if evening.events else None,
        **({"paper": _CODEC.encode(entry.paper)} if entry.paper.text else {}),
    }


def from_document(document: object, evening: Evening) -> Entry:
    """The entry from a document of `to_document`, updated for the later events of the evening.

    Hands that do not fit the evening are left out: a file is never trusted. Documents of earlier versions have one
    hand, and perhaps a second hand in the field `aside`.
    """
    known: dict[str, Any] = document if isinstance(document, dict) else {}
    hands = _listed(known.get("hands", [known, known.get("aside")]), evening)
    seen = _seen(known.get("seen"), evening) if "seen" in known else evening.events
    hands = [_recorded_since(each, evening, len(seen)) for each in hands]
    saved = _listed(known.get("saved"), evening)
    paper = _paper(known.get("paper"))
    rows = len(paper.text.split("\n")) if paper.text else 0
    hands = [each for each in hands if each.line is None or each.line < rows]
    hands = with_new_hand(hands, fresh(evening), evening)
    return followed(Entry(tuple(hands), tuple(saved), paper=paper), seen, evening)


def _paper(document: object) -> PaperRows:
    """The typed rows in a document; no rows if the document is wrong."""
    try:
        return _CODEC.decode(PaperRows, document or {})
    except Invalid:
        return PaperRows()


def _seen(last: object, evening: Evening) -> tuple[Event, ...]:
    """The events up to the event with the id `last` (None: no events); all events if no event has this id."""
    ids = [None, *(event.id for event in evening.events)]
    return evening.events[: ids.index(last)] if last in ids else evening.events


def _listed(documents: object, evening: Evening) -> list[HandDraft]:
    found = documents[: MOST + REMEMBERED] if isinstance(documents, list) else []
    hands = [hand_from(each) for each in found]
    return [each for each in hands if each is not None and _is_sound(each, evening)]


def _is_sound(hand: HandDraft, evening: Evening) -> bool:
    """Whether a hand from a file is possible in this evening."""
    facts, known, players = hand.facts, evening.table.known.keys(), hand.facts.players
    named = {hand.dealer, *players, facts.taker or hand.dealer, facts.partner or hand.dealer}
    named.update(facts.declarers)
    whole = 2 <= len(players) == len(set(players))
    return whole and named <= known and (hand.row is None or hand.row in evening.table.history)


def _recorded_since(hand: HandDraft, evening: Evening, seen: int) -> HandDraft:
    """The hand with the id of the event that recorded it, found among the events from the index `seen` on.

    The file lacks this id if a write failed. A hand that has an id, or that no event recorded, is unchanged.
    """
    for event in evening.events[seen:] if hand.event is None else ():
        own = event.deal is not None and event.entry == (hand.editing or event.id)
        if own and equals_deal(hand, event.deal, evening, event.entry):
            return replace(hand, event=event.id)
    return hand


# -- hands that need not be kept ---


def pruned(entry: Entry, before: Evening, after: Evening) -> Entry:
    """The entry without the hand that was saved last, if undo can restore it exactly from the sheet.

    Of the other saved hands, the latest REMEMBERED stay; after the end of the evening, the latest REMEMBERED_AT_END.
    `before` and `after` are the evening before and after the change.
    """
    most = REMEMBERED_AT_END if after.table.ended else REMEMBERED
    saved = [each for each in entry.saved if not _is_in_sheet(each, before, after)]
    return replace(entry, saved=tuple(saved[:most]))


def _is_in_sheet(saved: HandDraft, before: Evening, after: Evening) -> bool:
    """Whether the last event recorded this hand, and the sheet has everything that was entered."""
    event = after.subject(after.events[-1])
    if event.id != saved.event or event.deal is None:
        return False
    return replace(saved, token=0, event=None, before=None) == from_sheet(event.deal, before, saved.editing)


# -- one hand ---

_CODEC = Codec(rows={Poignee, Misere, Chelem, Pile}, without={HandDraft: {"token"}, Draft: {"half_points"}})
_FACTS = {field.name for field in fields(Draft)} - {"half_points"}
_OWN = {field.name for field in fields(HandDraft)} - {"facts", "token"}


def hand_document(hand: HandDraft) -> dict[str, Any]:
    """A hand that is being entered, as plain values."""
    document: dict[str, Any] = _CODEC.encode(hand)
    facts: dict[str, Any] = document.pop("facts")
    return facts | document


def hand_from(document: object) -> HandDraft | None:
    """The hand in a document of `hand_document`; None for anything else, as a file is never trusted.

    Hands of earlier versions lack some fields, which get their defaults, and have others, which are ignored.
    """
    if not isinstance(document, dict):
        return None
    facts = {name: document[name] for name in _FACTS & document.keys()}
    own = {name: document[name] for name in _OWN & document.keys()}
    try:
        hand = _CODEC.decode(HandDraft, own | {"facts": facts})
    except Invalid:
        return None
    if hand.digits and not hand.digits.isdecimal():
        return None
    return replace(hand.counted(), filled_points=hand.filled_points)
