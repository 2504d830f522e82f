"""The choice among schemes, and the parameters of a scheme."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple, Unpack

import flet as ft

from scorepad.evening.people import MAX_PLAYERS, MIN_PLAYERS
from scorepad.i18n import Translator
from scorepad.i18n.names import bid_name, scheme_title, short_bid, source_text
from scorepad.i18n.parameters import (
    option_name,
    parameter_meaning,
    parameter_title,
    scheme_line,
    section_title,
    value_text,
)
from scorepad.i18n.sentences import formula, hand_text, payment_texts
from scorepad.tarot.check import impossible
from scorepad.tarot.hand import CONTRACTS, Bid
from scorepad.tarot.parameters import Parameter, ParameterKind, ParameterValue, example, parameters, value
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_schemes
from scorepad.tarot.scoring import score, settle
from scorepad.ui import kit, theme
from scorepad.ui.kit.rows import filling, wrapping_row
from scorepad.ui.kit.taps import TapLook, chevron, radio
from scorepad.ui.theme import Layout


def scheme_chips(
    t: Translator,
    layout: Layout,
    schemes: Iterable[Scheme],
    chosen: Collection[str],
    choose: Callable[[Scheme], None],
    *,
    several: bool,
) -> list[ft.Control]:
    """A chip for each scheme; it is on if its id is in `chosen`. With `several`, more than one chip may be on."""
    return [
        kit.chip(
            layout,
            f"scheme-{scheme.id}",
            scheme_title(t, scheme),
            partial(choose, scheme),
            toggled=scheme.id in chosen if several else None,
            chosen=None if several else scheme.id in chosen,
        )
        for scheme in schemes
    ]


def scheme_tile(
    t: Translator,
    layout: Layout,
    scheme: Scheme,
    tap: kit.Handler | None,
    *,
    identifier: str = "",
    leads: bool = False,
    **look: Unpack[TapLook],
) -> ft.Control:
    """A scheme with a line that explains it; a radio button shows whether it is chosen.

    If the tile `leads` to the screen of the scheme, it has a chevron in place of the radio button. The look `chosen`
    then means that new evenings use the scheme, and the tile says so.
    """
    chosen = bool(look.get("chosen"))
    sign = chevron() if leads else radio(chosen)
    words = kit.column(
        kit.text(scheme_title(t, scheme), bold=True),
        leads and chosen and kit.text(t("for new evenings"), kit.Size.SMALL),
        kit.quiet(scheme_line(t, scheme)),
        spacing=0,
    )
    row = ft.Row([filling(words), sign], spacing=8)
    return kit.row_tile(layout, identifier or f"scheme-{scheme.id}", row, tap, **look)


def scheme_sections(
    t: Translator, schemes: Iterable[Scheme], drawn: Callable[[Scheme], ft.Control]
) -> list[ft.Control]:
    """The schemes under headings, the house rules first."""
    house, known = list[ft.Control](), list[ft.Control]()
    for scheme in schemes:
        (known if scheme.id in shipped_schemes() else house).append(drawn(scheme))
    rows = [kit.section(t("House rules")), *house] if house else []
    return [*rows, kit.section(t("Known rules")), *known] if known else rows


def table_choice(
    t: Translator,
    layout: Layout,
    seats: int,
    rules: Scheme,
    schemes: Iterable[Scheme],
    choose: Callable[[int | None, Scheme | None], None],
    margin: float = 0,
) -> ft.Control:
    """Two scrolling rows of chips, for the number of players and for the rules, with a `margin` at their sides, in dp.

    `choose` gets a number and None, or None and a scheme.
    """
    players = [
        kit.chip(
            layout,
            f"players-{count}",
            t("{count} players", count=count),
            partial(choose, count, None),
            chosen=seats == count,
        )
        for count in range(MIN_PLAYERS, (MIN_PLAYERS if rules.open else MAX_PLAYERS) + 1)
    ]
    chips = scheme_chips(t, layout, schemes, [rules.id], partial(choose, None), several=False)
    around = ft.Padding.symmetric(horizontal=margin)
    rows = [
        ft.Container(ft.Row(row, spacing=theme.GAP, scroll=ft.ScrollMode.AUTO), padding=around)
        for row in (players, chips)
    ]
    return kit.column(*rows, spacing=theme.GAP)


# -- parameters ---

To = Callable[[ParameterValue], ParameterValue]
"""Returns the new value of a parameter from its value at the tap, which may be newer than the drawn value."""
RuleTap = Callable[[str, To], None]
STEPPED, OF_BID, BID = 64, 32, 68
"""The widths of a number between its buttons, of a number of a bid, and of a bid's name.

In dp at the plain size of text.
"""
EXAMPLE_NAMES = {"1": "Anne", "2": "Bruno", "3": "Chloé", "4": "David", "5": "Emma"}


class ParameterForm(NamedTuple):
    """The values that the drawing of parameters needs. Without `change`, the parameters are read-only.

    Components with an equal form are not drawn again.
    """

    t: Translator
    layout: Layout
    change: RuleTap | None


def every_parameter(form: ParameterForm, scheme: Scheme, *, unfolded: bool, fold: kit.Handler) -> kit.Part:
    """The bids, the usual parameters and, if `unfolded`, the rare parameters, which few tables change.

    A tap that calls `fold` shows or hides the rare parameters.
    """
    found = tuple(parameters(scheme))
    usual = [each for each in found if not _is_rare(each.path)]
    rare = [each for each in found if _is_rare(each.path)]
    bids: kit.Part = None
    if form.change is None or not scheme.open:  # a table of all bids is read at a glance
        usual = [each for each in usual if not each.path.startswith("bids.")]
        table = _bids(form, scheme) if form.change is None else _steps_of_bids(form, scheme, found)
        bids = [_heading(form.t, scheme, "bids"), table]
    named = {each.path.split(".")[0] for each in usual}
    icon = ft.Icon(ft.Icons.EXPAND_LESS if unfolded else ft.Icons.EXPAND_MORE, color=kit.Ink.QUIET)
    words = ft.Row([filling(kit.text(form.t("Rarely changed"), bold=True)), icon])
    return [
        bids,
        _groups(form, scheme, usual),
        kit.row_tile(form.layout, "rare", words, fold, toggled=unfolded),
        unfolded and _groups(form, scheme, rare, named),
    ]


def _bids(form: ParameterForm, scheme: Scheme) -> kit.Part:
    """The bids that are played, with their bases and factors."""
    t = form.t
    rows = [(bid_name(t, each.bid), t.number(each.base), f"×{each.factor}") for each in scheme.bids]
    base, factor = t("Base"), t("Multiplied by")
    heads = t.inside(base), t.inside(factor)
    sentences = [f"{bid}, {heads[0]} {points}, {heads[1]} {times[1:]}" for bid, points, times in rows]
    if form.layout.narrow:
        return [kit.text(words) for words in sentences]
    return kit.grid(["", base, factor], rows, sentences)


def _steps_of_bids(form: ParameterForm, scheme: Scheme, found: Sequence[Parameter]) -> kit.Part:
    """A line of titles, then a line for each bid, with buttons for its base and its factor.

    `found` has all parameters of the scheme.
    """
    width = 2 * theme.TARGET + OF_BID * form.layout.growth
    heads = [
        ft.Container(kit.quiet(words, kit.Size.TINY), width=width, alignment=ft.Alignment.CENTER)
        for words in (form.t("Base"), form.t("Multiplied by"))
    ]
    rows = []
    for bid in CONTRACTS:
        own = [
            each
            for each in found
            if each.path.startswith(f"bids.{bid}.") and each.kind is ParameterKind.NUMBER
        ]
        rows.append(_bid(form, bid, tuple((each, value(scheme, each.path)) for each in own), key=bid))
    return [wrapping_row(ft.Container(width=BID * form.layout.growth), *heads, spacing=0), rows]


@kit.memo_component
def _bid(form: ParameterForm, bid: Bid, numbers: tuple[tuple[Parameter, ParameterValue], ...]) -> ft.Control:
    """A line for a bid, with buttons that change its `numbers`; a bid without numbers is not played."""
    assert form.change is not None
    t, path, size, width = form.t, f"bids.{bid}.played", kit.Size.TINY, BID * form.layout.growth
    tap, said, on = partial(form.change, path, operator.not_), parameter_title(t, path), bool(numbers)
    name = kit.chip(
        form.layout, path, short_bid(t, bid), tap, size=size, toggled=on, label=said, padding=4, width=width
    )
    steps = [_steps(form, parameter, now, OF_BID) for parameter, now in numbers]
    return wrapping_row(name, *steps, spacing=0)


def _is_rare(path: str) -> bool:
    """Whether few tables ever change a parameter."""
    table, name = path.split(".", 1)
    rare = name in ("multiplied", "lost_with_contract", "to", "all_but")
    return rare or name.startswith(("thresholds", "kinds")) or table in ("margin", "table")


def _heading(t: Translator, scheme: Scheme, table: str, *, sourced: bool = True) -> kit.Part:
    source = getattr(getattr(scheme, table), "source", "") or (scheme.source if table == "bids" else "")
    words = t("Source: {source}", source=source_text(t, source)) if source and sourced else ""
    return [kit.section(section_title(t, table)), words and kit.quiet(words, kit.Size.TINY)]


def _groups(
    form: ParameterForm, scheme: Scheme, listed: Iterable[Parameter], named: Collection[str] = ()
) -> kit.Part:
    """Parameters, grouped by the first word of their path, such as "bids"; each group has a heading.

    The heading also names the source of the rule, except for the groups `named`: their source is already on the screen.
    """
    return [
        [
            _heading(form.t, scheme, table, sourced=table not in named),
            [_parameter(form, each, value(scheme, each.path), key=each.path) for each in group],
        ]
        for table, group in groupby(listed, key=lambda parameter: parameter.path.split(".")[0])
    ]


@kit.memo_component
def _parameter(form: ParameterForm, parameter: Parameter, now: ParameterValue) -> ft.Control:
    """A parameter with its meaning, and its value or the controls that change it."""
    t, path, change = form.t, parameter.path, form.change
    meaning = parameter_meaning(t, path)
    words = [kit.text(parameter_title(t, path)), meaning and kit.quiet(meaning, kit.Size.TINY)]
    label = kit.column(words, spacing=0)
    if change is None:
        return kit.pair(form.layout, label, kit.text(value_text(t, now), bold=True))
    if parameter.kind is ParameterKind.CHOICE:
        chips = [
            kit.chip(
                form.layout,
                f"{path}-{option}",
                option_name(t, option),
                partial(change, path, partial(_always, option)),
                chosen=str(now) == option,
            )
            for option in parameter.options
        ]
        return kit.column(label, kit.chip_lines(form.layout, *chips))
    if parameter.kind is ParameterKind.TOGGLE:
        toggle = partial(change, path, operator.not_)
        return kit.pair(
            form.layout, label, kit.chip(form.layout, path, value_text(t, now), toggle, toggled=bool(now))
        )
    return kit.pair(form.layout, label, _steps(form, parameter, now, STEPPED))


def _always(new: ParameterValue, _: ParameterValue) -> ParameterValue:
    return new


def _steps(form: ParameterForm, parameter: Parameter, now: ParameterValue, width: float) -> ft.Control:
    """A number between the buttons that lower and raise it."""
    t, change, title = form.t, form.change, parameter_title(form.t, parameter.path)

    def by(step: int) -> kit.Handler | None:
        if change is None or _stepped(parameter, step, now) == now:
            return None
        return partial(change, parameter.path, partial(_stepped, parameter, step))

    less = t("{title}: less", title=title), by(-parameter.step)
    more = t("{title}: more", title=title), by(parameter.step)
    return kit.stepper(form.layout, parameter.path, t.number(int(now)), less, more, width=width)


def _stepped(parameter: Parameter, step: int, now: ParameterValue) -> int:
    """The value after one step, or the same value if the step would leave the range."""
    after = int(now) + step
    possible = after >= parameter.low if step < 0 else after <= parameter.high
    return after if possible else int(now)


# -- the example ---


def living_example(form: ParameterForm, scheme: Scheme, path: str) -> ft.Control:
    """A short example of a hand that shows the effect of the parameter at `path`, which was changed last."""
    t = form.t
    hand = example(scheme, path)
    if impossible(hand, scheme):  # the bonus in this hand was just removed from these rules
        hand = example(scheme, "margin.step")
    scored, name_of = score(hand, scheme), EXAMPLE_NAMES.__getitem__
    payments = payment_texts(t, settle(scored, hand, scheme), hand, name_of)
    words = kit.column(
        kit.quiet(t("Example: {hand}", hand=hand_text(t, hand, name_of, scheme)), kit.Size.TINY),
        kit.text(formula(t, scored), bold=True),
        not form.layout.large_text and kit.text(" · ".join(payments), kit.Size.TINY),
        spacing=0,
    )
    around = ft.Padding.symmetric(horizontal=theme.SPACE, vertical=6)
    box = ft.Container(words, bgcolor=kit.Ink.TONE, border_radius=theme.RADIUS, padding=around)
    return kit.identified("example", box, live=True)
