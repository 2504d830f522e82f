"""Backups and files: what is kept can be looked at, brought back, taken elsewhere, and brought in."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import cast

import flet as ft

from scorepad.history import HistoryError, Player
from scorepad.history.backup import Backup, Contents, inspect_backup
from scorepad.history.transfer import ImportStatus, IncomingSession, PlayerMatch, Preview, alike
from scorepad.i18n import Translator
from scorepad.i18n.refusals import history_error_text
from scorepad.i18n.wording import (
    backup_kind,
    backup_time,
    elsewhere_text,
    evening_titles,
    event_name,
    file_size,
    scheme_title,
)
from scorepad.tarot.session import Entry, Event, Session
from scorepad.ui.components.basics import (
    Handler,
    action,
    centred,
    chip,
    foot,
    heading,
    notice_bar,
    screen,
    text,
    tile,
    top_bar,
    use_app,
    view_component,
)
from scorepad.ui.files import Place, choose_folder, open_one, save
from scorepad.ui.screens.deal import version_text
from scorepad.ui.screens.home import reports_shown
from scorepad.ui.screens.missing import missing
from scorepad.ui.state import AppState
from scorepad.ui.theme import MARGIN, READING_WIDTH, Ink, Size

SHOWN = 40
"""Backups drawn at once; the newest."""


def _page(
    state: AppState, route: str, title: str, back: str, body: list[ft.Control], *below: ft.Control
) -> ft.View:
    return screen(
        route,
        top_bar(state.t, title, back=lambda: state.navigation.to(back)),
        *([_busy(state.busy)] if state.busy is not None else []),
        centred(*body),
        notice_bar(),
        *map(foot, below),
    )


def _busy(words: str) -> ft.Control:
    """What is being done, for as long as it takes."""
    return ft.Container(
        ft.Container(
            ft.Column(
                [
                    ft.Semantics(identifier="busy", live_region=True, content=text(words, Size.SMALL)),
                    ft.ProgressBar(color=Ink.ACCENT, bgcolor=Ink.TONE),
                ],
                spacing=4,
            ),
            width=READING_WIDTH,
            padding=ft.Padding.symmetric(horizontal=MARGIN),
        ),
        alignment=ft.Alignment.CENTER,
    )


@view_component
def data_screen() -> ft.View:
    """What can be done with everything that is kept."""
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
        ft.Row(
            [
                chip(
                    "export",
                    t("Save all as a file"),
                    (lambda: _export(state, page)) if free else None,
                    why=state.busy,
                    icon=ft.Icons.SAVE_ALT,
                ),
                chip(
                    "other-formats",
                    t("Other formats, or some evenings"),
                    lambda: state.navigation.to("/export", back="/data"),
                    icon=ft.Icons.TABLE_ROWS_OUTLINED,
                ),
                chip(
                    "import",
                    t("Bring in a file"),
                    (lambda: open_one(page, ["json"], state.importing.open)) if free else None,
                    why=state.busy,
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
    return _page(state, "/data", t("Backups and files"), "/settings", body)


def _elsewhere(state: AppState, page: ft.Page) -> list[ft.Control]:
    """The second folder for the backups; only who sits before this computer chooses one."""
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
                (lambda: choose_folder(page, state.elsewhere_chosen)) if free else None,
                icon=ft.Icons.FOLDER_OPEN_OUTLINED,
            )
        ]
        if place is not None:
            only = (lambda: state.elsewhere_chosen(None)) if free else None
            tools.append(chip("here-only", t("Here only"), only))
        rows.append(ft.Row(tools, wrap=True, spacing=8, run_spacing=8))
    return rows


def _namesakes(state: AppState) -> list[ft.Control]:
    """Players of one name, who may be one; and those who were made one, who may be two after all."""
    t = state.t
    rows: list[ft.Control] = []
    for number, players in enumerate(alike(state.roster()), 1):
        said = t.plural("{name}, {count} time", "{name}, {count} times", len(players), name=players[0].name)
        rows.append(_who(said, chip(f"one-{number}", t("They are one"), _make_one(state, players))))
    for number, merged in enumerate(state.history.merged_players(), 1):
        player = merged.player
        into = next((each.name for each in state.roster() if each.id == merged.into), player.name)
        said = t("{name} is {other}", name=player.name, other=into)
        rows.append(_who(said, chip(f"separate-{number}", t("Separate"), _separate(state, player))))
    return [heading(t("Who is who"), Size.NUMBER, 2), *rows] if rows else []


def _who(said: str, tool: ft.Control) -> ft.Control:
    return ft.Row([ft.Container(text(said, Size.BODY), expand=True), tool], spacing=8)


def _make_one(state: AppState, players: Sequence[Player]) -> Handler:
    return lambda: state.players_merged(players)


def _separate(state: AppState, player: Player) -> Handler:
    return lambda: state.player_separated(player)


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
    return tile(
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
        lambda: state.navigation.to(f"/data/{backup.path.stem}"),
        height=None,
        alignment=None,
        padding=12,
    )


@view_component
def backup_screen() -> ft.View:
    """A look at a backup, every byte of it verified, before it replaces anything."""
    state = use_app()
    stem = ft.use_route_params()["backup"]
    found, set_found = ft.use_state(cast("tuple[str, Contents | HistoryError] | None", None))
    here = ft.use_ref(True)
    page = ft.context.page
    t = state.t
    route = f"/data/{stem}"
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
    head: list[ft.Control] = [text(backup_time(t, backup), Size.TITLE, bold=True)]
    if found is None or found[0] != stem:
        return _page(state, route, t("Backup"), "/data", [*head, _busy(t("Reading every byte of it…"))])
    contents = found[1]
    if isinstance(contents, HistoryError):
        why = text(history_error_text(t, contents), Size.BODY, Ink.LOSS)
        return _page(state, route, t("Backup"), "/data", [*head, why])
    path = backup.path
    sessions = t.plural("{count} evening", "{count} evenings", len(contents.sessions))
    players = t.plural("{count} player", "{count} players", contents.players)
    told = contents.sessions[:SHOWN]
    titles = evening_titles(t, [(each.name, each.created) for each in told], t.short_date)
    rest = len(contents.sessions) - SHOWN
    body: list[ft.Control] = [
        *head,
        text(f"{backup_kind(t, backup.kind)} · {sessions}, {players}", Size.BODY, Ink.QUIET),
        *(
            text(
                f"{title} · {t.names(person.name for person in summary.people)} · "
                + t.plural("{count} hand", "{count} hands", summary.hands),
                Size.SMALL,
            )
            for summary, title in zip(told, titles, strict=True)
        ),
        *(
            [text(t.plural("and {count} more", "and {count} more", rest), Size.SMALL, Ink.QUIET)]
            if rest > 0
            else []
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
        (lambda: state.restored(path)) if state.busy is None else None,
        why=state.busy,
    )
    return _page(state, route, t("Backup"), "/data", body, restore)


def _looked(backup: Backup) -> Contents | HistoryError:
    try:
        return inspect_backup(backup.path)
    except HistoryError as error:
        return error


@view_component
def incoming_screen() -> ft.View:
    """What a file would bring, before it brings anything."""
    state = use_app()
    t = state.t
    importing = state.importing
    preview, choices = importing.preview, importing.choices
    if preview is None:
        return missing(state, "/incoming")
    body: list[ft.Control] = [heading(t("What this file would bring"), Size.NUMBER, 2)]
    told = preview.sessions[:SHOWN]
    titles = evening_titles(t, [(each.session.name, each.session.created) for each in told], t.short_date)
    body += [_incoming(t, each, title) for each, title in zip(told, titles, strict=True)]
    if len(preview.sessions) > SHOWN:
        rest = len(preview.sessions) - SHOWN
        body.append(text(t.plural("and {count} more", "and {count} more", rest), Size.SMALL, Ink.QUIET))
    body += _conflicts(state, preview)
    alike_here = [each.player for each in preview.players if each.likeness is PlayerMatch.SAME_NAME]
    if alike_here:
        body.append(text(t("Here too, by the same name. Who is the same person?"), Size.BODY))
        chips: list[ft.Control] = [
            chip(
                f"same-{number}",
                player.name,
                partial(importing.toggle_player, player.id),
                toggled=player.id not in choices.others,
            )
            for number, player in enumerate(alike_here, 1)
        ]
        body.append(ft.Row(chips, wrap=True, spacing=8, run_spacing=8))
    differing = [each.scheme for each in preview.schemes if each.novelty is ImportStatus.REFUSED]
    if differing:
        body.append(text(t("These house rules differ from those here. Take the file’s?"), Size.BODY))
        chips = [
            chip(
                f"scheme-{number}",
                scheme_title(t, scheme),
                partial(importing.toggle_scheme, scheme.id),
                toggled=scheme.id in choices.schemes,
            )
            for number, scheme in enumerate(differing, 1)
        ]
        body.append(ft.Row(chips, wrap=True, spacing=8, run_spacing=8))
    nothing = preview.brings_nothing and not choices.schemes
    if preview.brings_nothing:
        body.append(text(t("Everything in it is here already."), Size.BODY, bold=True))

    accept = action(
        "bring-in",
        ft.Row(
            [text(t("Bring it in"), Size.NUMBER, Ink.ON_ACCENT, bold=True)],
            alignment=ft.MainAxisAlignment.CENTER,
        ),
        None if nothing or state.busy is not None else importing.apply,
        why=t("Everything in it is here already.") if nothing else state.busy,
    )
    return _page(state, "/incoming", t("Bring in a file"), "/data", body, accept)


def _incoming(t: Translator, each: IncomingSession, title: str) -> ft.Control:
    """An evening of the file, and what it would bring."""
    words = {
        ImportStatus.NEW: t("new"),
        ImportStatus.MORE: t("more"),
        ImportStatus.KNOWN: t("known"),
        ImportStatus.REFUSED: t("refused"),
    }
    people = t.names(person.name for person in each.session.people)
    said = f"{title} · {people}"
    detail = words[each.novelty]
    if each.added:
        detail += " · " + t.plural("{count} change", "{count} changes", each.added)
    if each.conflicting:
        detail += " · " + t.plural(
            "{count} hand with two corrections", "{count} hands with two corrections", len(each.conflicting)
        )
    if each.problem is not None:
        detail += " · " + history_error_text(t, each.problem)
    ink = Ink.LOSS if each.problem is not None or each.conflicting else Ink.QUIET
    return ft.Column([text(said, Size.BODY, bold=True), text(detail, Size.SMALL, ink)], spacing=0)


def _conflicts(state: AppState, preview: Preview) -> list[ft.Control]:
    """The hands that two devices corrected differently, their versions side by side; the table may choose later."""
    t = state.t
    rows: list[ft.Control] = []
    chosen = dict(state.importing.choices.versions)
    found = [(each.result, entry) for each in preview.sessions if each.result for entry in each.conflicting]
    for number, (session, entry) in enumerate(found[:SHOWN], 1):
        where = session.id, entry.id
        tiles: list[ft.Control] = []
        for place, event in enumerate(entry.conflicting, 1):
            tiles.append(
                tile(
                    f"take-{number}-{place}",
                    _version(state, session, event, entry),
                    partial(state.importing.toggle_version, where, event.id),
                    toggled=chosen.get(where) == event.id,
                    edge=True,
                    height=None,
                    expand=None if state.layout.large_text else 1,
                    alignment=None,
                    padding=10,
                )
            )
        said = t("Hand {number}", number=entry.number) if entry.number else t("Struck-out hand")
        rows.append(text(f"{t.short_date(session.created)} · {said}", Size.BODY, bold=True))
        rows.append(
            ft.Column(tiles, spacing=8)
            if state.layout.large_text
            else ft.Row(tiles, spacing=8, vertical_alignment=ft.CrossAxisAlignment.START)
        )
    if rows:
        words = t("Corrected differently on two devices. Which one counts? You can also choose later.")
        rows.insert(0, text(words, Size.SMALL, Ink.LOSS))
    return rows


def _version(state: AppState, session: Session, event: Event, entry: Entry) -> ft.Control:
    t = state.t
    when = f"{event_name(t, event.kind)} · {t.short_date(event.at)}, {t.time(event.at)} · {event.device}"
    said = [text(when, Size.TINY, Ink.QUIET), text(version_text(state, session, event, entry), Size.SMALL)]
    if event.reason:
        said.append(text(t("“{words}”", words=event.reason), Size.SMALL))
    return ft.Column(list[ft.Control](said), spacing=2)
