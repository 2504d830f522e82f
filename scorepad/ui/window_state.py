"""The state that one window shows, and its changes: the sight, the settings, work in the background, notices."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import fields, replace
from enum import Enum
from typing import Any, ParamSpec, TypeVar

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.history import History, HistoryError
from scorepad.i18n import LANGUAGES, N_, Translator
from scorepad.i18n.errors import error_text
from scorepad.pad import EveningOver
from scorepad.ui import background, routes
from scorepad.ui.files import Files
from scorepad.ui.host import Host
from scorepad.ui.seasons import this_year
from scorepad.ui.sight import KeptKey, Notice, Sight, Undo
from scorepad.ui.theme import Layout

THEMES = ("system", "light", "dark")

log = logging.getLogger("scorepad")
T = TypeVar("T")
P = ParamSpec("P")


class Switch(Enum):
    """The switches, in the order of the settings screen.

    A switch has a name in the settings, a title, a text about its effect, and a first state. A switch that changes how
    controls are drawn is also a field of `Layout`, with the same name.
    """

    AWAKE = ("awake", N_("Keep the screen on"), N_("While an evening is open that has not ended."), True)
    LEFT_HANDED = (
        "left_handed",
        N_("For the left hand"),
        N_("Menus and keys are where the left thumb reaches them."),
        False,
    )
    TICKS = ("ticks", N_("A light tick"), N_("When a hand is saved, where the device can."), True)
    KEYS = (
        "keys",
        N_("Letters and digits as keys"),
        N_("On a computer they enter a hand: 1 G 2 4 9 Enter."),
        True,
    )

    title: str
    effect: str
    first: bool

    def __new__(cls, value: str, title: str, effect: str, first: bool) -> Switch:
        """Makes a switch; `value` is its name in the settings, and `first` is its state until somebody changes it."""
        member = object.__new__(cls)
        member._value_, member.title, member.effect, member.first = value, title, effect, first
        return member


class Signal(ft.Observable):
    """A signal without a value; `again` draws all components again that use this signal as their state."""

    times = 0

    def again(self) -> None:
        self.times += 1


class WindowState:
    """The state that one window shows; `host` is the environment of the window.

    Flet does not observe this object: components use one of its signals. `screens` draws all screens again, `panes` the
    arrangement of the window, and `entering` only the entry.
    """

    def __init__(self, history: History, language: str, host: Host, *, chosen: bool) -> None:
        """The window is in `language` if no other language is stored, or if a person has `chosen` this language."""
        self.history, self.host = history, host
        look = history.settings() if host.look is None else host.look
        stored, theme = look.get("language"), look.get("theme")
        known = stored if stored in LANGUAGES and not chosen else language
        theme = str(theme) if theme in THEMES else THEMES[0]
        self.t = Translator(str(known), host.zone)
        looking = this_year(history, self.t.zone)
        self.sight = Sight(language=self.t.language, theme=theme, layout=Layout(), looking=looking)
        self.language_unknown = stored not in LANGUAGES and not chosen
        """Whether nobody has chosen the language yet, here or on the command line."""
        self.files: Files
        """Saves and opens files for the page of the window; set once there is a page."""
        self.screens, self.panes, self.entering = Signal(), Signal(), Signal()
        self.presses = Presses()
        self.size = (0.0, Layout.height)
        """The width and the height of the window, in dp."""
        self._notices = 0

    # -- the shown state ---

    @property
    def layout(self) -> Layout:
        """The sizes that the screens depend on, and the switches of the settings that change them."""
        return self.sight.layout

    @property
    def notice(self) -> Notice | None:
        """The notice that is shown now."""
        return self.sight.notice

    @property
    def busy(self) -> str | None:
        """The work under way in the background, in words."""
        return self.sight.busy

    @property
    def route(self) -> str:
        """The route that the window shows or goes to."""
        return self.sight.way.route

    def see(self, **changes: Any) -> None:
        """Changes fields of the sight, and draws what depends on them."""
        before, self.sight = self.sight, replace(self.sight, **changes)
        if self.sight == before:
            return
        if self.layout.wide != before.layout.wide:
            self.panes.again()
        if self.sight == replace(before, panel=self.sight.panel):
            self.entering.again()
        else:
            self.changed()

    def changed(self) -> None:
        """Draws the screens again."""
        self.screens.again()

    def to(
        self, route: str, *, back: str | None = None, kept: Mapping[KeptKey, object] | None = None
    ) -> None:
        """Shows another screen at once; Back leads to `back`, if given. `kept` has values for screens to keep."""
        self.sight = self.sight.along(self.sight.way.to(route, back))
        for key, value in (kept or {}).items():
            self.sight = self.sight.keeping(key, value)
        self.changed()
        self.host.navigate(route)

    def arrived(self, address: str) -> None:
        """Updates the state after the window reached an address. A second call with this address changes nothing."""
        before, way = self.sight, self.sight.way.arrived(address)
        if way == before.way:
            return
        if before.panel is not None and before.way.going is None:  # Back of a browser closes the panel only
            self.sight = replace(before, way=way, panel=None)
            self.to(before.way.route)
            return
        self.sight = before.along(way) if way.going is None else replace(before, way=way)
        expected = before.way.going in (None, address) or way.going is not None
        if not expected or self.notice != before.notice:
            self.changed()

    def keep(self, key: KeptKey, value: object) -> None:
        """Keeps a value of a screen; this draws nothing."""
        self.sight = self.sight.keeping(key, value)

    # -- settings ---

    def language_chosen(self, language: str) -> None:
        """Uses and saves the language that a person chose."""
        self.language_unknown = False
        self._speak(language)
        self.save(self._keep_look, "language", language)

    def device_speaks(self, language: str) -> None:
        """Uses the language of the device, unless a person has chosen one."""
        if self.language_unknown and language != self.sight.language:
            self._speak(language)

    def _speak(self, language: str) -> None:
        self.t = Translator(language, self.t.zone)
        self.host.apply_theme(self.sight.theme, language)
        self.see(language=language)

    def came_back(self) -> None:
        """Uses the time zone that the page has now, and looks at the shared folder.

        Both may have changed while the page was away.
        """
        if self.host.together is not None:
            self.host.together.wake()
        if self.host.zone != self.t.zone:
            self.t = Translator(self.t.language, self.host.zone)
            self.changed()

    def theme_chosen(self, theme: str) -> None:
        """Uses and saves one of the `THEMES`."""
        self.host.apply_theme(theme, self.sight.language)
        self.see(theme=theme)
        self.save(self._keep_look, "theme", theme)

    def _keep_look(self, name: str, value: str) -> None:
        if self.host.look is None:
            self.history.set_setting(name, value)
        else:
            self.host.look[name] = value

    def is_on(self, switch: Switch) -> bool:
        """Whether a switch of the settings is on."""
        return self.history.settings().get(switch.value, switch.first) is True

    def switched(self, switch: Switch) -> None:
        """Turns a switch on or off."""
        self.save(self.history.set_setting, switch.value, not self.is_on(switch))
        self._lay_out(self.layout.growth)

    def resized(self, width: float, height: float) -> None:
        """Lays the screens out for a new size of the window, in dp."""
        self.size = (width, height)
        self._lay_out(self.layout.growth)

    def text_grown(self, growth: float) -> None:
        """Lays the screens out for a new text size of the system; `growth` is its factor."""
        self._lay_out(max(1.0, min(2.5, round(growth, 1))))

    def _lay_out(self, growth: float) -> None:
        drawn = {field.name for field in fields(Layout)}
        switches = {each.value: self.is_on(each) for each in Switch if each.value in drawn}
        self.see(layout=Layout.of(*self.size, growth, **switches))

    def save(self, change: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> bool:
        """Calls `change`, and draws the screens again. Returns False after a HistoryError, which a notice shows."""
        try:
            change(*args, **kwargs)
        except HistoryError as error:
            self.report(error)
            return False
        self.changed()
        return True

    # -- work in the background ---

    def run(self, work: Callable[[], Coroutine[Any, Any, object]], failure: str | None = None) -> None:
        """Starts a coroutine function. A notice shows a HistoryError or, after any other error, the words `failure`."""

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

        Does nothing if the window is busy already.
        """
        if self.busy is not None:
            return
        self.see(busy=words)

        async def work() -> None:
            try:
                result = await background.run(what)
            finally:
                self.see(busy=None)
            then(result)
            self.changed()

        self.run(work)

    # -- notices ---

    def say(
        self,
        text: str,
        *,
        undo: Evening | None = None,
        redo: Evening | None = None,
        back: Callable[[], object] | None = None,
        error: bool = False,
        row: str | None = None,
    ) -> None:
        """Shows a notice on the screen that is open; the sheet scrolls to the `row` that the notice is about.

        The notice offers to undo the last event of the evening `undo`, to redo the last undone event of the evening
        `redo`, or to call `back`.
        """
        self._notices += 1
        undone = None
        if undo is not None and undo.undoable is not None:
            undone = Undo(undo.id, undo.undoable.id)
        elif redo is not None and redo.redoable is not None:
            undone = Undo(redo.id, redo.redoable.id, redo=True)
        place = routes.place(self.route)
        self.see(notice=Notice(text, undone, back, error, self._notices, place, row))

    def report(self, error: HistoryError | EveningOver) -> None:
        """Shows an error as a notice: an error of the history, or a change of an evening that is over."""
        over = self.t("The evening is over.")
        self.say(over if isinstance(error, EveningOver) else error_text(self.t, error), error=True)

    def failed(self, words: str | None = None) -> None:
        """Shows a notice about an unexpected error, by default with words that ask to try again."""
        words = words or self.t("Something went wrong. What was saved is safe; try again.")
        self.say(words, error=True)

    def notice_over(self, notice: Notice | None) -> None:
        """Removes a notice whose time is over, if it is still shown."""
        if notice is not None and self.notice == notice:
            self.see(notice=None)


# -- presses ---

SAME_PRESS = 0.06
"""Seconds within which two events come from one press of a key."""
DOUBLE_TAP = 0.4
"""Seconds within which a second tap is ignored: nobody has read the result of the first tap yet."""


UNREAD = 0.4
"""Seconds after another window has replaced the hand: nobody has read the new hand yet, so no tap or Enter counts."""


class Presses:
    """Decides whether a tap or an Enter in a window counts, from the times of the latest tap and the latest Enter."""

    def __init__(self) -> None:
        self._tapped_at = self._entered_at = self._surprised_at = -UNREAD
        self._tapped = ""

    def accept_enter(self) -> bool:
        """Whether Enter may save a hand; if it may, notes the time.

        It may not if the same press of the key has just tapped the control in focus, nor soon after `hand_replaced`.
        """
        now = time.monotonic()
        if now - self._tapped_at < SAME_PRESS or now - self._surprised_at < UNREAD:
            return False
        self._entered_at = now
        return True

    def entered(self) -> None:
        """Notes when Enter has saved a hand: if the same press of the key also taps a control, that tap is ignored."""
        self._entered_at = time.monotonic()

    def hand_replaced(self) -> None:
        """Notes that another window has changed which hand is in sight in this window."""
        self._surprised_at = time.monotonic()

    def accept_tap(self, identifier: str = "", drawn: float | None = None) -> bool:
        """Whether a tap counts; if no other rule forbids it, notes the time and the control of the tap.

        A tap does not count if it comes from the Enter that has just saved a hand, nor soon after `hand_replaced`. The
        second tap of a double tap does not count if it hits another control that was `drawn` after the first tap.
        `drawn` is a time in seconds (monotonic).
        """
        now = time.monotonic()
        if now - self._surprised_at < UNREAD:
            return False
        since, new = now - self._tapped_at, drawn is not None and drawn > self._tapped_at
        if new and since < DOUBLE_TAP and identifier != self._tapped:
            return False
        self._tapped_at, self._tapped = now, identifier
        return now - self._entered_at >= SAME_PRESS
