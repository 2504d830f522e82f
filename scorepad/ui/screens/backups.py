"""Backups and files: everything that is kept, to be saved, brought back, taken elsewhere and brought in."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import cast

import flet as ft

from scorepad.history import HistoryError
from scorepad.history.backup import Backup, Contents, inspect_backup
from scorepad.history.transfer import alike
from scorepad.i18n.refusals import history_error_text
from scorepad.i18n.wording import (
    backup_kind,
    backup_time,
    elsewhere_text,
    evening_titles,
    file_size,
)
from scorepad.ui import routes
from scorepad.ui.components.controls import action, and_more, chip, heading, row_tile, text, wrapping_row
from scorepad.ui.components.frame import busy_line, centred, foot, notice_bar, titled_screen, view_component
from scorepad.ui.components.guard import use_app
from scorepad.ui.files import Place, choose_folder, open_one, save
from scorepad.ui.screens.home import reports_shown
from scorepad.ui.screens.missing import missing
from scorepad.ui.state import AppState
from scorepad.ui.theme import Ink, Size

SHOWN = 40
"""Backups drawn at once; the newest."""


@view_component
def data_screen() -> ft.View:
    """Backups, files, and players of one name."""
    state = use_app()
    page = ft.context.page
    t = state.t
    free = state.busy is None
    body: list[ft.Control] = [
        *reports_shown(state),
        heading(t("Take elsewhere, bring in"), Size.NUMBER, 2),
        text(
            t("One file holds every evening; another Scorepad adds what it lacks, and nothing twice."),
            Size.SMALL,
            Ink.QUIET,
        ),
        wrapping_row(
            chip(
                "export",
                t("Save all as a file"),
                partial(_export, state, page) if free else None,
                why=state.busy,
                icon=ft.Icons.SAVE_ALT,
            ),
            chip(
                "other-formats",
                t("Other formats, or some evenings"),
                partial(state.navigation.to, routes.EXPORT, back=routes.DATA),
                icon=ft.Icons.TABLE_ROWS_OUTLINED,
            ),
            chip(
                "import",
                t("Bring in a file"),
                partial(open_one, page, ["json"], state.importing.open) if free else None,
                why=state.busy,
                icon=ft.Icons.FILE_OPEN_OUTLINED,
            ),
        ),
        heading(t("Backups"), Size.NUMBER, 2),
        text(
            t("Made by themselves, every hour of play, and before anything is replaced."),
            Size.SMALL,
            Ink.QUIET,
        ),
        ft.Row(
            [
                chip(
                    "back-up",
                    t("Make one now"),
                    state.backup_pressed if free else None,
                    why=state.busy,
                    icon=ft.Icons.SAVE_ALT,
                )
            ]
        ),
    ]
    problem = state.history.backup_problem
    if problem is not None:
        body.append(text(history_error_text(t, problem), Size.SMALL, Ink.LOSS, bold=True))
    try:
        found = state.history.backups()
    except HistoryError as error:
        found = []
        body.append(text(history_error_text(t, error), Size.SMALL, Ink.LOSS))
    body += _elsewhere(state, page)
    body += [_backup_row(state, backup) for backup in found[:SHOWN]]
    if not found:
        body.append(text(t("No backup yet."), Size.BODY, Ink.QUIET))
    body += _namesakes(state)
    return titled_screen(
        routes.DATA,
        t("Backups and files"),
        routes.SETTINGS,
        busy_line(state.busy),
        centred(*body),
        notice_bar(),
    )


def _elsewhere(state: AppState, page: ft.Page) -> list[ft.Control]:
    """The second folder for the backups, which only a person at this computer can choose."""
    t, place = state.t, state.history.elsewhere()
    rows: list[ft.Control] = []
    if place is not None:
        rows.append(text(elsewhere_text(t, place), Size.SMALL, Ink.QUIET if place.is_there else Ink.LOSS))
    problem = state.history.elsewhere_problem
    if problem is not None:
        rows.append(text(history_error_text(t, problem), Size.SMALL, Ink.LOSS))
    if state.place is Place.WINDOW:
        free = state.busy is None
        tools: list[ft.Control] = [
            chip(
                "elsewhere",
                t("Keep them elsewhere too"),
                partial(choose_folder, page, state.elsewhere_chosen) if free else None,
                icon=ft.Icons.FOLDER_OPEN_OUTLINED,
            )
        ]
        if place is not None:
            only = partial(state.elsewhere_chosen, None) if free else None
            tools.append(chip("here-only", t("Here only"), only))
        rows.append(wrapping_row(*tools))
    return rows


def _namesakes(state: AppState) -> list[ft.Control]:
    """Players of one name, to be merged, and merged players, to be separated."""
    t = state.t
    rows: list[ft.Control] = []
    for number, players in enumerate(alike(state.roster()), 1):
        said = t.plural("{name}, {count} time", "{name}, {count} times", len(players), name=players[0].name)
        rows.append(
            _who(said, chip(f"one-{number}", t("They are one"), partial(state.players_merged, players)))
        )
    for number, merged in enumerate(state.history.merged_players(), 1):
        player = merged.player
        into = next((each.name for each in state.roster() if each.id == merged.into), player.name)
        said = t("{name} is {other}", name=player.name, other=into)
        rows.append(
            _who(said, chip(f"separate-{number}", t("Separate"), partial(state.player_separated, player)))
        )
    return [heading(t("Who is who"), Size.NUMBER, 2), *rows] if rows else []


def _who(said: str, tool: ft.Control) -> ft.Control:
    return ft.Row([ft.Container(text(said, Size.BODY), expand=True), tool], spacing=8)


def _export(state: AppState, page: ft.Page) -> None:
    def done(saved: bool) -> None:
        if saved:
            state.say(state.t("Saved: another Scorepad can open it"))

    def keep(parts: Sequence[bytes]) -> None:
        for number, content in enumerate(parts, 1):
            save(page, "scorepad.json" if len(parts) == 1 else f"scorepad-{number}.json", content, done)

    state.export_pressed(keep)


def _backup_row(state: AppState, backup: Backup) -> ft.Control:
    t = state.t
    return row_tile(
        f"backup-{backup.path.stem}",
        ft.Column(
            [
                text(backup_time(t, backup), Size.BODY, bold=True, lines=1),
                text(
                    f"{backup_kind(t, backup.kind)} · {file_size(t, backup.size)}",
                    Size.SMALL,
                    Ink.QUIET,
                    lines=1,
                ),
            ],
            spacing=0,
        ),
        partial(state.navigation.to, routes.backup(backup.path.stem)),
    )


@view_component
def backup_screen() -> ft.View:
    """The contents of a backup, verified byte by byte, before it replaces anything."""
    state = use_app()
    stem = ft.use_route_params()["backup"]
    found, set_found = ft.use_state(cast("tuple[str, Contents | HistoryError] | None", None))
    here = ft.use_ref(True)
    page = ft.context.page
    t = state.t
    route = routes.backup(stem)
    try:
        backup = next((each for each in state.history.backups() if each.path.stem == stem), None)
    except HistoryError:
        backup = None

    async def read() -> None:
        if backup is not None:
            contents = await asyncio.to_thread(_looked, backup)
            if here.current:
                set_found((stem, contents))

    def leave() -> None:
        here.current = False

    ft.use_effect(lambda: page.run_task(read), [stem], leave)
    if backup is None:
        return missing(state, route)
    head = text(backup_time(t, backup), Size.TITLE, bold=True)

    def backup_page(*body: ft.Control, below: Sequence[ft.Control] = ()) -> ft.View:
        busy = busy_line(state.busy)
        return titled_screen(
            route, t("Backup"), routes.DATA, busy, centred(head, *body), notice_bar(), *below
        )

    if found is None or found[0] != stem:
        return backup_page(busy_line(t("Reading every byte of it…")))
    contents = found[1]
    if isinstance(contents, HistoryError):
        return backup_page(text(history_error_text(t, contents), Size.BODY, Ink.LOSS))
    sessions = t.plural("{count} evening", "{count} evenings", len(contents.sessions))
    players = t.plural("{count} player", "{count} players", contents.players)
    told = contents.sessions[:SHOWN]
    titles = evening_titles(t, [(each.name, each.created) for each in told], t.short_date)
    body: list[ft.Control] = [
        text(f"{backup_kind(t, backup.kind)} · {sessions}, {players}", Size.BODY, Ink.QUIET),
        *(
            text(
                f"{title} · {t.names(person.name for person in summary.people)} · "
                + t.plural("{count} hand", "{count} hands", summary.hands),
                Size.SMALL,
            )
            for summary, title in zip(told, titles, strict=True)
        ),
        *and_more(t, len(contents.sessions) - SHOWN),
        *(
            text(f"{name}: {history_error_text(t, error)}", Size.SMALL, Ink.LOSS)
            for name, error in contents.problems
        ),
        text(
            t(
                "Bringing it back replaces everything that is here now. That is backed up first, so it can be undone."
            ),
            Size.BODY,
        ),
    ]
    restore = action(
        "restore",
        t("Bring this backup back"),
        partial(state.restored, backup.path) if state.busy is None else None,
        why=state.busy,
    )
    return backup_page(*body, below=[foot(restore)])


def _looked(backup: Backup) -> Contents | HistoryError:
    try:
        return inspect_backup(backup.path)
    except HistoryError as error:
        return error
