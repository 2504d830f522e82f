"""One hand, or the standings of an evening, under several schemes side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial

import flet as ft

from scorepad.evening.people import Person
from scorepad.evening.sheet import Sheet
from scorepad.i18n import Translator
from scorepad.i18n.names import scheme_title
from scorepad.i18n.problems import problem_text
from scorepad.i18n.sentences import line_sum, line_title, total_title
from scorepad.tarot.comparison import Comparison, Result, compare, evaluate
from scorepad.tarot.hand import Hand
from scorepad.tarot.scheme import Scheme
from scorepad.ui import kit
from scorepad.ui.components.schemes import scheme_chips
from scorepad.ui.kit.rows import filling, ruled
from scorepad.ui.table import with_own

MOST = 4
"""The maximum number of schemes side by side."""
_evaluate = partial(evaluate, ignore_unknown_bonuses=True)


def hand_comparison(at: kit.At, hand: Hand, rules: Scheme, people: Sequence[Person]) -> kit.Part:
    """A hand under its own rules and under other rules that the table picks."""

    def differs(scheme: Scheme) -> bool:
        own, other = _evaluate(hand, rules), _evaluate(hand, scheme)
        return own.score is None or compare((own, other)).differs

    picked, choice = picked_schemes(at, rules, differs)
    return [choice, _results(at, hand, picked, people)]


def picked_schemes(
    at: kit.At, own: Scheme, differs: Callable[[Scheme], bool]
) -> tuple[list[Scheme], kit.Part]:
    """A hook: the table's own scheme and the picked schemes, and the chips to pick them.

    Until somebody picks a scheme, one scheme is picked: the first of the other schemes for which `differs` returns True
    or, if there is no such scheme, the first of the other schemes.
    """
    t, chosen = at.t, at.kept("picked", tuple[str, ...]())
    own, *others = with_own(t, at.store.history, own)
    picked = [scheme for scheme in others if scheme.id in chosen.value]
    picked = picked or [next((scheme for scheme in others if differs(scheme)), others[0])]
    shown = tuple(scheme.id for scheme in picked)
    front = ft.use_ref(shown)  # the schemes that are picked at the first drawing stay in front
    ordered = sorted(others, key=lambda scheme: scheme.id not in (front.current or ()))
    chips = scheme_chips(
        t,
        at.layout,
        ordered,
        shown,
        lambda scheme: chosen.change(_picked, shown, scheme.id),
        several=True,
    )
    row = ft.Row(chips, spacing=8, scroll=ft.ScrollMode.AUTO)
    words = kit.quiet(t("Compare with:", scheme=scheme_title(t, own)))
    return [own, *picked], kit.column(words, row, spacing=6)


def _picked(chosen: tuple[str, ...], drawn: tuple[str, ...], id_: str) -> tuple[str, ...]:
    """The ids of the picked schemes after a tap that adds the scheme `id_` or, if it is picked, removes it.

    If none is `chosen` yet, the `drawn` schemes count as picked. At most MOST - 1 schemes stay picked.
    """
    now = chosen or drawn
    left = tuple(each for each in now if each != id_)
    return left if id_ in now else (*now, id_)[-(MOST - 1) :]


def _results(at: kit.At, hand: Hand, schemes: Sequence[Scheme], people: Sequence[Person]) -> kit.Part:
    """The results of a hand under several schemes: lines with marked differences, totals, payments and problems."""
    t, comparison = at.t, compare([_evaluate(hand, scheme) for scheme in schemes])
    results = comparison.results
    problems = _problems(t, results, people)
    alike = not (comparison.differs or problems) and len(schemes) > 1
    return [
        compared_head(at, [scheme_title(t, scheme) for scheme in schemes]),
        _lines(at, hand, comparison, people),
        _totals(at, hand, comparison),
        _payments(at, comparison, people),
        problems,
        alike and kit.quiet(t("No difference for this hand.")),
    ]


def _totals(at: kit.At, hand: Hand, comparison: Comparison) -> kit.Part:
    """The amounts that the defence pays, and the amounts that it receives, under each scheme."""
    t, rows = at.t, list[ft.Control]()
    for sign, scores in comparison.totals:
        amounts = [t.number(abs(each.total), each.unit) if each else "–" for each in scores]
        rows.append(compared_row(at, total_title(t, sign, hand), amounts, strong=True))
    return rows


def _lines(at: kit.At, hand: Hand, comparison: Comparison, people: Sequence[Person]) -> kit.Part:
    t, names, rows = at.t, {person.id: person.name for person in people}, list[ft.Control]()
    for lines in comparison.rows:
        known = next(line for line in lines if line is not None)
        title = line_title(t, known, hand, names.__getitem__, comparison.results[0].scheme)
        amounts = [
            line_sum(t, line, result.scheme.unit) if line is not None else "–"
            for line, result in zip(lines, comparison.results, strict=True)
        ]
        rows.append(compared_row(at, title, amounts, differs=len(set(amounts)) > 1))
    return rows


def _payments(at: kit.At, comparison: Comparison, people: Sequence[Person]) -> kit.Part:
    """A row for each player, with the amount that the player receives under each scheme.

    A sign marks the rows in which schemes with the same lines of the score differ; other schemes differ in a line.
    """
    paid = [each.payments for each in comparison.results]
    alike = [each for each, row in zip(paid, comparison.first_rows, strict=True) if each and row is None]
    return [
        _person_row(
            at,
            person,
            [(each.totals[seat], each.unit) if each else None for each in paid],
            marks=len({Fraction(each.totals[seat], each.unit) for each in alike}) > 1,
        )
        for seat, person in enumerate(people)
    ]


def _problems(t: Translator, results: Sequence[Result], people: Sequence[Person]) -> kit.Part:
    """The reasons why some of the schemes cannot score the hand."""
    names = {person.id: person.name for person in people}
    found = [
        (result.scheme, next((each for each in result.problems if not each.warning), None))
        for result in results
    ]
    return [
        kit.warning(
            t(
                "{scheme}: {problem}",
                scheme=scheme_title(t, scheme),
                problem=problem_text(t, problem, names.__getitem__),
            )
        )
        for scheme, problem in found
        if problem is not None
    ]


def standings_beside(at: kit.At, columns: Sequence[tuple[str, Sheet]]) -> kit.Part:
    """The totals and the ranks of everybody, in columns with titles."""
    rows = [compared_head(at, [title for title, _ in columns])]
    for person in at.evening.sheet.people:
        found = [(sheet.standing_of(person), sheet.unit) for _, sheet in columns]
        amounts = [(standing.total, unit) for standing, unit in found]
        rows.append(_person_row(at, person, amounts, [standing.rank for standing, _ in found]))
    return rows


def _columns(
    at: kit.At, label: Sequence[ft.Control], cells: Sequence[ft.Control], *, differs: bool = False
) -> ft.Control:
    """A label and cells of the same width; the label is beside one or two cells, or above more cells.

    In a narrow layout, the label is always above. If `differs` is true, a sign shows that the cells differ.
    """
    sign = kit.text("≠", kit.Size.NUMBER, kit.Ink.LOSS, bold=True, label=at.t("Difference"))
    *mark, name = label
    title = ft.Row([*mark, *([sign] if differs else []), filling(name)], spacing=6)
    wide = [ft.Container(cell, expand=1, alignment=ft.Alignment.CENTER_RIGHT) for cell in cells]
    if len(cells) > 2 or at.layout.narrow:
        return ft.Column([title, ft.Row([*wide], spacing=8)], spacing=2)
    return ft.Row([ft.Container(title, expand=1), *wide], spacing=8)


def compared_head(at: kit.At, titles: Sequence[str]) -> ft.Control:
    """The titles of the columns of `compared_row`."""
    cells = [kit.text(title, kit.Size.TINY, bold=True, lines=4, align=ft.TextAlign.END) for title in titles]
    return _columns(at, [ft.Container(height=0)], cells)


def compared_row(
    at: kit.At, title: str, amounts: Sequence[str], *, differs: bool = False, strong: bool = False
) -> ft.Control:
    """A row with a title and the words of each column; if `differs` is true, a sign shows that the columns differ."""
    size = kit.Size.TINY if len(amounts) > 2 else kit.Size.SMALL
    cells = [kit.text(amount, size, bold=strong, align=ft.TextAlign.END) for amount in amounts]
    row = _columns(at, [kit.text(title, kit.Size.SMALL, bold=strong)], cells, differs=differs)
    return ruled(row, ft.Padding.symmetric(vertical=6), strong=strong)


def _person_row(
    at: kit.At,
    person: Person,
    amounts: Sequence[tuple[int, int] | None],
    ranks: Sequence[int] = (),
    *,
    marks: bool = False,
) -> ft.Control:
    """A row for a person: the amounts are (n, unit), n/unit points; with `marks`, a sign shows that they differ."""
    t, cells, said = at.t, list[ft.Control](), list[str]()
    size = kit.Size.SMALL if len(amounts) > 2 else kit.Size.BODY
    for number, amount in enumerate(amounts):
        ink = kit.gain_ink(amount[0]) if amount is not None else kit.Ink.QUIET
        words = t.signed(*amount) if amount is not None else "–"
        words += f" ({t.ordinal(ranks[number])})" if ranks else ""
        said.append(f"{person.name} {words}")
        cells.append(kit.text(words, size, ink, bold=True, align=ft.TextAlign.END, label=said[-1]))
    label = [kit.badge(person, 24), kit.text(person.name, kit.Size.SMALL, bold=True, lines=1)]
    return _columns(at, label, cells, differs=marks and len(set(said)) > 1)
