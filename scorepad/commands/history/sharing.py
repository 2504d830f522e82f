"""`scorepad history share-folder`."""

from __future__ import annotations

import argparse
from pathlib import Path

from scorepad.commands.common import AddCommand, data_folder, print_json, problem_document
from scorepad.commands.terminal import complain, printable
from scorepad.history import (
    Document,
    FolderInUse,
    History,
    HistoryReader,
    SharedFolder,
    choose_shared_folder,
    read_shared_folder,
)
from scorepad.i18n import Translator
from scorepad.i18n.sharing import sharing_problems, sharing_text
from scorepad.sharing.together import SharingState, Taken, Together, look
from scorepad.work import finished

from .listing import json_time


def add_parsers(add: AddCommand) -> None:
    """Adds `share-folder`."""
    action = add("share-folder", "share the history with other computers over a folder", _share_folder)
    where = action.add_mutually_exclusive_group()
    where.add_argument(
        "folder",
        type=Path,
        metavar="DIR",
        nargs="?",
        help="the folder, which a syncing program or a USB stick carries; without it, show what is shared",
    )
    where.add_argument("--stop", action="store_true", help="share no longer; the files in the folder stay")


def _share_folder(options: argparse.Namespace, t: Translator) -> int:
    folder = data_folder(options)
    if options.folder is not None:
        return _begin(options, folder, t)
    with HistoryReader(folder):  # fails unless there is a history that can be read
        if options.stop:
            choose_shared_folder(folder, None)
        return _show(options, t, read_shared_folder(folder), look(folder))


def _begin(options: argparse.Namespace, folder: Path, t: Translator) -> int:
    """Shares the history over a folder, and does rounds of exchange until nothing is left to take.

    If the app is open, only saves the choice of the folder; the app then does the rounds.
    """
    try:
        with History(folder) as history:
            together = Together(history)
            taken = together.choose(options.folder)
            while together.is_unfinished:
                taken += finished(together.round(waits=True))
            return _show(options, t, together.chosen, together.state, taken)
    except FolderInUse:
        choose_shared_folder(folder, options.folder)
        if not options.json:
            complain("The open scorepad shares from now on.")
        return _show(options, t, read_shared_folder(folder), look(folder))


def _show(
    options: argparse.Namespace,
    t: Translator,
    chosen: SharedFolder | None,
    state: SharingState | None,
    taken: Taken | None = None,
) -> int:
    if options.json:
        print_json({"shared": _document(t, chosen, state), "taken": _taken(taken)})
    elif chosen is None:
        print("Nothing is shared.")
    else:
        print(printable(sharing_text(t, chosen, state)))
        if taken:
            count = len({*taken.new, *taken.more})
            print(t.plural("{count} evening came in", "{count} evenings came in", count))
        for each in () if state is None else sharing_problems(t, state):
            complain(printable(each))
    return 1 if state is not None and state.problem is not None else 0


def _taken(taken: Taken | None) -> Document | None:
    return None if taken is None else {"new": list(taken.new), "more": list(taken.more)}


def _document(t: Translator, chosen: SharedFolder | None, state: SharingState | None) -> Document | None:
    if chosen is None:
        return None
    document: Document = {"path": str(chosen.place), "is_there": chosen.is_there}
    if state is not None:
        document |= {
            "others": state.others,
            "last": None if state.last is None else json_time(state.last),
            "waiting": state.waiting,
            "refused": [
                {"id": each.evening.id, "problem": problem_document(t, each.problem)}
                for each in state.refused
            ],
            "damaged": list(state.damaged),
            "newer": state.newer,
            "too_many": state.has_too_many,
            "problem": problem_document(t, state.problem),
        }
    return document
