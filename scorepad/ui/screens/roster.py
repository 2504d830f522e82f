"""The players: how often each played, their names, and those who are no longer suggested."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from math import lcm
from typing import cast

import flet as ft

from scorepad.evening.people import MAX_NAME
from scorepad.history import Player, Summary
from scorepad.i18n.names import evening_titles
from scorepad.text import clean_name, folded
from scorepad.ui import routes
from scorepad.ui.components.seats import problem_text
from scorepad.ui.glyphs import drawable
from scorepad.ui.kit.fields import text_field, uncontrolled_text_field
from scorepad.ui.kit.frame import (
    NothingHere,
    busy_line,
    centred,
    foot,
    notice_bar,
    titled_screen,
    view_component,
)
from scorepad.ui.kit.people import badge, gain_ink
from scorepad.ui.kit.rows import filling, two_lines, wrapping_row
from scorepad.ui.kit.taps import action, chevron, chip, older, radio, row_tile
from scorepad.ui.kit.window import use_store
from scorepad.ui.kit.words import and_more, identified, quiet, section, text
from scorepad.ui.store import Store
from scorepad.ui.table import NameProblem, check_name
from scorepad.ui.theme import Size

EVENINGS = 20
"""Evenings of a player drawn."""
PAGE = 100
"""Players drawn at once."""
SEARCHED_FROM = 7
"""More players than this can be searched."""


@view_component
def roster_screen() -> ft.View:
    """All players, the archived ones last."""
    state = use_store()
    words, search = ft.use_state("")
    count, show = ft.use_state(PAGE)
    t, roster = state.t, state.roster()
    played = _evenings(state, state.summaries())
    found = [player for player in roster if folded(words) in folded(player.name)]
    listed = sorted(found, key=lambda player: player.archived)
    body: list[ft.Control] = []
    if len(roster) > SEARCHED_FROM:
        body.append(uncontrolled_text_field("search", t("Find a player"), search, icon=ft.Icons.SEARCH))
    archived = False
    for player in listed[:count]:
        if player.archived and not archived:
            archived = True
            body.append(section(t("Archived")))
        body.append(_row(state, player, played[player.id]))
    if len(listed) > count:
        body.append(older(t("Show more players"), partial(show, count + PAGE)))
    if not listed:
        body.append(quiet(t("No player of that name.") if roster else t("Nobody has played yet."), Size.BODY))
    return titled_screen(routes.ROSTER, t("Players"), routes.HOME, centred(*body), notice_bar())


def _evenings(state: Store, summaries: Iterable[Summary]) -> Counter[str]:
    """The number of evenings of each player."""
    player_of = state.history.player_of
    return Counter(
        id_
        for each in summaries
        for id_ in {player_of(member.id) for person in each.people for member in person.players}
    )


def _row(state: Store, player: Player, evenings: int) -> ft.Control:
    t = state.t
    words = two_lines(
        player.name, t.plural("{count} evening", "{count} evenings", evenings), lines=1, expand=True
    )
    return row_tile(
        f"player-{player.id}",
        ft.Row([badge(player.person, 34), words, chevron()], spacing=12),
        partial(state.navigation.to, routes.player(player.id)),
        padding=ft.Padding.symmetric(horizontal=12, vertical=8),
    )


@view_component
def player_screen() -> ft.View:
    """One player: the name, and whether the player is suggested for new evenings."""
    state, player_id = use_store(), ft.use_route_params()["player"]
    typed, set_typed = ft.use_state(cast("str | None", None))
    problem, set_problem = ft.use_state(cast("NameProblem | None", None))
    chosen, choose = ft.use_state(cast("str | None", None))
    t = state.t
    player = next((each for each in state.roster() if each.id == player_id), None)
    if player is None:
        raise NothingHere
    others = [each.name for each in state.roster() if each.id != player_id]
    name = clean_name(typed) if typed is not None else player.name
    played = [
        each
        for each in state.summaries()
        if each.problem is None and _place(state, each, player_id) is not None
    ]
    going = [each for each in played if not each.finished]
    scopes = {"new": (), "going": _ids(going), "all": _ids(played)}
    scope = chosen or ("going" if going else "new")

    def type_name(event: ft.Event[ft.TextField]) -> None:
        set_problem(None)
        set_typed(event.control.value or "")

    def save() -> None:
        found = check_name(name, others)
        set_problem(found)
        if found is None and state.player_renamed(player, name, scopes[scope]):
            set_typed(None)

    changed = name != player.name
    body: list[ft.Control] = [
        busy_line(state.busy),
        text_field(
            "player-name",
            t("Name of the player"),
            value=drawable(player.name) if typed is None else typed,
            max_length=MAX_NAME,
            error=t("Another player has this name")
            if problem is NameProblem.TAKEN
            else problem_text(t, problem),
            on_change=type_name,
        ),
        quiet(t.plural("{count} evening", "{count} evenings", len(played))),
    ]
    if changed and played:
        body += _scopes(state, scope, choose, len(going), len(played))
    if player.archived:
        words, why = t("Suggest again"), t("Not suggested for new evenings; found by name.")
    else:
        words, why = t("Archive"), t("An archived player is no longer suggested for new evenings.")
    archive = partial(state.player_archived, player, not player.archived)
    body += [wrapping_row(chip("archive", words, archive)), quiet(why)]
    body += _results(state, player_id, played) if played else []
    can_save = changed and state.busy is None
    return titled_screen(
        routes.player(player_id),
        player.name,
        routes.ROSTER,
        centred(*body),
        notice_bar(),
        foot(action("save-player", t("Save the name"), save if can_save else None)),
    )


def _place(state: Store, summary: Summary, player_id: str) -> int | None:
    """The place at which a player sat in an evening, alone or in a team; None if the player was not there."""
    player_of = state.history.player_of
    return next(
        (
            place
            for place, person in enumerate(summary.people)
            if any(player_of(each.id) == player_id for each in person.players)
        ),
        None,
    )


def _results(state: Store, player_id: str, played: Sequence[Summary]) -> list[ft.Control]:
    """The sum of a player's evenings, then each of the latest; in a team the score of the team counts."""
    t = state.t
    unit = lcm(*(each.unit for each in played))
    rows: list[ft.Control] = []
    total = 0
    latest = sorted(played, key=lambda each: each.created, reverse=True)
    titles = evening_titles(t, [(each.name, each.created) for each in latest], t.short_date)
    for summary, title in zip(latest, titles, strict=True):
        place = _place(state, summary, player_id)
        assert place is not None
        score, person = summary.totals[place], summary.people[place]
        total += score * (unit // summary.unit)
        if len(rows) < EVENINGS:
            below = t.date(summary.created)
            if person.members:
                below += f" · {t('in the team {name}', name=person.name)}"
            words = two_lines(title, below, expand=True)
            amount = text(t.signed(score, summary.unit), Size.BODY, gain_ink(score), bold=True)
            back = routes.player(player_id)
            go = partial(state.navigation.to, routes.end(summary.id), back=back)
            rows.append(row_tile(f"result-{len(rows) + 1}", ft.Row([words, amount], spacing=10), go))
    figures = text(t.signed(total, unit), Size.NUMBER, gain_ink(total), bold=True)
    summed = ft.Row([filling(text(t("All evenings"), bold=True)), figures], spacing=10)
    return [
        section(t("Results")),
        identified("results", summed),
        *rows,
        *and_more(t, len(played) - EVENINGS),
    ]


def _ids(summaries: Sequence[Summary]) -> tuple[str, ...]:
    return tuple(each.id for each in summaries)


def _scopes(
    state: Store, scope: str, choose: ft.StateSetter[str | None], going: int, played: int
) -> list[ft.Control]:
    """The choice of the evenings that show the new name."""
    t = state.t
    choices = [("new", t("Only in new evenings"))]
    if going:
        choices.append(
            (
                "going",
                t.plural(
                    "Also in {count} evening under way", "Also in the {count} evenings under way", going
                ),
            )
        )
    if played > going:
        choices.append(("all", t.plural("Also in {count} evening", "Also in all {count} evenings", played)))
    rows = [
        row_tile(
            f"scope-{name}",
            ft.Row([radio(scope == name), filling(text(words, bold=scope == name))], spacing=12),
            partial(choose, name),
            chosen=scope == name,
            padding=ft.Padding.symmetric(horizontal=14, vertical=12),
        )
        for name, words in choices
    ]
    return [section(t("Where does the new name count?")), *rows]
