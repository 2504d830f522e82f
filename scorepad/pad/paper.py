"""Rows of a paper sheet that are not saved yet: the typed text, and the corrections of its lines. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scorepad.evening.deal import Deal
from scorepad.evening.evening import Evening
from scorepad.evening.event_place import Stamp
from scorepad.tarot.hand import Draft, PlayerId

from .draft import HandDraft
from .entry import MAX_TEXT, Entry, PaperRows, on_top, with_new_hand, without_hand


def unsaved_text(entry: Entry, evening: Evening) -> str:
    """The typed rows whose hands are not in the evening; when a hand is undone, its row is here again."""
    text, events = entry.paper.text, entry.paper.events
    if not events:
        return text
    rows = zip(text.split("\n"), events, strict=False)
    return "\n".join(row for row, event in rows if not evening.table.versions_of(event))


def typed(entry: Entry, evening: Evening, text: str) -> Entry:
    """The entry with `text` as its typed rows; if the text changes, the corrections of typed rows are dropped."""
    text = text[:MAX_TEXT]
    if text == unsaved_text(entry, evening):
        return entry
    return replace(without_lines(entry, evening), paper=PaperRows(text))


def without_lines(entry: Entry, evening: Evening) -> Entry:
    """The entry without the hands that correct typed rows of a paper sheet."""
    hands = [each for each in entry.hands if each.line is None]
    return replace(entry, hands=tuple(with_new_hand(hands, entry, evening)), place=0)


def correcting_line(entry: Entry, evening: Evening, line: int, dealer: PlayerId, facts: Draft) -> Entry:
    """The entry with the correction of this line in sight.

    If the line has no unsaved correction, a new one has this dealer and these facts.
    """
    begun = next((each for each in entry.hands if each.line == line), None)
    hand = replace(HandDraft.begun(facts, dealer, entry.hand.counted_by), line=line)
    return on_top(entry, evening, begun or hand)


def line_changed(entry: Entry, evening: Evening, line: int, words: str) -> Entry:
    """The entry with new `words` in this line, without the line's correction; unchanged if the line is gone."""
    lines = unsaved_text(entry, evening).split("\n")
    if line >= len(lines):
        return entry
    lines[line] = words
    found = next((each for each in entry.hands if each.line == line), None)
    if found is not None:
        at = entry.looked_at(found.token)
        entry = entry if at is None else without_hand(at, evening)
    return replace(entry, paper=PaperRows("\n".join(lines)))


def record_rows(
    evening: Evening, entry: Entry, rows: Sequence[tuple[str, Deal]], stamp: Stamp
) -> tuple[Evening, Entry]:
    """Saves the hands of the rows. The entry keeps each row with its event, so that an undo brings the row back."""
    for _, deal in rows:
        evening = evening.record(deal, stamp)
    events = tuple([event.id for event in evening.events[-len(rows) :]])
    paper = PaperRows("\n".join(words for words, _ in rows), events)
    return evening, replace(without_lines(entry, evening), paper=paper)
