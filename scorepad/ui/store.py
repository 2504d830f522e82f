"""One window on the pad: it reads the pad for its screens, and changes the pad by `Pad.change` and `Pad.tap`.

Events are saved before they are shown; taps are shown at once, and saved a moment later. A storage error is shown as
a notice.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from scorepad.evening.evening import Evening
from scorepad.evening.event_place import Stamp
from scorepad.evening.events import Change
from scorepad.history import Deleted, HistoryError, Summary
from scorepad.i18n.events import happened_text
from scorepad.i18n.names import evening_titles
from scorepad.pad import Act, Entry, EveningOver, HandDraft, Pad, Told
from scorepad.pad.entry import shown, tapped
from scorepad.sharing.together import Taken
from scorepad.tarot.scheme import Scheme
from scorepad.ui import background, calculator, routes, window_state
from scorepad.ui.calculator import CALCULATOR
from scorepad.ui.host import Host
from scorepad.ui.seasons import Seasons
from scorepad.ui.window_state import WindowState

WRITE_AFTER = 0.2
"""Seconds from the last tap until the entry is written: writing during a tap would make the tap slow."""


class Store(WindowState):
    """One window on a pad."""

    def __init__(self, pad: Pad, language: str, host: Host, *, chosen: bool = False) -> None:
        super().__init__(pad.history, language, host, chosen=chosen)
        self.pad = pad
        self.calculator = calculator.CalculatorTable()
        self.calculating: Entry | None = None
        """The hand in the calculator of this window."""
        self.giving = False
        """Whether a copy of everything is being offered to a person."""
        self.arrivals = 0
        """The number of imports and restores: after each, the list shows all evenings."""
        self.seasons = Seasons(self.history, self.run, self.changed)
        self._reads = False
        self._writes = 0
        self._seen: tuple[object, ...] = (None, None, None)
        """The facts from which `_hand` was made; it is kept, because each drawing needs it several times."""
        self._hand: HandDraft
        self._doubted: HandDraft | None = None
        self._doubted_at = 0.0

    # -- what screens read ---

    def summaries(self) -> tuple[Summary, ...]:
        """The summaries of the known evenings: unfinished first, then the latest first. Starts to read the others."""
        if self.history.progress is not None and not self._reads:
            self._reads = True
            self.run(self._read)
        return tuple(self.history.known_summaries())

    async def _read(self) -> None:
        """Reads the evenings that are not known yet, and draws the screens again from time to time."""
        try:
            await background.Job().run(self.history.reading(), self.changed)
        finally:
            self._reads = False
        self.changed()

    def opened(self, evening_id: str) -> Evening | HistoryError:
        """The evening with this id as it is now, or the error that prevents reading it."""
        if evening_id == CALCULATOR:
            return calculator.calculator(self.history, self.calculator)
        try:
            return self.history.load(evening_id)
        except HistoryError as error:
            return error

    def evening(self, evening_id: str) -> Evening | None:
        """The evening with this id as it is now; None if it cannot be read."""
        found = self.opened(evening_id)
        return found if isinstance(found, Evening) else None

    def bin(self) -> Sequence[Deleted]:
        """The deleted evenings, the latest first; empty if the bin cannot be read."""
        try:
            return self.history.bin()
        except HistoryError:
            return ()

    def title_among_all(self, id_: str) -> str:
        """The title of an evening, which differs from the titles of all others; "" if it cannot be read."""
        read = [each for each in self.summaries() if each.problem is None]
        titles = evening_titles(self.t, read)
        return next((title for each, title in zip(read, titles, strict=True) if each.id == id_), "")

    # -- the pad ---

    def told(self, what: Told) -> None:
        """Updates this window after a change of the pad, by this window, by another window, or from outside."""
        own = what.by is self
        if not own:
            self._note_surprise(what)
        if what.tap:
            self._tapped(what, own=own)
            return
        undo = self.notice.undo if self.notice is not None else None
        if undo is not None and undo.evening == what.evening and not own and (what.events or what.by is None):
            self.see(notice=None)  # the notice offers to undo an event that is no longer the last one
        self.changed()
        if what.events and what.by is not None and not own:
            self._say_elsewhere(what)

    def _tapped(self, what: Told, *, own: bool) -> None:
        """Draws the entry again after a tap in this window, or if this window shows the entry.

        Otherwise, draws the screens again if this window shows another screen of the evening.
        """
        if own or self.route == routes.entry(what.evening):
            self.entering.again()
        elif routes.place(self.route) == routes.evening(what.evening):
            self.changed()

    def _note_surprise(self, what: Told) -> None:
        """Notes if another window has changed which hand is in sight here: a tap at this moment must not count."""
        _, drawn, _ = self._seen
        if not isinstance(drawn, Evening) or drawn.id != what.evening or drawn.id == CALCULATOR:
            return
        entry_in_sight = routes.is_entry(self.route) or self.layout.wide
        before, now = self._hand.token, self.evening(drawn.id)
        if entry_in_sight and now is not None and self.hand(now).token != before:
            self.presses.hand_replaced()

    def _say_elsewhere(self, what: Told) -> None:
        """Shows a notice about a change by another window, if this window shows the evening."""
        evening = self.evening(what.evening) if what.evening is not None else None
        if evening is None or routes.place(self.route) != routes.evening(evening.id):
            return
        words = happened_text(self.t, evening, what.events[-1])
        self.say(self.t("In another window: {what}", what=words))

    def came_in(self, taken: Taken) -> None:
        """Shows a notice about evenings from other computers, but not in place of a notice with Undo or of an error."""
        if self.route == routes.DATA:  # this screen shows the state of the shared folder
            self.changed()
        if not taken:
            return
        notice = self.notice
        if notice is not None and (notice.undo is not None or notice.error):
            return
        evenings = [*dict.fromkeys((*taken.new, *taken.more))]
        what = self.t.plural("{count} evening", "{count} evenings", len(evenings))
        if len(evenings) == 1:
            what = self.title_among_all(evenings[0]) or what
        self.say(self.t("From another computer: {what}", what=what))

    def do(self, evening_id: str, act: Act, said: str = "", *, go: str = "") -> Evening | None:
        """Applies `act` to an evening and its entry, then shows the screen at `go`, if given.

        If there are words `said`, a notice shows them, and offers to undo the change. Returns the changed evening; None
        if nothing changed, or after an error, which a notice shows.
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
        """Adds an event to an evening; its unsaved hands do not change. `said`, `go` and the result are as in `do`.

        If `change` is a function, it gets the evening as it is now, which another window may have changed, and returns
        the same object if there is nothing to do.
        """
        stamp = self.history.stamp()

        def act(now: Evening, entry: Entry) -> tuple[Evening, Entry]:
            return change(now, stamp) if callable(change) else now.add(change, stamp), entry

        return self.do(evening.id, act, said, go=go)

    # -- the hand under way ---

    def entry(self, evening: Evening) -> Entry:
        """The entry of an evening; the entry of the calculator belongs to this window."""
        if evening.id != CALCULATOR:
            return self.pad.entry(evening)
        if self.calculating is None:
            self.calculating = calculator.entry(self.history, evening)
        return self.calculating

    def looked_at(self, evening: Evening) -> Entry:
        """The entry of an evening; its hand in sight is the hand that this window shows."""
        entry = self.entry(evening)
        return entry.looked_at(self.sight.token) or entry

    def hand(self, evening: Evening) -> HandDraft:
        """The unsaved hand that this window shows, without facts that no longer fit its rules or its players."""
        seen = self.entry(evening), evening, self.sight.token
        if any(one is not other for one, other in zip(seen, self._seen, strict=True)):
            self._seen, self._hand = seen, shown(self.looked_at(evening), evening)
        return self._hand

    def hand_meant(self, evening: Evening, token: int) -> HandDraft | None:
        """The hand with this token, in sight or not, without facts that no longer fit; None if it is not under way."""
        entry = self.entry(evening).looked_at(token)
        return None if entry is None else shown(entry, evening)

    def tap(self, evening: Evening, tap: Callable[[HandDraft], HandDraft], meant: int, what: object) -> None:
        """Applies a tap to the hand with the token `meant`, if this hand is still unsaved; writes the entry soon.

        This window continues to show the hand, even if another window begins a hand. `what` identifies the tap: if two
        windows make the same tap at the same moment, it counts once. A notice disappears, unless it is an error.
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
        """Writes the entries a moment after the last tap."""
        self._writes += 1

        async def write() -> None:
            now = self._writes
            await asyncio.sleep(WRITE_AFTER)
            if now == self._writes:
                self.write()

        self.run(write)

    def write(self) -> None:
        """Writes the entries of the pad, and the entry of the calculator."""
        try:
            self.pad.write()
            if self.calculating is not None:
                evening = calculator.calculator(self.history, self.calculator)
                calculator.keep(self.history, evening, self.calculating)
        except HistoryError as error:
            self.report(error)

    def panel_of(self, hand: HandDraft) -> str | None:
        """The name of the panel that is open for a hand; None if no panel is open."""
        panel = self.sight.panel
        return panel.name if panel is not None and panel.token == hand.token else None

    def confirm_or_ask(self, hand: HandDraft, rules: Scheme) -> bool:
        """Whether a hand may be saved. Points of one digit need a second tap, which is not part of a double tap.

        The first call for such a hand returns False, and the entry asks to confirm the digit.
        """
        if not hand.verdict(rules).awaits_digit:
            return True
        if self.is_doubted(hand):
            return time.monotonic() - self._doubted_at >= window_state.DOUBLE_TAP
        self._doubted, self._doubted_at = hand, time.monotonic()
        self.changed()
        return False

    def is_doubted(self, hand: HandDraft) -> bool:
        """Whether the entry asks the table to confirm the points of this hand, because they have only one digit."""
        return self._doubted == hand
