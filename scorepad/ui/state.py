"""The state of a window: everything that its screens show.

Each method is named after an event. Everything is saved before it is shown. Storage errors become a notice.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Collection, Coroutine, MutableMapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec, TypeVar

import flet as ft

from scorepad.evening.adjustment import Adjustment
from scorepad.evening.evening import Evening, Start
from scorepad.evening.events import (
    Deal,
    Ended,
    LengthAgreed,
    Noted,
    RateAgreed,
    Renamed,
    RulesChanged,
    Seated,
    Stamp,
)
from scorepad.evening.length import AgreedLength
from scorepad.evening.money import Rate
from scorepad.evening.people import MAX_NAME, Member, NewName, Person, Seating
from scorepad.evening.sheet import Entry
from scorepad.history import (
    Deleted,
    History,
    HistoryError,
    Player,
    Progress,
    Report,
    Summary,
    UnknownEvening,
)
from scorepad.history.transfer import export
from scorepad.i18n import LANGUAGES, Translator
from scorepad.i18n.errors import error_text
from scorepad.i18n.events import happened_text
from scorepad.i18n.length import length_text
from scorepad.i18n.names import beside_name, entry_title, evening_titles, scheme_title, thrown_in_name
from scorepad.i18n.problems import scheme_error_text
from scorepad.i18n.saved import backup_time
from scorepad.i18n.sentences import brief_hand, marks, result
from scorepad.tarot.check import impossible
from scorepad.tarot.hand import Hand, PlayerId, ThrownIn
from scorepad.tarot.scheme import Scheme, SchemeError
from scorepad.tarot.scheme_data import scheme_from_file, shipped_scheme, shipped_schemes
from scorepad.text import clean_name, same_name
from scorepad.ui import background, routes
from scorepad.ui.cards import Cards
from scorepad.ui.draft import MAX_NOTE, HandDraft
from scorepad.ui.drafts import HandDrafts, cleaned
from scorepad.ui.files import Place
from scorepad.ui.importing import Importing
from scorepad.ui.link import hand_code
from scorepad.ui.navigation import Navigation
from scorepad.ui.public_address import BadAddress, public_address
from scorepad.ui.table import NewTable, check_name, dealt_by, same_table, sits_so
from scorepad.ui.theme import SCREENFUL, Layout
from scorepad.ui.web_app import WebApp

CALCULATOR = "calculator"
"""The id of the evening of the calculator, which is never saved."""
THEMES = ("system", "light", "dark")
SWITCHES = {"awake": True, "ticks": True, "left_handed": False, "keys": True}
"""What the settings turn on and off, as it is at first."""

log = logging.getLogger("scorepad")
T = TypeVar("T")
P = ParamSpec("P")


class Undo(NamedTuple):
    """The last event of an evening, which can be undone."""

    evening: str
    event: str


@dataclass(frozen=True)
class Notice:
    """A message shown for a moment, on the screens of one `place`.

    It offers to undo the event that `undo` names, to bring back the rules that were `deleted`, or to call `back`.
    """

    text: str
    undo: Undo | None = None
    deleted: Scheme | None = None
    back: Callable[[], object] | None = None
    error: bool = False
    number: int = 0
    place: str = routes.HOME


def _run_now(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(work())


class AppState(ft.Observable):
    """The state of one window.

    `navigate` changes its address, `set_theme_mode` makes it light or dark, `set_locale` passes its language to the
    system, `run` starts a coroutine function. `chosen`: the language comes from the user and wins over the saved one.
    `public_url`, of the command line, wins over the saved one too. `stay_awake` keeps the screen on, or no longer;
    `tick` lets the device tick. `look` holds the language and the theme where a browser keeps them, in place of the
    history. `sheet_path` gives the path of a score sheet of an evening, in a language and on a paper, for one visit.
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
        web_app: WebApp | None = None,
        public_url: str | None = None,
        look: MutableMapping[str, Any] | None = None,
        sheet_path: Callable[[str, str, str], str] | None = None,
        stay_awake: Callable[[bool], None] = lambda wanted: None,
        tick: Callable[[], None] = lambda: None,
    ) -> None:
        self.history = history
        self.place = place
        self.web_app = web_app
        self.public_url = public_url
        self.navigation = Navigation(navigate, self._moved, self.changed)
        self.drafts = HandDrafts(history, self.report, self.changed, self._tapped)
        self.importing = Importing(self)
        self.cards = Cards(self)
        self.set_theme_mode = set_theme_mode
        self.set_locale = set_locale
        self.stay_awake = stay_awake
        self._tick = tick
        self._run = run
        self.busy: str | None = None
        """The work under way in the background, in words."""
        self.exporting: background.Job | None = None
        self._look = look
        self.sheet_path = sheet_path
        settings = history.settings() if look is None else look
        stored = settings.get("language")
        self.language = stored if stored in LANGUAGES and not chosen else language
        self.t = Translator(self.language)
        theme = settings.get("theme")
        self.theme = theme if theme in THEMES else THEMES[0]
        default = self.default_scheme()
        self._calculator = _calculator("AB" if default.open else "ABCD", default)
        self.arrivals = 0
        """The number of imports and restores: after each, the list shows all evenings."""
        self.notice: Notice | None = None
        self.revision = 0
        self.layout = Layout()
        self.turned: Callable[[bool], object] = lambda wide: None
        """Is called when the window becomes wide, or narrow."""
        self._size = (0.0, float(SCREENFUL))
        self.saving = False
        """Whether the change that the history announces is made by this window."""
        self._rebuilding = False
        self.reason_of_correction = ""
        """Why points without a hand are about to be corrected."""
        self._seated: NewTable | None = None
        self.new_table = NewTable()
        """The table of the evening that is about to begin."""
        self.corrected: str | None = None
        """The id of the hand that was just corrected in this window, until the sheet shows it."""
        self.draw: Callable[[Sequence[Person]], Person] = secrets.choice
        """Draws one of several people."""
        self._notices = 0
        self.kept: dict[tuple[str, str], object] = {}
        """What the screen of a route keeps while the window is turned, by the route and a name."""
        self.compared: dict[str, tuple[str, ...]] = {}
        """The ids of the schemes that an evening, or a hand, was compared under last, by its id."""

    # -- what screens read ---

    @property
    def system_fonts(self) -> bool:
        """Whether fonts of the system draw the signs that the bundled fonts lack; not in a browser."""
        return self.place is not Place.BROWSER

    def summaries(self) -> tuple[Summary, ...]:
        """Every evening in brief: those under way first, then by date."""
        known, progress = self.history.summaries_so_far()
        if progress is not None and not self.history.threads and not self._rebuilding:
            self._rebuilding = True
            self.run(self._rebuild_index)
        return tuple(known)

    async def _rebuild_index(self) -> None:
        try:
            await background.rebuild_index(self.history)
        finally:
            self._rebuilding = False

    @property
    def gathering(self) -> Progress | None:
        """The progress of reading all evenings after their index was lost; None once all are known."""
        return self.history.progress

    def opened(self, evening_id: str) -> Evening | HistoryError:
        """The evening of that id as it is now, or the error that prevents it."""
        if evening_id == CALCULATOR:
            return self.calculator
        try:
            return self.history.load(evening_id)
        except HistoryError as error:
            return error

    def evening(self, evening_id: str) -> Evening | None:
        """The evening of that id as it is now; None if it cannot be read."""
        found = self.opened(evening_id)
        return found if isinstance(found, Evening) else None

    def roster(self) -> Sequence[Player]:
        """All players, the most recent first, archived ones included."""
        return tuple(self.history.players())

    def schemes(self, own: Scheme | None = None) -> tuple[Scheme, ...]:
        """All schemes: the table's own first, then the shipped ones, then the house rules.

        House rules that changed after the table began with them appear twice, as then and as now.
        """
        known = {scheme.id: scheme for scheme in (*shipped_schemes().values(), *self.history.schemes())}
        if own is None:
            return tuple(known.values())
        now = known.pop(own.id, own)
        if now == own:
            return (own, *known.values())
        words = self.t("{scheme}, as now", scheme=scheme_title(self.t, now))
        return (own, replace(now, name=words), *known.values())

    def scheme(self, scheme_id: str) -> Scheme | None:
        """The scheme of that id, shipped or of the house."""
        return next((scheme for scheme in self.schemes() if scheme.id == scheme_id), None)

    def scheme_of(self, table: NewTable) -> Scheme:
        """The scheme of a new table: the default one if it chose none, or one that was deleted."""
        return self.scheme(table.scheme or "") or self.default_scheme()

    def person_named(self, name: str) -> Person:
        """The person of this name: of the roster, or new."""
        for player in self.roster():
            if same_name(player.name, name):
                return Person(player.id, player.name, player.mark)
        return Person(self.history.new_id(), clean_name(name), len(self.roster()))

    def guest_named(self, name: str) -> Person:
        """Somebody who is here for one evening only, whoever else has that name."""
        return Person(self.history.new_id(), clean_name(name), len(self.roster()), guest=True)

    def team_named(self, name: str, members: Sequence[str]) -> Person:
        """A team whose members are players."""
        team = Person(self.history.new_id(), clean_name(name), len(self.roster()))
        players = (self.person_named(member) for member in members)
        return replace(team, members=tuple(Member(player.id, player.name) for player in players))

    def last_table(self) -> Evening | None:
        """The newest evening that can be read, for "same table as last time"."""
        newest_first = sorted(self.summaries(), key=lambda summary: summary.created, reverse=True)
        evenings = (self.evening(summary.id) for summary in newest_first)
        return next((evening for evening in evenings if evening is not None), None)

    def calculated(self, hand: Hand, scheme: Scheme) -> tuple[Evening, Entry]:
        """A hand without an evening, as the only one of its own. Raises ValueError if it is impossible."""
        if impossible(hand, scheme):
            raise ValueError("the hand cannot be")
        table = _calculator(hand.players, scheme)
        evening = table.record(Deal(hand.players[0], hand), Stamp(CALCULATOR, table.start.created))
        return evening, evening.sheet.entries[0]

    @property
    def now(self) -> str:
        """The time (ISO 8601, UTC)."""
        return self.history.now

    # -- entering a hand ---

    def hand_submitted(self, evening: Evening) -> None:
        """A complete hand is recorded, or corrects an old one. Points of one digit need a second tap first."""
        draft = self.drafts.of(evening)
        rules = evening.rules_at(draft.editing)
        hand = draft.verdict(rules).hand
        if hand is None or not self.drafts.is_confirmed(draft, rules):
            return
        if evening.id == CALCULATOR:
            route = routes.calculated(hand_code(hand, rules))
            if not self.navigation.is_going_to(route):  # a second tap does nothing
                self.navigation.to(route)
            return
        said = result(self.t, hand, rules)
        if not self.layout.large_text:  # there is no room for more
            said = self._hand_in_brief(evening, hand, rules)
        self._record(evening, Deal(draft.dealer, hand), draft, said)

    def _hand_in_brief(self, evening: Evening, hand: Hand, rules: Scheme) -> str:
        takers = evening.table.name_of(hand.taker)
        if hand.partner is not None:
            partner = evening.table.name_of(hand.partner)
            takers = self.t("{taker} with {partner}", taker=takers, partner=partner)
        return " · ".join([brief_hand(self.t, hand, takers, rules), *marks(self.t, hand)])

    def thrown_in(self, evening: Evening, why: ThrownIn) -> None:
        """The deal was not played; a second tap on the same evening does nothing."""
        now = self.evening(evening.id)
        if now is not None and len(now.events) == len(evening.events):
            draft = self.drafts.of(evening)
            self._record(evening, Deal(draft.dealer, why), draft, thrown_in_name(self.t, why))

    def _record(self, evening: Evening, deal: Deal, draft: HandDraft, said: str) -> None:
        def happen(evening: Evening, stamp: Stamp) -> Evening:
            if draft.editing is not None:
                return evening.correct(draft.editing, deal, stamp, draft.reason)
            return evening.record(deal, stamp)

        changed = self._commit(evening, happen)
        if changed is None:
            return
        self.corrected = draft.editing
        self.drafts.finish(changed, draft)
        entry = changed.sheet.entry(draft.editing or changed.events[-1].id)
        number, t = entry.number, self.t
        if draft.editing is None:
            said = t("Hand {number} saved: {result}", number=number, result=said)
        else:
            said = t("Hand {number} corrected: {result}", number=number, result=said)
        self.navigation.to(routes.evening(evening.id))
        self.say(said, undo=changed)
        if self.setting("ticks"):
            self._tick()
        self.cards.hand_saved()

    def edit_pressed(self, evening: Evening, entry_id: str, reason: str = "") -> None:
        """An old hand goes back into the form, with the reason for its correction.

        A notice goes: its "Undo" would seem to be about this correction.
        """
        self.notice = None
        if evening.sheet.entry(entry_id).deal.points_change is not None:
            self.reason_of_correction = cleaned(reason)
            self.navigation.to(routes.points_of(evening.id, entry_id))
            return
        self.drafts.correct(evening, entry_id, reason)
        self.navigation.to(routes.entry(evening.id))

    def points_given(self, evening: Evening, adjustment: Adjustment, editing: str | None = None) -> bool:
        """Points change hands without a hand, or did so otherwise than written; whether something was saved."""

        def give(now: Evening, stamp: Stamp) -> Evening:
            if now.table.ended or (
                editing is not None and now.sheet.entry(editing).deal.outcome == adjustment
            ):
                return now
            if editing is None:
                return now.record(Deal(now.dealer, adjustment), stamp)
            deal = replace(now.sheet.entry(editing).deal, outcome=adjustment)
            return now.correct(editing, deal, stamp, self.reason_of_correction)

        t, what = self.t, self.t.inside(beside_name(self.t, adjustment))
        said = t("Saved: {what}", what=what) if editing is None else t("Corrected: {what}", what=what)
        saved = self._commit(evening, give, said, go=routes.evening(evening.id)) is not None
        self.reason_of_correction = ""
        return saved

    def note_given(
        self, evening: Evening, words: str, entry_id: str | None = None, *, back: str = ""
    ) -> None:
        """Another note on a hand or on the evening, "" for none; the same words a second time do nothing."""
        note = clean_name(words)[:MAX_NOTE]

        def give(now: Evening, stamp: Stamp) -> Evening:
            return now if now.table.notes.get(entry_id, "") == note else now.add(Noted(note, entry_id), stamp)

        self._commit(evening, give, self.t("Noted") if note else self.t("The note is gone"))
        self.navigation.to(back or routes.evening(evening.id))

    def earlier_evenings(self, evening: Evening, at_most: int) -> list[Evening]:
        """The evenings before this one at which exactly the same people have a score, the latest first."""
        people = sorted({self.history.player_of(id_) for id_ in evening.seating_at().ids})
        before = [each for each in self.summaries() if each.created < evening.start.created and each.hands]
        found = (
            self.evening(each.id)
            for each in sorted(before, key=lambda each: each.created, reverse=True)
            if sorted(self.history.player_of(person.id) for person in each.people) == people
        )
        return list(islice((each for each in found if each is not None), at_most))

    def same_people(self, evening: Evening, earlier: Evening) -> dict[PlayerId, PlayerId]:
        """The people of an earlier evening by those at this table."""
        player_of = self.history.player_of
        by_player = {player_of(person.id): person.id for person in earlier.sheet.people}
        return {id_: by_player[player_of(id_)] for id_ in evening.seating_at().ids}

    def entry_left(self, evening: Evening) -> None:
        """The correction of an old hand is given up; a new hand stays as it is."""
        if evening.id == CALCULATOR:
            self.navigation.to(routes.HOME)
            return
        if self.drafts.of(evening).editing is not None:
            self.drafts.finish(evening)
        self.navigation.to(routes.evening(evening.id))

    # -- correcting ---

    def void_pressed(self, evening: Evening, entry_id: str, reason: str = "") -> None:
        """A hand is struck out; a second tap does nothing."""
        self._commit(
            evening,
            lambda now, at: (
                now if now.sheet.entry(entry_id).voided else now.correct(entry_id, None, at, cleaned(reason))
            ),
            self._named(evening, entry_id, self.t("Hand {number} struck out"), self.t("Struck out: {what}")),
        )

    def _named(self, evening: Evening, entry_id: str, of_hand: str, of_other: str) -> str:
        """A sentence about a hand, or about what was paid without one."""
        entry = evening.sheet.entry(entry_id)
        if entry.deal.points_change is None:
            return of_hand.format(number=entry.number)
        return of_other.format(what=self.t.inside(entry_title(self.t, entry)))

    def reason_given(self, evening: Evening, entry_id: str, reason: str) -> None:
        """The reason comes after a hand was struck out: it is struck out again, with the reason."""
        said = cleaned(reason)

        def give(now: Evening, stamp: Stamp) -> Evening:
            entry = now.sheet.entry(entry_id)
            wanted = entry.voided and not now.table.ended and said not in ("", entry.current.reason)
            return now.correct(entry_id, None, stamp, said) if wanted else now

        self._commit(evening, give, self.t("The reason is noted"))

    def restore_pressed(
        self, evening: Evening, entry_id: str, version: str | None = None, reason: str = ""
    ) -> None:
        """A hand stands again, as it was last or in an earlier version."""

        def restore(now: Evening, stamp: Stamp) -> Evening:
            if version is None:
                return now.restore(entry_id, stamp, cleaned(reason))
            return now.choose(entry_id, version, stamp, cleaned(reason))

        self._commit(
            evening,
            restore,
            self._named(
                evening, entry_id, self.t("Hand {number} counts again"), self.t("Counts again: {what}")
            ),
        )

    def version_chosen(self, evening: Evening, entry_id: str, version: str, reason: str = "") -> None:
        """The table takes one of the versions that two devices left of a hand; a second tap does nothing."""

        def choose(now: Evening, stamp: Stamp) -> Evening:
            conflicting = now.sheet.entry(entry_id).conflicting
            return now.choose(entry_id, version, stamp, cleaned(reason)) if conflicting else now

        self._commit(evening, choose, self.t("So it counts"))

    def undo_pressed(self, evening_id: str, meant: str) -> None:
        """The event that is meant is undone, if it is still the last one; a hand goes back into the form."""

        def undo(now: Evening, stamp: Stamp) -> Evening:
            return now.undo(stamp) if now.undoable is not None and now.undoable.id == meant else now

        evening = self.evening(evening_id)
        changed = self._commit(evening, undo) if evening is not None else None
        if evening is None or changed is None:
            return
        said = self.t("Undone: {what}", what=self._what_happened(meant, evening))
        if self.drafts.bring_back(changed, next(event for event in changed.events if event.id == meant)):
            self.navigation.to(routes.entry(evening_id))
        self.say(said)

    def redo_pressed(self, evening_id: str, meant: str) -> None:
        """The undo that is meant is undone, if it is still the last one."""

        def redo(now: Evening, stamp: Stamp) -> Evening:
            return now.redo(stamp) if now.redoable is not None and now.redoable.id == meant else now

        evening = self.evening(evening_id)
        changed = self._commit(evening, redo) if evening is not None else None
        if evening is None or changed is None:
            return
        self.drafts.finish(changed)
        said = self.t("Redone: {what}", what=self._what_happened(meant, changed))
        self.say(said, undo=changed)

    def _what_happened(self, id_: str, evening: Evening) -> str:
        """An event of an evening in which it counts, in a few words; with the evening, if several are under way."""
        words = happened_text(self.t, evening, evening.event(id_))
        under_way = [each for each in self.summaries() if not each.finished and each.problem is None]
        return f"{words} · {self._title_among_all(evening.id)}" if len(under_way) > 1 else words

    # -- evenings ---

    def dealer_drawn(self, table: NewTable) -> None:
        """The app draws who deals first at a new table."""
        drawn = self.draw(table.people)
        self.new_table = dealt_by(table, drawn)
        self.say(self.t("{name} deals first", name=drawn.name))

    def evening_started(self, table: NewTable) -> bool:
        """An evening begins; True if it could be saved. A second tap on the same button does nothing."""
        assert table.dealer is not None
        if table is self._seated:
            return False
        stamp = self.history.stamp()
        start = Start(
            id=self.history.new_id(),
            created=stamp.at,
            title=table.name,
            seating=Seating(table.people, table.seats, table.dealer),
            scheme=self.scheme_of(table),
            length=table.length,
        )
        saved = self._save(self.history.create, Evening.of(start))
        if saved:
            self._seated = table
            self.navigation.to(routes.evening(start.id))
        return saved

    def play_again(self, evening: Evening) -> None:
        """A new evening of the people of an old one is about to begin."""
        self.navigation.to(routes.NEW_EVENING)
        self.new_table = same_table(evening)

    def rules_chosen(self, evening: Evening, scheme: Scheme, *, from_now: bool = False) -> None:
        """The table changes its rules, for the whole evening or from now on.

        Nothing happens if it plays by them already, or a bid they lack was played meanwhile.
        """
        scheme = self.scheme(scheme.id) or scheme

        def change(now: Evening, stamp: Stamp) -> Evening:
            if now.table.ended or (now.table.rules.now == scheme and (from_now or not now.table.rules.later)):
                return now
            if not from_now and now.by(scheme).left_out:
                return now
            return now.add(RulesChanged(scheme, from_now=from_now), stamp)

        title = scheme_title(self.t, scheme)
        said = self.t("The whole evening now counts by: {scheme}", scheme=title)
        if from_now:
            said = self.t("From now on: {scheme}", scheme=title)
        self._commit(evening, change, said, go=routes.evening(evening.id))

    def compared_under(self, what: str, schemes: tuple[str, ...]) -> None:
        """An evening, or a hand, is compared under these schemes; all are given by their ids."""
        self.compared[what] = schemes
        self.changed()

    def new_rules_chosen(self, scheme: Scheme) -> None:
        """The evening that is about to begin plays by these rules."""
        self.new_table = replace(self.new_table, scheme=scheme.id)
        self.navigation.to(routes.NEW_EVENING)

    def table_changed(self, evening: Evening, table: NewTable) -> None:
        """The seating changes from the next hand on; a second tap does nothing."""

        def change(now: Evening, stamp: Stamp) -> Evening:
            if now.table.ended or table.dealer is None or sits_so(table, now):
                return now
            return now.add(Seated(Seating(table.people, table.seats, table.dealer)), stamp)

        words = self.t("Noted, from the next hand on.")
        self._commit(evening, change, words, go=routes.evening(evening.id))

    def seat_taken_over(self, evening: Evening, leaver: PlayerId, newcomer: Person) -> None:
        """Somebody plays on for another one, with the seat and the score; a second tap does nothing."""

        def change(now: Evening, stamp: Stamp) -> Evening:
            ids = now.seating_at().ids
            if now.table.ended or leaver not in ids or newcomer.id in ids:
                return now
            return now.take_over(leaver, newcomer, stamp)

        name = evening.table.name_of(leaver)
        words = self.t("{newcomer} plays on for {leaver}", newcomer=newcomer.name, leaver=name)
        self._commit(evening, change, words, go=routes.evening(evening.id))

    def length_agreed(self, evening: Evening, length: AgreedLength) -> None:
        """The evening is to have another length; a second tap does nothing."""

        def agree(now: Evening, stamp: Stamp) -> Evening:
            return (
                now if now.table.ended or now.table.length == length else now.add(LengthAgreed(length), stamp)
            )

        said = length_text(self.t, length)
        self._commit(evening, agree, said[0].upper() + said[1:], go=routes.evening(evening.id))

    def rate_agreed(self, evening: Evening, rate: Rate) -> None:
        """The points are worth so much money; a second tap does nothing."""

        def agree(now: Evening, stamp: Stamp) -> Evening:
            return now if now.table.rate == rate else now.add(RateAgreed(rate), stamp)

        self._commit(evening, agree, self.t("Rate agreed") if rate.cents else self.t("Without money"))

    def end_pressed(self, evening: Evening) -> None:
        """The evening is over; a second tap does nothing."""
        ended = self._commit(
            evening,
            lambda now, stamp: now if now.table.ended else now.add(Ended(), stamp),
            go=routes.end(evening.id),
        )
        if ended is not None:
            self.say(self.t("The evening is over."), back=partial(self.reopen_pressed, ended))

    def reopen_pressed(self, evening: Evening) -> None:
        """The evening goes on; a second tap does nothing."""
        sheet = routes.evening(evening.id)
        self._commit(
            evening, lambda now, stamp: now.add(Ended(False), stamp) if now.table.ended else now, go=sheet
        )

    # -- names, players and the bin ---

    def names_given(self, evening: Evening, renaming: Renamed, *, of_players: bool = False) -> bool:
        """The evening, or people of it, have other names, `of_players` those of the list of players too.

        Whether it could be saved; the same names a second time do nothing.
        """
        players = self._players_to_rename(evening, renaming) if of_players else []

        def rename(now: Evening, stamp: Stamp) -> Evening:
            return now if now.is_called(renaming) else now.add(renaming, stamp)

        changed = self._commit(evening, rename, self.t("The new names are noted"))
        if changed is not None:
            free = [replace(player, name=name) for player, name in players if self._is_free(player, name)]
            self._save(self.history.save_players, free)
        return changed is not None

    def names_kept(self, evening: Evening, renaming: Renamed) -> list[tuple[str, str]]:
        """The names that the list of players keeps, each with the new one, which is another player's there."""
        players = self._players_to_rename(evening, renaming)
        return [(player.name, name) for player, name in players if name and not self._is_free(player, name)]

    def _players_to_rename(self, evening: Evening, renaming: Renamed) -> list[tuple[Player, str]]:
        """The players with the new names of people of an evening who have the same name there and here."""
        players = {player.id: player for player in self.roster()}
        before = {person.id: person.name for person in evening.table.everybody}
        named = [(players.get(self.history.player_of(each.id)), each) for each in renaming.people]
        return [
            (player, each.name)
            for player, each in named
            if player is not None and same_name(player.name, before[each.id])
        ]

    def _is_free(self, player: Player, name: str) -> bool:
        """Whether a player can have a name that nobody else in the list has."""
        return check_name(name, [each.name for each in self.roster() if each.id != player.id]) is None

    def player_renamed(self, player: Player, name: str, evenings: Sequence[str] = ()) -> bool:
        """A player has another name for evenings to come, and in these evenings; whether it could be saved.

        An evening at which somebody else has the name keeps its own.
        """
        if not self._save(self.history.save_players, [replace(player, name=name)]):
            return False
        t = self.t
        said = t("{name} is now {other}", name=player.name, other=name)
        if not evenings:
            self.say(said)
            return True

        def rename_all() -> str:
            with self.history.as_one_change():
                renamed = sum(self._rename_in(evening_id, player.id, name) for evening_id in evenings)
            count = t.plural("in {count} evening", "in {count} evenings", renamed)
            return f"{said}, {count}"

        self.run_in_background(t("Writing the new name…"), rename_all, self.say)
        return True

    def _rename_in(self, evening_id: str, player_id: str, name: str) -> bool:
        """Whether a player could be renamed in an evening."""
        evening = self.history.load(evening_id)
        others = [each for each in evening.table.everybody if self.history.player_of(each.id) != player_id]
        people = [each for each in evening.table.everybody if each not in others]
        renaming = Renamed(people=tuple(NewName(each.id, name) for each in people)) if people else None
        if renaming is None or evening.is_called(renaming):
            return False
        if len(people) > 1 or check_name(name, [other.name for other in others]) is not None:
            return False
        changed = evening.add(renaming, self.history.stamp())
        self.history.append(evening_id, changed.events[-1])
        return True

    def player_archived(self, player: Player, archived: bool) -> None:
        """A player is no longer suggested for new evenings, or again."""
        words = self.t("{name} is no longer suggested") if archived else self.t("{name} is suggested again")
        if self._save(self.history.save_players, [replace(player, archived=archived)]):
            back = partial(self.player_archived, player, not archived)
            self.say(words.format(name=player.name), back=back)

    def binned(self, evening_id: str) -> bool:
        """Whether an evening is in the bin."""
        return any(each.summary.id == evening_id for each in self.bin())

    def bin(self) -> Sequence[Deleted]:
        """The deleted evenings, the one deleted last first."""
        try:
            return self.history.bin()
        except HistoryError:
            return ()

    def delete_evening(self, evening: Evening) -> None:
        """An evening goes into the bin; a second tap does nothing."""
        title = self._title_among_all(evening.id)
        try:
            name = self.history.delete(evening.id)
        except UnknownEvening:
            return
        except HistoryError as error:
            self.report(error)
            return
        self.changed()
        self.navigation.to(routes.HOME)
        back = partial(self.put_back, name)
        self.say(self.t("Deleted: {evening}", evening=title), back=back)

    def put_back(self, name: str) -> None:
        """An evening comes out of the bin; `name` is that of its file there."""
        found = next((each for each in self.bin() if each.name == name), None)
        if found is not None and self._save(self.history.put_back, name):
            self.say(self.t("Put back: {evening}", evening=self._title_among_all(found.summary.id)))

    def _title_among_all(self, id_: str) -> str:
        """The title of an evening, which no other evening has."""
        read = [each for each in self.summaries() if each.problem is None]
        titles = evening_titles(self.t, [(each.name, each.created) for each in read], self.t.short_date)
        return next((title for each, title in zip(read, titles, strict=True) if each.id == id_), "")

    def deleted_for_good(self, name: str) -> None:
        """An evening in the bin is deleted for good."""
        if self._save(self.history.remove, name):
            self.say(self.t("Deleted for good"))

    # -- settings ---

    def language_chosen(self, language: str) -> None:
        """The language changes."""
        self.t = Translator(language)
        self.language = language
        self.set_locale(language)
        self._save(self._keep_look, "language", language)

    def theme_chosen(self, theme: str) -> None:
        """The theme changes: light, dark, or that of the system."""
        self.theme = theme
        self.set_theme_mode(theme)
        self._save(self._keep_look, "theme", theme)

    def _keep_look(self, name: str, value: str) -> None:
        if self._look is None:
            self.history.set_setting(name, value)
        else:
            self._look[name] = value

    def setting(self, name: str) -> bool:
        """Whether one of the `SWITCHES` is on."""
        return self.history.settings().get(name, SWITCHES[name]) is True

    def switched(self, name: str) -> None:
        """One of the `SWITCHES` is turned on, or off."""
        self._save(self.history.set_setting, name, not self.setting(name))
        self._lay_out(self.layout.growth)

    def resized(self, width: float, height: float) -> None:
        """The window has another size."""
        self._size = (width, height)
        self._lay_out(self.layout.growth)

    def text_grown(self, growth: float) -> None:
        """The text size of the system changed; `growth` is its factor."""
        self._lay_out(max(1.0, min(2.5, round(growth, 1))))

    def _lay_out(self, growth: float) -> None:
        layout = Layout.of(
            *self._size, growth, **{name: self.setting(name) for name in ("left_handed", "keys")}
        )
        if layout.wide != self.layout.wide:
            self.turned(layout.wide)
        self.layout = layout

    @property
    def saved_public_url(self) -> str:
        """The address of the published web app, as the settings have it; "" without one."""
        try:
            return public_address(str(self.history.settings().get("public_url", "")))
        except BadAddress:
            return ""

    def public_url_chosen(self, address: str) -> bool:
        """Links to hands open the web app at this address, "" for none; True if it could be saved."""
        return self._save(self.history.set_setting, "public_url", address or None)

    @property
    def web_app_address(self) -> str:
        """The address of the web app that opens links to hands: this one, or a published one; "" without one."""
        if self.web_app is not None:
            return self.web_app.browser.address
        return self.public_url or self.saved_public_url

    # -- the calculator ---

    @property
    def calculator(self) -> Evening:
        """The evening of the calculator, by house rules as they are now, or the default ones if those were deleted."""
        scheme = self.scheme(self._calculator.table.rules.now.id) or self.default_scheme()
        return Evening.of(replace(self._calculator.start, scheme=scheme))

    def calculator_set(self, players: int, scheme: Scheme) -> None:
        """The number of players and the rules change; the draft is emptied."""
        self._calculator = _calculator("ABCDE"[: 2 if scheme.open else players], scheme)
        self.drafts.restart(self.calculator)
        self.changed()

    # -- the rules of the table ---

    def default_scheme(self) -> Scheme:
        """The scheme that a new evening plays, unless the table chooses another."""
        chosen = self.history.settings().get("scheme")
        return self.scheme(str(chosen)) or shipped_scheme()

    def default_scheme_chosen(self, scheme: Scheme) -> None:
        """New evenings play by this scheme."""
        self._save(self.history.set_setting, "scheme", scheme.id)

    def scheme_changed(self, scheme: Scheme) -> bool:
        """A house scheme is saved as it is now; evenings keep the version they were played with."""
        return self._save(self.history.save_scheme, scheme)

    def scheme_duplicated(self, scheme: Scheme) -> None:
        """A house scheme like this one, to be changed."""
        self._add_scheme(scheme, self.t("{scheme}, our way", scheme=scheme_title(self.t, scheme)))

    def _add_scheme(self, scheme: Scheme, name: str) -> None:
        copy = replace(scheme, id=self.history.new_id(), name=name[:MAX_NAME])
        if self.scheme_changed(copy):
            self.navigation.to(routes.scheme(copy.id))

    def scheme_deleted(self, scheme: Scheme) -> None:
        """A house scheme is no longer offered; evenings played with it keep it."""
        if self._save(self.history.remove_scheme, scheme.id):
            self.navigation.to(routes.SCHEMES)
            self.say(self.t("Deleted: {scheme}", scheme=scheme.name), deleted=scheme)

    def scheme_brought_back(self, scheme: Scheme) -> None:
        """A scheme that was deleted is saved again."""
        if self.scheme_changed(scheme):
            self.notice = None
            self.navigation.to(routes.scheme(scheme.id))

    def scheme_opened(self, raw: bytes) -> None:
        """A file of rules was opened: hostile until checked."""

        def read() -> Scheme | SchemeError:
            try:
                return scheme_from_file(raw)
            except SchemeError as error:
                return error

        def done(scheme: Scheme | SchemeError) -> None:
            if isinstance(scheme, SchemeError):
                reason = scheme_error_text(self.t, scheme)
                self.say(self.t("These rules cannot be read: {reason}", reason=reason), error=True)
            else:
                self._add_scheme(scheme, clean_name(scheme_title(self.t, scheme)) or self.t("House rules"))

        self.run_in_background(self.t("Reading the file…"), read, done)

    # -- backups and files ---

    def backup_pressed(self) -> None:
        """Makes a backup now."""

        def work() -> str:
            before, made = self.history.backups(), self.history.back_up()
            if made not in before:
                return self.t("Backed up")
            return self.t("Nothing has changed since the backup of {when}.", when=backup_time(self.t, made))

        self.run_in_background(self.t("Making a backup…"), work, self.say)

    def restored(self, path: Path) -> None:
        """A backup takes the place of everything; what was there is backed up first."""

        def done(_: object) -> None:
            self.drafts.forget()
            self.arrivals += 1
            self.navigation.to(routes.HOME)
            self.say(self.t("Restored. What was here before is the newest backup."))

        self.run_in_background(self.t("Restoring…"), partial(self.history.restore, path), done)

    def elsewhere_chosen(self, folder: Path | None) -> None:
        """Backups are copied into a second folder from now on; None ends that."""
        if self.place is not Place.WINDOW:
            return  # a served page must not write where it likes
        said = self.t("Backups stay here only") if folder is None else self.t("Backups are copied there too")
        copy = partial(self.history.back_up_to, folder)
        self.run_in_background(self.t("Making a backup…"), copy, lambda _: self.say(said))

    def export_pressed(self, save: Callable[[bytes], None]) -> None:
        """Everything is written into a file, and passed to `save`."""
        self.run_in_background(self.t("Writing the file…"), partial(export, self.history), save)

    def players_merged(self, players: Sequence[Player]) -> None:
        """Several players of a name are one: the one who played last."""
        kept, *others = sorted(players, key=lambda player: player.last_used, reverse=True)
        if self._save(self.history.merge_players, [(player, kept.id) for player in others]):
            self.say(self.t("{name} is one player now", name=kept.name))

    def player_separated(self, player: Player) -> None:
        """A merged player is a player of their own again."""
        if self._save(self.history.separate_player, player.id):
            self.say(self.t("{name} is somebody else again", name=player.name))

    # -- work in the background ---

    def run(self, work: Callable[[], Coroutine[Any, Any, object]], failure: str | None = None) -> None:
        """Starts a coroutine function; an error in it becomes a notice, `failure` if that was not foreseen."""

        async def guarded() -> None:
            try:
                await work()
            except HistoryError as error:
                self.report(error)
            except Exception:
                log.exception("work in the background failed")
                self.failed(failure)

        self._run(guarded)

    def run_in_background(self, words: str, what: Callable[[], T], then: Callable[[T], object]) -> None:
        """Calls `what` in the background, then `then` with its result; meanwhile the window is `busy` with these words.

        Nothing happens if the window is busy already.
        """
        if self.busy is not None:
            return
        self.busy = words

        async def work() -> None:
            try:
                result = await background.run(what)
            finally:
                self.busy = None
            then(result)
            self.changed()

        self.run(work)

    # -- notices ---

    def say(
        self,
        text: str,
        *,
        undo: Evening | None = None,
        deleted: Scheme | None = None,
        back: Callable[[], object] | None = None,
        error: bool = False,
    ) -> None:
        """Shows a notice on the screen that is open.

        It offers to undo the last event of `undo`, to bring back rules that were `deleted`, or to call `back`.
        """
        self._notices += 1
        event = undo.undoable if undo is not None else None
        undone = Undo(undo.id, event.id) if undo is not None and event is not None else None
        place = routes.place(self.navigation.route)
        self.notice = Notice(text, undone, deleted, back, error=error, number=self._notices, place=place)

    def report(self, error: HistoryError) -> None:
        """Shows an error of the history as a notice."""
        self.say(error_text(self.t, error), error=True)

    def failed(self, words: str | None = None) -> None:
        """An unexpected error happened: nothing of it was saved."""
        words = words or self.t("Something went wrong. What was saved is safe; try again.")
        self.say(words, error=True)

    def notice_over(self, notice: Notice) -> None:
        """The time of a notice is over."""
        if self.notice == notice:
            self.notice = None

    def reports_read(self, shown: Collection[Report]) -> None:
        """Reports of the history have been read."""
        self.history.dismiss_reports(shown)
        self.changed()

    # -- other windows ---

    def history_changed(self, evening_id: str | None = None) -> None:
        """Another window changed the history: a notice that offers to undo is out of date."""
        if self.notice is not None and self.notice.undo and self.notice.undo.evening == evening_id:
            self.notice = None
        self.changed()

    def changed(self) -> None:
        """The screens are drawn again."""
        self.revision += 1

    # -- inside ---

    def _commit(
        self, evening: Evening, what: Callable[[Evening, Stamp], Evening], said: str = "", *, go: str = ""
    ) -> Evening | None:
        """Saves an event, then shows it: on the screen at `go`, with a notice that offers to undo it.

        `what` gets the evening as it is now, which another window may have changed, and returns the same object if
        there is nothing to do. None, with a notice if that is an error, where nothing was saved.
        """
        self.saving = True
        try:
            now = self.history.load(evening.id)
            changed = what(now, self.history.stamp())
            if changed is now:
                return None
            changed = self.history.append(evening.id, changed.events[-1])
        except HistoryError as error:
            self.report(error)
            return None
        finally:
            self.saving = False
        self.changed()
        if go:
            self.navigation.to(go)
        if said:
            self.say(said, undo=changed)
        return changed

    def _save(self, change: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> bool:
        """Calls a method of the history, then draws the screens again; True if it saved."""
        try:
            change(*args, **kwargs)
        except HistoryError as error:
            self.report(error)
            return False
        self.changed()
        return True

    def _tapped(self) -> bool:
        """The notice about the hand before goes at a tap on the entry; whether there was one."""
        gone = self.notice is not None and not self.notice.error
        if gone:
            self.notice = None
        return gone

    def _moved(self) -> None:
        """A notice stays on the screens where it was said, and what a screen keeps goes with it."""
        self.kept = {held: value for held, value in self.kept.items() if held[0] == self.navigation.route}
        if self.notice is not None and self.notice.place != routes.place(self.navigation.route):
            self.notice = None


def _calculator(players: Sequence[PlayerId], scheme: Scheme) -> Evening:
    """An evening for one hand of these players, who have no other names."""
    people = tuple(Person(player, player, number) for number, player in enumerate(players))
    seating = Seating(people, len(people), players[0])
    start = Start(id=CALCULATOR, created="2000-01-01T00:00:00Z", seating=seating, scheme=scheme)
    return Evening.of(start)
