"""The bin: deleted evenings stay in it for 30 days; only days on which the app is used count."""

from __future__ import annotations

from functools import partial

import flet as ft

from scorepad.history import KEPT, Deleted
from scorepad.i18n.errors import error_text
from scorepad.i18n.evenings import days_left
from scorepad.i18n.names import evening_titles, people_and_hands
from scorepad.ui import kit, routes
from scorepad.ui.evening_actions import put_back
from scorepad.ui.store import Store


@kit.screen(routes.BIN)
def bin_screen(at: kit.At) -> ft.View:
    """The deleted evenings, each with the number of days that it stays in the bin."""
    t, deleted, asked = at.t, at.store.bin(), at.kept("asked", "")
    read = [each.summary for each in deleted if each.summary.created]
    titles = dict(zip(read, evening_titles(t, read), strict=True))
    words = t("Deleted evenings stay here for {count} days on which scorepad is used.", count=KEPT.days)
    return at.view(
        t("Bin"),
        not deleted and kit.text(t("The bin is empty.")),
        kit.quiet(words, kit.Size.BODY),
        [
            _deleted(at, number, each, titles.get(each.summary, t("Unreadable evening")), asked)
            for number, each in enumerate(deleted, 1)
        ],
    )


def _deleted(at: kit.At, number: int, deleted: Deleted, title: str, asked: kit.Kept[str]) -> ft.Control:
    """A deleted evening, with a chip that puts it back, and a chip that deletes it for good after a confirmation.

    `asked` has the `name` of the evening whose deletion waits for the confirmation.
    """
    t, store, summary, name = at.t, at.store, deleted.summary, deleted.name
    sure, restore = asked.value == name, None if summary.problem else partial(put_back, store, name)
    put, ask = t("Put back"), t("Delete for good")
    chips = [
        kit.chip(at.layout, f"put-back-{number}", put, restore, icon=ft.Icons.RESTORE),
        kit.chip(at.layout, f"ask-{number}", ask, asked.sets(name)),
    ]
    if sure:
        chips = [
            kit.chip(at.layout, f"for-good-{number}", ask, partial(delete_for_good, store, name)),
            kit.chip(at.layout, f"keep-{number}", t("Keep"), asked.sets("")),
        ]
    return kit.block(
        at.layout,
        f"deleted-{number}",
        kit.text(title, bold=True, lines=2),
        kit.warning(error_text(t, summary.problem))
        if summary.problem
        else kit.quiet(people_and_hands(t, summary)),
        kit.quiet(days_left(t, deleted.days_left)),
        sure and kit.warning(t("Delete it for good? This cannot be undone.")),
        kit.chip_lines(at.layout, *chips),
    )


# -- actions ---


def delete_for_good(store: Store, name: str) -> None:
    """Deletes an evening in the bin for good; `name` is the name of its file, as in `Deleted`."""
    if store.save(store.history.delete_for_good, name):
        store.say(store.t("Deleted for good"))
