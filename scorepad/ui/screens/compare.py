"""One hand, or the whole evening, under several schemes side by side; nothing is saved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.people import Person
from scorepad.evening.sheet import Sheet
from scorepad.i18n import Translator
from scorepad.i18n.names import scheme_title
from scorepad.i18n.pots import amounts_text
from scorepad.i18n.problems import problem_text
from scorepad.i18n.sentences import line_sum, line_title, total_title
from scorepad.tarot.comparison import Result, compare, evaluate
from scorepad.tarot.hand import Hand
from scorepad.tarot.scheme import Scheme
from scorepad.ui import routes
from scorepad.ui.components.controls import filling, link_tile, quiet, ruled, section, text, warning
from scorepad.ui.components.frame import (
    NothingHere,
    centred,
    component,
    titled_screen,
    use_entry,
    use_evening,
    view_component,
)
from scorepad.ui.components.guard import app_state
from scorepad.ui.components.marks import badge, gain_ink
from scorepad.ui.components.schemes import scheme_chips
from scorepad.ui.state import AppState
from scorepad.ui.theme import Ink, Size

MOST, WIDTH = 4, 900
"""The most schemes side by side, and the most that they take of the width, in dp."""


@view_component
def compare_hand_screen() -> ft.View:
    """A hand of an evening under other schemes."""
    state, evening, entry = use_entry()
    outcome = entry.deal.outcome if entry is not None else None
    if entry is None or not isinstance(outcome, Hand):
        raise NothingHere
    t, schemes = state.t, state.schemes(entry.rules)
    picked = picked_for_hand(outcome, schemes, state.compared.get(entry.id, ()))
    people = [evening.table.person(player) for player in outcome.players]
    choose = partial(state.compared_under, entry.id)
    body = [scheme_choice(t, schemes, picked, choose), *hand_comparison(t, outcome, picked, people)]
    here, back = routes.compare_hand(evening.id, entry.id), routes.why(evening.id, entry.id)
    return titled_screen(here, t("Compare"), back, centred(*body, width=WIDTH))


@view_component
def compare_evening_screen() -> ft.View:
    """The totals of an evening under other schemes."""
    state, evening = use_evening()
    t, schemes = state.t, state.schemes(evening.table.rules.now)
    own, chosen = evening.sheet, state.compared.get(evening.id, ())
    picked = _picked(schemes, chosen, lambda scheme: not _same_totals(own, evening.by(scheme)))
    choose = partial(state.compared_under, evening.id)
    body = [scheme_choice(t, schemes, picked, choose), *_evening_comparison(t, evening, picked)]
    if not evening.table.ended:
        rules = partial(state.navigation.to, routes.rules(evening.id), back=routes.compare(evening.id))
        body.append(section(t("Change the rules")))
        body += [
            link_tile("rules", t("All rules"), rules),
            *(_adopt(state, evening, scheme) for scheme in picked[1:]),
        ]
    back = state.navigation.way_back(routes.compare(evening.id), routes.evening(evening.id))
    return titled_screen(routes.compare(evening.id), t("Compare"), back, centred(*body, width=WIDTH))


def _picked(
    schemes: Sequence[Scheme], chosen: tuple[str, ...], differs: Callable[[Scheme], bool]
) -> list[Scheme]:
    """The table's own scheme first, then the chosen ones; before a choice, the first that differs."""
    own, *others = schemes
    if not chosen:
        return [own, next((scheme for scheme in others if differs(scheme)), others[0])]
    return [own, *(scheme for scheme in others if scheme.id in chosen)]


def picked_for_hand(hand: Hand, schemes: Sequence[Scheme], chosen: tuple[str, ...]) -> list[Scheme]:
    """The schemes to compare a hand under."""
    own = _evaluate(hand, schemes[0])
    return _picked(
        schemes, chosen, lambda scheme: own.score is None or compare((own, _evaluate(hand, scheme))).differs
    )


def _evaluate(hand: Hand, scheme: Scheme) -> Result:
    return evaluate(hand, scheme, ignore_unknown_bonuses=True)


def _same_totals(one: Sheet, other: Sheet) -> bool:
    pairs = [(one.standing_of(person).total, other.standing_of(person).total) for person in one.people]
    return all(mine * other.unit == theirs * one.unit for mine, theirs in pairs)


@component
def scheme_choice(
    t: Translator,
    schemes: Sequence[Scheme],
    picked: Sequence[Scheme],
    choose: Callable[[tuple[str, ...]], None],
) -> ft.Control:
    """Chips for the schemes to compare with the table's own: those picked at first come first, and stay there."""
    own, *others = schemes
    shown = tuple(scheme.id for scheme in picked[1:])
    front = ft.use_ref(shown)

    def toggle(scheme: Scheme) -> None:
        left = tuple(id_ for id_ in shown if id_ != scheme.id)
        choose(left if scheme.id in shown else (*shown, scheme.id)[-(MOST - 1) :])

    ordered = sorted(others, key=lambda scheme: scheme.id not in (front.current or ()))
    chips = ft.Row(scheme_chips(t, ordered, shown, toggle), spacing=8, scroll=ft.ScrollMode.AUTO)
    words = quiet(t("Compare with:", scheme=scheme_title(t, own)))
    return ft.Column([words, chips], spacing=6)


def hand_comparison(
    t: Translator, hand: Hand, schemes: Sequence[Scheme], people: Sequence[Person]
) -> list[ft.Control]:
    """A hand under several schemes: its lines with the differences marked, and the payments."""
    names = {person.id: person.name for person in people}
    comparison = compare([_evaluate(hand, scheme) for scheme in schemes])
    results = comparison.results
    first_row = min((number for number in comparison.first_rows if number is not None), default=None)
    rows = [_head([scheme_title(t, scheme) for scheme in schemes])]
    for number, lines in enumerate(comparison.rows):
        known = next(line for line in lines if line is not None)
        title = line_title(t, known, hand, names.__getitem__, schemes[0])
        amounts = [
            line_sum(t, line, result.scheme.unit) if line is not None else "–"
            for line, result in zip(lines, results, strict=True)
        ]
        rows.append(
            _row(
                t,
                title,
                amounts,
                differs=number == first_row or len(set(amounts)) > 1,
                marked=number == first_row,
            )
        )
    totals = [t.number(result.score.total, result.score.unit) if result.score else "–" for result in results]
    rows.append(_row(t, total_title(t, 0, hand), totals, strong=True))
    first_seat = None
    if first_row is None:  # the same lines can be shared otherwise
        first_seat = min((number for number in comparison.first_seats if number is not None), default=None)
    for seat, person in enumerate(people):
        paid = [(r.payments.totals[seat], r.payments.unit) if r.payments else None for r in results]
        rows.append(_person_row(person, paid, t, marked=seat == first_seat))
    notes: list[ft.Control] = []
    for result in results:
        problem = next((each for each in result.problems if not each.warning), None)
        if problem is not None:
            title, words = scheme_title(t, result.scheme), problem_text(t, problem, names.__getitem__)
            notes.append(warning(t("{scheme}: {problem}", scheme=title, problem=words)))
    if not (comparison.differs or notes) and len(schemes) > 1:
        notes.append(quiet(t("No difference for this hand.")))
    return [*rows, *notes]


def _evening_comparison(t: Translator, evening: Evening, schemes: Sequence[Scheme]) -> list[ft.Control]:
    sheets = [evening.sheet, *(evening.by(scheme) for scheme in schemes[1:])]
    titles = [scheme_title(t, scheme) for scheme in schemes]
    if len(evening.schemes) > 1:
        titles[0] = t("As played")
    rows = standings_beside(t, evening, list(zip(titles, sheets, strict=True)))
    notes = [_left_out(t, each) for each in sheets if each.left_out]
    notes += [_mouches(t, title, each) for title, each in zip(titles, sheets, strict=True) if each.pot]
    return [section(t("Standings under other rules")), *rows, *notes]


def standings_beside(
    t: Translator, evening: Evening, columns: Sequence[tuple[str, Sheet]]
) -> list[ft.Control]:
    """The totals and the ranks of everybody, in columns with titles."""
    rows = [_head([title for title, _ in columns])]
    for person in evening.sheet.people:
        standings = [each.standing_of(person) for _, each in columns]
        amounts = [
            (standing.total, each.unit) for standing, (_, each) in zip(standings, columns, strict=True)
        ]
        ranks = [standing.rank for standing in standings]
        rows.append(_person_row(person, amounts, t, ranks))
    return rows


def _adopt(state: AppState, evening: Evening, scheme: Scheme) -> ft.Control:
    """The way to the change of the rules of the evening."""
    t = state.t
    change = partial(
        state.navigation.to, routes.other_rules(evening.id, scheme.id), back=routes.compare(evening.id)
    )
    words = t("Play by these: {scheme}", scheme=scheme_title(t, scheme))
    return link_tile(f"adopt-{scheme.id}", words, change)


def _mouches(t: Translator, title: str, sheet: Sheet) -> ft.Control:
    """What would lie in the mouches, which the totals lack."""
    amounts = amounts_text(t, sheet.pot, sheet.unit)
    return quiet(t("{scheme}: {amounts} in the mouches", scheme=title, amounts=amounts))


def _left_out(t: Translator, sheet: Sheet) -> ft.Control:
    words = t.plural(
        "{scheme}: {count} hand is left out, since it cannot be played by these rules.",
        "{scheme}: {count} hands are left out, since they cannot be played by these rules.",
        sheet.left_out,
        scheme=scheme_title(t, sheet.rules.now),
    )
    return quiet(words)


def _columns(label: ft.Control, cells: Sequence[ft.Control]) -> ft.Control:
    """A label beside cells of the same width, or above more than two."""
    wide = [ft.Container(cell, expand=1, alignment=ft.Alignment.CENTER_RIGHT) for cell in cells]
    if len(cells) > 2 or app_state().layout.large_text:
        return ft.Column([label, ft.Row([*wide], spacing=8)], spacing=2)
    return ft.Row([ft.Container(label, expand=1), *wide], spacing=8)


def _head(titles: Sequence[str]) -> ft.Control:
    cells = [text(title, Size.TINY, bold=True, lines=4, align=ft.TextAlign.END) for title in titles]
    return _columns(ft.Container(height=0), cells)


def _row(
    t: Translator,
    title: str,
    amounts: Sequence[str],
    *,
    differs: bool = False,
    marked: bool = False,
    strong: bool = False,
) -> ft.Control:
    """A line of a hand: each that differs has a sign, the first of them, which is `marked`, stands out too."""
    size, bold = Size.TINY if len(amounts) > 2 else Size.SMALL, strong or marked
    label = ft.Row([*_mark(t, differs, marked), filling(text(title, Size.SMALL, bold=bold))], spacing=4)
    cells = [text(amount, size, bold=bold, align=ft.TextAlign.END) for amount in amounts]
    row = ruled(_columns(label, cells), ft.Padding.symmetric(vertical=6), strong=strong)
    row.bgcolor = Ink.CHOSEN if marked else None
    return row


def _mark(t: Translator, differs: bool, first: bool) -> list[ft.Control]:
    said = t("First difference") if first else t("Another difference")
    return [text("≠", Size.NUMBER, Ink.LOSS, bold=True, label=said)] if differs else []


def _person_row(
    person: Person,
    amounts: Sequence[tuple[int, int] | None],
    t: Translator,
    ranks: Sequence[int] | None = None,
    *,
    marked: bool = False,
) -> ft.Control:
    cells: list[ft.Control] = []
    size = Size.SMALL if len(amounts) > 2 else Size.BODY
    for number, amount in enumerate(amounts):
        ink = gain_ink(amount[0]) if amount is not None else Ink.QUIET
        words = t.signed(*amount) if amount is not None else "–"
        words += f" ({t.ordinal(ranks[number])})" if ranks is not None else ""
        said = f"{person.name} {words}"
        cells.append(text(words, size, ink, bold=True, align=ft.TextAlign.END, label=said))
    name = text(person.name, Size.SMALL, bold=True, lines=1)
    label = [badge(person, 24), *_mark(t, marked, marked), filling(name)]
    return _columns(ft.Row(label, spacing=6), cells)
