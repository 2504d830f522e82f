"""The reasons for the score of one hand: every line in words, with its numbers and its rule."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import cast

import flet as ft

from scorepad.evening.adjustment import Adjustment, PointsChange, TakeOver
from scorepad.evening.evening import Evening
from scorepad.evening.events import Event, Undone
from scorepad.evening.people import Person
from scorepad.evening.sheet import Entry
from scorepad.i18n import Translator
from scorepad.i18n.events import event_name, version_text
from scorepad.i18n.names import (
    bid_name,
    entry_title,
    role_name,
    scheme_title,
    source_text,
    thrown_in_name,
)
from scorepad.i18n.pots import mouches_text, move_lines, table_stakes_text
from scorepad.i18n.sentences import (
    beside_detail,
    counted,
    line_detail,
    line_sum,
    line_title,
    needed_text,
    partner_words,
    result,
    taker_won,
    total_title,
    who_pays,
)
from scorepad.tarot.hand import Hand, ThrownIn
from scorepad.tarot.scoring import Rule, Score, source_of
from scorepad.ui import routes
from scorepad.ui.draft import MAX_REASON
from scorepad.ui.kit.fields import text_field
from scorepad.ui.kit.frame import (
    centred,
    foot,
    notice_bar,
    titled_screen,
    use_entry,
    use_kept,
    view_component,
)
from scorepad.ui.kit.people import badge, gain_ink
from scorepad.ui.kit.rows import filling, ruled, stretched, wrapping_row
from scorepad.ui.kit.taps import chip
from scorepad.ui.kit.window import Handler, safely, this_store
from scorepad.ui.kit.words import heading, identified, quiet, text, warning
from scorepad.ui.store import Store
from scorepad.ui.theme import Ink, Size


@view_component
def why_screen() -> ft.View:
    """The hand that the address names."""
    state, evening, entry = use_entry()
    assert entry is not None, "this address names one"
    leaving: ft.MutableRef[Handler] = ft.use_ref(None)
    ft.use_effect(lambda: None, [], lambda: leaving.current() if leaving.current else None)
    t, route = state.t, routes.why(evening.id, entry.id)
    reason, set_reason = use_kept(route, "reason", cast("str | None", None))

    def keep_reason() -> None:
        """Saves a reason that is typed after the hand was struck out, even if the table leaves the screen."""
        if entry.voided and reason:
            state.reason_given(evening, entry.id, reason)

    def submitted() -> None:
        keep_reason()
        set_reason(None)

    leaving.current = keep_reason
    outcome = entry.deal.outcome
    if isinstance(outcome, ThrownIn):
        ink = Ink.QUIET if entry.voided else Ink.TEXT
        body: list[ft.Control] = [
            text(thrown_in_name(t, outcome), Size.HERO, ink, bold=True, struck=entry.voided),
            *([_struck_out(t)] if entry.voided else []),
            *_mouches(state, evening, entry),
            *([_payments_head(t), *_amounts(state, evening, entry)] if entry.moves else []),
        ]
    elif isinstance(outcome, Adjustment | TakeOver):
        body = _paid_beside(state, evening, entry, outcome)
    elif entry.score is None:
        lacking = t("This table does not play {bid}.", bid=bid_name(t, outcome.bid))
        body = [text(lacking, Size.TITLE, Ink.LOSS, bold=True)]
    else:
        body = reasons(state, evening, entry, outcome)
    if isinstance(outcome, Hand):
        # Among the lines, not below them: a keyboard scrolls only a column that holds a control to tap.
        compare = partial(state.navigation.to, routes.compare_hand(evening.id, entry.id))
        body.append(wrapping_row(chip("compare", t("Compare"), compare)))
    below = [*_note(state, evening, entry), *_versions(state, evening, entry, reason or "")]
    tools = _tools(state, evening, entry, reason, set_reason, submitted if entry.voided else None)
    large = state.layout.large_text
    if large:  # they would cover half of a phone
        below.insert(0, tools)
    return titled_screen(
        route,
        entry_title(t, entry),
        state.navigation.way_back(route, routes.evening(evening.id)),
        centred(*body, *below),
        notice_bar(undo=True),
        *([] if large else [tools]),
        note=t.time(entry.recorded.at),
    )


def _paid_beside(state: Store, evening: Evening, entry: Entry, beside: PointsChange) -> list[ft.Control]:
    """What was paid without a hand: who, why, and how much."""
    t = state.t
    facts = text(who_pays(t, beside, evening.table.name_of), Size.TITLE, bold=True)
    reason = beside.reason if isinstance(beside, Adjustment) else ""
    lines: list[ft.Control] = [identified("beside", facts)]
    lines += [identified("beside-reason", text(t("“{words}”", words=reason)))] if reason else []
    lines.append(_struck_out(t) if entry.voided else quiet(beside_detail(t, beside), Size.BODY))
    lines.append(_payments_head(t))
    for place, (person, amount) in enumerate(zip(evening.sheet.people, entry.amounts, strict=True)):
        if person.id in beside.players:
            ink = Ink.QUIET if entry.voided else gain_ink(amount)
            lines.append(_paid(place, person, t.signed(amount, evening.sheet.unit), ink))
    return lines


def _paid(place: int, person: Person, amount: str, ink: Ink, role: str = "") -> ft.Control:
    """What somebody got or paid."""
    figures = text(amount, Size.NUMBER, ink, bold=True, align=ft.TextAlign.END)
    paid = ft.Container(figures, width=96, alignment=ft.Alignment.CENTER_RIGHT)
    name = text(person.name, bold=True, lines=1)
    said: list[ft.Control] = [filling(name), quiet(role)]
    if this_store().layout.large_text:
        said = [ft.Column([name, *([quiet(role)] if role else [])], spacing=0, expand=True)]
    row = ft.Row([badge(person), *said, paid], spacing=10)
    return identified(f"paid-{place}", row)


def reasons(
    state: Store, evening: Evening, entry: Entry, hand: Hand, *, in_evening: bool = True
) -> list[ft.Control]:
    """The lines of a hand in words, each with its numbers, its rule and its source; then the payments.

    Of a hand that belongs to no evening nothing lies in mouches.
    """
    t = state.t
    assert entry.score is not None
    assert entry.payments is not None
    rules, unit = entry.rules, entry.score.unit

    def name_of(player: str) -> str:
        return evening.table.name_of(player)

    def ink_of(amount: int) -> Ink:
        return Ink.QUIET if entry.voided else gain_ink(amount)

    facts = [name_of(hand.taker), t.inside(bid_name(t, hand.bid)), counted(t, hand.bouts, hand.half_points)]
    facts[2:2] = partner_words(t, hand, name_of)
    ink = Ink.QUIET if entry.voided else Ink.GAIN if taker_won(hand) else Ink.LOSS
    outcome = text(result(t, hand, rules), Size.HERO, ink, bold=True, struck=entry.voided)
    lines: list[ft.Control] = [
        quiet(", ".join(facts), Size.BODY),
        ft.Semantics(content=outcome, identifier="result", header=True),
        _struck_out(t) if entry.voided else quiet(needed_text(t, hand.bouts), Size.BODY),
    ]
    shared = [line for line in entry.score.lines if line.stake is None]
    personal = [line for line in entry.score.lines if line.stake is not None]
    for number, line in enumerate([*shared, *personal], 1):
        if line is (personal[0] if personal else None):
            lines.append(_total(state, entry.score, hand))
        source = source_text(t, source_of(line.rule, rules, hand.bid))
        detail = line_detail(t, line, hand, rules)
        if line.rule is Rule.TABLE_STAKES:
            detail = f"{detail} {table_stakes_text(t, entry.payments, name_of)}"
        detail = f"{detail.removesuffix('.')} · {source}" if source else detail
        title, points = line_title(t, line, hand, name_of, rules), line_sum(t, line, unit)
        lines.append(_line(f"line-{number}", title, points, detail, ink_of(line.value)))
    if not personal:
        lines.append(_total(state, entry.score, hand))
    if in_evening:
        lines += _mouches(state, evening, entry)
    lines += [_payments_head(t), *_amounts(state, evening, entry, in_evening=in_evening)]
    lines.append(quiet(scheme_title(t, rules)))
    agreed = entry.changed_since_agreed
    if agreed is not None:
        then = ", ".join(f"{name_of(who)} {t.signed(amount, agreed.unit)}" for who, amount in agreed.payments)
        words = t("When it was written it paid {payments}.", payments=then)
        lines.append(identified("agreed", warning(words)))
    return lines


def _mouches(state: Store, evening: Evening, entry: Entry) -> list[ft.Control]:
    """What the deal brought into the mouches and out of them, and what lay there after it."""
    if not entry.moves:
        return []
    t = state.t
    source = source_text(t, entry.rules.mouches.source if entry.rules.mouches else "")
    lines: list[ft.Control] = [heading(t("Mouches"), Size.BODY, 2)]
    moves = move_lines(t, entry.moves, evening.sheet.unit, evening.table.name_of)
    for number, (title, sum_, detail, amount) in enumerate(moves, 1):
        detail = f"{detail.removesuffix('.')} · {source}" if source else detail
        lines.append(_line(f"move-{number}", title, sum_, detail, gain_ink(amount)))
    return [*lines, identified("pot", text(mouches_text(t, entry.pot, evening.sheet.unit), bold=True))]


def _payments_head(t: Translator) -> ft.Control:
    return heading(t("Payments"), Size.BODY, 2)


def _amounts(state: Store, evening: Evening, entry: Entry, *, in_evening: bool = True) -> list[ft.Control]:
    """What everybody received for the deal, the mouches included, the largest amount first."""
    t, hand = state.t, entry.deal.outcome
    roles: dict[str | None, str] = {}
    if isinstance(hand, Hand):
        roles = {player: role_name(t, hand, player) for player in hand.players}
    if in_evening:
        ids = (person.id for person in evening.sheet.people)
        moved = {move.player for move in entry.moves}
        amounts = dict(zip(ids, entry.amounts, strict=True))
        payments, unit = (
            [each for each in amounts.items() if each[0] in moved.union(roles)],
            evening.sheet.unit,
        )
    else:
        assert entry.payments is not None
        payments = [*zip(entry.payments.players, entry.payments.totals, strict=True)]
        unit = entry.payments.unit
    rows = []
    for player, amount in sorted(payments, key=lambda pair: -pair[1]):
        ink = Ink.QUIET if entry.voided else gain_ink(amount)
        person = evening.table.person(player)
        place, words = evening.sheet.people.index(person), t.signed(amount, unit)
        rows.append(_paid(place, person, words, ink, roles.get(player, "")))
    return rows


def _struck_out(t: Translator) -> ft.Control:
    return identified("struck-out", text(t("Struck out: it does not count."), bold=True))


def _line(identifier: str, title: str, amount: str, detail: str, ink: Ink) -> ft.Control:
    row = ft.Row([filling(text(title)), text(amount, Size.BODY, ink, bold=True)], spacing=8)
    row.vertical_alignment = ft.CrossAxisAlignment.START
    column = ft.Column([row, quiet(detail)], spacing=2)
    return ruled(identified(identifier, column), ft.Padding.only(top=10))


def _total(state: Store, score: Score, hand: Hand) -> ft.Control:
    t, total = state.t, score.total
    words = total_title(t, total, hand)
    amount = text(t.number(abs(total), score.unit), Size.NUMBER, bold=True)
    row = ft.Row([filling(text(words, bold=True)), amount])
    return ruled(identified("score", row), ft.Padding.only(top=10, bottom=6), strong=True)


def _note(state: Store, evening: Evening, entry: Entry) -> list[ft.Control]:
    """The note on the hand, and the way to change it."""
    t, note = state.t, evening.table.notes.get(entry.id, "")
    change = partial(state.navigation.to, routes.note_of(evening.id, entry.id))
    words = t("Change the note") if note else t("Add a note")
    shown = [identified("note", text(t("“{words}”", words=note)))] if note else []
    return [*shown, wrapping_row(chip("change-note", words, change, icon=ft.Icons.CHAT_OUTLINED))]


def _versions(state: Store, evening: Evening, entry: Entry, reason: str) -> list[ft.Control]:
    """The versions of the hand, with time, device and reason; where two devices differ, the table chooses."""
    t = state.t
    choices = entry.conflicting  # an undo of the recording may be one of them
    versions = [each for each in entry.history if not isinstance(each.change, Undone) or each in choices]
    rows: list[ft.Control] = [ft.Divider(color=Ink.LINE), heading(t("History of this hand"), Size.BODY, 2)]
    if choices:
        rows.append(warning(t("Two devices corrected this hand differently: choose a version.")))
    for number, event in enumerate(versions, 1):
        current = event is entry.current
        lines: list[ft.Control] = [text(event_line(state, evening, event), Size.SMALL, bold=current)]
        if event.reason:
            lines.append(text(t("“{words}”", words=event.reason), Size.SMALL))
        if words := version_text(t, evening, event):
            lines.append(text(words, Size.SMALL, Ink.QUIET, struck=not (current or event in choices)))
        icon = ft.Icon(ft.Icons.CHECK if current else ft.Icons.HISTORY, size=18, color=Ink.QUIET)
        row: list[ft.Control] = [icon, filling(ft.Column(lines, spacing=0))]
        if event in choices and not evening.table.ended:
            choose = partial(state.version_chosen, evening, entry.id, event.id, reason)
            row.append(chip(f"choose-{number}", t("This one"), choose))
        elif not current and event.deal is not None and not evening.table.ended:
            restore = partial(state.restore_pressed, evening, entry.id, event.id, reason)
            row.append(chip(f"restore-{number}", t("Use this version"), restore))
        rows.append(identified(f"version-{number}", ft.Row(row, spacing=8)))
    return rows


def event_line(state: Store, evening: Evening, event: Event) -> str:
    """The kind of an event and when it happened, with "on another device" if it did."""
    return f"{event_name(state.t, evening, event)} · {when_and_where(state, event)}"


def when_and_where(state: Store, event: Event) -> str:
    """When an event happened, with "on another device" if it did."""
    t = state.t
    when = f"{t.short_date(event.at)}, {t.time(event.at)}"
    return when if event.device == state.history.device else f"{when} · {t('on another device')}"


def _tools(
    state: Store,
    evening: Evening,
    entry: Entry,
    reason: str | None,
    set_reason: Callable[[str | None], None],
    submitted: Handler | None,
) -> ft.Control:
    """The actions on the hand, and a field for the reason, which appears on demand."""
    if evening.table.ended:
        return ft.Container()
    t, large = state.t, state.layout.large_text
    share = None if large else 1

    def with_reason(act: Callable[..., None]) -> Handler:
        def done() -> None:
            act(evening, entry.id, reason=reason or "")
            set_reason(None)

        return done

    if entry.voided:
        restore = with_reason(state.restore_pressed)
        tools = [chip("restore", t("Count it again"), restore, icon=ft.Icons.RESTORE, expand=share)]
    else:
        tools = [
            *(
                [chip("edit", t("Correct"), with_reason(state.edit_pressed), expand=share)]
                if not isinstance(entry.deal.outcome, TakeOver)
                else []
            ),
            chip("void", t("Strike out"), with_reason(state.void_pressed), expand=share),
        ]
    toggle = partial(set_reason, "" if reason is None else None)
    tools.append(chip("reason", t("Reason…"), toggle, toggled=reason is not None, expand=share))
    rows: list[ft.Control] = []
    if reason is not None:
        rows.append(
            text_field(
                "reason-text",
                t("Why is it corrected or struck out?"),
                value=reason,
                max_length=MAX_REASON,
                autofocus=True,
                on_change=lambda event: set_reason(event.control.value or ""),
                on_submit=safely(submitted) if submitted is not None else None,
            )
        )
    rows.append(ft.Column(tools, spacing=8) if large else ft.Row(tools, spacing=8))
    return foot(stretched(*rows, spacing=8, tight=True))
