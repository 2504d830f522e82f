"""One window: what it shows, and what it does. It looks at the pad, and changes it by `Pad.change` and `Pad.tap`.

Events are saved before they are shown; taps are shown at once, and saved a moment later. A storage error becomes a
notice.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import replace
from typing import Any, ParamSpec, TypeVar

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.events import Change, Stamp
from scorepad.history import Deleted, HistoryError, Summary
from scorepad.i18n import LANGUAGES, Translator
from scorepad.i18n.errors import error_text
from scorepad.i18n.events import happened_text
from scorepad.i18n.names import evening_titles
from scorepad.pad import Act, Entry, EveningOver, HandDraft, Pad, Told
from scorepad.pad.entry import shown, tapped
from scorepad.tarot.scheme import Scheme
from scorepad.ui import background, calculator, presses, routes
from scorepad.ui.calculator import CALCULATOR
from scorepad.ui.files import Files
from scorepad.ui.host import Host
from scorepad.ui.presses import Presses
from scorepad.ui.seasons import Seasons, this_year
from scorepad.ui.sight import Notice, Place, Sight, Undo
from scorepad.ui.theme import Layout

RECHECK_SECONDS = 0.4
"""Seconds between two updates of the list while evenings are being read."""
THEMES = ("system", "light", "dark")
WRITE_AFTER = 0.2
"""Seconds after the last tap until what was entered is written: within a tap, it would be felt."""
SWITCHES = {"awake": True, "ticks": True, "left_handed": False, "keys": True}
"""What the settings turn on and off, as it is at first."""

log = logging.getLogger("scorepad")
T = TypeVar("T")
P = ParamSpec("P")


class Signal(ft.Observable):
    """Draws the components that use it as their state again."""

    times = 0

    def again(self) -> None:
        self.times += 1


class Store:
    """One window on a pad; its surroundings are its `host`.

    Flet does not observe it: components use one of its signals. `screens` draws all screens again, `panes` the
    arrangement of the window, `entering` the entry alone.
    """

    def __init__(self, pad: Pad, language: str, host: Host, *, chosen: bool = False) -> None:
        """Without a language of its own, or if a person has `chosen` this one, the window is in `language`."""
        self.pad, self.history, self.host = pad, pad.history, host
        look = self.history.settings() if host.look is None else host.look
        stored, theme = look.get("language"), look.get("theme")
        known = stored if stored in LANGUAGES and not chosen else language
        theme = str(theme) if theme in THEMES else THEMES[0]
        self.t = Translator(str(known), host.zone)
        looking = this_year(self.history, self.t.zone)
        self.sight = Sight(language=self.t.language, theme=theme, layout=Layout(), looking=looking)
        self.language_unknown = stored not in LANGUAGES and not chosen
        """Whether nobody has chosen the language yet, here or on the command line."""
        self.files: Files
        """What its page can open, save and share; set once there is a page."""
        self.screens, self.panes, self.entering = Signal(), Signal(), Signal()
        self.presses = Presses()
        self.calculator = calculator.CalculatorTable()
        self.calculating: Entry | None = None
        """The hand in the calculator of this window."""
        self.giving = False
        """Whether a person is about to take a copy of everything."""
        self.arrivals = 0
        """The number of imports and restores: after each, the list shows all evenings."""
        self.seasons = Seasons(self.history, self.run, self.changed)
        self.size = (0.0, Layout.height)
        """The width and the height of the window, in dp."""
        self._gathers = False
        self._notices = self._writes = 0
        self._seen: tuple[object, ...] = (None, None, None)
        """What the hand in sight was worked out from last; it is asked for several times at each drawing."""
        self._hand: HandDraft
        self._doubted: HandDraft | None = None
        self._doubted_at = 0.0

    # -- what it shows ---

    @property
    def layout(self) -> Layout:
        """The size and the habits of the window."""
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
        """Shows something else of its own; `changes` are fields of Sight."""
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
        """The screens are drawn again."""
        self.screens.again()

    def to(self, route: str, *, back: str | None = None, kept: Mapping[Place, object] | None = None) -> None:
        """Shows another screen at once; from there Back leads to `back`, if given, and screens find what is `kept`."""
        self.sight = self.sight.along(self.sight.way.to(route, back))
        for place, value in (kept or {}).items():
            self.sight = self.sight.keeping(place, value)
        self.changed()
        self.host.navigate(route)

    def arrived(self, address: str) -> None:
        """The window has come to an address; often called twice."""
        before, way = self.sight, self.sight.way.arrived(address)
        if way == before.way:
            return
        self.sight = before.along(way) if way.going is None else replace(before, way=way)
        expected = before.way.going in (None, address) or way.going is not None
        if not expected or self.notice != before.notice:
            self.changed()

    def keep(self, place: Place, value: object) -> None:
        """A screen keeps a value, which draws nothing."""
        self.sight = self.sight.keeping(place, value)

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
        if self.language_unknown and language != self.sight.language:
            self._speak(language)

    def _speak(self, language: str) -> None:
        self.t = Translator(language, self.t.zone)
        self.host.dress(self.sight.theme, language)
        self.see(language=language)

    def came_back(self) -> None:
        """The page is back, and may be in another zone: from now on its moments are by that."""
        if self.host.zone != self.t.zone:
            self.t = Translator(self.t.language, self.host.zone)
            self.changed()

    def theme_chosen(self, theme: str) -> None:
        """The theme changes: light, dark, or that of the system."""
        self.host.dress(theme, self.sight.language)
        self.see(theme=theme)
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
        self.size = (width, height)
        self._lay_out(self.layout.growth)

    def text_grown(self, growth: float) -> None:
        """The text size of the system changed; `growth` is its factor."""
        self._lay_out(max(1.0, min(2.5, round(growth, 1))))

    def _lay_out(self, growth: float) -> None:
        habits = {name: self.setting(name) for name in ("left_handed", "keys")}
        self.see(layout=Layout.of(*self.size, growth, **habits))

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
        back: Callable[[], object] | None = None,
        error: bool = False,
        row: str | None = None,
    ) -> None:
        """Shows a notice on the screen that is open; the sheet shows the `row` that it is about.

        It offers to undo the last event of `undo`, or to call `back`.
        """
        self._notices += 1
        event = undo.undoable if undo is not None else None
        undone = Undo(undo.id, event.id) if undo is not None and event is not None else None
        place = routes.place(self.route)
        self.see(notice=Notice(text, undone, back, error, self._notices, place, row))

    def report(self, error: HistoryError | EveningOver) -> None:
        """Shows an error of the history as a notice, or that the evening is over."""
        over = self.t("The evening is over.")
        self.say(over if isinstance(error, EveningOver) else error_text(self.t, error), error=True)

    def failed(self, words: str | None = None) -> None:
        """An unexpected error happened: nothing of it was saved."""
        words = words or self.t("Something went wrong. What was saved is safe; try again.")
        self.say(words, error=True)

    def notice_over(self, notice: Notice | None) -> None:
        """The time of a notice is over."""
        if notice is not None and self.notice == notice:
            self.see(notice=None)

    # -- the pad ---

    def told(self, what: Told) -> None:
        """The pad changed, here or elsewhere: the window shows it."""
        own = what.by is self
        if what.tap:
            self._tapped(what, own=own)
            return
        undo = self.notice.undo if self.notice is not None else None
        if undo is not None and undo.evening == what.evening and not own and (what.events or what.by is None):
            self.see(notice=None)  # it offers to undo what is no longer the last event
        self.changed()
        if what.events and what.by is not None and not own:
            self._say_elsewhere(what)

    def _tapped(self, what: Told, *, own: bool) -> None:
        """The hand in sight changed: the entry shows it, and in other windows the sheet shows that it is begun."""
        if own or self.route == routes.entry(what.evening):
            self.entering.again()
        elif routes.place(self.route) == routes.evening(what.evening):
            self.changed()

    def _say_elsewhere(self, what: Told) -> None:
        """Says what happened in another window, if this one shows the evening."""
        evening = self.evening(what.evening) if what.evening is not None else None
        if evening is None or routes.place(self.route) != routes.evening(evening.id):
            return
        words = happened_text(self.t, evening, what.events[-1])
        self.say(self.t("In another window: {what}", what=words))

    def do(self, evening_id: str, act: Act, said: str = "", *, go: str = "") -> Evening | None:
        """Does something to an evening and its entry, then shows it.

        It is shown on the screen at `go`, with a notice that offers to undo it. Returns the evening; None, with a
        notice if that is an error, if nothing changed.
        """
        try:
            after = self.pad.change(evening_id, act, self)
        except (HistoryError, EveningOver) as error:
            self.report(error)
            return None
        if after is None:
            return None
        self._write_soon()
        if go:
            self.to(go)
        if said:
            self.say(said, undo=after)
        return after

    def happens(
        self,
        evening: Evening,
        change: Change | Callable[[Evening, Stamp], Evening],
        said: str = "",
        *,
        go: str = "",
    ) -> Evening | None:
        """Adds an event to an evening, and leaves the hands under way alone; all else is as in `do`.

        A function gets the evening as it is now, which another window may have changed, and returns the same object if
        there is nothing to do.
        """
        stamp = self.history.stamp()

        def act(now: Evening, entry: Entry) -> tuple[Evening, Entry]:
            return change(now, stamp) if callable(change) else now.add(change, stamp), entry

        return self.do(evening.id, act, said, go=go)

    # -- the hand under way ---

    def entry(self, evening: Evening) -> Entry:
        """The entry of an evening; that of the calculator belongs to the window."""
        if evening.id != CALCULATOR:
            return self.pad.entry(evening)
        if self.calculating is None:
            self.calculating = calculator.entry(self.history, evening)
        return self.calculating

    def looked_at(self, evening: Evening) -> Entry:
        """The entry of an evening, with the hand in sight that this window looks at."""
        entry = self.entry(evening)
        return entry.looked_at(self.sight.token) or entry

    def hand(self, evening: Evening) -> HandDraft:
        """The hand in sight of this window, as it counts now."""
        seen = self.entry(evening), evening, self.sight.token
        if any(one is not other for one, other in zip(seen, self._seen, strict=True)):
            self._seen, self._hand = seen, shown(self.looked_at(evening), evening)
        return self._hand

    def hand_meant(self, evening: Evening, token: int) -> HandDraft | None:
        """The hand of this token as it counts now, in sight or not; None if it is no longer under way."""
        entry = self.entry(evening).looked_at(token)
        return None if entry is None else shown(entry, evening)

    def tap(self, evening: Evening, tap: Callable[[HandDraft], HandDraft], meant: int, what: object) -> None:
        """A tap on the hand that is `meant`, if it is still under way; it is written soon.

        The window goes on with this hand, whatever others begin. The same tap, named by `what`, in another window at
        the same moment is one tap. The notice about the hand before goes.
        """
        if self.entry(evening).looked_at(meant) is not None:
            self.sight = replace(self.sight, token=meant)
            if self.notice is not None and not self.notice.error:
                self.see(notice=None)
        if evening.id == CALCULATOR:
            self.calculating = tapped(self.entry(evening), evening, tap)
            self.entering.again()
            self._write_soon()
            return
        try:
            if self.pad.tap(evening.id, tap, meant, self, what):
                self._write_soon()
        except (HistoryError, EveningOver) as error:
            self.report(error)

    def _write_soon(self) -> None:
        """Writes what was entered, a moment after the last tap."""
        self._writes += 1

        async def write() -> None:
            now = self._writes
            await asyncio.sleep(WRITE_AFTER)
            if now == self._writes:
                self.write()

        self.run(write)

    def write(self) -> None:
        """Writes what was entered."""
        try:
            self.pad.write()
            if self.calculating is not None:
                evening = calculator.calculator(self.history, self.calculator)
                calculator.keep(self.history, evening, self.calculating)
        except HistoryError as error:
            self.report(error)

    def panel_of(self, hand: HandDraft) -> str | None:
        """The panel that is open for a hand, if any."""
        panel = self.sight.panel
        return panel.name if panel is not None and panel.token == hand.token else None

    def is_confirmed(self, hand: HandDraft, rules: Scheme) -> bool:
        """Whether a hand may be saved: points of one digit need a second tap, later than a double tap."""
        if not hand.verdict(rules).awaits_digit:
            return True
        if self.is_doubted(hand):
            return time.monotonic() - self._doubted_at >= presses.DOUBLE_TAP
        self._doubted, self._doubted_at = hand, time.monotonic()
        self.changed()
        return False

    def is_doubted(self, hand: HandDraft) -> bool:
        """Whether the entry asks the table to confirm the one digit of this hand."""
        return self._doubted == hand

    # -- players, settings, house schemes ---

    def save(self, change: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> bool:
        """Calls a method of the history, then draws the screens again; True if it saved."""
        try:
            change(*args, **kwargs)
        except HistoryError as error:
            self.report(error)
            return False
        self.changed()
        return True
