"""The rules a table may play by: the shipped ones to read, the house's own to change."""

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
from scorepad.i18n.parameters import (
    option_name,
    parameter_meaning,
    parameter_title,
    section_title,
    value_text,
)
from scorepad.i18n.wording import formula, paid, result, scheme_title
from scorepad.tarot.check import impossible
from scorepad.tarot.names import clean_name
from scorepad.tarot.parameters import Kind, Parameter, Value, changed, example, parameters, value
from scorepad.tarot.payments import settle
from scorepad.tarot.scheme import Scheme, SchemeError, scheme_file, shipped_schemes
from scorepad.tarot.scoring import score
from scorepad.tarot.session import MAX_NAME
from scorepad.ui import routes, theme
from scorepad.ui.components.controls import (
    action,
    chip,
    heading,
    icon_tile,
    row_tile,
    text,
    text_field,
    wrapping_row,
)
from scorepad.ui.components.frame import centred, notice_bar, titled_screen, view_component
from scorepad.ui.components.guard import memo_component, use_app
from scorepad.ui.files import open_one, save
from scorepad.ui.glyphs import drawable
from scorepad.ui.screens.missing import missing
from scorepad.ui.state import AppState
from scorepad.ui.theme import Ink, Layout, Size

To = Callable[[Value], Value]
"""A tap as a function of the value at that time: fingers are faster than the screen."""
Change = Callable[[str, To], None]
EXAMPLE_NAMES = {"1": "Anne", "2": "Bruno", "3": "Chloé", "4": "David", "5": "Emma"}


@view_component
def schemes_screen() -> ft.View:
    """Every scheme, the house's own first."""
    state = use_app()
    page = ft.context.page
    t = state.t
    default = state.default_scheme().id
    house = [scheme for scheme in state.schemes() if scheme.id not in shipped_schemes()]
    rows: list[ft.Control] = []
    if house:
        rows.append(heading(t("House rules"), Size.NUMBER, 2))
        rows += [_scheme_row(state, scheme, default) for scheme in house]
    rows.append(heading(t("Known rules"), Size.NUMBER, 2))
    rows += [_scheme_row(state, scheme, default) for scheme in shipped_schemes().values()]
    opener = icon_tile(
        "import",
        ft.Icons.FILE_OPEN_OUTLINED,
        t("Open a file of rules"),
        partial(open_one, page, ["json", "toml"], state.scheme_opened),
    )
    return titled_screen(
        routes.SCHEMES,
        t("Rules of the table"),
        routes.SETTINGS,
        centred(*rows),
        notice_bar(),
        tools=[opener],
    )


def _scheme_row(state: AppState, scheme: Scheme, default: str) -> ft.Control:
    t = state.t
    row: list[ft.Control] = [ft.Container(text(scheme_title(t, scheme), bold=True, lines=2), expand=True)]
    if scheme.id == default:
        row.append(text(t("for new sessions"), Size.SMALL, Ink.ON_CHOSEN))
    row.append(ft.Icon(ft.Icons.CHEVRON_RIGHT, color=Ink.QUIET))
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
    """One scheme: every parameter with its meaning; the house's own can be changed, on a living example."""
    state = use_app()
    t = state.t
    scheme_id = ft.use_route_params()["scheme"]
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

    change = ft.use_callback(changes, [scheme_id])  # the same, so that only what changed is drawn again
    scheme = state.scheme(scheme_id)
    route = routes.scheme(scheme_id)
    if scheme is None:
        return missing(state, route)
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
        rows.append(heading(section_title(t, table), Size.NUMBER, 2))
        source = getattr(getattr(scheme, table), "source", "") or (scheme.source if table == "bids" else "")
        if source:
            rows.append(text(t("Source: {source}", source=source), Size.TINY, Ink.QUIET))
        rows += [
            _parameter(
                t,
                state.layout,
                parameter,
                value(scheme, parameter.path),
                change if own else None,
                key=parameter.path,
            )
            for parameter in group
        ]
    return titled_screen(
        route,
        scheme_title(t, scheme),
        routes.SCHEMES,
        centred(_uses(state, scheme, own), *rows, key=scheme_id),
        _living_example(t, scheme, touched),
        notice_bar(),
        *(
            []
            if own
            else [
                ft.Container(
                    action(
                        "duplicate",
                        t("Make them our own"),
                        partial(state.scheme_duplicated, scheme),
                    ),
                    padding=theme.SPACE,
                )
            ]
        ),
    )


def _uses(state: AppState, scheme: Scheme, own: bool) -> ft.Control:
    """The actions on a whole scheme."""
    t = state.t
    page = ft.context.page
    is_default = state.default_scheme().id == scheme.id
    chips = [
        chip(
            "default",
            t("For new sessions"),
            partial(state.default_scheme_chosen, scheme),
            toggled=is_default,
        )
    ]
    if own:
        chips += [
            chip("duplicate", t("Duplicate"), partial(state.scheme_duplicated, scheme)),
            chip("delete", t("Delete"), partial(state.scheme_deleted, scheme), icon=ft.Icons.DELETE_OUTLINE),
        ]
    chips.append(
        chip("export", t("Save as a file"), partial(_export, state, page, scheme), icon=ft.Icons.SAVE_ALT)
    )
    return wrapping_row(*chips)


def _export(state: AppState, page: ft.Page, scheme: Scheme) -> None:
    def done(saved: bool) -> None:
        if saved:
            state.say(state.t("Saved: another Scorepad can open it"))

    save(page, f"{file_stem(scheme_title(state.t, scheme))}.json", scheme_file(scheme), done)


def _living_example(t: Translator, scheme: Scheme, path: str) -> ft.Control:
    """A hand under the present rules, chosen to show the effect of the last change."""
    hand = example(scheme, path)
    if impossible(hand, scheme):  # it shows what was just taken out of these rules
        hand = example(scheme, "margin.step")
    scored = score(hand, scheme)
    payments = settle(scored, hand, scheme)
    title = f"{section_title(t, path.split('.')[0])}, {t.inside(parameter_title(t, path))}"
    words = " · ".join(paid(t, payments, hand, EXAMPLE_NAMES.__getitem__))
    shown = ft.Container(
        ft.Semantics(
            identifier="example",
            live_region=True,
            content=ft.Column(
                [
                    text(
                        t(
                            "Example, {title}: {result}",
                            title=title,
                            result=result(t, hand, scheme),
                        ),
                        Size.SMALL,
                        Ink.QUIET,
                        lines=2,
                    ),
                    text(formula(t, scored), Size.NUMBER, bold=True, lines=2),
                    text(words, Size.SMALL, lines=2),
                ],
                spacing=2,
            ),
        ),
        bgcolor=Ink.TONE,
        padding=ft.Padding.symmetric(horizontal=theme.MARGIN, vertical=10),
        expand=True,
    )
    return ft.Row([shown])


@memo_component
def _parameter(
    t: Translator, layout: Layout, parameter: Parameter, now: Value, change: Change | None
) -> ft.Control:
    title = parameter_title(t, parameter.path)
    meaning = parameter_meaning(t, parameter.path)
    words: list[ft.Control] = [text(title, Size.BODY)]
    if meaning:
        words.append(text(meaning, Size.TINY, Ink.QUIET))
    label = ft.Container(ft.Column(words, spacing=0, tight=True), expand=True)
    if change is None:
        return ft.Row([label, text(value_text(t, now), Size.BODY, bold=True)], spacing=12)
    if parameter.kind is Kind.CHOICE:
        options: list[ft.Control] = [
            chip(
                f"{parameter.path}-{option}",
                option_name(t, option),
                partial(change, parameter.path, _always(option)),
                toggled=str(now) == option,
            )
            for option in parameter.options
        ]
        return ft.Column([ft.Row([label]), wrapping_row(*options, spacing=6)], spacing=4)
    if parameter.kind is Kind.TOGGLE:
        return ft.Row(
            [
                label,
                chip(
                    parameter.path,
                    value_text(t, now),
                    partial(change, parameter.path, operator.not_),
                    toggled=bool(now),
                ),
            ],
            spacing=12,
        )
    assert isinstance(now, int)

    def less(now: Value) -> Value:
        return max(parameter.low, int(now) - parameter.step)

    def more(now: Value) -> Value:
        return min(parameter.high, int(now) + parameter.step)

    return ft.Row(
        [
            label,
            icon_tile(
                f"{parameter.path}-less",
                ft.Icons.REMOVE,
                t("{title}: less", title=title),
                partial(change, parameter.path, less) if now - parameter.step >= parameter.low else None,
            ),
            ft.Container(
                ft.Semantics(identifier=parameter.path, content=text(t.number(now), Size.NUMBER, bold=True)),
                width=64,
                alignment=ft.Alignment.CENTER,
            ),
            icon_tile(
                f"{parameter.path}-more",
                ft.Icons.ADD,
                t("{title}: more", title=title),
                partial(change, parameter.path, more) if now + parameter.step <= parameter.high else None,
            ),
        ],
        spacing=0,
    )


def _always(new: Value) -> To:
    return lambda _: new
