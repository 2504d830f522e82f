"""The step for the bouts and the card points: their keys, and the result of the hand."""

from __future__ import annotations

import flet as ft

from scorepad.i18n.sentences import formula, margin_sum, result, taker_won
from scorepad.pad.draft import HandDraft
from scorepad.tarot.check import Code, Field, half_points_occur
from scorepad.tarot.hand import NEEDED, Side
from scorepad.ui import theme
from scorepad.ui.entry.extras import extras
from scorepad.ui.entry.form import PILE, EntryForm, Step, StepParts, row_of
from scorepad.ui.entry.partner import contract
from scorepad.ui.entry.save import amounts, save
from scorepad.ui.kit.rows import centred_column, filling
from scorepad.ui.kit.taps import chip, icon_tile, key, with_hint
from scorepad.ui.kit.window import part, parts
from scorepad.ui.kit.words import identified, quiet, text
from scorepad.ui.theme import Ink, Size


def points(form: EntryForm) -> StepParts:
    """The contract, the bouts, the card points and their keypad, the bonuses, and the button that saves the hand."""
    t, step, draft = form.t, form.step, form.draft
    asked = form.verdict.next_missing is Field.BOUTS
    bouts = [_bouts(step, count, draft.shown_bouts == count, draft.filled_bouts, asked) for count in NEEDED]
    keys = [_digit(step, digit, _why_no_digit(form, digit)) for digit in range(10)]
    erase = _erase(step, None if draft.digits else t("No points yet."))
    half = _half(step, draft.half, _why_no_half(form))
    shown = "–" if draft.shown is None else t.half_points(draft.shown)
    counting: list[ft.Control] = [
        _shown(step, shown),
        _unit(step, draft.filled_points),
        *([] if draft.open else [_counted_by(step, draft.counted_by)]),
        _count(step),
    ]
    label = _bouts_label(step, form.name_of(draft.counting) if draft.open and draft.counting else "")
    above = [
        contract(form),
        _bouts_row(step, label, *bouts),
        ft.Row(form.layout.handed(counting), spacing=6, wrap=form.layout.large_text),
    ]
    sentence, keypad = _sentence(form), _keypad(form, keys, erase, half)
    if (
        form.layout.large_text
    ):  # the keypad needs the room of the foot, and a sentence that grows does not move it
        return StepParts(above, [*keypad, sentence], [extras(form), amounts(form)], [save(form)])
    return StepParts(above, [sentence, *keypad], [extras(form)], [amounts(form), save(form)])


def _keypad(
    form: EntryForm, digits: list[ft.Control], erase: ft.Control, half: ft.Control
) -> list[ft.Control]:
    """The digits 1 to 9 and 0 in two rows, with Erase and ½ at the side.

    In large text, and in a layout of two columns, there are three rows.
    """
    step, keys = form.step, [*digits[1:], digits[0]]
    if form.layout.large_text or form.layout.two_columns:
        rows = [(keys[:3], [erase]), (keys[3:6], [half]), (keys[6:], [])]
    else:
        rows = [(keys[:5], [erase]), (keys[5:], [half])]
    left = form.layout.left_handed
    return [
        row_of(step, f"keys {number}", *([*aside, *row] if left else [*row, *aside]))
        for number, (row, aside) in enumerate(rows, 1)
    ]


@part
def _bouts_row(step: Step, label: ft.Control, *bouts: ft.Control) -> ft.Control:
    """The numbers of bouts beside their label, or below it where there is little room."""
    if _is_narrow(step):
        return ft.Column([label, ft.Row([*bouts], spacing=theme.GAP)], spacing=theme.GAP)
    return ft.Row([label, *bouts], spacing=theme.GAP)


def _is_narrow(step: Step) -> bool:
    return step.layout.large_text or step.layout.tight


@part
def _bouts_label(step: Step, counting: str) -> ft.Control:
    if counting:
        return quiet(step.t("Bouts of {name}", name=counting), lines=1)
    return quiet(step.t("Bouts of the attack") if _is_narrow(step) else step.t("Bouts"))


@parts
def _bouts(step: Step, count: int, chosen: bool, filled: bool, asked: bool) -> ft.Control:
    """The key for a number of bouts; it is marked more lightly if a chelem filled in the number."""
    needed, tapped = NEEDED[count], chosen and not filled
    ink, small = (Ink.ON_ACCENT, Ink.ON_ACCENT) if tapped else (Ink.TEXT, Ink.QUIET)
    below = text(str(needed), Size.TINY, small, label=step.t("{points} needed", points=needed))
    content: ft.Control = centred_column(text(str(count), Size.NUMBER, ink, bold=True), below)
    tap = step.taps.on_tap(HandDraft.bouts_tapped, count)
    content = with_hint(content, step.hint(str(count)) if asked else "")
    return key(
        step.layout, f"bouts-{count}", content, tap, chosen=chosen, fill=Ink.ACCENT if tapped else Ink.TONE
    )


@part
def _shown(step: Step, shown: str) -> ft.Control:
    return identified("points", text(shown, Size.HERO, bold=True))


@part
def _unit(step: Step, filled: bool) -> ft.Control:
    """The words after the number of points: "points", or "by the chelem" if a chelem filled in the number."""
    layout = step.layout
    size = Size.SMALL if layout.short_rows else Size.BODY
    words = quiet(step.t("by the chelem"), lines=2) if filled else quiet(step.t("points"), size, lines=1)
    return ft.Container(words, expand=None if layout.large_text or layout.short_rows else True)


@part
def _counted_by(step: Step, side: Side) -> ft.Control:
    by_taker = side is Side.TAKER
    words = step.t("counted by the attack") if by_taker else step.t("counted by the defence")
    tight = step.layout.short_rows
    return chip(
        step.layout,
        "counted-by",
        words,
        step.taps.on_tap(HandDraft.counting_side_changed),
        chosen=True,
        plain=by_taker,
        size=Size.TINY if tight else Size.SMALL,
        expand=tight or None,  # in two lines where there is little room
    )


@part
def _count(step: Step) -> ft.Control:
    words = step.t("Count a pile")
    return icon_tile(step.layout, "count", ft.Icons.CALCULATE_OUTLINED, words, step.taps.toggles(PILE))


# -- the keypad ---


@parts
def _digit(step: Step, digit: int, why: str | None) -> ft.Control:
    tap = step.taps.on_tap(HandDraft.digit_tapped, digit)
    words = text(str(digit), Size.TITLE, bold=True)
    return key(step.layout, f"digit-{digit}", words, None if why else tap, why=why, height=_key_height(step))


@part
def _erase(step: Step, why: str | None) -> ft.Control:
    icon = ft.Icon(ft.Icons.BACKSPACE_OUTLINED, size=22, color=Ink.TEXT, semantics_label=step.t("Erase"))
    tap = None if why else step.taps.on_tap(HandDraft.erased)
    return key(step.layout, "erase", icon, tap, why=why, height=_key_height(step))


@part
def _half(step: Step, on: bool, why: str | None) -> ft.Control:
    tap = step.taps.on_tap(HandDraft.half_tapped)
    words, height = text("½", Size.TITLE, bold=True), _key_height(step)
    return key(step.layout, "half", words, None if why else tap, toggled=on, why=why, height=height)


def _key_height(step: Step) -> float:
    """The height of a key, in dp at the plain size of text: limited, so that all keys are in sight in large text."""
    return min(theme.KEY, theme.LARGE_KEY / step.layout.growth)


def _why_no_digit(form: EntryForm, digit: int) -> str | None:
    if digit in form.verdict.digits_possible:
        return None
    least, most = (form.t.half_points(points) for points in form.verdict.points_possible)
    return form.t("Possible here: {least} to {most} points.", least=least, most=most)


def _why_no_half(form: EntryForm) -> str | None:
    t, draft = form.t, form.draft
    if draft.can_have_half():
        return None
    if not half_points_occur(len(draft.facts.players)):
        return t("No half points at this table: every trick has an even number of cards.")
    return t("There are 91 points in all.") if draft.digits else t("First the whole points.")


# -- the result ---


def _sentence(form: EntryForm) -> ft.Control:
    """The result of the hand so far, or the reason why it is impossible."""
    t, rules, verdict = form.t, form.rules, form.verdict
    problems = [problem for problem in verdict.problems if problem.code is not Code.MISSING]
    if verdict.awaits_digit:
        problems = [problem for problem in problems if problem.field is not Field.CARD_POINTS]
    hand = verdict.hand if not verdict.awaits_digit or form.doubted else None
    if problems and (hand is None or problems[0].warning):
        words = form.problem_text(problems[0])
        if hand is None and verdict.possible_with_chelem:
            words = t("Only with a chelem: was it one?")
        icon = ft.Icons.HELP_OUTLINE if problems[0].warning else ft.Icons.BLOCK
        return _said(form.step, (icon, Ink.LOSS), why=words)
    if hand is None or verdict.score is None:
        return _said(form.step)
    how = (ft.Icons.CHECK_CIRCLE_OUTLINE, Ink.GAIN) if taker_won(hand) else (ft.Icons.TRENDING_DOWN, Ink.LOSS)
    # A line may break before the equals sign, and never between it and the number.
    sum_ = f"{margin_sum(t, hand)} → {formula(t, verdict.score)}".replace("= ", "=\u00a0")
    if hand.open:
        sum_ = f"{form.name_of(hand.taker)} · {sum_}"
    return _said(form.step, how, result(t, hand, rules), sum_)


@part
def _said(
    step: Step, sign: tuple[ft.IconData, Ink] | None = None, how: str = "", why: str = ""
) -> ft.Control:
    """A sentence behind an icon: the result `how` in bold, and `why` as its reason; without `how`, `why` stands alone.

    A `sign` is an icon and its ink; without a sign, there is no sentence. The place of the sentence is always two lines
    high, so that the keys below do not move; only in large text, the place is below the keys, and grows with the words.
    """
    large, row = step.layout.large_text, list[ft.Control]()
    if sign is not None:
        icon, ink = sign
        row = [ft.Icon(icon, size=18, color=ink)]
        if how:
            row.append(text(how, Size.SMALL, ink, bold=True))
        lines = None if large else 2
        said = text(why, Size.SMALL, Ink.QUIET if how else ink, bold=not how, lines=lines)
        row.append(filling(said))
    sentence = ft.Row(row, spacing=6)
    height = None if large else 40 * step.layout.growth
    return ft.Container(identified("sentence", sentence, live=True), height=height)
