"""Backups and files: what is kept can be looked at, brought back, taken elsewhere, and brought in."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from scorepad.history import HistoryError
from scorepad.history.backup import Backup, look
from scorepad.history.transfer import Likeness, Novelty, export
from scorepad.i18n import Translator
from scorepad.i18n.wording import backup_kind, history_error_text
from scorepad.ui.components.basics import (
    Handler,
    action,
    centred,
    chip,
    heading,
    notice_bar,
    screen,
    text,
    tile,
    top_bar,
    use_app,
    view_component,
)
from scorepad.ui.files import open_one, save
from scorepad.ui.screens.missing import missing
from scorepad.ui.state import AppState
from scorepad.ui.theme import READING_WIDTH, SPACE, Ink, Size

SHOWN = 40
"""Backups drawn at once; the newest."""


def _page(
    state: AppState, route: str, title: str, back: str, body: list[ft.Control], *foot: ft.Control
) -> ft.View:
    return screen(
        route,
        ft.Column(
            [
                top_bar(state.t, title, back=lambda: state.navigate(back)),
                ft.Container(
                    centred(*body, ft.Container(height=SPACE)), expand=True, alignment=ft.Alignment.TOP_CENTER
                ),
                notice_bar(),
                *(
                    ft.Container(
                        ft.Container(each, width=READING_WIDTH), padding=SPACE, alignment=ft.Alignment.CENTER
                    )
                    for each in foot
                ),
            ],
            spacing=0,
            expand=True,
        ),
    )


@view_component
def data_screen() -> ft.View:
    """What can be done with everything that is kept."""
    state = use_app()
    page = ft.context.page
    t = state.t
    body: list[ft.Control] = [
        heading(t("Take elsewhere, bring in"), Size.NUMBER, 2),
        text(
            t("One file holds every evening; another Scorepad adds what it lacks, and nothing twice."),
            Size.SMALL,
            Ink.QUIET,
        ),
        ft.Row(
            [
                chip("export", t("Save all as a file"), lambda: _export(state, page), icon=ft.Icons.SAVE_ALT),
                chip(
                    "import",
                    t("Bring in a file"),
                    lambda: open_one(page, ["json"], state.file_opened),
                    icon=ft.Icons.FILE_OPEN_OUTLINED,
                ),
            ],
            wrap=True,
            spacing=8,
            run_spacing=8,
        ),
        heading(t("Backups"), Size.NUMBER, 2),
        text(
            t("Made by themselves, every hour of play, and before anything is replaced."),
            Size.SMALL,
            Ink.QUIET,
        ),
        ft.Row([chip("back-up", t("Make one now"), state.backup_pressed, icon=ft.Icons.SAVE_ALT)]),
    ]
    problem = state.history.backup_problem
    if problem is not None:
        body.append(text(history_error_text(t, problem), Size.SMALL, Ink.LOSS, bold=True))
    try:
        found = state.history.backups()
    except HistoryError as error:
        found = []
        body.append(text(history_error_text(t, error), Size.SMALL, Ink.LOSS))
    body += [_backup_row(state, backup) for backup in found[:SHOWN]]
    if not found:
        body.append(text(t("No backup yet."), Size.BODY, Ink.QUIET))
    return _page(state, "/data", t("Backups and files"), "/settings", body)


def _export(state: AppState, page: ft.Page) -> None:
    def done(saved: bool) -> None:
        if saved:
            state.said(state.t("Saved: another Scorepad can open it"))

    try:
        content = export(state.history)
    except HistoryError as error:
        state.refused(error)
        return
    save(page, "scorepad.json", content, done)


def _when(t: Translator, backup: Backup) -> str:
    at = backup.made.isoformat()
    return f"{t.date(at)}, {t.time(at)}"


def _backup_row(state: AppState, backup: Backup) -> ft.Control:
    t = state.t
    size = t("{size} kB", size=t.number(max(1, backup.size // 1000)))
    return tile(
        f"backup-{backup.path.stem}",
        ft.Column(
            [
                text(_when(t, backup), Size.BODY, bold=True, lines=1),
                text(f"{backup_kind(t, backup.kind)} · {size}", Size.SMALL, Ink.QUIET, lines=1),
            ],
            spacing=0,
        ),
        lambda: state.navigate(f"/data/{backup.path.stem}"),
        height=None,
        alignment=None,
        padding=12,
    )


@view_component
def backup_screen() -> ft.View:
    """A look at a backup, every byte of it verified, before it replaces anything."""
    state = use_app()
    t = state.t
    stem = ft.use_route_params()["backup"]
    route = f"/data/{stem}"
    try:
        backup = next((each for each in state.history.backups() if each.path.stem == stem), None)
        contents = look(backup.path) if backup is not None else None
    except HistoryError as error:
        return _page(
            state, route, t("Backup"), "/data", [text(history_error_text(t, error), Size.BODY, Ink.LOSS)]
        )
    if backup is None or contents is None:
        return missing(state, route)
    path = backup.path
    sessions = t.plural("{count} evening", "{count} evenings", len(contents.sessions))
    players = t.plural("{count} player", "{count} players", contents.players)
    body: list[ft.Control] = [
        text(_when(t, backup), Size.TITLE, bold=True),
        text(f"{backup_kind(t, backup.kind)} · {sessions}, {players}", Size.BODY, Ink.QUIET),
        *(
            text(
                f"{t.short_date(summary.created)} · {t.names(person.name for person in summary.people)} · "
                + t.plural("{count} hand", "{count} hands", summary.hands),
                Size.SMALL,
            )
            for summary in contents.sessions[:SHOWN]
        ),
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
        ft.Row(
            [text(t("Bring this backup back"), Size.NUMBER, Ink.ON_ACCENT, bold=True)],
            alignment=ft.MainAxisAlignment.CENTER,
        ),
        lambda: state.restored(path),
    )
    return _page(state, route, t("Backup"), "/data", body, restore)


@view_component
def incoming_screen() -> ft.View:
    """What a file would bring, before it brings anything."""
    state = use_app()
    t = state.t
    same_names, set_same_names = ft.use_state(True)
    preview = state.incoming
    if preview is None:
        return missing(state, "/incoming")
    words = {
        Novelty.NEW: t("new"),
        Novelty.MORE: t("more"),
        Novelty.KNOWN: t("known"),
        Novelty.REFUSED: t("refused"),
    }
    body: list[ft.Control] = [heading(t("What this file would bring"), Size.NUMBER, 2)]
    for each in preview.sessions[:SHOWN]:
        people = t.names(person.name for person in each.session.people)
        said = f"{t.short_date(each.session.created)} · {people}"
        detail = words[each.novelty]
        if each.added:
            detail += " · " + t.plural("{count} change", "{count} changes", each.added)
        if each.conflicting:
            detail += " · " + t.plural(
                "{count} hand with two corrections",
                "{count} hands with two corrections",
                len(each.conflicting),
            )
        if each.problem is not None:
            detail += " · " + history_error_text(t, each.problem)
        ink = Ink.LOSS if each.problem is not None or each.conflicting else Ink.QUIET
        body.append(ft.Column([text(said, Size.BODY, bold=True), text(detail, Size.SMALL, ink)], spacing=0))
    if len(preview.sessions) > SHOWN:
        rest = len(preview.sessions) - SHOWN
        body.append(text(t.plural("and {count} more", "and {count} more", rest), Size.SMALL, Ink.QUIET))
    alike = [each for each in preview.players if each.likeness is Likeness.SAME_NAME and each.proposal]
    if alike:
        names = t.names(each.player.name for each in alike)
        body.append(text(t("Here too, by the same name: {names}", names=names), Size.BODY))
        body.append(
            ft.Row(
                [
                    chip(
                        "same-names",
                        t("They are the same people"),
                        _toggle(set_same_names, same_names),
                        toggled=same_names,
                    )
                ]
            )
        )
    if preview.brings_nothing:
        body.append(text(t("Everything in it is here already."), Size.BODY, bold=True))
    accept = action(
        "bring-in",
        ft.Row(
            [text(t("Bring it in"), Size.NUMBER, Ink.ON_ACCENT, bold=True)],
            alignment=ft.MainAxisAlignment.CENTER,
        ),
        (lambda: state.incoming_accepted(same_names=same_names)) if not preview.brings_nothing else None,
    )
    return _page(state, "/incoming", t("Bring in a file"), "/data", body, accept)


def _toggle(set_same_names: Callable[[bool], None], now: bool) -> Handler:
    return lambda: set_same_names(not now)
