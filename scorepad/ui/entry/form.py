"""The parts that the steps of the entry share: the form from which they are drawn, and the actions of their taps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Concatenate, NamedTuple, ParamSpec

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.people import Person
from scorepad.i18n import Translator
from scorepad.i18n.problems import problem_text
from scorepad.pad import DraftVerdict, HandDraft
from scorepad.pad.entry import is_of_another_table
from scorepad.tarot.check import Code, Field, Problem
from scorepad.tarot.hand import PlayerId, Side, ThrownIn
from scorepad.tarot.scheme import Scheme
from scorepad.ui import routes, theme
from scorepad.ui.calculator import CALCULATOR
from scorepad.ui.entry.keys import MOVES_FOCUS, Focus, is_sign, typed
from scorepad.ui.evening_actions import redo_last, undo_last
from scorepad.ui.hand_actions import choose_dealer, empty, leave, submit, throw_in, use_present_table
from scorepad.ui.kit.drawing import badge_over_name, badge_with_name
from scorepad.ui.kit.taps import outlined_tile
from scorepad.ui.kit.window import Handler, Memory, parts
from scorepad.ui.kit.words import text
from scorepad.ui.sight import Panel
from scorepad.ui.store import Store
from scorepad.ui.theme import Ink, Layout, Size

P = ParamSpec("P")


NAME, NARROW_NAME = 100, 60
"""The width of the names beside cells, and the smaller width beside many cells, in dp at the plain size of text."""
DEALER, PILE, KEYS, THROWN, TAKER = "dealer", "pile", "keys", "thrown", "taker"
"""The names of panels, which replace a step for a moment. The panel of a bonus has the name of the `Extra`."""


class Taps:
    """The actions of taps and keys in the entry of one window.

    A tile may be older than the latest drawing, so a tap acts on the evening and the panel as they are at the tap. A
    tap changes the hand that its step showed last, and finds this hand by the token: if the hand has been saved
    meanwhile, here or in another window, the tap does nothing.
    """

    def __init__(self, state: Store) -> None:
        self.state = state
        self.by_keys = False
        """Whether the last change came from a key: Enter then saves."""
        self.focus = Focus(state)
        self._shown: dict[str, int] = {}
        """The token of the hand that each step showed last."""

    def drawn(self, evening: Evening, token: int, alone: bool, panel: str | None, asked: str) -> None:
        """Notes what the latest drawing shows: the evening, the token of the hand, the panel and the step `asked`."""
        self.evening, self.token, self.alone, self.panel, self._asked = evening, token, alone, panel, asked
        self._shown[asked] = token

    def open(self, panel: str | None) -> None:
        """Opens a panel in place of any open panel; None closes the open panel."""
        self.panel = panel
        self.state.see(panel=None if panel is None else Panel(self.token, panel))

    def on_tap(
        self, change: Callable[Concatenate[HandDraft, P], HandDraft], *args: P.args, **kwargs: P.kwargs
    ) -> Handler:
        """A handler that applies `change` to the hand as it is at the tap, which may be newer than the drawn hand.

        A panel stays open; `closing_tap` closes it.
        """
        what, step = (change, args, tuple(kwargs.items())), self._asked

        def tapped() -> None:
            self.by_keys = False
            self.focus.tapped()
            meant = self._shown[step]
            self.state.tap(self.evening, lambda hand: change(hand, *args, **kwargs), meant, what)

        return tapped

    def closing_tap(
        self, change: Callable[Concatenate[HandDraft, P], HandDraft], *args: P.args, **kwargs: P.kwargs
    ) -> Handler:
        """A handler that closes the panel and changes the hand."""
        tap = self.on_tap(change, *args, **kwargs)

        def tapped() -> None:
            self.open(None)
            tap()

        return tapped

    def close(self) -> None:
        """Closes the panel that is open."""
        self.open(None)

    def toggles(self, panel: str) -> Handler:
        """A handler that opens a panel, or closes this panel if it is open."""
        return lambda: self.open(None if self.panel == panel else panel)

    def dealer_chosen(self, player: PlayerId) -> None:
        self.open(None)
        choose_dealer(self.state, self.evening, self.token, player)

    def give_to_present_table(self) -> None:
        """Gives the hand the present players and the present dealer of the table."""
        self.open(None)
        use_present_table(self.state, self.evening, self.token)

    def without_hand(self) -> None:
        self.open(None)
        empty(self.state, self.evening, self.token)

    def thrown_in(self, why: ThrownIn) -> None:
        """Saves that the hand is not played, with the reason `why`; first removes the taker from the entry."""
        self.open(None)
        self.state.tap(self.evening, HandDraft.taker_reopened, self.token, ThrownIn)
        throw_in(self.state, self.evening, self.token, why)

    def submitted(self) -> None:
        submit(self.state, self.evening, self.token)

    def back_pressed(self) -> None:
        """Closes the open panel; if no panel is open, leaves the entry."""
        if self.panel is not None:
            self.open(None)
        else:
            leave(self.state, self.evening, self.token)

    def listen(self) -> None:
        """Handles the keys of the window from now on."""
        self.state.host.listen(self.key_pressed)

    def key_pressed(self, event: ft.KeyboardEvent) -> None:
        """Handles a key. Enter saves only if the last change came from a key; else Enter taps the tile in focus."""
        state, now = self.state, self.state.evening(self.evening.id)
        if now is None or now.table.ended or state.sight.way.address not in self._routes():
            return
        state.see(keyed=True)
        command = event.ctrl or event.meta
        self.focus.pressed(event.key)
        if command and (event.key == "Y" or (event.key == "Z" and event.shift)):
            redo_last(state, self.evening)
        elif command and event.key == "Z":
            undo_last(state, self.evening)
        elif command or event.alt:
            return
        elif event.key in MOVES_FOCUS:
            self.by_keys = False
        elif is_sign(event.key) and not state.layout.keys:
            return
        elif event.key == "?":
            self.toggles(KEYS)()
        elif self.panel is not None:
            if event.key == "Escape":
                self.open(None)
        elif event.key == "Escape" and self.alone:
            leave(state, now, self.token)
        elif event.key in ("Enter", "Numpad Enter"):
            if self._saves_by_enter(now) and state.presses.accept_enter():
                submit(state, now, self.token)
                state.presses.entered()
                # If `submit` asked the table to confirm the points, a second Enter confirms them.
                hand = state.hand_meant(now, self.token)
                self.by_keys = hand is not None and state.is_doubted(hand)
                self.token = state.looked_at(now).hand.token  # keys that follow at once are for the next hand
        else:
            self._typed(event.key, now)

    def _typed(self, key: str, now: Evening) -> None:
        """Applies a letter, a digit or Backspace to the hand."""
        before = self.state.hand_meant(now, self.token)
        if before is None:
            return
        if key == "A" and before.facts.taker is None and now.id != CALCULATOR:
            self.thrown_in(ThrownIn.ALL_PASSED)
            return
        rules = now.rules_at(before.row)
        if typed(before, key, rules) != before:
            self.by_keys = True
            self.state.tap(now, lambda hand: typed(hand, key, rules), self.token, key)

    def _saves_by_enter(self, now: Evening) -> bool:
        """Whether Enter saves the hand; otherwise Enter taps the tile in focus.

        Enter saves the hand if the latest change came from a key, and the hand has points.
        """
        hand = self.state.hand_meant(now, self.token)
        return self.by_keys and hand is not None and bool(hand.digits or hand.filled_points)

    def _routes(self) -> tuple[str, ...]:
        """The addresses at which this entry handles the keys."""
        if self.evening.id == CALCULATOR:
            return (routes.CALCULATOR,)
        entry = routes.entry(self.evening.id)
        return (entry,) if self.alone else (entry, routes.evening(self.evening.id))


class StepParts(NamedTuple):
    """The controls of a step, from top to bottom: facts `above`, the `answers`, facts `below`, and the `foot`.

    The foot never scrolls. In two columns, the answers and the foot stand in the second column.
    """

    above: Sequence[ft.Control]
    answers: Sequence[ft.Control]
    below: Sequence[ft.Control] = ()
    foot: Sequence[ft.Control] = ()


class Step(Memory):
    """A step of the entry in one window, and its parts as they were drawn last."""

    t: Translator
    layout: Layout

    def __init__(self, taps: Taps) -> None:
        super().__init__()
        self.taps = taps
        self._look: object = None
        self.column = ft.Column()
        """The column that the step shows, or showed last."""

    def drawn(self, t: Translator, layout: Layout) -> Step:
        """The step itself, now in this language and layout; if either has changed, every part is drawn again."""
        if (t, layout) != self._look:
            self.t, self.layout = self._look = t, layout
            self.forget()
        return self

    def hint(self, key: str) -> str:
        """The `key` that a tile shows; "" if keys are off, or if there is no room for it (without three panes)."""
        return key if self.layout.three and self.layout.keys else ""


class EntrySteps:
    """The steps of the entry in one window."""

    ALWAYS = ("takers", "partner", "points")
    """The steps that every hand needs: they are kept, out of sight, because building them again is slow."""

    def __init__(self, taps: Taps) -> None:
        self.taps = taps
        self._steps: dict[str, Step] = {}

    def step(self, name: str, t: Translator, layout: Layout) -> Step:
        """The step of this name, to be drawn in a language for a layout."""
        return self._steps.setdefault(name, Step(self.taps)).drawn(t, layout)

    def columns(self, asked: str, controls: list[ft.Control]) -> list[ft.Control]:
        """The columns of the steps: the step `asked` shows these controls; the others are hidden, unchanged."""
        self._steps = {name: self._steps[name] for name in (*self.ALWAYS, asked) if name in self._steps}
        for name, step in self._steps.items():
            seen, last = name == asked, step.column
            if seen or last.visible:
                inside = controls if seen else last.controls
                step.column = ft.Column(inside, spacing=0, expand=True, key=name, visible=seen)
        return [step.column for step in self._steps.values()]


@dataclass(frozen=True)
class EntryForm:
    """The facts for one drawing of the entry."""

    evening: Evening
    draft: HandDraft
    verdict: DraftVerdict
    doubted: bool
    """Whether the entry asks the table to confirm points of one digit."""
    panel: str | None
    step: Step

    @property
    def t(self) -> Translator:
        return self.step.t

    @property
    def layout(self) -> Layout:
        return self.step.layout

    @property
    def taps(self) -> Taps:
        return self.step.taps

    @property
    def rules(self) -> Scheme:
        """The rules of the hand: a correction keeps the rules of the recorded hand."""
        return self.verdict.scheme

    @property
    def asks_who_took(self) -> bool:
        """Whether the taker or the bid is missing, or is being changed."""
        return self.panel == TAKER or self.verdict.next_missing in (Field.TAKER, Field.BID)

    @property
    def calculating(self) -> bool:
        """Whether this is the entry of the calculator, which records no hand."""
        return self.evening.id == CALCULATOR

    def worth(self, points: int, *, multiplied: bool) -> int:
        """The points of a bonus, times the factor of the bid if `multiplied`."""
        bid = self.draft.facts.bid
        factor = self.rules.bid_value(bid).factor if multiplied and bid is not None else 1
        return points * factor

    @property
    def seats(self) -> list[tuple[int, Person]]:
        """The players of the hand, with their seat numbers from 1 on."""
        return list(enumerate(map(self.evening.table.person, self.draft.facts.players), 1))

    @property
    def of_another_table(self) -> bool:
        """Whether the hand was begun for other players or another dealer than the table has now."""
        return not self.calculating and is_of_another_table(self.draft, self.evening)

    @property
    def sitting_out(self) -> list[Person]:
        """The people at the table who do not play this hand."""
        people = self.evening.seating_at(self.draft.row).people
        return [person for person in people if person.id not in self.draft.facts.players]

    def name_of(self, player: PlayerId) -> str:
        return self.evening.table.name_of(player)

    def player_of(self, side: Side) -> str:
        """The name of the player of a side in an open duel, in which each side is one player."""
        facts = self.draft.facts
        return next(
            self.name_of(each) for each in facts.players if (each == facts.taker) is (side is Side.TAKER)
        )

    def problem_text(self, problem: Problem) -> str:
        return problem_text(self.t, problem, self.name_of)

    def why_not(self, field: Field, changed: HandDraft) -> str | None:
        """The reason why this field makes the `changed` draft impossible; None if there is no such reason."""
        for problem in changed.verdict(self.rules).problems:
            if problem.field is field and not problem.warning and problem.code is not Code.MISSING:
                return self.problem_text(problem)
        return None


def name_width(layout: Layout, cells: int, least: float = theme.TARGET) -> int:
    """The width of the names beside cells that are at least `least` wide; 0 if the names stand above the cells.

    The result is in dp; `least` is in dp at the plain size of text.
    """
    left = layout.answers - 2 * theme.SPACE - cells * (least * layout.growth + theme.GAP)
    widths = (round(width * layout.growth) for width in (NAME, NARROW_NAME))
    return next((width for width in widths if width <= left), 0)


def cells_with_name(
    layout: Layout,
    person: Person | None,
    width: int,
    cells: list[ft.Control],
    *,
    marked: bool = False,
    below: ft.Control | None = None,
) -> ft.Control:
    """A row of cells on the side of the thumb, with a person's name beside them, or above them if `width` is 0.

    `width` is the width of the name, in dp. A `marked` name is highlighted. The control `below` stands under the name.
    """
    name = ft.Container(width=width or None)
    if person is not None:
        narrow = 0 < width < NAME * layout.growth
        who = badge_over_name(person) if narrow else badge_with_name(person, Size.SMALL, lines=2)
        if below is not None:
            across = ft.CrossAxisAlignment.CENTER if narrow else ft.CrossAxisAlignment.START
            who = ft.Column([who, below], spacing=0, tight=True, horizontal_alignment=across)
        inside = ft.Container(who, bgcolor=Ink.CHOSEN, border_radius=theme.RADIUS) if marked else who
        name.content = inside
    if not width:
        return ft.Column([name, ft.Row(cells, spacing=theme.GAP)], spacing=2)
    return ft.Row([*cells, name] if layout.left_handed else [name, *cells], spacing=theme.GAP)


def close_tile(step: Step, words: str) -> ft.Control:
    """The tile that closes a panel."""
    return outlined_tile(step.layout, "close-panel", text(words, bold=True), step.taps.close)


@parts
def row_of(step: Step, place: str, *controls: ft.Control) -> ft.Control:
    """A row of controls; its `place` tells it apart from other rows of the step."""
    return ft.Row([*controls], spacing=theme.GAP)
