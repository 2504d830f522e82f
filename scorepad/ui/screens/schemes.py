"""The schemes: the shipped ones to read, the house's own to change."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import cast

import flet as ft

from scorepad.evening.people import MAX_NAME
from scorepad.i18n import Translator
from scorepad.i18n.names import bid_name, scheme_title, short_bid, source_text
from scorepad.i18n.parameters import (
    option_name,
    parameter_meaning,
    parameter_title,
    section_title,
    value_text,
)
from scorepad.i18n.sentences import formula, hand_text, paid
from scorepad.tarot.check import impossible
from scorepad.tarot.hand import Bid
from scorepad.tarot.parameters import Kind, Parameter, Value, changed, example, parameters, value
from scorepad.tarot.payments import settle
from scorepad.tarot.scheme import Scheme, SchemeError
from scorepad.tarot.scheme_data import scheme_file, shipped_schemes
from scorepad.tarot.scoring import score
from scorepad.text import clean_name, file_stem
from scorepad.ui import routes, theme
from scorepad.ui.components.controls import (
    action,
    chevron,
    chip,
    filling,
    icon_tile,
    identified,
    quiet,
    row_tile,
    section,
    stepper,
    text,
    text_field,
    tile,
    wrapping_row,
)
from scorepad.ui.components.frame import NothingHere, centred, notice_bar, titled_screen, view_component
from scorepad.ui.components.guard import Handler, memo_component, use_app
from scorepad.ui.components.schemes import scheme_sections, scheme_tile
from scorepad.ui.files import open_one, save
from scorepad.ui.glyphs import drawable
from scorepad.ui.state import AppState
from scorepad.ui.theme import Ink, Layout, Size

To = Callable[[Value], Value]
"""The new value of a parameter, from the value at the moment of the tap: taps come faster than drawings."""
Change = Callable[[str, To], None]
BID_CELL = 72
"""The width of a number in the table of bids."""
EXAMPLE_NAMES = {"1": "Anne", "2": "Bruno", "3": "Chloé", "4": "David", "5": "Emma"}


@view_component
def schemes_screen() -> ft.View:
    """Every scheme, the house's own first."""
    state = use_app()
    t, default = state.t, state.default_scheme().id
    rows = scheme_sections(t, state.schemes(), lambda scheme: _scheme_row(state, scheme, default))
    choose = partial(open_one, ft.context.page, ["json", "toml"], state.scheme_opened)
    opener = icon_tile("import", ft.Icons.FILE_OPEN_OUTLINED, t("Open a file of rules"), choose)
    parts = [centred(*rows), notice_bar()]
    return titled_screen(routes.SCHEMES, t("Rules of the table"), routes.SETTINGS, *parts, tools=[opener])


def _scheme_row(state: AppState, scheme: Scheme, default: str) -> ft.Control:
    chosen, go = scheme.id == default, partial(state.navigation.to, routes.scheme(scheme.id))
    note = state.t("for new evenings") if chosen else ""
    return scheme_tile(state.t, scheme, go, chosen=chosen, sign=chevron(), note=note)


@view_component
def scheme_screen() -> ft.View:
    """One scheme: every parameter with its meaning, and an example; house rules can be changed."""
    state, scheme_id = use_app(), ft.use_route_params()["scheme"]
    t = state.t
    touched, set_touched = ft.use_state("petit_au_bout.points")
    cell, set_cell = ft.use_state("")
    unfolded, unfold = ft.use_state(False)
    typed, set_typed = ft.use_state(cast("tuple[str, str] | None", None))

    def changes(path: str, to: To) -> None:
        set_touched(path)
        now = state.scheme(scheme_id)
        if now is None:
            return
        try:
            state.scheme_changed(changed(now, path, to(value(now, path))))
        except SchemeError:
            state.say(state.t("That contradicts another of these rules."))

    # The same object at each drawing, so that only changed rows are drawn again.
    change = ft.use_callback(changes, [scheme_id])
    scheme = state.scheme(scheme_id)
    if scheme is None:
        raise NothingHere
    own = scheme.id not in shipped_schemes()
    name = typed[1] if typed is not None and typed[0] == scheme_id else None

    def type_name(event: ft.Event[ft.TextField]) -> None:
        set_typed((scheme_id, event.control.value or ""))

    def rename() -> None:
        now = state.scheme(scheme_id)
        cleaned = clean_name(name or "")[:MAX_NAME]
        if cleaned and now is not None:
            state.scheme_changed(replace(now, name=cleaned))
        set_typed(None)

    rows: list[ft.Control] = []
    if own:
        rows.append(
            text_field(
                "scheme-name",
                t("Name of these rules"),
                value=drawable(scheme.name) if name is None else name,
                max_length=MAX_NAME,
                on_change=type_name,
                on_blur=lambda _: rename(),
                on_submit=lambda _: rename(),
            )
        )
    to, layout = change if own else None, state.layout
    of_bids, others = _parted(parameters(scheme), lambda each: each.path.startswith("bids."))
    usual, rare = _parted(others, lambda each: not _is_rare(each.path))
    rows += _heading(t, scheme, "bids")
    numbers = tuple((each, value(scheme, each.path)) for each in of_bids if each.kind is Kind.NUMBER)
    open_cell = ft.use_callback(set_cell, [])
    rows.append(_bids(t, layout, numbers, cell if own else "", open_cell, to, key="bids"))
    rows += _groups(t, layout, scheme, usual, to)
    rows.append(_fold(t, unfolded, partial(unfold, not unfolded)))
    if unfolded:
        above = {parameter.path.split(".")[0] for parameter in usual}
        rows += _groups(t, layout, scheme, rare, to, above)
    column = centred(_uses(state, scheme, own), *rows, key=scheme_id)
    parts = [column, _living_example(t, layout, scheme, touched), notice_bar()]
    if not own:
        duplicate = action(
            "duplicate", t("Make our own rules of it"), partial(state.scheme_duplicated, scheme)
        )
        parts.append(ft.Container(duplicate, padding=theme.SPACE))
    route = routes.scheme(scheme_id)
    back = state.navigation.way_back(route, routes.SCHEMES)
    return titled_screen(route, scheme_title(t, scheme), back, *parts)


def _is_rare(path: str) -> bool:
    """Whether few tables ever change a parameter."""
    table, name = path.split(".", 1)
    rare = name in ("multiplied", "lost_with_contract", "to", "all_but") or name.startswith(
        ("thresholds", "kinds")
    )
    return rare or table in ("margin", "table")


def _parted(
    found: Iterable[Parameter], test: Callable[[Parameter], bool]
) -> tuple[list[Parameter], list[Parameter]]:
    """Those for which the test holds, and the others."""
    parted: tuple[list[Parameter], list[Parameter]] = [], []
    for each in found:
        parted[0 if test(each) else 1].append(each)
    return parted


def _heading(t: Translator, scheme: Scheme, table: str) -> list[ft.Control]:
    source = getattr(getattr(scheme, table), "source", "") or (scheme.source if table == "bids" else "")
    named = [quiet(t("Source: {source}", source=source_text(t, source)), Size.TINY)] if source else []
    return [section(section_title(t, table)), *named]


def _groups(
    t: Translator,
    layout: Layout,
    scheme: Scheme,
    listed: Iterable[Parameter],
    to: Change | None,
    above: Collection[str] = (),
) -> list[ft.Control]:
    """Parameters under the headings of their tables; those `above` have named their sources."""
    rows: list[ft.Control] = []
    for table, group in groupby(listed, key=lambda parameter: parameter.path.split(".")[0]):
        rows += _heading(t, scheme, table)[: 1 if table in above else None]
        for each in group:
            rows.append(_parameter(t, layout, each, value(scheme, each.path), to, key=each.path))
    return rows


def _fold(t: Translator, unfolded: bool, toggle: Handler) -> ft.Control:
    """The row above what is rarely changed, which shows and hides it."""
    icon = ft.Icon(ft.Icons.EXPAND_LESS if unfolded else ft.Icons.EXPAND_MORE, color=Ink.QUIET)
    row = ft.Row([filling(text(t("Rarely changed"), bold=True)), icon])
    return row_tile("rare", row, toggle, toggled=unfolded)


@memo_component
def _bids(
    t: Translator,
    layout: Layout,
    numbers: tuple[tuple[Parameter, Value], ...],
    opened: str,
    open_cell: Callable[[str], None],
    change: Change | None,
) -> ft.Control:
    """The bids as a table of their bases and factors; below the number that is tapped are its steps."""
    by_path = {parameter.path: (parameter, now) for parameter, now in numbers}
    factor_head = quiet(t("Multiplied by"), Size.TINY)
    if layout.large_text:
        factor_head = text("×", Size.TINY, Ink.QUIET, label=t("Multiplied by"))
    heads = [_cell(quiet(t("Base"), Size.TINY)), _cell(factor_head)]
    rows: list[ft.Control] = [ft.Row([filling(ft.Container(height=0)), *heads], spacing=theme.GAP)]
    for bid in Bid if not by_path.keys() >= {"bids.open.base"} else [Bid.OPEN]:
        base, factor = f"bids.{bid}.base", f"bids.{bid}.factor"
        rows.append(_bid_row(t, layout, bid, by_path, opened, open_cell, change))
        if change is not None and opened in (base, factor) and opened in by_path:
            title = parameter_title(t, opened)
            rows.append(
                _beside(layout, filling(quiet(title)), _steps(t, layout, *by_path[opened], title, change))
            )
    return ft.Column(rows, spacing=theme.GAP)


def _bid_row(
    t: Translator,
    layout: Layout,
    bid: Bid,
    by_path: Mapping[str, tuple[Parameter, Value]],
    opened: str,
    open_cell: Callable[[str], None],
    change: Change | None,
) -> ft.Control:
    path = f"bids.{bid}"
    played = f"{path}.base" in by_path
    name = short_bid(t, bid) if layout.large_text else bid_name(t, bid)
    if change is None:
        words = text(name) if played else quiet(t("{what}: not played", what=name))
        label: ft.Control = filling(words)
    else:
        icon = ft.Icons.CHECK_BOX if played else ft.Icons.CHECK_BOX_OUTLINE_BLANK
        row = ft.Row([ft.Icon(icon, size=22, color=Ink.TEXT), filling(text(name, lines=2))], spacing=8)
        toggle = partial(change, f"{path}.played", operator.not_)
        label = tile(f"{path}.played", row, toggle, fill=None, padding=8, toggled=played, expand=True)
    cells = [label]
    for kind, sign in (("base", ""), ("factor", "×")):
        each = f"{path}.{kind}"
        if each not in by_path:
            cells.append(_cell(ft.Container(height=0)))
            continue
        said = f"{parameter_title(t, each)} {by_path[each][1]}"
        figures = text(f"{sign}{t.number(int(by_path[each][1]))}", Size.NUMBER, bold=True, label=said)
        if change is None:
            cells.append(_cell(identified(each, figures)))
        else:
            tap = partial(open_cell, "" if opened == each else each)
            cells.append(_cell(tile(each, figures, tap, padding=0, chosen=opened == each)))
    return ft.Row(cells, spacing=theme.GAP)


def _cell(content: ft.Control) -> ft.Control:
    return ft.Container(content, width=BID_CELL, alignment=ft.Alignment.CENTER)


def _uses(state: AppState, scheme: Scheme, own: bool) -> ft.Control:
    t = state.t
    is_default, choose = state.default_scheme().id == scheme.id, partial(state.default_scheme_chosen, scheme)
    chips = [chip("default", t("For new evenings"), choose, toggled=is_default)]
    if own:
        chips += [
            chip("duplicate", t("Duplicate"), partial(state.scheme_duplicated, scheme)),
            chip("delete", t("Delete"), partial(state.scheme_deleted, scheme), icon=ft.Icons.DELETE_OUTLINE),
        ]
    name, page = f"{file_stem(scheme_title(t, scheme))}.json", ft.context.page

    def export() -> None:
        save(page, name, scheme_file(scheme))

    return wrapping_row(*chips, chip("export", t("Save as a file"), export, icon=ft.Icons.SAVE_ALT))


def _living_example(t: Translator, layout: Layout, scheme: Scheme, path: str) -> ft.Control:
    """A hand that shows the effect of the last change, small enough to stay in sight."""
    hand = example(scheme, path)
    if impossible(hand, scheme):  # its bonus was just removed from these rules
        hand = example(scheme, "margin.step")
    scored = score(hand, scheme)
    payments = settle(scored, hand, scheme)
    played = hand_text(t, hand, EXAMPLE_NAMES.__getitem__, scheme)
    lines: list[ft.Control] = [
        quiet(t("Example: {hand}", hand=played), Size.TINY),
        text(formula(t, scored), Size.BODY, bold=True),
    ]
    if not layout.large_text:
        lines.append(text(" · ".join(paid(t, payments, hand, EXAMPLE_NAMES.__getitem__)), Size.TINY))
    shown = ft.Container(
        identified("example", ft.Column(lines, spacing=0), live=True),
        width=theme.READING_WIDTH,
        padding=ft.Padding.symmetric(horizontal=theme.MARGIN, vertical=6),
    )
    return ft.Row([ft.Container(shown, bgcolor=Ink.TONE, alignment=ft.Alignment.CENTER, expand=True)])


@memo_component
def _parameter(
    t: Translator, layout: Layout, parameter: Parameter, now: Value, change: Change | None
) -> ft.Control:
    path = parameter.path
    title, meaning = parameter_title(t, path), parameter_meaning(t, path)
    words: list[ft.Control] = [text(title), *([quiet(meaning, Size.TINY)] if meaning else [])]
    label = filling(ft.Column(words, spacing=0, tight=True))
    if change is None:
        return ft.Row([label, text(value_text(t, now), bold=True)], spacing=12)
    if parameter.kind is Kind.CHOICE:
        options: list[ft.Control] = []
        share = 1 if layout.large_text else None
        for option in parameter.options:
            choose, chosen = partial(change, path, _always(option)), str(now) == option
            name = option_name(t, option)
            options.append(chip(f"{path}-{option}", name, choose, toggled=chosen, expand=share))
        rows = [ft.Row([each]) for each in options] if share else [wrapping_row(*options, spacing=6)]
        return ft.Column([ft.Row([label]), *rows], spacing=4)
    if parameter.kind is Kind.TOGGLE:
        toggle = partial(change, path, operator.not_)
        return ft.Row([label, chip(path, value_text(t, now), toggle, toggled=bool(now))], spacing=12)
    return _beside(layout, label, _steps(t, layout, parameter, now, title, change))


def _beside(layout: Layout, label: ft.Control, steps: list[ft.Control]) -> ft.Control:
    """A number with its steps beside its label, or below it where text is large."""
    if layout.large_text:
        return ft.Column([ft.Row([label]), ft.Row(steps, spacing=0)], spacing=0)
    return ft.Row([label, *steps], spacing=0)


def _steps(
    t: Translator, layout: Layout, parameter: Parameter, now: Value, title: str, change: Change
) -> list[ft.Control]:
    """A number between the taps that lower and raise it."""
    path = parameter.path
    assert isinstance(now, int)

    def step(words: str, by: int) -> tuple[str, Handler | None]:
        def stepped(now: Value) -> int:
            """The value after one step, or the same where the step would leave the range."""
            after = int(now) + by
            possible = after >= parameter.low if by < 0 else after <= parameter.high
            return after if possible else int(now)

        return words, partial(change, path, stepped) if stepped(now) != now else None

    figures = text(t.number(now), Size.NUMBER, bold=True)
    number = figures if path.startswith("bids.") else identified(path, figures)  # the table names it
    less = step(t("{title}: less", title=title), -parameter.step)
    more = step(t("{title}: more", title=title), parameter.step)
    return stepper(path, number, less, more, width=64)


def _always(new: Value) -> To:
    return lambda _: new
