"""Texts about the folder over which several computers share the history."""

from __future__ import annotations

from collections.abc import Iterator

from scorepad.history import SharedFolder
from scorepad.i18n import Translator
from scorepad.i18n.errors import error_text, import_error_text
from scorepad.i18n.names import evening_title
from scorepad.sharing.together import SharingState

NAMED = 3
"""The most damaged files that are named."""


def sharing_explained(t: Translator) -> tuple[str, str]:
    """How it works, and what becomes of deleted evenings."""
    works = t(
        "Several computers keep the same evenings: each writes its own files into a folder that Syncthing, Nextcloud "
        "or a USB stick carries from one to the other, and adds what it lacks."
    )
    deleted = t(
        "An evening that you delete here stays with the others, and comes back only if somebody changes it there."
    )
    return works, deleted


def sharing_text(t: Translator, folder: SharedFolder, state: SharingState | None) -> str:
    """The path of the shared folder, whether it is there now, the other computers, and the last exchange."""
    words = [t("Shared in {folder}", folder=folder.place)]
    if state is None or not folder.is_there:
        if not folder.is_there:
            words.append(t("not there now, and brought up to date when it is back"))
        return " · ".join(words)
    if state.others:
        words.append(t.plural("with {count} other computer", "with {count} other computers", state.others))
    else:
        words.append(t("no other computer yet"))
    if state.last is not None:
        at = state.last.isoformat()
        words.append(t("last exchange {date}, {time}", date=t.date(at), time=t.time(at)))
    if state.waiting:
        words.append(
            t.plural("{count} evening still to give", "{count} evenings still to give", state.waiting)
        )
    return " · ".join(words)


def sharing_problems(t: Translator, state: SharingState) -> Iterator[str]:
    """What the sharing cannot do, in sentences."""
    for each in state.refused:
        if each.problem is not None:
            title = evening_title(t, each.evening)
            yield t("{title} is not taken. {reason}", title=title, reason=import_error_text(t, each.problem))
    if state.damaged:
        names = ", ".join(state.damaged[:NAMED])
        yield t.plural(
            "{count} file there stays damaged, and is not read: {names}",
            "{count} files there stay damaged, and are not read: {names}",
            len(state.damaged),
            names=names,
        )
    if state.newer:
        yield t("A newer Scorepad wrote some of the files there; update this one to read them.")
    if state.has_too_many:
        yield t("There are too many files in that folder: some are not read.")
    if state.problem is not None and state.is_there:
        yield error_text(t, state.problem)
