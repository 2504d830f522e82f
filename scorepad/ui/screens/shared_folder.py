"""The part of “Backups and files” about the folder over which several computers share the history."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import flet as ft

from scorepad.i18n.errors import error_text
from scorepad.i18n.sharing import sharing_explained, sharing_problems, sharing_text
from scorepad.ui import kit
from scorepad.ui.components.web_app_cards import work_chip
from scorepad.ui.host import Place
from scorepad.ui.store import Store


def shared_folder_part(at: kit.At) -> kit.Part:
    """The shared folder and its problems; in a window on this computer also the chips that change it."""
    t, store, together = at.t, at.store, at.store.host.together
    chosen = None if together is None else together.chosen
    may_choose = store.host.place is Place.WINDOW
    if together is None or not (may_choose or chosen):
        return None
    parts: list[kit.Part] = [
        kit.section(t("Share over a folder")),
        [kit.quiet(each) for each in sharing_explained(t)],
    ]
    if chosen is not None:
        parts.append(kit.text(sharing_text(t, chosen, together.state), kit.Size.SMALL))
    if together.problem is not None:
        parts.append(kit.warning(error_text(t, together.problem)))
    if together.state is not None:
        parts.append([kit.warning(each) for each in sharing_problems(t, together.state)])
    if may_choose:
        parts.append(_chips(at, is_shared=chosen is not None))
    return parts


def _chips(at: kit.At, *, is_shared: bool) -> ft.Control:
    t, store = at.t, at.store
    words = t("Another folder") if is_shared else t("Choose a folder")
    choose = partial(store.files.choose_folder, partial(share_over, store))
    end = kit.chip(
        at.layout, "share-stop", t("Stop sharing"), None if store.busy else partial(share_over, store, None)
    )
    return kit.wrap(
        work_chip(store, "share-folder", words, choose, ft.Icons.FOLDER_OPEN_OUTLINED), is_shared and end
    )


# -- actions ---


def share_over(store: Store, folder: Path | None) -> None:
    """Shares the history over a folder from now on; None ends the sharing, and leaves the files in the folder."""
    t, together = store.t, store.host.together
    if together is None or store.host.place is not Place.WINDOW:
        return  # a served page must not write where it likes
    said = t("Shared from now on")
    if folder is None:
        said = t("No longer shared; the files there stay.")
    share = partial(together.choose, folder)
    store.run_in_background(t("Looking at the folder…"), share, lambda _: store.say(said))
