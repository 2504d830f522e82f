"""The schemes: shipped schemes can be read, house rules can be changed."""

from __future__ import annotations

import operator
from dataclasses import replace
from functools import partial
from typing import cast

import flet as ft

from scorepad.evening.people import MAX_NAME
from scorepad.faults import Invalid
from scorepad.i18n.names import scheme_title
from scorepad.i18n.problems import scheme_error_text
from scorepad.tarot.parameters import changed, value
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import scheme_file, scheme_from_file, shipped_schemes
from scorepad.text import clean_name, file_stem
from scorepad.ui import kit, routes
from scorepad.ui.components.schemes import (
    ParameterForm,
    To,
    every_parameter,
    living_example,
    scheme_sections,
    scheme_tile,
)
from scorepad.ui.store import Store
from scorepad.ui.table import all_schemes, default_scheme, find_scheme


@kit.screen(routes.SCHEMES)
def schemes_screen(at: kit.At) -> ft.View:
    """Every scheme, the house rules first."""
    t, history = at.t, at.store.history
    default = default_scheme(history).id

    def row(scheme: Scheme) -> ft.Control:
        go = at.go(routes.scheme(scheme.id))
        return scheme_tile(t, at.layout, scheme, go, chosen=scheme.id == default, leads=True)

    choose = partial(at.store.files.open_one, ["json", "toml"], partial(open_file, at.store))
    return at.view(
        t("Rules of the table"),
        kit.wrap(
            kit.chip(at.layout, "import", t("Open a file of rules"), choose, ft.Icons.FILE_OPEN_OUTLINED)
        ),
        scheme_sections(t, all_schemes(history), row),
        back=at.back(routes.SETTINGS),
    )


@kit.screen(routes.scheme)
def scheme_screen(at: kit.At) -> ft.View:
    """One scheme: every parameter with its meaning, and an example; house rules can be changed."""
    t, store, scheme_id = at.t, at.store, at.names["scheme"]
    touched, unfolded = at.kept("touched", "petit_au_bout.points"), at.kept("unfolded", False)

    def change(path: str, to: To) -> None:
        touched.set(path)
        change_rule(store, scheme_id, path, to)

    # The same function object at each redraw, so that only changed rows are redrawn.
    steady = ft.use_callback(change, [scheme_id])
    scheme = find_scheme(store.history, scheme_id)
    if scheme is None:
        raise kit.NothingHere
    own = scheme.id not in shipped_schemes()
    form = ParameterForm(t, at.layout, steady if own else None)
    copy = partial(duplicate, store, scheme)
    return at.view(
        scheme_title(t, scheme),
        _uses(at, scheme, own),
        own and _name(at, scheme, key=scheme_id),
        every_parameter(form, scheme, unfolded=unfolded.value, fold=unfolded.tap(operator.not_)),
        foot=[
            living_example(form, scheme, touched.value),
            not own and kit.action(at.layout, "duplicate", t("Copy and change"), copy),
        ],
        back=at.back(routes.SCHEMES),
    )


def _uses(at: kit.At, scheme: Scheme, own: bool) -> ft.Control:
    """The chips for the actions on a scheme; `own` tells whether it is house rules."""
    t, store = at.t, at.store
    is_default = default_scheme(store.history).id == scheme.id
    file_name = f"{file_stem(scheme_title(t, scheme))}.json"

    def choose() -> None:
        store.save(store.history.set_setting, "scheme", scheme.id)

    def export() -> None:
        store.files.save(file_name, scheme_file(scheme))

    return kit.wrap(
        kit.chip(at.layout, "default", t("For new evenings"), choose, toggled=is_default),
        own and kit.chip(at.layout, "duplicate", t("Duplicate"), partial(duplicate, store, scheme)),
        own
        and kit.chip(
            at.layout, "delete", t("Delete"), partial(delete, store, scheme), ft.Icons.DELETE_OUTLINE
        ),
        kit.chip(at.layout, "export", t("Save as a file"), export, ft.Icons.SAVE_ALT),
        kit.chip(
            at.layout,
            "blank",
            t("Blank score sheet"),
            at.go(routes.blank(scheme.id)),
            ft.Icons.PRINT_OUTLINED,
        ),
    )


@kit.component
def _name(at: kit.At, scheme: Scheme) -> ft.Control:
    """The field for the name of house rules; an empty name is not saved: the rules could not be told apart."""
    typed, times = at.kept("name", cast("str | None", None)), at.kept("times", 0)

    def rename() -> None:
        name, now = clean_name(typed.now or "")[:MAX_NAME], find_scheme(at.store.history, scheme.id)
        if name and now is not None:
            at.store.save(at.store.history.save_scheme, replace(now, name=name))
        typed.set(None)
        times.change(operator.add, 1)

    first = scheme.name if typed.value is None else typed.value
    words, key = at.t("Name of these rules"), f"{scheme.name} {times.value}"
    return kit.field(
        at.layout, "scheme-name", words, first, typed.set, on_left=rename, max_length=MAX_NAME, key=key
    )


# -- actions ---


def change_rule(store: Store, scheme_id: str, path: str, to: To) -> None:
    """Changes the parameter `path` of house rules to `to(value)`; evenings keep the version that they have."""
    now = find_scheme(store.history, scheme_id)
    if now is None:
        return
    try:
        store.save(store.history.save_scheme, changed(now, path, to(value(now, path))))
    except Invalid:
        store.say(store.t("That contradicts another of these rules."))


def duplicate(store: Store, scheme: Scheme) -> None:
    """Makes a copy of a scheme as house rules, and shows it."""
    _add(store, scheme, store.t("{scheme}, our way", scheme=scheme_title(store.t, scheme)))


def _add(store: Store, scheme: Scheme, name: str) -> None:
    copy = replace(scheme, id=store.history.new_id(), name=name[:MAX_NAME])
    if store.save(store.history.save_scheme, copy):
        store.to(routes.scheme(copy.id))


def delete(store: Store, scheme: Scheme) -> None:
    """Deletes house rules, with a notice that offers to undo that; evenings that have these rules keep them."""
    if store.save(store.history.remove_scheme, scheme.id):
        store.to(routes.SCHEMES)
        said = store.t("Deleted: {scheme}", scheme=scheme.name)
        store.say(said, back=partial(_bring_back, store, scheme))


def _bring_back(store: Store, scheme: Scheme) -> None:
    if store.save(store.history.save_scheme, scheme):
        store.to(routes.scheme(scheme.id))


def open_file(store: Store, raw: bytes) -> None:
    """Adds the house rules of a file; the file is not trusted, and is validated first."""

    def read() -> Scheme | Invalid:
        try:
            return scheme_from_file(raw)
        except Invalid as error:
            return error

    def done(scheme: Scheme | Invalid) -> None:
        if isinstance(scheme, Invalid):
            reason = scheme_error_text(store.t, scheme)
            store.say(store.t("These rules cannot be read: {reason}", reason=reason), error=True)
        else:
            _add(store, scheme, clean_name(scheme_title(store.t, scheme)) or store.t("House rules"))

    store.run_in_background(store.t("Reading the file…"), read, done)
