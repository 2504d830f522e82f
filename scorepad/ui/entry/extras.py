"""The bonuses of a hand: petit au bout, poignées, chelems, misères.

`tarot/README.md` describes how to add a bonus.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import flet as ft

from scorepad.evening.people import Person
from scorepad.i18n import N_, Translator
from scorepad.i18n.names import misere_name, poignee_name, thrown_in_name
from scorepad.i18n.sentences import chelem_text
from scorepad.pad.draft import HandDraft
from scorepad.tarot.check import Field
from scorepad.tarot.hand import Chelem, PlayerId, PoigneeSize, Side, ThrownIn
from scorepad.tarot.scheme import ChelemRule, PetitChelemRule, Scheme
from scorepad.tarot.scoring import chelem_points
from scorepad.text import fitted
from scorepad.ui import theme
from scorepad.ui.entry.form import EntryForm, Step, StepParts, cells_with_name, close_tile, name_width
from scorepad.ui.entry.partner import contract
from scorepad.ui.kit.rows import centred_column, centred_row
from scorepad.ui.kit.taps import chip, key
from scorepad.ui.kit.window import part, parts
from scorepad.ui.kit.words import heading, identified, quiet, text
from scorepad.ui.theme import Ink, Size

TRUMPS = 60
"""The least width of a cell with the trumps of a poignée, in dp."""
SHORT_NAME = 10
"""The maximum number of characters of a name on a chip."""


@dataclass(frozen=True)
class Extra:
    """A bonus. Its chip has the `title`, and opens a panel with the `question` and the `rows`.

    `name` is the name of the fact in which a hand keeps the bonus, such as "poignees"; the panel has the same name.
    `in_rules` tells whether the rules have the bonus. `on` returns the words of the chip if something is entered, else
    "". `answers` is the prefix of the identifiers of the answers in the panel.
    """

    name: str
    title: str
    question: str
    in_rules: Callable[[Scheme], bool]
    on: Callable[[EntryForm], str]
    rows: Callable[[EntryForm], list[ft.Control]]
    answers: str


def _poignees_on(form: EntryForm) -> str:
    shown = form.draft.facts.poignees
    what = _size_name(form.t, shown[0].size) if shown else ""
    return _by_whom(form, form.t("Poignée"), [each.player for each in shown], what)


def _miseres_on(form: EntryForm) -> str:
    words, declared = form.t("Misère"), form.draft.facts.miseres
    return _by_whom(form, words, [each.player for each in declared], words)


def _by_whom(form: EntryForm, words: str, players: list[PlayerId], what: str) -> str:
    """The words of a chip: `what` and the name of one player, `words` and the number of several players, or ""."""
    if len(players) != 1:
        return f"{words} · {len(players)}" if players else ""
    return f"{what} · {fitted(form.name_of(players[0]), SHORT_NAME, len)}"


def _size_name(t: Translator, size: PoigneeSize) -> str:
    words = {
        PoigneeSize.SINGLE: t("single"),
        PoigneeSize.DOUBLE: t("double"),
        PoigneeSize.TRIPLE: t("triple"),
    }
    return words[size].capitalize()


def _chelem_on(name: str, form: EntryForm) -> str:
    t, chelem = form.t, getattr(form.draft.facts, name)
    if not chelem:
        return ""
    extra = EXTRAS[name]
    title = t(extra.title)
    return t("{title}: made", title=title) if chelem.made else t("{title}: missed", title=title)


def extras(form: EntryForm) -> ft.Control:
    """The petit au bout, and the chips that open the panels of the other bonuses."""
    step, played = form.step, form.draft.editing is None and not form.calculating
    sides = [_petit(step, side, *_petit_facts(form, side)) for side in Side]
    found = [extra for extra in EXTRAS.values() if extra.in_rules(form.rules)]
    # Two chips fit beside each other. More chips would be cut: so they take as many lines as they need.
    share = 1 if len(found) == 2 and not step.layout.large_text else None
    chips = [_opener(step, extra.name, *_words(form, extra), share) for extra in found]
    if form.rules.open and played:
        chips = [_misdeal(step)]
    return _lines(step, _petits(step, *sides), _openers(step, *chips))


def _words(form: EntryForm, extra: Extra) -> tuple[str, bool]:
    """The words of a chip, and whether something is entered."""
    on = extra.on(form)
    return on or form.t(extra.title), bool(on)


@part
def _misdeal(step: Step) -> ft.Control:
    """The chip that records an open duel as a misdeal; in other hands, the step of the taker has this chip."""
    why = ThrownIn.MISDEAL
    return chip(
        step.layout, f"thrown-{why}", thrown_in_name(step.t, why), partial(step.taps.thrown_in, why), expand=1
    )


@part
def _openers(step: Step, *chips: ft.Control) -> ft.Control:
    """Chips that share the width, or take as many lines as they need."""
    wraps = not all(each.expand for each in chips)
    return ft.Row([*chips], spacing=theme.GAP, run_spacing=theme.GAP, wrap=wraps)


@part
def _lines(step: Step, *rows: ft.Control) -> ft.Control:
    return ft.Column([*rows], spacing=theme.GAP)


@part
def _petits(step: Step, *sides: ft.Control) -> ft.Control:
    label = quiet(step.t("Petit au bout"))
    if step.layout.large_text or step.layout.tight:
        return ft.Column([label, ft.Row([*sides], spacing=theme.GAP)], spacing=theme.GAP)
    return ft.Row([label, *sides], spacing=theme.GAP)


def _petit_facts(form: EntryForm, side: Side) -> tuple[bool, str | None, str]:
    """The facts for the chip of a side, as (on, why, player).

    `on` tells whether the side has the petit au bout. `why` is the reason why the side cannot have the petit au bout,
    or None. `player` is the name of the side's player in an open duel, else "".
    """
    on = form.draft.facts.petit_au_bout is side
    why = None if on else form.why_not(Field.PETIT_AU_BOUT, form.draft.petit_tapped(side))
    return on, why, form.player_of(side) if form.draft.open else ""


@parts
def _petit(step: Step, side: Side, on: bool, why: str | None, player: str) -> ft.Control:
    t = step.t
    words, spoken = t("attack"), t("Petit au bout for the attack")
    if side is Side.DEFENCE:
        words, spoken = t("defence"), t("Petit au bout for the defence")
    if player:
        words, spoken = player, t("Petit au bout for {name}", name=player)
    tap = None if why else step.taps.on_tap(HandDraft.petit_tapped, side)
    return chip(step.layout, f"petit-{side}", words, tap, chosen=on, why=why, expand=1, label=spoken)


@parts
def _opener(step: Step, panel: str, words: str, on: bool, share: int | None) -> ft.Control:
    """The chip that opens a panel, with its `share` of the width; its words and a tick show what is entered there."""
    return chip(
        step.layout, f"open-{panel}", words, step.taps.toggles(panel), toggled=on or None, expand=share
    )


# -- panels ---


def panel_in_rules(rules: Scheme, panel: str | None) -> str | None:
    """The name of the open panel; None if it is the panel of a bonus that the present rules do not have."""
    return panel if panel not in EXTRAS or EXTRAS[panel].in_rules(rules) else None


def extra_panel(form: EntryForm) -> StepParts:
    """The contents of the open panel of a bonus."""
    assert form.panel is not None
    extra, done = EXTRAS[form.panel], close_tile(form.step, form.t("Back to the points"))
    return StepParts([contract(form), heading(form.t(extra.question))], extra.rows(form), [done])


def _poignees(form: EntryForm) -> list[ft.Control]:
    draft, layout = form.draft, form.layout
    width = name_width(layout, len(PoigneeSize), TRUMPS)
    heads: list[ft.Control] = [
        ft.Container(
            quiet(_size_name(form.t, size), Size.TINY, lines=1), expand=1, alignment=ft.Alignment.CENTER
        )
        for size in PoigneeSize
    ]
    rows = [cells_with_name(layout, None, width, heads)]
    for seat, person in form.seats:
        cells: list[ft.Control] = []
        for size in PoigneeSize:
            on = any(p.player == person.id and p.size is size for p in draft.facts.poignees)
            why = None if on else form.why_not(Field.POIGNEES, draft.poignee_tapped(person.id, size))
            tap = None if why else form.taps.closing_tap(HandDraft.poignee_tapped, person.id, size)
            content = _poignee(form, person, size, on)
            cells.append(key(form.layout, f"poignee-{seat}-{size}", content, tap, chosen=on, why=why))
        rows.append(cells_with_name(layout, person, width, cells))
    return rows


def _poignee(form: EntryForm, person: Person, size: PoigneeSize, on: bool) -> ft.Control:
    """The content of a cell: the number of trumps of a poignée, and its points."""
    t, rule, large = form.t, form.rules.poignee, form.layout.large_text
    trumps = form.rules.thresholds(len(form.draft.facts.players)).of(size)
    count = t.plural("{count} trump", "{count} trumps", trumps)
    points = t.signed(form.worth(rule.points.of(size), multiplied=rule.multiplied))
    upper = text(
        count,
        Size.TINY,
        bold=on,
        lines=2 if large else 1,
        align=ft.TextAlign.CENTER,
        label=f"{person.name}, {poignee_name(t, size)}, {count}",
    )
    tick = [ft.Icon(ft.Icons.CHECK, size=16, color=Ink.ON_CHOSEN)] if on else []
    lower = text(points, Size.TINY if large else Size.SMALL, Ink.TEXT if on else Ink.QUIET, bold=on, lines=1)
    return centred_column(upper, centred_row(*tick, lower, spacing=2))


def _chelem(form: EntryForm) -> list[ft.Control]:
    """The rows of the panel of a chelem: which side announced it and which side made it.

    A second tap removes an answer.
    """
    assert form.panel is not None
    name = form.panel
    t, draft, rows = form.t, form.draft, list[ft.Control]()
    now, share = getattr(draft.facts, name), None if form.layout.large_text else 1
    sides = {Side.TAKER: t("The attack"), Side.DEFENCE: t("The defence")}
    for what, question in (("announced", t("Who announced it?")), ("made", t("Who made it?"))):
        chips: list[ft.Control] = []
        for side, words in sides.items():
            on, amounts = getattr(now, what) is side, _brings(form, name, what, side)
            why = None if on else form.why_not(Field(name), draft.chelem_tapped(name, what, side))
            tap = None if why else form.taps.on_tap(HandDraft.chelem_tapped, name, what, side)
            identifier, said = f"{name}-{what}-{side}", f"{words} {amounts}"
            chips.append(chip(form.layout, identifier, said, tap, chosen=on, why=why, expand=share))
        rows += [quiet(question), ft.Row(chips, spacing=theme.GAP, wrap=share is None)]
    if now:
        state = text(chelem_text(t, (now.announced, now.made)), bold=True)
        rows.append(identified(f"{name}-says", state, live=True))
    return rows


def _brings(form: EntryForm, name: str, what: str, side: Side) -> str:
    """The points, as text, that the `side` would get if it made the chelem called `name`.

    If `what` is "announced", the text is "x / y": x for a chelem announced and made, y for one announced and missed.
    """
    rule: ChelemRule | PetitChelemRule = getattr(form.rules, name)
    ends = [replace(getattr(form.draft.facts, name), made=side)]
    if what == "announced":
        ends = [Chelem(side, side), Chelem(side)]
    points = [form.worth(chelem_points(each, rule, side), multiplied=rule.multiplied) for each in ends]
    return "\u00a0/\u00a0".join(map(form.t.signed, points))


def _miseres(form: EntryForm) -> list[ft.Control]:
    declared, kinds = form.draft.facts.miseres, form.rules.misere.kinds if form.rules.misere else ()
    rows: list[ft.Control] = []
    for kind in kinds:
        rows.append(quiet(misere_name(form.t, kind)))
        cells: list[ft.Control] = [
            chip(
                form.layout,
                f"misere-{seat}-{kind}",
                person.name,
                form.taps.closing_tap(HandDraft.misere_tapped, person.id, kind),
                toggled=any(m.player == person.id and m.kind is kind for m in declared),
            )
            for seat, person in form.seats
        ]
        rows.append(ft.Row(cells, spacing=theme.GAP, wrap=True))
    return rows


EXTRAS = {
    each.name: each
    for each in (
        Extra(
            "poignees",
            N_("Poignée"),
            N_("Who showed a poignée?"),
            lambda rules: not rules.open,
            _poignees_on,
            _poignees,
            "poignee-",
        ),
        Extra(
            "chelem",
            N_("Chelem"),
            N_("Chelem"),
            lambda rules: not rules.open,
            partial(_chelem_on, "chelem"),
            _chelem,
            "chelem-",
        ),
        Extra(
            "petit_chelem",
            N_("Petit chelem"),
            N_("Petit chelem"),
            lambda rules: not rules.open and rules.petit_chelem is not None,
            partial(_chelem_on, "petit_chelem"),
            _chelem,
            "petit_chelem-",
        ),
        Extra(
            "miseres",
            N_("Misère"),
            N_("Who declared a misère?"),
            lambda rules: not rules.open and rules.misere is not None,
            _miseres_on,
            _miseres,
            "misere-",
        ),
    )
}
"""The bonuses that a chip opens, by the names of their facts, in the order of the chips."""
