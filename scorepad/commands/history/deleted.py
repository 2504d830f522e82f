"""`scorepad history bin`."""

from __future__ import annotations

import argparse

from scorepad.commands.common import AddCommand, Failed, data_folder, print_json, unknown_evening
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
        found = [each for each in history.bin() if each.summary.id.startswith(options.put_back)]
        if not found:
            raise unknown_evening(options.put_back, t)
        if len({each.summary.id for each in found}) > 1:
            ids = [each.summary.id for each in found]
            words = t(
                "several evenings begin with {id}: {ids}",
                id=printable(options.put_back),
                ids=t.names(ids[:5]),
            )
            raise Failed(words, "Ambiguous", evenings=ids)
        evening_id = history.put_back(found[0].name)
    if options.json:
        print_json({"put_back": evening_id})
    else:
        print(printable(t("Put back: {evening}", evening=evening_title(t, found[0].summary))))
    return 0
