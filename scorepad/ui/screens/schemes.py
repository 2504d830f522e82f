"""The schemes: the shipped ones to read, the house's own to change."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import cast

import flet as ft

from scorepad.exports.names import file_stem
from scorepad.i18n import Translator
from scorepad.i18n.names import scheme_title, source_text
from scorepad.i18n.parameters import (
    option_name,
    parameter_meaning,
    parameter_title,
    section_title,
    value_text,
)
from scorepad.i18n.sentences import formula, paid, result
from scorepad.tarot.check import impossible
from scorepad.tarot.parameters import Kind, Parameter, Value, changed, example, parameters, value
from scorepad.tarot.payments import settle
from scorepad.tarot.scheme import Scheme, SchemeError
from scorepad.tarot.scheme_data import scheme_file, shipped_schemes
from scorepad.tarot.scoring import score
from scorepad.tarot.session import MAX_NAME
from scorepad.text import clean_name
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
    text,
    text_field,
    wrapping_row,
)
from scorepad.ui.components.frame import NothingHere, centred, notice_bar, titled_screen, view_component
from scorepad.ui.components.guard import memo_component, use_app
from scorepad.ui.files import open_one, save
from scorepad.ui.glyphs import drawable
from scorepad.ui.state import AppState
from scorepad.ui.theme import Ink, Layout, Size

To = Callable[[Value], Value]
"""The new value of a parameter, from the value at the moment of the tap: taps come faster than drawings."""
Change = Callable[[str, To], None]
EXAMPLE_NAMES = {"1": "Anne", "2": "Bruno", "3": "Chloé", "4": "David", "5": "Emma"}


@view_component
def schemes_screen() -> ft.View:
    """Every scheme, the house's own first."""
    state = use_app()
    t, default = state.t, state.default_scheme().id
    house = [scheme for scheme in state.schemes() if scheme.id not in shipped_schemes()]
    rows: list[ft.Control] = [section(t("House rules"))] if house else []
    rows += [_scheme_row(state, scheme, default) for scheme in house]
    rows.append(section(t("Known rules")))
    rows += [_scheme_row(state, scheme, default) for scheme in shipped_schemes().values()]
    choose = partial(open_one, ft.context.page, ["json", "toml"], state.scheme_opened)
    opener = icon_tile("import", ft.Icons.FILE_OPEN_OUTLINED, t("Open a file of rules"), choose)
    parts = [centred(*rows), notice_bar()]
    return titled_screen(routes.SCHEMES, t("Rules of the table"), routes.SETTINGS, *parts, tools=[opener])


def _scheme_row(state: AppState, scheme: Scheme, default: str) -> ft.Control:
    t = state.t
    row: list[ft.Control] = [filling(text(scheme_title(t, scheme), bold=True, lines=2))]
    if scheme.id == default:
        row.append(text(t("for new sessions"), Size.SMALL, Ink.ON_CHOSEN))
    row.append(chevron())
    return row_tile(
        f"scheme-{scheme.id}",
        ft.Row(row, spacing=8),
        partial(state.navigation.to, routes.scheme(scheme.id)),
        chosen=scheme.id == default,
        height=56,
        padding=ft.Padding.symmetric(horizontal=14),
    )


@view_component
def scheme_screen() -> ft.View:
    """One scheme: every parameter with its meaning, and an example; house rules can be changed."""
    state, scheme_id = use_app(), ft.use_route_params()["scheme"]
    t = state.t
    touched, set_touched = ft.use_state("petit_au_bout.points")
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
    for table, group in groupby(parameters(scheme), key=lambda parameter: parameter.path.split(".")[0]):
        rows.append(section(section_title(t, table)))
        source = getattr(getattr(scheme, table), "source", "") or (scheme.source if table == "bids" else "")
        if source:
            rows.append(quiet(t("Source: {source}", source=source_text(t, source)), Size.TINY))
        for parameter in group:
            path, to = parameter.path, change if own else None
            rows.append(_parameter(t, state.layout, parameter, value(scheme, path), to, key=path))
    column = centred(_uses(state, scheme, own), *rows, key=scheme_id)
    parts = [column, _living_example(t, scheme, touched), notice_bar()]
    if not own:
        duplicate = action("duplicate", t("Make them our own"), partial(state.scheme_duplicated, scheme))
        parts.append(ft.Container(duplicate, padding=theme.SPACE))
    return titled_screen(routes.scheme(scheme_id), scheme_title(t, scheme), routes.SCHEMES, *parts)


def _uses(state: AppState, scheme: Scheme, own: bool) -> ft.Control:
    t = state.t
    is_default, choose = state.default_scheme().id == scheme.id, partial(state.default_scheme_chosen, scheme)
    chips = [chip("default", t("For new sessions"), choose, toggled=is_default)]
    if own:
        chips += [
            chip("duplicate", t("Duplicate"), partial(state.scheme_duplicated, scheme)),
            chip("delete", t("Delete"), partial(state.scheme_deleted, scheme), icon=ft.Icons.DELETE_OUTLINE),
        ]
    name, page = f"{file_stem(scheme_title(t, scheme))}.json", ft.context.page

    def export() -> None:
        save(page, name, scheme_file(scheme))

    return wrapping_row(*chips, chip("export", t("Save as a file"), export, icon=ft.Icons.SAVE_ALT))


def _living_example(t: Translator, scheme: Scheme, path: str) -> ft.Control:
    """A hand that shows the effect of the last change."""
    hand = example(scheme, path)
    if impossible(hand, scheme):  # its bonus was just removed from these rules
        hand = example(scheme, "margin.step")
    scored = score(hand, scheme)
    payments = settle(scored, hand, scheme)
    title = f"{section_title(t, path.split('.')[0])}, {t.inside(parameter_title(t, path))}"
    lines: list[ft.Control] = [
        quiet(t("Example, {title}: {result}", title=title, result=result(t, hand, scheme)), lines=2),
        text(formula(t, scored), Size.NUMBER, bold=True, lines=2),
        text(" · ".join(paid(t, payments, hand, EXAMPLE_NAMES.__getitem__)), Size.SMALL, lines=2),
    ]
    shown = filling(identified("example", ft.Column(lines, spacing=2), live=True))
    shown.bgcolor, shown.padding = Ink.TONE, ft.Padding.symmetric(horizontal=theme.MARGIN, vertical=10)
    return ft.Row([shown])


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
        for option in parameter.options:
            choose, chosen = partial(change, path, _always(option)), str(now) == option
            options.append(chip(f"{path}-{option}", option_name(t, option), choose, toggled=chosen))
        return ft.Column([ft.Row([label]), wrapping_row(*options, spacing=6)], spacing=4)
    if parameter.kind is Kind.TOGGLE:
        toggle = partial(change, path, operator.not_)
        return ft.Row([label, chip(path, value_text(t, now), toggle, toggled=bool(now))], spacing=12)
    assert isinstance(now, int)

    def step(identifier: str, icon: ft.IconData, words: str, by: int) -> ft.Control:
        def stepped(now: Value) -> int:
            """The value after one step, or the same where the step would leave the range."""
            after = int(now) + by
            possible = after >= parameter.low if by < 0 else after <= parameter.high
            return after if possible else int(now)

        tap = partial(change, path, stepped) if stepped(now) != now else None
        return icon_tile(f"{path}-{identifier}", icon, words, tap)

    number = identified(path, text(t.number(now), Size.NUMBER, bold=True))
    less = step("less", ft.Icons.REMOVE, t("{title}: less", title=title), -parameter.step)
    more = step("more", ft.Icons.ADD, t("{title}: more", title=title), parameter.step)
    value = ft.Container(number, width=64, alignment=ft.Alignment.CENTER)
    return ft.Row([label, less, value, more], spacing=0)


def _always(new: Value) -> To:
    return lambda _: new
