"""The button that saves the hand, with the payments."""

from __future__ import annotations

import flet as ft

from scorepad.i18n.sentences import paid, taker_won
from scorepad.tarot.check import Field
from scorepad.tarot.hand import Hand
from scorepad.text import fitted
from scorepad.ui.entry.form import EntryForm, Step
from scorepad.ui.kit.rows import filling
from scorepad.ui.kit.taps import action
from scorepad.ui.kit.window import part
from scorepad.ui.kit.words import text
from scorepad.ui.theme import Ink, Size

SHORT_NAME = 16
"""The maximum number of characters of a name beside an amount."""


def save(form: EntryForm) -> ft.Control:
    """The one strong action, with the payments, or the reason why the hand cannot be saved yet."""
    t, verdict = form.t, form.verdict
    hand = verdict.hand
    words = t("Save") if form.draft.editing is None else t("Correct")
    if form.calculating:
        words = t("Work out")
    awaits = hand is not None and verdict.awaits_digit
    if awaits and form.doubted:
        awaits, words = False, t("{points} points?", points=form.draft.digits)
    lines: list[str] = []
    if hand is not None and verdict.payments is not None and not awaits:
        lines = paid(t, verdict.payments, hand, lambda player: fitted(form.name_of(player), SHORT_NAME, len))
        lines += _mouche(form, hand)
    return _save(form.step, words, tuple(lines), None if hand is not None else _lacks(form))


@part
def _save(step: Step, words: str, lines: tuple[str, ...], why: str | None) -> ft.Control:
    narrow = step.layout.narrow
    word = text(words, Size.NUMBER, Ink.ON_ACCENT, bold=True, lines=1)
    size = Size.SMALL if len(lines) < 3 else Size.TINY
    align = ft.TextAlign.START if narrow else ft.TextAlign.END
    paying = [text(line, size, Ink.ON_ACCENT, bold=True, lines=1, align=align) for line in lines]
    if narrow:  # no room beside each other
        content = ft.Row([ft.Column([word, *paying], spacing=0, tight=True, expand=True)])
    else:
        middle, end = ft.MainAxisAlignment.CENTER, ft.CrossAxisAlignment.END
        amounts = ft.Column([*paying], spacing=0, alignment=middle, horizontal_alignment=end)
        content = ft.Row([filling(word), amounts], spacing=8)
    tap = None if why else step.taps.submitted
    return action(step.layout, "save", content, tap, why, ripples=False)


def _mouche(form: EntryForm, hand: Hand) -> list[str]:
    """A line with the mouche that the taker wins or loses; nothing in the calculator, or without mouches."""
    if form.calculating or form.rules.mouches is None:
        return []
    pot = form.evening.pot_for(form.draft.dealer, form.draft.editing)
    amount = pot[0] if taker_won(hand) else -pot[0]
    return [form.t("mouche {amount}", amount=form.t.signed(amount, form.evening.sheet.unit))]


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
