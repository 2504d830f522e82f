"""The state of a window: everything that its screens show.

Each method is named after an event. Everything is saved before it is shown. Storage errors become a notice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine, MutableMapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec, TypeVar

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.events import (
    Change,
    Stamp,
)
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
from scorepad.i18n.names import evening_titles
from scorepad.i18n.saved import backup_time
from scorepad.ui import background, calculator, routes
from scorepad.ui.calculator import CALCULATOR
from scorepad.ui.cards import Cards
from scorepad.ui.drafts import HandDrafts
from scorepad.ui.files import Place
from scorepad.ui.importing import Importing
from scorepad.ui.navigation import Navigation
from scorepad.ui.public_address import BadAddress, public_address
from scorepad.ui.table import NewTable
from scorepad.ui.theme import SCREENFUL, Layout
from scorepad.ui.web_app import WebApp

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

    It offers to undo the event that `undo` names, or to call `back`.
    """

    text: str
    undo: Undo | None = None
    back: Callable[[], object] | None = None
    error: bool = False
    number: int = 0
    place: str = routes.HOME


def _run_now(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(work())


class Store(ft.Observable):
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
        stay_awake: Callable[[bool], None] = lambda wanted: None,
        tick: Callable[[], None] = lambda: None,
        look: MutableMapping[str, Any] | None = None,
        sheet_path: Callable[[str, str, str], str] | None = None,
    ) -> None:
        self.history = history
        self.place = place
        self.web_app = web_app
        self.public_url = public_url
        self.navigation = Navigation(navigate, self._moved, self.changed)
        self.drafts = HandDrafts(history, self.report, self.changed, self._tapped, self.run)
        self.importing = Importing(self)
        self.cards = Cards(self)
        self.set_theme_mode = set_theme_mode
        self.set_locale = set_locale
        self.stay_awake = stay_awake
        self.tick = tick
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
        self.calculator = calculator.Table()
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
        self.new_table = NewTable()
        """The table of the evening that is about to begin."""
        self.corrected: str | None = None
        """The id of the hand that was just corrected in this window, until the sheet shows it."""
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
            return calculator.calculator(self.history, self.calculator)
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

    @property
    def now(self) -> str:
        """The time (ISO 8601, UTC)."""
        return self.history.now

    # -- entering a hand ---

    # -- correcting ---

    # -- evenings ---

    def binned(self, evening_id: str) -> bool:
        """Whether an evening is in the bin."""
        return any(each.summary.id == evening_id for each in self.bin())

    def bin(self) -> Sequence[Deleted]:
        """The deleted evenings, the one deleted last first."""
        try:
            return self.history.bin()
        except HistoryError:
            return ()

    def delete_evening(self, evening_id: str) -> None:
        """An evening goes into the bin; a second tap does nothing."""
        title = self.title_among_all(evening_id)
        try:
            name = self.history.delete(evening_id)
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
        if found is not None and self.save(self.history.put_back, name):
            self.say(self.t("Put back: {evening}", evening=self.title_among_all(found.summary.id)))

    def title_among_all(self, id_: str) -> str:
        """The title of an evening, which no other evening has."""
        read = [each for each in self.summaries() if each.problem is None]
        titles = evening_titles(self.t, [(each.name, each.created) for each in read], self.t.short_date)
        return next((title for each, title in zip(read, titles, strict=True) if each.id == id_), "")

    def deleted_for_good(self, name: str) -> None:
        """An evening in the bin is deleted for good."""
        if self.save(self.history.remove, name):
            self.say(self.t("Deleted for good"))

    # -- settings ---

    def language_chosen(self, language: str) -> None:
        """The language changes."""
        self.t = Translator(language)
        self.language = language
        self.set_locale(language)
        self.save(self._keep_look, "language", language)

    def theme_chosen(self, theme: str) -> None:
        """The theme changes: light, dark, or that of the system."""
        self.theme = theme
        self.set_theme_mode(theme)
        self.save(self._keep_look, "theme", theme)

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
        self.save(self.history.set_setting, name, not self.setting(name))
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
        return self.save(self.history.set_setting, "public_url", address or None)

    @property
    def web_app_address(self) -> str:
        """The address of the web app that opens links to hands: this one, or a published one; "" without one."""
        if self.web_app is not None:
            return self.web_app.browser.address
        return self.public_url or self.saved_public_url

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
        if self.save(self.history.merge_players, [(player, kept.id) for player in others]):
            self.say(self.t("{name} is one player now", name=kept.name))

    def player_separated(self, player: Player) -> None:
        """A merged player is a player of their own again."""
        if self.save(self.history.separate_player, player.id):
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
        back: Callable[[], object] | None = None,
        error: bool = False,
    ) -> None:
        """Shows a notice on the screen that is open.

        It offers to undo the last event of `undo`, or to call `back`.
        """
        self._notices += 1
        event = undo.undoable if undo is not None else None
        undone = Undo(undo.id, event.id) if undo is not None and event is not None else None
        place = routes.place(self.navigation.route)
        self.notice = Notice(text, undone, back, error=error, number=self._notices, place=place)

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

    def commit(
        self,
        evening: Evening,
        change: Change | Callable[[Evening, Stamp], Evening],
        said: str = "",
        *,
        go: str = "",
        playing: bool = False,
    ) -> Evening | None:
        """Saves a change, then shows it: on the screen at `go`, with a notice that offers to undo it.

        A function gets the evening as it is now, which another window may have changed, and returns the same object if
        there is nothing to do. A change for an evening under way (`playing`) does nothing once that is over. The
        result is None, with a notice if that is an error, where nothing was saved.
        """
        self.saving = True
        try:
            now, stamp = self.history.load(evening.id), self.history.stamp()
            if playing and now.table.ended:
                return None
            changed = change(now, stamp) if callable(change) else now.add(change, stamp)
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

    def save(self, change: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> bool:
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
