"""The entry under way in each evening of a window, saved soon after the last tap."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, Protocol

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.events import Deal, Event
from scorepad.history import History, HistoryError
from scorepad.tarot.hand import Hand, PlayerId, Side, ThrownIn
from scorepad.tarot.scheme import Scheme
from scorepad.ui import navigation
from scorepad.ui.draft import HandDraft

WRITE_AFTER = 0.2
"""Seconds after the last tap until the draft is written: within a tap, it would be felt."""


class Window(Protocol):
    """What the drafts need of their window."""

    history: History

    def tapped(self) -> bool:
        """A tap on the entry: whether the screens are drawn again for it."""

    def changed(self) -> None:
        """The screens are drawn again."""

    def report(self, error: HistoryError) -> None:
        """Shows an error."""

    def run(self, work: Callable[[], Coroutine[Any, Any, object]]) -> None:
        """Starts a coroutine function."""


class HandDrafts(ft.Observable):
    """The drafts of a window, one per evening.

    A tap changes only `taps`, which draws only the entry again, unless a notice goes with it; every other change draws
    the screens again.
    """

    def __init__(self, window: Window) -> None:
        self._window = window
        self._unwritten: set[str] = set()
        self._changes = 0
        self._drafts: dict[str, HandDraft] = {}
        self.taps = 0
        self._doubted: HandDraft | None = None
        self._doubted_at = 0.0

    def of(self, evening: Evening) -> HandDraft:
        """The draft of an evening; a new one if there is none, or if the seating has changed."""
        draft = self._drafts.get(evening.id) or self._saved(evening)
        if draft is None or not _fits(draft, evening):
            draft = _new(evening)
        elif draft.editing is None and not draft.dealer_chosen and draft.dealer != evening.dealer:
            # Another window recorded a hand: the deal has passed.
            if not draft.started:
                draft = _new(evening, draft.counted_by)
            elif draft.facts.players == evening.table.seating.players(evening.dealer):
                draft = replace(draft, dealer=evening.dealer)
        self._drafts[evening.id] = draft
        return draft.adapted_to(evening.rules_at(draft.editing))

    def _saved(self, evening: Evening) -> HandDraft | None:
        draft = HandDraft.from_document(self._window.history.draft(evening.id))
        if draft is None or draft.editing is not None:
            return draft
        # An app that was killed after a save has not emptied its draft.
        return None if _is_last(draft, evening) else draft

    def tap(self, evening: Evening, change: Callable[[HandDraft], HandDraft]) -> None:
        """Changes the draft of an evening as it is now; it is written soon."""
        self._drafts[evening.id] = change(self.of(evening))
        self._write_soon(evening.id)
        if not self._window.tapped():
            self.taps += 1

    def _write_soon(self, evening_id: str) -> None:
        self._unwritten.add(evening_id)
        self._changes += 1

        async def write() -> None:
            now = self._changes
            await asyncio.sleep(WRITE_AFTER)
            if now == self._changes:  # else a later tap writes it
                self.write()

        self._window.run(write)

    def write(self) -> None:
        """Writes the drafts that changed since they were written last; those that are empty again go."""
        for evening_id in tuple(self._unwritten):
            draft = self._drafts[evening_id]
            if draft == HandDraft.new(draft.dealer, draft.facts.players):
                self._clear(evening_id)
            else:
                self._save(evening_id, draft)

    def keep(self, evening_id: str, draft: HandDraft) -> None:
        """Saves the draft of an evening."""
        self._save(evening_id, draft)
        self._window.changed()

    def choose_dealer(self, evening: Evening, dealer: PlayerId) -> None:
        """Changes the dealer; the draft is emptied if that changes the players."""
        draft = self.of(evening)
        players = evening.seating_at(draft.editing).players(dealer)
        if players != draft.facts.players:
            emptied = HandDraft.new(dealer, players, draft.counted_by)
            draft = replace(emptied, editing=draft.editing, suspended=draft.suspended)
        self.keep(evening.id, replace(draft, dealer=dealer, dealer_chosen=dealer != evening.dealer))

    def correct(self, evening: Evening, entry_id: str) -> None:
        """Begins the correction of a hand; a new hand that is started waits meanwhile."""
        now = self.of(evening)
        suspended = now.suspended if now.editing is not None else now if now.started else None
        # As it was written down: the points of the taker's side.
        draft = _draft_of(evening.sheet.entry(entry_id).deal, evening, Side.TAKER, entry_id)
        self.keep(evening.id, replace(draft, suspended=suspended))

    def bring_back(self, evening: Evening, event: Event) -> bool:
        """Turns the deal of an undone event into the draft again; True if it is a hand with fields to show.

        A new hand that is started waits meanwhile.
        """
        if event.deal is None or event.deal.points_change is not None or evening.brings_back(event):
            return False
        now, editing = self.of(evening), event.entry if event.id != event.entry else None
        draft = _draft_of(event.deal, evening, now.counted_by, editing)
        waits = now.suspended or (now if now.started and now.editing is None else None)
        self.keep(evening.id, replace(draft, suspended=waits))
        return not isinstance(event.deal.outcome, ThrownIn)

    def finish(self, evening: Evening, done: HandDraft | None = None) -> None:
        """Ends a draft, saved or given up; the suspended hand goes on, if any."""
        done = done or self.of(evening)
        if done.suspended is not None:
            self.keep(evening.id, replace(done.suspended, counted_by=done.counted_by))
            return
        self._drafts[evening.id] = _new(evening, done.counted_by)
        if _is_last(done, evening):
            self._write_soon(
                evening.id
            )  # the sheet need not wait: the file is known to tell of a recorded hand
        else:
            self._clear(evening.id)

    def restart(self, evening: Evening) -> None:
        """Empties the draft of an evening."""
        self._drafts[evening.id] = _new(evening)
        self._clear(evening.id)

    def forget(self) -> None:
        """Reads every draft again when needed: the history was replaced."""
        self._drafts.clear()
        self._unwritten.clear()

    def is_confirmed(self, draft: HandDraft, scheme: Scheme) -> bool:
        """Whether a draft may be saved: points of one digit need a second tap, and not that of a double tap."""
        if not draft.verdict(scheme).awaits_digit:
            return True
        if self.is_doubted(draft):
            return time.monotonic() - self._doubted_at >= navigation.DOUBLE_TAP
        self._doubted, self._doubted_at = draft, time.monotonic()
        self._window.changed()
        return False

    def is_doubted(self, draft: HandDraft) -> bool:
        """Whether the entry asks the table to confirm the one digit of this draft."""
        return self._doubted == draft

    def _save(self, evening_id: str, draft: HandDraft) -> None:
        self._drafts[evening_id] = draft
        self._unwritten.discard(evening_id)
        try:
            self._window.history.save_draft(evening_id, draft.to_document())
        except HistoryError as error:
            self._window.report(error)

    def _clear(self, evening_id: str) -> None:
        self._unwritten.discard(evening_id)
        try:
            self._window.history.clear_draft(evening_id)
        except HistoryError as error:
            self._window.report(error)


def _is_last(draft: HandDraft, evening: Evening) -> bool:
    """Whether a draft is the hand that was recorded last."""
    hand = draft.verdict(evening.table.rules.now).hand
    if hand is None or draft.editing is not None or not evening.sheet.deals:
        return False
    return evening.sheet.deals[-1].deal == Deal(draft.dealer, hand)


def _new(evening: Evening, counted_by: Side = Side.TAKER) -> HandDraft:
    return HandDraft.new(evening.dealer, evening.table.seating.players(evening.dealer), counted_by)


def _fits(draft: HandDraft, evening: Evening) -> bool:
    """Whether the people of a draft sit at this table."""
    try:
        fits = draft.facts.players == evening.seating_at(draft.editing).players(draft.dealer)
        if draft.editing is not None:
            evening.sheet.entry(draft.editing)
    except (KeyError, ValueError):
        return False
    facts = draft.facts
    named = {facts.taker, facts.partner} - {None}
    named |= {p.player for p in facts.poignees} | {m.player for m in facts.miseres}
    return fits and named <= set(facts.players)


def _draft_of(deal: Deal, evening: Evening, counted_by: Side, editing: str | None) -> HandDraft:
    if not isinstance(deal.outcome, Hand):
        players = evening.seating_at(editing).players(deal.dealer)
        return replace(HandDraft.new(deal.dealer, players, counted_by), editing=editing)
    return HandDraft.of(deal.outcome, deal.dealer, counted_by, editing)
