"""`scorepad history bin`."""

from __future__ import annotations

import argparse

from scorepad.commands.common import AddCommand, data_folder, only_id, print_json
from scorepad.commands.terminal import columns, printable
from scorepad.history import History, HistoryReader
from scorepad.i18n import Translator
from scorepad.i18n.names import evening_title
from scorepad.i18n.sentences import days_left

from .imports import json_time
from .listing import summary_document, summary_row


def add_parsers(add: AddCommand, t: Translator) -> None:
    """Adds `bin`."""
    action = add("bin", t("list the deleted evenings, or put one back"), _bin)
    action.add_argument(
        "--put-back", metavar="ID", help=t("put this evening back, by the beginning of its id")
    )


def _bin(options: argparse.Namespace, t: Translator) -> int:
    if options.put_back is not None:
        return _put_back(options, t)
    with HistoryReader(data_folder(options)) as history:
        found = history.bin()
    if options.json:
        print_json(
            {
                "deleted": [
                    summary_document(t, each.summary)
                    | {"deleted": json_time(each.at), "days_left": each.days_left, "file": each.name}
                    for each in found
                ]
            }
        )
        return 0
    rows = [[*summary_row(t, each.summary), days_left(t, each.days_left)] for each in found]
    print(columns(rows, right=(3,)) if rows else t("The bin is empty."))
    return 0


def _put_back(options: argparse.Namespace, t: Translator) -> int:
    with History(data_folder(options)) as history:
        deleted = history.bin()
        wanted = only_id((each.summary.id for each in deleted), options.put_back, t)
        found = next(each for each in deleted if each.summary.id == wanted)
        evening_id = history.put_back(found.name)
    if options.json:
        print_json({"put_back": evening_id})
    else:
        print(printable(t("Put back: {evening}", evening=evening_title(t, found.summary))))
    return 0
