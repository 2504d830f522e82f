"""The entry under way in each session of a window, saved at every change."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.events import Deal, Event
from scorepad.history import History, HistoryError
from scorepad.tarot.hand import Hand, PlayerId, Side, ThrownIn
from scorepad.tarot.scheme import Scheme
from scorepad.text import clean_name
from scorepad.ui import navigation
from scorepad.ui.draft import MAX_REASON, HandDraft


class HandDrafts(ft.Observable):
    """The drafts of a window, one per session.

    A tap changes only `taps`, which draws only the entry again, unless `tapped` returns True. After every other change
    `changed` is called. `report` is called with the error if a draft could not be saved.
    """

    def __init__(
        self,
        history: History,
        report: Callable[[HistoryError], None],
        changed: Callable[[], None],
        tapped: Callable[[], bool],
    ) -> None:
        self._history = history
        self._report = report
        self._changed = changed
        self._tapped = tapped
        self._drafts: dict[str, HandDraft] = {}
        self.taps = 0
        self._doubted: HandDraft | None = None
        self._doubted_at = 0.0

    def of(self, session: Evening) -> HandDraft:
        """The draft of a session; a new one if there is none, or if the seating has changed."""
        draft = self._drafts.get(session.id) or self._saved(session)
        if draft is None or not _fits(draft, session):
            draft = _new(session)
        elif draft.editing is None and not draft.dealer_chosen and draft.dealer != session.dealer:
            # Another window recorded a hand: the deal has passed.
            if not draft.started:
                draft = _new(session, draft.counted_by)
            elif draft.facts.players == session.table.seating.players(session.dealer):
                draft = replace(draft, dealer=session.dealer)
        self._drafts[session.id] = draft
        return draft.adapted_to(session.rules_at(draft.editing))

    def _saved(self, session: Evening) -> HandDraft | None:
        draft = HandDraft.from_document(self._history.draft(session.id))
        if draft is None or draft.editing is not None:
            return draft
        # An app that was killed between two writes has recorded the last hand, and not emptied its draft.
        hand, last = draft.verdict(session.table.rules.now).hand, session.sheet.deals[-1:]
        recorded = hand is not None and [entry.deal for entry in last] == [Deal(draft.dealer, hand)]
        return None if recorded else draft

    def tap(self, session: Evening, change: Callable[[HandDraft], HandDraft]) -> None:
        """Changes the draft of a session as it is now, and saves it."""
        self._save(session.id, change(self.of(session)))
        if not self._tapped():
            self.taps += 1

    def keep(self, session_id: str, draft: HandDraft) -> None:
        """Saves the draft of a session."""
        self._save(session_id, draft)
        self._changed()

    def choose_dealer(self, session: Evening, dealer: PlayerId) -> None:
        """Changes the dealer; the draft is emptied if that changes the players."""
        draft = self.of(session)
        players = session.seating_at(draft.editing).players(dealer)
        if players != draft.facts.players:
            emptied = HandDraft.new(dealer, players, draft.counted_by)
            draft = replace(emptied, editing=draft.editing, suspended=draft.suspended, reason=draft.reason)
        self.keep(session.id, replace(draft, dealer=dealer, dealer_chosen=dealer != session.dealer))

    def correct(self, session: Evening, entry_id: str, reason: str) -> None:
        """Begins the correction of a hand; a new hand that is started waits meanwhile."""
        now = self.of(session)
        suspended = now.suspended if now.editing is not None else now if now.started else None
        # As it was written down: the points of the taker's side.
        draft = _draft_of(session.sheet.entry(entry_id).deal, session, Side.TAKER, entry_id)
        self.keep(session.id, replace(draft, suspended=suspended, reason=cleaned(reason)))

    def bring_back(self, session: Evening, event: Event) -> bool:
        """Turns the deal of an undone event into the draft again; True if it is a hand with fields to show."""
        if event.deal is None or event.deal.points_change is not None or session.brings_back(event):
            return False
        editing = event.entry if event.id != event.entry else None
        draft = _draft_of(event.deal, session, self.of(session).counted_by, editing)
        self.keep(session.id, replace(draft, reason=event.reason[:MAX_REASON]))
        return not isinstance(event.deal.outcome, ThrownIn)

    def finish(self, session: Evening, done: HandDraft | None = None) -> None:
        """Ends a draft, saved or given up; the suspended hand goes on, if any."""
        done = done or self.of(session)
        if done.suspended is not None:
            self.keep(session.id, replace(done.suspended, counted_by=done.counted_by))
        else:
            self.restart(session, done.counted_by)

    def restart(self, session: Evening, counted_by: Side = Side.TAKER) -> None:
        """Empties the draft of a session."""
        self._drafts[session.id] = _new(session, counted_by)
        try:
            self._history.clear_draft(session.id)
        except HistoryError as error:
            self._report(error)

    def forget(self) -> None:
        """Reads every draft again when needed: the history was replaced."""
        self._drafts.clear()

    def is_confirmed(self, draft: HandDraft, scheme: Scheme) -> bool:
        """Whether a draft may be saved: points of one digit need a second tap, and not that of a double tap."""
        if not draft.verdict(scheme).awaits_digit:
            return True
        if self.is_doubted(draft):
            return time.monotonic() - self._doubted_at >= navigation.DOUBLE_TAP
        self._doubted, self._doubted_at = draft, time.monotonic()
        self._changed()
        return False

    def is_doubted(self, draft: HandDraft) -> bool:
        """Whether the entry asks the table to confirm the one digit of this draft."""
        return self._doubted == draft

    def _save(self, session_id: str, draft: HandDraft) -> None:
        self._drafts[session_id] = draft
        try:
            self._history.save_draft(session_id, draft.to_document())
        except HistoryError as error:
            self._report(error)


def cleaned(reason: str) -> str:
    """A reason as it is saved: without invisible characters, and not too long."""
    return clean_name(reason)[:MAX_REASON]


def _new(session: Evening, counted_by: Side = Side.TAKER) -> HandDraft:
    return HandDraft.new(session.dealer, session.table.seating.players(session.dealer), counted_by)


def _fits(draft: HandDraft, session: Evening) -> bool:
    """Whether the people of a draft sit at this table."""
    try:
        fits = draft.facts.players == session.seating_at(draft.editing).players(draft.dealer)
        if draft.editing is not None:
            session.sheet.entry(draft.editing)
    except (KeyError, ValueError):
        return False
    facts = draft.facts
    named = {facts.taker, facts.partner} - {None}
    named |= {p.player for p in facts.poignees} | {m.player for m in facts.miseres}
    return fits and named <= set(facts.players)


def _draft_of(deal: Deal, session: Evening, counted_by: Side, editing: str | None) -> HandDraft:
    if not isinstance(deal.outcome, Hand):
        players = session.seating_at(editing).players(deal.dealer)
        return replace(HandDraft.new(deal.dealer, players, counted_by), editing=editing)
    return HandDraft.of(deal.outcome, deal.dealer, counted_by, editing)
