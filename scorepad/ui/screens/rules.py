"""The rules of an evening: those in force, and the change to others, from now on or for the whole evening."""

from __future__ import annotations

from functools import partial

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.i18n import Translator
from scorepad.i18n.names import scheme_title
from scorepad.i18n.parameters import scheme_line
from scorepad.tarot.scheme import Scheme
from scorepad.ui import routes
from scorepad.ui.components.schemes import scheme_sections, scheme_tile
from scorepad.ui.kit.frame import (
    NothingHere,
    centred,
    notice_bar,
    titled_screen,
    use_evening,
    view_component,
)
from scorepad.ui.kit.rows import two_lines
from scorepad.ui.kit.taps import link_tile, row_tile
from scorepad.ui.kit.window import Handler, use_store
from scorepad.ui.kit.words import quiet, section
from scorepad.ui.screens.compare import standings_beside
from scorepad.ui.store import Store
from scorepad.ui.table import fits, seating_now


@view_component
def rules_screen() -> ft.View:
    """The rules of the evening that the address names, and all others; a finished evening keeps its own."""
    state, evening = use_evening()
    t, now, route = state.t, evening.table.rules.now, routes.rules(evening.id)
    own, *others = state.schemes(now)

    def choose(scheme: Scheme) -> None:
        if evening.sheet.standing:
            state.navigation.to(routes.other_rules(evening.id, scheme.id), back=route)
        else:
            state.rules_chosen(evening, scheme)

    def offered(scheme: Scheme) -> ft.Control:
        why = _why_not(t, evening, scheme)
        return scheme_tile(t, scheme, None if why else partial(choose, scheme), chosen=False, why=why)

    mixed = len(evening.schemes) > 1
    tap: Handler | None = None
    if mixed and not evening.table.ended:
        tap = partial(choose, own)
    elif state.scheme(now.id) == now:
        tap = partial(state.navigation.to, routes.scheme(now.id), back=route)
    why = None if tap else t("In force")
    in_force = scheme_tile(t, own, tap, chosen=True, identifier="in-force", why=why)
    rows = [section(t("In force")), in_force]
    if mixed:
        before = [scheme_title(t, scheme) for scheme in evening.schemes if scheme != now]
        rows.append(quiet(t("Earlier in the evening: {rules}", rules=", ".join(before))))
    if not evening.table.ended:
        rows += scheme_sections(t, others, offered)
    back = state.navigation.way_back(route, routes.evening(evening.id))
    return titled_screen(route, t("Rules of the evening"), back, centred(*rows), notice_bar(undo=True))


@view_component
def other_rules_screen() -> ft.View:
    """The change of an evening to the rules that the address names: for which hands?"""
    state, evening = use_evening()
    scheme = _scheme(state, evening, ft.use_route_params()["scheme"])
    t, route = state.t, routes.other_rules(evening.id, scheme.id)
    same, lacking = scheme == evening.table.rules.now, evening.by(scheme).left_out
    later = everywhere = t("The evening is over.") if evening.table.ended else _why_not(t, evening, scheme)
    if same:
        later = later or t("These rules count already.")
        if not evening.table.rules.later:
            everywhere = later
    if lacking:
        everywhere = everywhere or t("These rules lack something that was played.")

    def way(identifier: str, title: str, words: str, why: str | None, *, from_now: bool) -> ft.Control:
        tap: Handler = partial(state.rules_chosen, evening, scheme, from_now=from_now)
        content = two_lines(title, why or words)
        return row_tile(identifier, content, None if why else tap, why=why, deliberate=True)

    rows: list[ft.Control] = [
        quiet(scheme_line(t, scheme)),
        section(t("For which hands?")),
        way(
            "from-now",
            t("From now on"),
            t("What was played stays as it is; the next hand counts by these rules."),
            later,
            from_now=True,
        ),
        way(
            "whole-evening",
            t("For the whole evening"),
            t("Every hand counts by these rules, from the first."),
            everywhere,
            from_now=False,
        ),
    ]
    if everywhere is None:
        columns = [(t("Now"), evening.sheet), (t("Whole evening"), evening.by(scheme))]
        rows += [section(t("What it does to the totals")), *standings_beside(t, evening, columns)]
    if state.scheme(scheme.id) == scheme:
        details = partial(state.navigation.to, routes.scheme(scheme.id), back=route)
        rows.append(link_tile("details", t("These rules in detail"), details))
    back = state.navigation.way_back(route, routes.rules(evening.id))
    return titled_screen(route, scheme_title(t, scheme), back, centred(*rows), notice_bar())


def _why_not(t: Translator, evening: Evening, scheme: Scheme) -> str | None:
    """Why the table as it sits now cannot play by a scheme, if so."""
    return None if fits(seating_now(evening), scheme) else t("The open duel is for two players.")


def _scheme(state: Store, evening: Evening, scheme_id: str) -> Scheme:
    """The scheme of an id as it is now, or as this evening played it."""
    known = (state.scheme(scheme_id), *(each for each in evening.schemes if each.id == scheme_id))
    found = next((scheme for scheme in known if scheme is not None), None)
    if found is None:
        raise NothingHere
    return found


@view_component
def new_rules_screen() -> ft.View:
    """The rules of the evening that is about to begin."""
    state = use_store()
    t, chosen = state.t, state.scheme_of(state.new_table)

    def drawn(scheme: Scheme) -> ft.Control:
        return scheme_tile(t, scheme, partial(state.new_rules_chosen, scheme), chosen=scheme == chosen)

    own, *others = state.schemes(chosen)
    rows = [section(t("Chosen")), drawn(own), *scheme_sections(t, others, drawn)]
    return titled_screen(routes.NEW_RULES, t("Rules of the evening"), routes.NEW_EVENING, centred(*rows))
