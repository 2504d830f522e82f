"""The end of an evening, and what comes after it."""

from __future__ import annotations

from functools import partial

from scorepad.evening.evening import Evening
from scorepad.evening.events import Ended
from scorepad.ui import routes
from scorepad.ui.store import Store
from scorepad.ui.table import same_table


def end(store: Store, evening: Evening) -> None:
    """The evening is over: its final standings are shown, from which Back leads home."""
    ended = store.commit(evening, Ended(), playing=True)
    if ended is not None:
        store.navigation.to(routes.end(evening.id), back=routes.HOME)
        store.say(store.t("The evening is over."), back=partial(reopen, store, ended))


def reopen(store: Store, evening: Evening) -> None:
    """The evening goes on."""
    store.commit(evening, Ended(False), go=routes.evening(evening.id))


def play_again(store: Store, evening: Evening) -> None:
    """A new evening of the people of an old one is about to begin."""
    store.navigation.to(routes.NEW_EVENING)
    store.new_table = same_table(evening)
