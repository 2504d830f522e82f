"""The state of a window: everything that its screens show.

Everything is saved before it is shown. Storage errors become a notice.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, ParamSpec, TypeVar

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.events import Change, Stamp
from scorepad.history import Deleted, History, HistoryError, Summary
from scorepad.i18n import LANGUAGES, Translator
from scorepad.i18n.errors import error_text
from scorepad.i18n.names import evening_titles
from scorepad.ui import background, calculator, routes
from scorepad.ui.calculator import CALCULATOR
from scorepad.ui.drafts import HandDrafts
from scorepad.ui.host import Host
from scorepad.ui.navigation import Navigation
from scorepad.ui.seasons import Seasons, this_year
from scorepad.ui.theme import Layout

RECHECK_SECONDS = 0.4
"""Seconds between two updates of the list while evenings are being read."""
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


class Store(ft.Observable):
    """The state of one window, whose surroundings are its `host`."""

    busy: str | None = None
    """The work under way in the background, in words."""
    exporting: background.Job | None = None
    giving = False
    """Whether a person is about to take a copy of everything."""
    arrivals = 0
    """The number of imports and restores: after each, the list shows all evenings."""
    notice: Notice | None = None
    revision = 0
    layout = Layout()
    saving = False
    """Whether the change that the history announces is made by this window."""
    keyed = False
    """Whether a key was pressed in an entry."""
    corrected: str | None = None
    """The id of the hand that was just corrected in this window, until the sheet shows it."""
    calculator = calculator.Table()
    _size = (0.0, Layout.height)
    _gathers = False
    _notices = 0

    def __init__(self, history: History, language: str, host: Host, *, chosen: bool = False) -> None:
        """Without a language of its own, or if a person has `chosen` this one, the window is in `language`."""
        self.history, self.host = history, host
        self.navigation = Navigation(host.navigate, self._moved, self.changed)
        self.drafts = HandDrafts(self)
        look = history.settings() if host.look is None else host.look
        stored, theme = look.get("language"), look.get("theme")
        self.language = stored if stored in LANGUAGES and not chosen else language
        self.language_unknown = stored not in LANGUAGES and not chosen
        """Whether nobody has chosen the language yet, here or on the command line."""
        self.t = Translator(self.language)
        self.theme = theme if theme in THEMES else THEMES[0]
        self.turned: Callable[[bool], object] = lambda wide: None
        """Is called when the window becomes wide, or narrow."""
        self.kept: dict[tuple[str, str], object] = {}
        """What the screen of a route keeps while Back leads to it, by the route and a name."""
        self.looking = this_year(history)
        self.seasons = Seasons(history, self.run, self.changed)

    # -- what screens read ---

    def summaries(self) -> tuple[Summary, ...]:
        """Every evening in brief: those under way first, then by date."""
        known, progress = self.history.summaries_so_far()
        if progress is not None and not self._gathers:
            self._gathers = True
            self.run(self._gather)
        return tuple(known)

    async def _gather(self) -> None:
        """Draws the screens again from time to time while evenings are read."""
        try:
            while self.history.progress is not None:
                await background.read_on(self.history, RECHECK_SECONDS)
                self.changed()
        finally:
            self._gathers = False

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

    def bin(self) -> Sequence[Deleted]:
        """The deleted evenings, the one deleted last first."""
        try:
            return self.history.bin()
        except HistoryError:
            return ()

    def title_among_all(self, id_: str) -> str:
        """The title of an evening, which no other evening has."""
        read = [each for each in self.summaries() if each.problem is None]
        titles = evening_titles(self.t, read)
        return next((title for each, title in zip(read, titles, strict=True) if each.id == id_), "")

    # -- settings ---

    def language_chosen(self, language: str) -> None:
        """A person chooses the language, for now and for later."""
        self.language_unknown = False
        self._speak(language)
        self.save(self._keep_look, "language", language)

    def device_speaks(self, language: str) -> None:
        """The language of the device is known; it counts until a person chooses one."""
        if self.language_unknown and language != self.language:
            self._speak(language)
            self.changed()

    def _speak(self, language: str) -> None:
        self.t = Translator(language)
        self.language = language
        self.host.dress(self.theme, language)

    def theme_chosen(self, theme: str) -> None:
        """The theme changes: light, dark, or that of the system."""
        self.theme = theme
        self.host.dress(theme, self.language)
        self.save(self._keep_look, "theme", theme)

    def _keep_look(self, name: str, value: str) -> None:
        if self.host.look is None:
            self.history.set_setting(name, value)
        else:
            self.host.look[name] = value

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

        self.host.run(guarded)

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

    # -- other windows ---

    def history_changed(self, evening_id: str | None = None) -> None:
        """Another window changed the history: a notice that offers to undo is out of date."""
        if self.notice is not None and self.notice.undo and self.notice.undo.evening == evening_id:
            self.notice = None
        self.changed()

    def changed(self) -> None:
        """The screens are drawn again."""
        self.revision += 1

    # -- changes ---

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

    def tapped(self) -> bool:
        """The notice about the hand before goes at a tap on the entry; whether there was one."""
        gone = self.notice is not None and not self.notice.error
        if gone:
            self.notice = None
        return gone

    def _moved(self) -> None:
        """A notice stays on the screens where it was said; what a screen keeps goes when Back leads to it no more."""
        trail = self.navigation.leads_back_to
        self.kept = {held: value for held, value in self.kept.items() if trail(held[0])}
        if self.notice is not None and self.notice.place != routes.place(self.navigation.route):
            self.notice = None
