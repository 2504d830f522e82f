"""A backup, verified byte by byte, before it replaces anything."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import flet as ft

from scorepad.history import HistoryError
from scorepad.history.backup import Backup, Contents, inspect_backup
from scorepad.i18n.errors import error_text
from scorepad.i18n.names import evening_titles, people_and_hands
from scorepad.i18n.saved import backup_kind, backup_time
from scorepad.ui import kit, routes
from scorepad.ui.store import Store

SHOWN = 40
"""Evenings drawn at once."""


@kit.screen(routes.backup)
def backup_screen(at: kit.At) -> ft.View:
    """The contents of a backup, and the way to restore it."""
    t, store, backup = at.t, at.store, _backup(at)
    found = at.loaded(partial(_contents, backup))
    if backup is None:
        raise kit.NothingHere
    restore_it = None if store.busy else partial(restore, store, backup.path)
    return at.view(
        t("Backup"),
        kit.busy(store),
        kit.text(backup_time(t, backup), kit.Size.TITLE, bold=True),
        found is None and kit.progress("reading", t("Checking every byte…")),
        isinstance(found, HistoryError) and kit.warning(error_text(t, found)),
        isinstance(found, Contents) and _listed(at, backup, found),
        foot=isinstance(found, Contents)
        and kit.action("restore", t("Restore this backup"), restore_it, store.busy),
    )


def _backup(at: kit.At) -> Backup | None:
    """The backup that the address names."""
    try:
        found = at.store.history.backups()
    except HistoryError:
        return None
    return next((each for each in found if each.path.stem == at.names["backup"]), None)


def _contents(backup: Backup | None) -> Contents | HistoryError | None:
    try:
        return inspect_backup(backup.path) if backup is not None else None
    except HistoryError as error:
        return error


def _listed(at: kit.At, backup: Backup, contents: Contents) -> kit.Part:
    """What a backup holds, and what restoring it does."""
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
    """A backup takes the place of everything; what was there is backed up first."""

    def done(_: object) -> None:
        store.drafts.forget()
        store.arrivals += 1
        store.navigation.to(routes.HOME)
        store.say(store.t("Restored. What was here before is the newest backup."))

    store.run_in_background(store.t("Restoring…"), partial(store.history.restore, path), done)
