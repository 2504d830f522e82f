"""Backups and files: the whole history saved, restored, exported and imported."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import cast

import flet as ft

from scorepad.history import HistoryError
from scorepad.history.backup import Backup, Contents, inspect_backup
from scorepad.history.transfer import same_names
from scorepad.i18n.errors import error_text
from scorepad.i18n.names import evening_titles, file_size
from scorepad.i18n.saved import backup_kind, backup_time, second_folder_text
from scorepad.ui import background, routes
from scorepad.ui.files import Place, choose_folder, open_one
from scorepad.ui.kit.frame import NothingHere, busy_line, centred, foot, titled_screen, view_component
from scorepad.ui.kit.notice import notice_bar
from scorepad.ui.kit.rows import filling, two_lines, wrapping_row
from scorepad.ui.kit.taps import action, chip, row_tile
from scorepad.ui.kit.window import use_store
from scorepad.ui.kit.words import and_more, quiet, section, text, warning
from scorepad.ui.screens.home import reports_shown
from scorepad.ui.store import Store
from scorepad.ui.theme import Ink, Size

SHOWN = 40
"""Backups drawn at once; the newest."""


@view_component
def data_screen() -> ft.View:
    """Backups, files, and players of one name."""
    state = use_store()
    page = ft.context.page
    t = state.t
    free = state.busy is None
    to_export = partial(state.navigation.to, routes.EXPORT, back=routes.DATA)
    backup = state.backup_pressed if free else None
    body: list[ft.Control] = [
        *reports_shown(state),
        section(t("Export, import")),
        quiet(t("One file holds every evening; another Scorepad adds what it lacks, and nothing twice.")),
        wrapping_row(
            chip(
                "export",
                t("Save all as a file"),
                partial(state.cards.copy_pressed, page) if free else None,
                why=state.busy,
                icon=ft.Icons.SAVE_ALT,
            ),
            chip(
                "other-formats",
                t("Other formats, or some evenings"),
                to_export,
                icon=ft.Icons.TABLE_ROWS_OUTLINED,
            ),
            chip(
                "import",
                t("Import a file"),
                partial(open_one, page, ["json"], state.importing.open) if free else None,
                why=state.busy,
                icon=ft.Icons.FILE_OPEN_OUTLINED,
            ),
        ),
        *_in_browser(state),
        section(t("Backups")),
        quiet(t("Automatic: every hour of play, and before anything is replaced.")),
        wrapping_row(chip("back-up", t("Back up now"), backup, why=state.busy, icon=ft.Icons.SAVE_ALT)),
    ]
    problem = state.history.backup_problem
    if problem is not None:
        body.append(text(error_text(t, problem), Size.SMALL, Ink.LOSS, bold=True))
    try:
        found = state.history.backups()
    except HistoryError as error:
        found = []
        body.append(warning(error_text(t, error)))
    body += _elsewhere(state, page)
    body += [_backup_row(state, backup) for backup in found[:SHOWN]]
    if not found:
        body.append(quiet(t("No backup yet."), Size.BODY))
    body += _namesakes(state)
    return titled_screen(
        routes.DATA,
        t("Backups and files"),
        routes.SETTINGS,
        busy_line(state.busy),
        centred(*body),
        notice_bar(),
    )


def _in_browser(state: Store) -> list[ft.Control]:
    """In a web app: the way to another phone, and whether the browser keeps the scores."""
    t, browser = state.t, state.cards.browser
    if browser is None:
        return []
    lasts = t("This browser may remove these scores when space runs short; a copy is safe.")
    if not browser.keeps:
        lasts = t("This browser keeps nothing: the scores go when the page is closed.")
    elif browser.persistent:
        lasts = t("This browser has promised to keep these scores when space runs short.")
    return [
        quiet(t("On another phone, “{button}” takes this file.", button=t("Import a file"))),
        quiet(lasts),
    ]


def _elsewhere(state: Store, page: ft.Page) -> list[ft.Control]:
    """The second folder for the backups, which only a person at this computer can choose."""
    t, place = state.t, state.history.second_folder()
    rows: list[ft.Control] = []
    if place is not None:
        rows.append(text(second_folder_text(t, place), Size.SMALL, Ink.QUIET if place.is_there else Ink.LOSS))
    problem = state.history.second_folder_problem
    if problem is not None:
        rows.append(warning(error_text(t, problem)))
    if state.place is Place.WINDOW:
        free = state.busy is None
        choose = partial(choose_folder, page, state.elsewhere_chosen) if free else None
        words = t("Keep them elsewhere too")
        tools = [chip("elsewhere", words, choose, icon=ft.Icons.FOLDER_OPEN_OUTLINED)]
        if place is not None:
            only = partial(state.elsewhere_chosen, None) if free else None
            tools.append(chip("here-only", t("Here only"), only))
        rows.append(wrapping_row(*tools))
    return rows


def _namesakes(state: Store) -> list[ft.Control]:
    """Players of one name, to be merged, and merged players, to be separated."""
    t = state.t
    rows: list[ft.Control] = []
    for number, players in enumerate(same_names(state.roster()), 1):
        words = t.plural("{name}, {count} time", "{name}, {count} times", len(players), name=players[0].name)
        merge = chip(f"one-{number}", t("They are one"), partial(state.players_merged, players))
        rows.append(ft.Row([filling(text(words)), merge], spacing=8))
    for number, merged in enumerate(state.history.merged_players(), 1):
        player = merged.player
        into = next((each.name for each in state.roster() if each.id == merged.into), player.name)
        words = t("{name} is {other}", name=player.name, other=into)
        separate = chip(f"separate-{number}", t("Separate"), partial(state.player_separated, player))
        rows.append(ft.Row([filling(text(words)), separate], spacing=8))
    return [section(t("Who is who")), *rows] if rows else []


def _backup_row(state: Store, backup: Backup) -> ft.Control:
    t = state.t
    return row_tile(
        f"backup-{backup.path.stem}",
        two_lines(
            backup_time(t, backup), f"{backup_kind(t, backup.kind)} · {file_size(t, backup.size)}", lines=1
        ),
        partial(state.navigation.to, routes.backup(backup.path.stem)),
    )


@view_component
def backup_screen() -> ft.View:
    """The contents of a backup, verified byte by byte, before it replaces anything."""
    state = use_store()
    stem = ft.use_route_params()["backup"]
    found, set_found = ft.use_state(cast("tuple[str, Contents | HistoryError] | None", None))
    here = ft.use_ref(True)
    page = ft.context.page
    t = state.t
    try:
        backup = next((each for each in state.history.backups() if each.path.stem == stem), None)
    except HistoryError:
        backup = None

    async def read() -> None:
        if backup is not None:
            contents = await background.run(partial(_contents, backup))
            if here.current:
                set_found((stem, contents))

    def leave() -> None:
        here.current = False

    ft.use_effect(lambda: page.run_task(read), [stem], leave)
    if backup is None:
        raise NothingHere
    head = text(backup_time(t, backup), Size.TITLE, bold=True)

    def backup_page(*body: ft.Control, below: Sequence[ft.Control] = ()) -> ft.View:
        parts = [busy_line(state.busy), centred(head, *body), notice_bar(), *below]
        return titled_screen(routes.backup(stem), t("Backup"), routes.DATA, *parts)

    if found is None or found[0] != stem:
        return backup_page(busy_line(t("Reading every byte of it…")))
    contents = found[1]
    if isinstance(contents, HistoryError):
        return backup_page(text(error_text(t, contents), Size.BODY, Ink.LOSS))
    evenings = t.plural("{count} evening", "{count} evenings", len(contents.evenings))
    players = t.plural("{count} player", "{count} players", contents.players)
    listed = contents.evenings[:SHOWN]
    titles = evening_titles(t, [(each.name, each.created) for each in listed], t.short_date)
    body: list[ft.Control] = [
        quiet(f"{backup_kind(t, backup.kind)} · {evenings}, {players}", Size.BODY),
        *(
            text(
                f"{title} · {t.names(person.name for person in summary.people)} · "
                + t.plural("{count} hand", "{count} hands", summary.hands),
                Size.SMALL,
            )
            for summary, title in zip(listed, titles, strict=True)
        ),
        *and_more(t, len(contents.evenings) - SHOWN),
        *(warning(f"{name}: {error_text(t, error)}") for name, error in contents.problems),
        text(
            t(
                "Restoring it replaces everything that is here now. That is backed up first, so you can go back."
            )
        ),
    ]
    restore = partial(state.restored, backup.path) if state.busy is None else None
    return backup_page(*body, below=[foot(action("restore", t("Restore this backup"), restore, state.busy))])


def _contents(backup: Backup) -> Contents | HistoryError:
    try:
        return inspect_backup(backup.path)
    except HistoryError as error:
        return error
