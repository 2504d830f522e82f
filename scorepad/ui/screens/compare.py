"""One hand, or the whole session, under several schemes side by side; the record stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import cast

import flet as ft

from scorepad.i18n import Translator
from scorepad.i18n.wording import line_sum, line_title, problem_text, scheme_title
from scorepad.tarot.compare import Retelling, Verdict, first_difference, judge, rescore
from scorepad.tarot.hand import Hand, PlayerId
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scoring import Line
from scorepad.tarot.session import Person, Session
from scorepad.ui import routes
from scorepad.ui.components.controls import chip, heading, text
from scorepad.ui.components.frame import centred, component, titled_screen, view_component
from scorepad.ui.components.guard import Handler, use_app
from scorepad.ui.components.marks import badge, gain_ink
from scorepad.ui.screens.missing import missing
from scorepad.ui.state import AppState
from scorepad.ui.theme import Ink, Size

MOST = 4
"""Schemes side by side at once."""


@view_component
def compare_hand_screen() -> ft.View:
    """A hand of a session under other schemes."""
    state = use_app()
    params = ft.use_route_params()
    chosen, set_chosen = ft.use_state(cast("tuple[str, ...]", ()))
    session = state.opened(params["sid"])
    route = routes.compare_hand(params["sid"], params["eid"])
    try:
        outcome = session.entry(params["eid"]).deal.outcome if isinstance(session, Session) else None
    except KeyError:
        outcome = None
    if not isinstance(session, Session) or not isinstance(outcome, Hand):
        return missing(state, route, session)
    schemes = state.schemes(session.rules)
    picked = picked_for_hand(outcome, schemes, chosen)
    people = [session.person(player) for player in outcome.players]
    body = hand_comparison(state.t, outcome, picked, people)
    return _comparison_screen(
        state,
        route,
        routes.why(session.id, params["eid"]),
        [scheme_choice(state.t, schemes, picked, set_chosen), *body],
    )


@view_component
def compare_session_screen() -> ft.View:
    """The totals of a session under other schemes."""
    state = use_app()
    params = ft.use_route_params()
    chosen, set_chosen = ft.use_state(cast("tuple[str, ...]", ()))
    session = state.opened(params["sid"])
    route = routes.compare(params["sid"])
    if not isinstance(session, Session):
        return missing(state, route, session)
    schemes = state.schemes(session.rules)
    own = rescore(session, schemes[0])
    picked = _picked(schemes, chosen, lambda scheme: not _same_totals(own, rescore(session, scheme)))
    body = _session_comparison(state.t, session, picked)
    if not session.finished:
        body.append(
            text(state.t("Go over to other rules, for every hand from the first:"), Size.SMALL, Ink.QUIET)
        )
        body += [_adopt(state, session, scheme) for scheme in picked[1:]]
    return _comparison_screen(
        state,
        route,
        routes.end(session.id),
        [scheme_choice(state.t, schemes, picked, set_chosen), *body],
    )


def _comparison_screen(state: AppState, route: str, back: str, body: list[ft.Control]) -> ft.View:
    return titled_screen(route, state.t("Compare"), back, centred(*body, width=900))


def _picked(
    schemes: Sequence[Scheme], chosen: tuple[str, ...], differs: Callable[[Scheme], bool]
) -> list[Scheme]:
    """The table's own scheme first, then those that were chosen; before a choice, the first that differs."""
    own, *others = schemes
    if not chosen:
        return [own, next((scheme for scheme in others if differs(scheme)), others[0])]
    return [own, *(scheme for scheme in others if scheme.id in chosen)]


def picked_for_hand(hand: Hand, schemes: Sequence[Scheme], chosen: tuple[str, ...]) -> list[Scheme]:
    """The schemes to show a hand under."""
    own = judge(hand, schemes[0])

    def differs(scheme: Scheme) -> bool:
        other = judge(hand, scheme)
        if own.score is None or other.score is None:
            return own.score is None
        return first_difference(own.score, other.score) is not None or _paying(own, other) is not None

    return _picked(schemes, chosen, differs)


def _received(verdicts: Sequence[Verdict], number: int) -> list[tuple[int, int] | None]:
    """What a player gets under each scheme, and in which unit; None under one that cannot score the hand."""
    return [(v.payments.totals[number], v.payments.unit) if v.payments else None for v in verdicts]


def _paying(*verdicts: Verdict) -> int | None:
    """The number of the first player who does not get the same under all schemes that score the hand."""
    players = max((len(verdict.payments.players) for verdict in verdicts if verdict.payments), default=0)
    for number in range(players):
        if len({Fraction(*amount) for amount in _received(verdicts, number) if amount is not None}) > 1:
            return number
    return None


def _same_totals(one: Retelling, other: Retelling) -> bool:
    return [total * other.scheme.unit for total in one.totals] == [
        total * one.scheme.unit for total in other.totals
    ]


@component
def scheme_choice(
    t: Translator,
    schemes: Sequence[Scheme],
    picked: Sequence[Scheme],
    choose: Callable[[tuple[str, ...]], None],
) -> ft.Control:
    """Which schemes stand beside the table's own: those picked at first in front, and all stay in their places."""
    own, *others = schemes
    shown = tuple(scheme.id for scheme in picked[1:])
    front = ft.use_ref(shown)

    def toggle(id_: str) -> Handler:
        changed = tuple(i for i in shown if i != id_) if id_ in shown else (*shown, id_)[-(MOST - 1) :]
        return lambda: choose(changed)

    chips = [
        chip(f"scheme-{scheme.id}", scheme_title(t, scheme), toggle(scheme.id), toggled=scheme.id in shown)
        for scheme in sorted(others, key=lambda scheme: scheme.id not in (front.current or ()))
    ]
    return ft.Column(
        [
            text(t("{scheme}, and beside it:", scheme=scheme_title(t, own)), Size.SMALL, Ink.QUIET),
            ft.Row(chips, spacing=8, scroll=ft.ScrollMode.AUTO),
        ],
        spacing=6,
    )


def hand_comparison(
    t: Translator, hand: Hand, schemes: Sequence[Scheme], people: Sequence[Person]
) -> list[ft.Control]:
    """A hand under several schemes: line by line, the first difference marked, and what each player gets."""
    names = {person.id: person.name for person in people}
    verdicts = [judge(hand, scheme) for scheme in schemes]
    keys = list(
        dict.fromkeys(_key(line) for verdict in verdicts if verdict.score for line in verdict.score.lines)
    )
    differing = _first_differing(verdicts)
    rows = [_head(t, schemes)]
    for key in keys:
        lines = [_line_of(verdict, key) for verdict in verdicts]
        known = next(line for line in lines if line is not None)
        title = line_title(t, known, hand, names.__getitem__, schemes[0])
        amounts = [
            line_sum(t, line, verdict.scheme.unit) if line is not None else "–"
            for line, verdict in zip(lines, verdicts, strict=True)
        ]
        rows.append(_row(t, title, amounts, marked=key == differing))
    rows.append(
        _row(
            t,
            t("Each defender pays"),
            [
                t.number(verdict.score.total, verdict.score.unit) if verdict.score else "–"
                for verdict in verdicts
            ],
            strong=True,
        )
    )
    paying = _paying(*verdicts) if differing is None else None  # the same lines can be shared otherwise
    for number, person in enumerate(people):
        rows.append(_person_row(person, _received(verdicts, number), t, marked=number == paying))
    notes: list[ft.Control] = [
        text(
            t(
                "{scheme}: {problem}",
                scheme=scheme_title(t, verdict.scheme),
                problem=problem_text(t, verdict.problems[0], names.__getitem__),
            ),
            Size.SMALL,
            Ink.LOSS,
        )
        for verdict in verdicts
        if verdict.problems
    ]
    if differing is None and paying is None and not notes and len(schemes) > 1:
        notes.append(text(t("No difference for this hand."), Size.SMALL, Ink.QUIET))
    return [*rows, *notes]


def _session_comparison(t: Translator, session: Session, schemes: Sequence[Scheme]) -> list[ft.Control]:
    tellings = [rescore(session, scheme) for scheme in schemes]
    rows: list[ft.Control] = [
        heading(t("The standings, had you played by"), Size.NUMBER, 2),
        _head(t, schemes),
    ]
    for number, person in enumerate(session.people):
        rows.append(
            _person_row(
                person,
                [(telling.totals[number], telling.scheme.unit) for telling in tellings],
                t,
                ranks=[
                    1 + sum(other > telling.totals[number] for other in telling.totals)
                    for telling in tellings
                ],
            )
        )
    return [*rows, *(_left_out(t, telling) for telling in tellings if telling.left_out)]


def _adopt(state: AppState, session: Session, scheme: Scheme) -> ft.Control:
    """The totals above say what it does; it can be undone."""
    t = state.t
    lacks = rescore(session, scheme).left_out
    return chip(
        f"adopt-{scheme.id}",
        t("Play by these: {scheme}", scheme=scheme_title(t, scheme)),
        None if lacks else lambda: state.rules_adopted(session, scheme),
        why=t("These rules lack something that was played.") if lacks else None,
        icon=ft.Icons.GAVEL,
    )


def _left_out(t: Translator, telling: Retelling) -> ft.Control:
    title = scheme_title(t, telling.scheme)
    words = t.plural(
        "{scheme}: {count} hand is left out, since it cannot be played by these rules.",
        "{scheme}: {count} hands are left out, since they cannot be played by these rules.",
        telling.left_out,
        scheme=title,
    )
    return text(words, Size.SMALL, Ink.QUIET)


Key = tuple[object, object, PlayerId | None]


def _key(line: Line) -> Key:
    return (line.rule, line.cause, line.stake)


def _line_of(verdict: Verdict, key: Key) -> Line | None:
    lines = verdict.score.lines if verdict.score else ()
    return next((line for line in lines if _key(line) == key), None)


def _first_differing(verdicts: Sequence[Verdict]) -> Key | None:
    """The first line in which a scheme parts from the table's own."""
    own = verdicts[0].score
    found = []
    for verdict in verdicts[1:]:
        if own is not None and verdict.score is not None:
            number = first_difference(own, verdict.score)
            if number is not None:
                longer = own if number < len(own.lines) else verdict.score
                found.append((number, _key(longer.lines[number])))
    return min(found, key=lambda pair: pair[0])[1] if found else None


def _columns(label: ft.Control, cells: Sequence[ft.Control]) -> ft.Control:
    """A label beside so many cells of the same width, or above where they need the room."""
    wide: list[ft.Control] = [
        ft.Container(cell, expand=1, alignment=ft.Alignment.CENTER_RIGHT) for cell in cells
    ]
    if len(cells) > 2:
        return ft.Column([label, ft.Row(wide, spacing=8)], spacing=2)
    return ft.Row([ft.Container(label, expand=1), *wide], spacing=8)


def _head(t: Translator, schemes: Sequence[Scheme]) -> ft.Control:
    return _columns(
        ft.Container(height=0),
        [
            text(scheme_title(t, scheme), Size.TINY, bold=True, lines=4, align=ft.TextAlign.END)
            for scheme in schemes
        ],
    )


def _row(
    t: Translator, title: str, amounts: Sequence[str], *, marked: bool = False, strong: bool = False
) -> ft.Control:
    size = Size.TINY if len(amounts) > 2 else Size.SMALL
    label: list[ft.Control] = [ft.Container(text(title, Size.SMALL, bold=strong or marked), expand=True)]
    if marked:
        label.insert(0, _mark(t))
    return ft.Container(
        _columns(
            ft.Row(label, spacing=4),
            [text(amount, size, bold=strong or marked, align=ft.TextAlign.END) for amount in amounts],
        ),
        border=ft.Border.only(top=ft.BorderSide(2 if strong else 1, Ink.EDGE if strong else Ink.LINE)),
        padding=ft.Padding.symmetric(vertical=6),
        bgcolor=Ink.CHOSEN if marked else None,
    )


def _mark(t: Translator) -> ft.Control:
    return text("≠", Size.NUMBER, Ink.LOSS, bold=True, label=t("First difference"))


def _person_row(
    person: Person,
    amounts: Sequence[tuple[int, int] | None],
    t: Translator,
    ranks: Sequence[int] | None = None,
    *,
    marked: bool = False,
) -> ft.Control:
    cells: list[ft.Control] = []
    for number, amount in enumerate(amounts):
        words = t.signed(*amount) if amount is not None else "–"
        rank = f" ({ranks[number]}.)" if ranks is not None else ""
        cells.append(
            text(
                words + rank,
                Size.SMALL if len(amounts) > 2 else Size.BODY,
                gain_ink(amount[0]) if amount is not None else Ink.QUIET,
                bold=True,
                align=ft.TextAlign.END,
                label=f"{person.name} {words}{rank}",
            )
        )
    label: list[ft.Control] = [
        badge(person, 24),
        *([_mark(t)] if marked else []),
        ft.Container(text(person.name, Size.SMALL, bold=True, lines=1), expand=True),
    ]
    return _columns(ft.Row(label, spacing=6), cells)
