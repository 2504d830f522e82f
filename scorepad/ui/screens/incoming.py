"""A file from another device: a preview of its import, and the choices of the table."""

from __future__ import annotations

from functools import partial

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.events import Event
from scorepad.history.transfer import ImportStatus, IncomingEvening, PlayerMatch, Preview
from scorepad.i18n import Translator
from scorepad.i18n.errors import import_error_text
from scorepad.i18n.events import version_text
from scorepad.i18n.names import entry_title, evening_titles, scheme_title
from scorepad.ui import routes
from scorepad.ui.kit.frame import NothingHere, busy_line, centred, foot, titled_screen, view_component
from scorepad.ui.kit.notice import notice_bar
from scorepad.ui.kit.rows import wrapping_row
from scorepad.ui.kit.taps import action, chip, row_tile
from scorepad.ui.kit.window import use_store
from scorepad.ui.kit.words import and_more, quiet, section, text, warning
from scorepad.ui.screens.why import event_line
from scorepad.ui.store import Store
from scorepad.ui.theme import Ink, Size

SHOWN = 40
"""Evenings and hands drawn at once."""


@view_component
def incoming_screen() -> ft.View:
    """The preview of an import."""
    state = use_store()
    t = state.t
    importing = state.importing
    preview, choices = importing.preview, importing.choices
    if preview is None:
        raise NothingHere
    body: list[ft.Control] = [section(t("What this file would bring"))]
    listed = preview.evenings[:SHOWN]
    titles = evening_titles(
        t, [(each.evening.table.title, each.evening.start.created) for each in listed], t.short_date
    )
    body += [_incoming(t, each, title) for each, title in zip(listed, titles, strict=True)]
    body += and_more(t, len(preview.evenings) - SHOWN)
    body += _conflicts(state, preview)
    alike_here = [each.player for each in preview.players if each.match is PlayerMatch.SAME_NAME]
    if alike_here:
        body.append(text(t("Here too, by the same name. Who is the same person?")))
        chips = [
            chip(
                f"same-{number}",
                player.name,
                partial(importing.toggle_player, player.id),
                toggled=player.id not in choices.others,
            )
            for number, player in enumerate(alike_here, 1)
        ]
        body.append(wrapping_row(*chips))
    differing = [each.scheme for each in preview.schemes if each.status is ImportStatus.REFUSED]
    if differing:
        body.append(text(t("These house rules differ from those here. Take the file’s?"), Size.BODY))
        chips = [
            chip(
                f"scheme-{number}",
                scheme_title(t, scheme),
                partial(importing.toggle_scheme, scheme.id),
                toggled=scheme.id in choices.schemes,
            )
            for number, scheme in enumerate(differing, 1)
        ]
        body.append(wrapping_row(*chips))
    why = state.busy
    if preview.brings_nothing:
        known = t("Everything in it is here already.")
        body.append(text(known, bold=True))
        why = why if choices.schemes else known
    accept = action("bring-in", t("Import"), importing.apply if why is None else None, why)
    return titled_screen(
        routes.INCOMING,
        t("Import a file"),
        routes.DATA,
        busy_line(state.busy),
        centred(*body),
        notice_bar(),
        foot(accept),
    )


def _incoming(t: Translator, each: IncomingEvening, title: str) -> ft.Control:
    """An evening of the file, and its changes."""
    words = {
        ImportStatus.NEW: t("new"),
        ImportStatus.MORE: t("more"),
        ImportStatus.KNOWN: t("known"),
        ImportStatus.REFUSED: t("refused"),
    }
    evening = f"{title} · {t.names(person.name for person in each.evening.sheet.people)}"
    detail = words[each.status]
    if each.added:
        detail += " · " + t.plural("{count} change", "{count} changes", each.added)
    if each.conflicting:
        detail += " · " + t.plural(
            "{count} hand with two corrections", "{count} hands with two corrections", len(each.conflicting)
        )
    if each.problem is not None:
        detail += " · " + import_error_text(t, each.problem)
    ink = Ink.LOSS if each.problem is not None or each.conflicting else Ink.QUIET
    return ft.Column([text(evening, bold=True), text(detail, Size.SMALL, ink)], spacing=0)


def _conflicts(state: Store, preview: Preview) -> list[ft.Control]:
    """The hands that two devices corrected differently, their versions side by side; the table may choose later."""
    t = state.t
    rows: list[ft.Control] = []
    chosen = dict(state.importing.choices.versions)
    found = [(each.result, entry) for each in preview.evenings if each.result for entry in each.conflicting]
    for number, (evening, entry) in enumerate(found[:SHOWN], 1):
        where = evening.id, entry.id
        tiles = [
            row_tile(
                f"take-{number}-{place}",
                _version(state, evening, event),
                partial(state.importing.toggle_version, where, event.id),
                toggled=chosen.get(where) == event.id,
                edge=True,
                expand=None if state.layout.large_text else 1,
                padding=10,
            )
            for place, event in enumerate(entry.conflicting, 1)
        ]
        rows.append(text(f"{t.short_date(evening.start.created)} · {entry_title(t, entry)}", bold=True))
        rows.append(
            ft.Column(tiles, spacing=8)
            if state.layout.large_text
            else ft.Row(tiles, spacing=8, vertical_alignment=ft.CrossAxisAlignment.START)
        )
    if rows:
        words = t("Corrected differently on two devices. Which one counts? You can also choose later.")
        rows.insert(0, warning(words))
    return rows


def _version(state: Store, evening: Evening, event: Event) -> ft.Control:
    t = state.t
    version = text(version_text(t, evening, event), Size.SMALL)
    lines: list[ft.Control] = [quiet(event_line(state, evening, event), Size.TINY), version]
    if event.reason:
        lines.append(text(t("“{words}”", words=event.reason), Size.SMALL))
    return ft.Column(lines, spacing=2)
