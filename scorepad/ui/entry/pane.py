"""The whole entry: its head, and the present step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import flet as ft

from scorepad.evening.dealing import leader as leader_of
from scorepad.evening.evening import Evening
from scorepad.i18n.names import scheme_title
from scorepad.pad import DraftVerdict
from scorepad.pad.paper import unsaved_text
from scorepad.tarot.check import Field
from scorepad.ui import theme
from scorepad.ui.entry.extras import EXTRAS, extra_panel, panel_in_rules
from scorepad.ui.entry.form import (
    DEALER,
    KEYS,
    PILE,
    TAKER,
    THROWN,
    EntryForm,
    EntrySteps,
    Step,
    StepParts,
    Taps,
)
from scorepad.ui.entry.partner import partners
from scorepad.ui.entry.pile import pile_panel
from scorepad.ui.entry.points import points
from scorepad.ui.entry.shortcuts import shortcuts
from scorepad.ui.entry.takers import dealers, last_hand, rarely_thrown_in, takers, totals
from scorepad.ui.kit.frame import top_bar
from scorepad.ui.kit.notice import component, notice_bar
from scorepad.ui.kit.taps import tile
from scorepad.ui.kit.window import part
from scorepad.ui.kit.words import identified, quiet, text
from scorepad.ui.sight import Notice
from scorepad.ui.store import Store
from scorepad.ui.theme import Ink, Layout, Size


@component
def entry_pane(
    state: Store,
    evening: Evening,
    alone: bool,
    choices: ft.Control | None = None,
    tool: ft.Control | None = None,
) -> ft.Control:
    """The whole entry; it is `alone` if there is no sheet beside it.

    The control `choices` stands under the title until the taker and the bid are known, and in an open duel at all
    times. The control `tool` stands beside the title.
    """
    ft.use_state(state.entering)
    taps, _ = ft.use_state(Taps(state))
    steps, _ = ft.use_state(EntrySteps(taps))
    head, _ = ft.use_state(Step(taps))
    head.drawn(state.t, state.layout)
    ft.use_effect(taps.listen)
    draft, said = state.hand(evening), state.notice
    rules = evening.rules_at(draft.row)
    panel = panel_in_rules(rules, state.panel_of(draft))
    verdict = draft.verdict(rules, evening.chips(draft.row))
    asked = _asked(verdict, panel)
    taps.drawn(evening, draft.token, alone, panel, asked)
    step = steps.step(asked, state.t, state.layout.alone if alone else state.layout)
    form = EntryForm(evening, draft, verdict, state.is_doubted(draft), panel, step)
    choices = choices if form.asks_who_took or draft.open else None
    fills = choices is None or not choices.expand
    columns = steps.columns(asked, _drawn_step(form, asked, _above(form, choices, alone), fills=fills))
    taps.focus.drawn(step.column, _answers(form, asked))
    # The focus does not move at the start of a hand: a second Enter after the saving Enter would tap an answer.
    following = (asked, verdict.next_missing, verdict.hand is None) if draft.started or panel else None
    ft.use_effect(lambda: taps.focus.follow() if following else None, [following])
    notice = said if alone and not _needs_bar(said) else None
    top = _top(head, form, notice, alone, tool)
    # The bar covers the top of the step: so nothing moves under the fingers when a notice leaves.
    bar = [_notice_bar(head, state, said, drawn=notice is None)] if alone else []
    return _with_head(form.layout, top, ft.Column(columns, spacing=0, expand=True), bar)


def _with_head(layout: Layout, top: ft.Control, below: ft.Control, bar: Sequence[ft.Control]) -> ft.Control:
    """The head and the step below it, with the `bar` of the notice over the step."""
    over = [_beside_answers(layout, top), *bar] if layout.two_columns else bar
    if over:
        below = ft.Stack([below, *over], fit=ft.StackFit.EXPAND, expand=True)
    return below if layout.two_columns else ft.Column([top, below], spacing=0, expand=True)


def _beside_answers(layout: Layout, top: ft.Control) -> ft.Control:
    """The head, above the first of two columns only, so that the answers have the whole height of the second."""
    left, right = (None, 0) if layout.left_handed else (0, None)
    return ft.Container(top, top=0, left=left, right=right, width=layout.entry - layout.answers)


def _needs_bar(notice: Notice | None) -> bool:
    """Whether there is a notice that is too large for the title: see `Notice.needs_bar`."""
    return notice is not None and notice.needs_bar


def _top(
    head: Step, form: EntryForm, notice: Notice | None, alone: bool, tool: ft.Control | None
) -> ft.Control:
    """The head: a notice that needs no bar, or the title with the dealer or the `tool` beside it."""
    editing, beside = not form.draft.is_next, not form.layout.large_text
    if notice is not None:  # over the keypad there is no room for more
        return _head(head, notice.text, None, alone=alone, editing=editing, announced=True)
    if beside and not form.calculating and form.draft.line is None:
        tool = _dealing(head, _dealing_words(form))
    note = _rules_of(form) if beside else ""
    return _head(head, _title(form), tool, alone=alone, editing=editing, note=note)


def _rules_of(form: EntryForm) -> str:
    """The name of the rules in the calculator; "" in an evening, and while the calculator asks for taker or bid.

    The sheet of an evening shows its rules anyway.
    """
    return scheme_title(form.t, form.rules) if form.calculating and not form.asks_who_took else ""


def _above(form: EntryForm, choices: ft.Control | None, alone: bool) -> list[ft.Control]:
    """The parts between the head and the question.

    They are the `choices` and the typed row that the hand corrects; or, without these, the totals and the last hand. In
    large text, the rules (in the calculator) or the dealer follow: there is no room for them beside the title.
    """
    above = [choices] if choices is not None else []
    if form.draft.line is not None:
        rows = unsaved_text(form.taps.state.entry(form.evening), form.evening).split("\n")
        above += [_paper_row(form.step, words) for words in rows[form.draft.line :][:1]]
    beside_names = form.layout.two_columns or form.layout.large_text
    if not above and alone and form.asks_who_took and not beside_names:
        latest = last_hand(form)
        above = [totals(form), *([latest] if latest is not None else [])]
    if form.layout.large_text and (rules := _rules_of(form)):
        above.append(quiet(rules))
    return [*above, *(_large_dealing(form) if form.asks_who_took else [])]


@part
def _paper_row(step: Step, words: str) -> ft.Control:
    """The typed row that the hand corrects."""
    around = ft.Padding.symmetric(horizontal=theme.SPACE)
    return ft.Container(
        identified("paper-row", text(step.t("“{words}”", words=words), lines=2)), padding=around
    )


def _large_dealing(form: EntryForm) -> list[ft.Control]:
    """In large text, the dealer as a separate part, because there is no room beside the title; else nothing."""
    wanted = form.layout.large_text and not form.calculating and form.draft.line is None
    return [_dealing(form.step, _dealing_words(form))] if wanted else []


def _asked(verdict: DraftVerdict, panel: str | None) -> str:
    """The name of the step in sight."""
    if panel in (DEALER, KEYS):
        return panel
    if panel == TAKER or (verdict.next_missing in (Field.TAKER, Field.BID) and panel != THROWN):
        return "takers"
    if panel == THROWN:
        return THROWN
    if verdict.next_missing is Field.PARTNER:
        return "partner"
    return panel or "points"


class StepView(NamedTuple):
    """A step: the function that draws its controls, and the beginning of the identifiers of its answers."""

    draw: Callable[[EntryForm], StepParts]
    answers: str = "close-panel"


STEPS = {
    "takers": StepView(takers, "bid-"),
    "partner": StepView(partners, "partner-"),
    "points": StepView(points, "save"),
    DEALER: StepView(dealers, "dealer-"),
    THROWN: StepView(rarely_thrown_in, "thrown-"),
    KEYS: StepView(shortcuts),
    PILE: StepView(lambda form: StepParts([], [pile_panel(form, key="pile")])),
    **{each.name: StepView(extra_panel, each.answers) for each in EXTRAS.values()},
}


def _drawn_step(form: EntryForm, asked: str, above: Sequence[ft.Control], *, fills: bool) -> list[ft.Control]:
    """The controls `above`, then the controls of a step.

    If the step `fills` the free height, its controls stand at the bottom.
    """
    drawn = STEPS[asked].draw(form)
    if not form.layout.two_columns:
        dealing = [] if form.asks_who_took else _large_dealing(form)
        body = [*drawn.above, *drawn.answers, *drawn.below, *dealing]
        return [*above, _scrolling(body, drawn.foot, fills=fills), *_foot(drawn.foot)]
    head = ft.Container(height=theme.HEAD)
    left = ft.Column([head, *above, _scrolling([*drawn.above, *drawn.below], ())], spacing=0, expand=1)
    right = ft.Column([_scrolling(drawn.answers, drawn.foot), *_foot(drawn.foot)], spacing=0, expand=1)
    return [ft.Row(form.layout.handed([left, right]), spacing=0, expand=True)]


def _scrolling(
    controls: Sequence[ft.Control], foot: Sequence[ft.Control], *, fills: bool = True
) -> ft.Control:
    """A column of controls that scrolls if it is too high; its lower margin is smaller above a `foot`."""
    around = ft.Margin.only(left=theme.SPACE, right=theme.SPACE, bottom=8 if foot else theme.SPACE)
    return ft.Column(
        [*controls],
        spacing=theme.GAP + 2,
        alignment=ft.MainAxisAlignment.END,
        scroll=ft.ScrollMode.AUTO,
        margin=around,
        expand=fills,
    )


def _foot(controls: Sequence[ft.Control]) -> list[ft.Control]:
    around = ft.Margin.only(left=theme.SPACE, right=theme.SPACE, bottom=theme.SPACE)
    return [ft.Column([*controls], margin=around, spacing=theme.GAP)] if controls else []


def _answers(form: EntryForm, asked: str) -> str:
    """The prefix of the identifiers of the tiles that answer the current question."""
    missing, taker = form.verdict.next_missing, form.draft.facts.taker
    if asked == "points" and missing is not None:
        return {Field.BOUTS: "bouts-", Field.CARD_POINTS: "digit-"}.get(missing, "")
    if asked == "takers" and taker is None and form.layout.large_text:
        return "taker-"
    if asked == "takers":  # the bids of the taker
        return "bid-" + next((str(seat) for seat, person in form.seats if person.id == taker), "")
    return STEPS[asked].answers


def _title(form: EntryForm) -> str:
    t, evening, draft = form.t, form.evening, form.draft
    if draft.editing is not None:
        return t("Correct hand {number}", number=evening.sheet.row(draft.editing).number)
    if draft.line is not None:
        return t("Row {number} on paper", number=draft.line + 1)
    if draft.before is not None:
        return t("Before hand {number}", number=evening.sheet.row(draft.before).number)
    if form.calculating:
        return t("Calculator")
    if evening.progress.last:
        return t("Last hand")
    return t("Hand {number}", number=evening.sheet.next_number)


@part
def _head(
    step: Step,
    title: str,
    tool: ft.Control | None,
    *,
    alone: bool,
    editing: bool,
    announced: bool = False,
    note: str = "",
) -> ft.Control:
    """The head: title, note, tool and, if `alone` or `editing`, the Back button.

    `alone` tells whether the entry has no sheet beside it; `editing`, whether the hand is not the next hand.
    """
    return top_bar(
        step.t,
        step.layout,
        title,
        back=step.taps.back_pressed if alone or editing else None,
        back_id="back" if alone else "leave",  # the sheet beside the entry has the "back"
        back_words=step.t("Back to the sheet") if editing else None,
        tools=[tool] if tool is not None else [],
        announced=announced,
        note=note,
    )


@part
def _notice_bar(step: Step, store: Store, notice: Notice | None, *, drawn: bool) -> ft.Control:
    """The bar for the notice, over the top of the entry."""
    return ft.Container(notice_bar(store, drawn=drawn), top=0, left=0, right=0)


def _dealing_words(form: EntryForm) -> str:
    if form.of_another_table:
        players = form.t.names(person.name for _, person in form.seats)
        return form.t(
            "{dealer} deals · played by {names}", dealer=form.name_of(form.draft.dealer), names=players
        )
    dealer, facts, seating = form.draft.dealer, form.draft.facts, form.evening.seating_at(form.draft.row)
    leader = leader_of(seating, dealer, facts.taker, facts.chelem)
    names = {"dealer": form.name_of(dealer), "leader": form.name_of(leader)}
    if [person.id for person in form.sitting_out] == [dealer]:
        return form.t("{dealer} deals, does not play · {leader} leads", **names)
    return form.t("{dealer} deals · {leader} leads", **names)


@part
def _dealing(step: Step, words: str) -> ft.Control:
    """The dealer and the leader of the hand; a tap opens the choice of the dealer."""
    beside = not step.layout.large_text
    end, side = ft.TextAlign.END, ft.Alignment.CENTER_RIGHT
    if step.layout.left_handed:
        end, side = ft.TextAlign.START, ft.Alignment.CENTER_LEFT
    align = end if beside else ft.TextAlign.CENTER
    left, right = step.layout.handed((0, 8)) if beside else (4, 4)
    return tile(
        step.layout,
        "dealer",
        text(words, Size.SMALL, Ink.QUIET, lines=2, align=align),
        step.taps.toggles(DEALER),
        fill=None,
        expand=1 if beside else None,
        padding=ft.Padding.only(left=left, right=right),  # two lines take the whole height
        alignment=side if beside else ft.Alignment.CENTER,
    )
