"""A file from another device: read into a preview, then applied as the table chooses."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from scorepad.history.backup import Backup
from scorepad.history.transfer import (
    ImportResult,
    PlayerMatch,
    Preview,
    apply_import,
    bring_back_missing,
    preview_import,
)
from scorepad.i18n import Translator
from scorepad.i18n.saved import backup_time
from scorepad.tarot.hand import PlayerId
from scorepad.ui import routes
from scorepad.ui.store import Store

PREVIEW = (routes.INCOMING, "preview")
"""Where the window keeps the preview of a file."""


def open_file(store: Store, raw: bytes) -> None:
    """Reads a file and shows its preview; a refused file becomes a notice."""

    def show(preview: Preview) -> None:
        store.navigation.to(routes.INCOMING)
        store.kept[PREVIEW] = preview

    store.run_in_background(store.t("Reading the file…"), partial(preview_import, raw, store.history), show)


def bring_in(store: Store, preview: Preview, others: Collection[PlayerId], schemes: Collection[str]) -> None:
    """Adds the events that only the file has to the history, and says what became of them.

    `others` are incoming players who differ from the local player of the same name. `schemes` are the house rules that
    replace the local ones.
    """
    named = preview.proposals(PlayerMatch.SAME_NAME)
    same = preview.proposals(PlayerMatch.MERGED_THERE)
    same |= {id_: proposal for id_, proposal in named.items() if id_ not in others}

    def work() -> tuple[list[Backup], ImportResult]:
        before = store.history.backups()
        return before, apply_import(preview, store.history, same=same, replace_schemes=schemes)

    def done(found: tuple[list[Backup], ImportResult]) -> None:
        store.arrivals += 1
        store.navigation.to(routes.HOME)
        store.say(_imported(store.t, *found))

    store.run_in_background(store.t("Importing…"), work, done)


def _imported(t: Translator, before: list[Backup], result: ImportResult) -> str:
    """What became of an import; `before` are the backups before it."""
    words = [t("Imported.")]
    if result.backup in before:
        when = backup_time(t, result.backup)
        words = [t("Imported. The backup of {when} has everything from before.", when=when)]
    elif result.backup is not None:
        words = [t("Imported. What was here before is backed up.")]
    words += _refused(t, result)
    if result.conflicting:
        waiting = t.plural(
            "{count} hand waits for a choice between two corrections.",
            "{count} hands wait for a choice between two corrections.",
            len(result.conflicting),
        )
        words.append(waiting)
    return " ".join(words)


def bring_back(store: Store) -> None:
    """Adds the lost hands of damaged evenings again, from a backup."""
    t = store.t

    def done(result: ImportResult) -> None:
        whole = len(result.new) + len(result.more)
        words = t.plural("{count} evening is whole again.", "{count} evenings are whole again.", whole)
        store.say(" ".join([words, *_refused(t, result)]))

    store.run_in_background(t("Restoring…"), partial(bring_back_missing, store.history), done)


def _refused(t: Translator, result: ImportResult) -> list[str]:
    count = len(result.refused)
    words = t.plural("{count} evening could not come in.", "{count} evenings could not come in.", count)
    return [words] if count else []
