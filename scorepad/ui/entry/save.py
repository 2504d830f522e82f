"""The button that saves the hand, and the amounts of the players above it."""

from __future__ import annotations

from typing import NamedTuple

import flet as ft

from scorepad.design.letters import width as width_of
from scorepad.evening.people import Person
from scorepad.i18n.sentences import payment_texts, taker_won
from scorepad.tarot.check import Field
from scorepad.tarot.hand import Hand
from scorepad.ui import theme
from scorepad.ui.entry.form import EntryForm, Step
from scorepad.ui.kit.drawing import badge
from scorepad.ui.kit.rows import centred_column, filling
from scorepad.ui.kit.taps import action
from scorepad.ui.kit.window import part, parts
from scorepad.ui.kit.words import identified, text
from scorepad.ui.theme import Ink, Layout, Size

LINE = 24
"""The height of an amount, in dp at the plain size of text."""
USUAL = "−1\u202f000"
"""The widest usual amount: there is room for it from the start, so that nothing moves when the amounts appear."""


class Marked(NamedTuple):
    """The sizes of an amount: its font `size`, its player's `mark`, and the `gap` between them, in dp.

    The gap is 0 if the mark is above the amount.
    """

    size: float
    mark: float
    gap: float

    @property
    def beside(self) -> float:
        """The width of the mark and the gap beside an amount, in dp; 0 if the mark is above the amount."""
        return self.mark + self.gap if self.gap else 0

    def width(self, texts: list[str], layout: Layout) -> float:
        """The width of the widest of the texts with its mark, in dp."""
        return self.beside + _widest(texts, self.size) * layout.growth


ASIDE = Marked(theme.SIZES[Size.SMALL], 20, theme.GAP), Marked(theme.SIZES[Size.TINY], 16, 3)
BELOW = Marked(theme.SIZES[Size.SMALL], 20, 0)


def amounts(form: EntryForm) -> ft.Control:
    """The amount of each player above the button; the strip keeps its height while there is no amount yet."""
    payments = None if _waits(form) else form.verdict.payments
    cells = [
        (person, form.t.signed(payments.of(person.id), payments.unit) if payments is not None else "")
        for _, person in form.seats
    ]
    return _amounts(form.step, *cells)


@part
def _amounts(step: Step, *cells: tuple[Person, str]) -> ft.Control:
    """The marks of the players, with the amounts beside the marks or, where there is no room, below the marks."""
    layout, texts = step.layout, [words for _, words in cells]
    room = (layout.answers - 2 * theme.SPACE) / len(cells) - theme.GAP
    look = next((each for each in ASIDE if each.width([USUAL, *texts], layout) <= room), BELOW)
    size = min(
        look.size, look.size * (room - look.beside) / max(1, _widest(texts, look.size) * layout.growth)
    )
    drawn = [_amount(step, person, words, look, size) for person, words in cells]
    height = LINE if look.beside else look.mark + LINE * layout.growth
    return ft.Container(identified("amounts", ft.Row(drawn, spacing=theme.GAP)), height=height)


@parts
def _amount(step: Step, person: Person, words: str, look: Marked, size: float) -> ft.Control:
    """The mark and the amount of a player, named for screen readers; out of sight while there is no amount."""
    ink = Ink.LOSS if words.startswith("−") else Ink.GAIN if words.startswith("+") else Ink.TEXT
    figure = text(words, Size.SMALL, ink, bold=True, lines=1, label=f"{person.name} {words}")
    figure.size = size
    inside, seen = [_mark(step, person, look.mark), figure], bool(words)
    middle, across = ft.MainAxisAlignment.CENTER, ft.CrossAxisAlignment.CENTER
    if look.beside:
        return ft.Row(inside, alignment=middle, spacing=look.gap, expand=1, visible=seen)
    return ft.Column(inside, alignment=middle, spacing=0, horizontal_alignment=across, expand=1, visible=seen)


@parts
def _mark(step: Step, person: Person, size: float) -> ft.Control:
    """The mark of a player; it is not drawn again when the amounts change."""
    return badge(person, size)


def _widest(texts: list[str], size: float) -> float:
    """The width of the widest text at the plain size of text, in dp."""
    return max(width_of(each, size, theme.BOLD) for each in texts)


def _waits(form: EntryForm) -> bool:
    """Whether there is no amount yet: the hand is not complete, or the second digit is probably still to come."""
    return form.verdict.hand is None or (form.verdict.awaits_digit and not form.doubted)


def save(form: EntryForm) -> ft.Control:
    """The button that saves the hand; it is disabled and gives the reason if the hand cannot be saved yet."""
    t, verdict = form.t, form.verdict
    hand = verdict.hand
    words = t("Correct") if form.draft.editing else t("Insert") if form.draft.before else t("Save")
    if form.draft.line is not None:
        words = t("Write row {number}", number=form.draft.line + 1)
    if form.calculating:
        words = t("Work out")
    if hand is not None and verdict.awaits_digit and form.doubted:
        words = t("{points} points?", points=form.draft.digits)
    said, mouche = "", ""
    if hand is not None and verdict.payments is not None and not _waits(form):
        mouche = _mouche(form, hand)
        said = " ".join(filter(None, [*payment_texts(t, verdict.payments, hand, form.name_of), mouche]))
    return _save(form.step, words, mouche, said, None if hand is not None else _lacks(form))


@part
def _save(step: Step, words: str, mouche: str, said: str, why: str | None) -> ft.Control:
    """The button with its `words` and the `mouche`; a screen reader also reads `said`. `why`, if given, disables it."""
    align = ft.TextAlign.CENTER
    lines: list[ft.Control] = [text(words, Size.NUMBER, Ink.ON_ACCENT, bold=True, lines=1, align=align)]
    if mouche:
        lines.append(text(mouche, Size.TINY, Ink.ON_ACCENT, lines=1, align=align))
    content = centred_column(*lines)
    label = f"{words} {said}" if said else None
    tap = None if why else step.taps.submitted
    return action(step.layout, "save", ft.Row([filling(content)]), tap, why, ripples=False, label=label)


def _mouche(form: EntryForm, hand: Hand) -> str:
    """The mouche that the taker wins or loses; "" in the calculator, or without mouches."""
    if form.calculating or form.rules.mouches is None:
        return ""
    pot = form.evening.pot_for(form.draft.dealer, form.draft.row)
    amount = pot[0] if taker_won(hand) else -pot[0]
    return form.t("mouche {amount}", amount=form.t.signed(amount, form.evening.sheet.unit))


def _lacks(form: EntryForm) -> str:
    """The reason why the hand cannot be saved yet."""
    t, verdict = form.t, form.verdict
    if verdict.next_missing is Field.BOUTS:
        return t("How many bouts?")
    if verdict.next_missing is Field.CARD_POINTS:
        return t("How many points?")
    problem = next(problem for problem in verdict.problems if not problem.warning)
    why = form.problem_text(problem)
    if verdict.awaits_digit and problem.field is Field.CARD_POINTS:
        return t("And the second digit? {why}", why=why)
    return why
