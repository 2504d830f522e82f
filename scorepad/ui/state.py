"""The one observable of a window: what is open, what is being entered, what there is to say.

Its methods are named by what happened. Everything is saved before it is shown; what a file or a disk can do is
caught here, once, and becomes a notice.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

import flet as ft

from scorepad.exports.link import hand_code
from scorepad.history import History, HistoryError, Player, Progress, Report, Summary
from scorepad.history.backup import Backup
from scorepad.history.transfer import (
    ImportResult,
    PlayerMatch,
    Preview,
    apply_import,
    bring_back_missing,
    export_parts,
    preview_import,
)
from scorepad.i18n import LANGUAGES, Translator
from scorepad.i18n.refusals import history_error_text, scheme_refusal
from scorepad.i18n.wording import (
    backup_time,
    evening_title,
    happened_text,
    result,
    scheme_title,
    thrown_in_name,
)
from scorepad.tarot.check import impossible
from scorepad.tarot.hand import Hand, PlayerId, Side, ThrownIn
from scorepad.tarot.scheme import Scheme, SchemeError, scheme_from_file, shipped_scheme, shipped_schemes
from scorepad.tarot.session import MAX_NAME, Deal, Entry, EventKind, Person, Seating, Session, Stamp
from scorepad.text import clean_name, same_name
from scorepad.ui.draft import MAX_REASON, HandDraft
from scorepad.ui.files import Place
from scorepad.ui.table import NewTable, sits_so
from scorepad.ui.theme import SCREENFUL, Layout

CALCULATOR = "calculator"
"""The id of the session that is none."""
SAME_MOMENT = 0.06
"""Seconds within which two events come from one press of a key."""
A_LOOK = 0.4
"""Seconds that a question stands before a tap can be its answer, and not the second half of a double tap."""
THEMES = ("system", "light", "dark")

log = logging.getLogger("scorepad")
T = TypeVar("T")


class Undo(NamedTuple):
    """What can be taken back: the last event of a session."""

    session: str
    event: str


@dataclass(frozen=True)
class Notice:
    """Something to say for a moment, on the screens of one `place`.

    It can be taken back where `undo` names what happened, or `deleted` are the rules to bring back.
    """

    text: str
    undo: Undo | None = None
    deleted: Scheme | None = None
    error: bool = False
    number: int = 0
    place: str = "/"


def account_route(session: Session, place: int) -> str:
    """Where the account is of who sits at a place of the table."""
    return f"/session/{session.id}/player/{place}"


def _place(route: str) -> str:
    """The evening that a screen belongs to, or else the screen itself."""
    parts = route.split("/")
    return "/".join(parts[:3]) if parts[1:2] == ["session"] else route


def _run_now(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(work())


class AppState(ft.Observable):
    """What one window shows.

    `navigate` leads it to another screen, `lighten` makes it light or dark, `speak` names its language to the
    system, `run` begins what takes long; `chosen` says that the language was asked for, and goes before the one
    that is kept; `place` is where the app runs.
    """

    def __init__(
        self,
        history: History,
        language: str,
        *,
        navigate: Callable[[str], None],
        set_theme_mode: Callable[[str], None],
        set_locale: Callable[[str], None] = lambda language: None,
        run: Callable[[Callable[[], Coroutine[Any, Any, None]]], object] = _run_now,
        chosen: bool = False,
        place: Place = Place.BROWSER,
    ) -> None:
        self.history = history
        self.place = place
        self._navigate = navigate
        self._route = "/"
        self._address = ""
        self._going: str | None = None
        self._pressed_at = self._entered_at = -SAME_MOMENT
        self._ways_back: dict[str, str] = {}
        self.set_theme_mode = set_theme_mode
        self.set_locale = set_locale
        self._run = run
        self.busy: str | None = None
        """What takes long and is being done just now, in words."""
        settings = history.settings()
        stored = settings.get("language")
        self.language = stored if stored in LANGUAGES and not chosen else language
        self.t = Translator(self.language)
        theme = settings.get("theme")
        self.theme = theme if theme in THEMES else THEMES[0]
        self._calculator = _calculator(4, self.default_scheme())
        self.incoming: Preview | None = None
        self.arrivals = 0
        """How often evenings came in from a file or a backup: the list then shows them all."""
        self.notice: Notice | None = None
        self.revision = 0
        self.layout = Layout()
        self._size = (0.0, float(SCREENFUL))
        self.saving = False
        """Whether what the history announces just now is this window's own doing."""
        self._drafts: dict[str, HandDraft] = {}
        self._doubted: HandDraft | None = None
        self._doubted_at = 0.0
        self._seated: NewTable | None = None
        self._notices = 0

    # -- what screens read ---

    @property
    def system_fonts(self) -> bool:
        """Whether the client draws by the system's fonts what the bundled ones lack; a browser's cannot."""
        return self.place is not Place.BROWSER

    def summaries(self) -> tuple[Summary, ...]:
        """Every session in brief: those under way first, then by date; read when it is looked at, not before."""
        return tuple(self.history.summaries_so_far()[0])

    @property
    def gathering(self) -> Progress | None:
        """How far the reading of all sessions is, where their index was lost; None once all are known."""
        return self.history.progress

    def opened(self, session_id: str) -> Session | HistoryError:
        """The session of that id as it is now, or why it cannot be read."""
        if session_id == CALCULATOR:
            return self.calculator
        try:
            return self.history.load(session_id)
        except HistoryError as error:
            return error

    def session(self, session_id: str) -> Session | None:
        """The session of that id as it is now, or None where there is none that can be read."""
        found = self.opened(session_id)
        return found if isinstance(found, Session) else None

    def draft(self, session: Session) -> HandDraft:
        """The entry under way in a session; a new one if there is none, or if its table is no longer this one."""
        found = self._drafts.get(session.id)
        if found is None:
            document = self.history.draft(session.id)
            found = HandDraft.from_document(document) if document else None
            if found is None or not _fits(found, session):
                found = self._new_draft(session)
            self._drafts[session.id] = found
        if found.editing is None and not _fits(found, session):
            # Others sit at the table by now.
            found = self._drafts[session.id] = self._new_draft(session)
        if found.editing is None and not found.dealer_chosen and found.dealer != session.dealer:
            # Another window recorded a hand meanwhile: the deal has passed.
            if not found.started:
                found = self._new_draft(session, found.counted_by)
            elif found.facts.players == session.players(session.dealer):
                found = replace(found, dealer=session.dealer)
            self._drafts[session.id] = found
        return found.adapted_to(session.rules)

    def roster(self) -> Sequence[Player]:
        """Everybody who ever played, the most recent first."""
        return tuple(self.history.players())

    def schemes(self, own: Scheme | None = None) -> tuple[Scheme, ...]:
        """Every scheme the app knows: the table's own first, then the shipped ones, then the house rules.

        Rules that were changed since the table began with them are there twice, as then and as now.
        """
        known = {scheme.id: scheme for scheme in (*shipped_schemes().values(), *self.history.schemes())}
        if own is None:
            return tuple(known.values())
        others = [scheme for scheme in known.values() if scheme.id != own.id]
        now = known.get(own.id, own)
        if now != own:
            words = self.t("{scheme}, as now", scheme=scheme_title(self.t, now))
            others.insert(0, replace(now, name=words))
        return (own, *others)

    def scheme(self, scheme_id: str) -> Scheme | None:
        """The scheme of that id, shipped or of the house."""
        return next((scheme for scheme in self.schemes() if scheme.id == scheme_id), None)

    def scheme_of(self, table: NewTable) -> Scheme:
        """The scheme that a new table plays: the usual one where it chose none, or one that is gone."""
        return self.scheme(table.scheme or "") or self.default_scheme()

    def person_named(self, name: str) -> Person:
        """Who bears this name: somebody of the roster, or somebody new."""
        for player in self.roster():
            if same_name(player.name, name):
                return Person(player.id, player.name, player.mark)
        return Person(self.history.new_id(), clean_name(name), len(self.roster()))

    def last_table(self) -> Session | None:
        """The session whose table "same table as last time" brings back."""
        for summary in sorted(self.summaries(), key=lambda s: s.created, reverse=True):
            session = self.session(summary.id)
            if session is not None:
                return session
        return None

    def entry_route(self, session: Session) -> str:
        """Where the entry of a session is."""
        return "/calculator" if session.id == CALCULATOR else f"/session/{session.id}/hand"

    def calculated(self, hand: Hand, scheme: Scheme) -> tuple[Session, Entry]:
        """A hand of no session, as if it were the only one of its own. Raises ValueError where it cannot be."""
        if impossible(hand, scheme):
            raise ValueError("the hand cannot be")
        people = tuple(Person(id_, id_, number) for number, id_ in enumerate(hand.players))
        table = _calculator(len(people), scheme, people)
        session = table.record(Deal(people[0].id, hand), Stamp(CALCULATOR, table.created))
        return session, session.entries[0]

    # -- where the window is ---

    def navigate(self, route: str, *, back: str | None = None) -> None:
        """On to another screen; what is shown need not wait until the window's address has changed.

        `back` is where the way back from there leads, where that is not always the same.
        """
        if back is not None:
            self._ways_back[route] = back
        self._going = route
        self._is_at(route)
        self.changed()
        self._navigate(route)

    def way_back(self, route: str, usual: str) -> str:
        """Where the way back from a screen leads: to where one came from, or where it usually does."""
        return self._ways_back.get(route, usual)

    def enter_is_free(self) -> bool:
        """Whether Enter, as a key of the entry, has not just pressed what has the focus; then it no more does."""
        now = time.monotonic()
        if now - self._pressed_at < SAME_MOMENT:
            return False
        self._entered_at = now
        return True

    def tap_is_free(self) -> bool:
        """Whether what was pressed was pressed for itself, and not by the Enter that saved a hand."""
        now = time.monotonic()
        self._pressed_at = now
        return now - self._entered_at >= SAME_MOMENT

    def at(self, route: str) -> str:
        """Where the window is, or is just going to, its address being `route`."""
        return self._going or route

    def arrived(self, route: str) -> None:
        """The window has this address, as it was asked to or by the browser's own buttons; often told twice."""
        if route == self._address:
            return
        self._address = route
        expected = self._going in (None, route)
        self._going = None
        self._is_at(route)
        if not expected:
            self.changed()

    def _is_at(self, route: str) -> None:
        """What was said elsewhere stays there."""
        self._route = route
        if self.notice is not None and self.notice.place != _place(route):
            self.notice = None

    # -- entering a hand ---

    def draft_tapped(self, session: Session, change: Callable[[HandDraft], HandDraft]) -> None:
        """One tap more on the entry, as it is by now; what was said of the hand before makes room for it."""
        if self.notice is not None and not self.notice.error:
            self.notice = None
        self._keep(session.id, change(self.draft(session)))
        self.changed()

    def dealer_chosen(self, session: Session, dealer: PlayerId) -> None:
        """Somebody else deals; the entry begins anew if that changes who plays."""
        draft = self.draft(session)
        players = session.players(dealer, draft.editing)
        if players != draft.facts.players:
            draft = replace(HandDraft.new(dealer, players, draft.counted_by), editing=draft.editing)
        self._keep(session.id, replace(draft, dealer=dealer, dealer_chosen=dealer != session.dealer))
        self.changed()

    def hand_submitted(self, session: Session) -> None:
        """The hand is complete: recorded, or corrected where an old one was being edited.

        Of points of one digit it is asked first whether they are all: a second tap says so.
        """
        draft = self.draft(session)
        hand = draft.hand(session.rules)
        if hand is None:
            return
        if draft.awaits_digit(session.rules):
            if not self.doubts(draft):
                self._doubted, self._doubted_at = draft, time.monotonic()
                self.changed()
                return
            if time.monotonic() - self._doubted_at < A_LOOK:
                return
        if session.id == CALCULATOR:
            route = f"/calculator/{hand_code(hand, session.rules)}"
            if route != self._going:  # a second tap does nothing
                self.navigate(route)
            return
        self._record(session, Deal(draft.dealer, hand), draft, result(self.t, hand, session.rules))

    def doubts(self, draft: HandDraft) -> bool:
        """Whether it was asked if the one digit of this entry is all."""
        return self._doubted == draft

    def thrown_in(self, session: Session, why: ThrownIn) -> None:
        """The deal was not played; a second tap, meant for the session as it was, does nothing."""
        now = self.session(session.id)
        if now is None or len(now.events) != len(session.events):
            return
        draft = self.draft(session)
        self._record(session, Deal(draft.dealer, why), draft, thrown_in_name(self.t, why))

    def _record(self, session: Session, deal: Deal, draft: HandDraft, said: str) -> None:
        def happen(session: Session, stamp: Stamp) -> Session:
            if draft.editing is not None:
                return session.correct(draft.editing, deal, stamp, draft.reason)
            return session.record(deal, stamp)

        changed = self._commit(session, happen)
        if changed is None:
            return
        self._forget_draft(changed, draft)
        entry = changed.entry(draft.editing or changed.events[-1].id)
        number = entry.number or ""
        if draft.editing is None:
            said = self.t("Hand {number} saved: {result}", number=number, result=said)
        else:
            said = self.t("Hand {number} corrected: {result}", number=number, result=said)
        self.navigate(f"/session/{session.id}")
        self._say(said, undo=changed)

    def edit_pressed(self, session: Session, entry_id: str, reason: str = "") -> None:
        """An old hand goes back into the form, with what is said of its correction.

        A notice goes: its "Undo" would be taken for this correction's.
        """
        self.notice = None
        entry = session.entry(entry_id)
        now = self.draft(session)
        aside = now.aside if now.editing is not None else now if now.started else None
        correction = _draft_of(entry.deal, session, Side.TAKER, entry_id)  # as it was written down
        self._keep(session.id, replace(correction, aside=aside, reason=_cleaned(reason)))
        self.changed()
        self.navigate(f"/session/{session.id}/hand")

    def entry_left(self, session: Session) -> None:
        """The correction of an old hand is given up; a new hand stays as it is."""
        if session.id == CALCULATOR:
            self.navigate("/")
            return
        draft = self.draft(session)
        if draft.editing is not None:
            self._forget_draft(session, draft)
        self.navigate(f"/session/{session.id}")

    # -- correcting ---

    def void_pressed(self, session: Session, entry_id: str, reason: str = "") -> None:
        """A hand is struck out; a second tap does nothing."""
        now = self.session(session.id)
        if now is None or now.entry(entry_id).voided:
            return
        changed = self._commit(session, lambda now, stamp: now.void(entry_id, stamp, _cleaned(reason)))
        if changed is not None:
            self._say(self.t("Hand struck out"), undo=changed)

    def reason_given(self, session: Session, entry_id: str, reason: str) -> None:
        """Why a hand was struck out is said only after that: it is struck out once more, with the reason."""
        said = _cleaned(reason)

        def give(now: Session, stamp: Stamp) -> Session:
            entry = now.entry(entry_id)
            wanted = entry.voided and not now.finished and said not in ("", entry.current.reason)
            return now.void(entry_id, stamp, said) if wanted else now

        changed = self._commit(session, give)
        if changed is not None:
            self._say(self.t("The reason is noted"), undo=changed)

    def restore_pressed(
        self, session: Session, entry_id: str, version: str | None = None, reason: str = ""
    ) -> None:
        """A hand stands again, as it was last or in an earlier version."""
        said = _cleaned(reason)
        changed = self._commit(session, lambda now, stamp: now.restore(entry_id, stamp, version, said))
        if changed is not None:
            self._say(self.t("Hand restored"), undo=changed)

    def version_chosen(self, session: Session, entry_id: str, version: str, reason: str = "") -> None:
        """Of the versions that two devices left of a hand the table takes one; where it has, nothing happens."""
        said = _cleaned(reason)

        now = self.session(session.id)
        if now is None or not now.entry(entry_id).conflicting:
            return
        changed = self._commit(session, lambda now, stamp: now.choose(entry_id, version, stamp, said))
        if changed is not None:
            self._say(self.t("So it counts"), undo=changed)

    def undo_pressed(self, session_id: str, meant: str) -> None:
        """The event that is meant is taken back, if it is still the last thing that happened.

        A hand goes back into the form with all its fields.
        """

        def undo(now: Session, stamp: Stamp) -> Session:
            return now.undo(stamp) if now.undoable is not None and now.undoable.id == meant else now

        session = self.session(session_id)
        changed = self._commit(session, undo) if session is not None else None
        if session is None or changed is None:
            return
        event = next(event for event in changed.events if event.id == meant)
        said = self.t("Undone: {what}", what=self._what_happened(meant, session, changed))
        if event.deal is not None and event.kind in (EventKind.RECORDED, EventKind.CORRECTED):
            editing = event.entry if event.kind is EventKind.CORRECTED else None
            counted_by = self.draft(changed).counted_by
            again = _draft_of(event.deal, changed, counted_by, editing)
            self._keep(session_id, replace(again, reason=event.reason[:MAX_REASON]))
            self.changed()
            if not isinstance(event.deal.outcome, ThrownIn):
                self.navigate(f"/session/{session_id}/hand")
        self._say(said)

    def redo_pressed(self, session_id: str, meant: str) -> None:
        """The undoing that is meant is taken back, if it is still the last one."""

        def redo(now: Session, stamp: Stamp) -> Session:
            return now.redo(stamp) if now.redoable is not None and now.redoable.id == meant else now

        session = self.session(session_id)
        changed = self._commit(session, redo) if session is not None else None
        if session is None or changed is None:
            return
        self._forget_draft(changed, self.draft(changed))
        said = self.t("Done again: {what}", what=self._what_happened(meant, changed, session))
        self._say(said, undo=changed)

    def _what_happened(self, id_: str, *sessions: Session) -> str:
        """An event, or the one that it took back or did again, in a few words; of which evening, if there are several.

        The hand's number is the one that it has in the first of these sessions in which it stands.
        """
        events = {event.id: event for each in sessions for event in each.events}
        event = events[id_]
        while event.undoes is not None:
            event = events[event.undoes]
        entries = [entry for each in sessions for entry in each.standing_entries if entry.id == event.entry]
        words = happened_text(self.t, event, entries[0].number if entries else None)
        under_way = [each for each in self.summaries() if not each.finished and each.problem is None]
        return f"{words} · {evening_title(self.t, sessions[0])}" if len(under_way) > 1 else words

    # -- sessions ---

    def session_started(self, table: NewTable) -> bool:
        """A new table sits down, if that can be saved; a second tap on the same button does nothing."""
        assert table.dealer is not None
        if table is self._seated:
            return False
        stamp = self.history.stamp()
        session = Session(
            id=self.history.new_id(),
            created=stamp.at,
            name=table.name,
            people=table.people,
            seats=table.seats,
            first_dealer=table.dealer,
            scheme=self.scheme_of(table),
        )
        try:
            self.history.create(session)
        except HistoryError as error:
            self._report(error)
            return False
        self._seated = table
        self.changed()
        self.navigate(f"/session/{session.id}")
        return True

    def rules_adopted(self, session: Session, scheme: Scheme) -> None:
        """The table goes over to other rules, from the first hand on; where it plays by them, nothing happens."""
        now = self.session(session.id)
        scheme = self.scheme(scheme.id) or scheme
        if now is None or now.rules == scheme:
            return
        changed = self._commit(session, lambda now, stamp: now.change_scheme(scheme, stamp))
        if changed is not None:
            said = self.t("The whole evening now counts by: {scheme}", scheme=scheme_title(self.t, scheme))
            self.navigate(f"/session/{session.id}")
            self._say(said, undo=changed)

    def table_changed(self, session: Session, table: NewTable) -> None:
        """Others sit at the table from the next hand on; a second tap does nothing."""
        now = self.session(session.id)
        if now is None or now.finished or table.dealer is None or sits_so(table, now):
            return
        seating = Seating(table.people, table.seats, table.dealer)
        changed = self._commit(session, lambda now, stamp: now.seat(seating, stamp))
        if changed is not None:
            self.navigate(f"/session/{session.id}")
            self._say(self.t("So the table sits from the next hand on."), undo=changed)

    def end_pressed(self, session: Session) -> None:
        """The evening is over; a second tap does nothing."""
        now = self.session(session.id)
        if now is None or now.finished:
            return
        if self._commit(session, Session.finish) is not None:
            self.navigate(f"/session/{session.id}/end")

    def reopen_pressed(self, session: Session) -> None:
        """It was not over; a second tap does nothing."""
        now = self.session(session.id)
        if now is None or not now.finished:
            return
        if self._commit(session, Session.reopen) is not None:
            self.navigate(f"/session/{session.id}")

    # -- settings ---

    def language_chosen(self, language: str) -> None:
        """Everything is said in another language, at once and from now on."""
        self.t = Translator(language)
        self.language = language
        self.set_locale(language)
        self._set("language", language)

    def theme_chosen(self, theme: str) -> None:
        """Light, dark, or as the system has it."""
        self.theme = theme
        self.set_theme_mode(theme)
        self._set("theme", theme)

    def resized(self, width: float, height: float) -> None:
        """The window has another size."""
        self._size = (width, height)
        self.layout = Layout.of(width, height, self.layout.growth)

    def text_grown(self, growth: float) -> None:
        """The system shows text so much larger than plain, or no longer."""
        self.layout = Layout.of(*self._size, max(1.0, min(2.5, round(growth, 1))))

    # -- the calculator ---

    @property
    def calculator(self) -> Session:
        """The table of nobody; house rules as they are by now, or the usual ones where those are gone."""
        scheme = self.scheme(self._calculator.rules.id) or self.default_scheme()
        return replace(self._calculator, scheme=scheme)

    def calculator_set(self, players: int, scheme: Scheme) -> None:
        """So many players, by such rules; the hand is entered anew."""
        self._calculator = _calculator(players, scheme)
        self._forget_draft(self.calculator, self._new_draft(self.calculator))
        self.changed()

    # -- the rules of the table ---

    def default_scheme(self) -> Scheme:
        """The scheme that a new session plays, unless the table chooses another."""
        chosen = self.history.settings().get("scheme")
        return self.scheme(str(chosen)) or shipped_scheme()

    def default_scheme_chosen(self, scheme: Scheme) -> None:
        """New sessions play by this scheme."""
        self._set("scheme", scheme.id)

    def scheme_changed(self, scheme: Scheme) -> None:
        """A house scheme as it is from now on; sessions keep the version they were played with."""
        self._in_history(lambda: self.history.save_scheme(scheme))

    def scheme_duplicated(self, scheme: Scheme) -> None:
        """A house scheme like this one, to be changed."""
        name = self.t("{scheme}, our way", scheme=scheme_title(self.t, scheme))[:MAX_NAME]
        copy = replace(scheme, id=self.history.new_id(), name=name)
        if self._in_history(lambda: self.history.save_scheme(copy)):
            self.navigate(f"/rules/{copy.id}")

    def scheme_deleted(self, scheme: Scheme) -> None:
        """A house scheme is no longer offered; sessions played with it keep it."""
        if self._in_history(lambda: self.history.remove_scheme(scheme.id)):
            self.navigate("/rules")
            self._say(self.t("Deleted: {scheme}", scheme=scheme.name), deleted=scheme)

    def scheme_brought_back(self, scheme: Scheme) -> None:
        """Deleting it was a mistake."""
        if self._in_history(lambda: self.history.save_scheme(scheme)):
            self.notice = None
            self.navigate(f"/rules/{scheme.id}")

    def scheme_opened(self, raw: bytes) -> None:
        """A file of rules from elsewhere: hostile until checked."""

        def read() -> Scheme | SchemeError:
            try:
                return scheme_from_file(raw)
            except SchemeError as error:
                return error

        def done(scheme: Scheme | SchemeError) -> None:
            if isinstance(scheme, SchemeError):
                reason = scheme_refusal(self.t, scheme)
                self._say(self.t("These rules cannot be read: {reason}", reason=reason), error=True)
                return
            name = clean_name(scheme_title(self.t, scheme))[:MAX_NAME]
            copy = replace(scheme, id=self.history.new_id(), name=name or self.t("House rules"))
            if self._in_history(lambda: self.history.save_scheme(copy)):
                self.navigate(f"/rules/{copy.id}")

        self.run_in_background(self.t("Reading the file…"), read, done)

    # -- backups and files ---

    def refused(self, error: HistoryError) -> None:
        """The history could not do something, and says why."""
        self._report(error)

    def backup_pressed(self) -> None:
        """Somebody wants a backup now."""

        def work() -> tuple[Backup, bool]:
            before = self.history.backups()
            made = self.history.back_up()
            return made, made not in before

        def done(result: tuple[Backup, bool]) -> None:
            backup, new = result
            said = self.t("Backed up")
            if not new:
                said = self.t(
                    "Nothing has changed since the backup of {when}.", when=backup_time(self.t, backup)
                )
            self._say(said)

        self.run_in_background(self.t("Making a backup…"), work, done)

    def restored(self, path: Path) -> None:
        """A backup takes the place of everything; what was there is backed up first."""

        def done(_: object) -> None:
            self._drafts.clear()
            self.arrivals += 1
            self.navigate("/")
            self._say(self.t("Brought back. What was here before is the newest backup."))

        self.run_in_background(self.t("Bringing it back…"), lambda: self.history.restore(path), done)

    def elsewhere_chosen(self, folder: Path | None) -> None:
        """Backups are to be copied into a folder too, or with None into none any more."""
        if self.place is not Place.WINDOW:
            return  # a served page must not write where it likes

        def done(_: object) -> None:
            there = self.t("Backups are copied there too")
            self._say(self.t("Backups stay here only") if folder is None else there)

        self.run_in_background(
            self.t("Making a backup…"), lambda: self.history.back_up_elsewhere(folder), done
        )

    def missing_wanted_back(self) -> None:
        """What went missing of some evenings is to come back from the backups that have it."""

        def done(brought: ImportResult) -> None:
            count = len(brought.new) + len(brought.more)
            said = self.t.plural(
                "{count} evening is whole again.", "{count} evenings are whole again.", count
            )
            self._say(" ".join([said, *self._refused_words(brought)]))

        self.run_in_background(self.t("Bringing it back…"), lambda: bring_back_missing(self.history), done)

    def export_pressed(self, save: Callable[[Sequence[bytes]], None]) -> None:
        """Everything is to go into files, as few as can hold it, which `save` gets."""
        self.run_in_background(self.t("Writing the file…"), lambda: list(export_parts(self.history)), save)

    def file_opened(self, raw: bytes) -> None:
        """A file from another device: looked at before it brings anything."""

        def done(preview: Preview) -> None:
            self.incoming, self.notice = preview, None
            self.navigate("/incoming")

        self.run_in_background(self.t("Reading the file…"), lambda: preview_import(raw, self.history), done)

    def incoming_accepted(
        self,
        *,
        same: Collection[PlayerId] = (),
        chosen: Mapping[tuple[str, str], str] = MappingProxyType({}),
        schemes: Collection[str] = (),
    ) -> None:
        """What the file has and this history has not comes in.

        `same` are the incoming players who are those of their name here, `chosen` the versions that the table takes,
        by session and deal, `schemes` the house rules that replace those of here.
        """
        preview = self.incoming
        if preview is None:
            return
        named = preview.proposals(PlayerMatch.SAME_NAME)
        who = preview.proposals(PlayerMatch.MERGED_THERE) | {id_: named[id_] for id_ in same}

        def work() -> tuple[ImportResult, bool]:
            before = self.history.backups()
            brought = apply_import(preview, self.history, same=who, replace_schemes=schemes)
            left = []
            for session_id, entry in brought.conflicting:
                version = chosen.get((session_id, entry))
                if version is None:
                    left.append((session_id, entry))
                else:
                    now = self.history.load(session_id).choose(entry, version, self.history.stamp())
                    self.history.append(session_id, now.events[-1])
            new_backup = brought.backup is not None and brought.backup not in before
            return replace(brought, conflicting=tuple(left)), new_backup

        self.run_in_background(self.t("Bringing it in…"), work, self._brought_in)

    def _brought_in(self, result: tuple[ImportResult, bool]) -> None:
        brought, new_backup = result
        self.incoming = None
        self.arrivals += 1
        said = [self.t("Brought in.")]
        if new_backup:
            said = [self.t("Brought in. A backup of before was made.")]
        elif brought.backup is not None:
            when = backup_time(self.t, brought.backup)
            said = [self.t("Brought in. The backup of {when} has everything from before.", when=when)]
        said += self._refused_words(brought)
        if brought.conflicting:
            said.append(
                self.t.plural(
                    "{count} hand waits for a choice between two corrections.",
                    "{count} hands wait for a choice between two corrections.",
                    len(brought.conflicting),
                )
            )
        self.navigate("/")
        self._say(" ".join(said))

    def _refused_words(self, brought: ImportResult) -> list[str]:
        if not brought.refused:
            return []
        return [
            self.t.plural(
                "{count} evening could not come in.",
                "{count} evenings could not come in.",
                len(brought.refused),
            )
        ]

    def players_merged(self, players: Sequence[Player]) -> None:
        """Several players of a name are one: the one who played last."""
        kept, *others = sorted(players, key=lambda player: player.last_used, reverse=True)
        if self._in_history(lambda: self.history.merge_players([(player, kept.id) for player in others])):
            self._say(self.t("{name} is one player now", name=kept.name))

    def player_separated(self, player: Player) -> None:
        """They were not the same after all."""
        if self._in_history(lambda: self.history.separate_player(player.id)):
            self._say(self.t("{name} is somebody else again", name=player.name))

    # -- notices ---

    def notice_over(self, notice: Notice) -> None:
        """The moment of a notice has passed."""
        if self.notice == notice:
            self.notice = None

    def said(self, text: str, *, error: bool = False) -> None:
        """Something short to say."""
        self._say(text, error=error)

    def failed(self) -> None:
        """Something went wrong that should not have: nothing of it was saved."""
        self._say(self.t("Something went wrong. What was saved is safe; try again."), error=True)

    def reports_read(self, shown: Collection[Report]) -> None:
        """What the history had to do on its own has been read."""
        self.history.dismiss_reports(shown)
        self.changed()

    # -- other windows ---

    def history_changed(self, session_id: str | None = None) -> None:
        """Another window changed the history: a notice that offers to undo is out of date."""
        if self.notice is not None and self.notice.undo and self.notice.undo.session == session_id:
            self.notice = None
        self.changed()

    def changed(self) -> None:
        """What is shown has to be looked at again."""
        self.revision += 1

    # -- inside ---

    def _commit(self, session: Session, what: Callable[[Session, Stamp], Session]) -> Session | None:
        """Saves what happened, durably, then shows it; None, with a notice, where it could not be saved.

        It happens to the session as it is now, which another window may have changed since it was drawn; None,
        without a word, where by then there is nothing to do.
        """
        self.saving = True
        try:
            now = self.history.load(session.id)
            changed = what(now, self.history.stamp())
            if changed is now:
                return None
            changed = self.history.append(session.id, changed.events[-1])
        except HistoryError as error:
            self._report(error)
            return None
        finally:
            self.saving = False
        self.changed()
        return changed

    def _new_draft(self, session: Session, counted_by: Side = Side.TAKER) -> HandDraft:
        return HandDraft.new(session.dealer, session.players(session.dealer), counted_by)

    def _keep(self, session_id: str, draft: HandDraft) -> None:
        self._drafts[session_id] = draft
        try:
            self.history.save_draft(session_id, draft.to_document())
        except HistoryError as error:
            self._report(error)

    def _forget_draft(self, session: Session, done: HandDraft) -> None:
        """An entry is over; the new hand that it had put aside, if any, is under way again."""
        if done.aside is not None:
            self._keep(session.id, replace(done.aside, counted_by=done.counted_by))
            return
        players = session.players(session.dealer)
        self._drafts[session.id] = HandDraft.new(session.dealer, players, done.counted_by)
        try:
            self.history.clear_draft(session.id)
        except HistoryError as error:
            self._report(error)

    def _set(self, key: str, value: str) -> None:
        self._in_history(lambda: self.history.set_setting(key, value))

    def _in_history(self, change: Callable[[], object]) -> bool:
        """Whether a change of what is kept beside the sessions was saved."""
        try:
            change()
        except HistoryError as error:
            self._report(error)
            return False
        self.changed()
        return True

    def run_in_background(self, words: str, what: Callable[[], T], then: Callable[[T], object]) -> None:
        """Does what takes long beside the window, which says so meanwhile and begins nothing else of the kind."""
        if self.busy is not None:
            return
        self.busy = words

        async def work() -> None:
            result = await asyncio.to_thread(_outcome, what)
            self.busy = None
            if isinstance(result, HistoryError):
                self._report(result)
            elif isinstance(result, _Failure):
                self.failed()
            else:
                then(result)
                self.changed()

        self._run(work)

    def _say(
        self, text: str, *, undo: Session | None = None, deleted: Scheme | None = None, error: bool = False
    ) -> None:
        """Says something on the screen that is open.

        The last event of `undo` can then be undone, and rules that were `deleted` can be brought back.
        """
        self._notices += 1
        event = undo.undoable if undo is not None else None
        back = Undo(undo.id, event.id) if undo is not None and event is not None else None
        self.notice = Notice(
            text, back, deleted, error=error, number=self._notices, place=_place(self._route)
        )

    def _report(self, error: HistoryError) -> None:
        self._say(history_error_text(self.t, error), error=True)


class _Failure:
    """What takes the place of a result where something failed that should not have."""


def _outcome(what: Callable[[], T]) -> T | HistoryError | _Failure:
    try:
        return what()
    except HistoryError as error:
        return error
    except Exception:
        log.exception("what was done aside failed")
        return _Failure()


def _calculator(players: int, scheme: Scheme, people: tuple[Person, ...] = ()) -> Session:
    """A table of nobody in particular, for one hand."""
    people = people or tuple(
        Person(letter, letter, number) for number, letter in enumerate("ABCDE"[:players])
    )
    return Session(
        id=CALCULATOR,
        created="2000-01-01T00:00:00Z",
        people=people,
        seats=players,
        first_dealer=people[0].id,
        scheme=scheme,
    )


def _cleaned(reason: str) -> str:
    """What was typed as a reason, without what nobody sees."""
    return clean_name(reason)[:MAX_REASON]


def _fits(draft: HandDraft, session: Session) -> bool:
    """Whether a draft kept earlier still belongs to this table."""
    try:
        fits = draft.facts.players == session.players(draft.dealer, draft.editing)
        if draft.editing is not None:
            session.entry(draft.editing)
    except (KeyError, ValueError):
        return False
    facts = draft.facts
    named = {facts.taker, facts.partner} - {None}
    named |= {p.player for p in facts.poignees} | {m.player for m in facts.miseres}
    return fits and named <= set(facts.players)


def _draft_of(deal: Deal, session: Session, counted_by: Side, editing: str | None) -> HandDraft:
    if isinstance(deal.outcome, ThrownIn):
        players = session.players(deal.dealer, editing)
        return replace(HandDraft.new(deal.dealer, players, counted_by), editing=editing)
    return HandDraft.of(deal.outcome, deal.dealer, counted_by, editing)
