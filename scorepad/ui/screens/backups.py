"""Backups and files: saves, exports and imports the whole history, and merges players with the same name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import flet as ft

from scorepad.history import HistoryError, Player
from scorepad.history.backup import Backup, BackupContents, inspect_backup
from scorepad.history.transfer import same_names
from scorepad.i18n.errors import backup_kind, backup_time, error_text, second_folder_text
from scorepad.i18n.names import evening_titles, file_size, people_and_hands
from scorepad.ui import kit, routes
from scorepad.ui.components.web_app_cards import work_chip
from scorepad.ui.host import Place
from scorepad.ui.screens.incoming import open_file, reports_shown
from scorepad.ui.screens.shared_folder import shared_folder_part
from scorepad.ui.store import Store
from scorepad.ui.suggestions import save_copy

SHOWN = 40
"""The maximum number of backups in their list (the newest first), and of evenings in the list of one backup."""


@kit.screen(routes.DATA)
def data_screen(at: kit.At) -> ft.View:
    """Backups, files, and players with the same name."""
    t, store = at.t, at.store
    return at.view(
        t("Backups and files"),
        kit.busy(store),
        reports_shown(store),
        kit.section(t("Export, import")),
        kit.quiet(t("One file holds every evening; another Scorepad adds what it lacks, and nothing twice.")),
        _files(at),
        kit.line(
            at.layout,
            "from-paper",
            t("On a sheet of paper?"),
            t("Name the players of a new evening, then type or paste the rows of the sheet."),
            tap=at.go(routes.NEW_EVENING),
        ),
        _in_browser(at),
        kit.section(t("Backups")),
        kit.quiet(t("Automatic: every hour of play, and before anything is replaced.")),
        kit.wrap(
            work_chip(at.store, "back-up", t("Back up now"), partial(back_up, store), ft.Icons.SAVE_ALT)
        ),
        _second_folder(at),
        _backups(at),
        shared_folder_part(at),
        _namesakes(at),
        back=at.back(routes.SETTINGS),
    )


def _files(at: kit.At) -> ft.Control:
    """The chips for exporting and importing files; without an evening there is nothing to export."""
    t, store = at.t, at.store
    choose = partial(store.files.open_one, ["json"], partial(open_file, store))
    others, icon = t("Other formats, or one year"), ft.Icons.TABLE_ROWS_OUTLINED
    export = [
        work_chip(at.store, "export", t("Save all as a file"), partial(save_copy, store), ft.Icons.SAVE_ALT),
        kit.chip(at.layout, "other-formats", others, at.go(routes.EXPORT), icon),
    ]
    return kit.wrap(
        export if store.summaries() else None,
        work_chip(at.store, "import", t("Import a file"), choose, ft.Icons.FILE_OPEN_OUTLINED),
        kit.chip(at.layout, "open-link", t("Open a link"), at.go(routes.OPEN_LINK), ft.Icons.LINK),
    )


def _in_browser(at: kit.At) -> kit.Part:
    """Two hints in a web app: how to move the scores to another phone, and whether the browser keeps them."""
    t, browser = at.t, at.store.host.browser
    if browser is None:
        return None
    lasts = t("This browser may remove these scores when space runs short; a copy is safe.")
    if not browser.keeps:
        lasts = t("This browser keeps nothing: the scores go when the page is closed.")
    elif browser.persistent:
        lasts = t("This browser has promised to keep these scores when space runs short.")
    way = t("On another phone, “{button}” takes this file.", button=t("Import a file"))
    return [kit.quiet(way), kit.quiet(lasts)]


def _second_folder(at: kit.At) -> kit.Part:
    """The second folder for backups and its problems; in a window on this computer also the chips that change it."""
    t, store, folder = at.t, at.store, at.store.history.second_folder()
    problem, words = store.history.second_folder_problem, t("Keep them elsewhere too")
    choose = partial(store.files.choose_folder, partial(keep_elsewhere, store))
    parts: list[kit.Part] = []
    if folder is not None:
        parts.append((kit.quiet if folder.is_there else kit.warning)(second_folder_text(t, folder)))
    if problem is not None:
        parts.append(kit.warning(error_text(t, problem)))
    if store.host.place is Place.WINDOW:
        only = kit.chip(
            at.layout,
            "here-only",
            t("Here only"),
            None if store.busy else partial(keep_elsewhere, store, None),
        )
        elsewhere = work_chip(at.store, "elsewhere", words, choose, ft.Icons.FOLDER_OPEN_OUTLINED)
        parts.append(kit.wrap(elsewhere, folder is not None and only))
    return parts


def _backups(at: kit.At) -> kit.Part:
    """The newest backups, and the problems with making or reading backups."""
    t, history = at.t, at.store.history
    problems, found = [history.backup_problem], list[Backup]()
    try:
        found = history.backups()
    except HistoryError as error:
        problems.append(error)
    return [
        [kit.warning(error_text(t, each)) for each in problems if each is not None],
        [
            kit.line(
                at.layout,
                f"backup-{each.path.stem}",
                backup_time(t, each),
                f"{backup_kind(t, each.kind)} · {file_size(t, each.size)}",
                tap=at.go(routes.backup(each.path.stem)),
            )
            for each in found[:SHOWN]
        ],
        not found and kit.quiet(t("No backup yet."), kit.Size.BODY),
    ]


def _namesakes(at: kit.At) -> kit.Part:
    """The players with the same name, with chips that merge them; and merged players, with chips that separate them."""
    t, store, roster, pairs = at.t, at.store, at.store.history.players(), list[kit.Part]()
    for number, players in enumerate(same_names(roster), 1):
        words = t.plural("{name}, {count} time", "{name}, {count} times", len(players), name=players[0].name)
        one = kit.chip(at.layout, f"one-{number}", t("They are one"), partial(merge, store, players))
        pairs.append(kit.pair(at.layout, kit.text(words), one))
    names = {player.id: player.name for player in roster}
    for number, merged in enumerate(store.history.merged_players(), 1):
        player = merged.player
        words = t("{name} is {other}", name=player.name, other=names.get(merged.into, player.name))
        two = kit.chip(at.layout, f"separate-{number}", t("Separate"), partial(separate, store, player))
        pairs.append(kit.pair(at.layout, kit.text(words), two))
    return bool(pairs) and [kit.section(t("Who is who")), pairs]


# -- actions ---


def back_up(store: Store) -> None:
    """Makes a backup now."""
    t = store.t

    def work() -> str:
        before, made = store.history.backups(), store.history.back_up()
        if made not in before:
            return t("Backed up")
        return t("Nothing has changed since the backup of {when}.", when=backup_time(t, made))

    store.run_in_background(t("Making a backup…"), work, store.say)


def keep_elsewhere(store: Store, folder: Path | None) -> None:
    """Sets the second folder, into which backups are copied from now on; None turns this off."""
    t = store.t
    if store.host.place is not Place.WINDOW:
        return  # a served page must not write where it likes
    said = t("Backups stay here only") if folder is None else t("Backups are copied there too")
    copy = partial(store.history.back_up_to, folder)
    store.run_in_background(t("Making a backup…"), copy, lambda _: store.say(said))


def merge(store: Store, players: Sequence[Player]) -> None:
    """Merges players with the same name into the player who played last."""
    kept, *others = sorted(players, key=lambda player: player.last_used, reverse=True)
    if store.save(store.history.merge_players, [(player, kept.id) for player in others]):
        store.say(store.t("{name} is one player now", name=kept.name))


def separate(store: Store, player: Player) -> None:
    """Separates a player who was merged into another player."""
    if store.save(store.history.separate_player, player.id):
        store.say(store.t("{name} is somebody else again", name=player.name))


# -- one backup ---


@kit.screen(routes.backup)
def backup_screen(at: kit.At) -> ft.View:
    """The contents of a backup, and the button that restores it."""
    t, store, backup = at.t, at.store, _backup(at)
    found = at.loaded(lambda: inspect_backup(backup.path) if backup else None)
    if backup is None:
        raise kit.NothingHere
    restore_it = None if store.busy else partial(restore, store, backup.path)
    return at.view(
        t("Backup"),
        kit.busy(store),
        kit.text(backup_time(t, backup), kit.Size.TITLE, bold=True),
        found is None and kit.progress("reading", t("Checking every byte…")),
        isinstance(found, HistoryError) and kit.warning(error_text(t, found)),
        isinstance(found, BackupContents) and _listed(at, backup, found),
        foot=isinstance(found, BackupContents)
        and kit.action(at.layout, "restore", t("Restore this backup"), restore_it, store.busy),
    )


def _backup(at: kit.At) -> Backup | None:
    """The backup that the address names; None if it cannot be found."""
    try:
        found = at.store.history.backups()
    except HistoryError:
        return None
    return next((each for each in found if each.path.stem == at.names["backup"]), None)


def _listed(at: kit.At, backup: Backup, contents: BackupContents) -> kit.Part:
    """The contents of a backup, and a warning about restoring it."""
    t, evenings, players = at.t, contents.evenings, contents.players
    counted = t.plural("{count} evening", "{count} evenings", len(evenings))
    known = t.plural("{count} player", "{count} players", players)
    shown = evenings[:SHOWN]
    warned = t(
        "Restoring it replaces everything that is here now. That is backed up first, so you can go back."
    )
    return [
        kit.quiet(f"{backup_kind(t, backup.kind)} · {counted}, {known}", kit.Size.BODY),
        [
            kit.text(f"{title} · {people_and_hands(t, each)}", kit.Size.SMALL)
            for title, each in zip(evening_titles(t, shown), shown, strict=True)
        ],
        kit.and_more(t, len(evenings) - SHOWN),
        [kit.warning(f"{name}: {error_text(t, error)}") for name, error in contents.problems],
        kit.text(warned),
    ]


def restore(store: Store, path: Path) -> None:
    """Replaces the whole history with the backup at `path`; backs up the current history first."""

    def done(_: object) -> None:
        store.pad.forget()
        store.arrivals += 1
        store.to(routes.HOME)
        store.say(store.t("Restored. What was here before is the newest backup."))

    store.write()  # so that the backup of the current history has the hands under way
    store.run_in_background(store.t("Restoring…"), partial(store.history.restore, path), done)
