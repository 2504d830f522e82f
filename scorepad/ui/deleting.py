"""Evenings go into the bin, and come out of it."""

from __future__ import annotations

from functools import partial

from scorepad.history import HistoryError, UnknownEvening
from scorepad.ui import routes
from scorepad.ui.store import Store


def delete(store: Store, evening_id: str) -> None:
    """An evening goes into the bin, from which the notice takes it back; a second tap does nothing."""
    title = store.title_among_all(evening_id)
    try:
        name = store.history.delete(evening_id)
    except UnknownEvening:
        return
    except HistoryError as error:
        store.report(error)
        return
    store.changed()
    store.navigation.to(routes.HOME)
    store.say(store.t("Deleted: {evening}", evening=title), back=partial(put_back, store, name))


def put_back(store: Store, name: str) -> None:
    """An evening comes out of the bin; `name` is that of its file there."""
    found = next((each for each in store.bin() if each.name == name), None)
    if found is not None and store.save(store.history.put_back, name):
        title = store.title_among_all(found.summary.id)
        store.say(store.t("Put back: {evening}", evening=title))


def delete_for_good(store: Store, name: str) -> None:
    """An evening leaves the bin for ever."""
    if store.save(store.history.remove, name):
        store.say(store.t("Deleted for good"))
