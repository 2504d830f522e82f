"""The bonuses of a hand: petit au bout, poignées, chelems, misères.

To add one:
1. `tarot/hand.py`: the field in `Draft` and in `Hand`, and in what turns one into the other. `tarot/check.py`, if
   something forbids it.
2. `history/records.py`: its first lines, from step 2 on, where the hand in place of the event has the property.
3. `ui/draft.py`: its name in `LATER`.
4. `i18n/sentences.py`: its words in `marks` and `deal_text`.
5. Here: an `Extra` with its panel, or a chip that calls `HandDraft.toggled` with its name and value. `test_access`
   fails where the row of chips is full (five players, scheme "wikipedia"): give the new one a place in a panel.
6. `python .tools/catalogs.py`; translate what it prints, in `i18n/*/LC_MESSAGES/scorepad.po`; run it again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial

import flet as ft

from scorepad.i18n import Translator
from scorepad.i18n.names import misere_name, poignee_name
from scorepad.tarot.check import Field
from scorepad.tarot.hand import Chelem, MisereKind, PoigneeSize, Side
from scorepad.tarot.scheme import ChelemRule, PetitChelemRule
from scorepad.ui import theme
from scorepad.ui.components.controls import (
    centred_row,
    chip,
    filling,
    heading,
    key,
    outlined_tile,
    pill,
    quiet,
    row_tile,
    text,
)
from scorepad.ui.components.marks import named
from scorepad.ui.draft import HandDraft
from scorepad.ui.entry.form import Form, Step
from scorepad.ui.entry.partner import contract
from scorepad.ui.theme import Ink, Size

NAME = 100
"""The width of the names beside the poignées."""


@dataclass(frozen=True)
class Extra:
    """A chip, with the number of bonuses in the panel that it opens."""

    name: str
    chip: str
    count: int
    title: str
    rows: Callable[[Form], list[ft.Control]]


def _extras(form: Form) -> list[Extra]:
    """The chips of the bonuses that the rules of the table know."""
    t, facts, rules = form.t, form.draft.facts, form.session.rules
    chelem, petit = t("Chelem"), t("Petit chelem")
    found = [
        Extra("poignees", t("Poignée"), len(facts.poignees), t("Who showed a poignée?"), _poignees),
        Extra("chelem", chelem, int(bool(facts.chelem)), chelem, partial(_chelems, rules.chelem, "chelem")),
    ]
    if rules.petit_chelem is not None:
        rows = partial(_chelems, rules.petit_chelem, "petit_chelem")
        found.append(Extra("petit_chelem", petit, int(bool(facts.petit_chelem)), petit, rows))
    if rules.misere is not None:
        rows = partial(_miseres, rules.misere.kinds)
        found.append(Extra("miseres", t("Misère"), len(facts.miseres), t("Who declared a misère?"), rows))
    return found


def extras(form: Form) -> ft.Control:
    """The petit au bout, and the chips that open the panels of the rest."""
    step, large = form.step, form.layout.large_text
    sides = [step.kept(f"petit-{side}", _petit, side, *_petit_facts(form, side)) for side in Side]
    label = step.kept("petit", _petit_label)
    shown = _extras(form)
    chips = [step.kept(f"open-{each.name}", _opener, each.name, each.chip, each.count) for each in shown]
    row = step.row("petits", *(sides if large else [label, *sides]))
    opening = step.kept("openers", _openers, *chips)
    return step.kept("extras", _lines, *([label, row, opening] if large else [row, opening]))


def _openers(step: Step, *chips: ft.Control) -> ft.Control:
    return ft.Row([*chips], spacing=theme.GAP, run_spacing=theme.GAP, wrap=step.layout.large_text)


def _lines(step: Step, *rows: ft.Control) -> ft.Control:
    return ft.Column([*rows], spacing=theme.GAP)


def _petit_label(step: Step) -> ft.Control:
    label = text(step.t("Petit au bout"), Size.SMALL, Ink.QUIET, lines=2)
    return label if step.layout.large_text else ft.Container(label, width=76)


def _petit_facts(form: Form, side: Side) -> tuple[bool, str | None]:
    """Whether the petit au bout is that side's, and why it cannot be."""
    on = form.draft.facts.petit_au_bout is side
    return on, None if on else form.why_not(Field.PETIT_AU_BOUT, form.draft.petit_tapped(side))


def _petit(step: Step, side: Side, on: bool, why: str | None) -> ft.Control:
    t = step.t
    words, spoken = t("attack"), t("Petit au bout for the attack")
    if side is Side.DEFENCE:
        words, spoken = t("defence"), t("Petit au bout for the defence")
    content = centred_row(*_tick(on), text(words, Size.SMALL, bold=on, lines=1, label=spoken))
    tap = None if why else step.taps.on_tap(HandDraft.petit_tapped, side)
    return pill(f"petit-{side}", content, tap, toggled=on, why=why, expand=1, padding=4)


def _tick(on: bool, size: float = 18) -> list[ft.Control]:
    return [ft.Icon(ft.Icons.CHECK, size=size, color=Ink.ON_CHOSEN)] if on else []


def _opener(step: Step, panel: str, words: str, count: int) -> ft.Control:
    """The chip that opens a panel, ticked if it holds something."""
    share = max(map(len, words.split())) + (2 if count else 0)  # a tick takes as much as two letters
    return chip(
        f"open-{panel}",
        f"{words} · {count}" if count > 1 else words,
        lambda: step.taps.open(panel),
        toggled=True if count else None,
        expand=None if step.layout.large_text else share,
    )


# -- panels ---


def extra_panel(form: Form) -> list[ft.Control]:
    """The panel that is open."""
    extra = next(each for each in _extras(form) if each.name == form.panel)
    above = [] if extra.name in ("chelem", "petit_chelem") else [contract(form)]  # their lines need the room
    back = text(form.t("Back to the points"), Size.BODY, bold=True)
    done = outlined_tile("close-panel", back, form.taps.close)
    return [*above, *form.springs, heading(extra.title), *extra.rows(form), done]


def _poignees(form: Form) -> list[ft.Control]:
    t, draft, large = form.t, form.draft, form.layout.large_text
    thresholds = form.session.rules.thresholds(len(draft.facts.players))
    words = [quiet(word, Size.TINY, lines=1) for word in (t("single"), t("double"), t("triple"))]
    heads = [ft.Container(word, expand=1, alignment=ft.Alignment.CENTER) for word in words]
    rows = [_beside_name(ft.Container(height=0), heads, above=large)]
    for seat, person in form.seats:
        cells: list[ft.Control] = []
        for size in PoigneeSize:
            on = any(p.player == person.id and p.size is size for p in draft.facts.poignees)
            trumps = thresholds.of(size)
            count = text(
                t.plural("{count} trump", "{count} trumps", trumps),
                Size.TINY if large else Size.SMALL,
                bold=on,
                lines=2,
                align=ft.TextAlign.CENTER,
                label=f"{person.name}, {poignee_name(t, size)}",
            )
            count.expand = count.expand_loose = True
            content = centred_row(*_tick(on, 16), count, spacing=0)
            why = None if on else form.why_not(Field.POIGNEES, draft.poignee_tapped(person.id, size))
            tap = None if why else form.taps.closing_tap(HandDraft.poignee_tapped, person.id, size)
            cells.append(key(f"poignee-{seat}-{size}", content, tap, toggled=on, why=why))
        rows.append(_beside_name(named(person, Size.SMALL, lines=2), cells, above=large))
    return rows


def _beside_name(name: ft.Control, cells: Sequence[ft.Control], *, above: bool) -> ft.Control:
    """The cells of somebody beside the name, or below it where large text leaves no room."""
    if above:
        return ft.Column([name, ft.Row([*cells], spacing=theme.GAP)], spacing=2)
    return ft.Row([ft.Container(name, width=NAME), *cells], spacing=theme.GAP)


def _chelems(rule: ChelemRule | PetitChelemRule, name: str, form: Form) -> list[ft.Control]:
    t, draft, large = form.t, form.draft, form.layout.large_text
    now = getattr(draft.facts, name)
    rows: list[ft.Control] = []
    for number, (chelem, words, points) in enumerate(_chelem_options(t, rule), 1):
        on = now == chelem
        why = None if on else form.why_not(Field(name), draft.toggled(name, chelem))
        said = filling(text(words, bold=on, lines=None if large else 2))
        rows.append(
            row_tile(
                f"{name.replace('_', '-')}-{number}",
                ft.Row([*_tick(on), said, quiet(t.signed(points), Size.BODY)], spacing=6),
                None if why else form.taps.closing_tap(HandDraft.toggled, name, chelem),
                chosen=on,
                why=why,
                height=None if large else theme.TARGET,
                padding=ft.Padding.symmetric(horizontal=14, vertical=8 if large else 0),
            )
        )
    return rows


def _chelem_options(t: Translator, rule: ChelemRule | PetitChelemRule) -> list[tuple[Chelem, str, int]]:
    """Every chelem that can happen, in words, with the points that it brings the taker's side."""
    made, missed, unannounced = rule.announced_made, rule.announced_missed, rule.unannounced
    by_taker, by_defence = t("Announced, made by the defence"), t("Announced by the defence, missed")
    by_other = t("Announced by the defence, made by the taker’s side")
    return [
        (Chelem(Side.TAKER, Side.TAKER), t("Announced and made"), made),
        (Chelem(Side.TAKER, None), t("Announced and missed"), missed),
        (Chelem(None, Side.TAKER), t("Made, not announced"), unannounced),
        (Chelem(None, Side.DEFENCE), t("Made by the defence"), -unannounced),
        (Chelem(Side.TAKER, Side.DEFENCE), by_taker, missed - unannounced),
        (Chelem(Side.DEFENCE, Side.DEFENCE), t("Announced and made by the defence"), -made),
        (Chelem(Side.DEFENCE, None), by_defence, -missed),
        (Chelem(Side.DEFENCE, Side.TAKER), by_other, unannounced - missed),
    ]


def _miseres(kinds: Collection[MisereKind], form: Form) -> list[ft.Control]:
    declared = form.draft.facts.miseres
    rows: list[ft.Control] = []
    for kind in kinds:
        rows.append(quiet(misere_name(form.t, kind)))
        cells: list[ft.Control] = [
            chip(
                f"misere-{seat}-{kind}",
                person.name,
                form.taps.closing_tap(HandDraft.misere_tapped, person.id, kind),
                toggled=any(m.player == person.id and m.kind is kind for m in declared),
            )
            for seat, person in form.seats
        ]
        rows.append(ft.Row(cells, spacing=theme.GAP, wrap=True))
    return rows
