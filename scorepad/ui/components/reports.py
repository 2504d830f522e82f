"""The reports of the history about repairs and losses, shown until they are dismissed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import flet as ft

from scorepad.history import Report, Summary
from scorepad.i18n.names import evening_title
from scorepad.i18n.saved import report_text
from scorepad.ui import kit
from scorepad.ui.screens.incoming import bring_back
from scorepad.ui.store import Store

SHOWN = 2
"""Reports shown at once: the list remains in sight."""


def reports_shown(store: Store) -> kit.Part:
    """The newest reports, and what can be done about them."""
    t, reports = store.t, store.history.reports()[::-1]
    missing = any(each.is_loss for each in reports)
    words = t("Leave it as it is") if missing else t("Got it")
    tools = [kit.chip(store.layout, "dismiss", words, partial(dismiss, store, reports))]
    if any(each.backup_copy is not None for each in reports):
        bring = None if store.busy else partial(bring_back, store)
        tools.insert(0, kit.chip(store.layout, "bring-back", t("Bring back what is missing"), bring))
    return [
        *(
            _report(store, each, number, [] if number else tools)
            for number, each in enumerate(reports[:SHOWN])
        ),
        *kit.and_more(t, len(reports) - SHOWN),
    ]


def _report(store: Store, report: Report, number: int, tools: Sequence[ft.Control]) -> ft.Control:
    t, words = store.t, report_text(store.t, report)
    evening = store.evening(report.evening_id) if report.evening_id is not None else None
    known = Summary.of(evening) if evening else report.backup_copy.summary if report.backup_copy else None
    if known is not None:
        words = f"{evening_title(t, known)}, {t.names(person.name for person in known.people)}: {words}"
    elif report.evening_id is not None:
        words = t("An evening") + f" ({report.evening_id}): {words}"
    icon = ft.Icons.HEALTH_AND_SAFETY_OUTLINED
    return kit.panel(store.layout, f"report-{number}", kit.text(words, kit.Size.SMALL), *tools, icon=icon)


def dismiss(store: Store, reports: Sequence[Report]) -> None:
    """These reports have been read."""
    store.history.dismiss_reports(reports)
    store.changed()
