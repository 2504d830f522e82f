"""A link of another scorepad: a person pastes or opens the link, looks at the evening in it, and imports it."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import NamedTuple

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.history import History, HistoryError, Refused
from scorepad.history.transfer import ImportStatus, IncomingEvening, Preview, preview_evening
from scorepad.i18n.errors import link_error_text
from scorepad.i18n.evenings import rules_title
from scorepad.i18n.names import entry_title, evening_title
from scorepad.sharing.links import evening_in
from scorepad.sharing.packed import is_snapshot
from scorepad.ui import kit, routes, theme
from scorepad.ui.components.reasons import row_reasons
from scorepad.ui.link import MAX_PASTED, route_in
from scorepad.ui.screens.incoming import bring_in, changes, choices
from scorepad.ui.sheet.looked import looked_sheet


@kit.screen(routes.OPEN_LINK)
def open_link_screen(at: kit.At) -> ft.View:
    """The field for a link to an evening or a hand, which opens as soon as the link is valid."""
    t, wrong = at.t, at.kept("wrong", "")

    def read(words: str) -> None:
        try:
            at.store.to(route_in(words))
        except Refused as error:
            wrong.set(words.strip() and link_error_text(t, error))

    return at.view(
        t("Open a link"),
        kit.quiet(
            t("Paste the link to an evening or a hand, or the message with it: it opens at once."),
            kit.Size.BODY,
        ),
        kit.field(at.layout, "link", t("Link"), "", read, max_length=MAX_PASTED, autofocus=True),
        wrong.value and kit.identified("refused", kit.warning(wrong.value), live=True),
        kit.quiet(
            t("For a code on another screen: point the camera of your phone at it. It opens the link in it.")
        ),
        back=at.back(routes.HOME),
    )


# -- the evening, before it is imported ---


class _Opened(NamedTuple):
    """The evening of a link, and the preview of its import.

    The preview is None for a snapshot, which cannot be imported. `in_bin` tells whether the evening was deleted here.
    """

    evening: Evening
    preview: Preview | None
    in_bin: bool


def _read(text: str, history: History) -> _Opened:
    """The evening of a link, compared with the history. Raises a HistoryError."""
    evening = evening_in(text)
    if is_snapshot(evening):
        return _Opened(evening, None, in_bin=False)
    preview, binned = preview_evening(evening, history), set[str]()
    if preview.evenings[0].status is ImportStatus.NEW:
        with suppress(HistoryError):  # the link opens even if the bin cannot be read
            binned = {each.summary.id for each in history.bin()}
    return _Opened(evening, preview, evening.id in binned)


@kit.screen(routes.opened)
def opened_screen(at: kit.At) -> ft.View:
    """The evening of a link, with its standings and what is new in it.

    The buttons import the evening, or only show its sheet.
    """
    t, store, title = at.t, at.store, at.t("An evening from elsewhere")
    others, schemes = at.kept("others", frozenset[str]()), at.kept("schemes", frozenset[str]())
    found = at.loaded(partial(_read, at.names["pack"], store.history), store.arrivals)
    home = at.back(routes.HOME)
    if found is None:
        return at.view(title, kit.progress("reading", t("Reading the link…")), back=home)
    if isinstance(found, HistoryError):
        words = kit.identified("refused", kit.warning(link_error_text(t, found)), live=True)
        again = kit.chip(at.layout, "another", t("Open a link"), at.go(routes.OPEN_LINK), ft.Icons.LINK)
        return at.view(title, words, kit.wrap(again), back=home)
    preview, look = found.preview, at.go(routes.opened_sheet(at.names["pack"]))
    if preview is None:
        button = kit.action(at.layout, "look", t("Look at the sheet"), look)
        return at.view(title, _evening(at, found.evening), _only_to_look(at), foot=button, back=home)
    return at.view(
        title,
        kit.busy(store),
        _evening(at, found.evening),
        kit.identified("status", changes(t, preview.evenings[0]), live=True),
        _in_bin(at) if found.in_bin else choices(at, preview, others, schemes),
        preview.brings_nothing and kit.text(t("Everything in it is here already."), bold=True),
        kit.line(at.layout, "look", t("Only look"), t("The sheet; nothing is saved."), tap=look),
        foot=None if found.in_bin else _foot(at, preview, others, schemes),
        back=home,
    )


def _evening(at: kit.At, evening: Evening) -> kit.Part:
    """The title of an evening, its day, hands and rules, and its standings."""
    t, sheet = at.t, evening.sheet
    decided, hands = any(sheet.totals), len(sheet.deals)
    facts = [
        t.date(evening.began),
        t.plural("{count} hand", "{count} hands", hands) if hands else t("No hand yet"),
        rules_title(t, evening),
    ]
    return [
        kit.column(
            kit.heading(evening_title(t, evening), kit.Size.TITLE, 2),
            kit.quiet(" · ".join(facts), kit.Size.BODY),
        ),
        kit.column(
            [
                kit.line(
                    at.layout,
                    f"place-{number}",
                    each.person.name,
                    lead=each.person,
                    value=kit.amount(t, each.total, sheet.unit),
                    bold=decided and each.rank == 1,
                )
                for number, each in enumerate(sheet.standings, 1)
            ],
            spacing=8,
        ),
    ]


def _only_to_look(at: kit.At) -> kit.Part:
    """The words that say why a snapshot cannot be imported."""
    t = at.t
    why = t(
        "It has neither times nor corrections, so it cannot be put together with other copies. To keep the evening, or "
        "to go on with it, ask for the code “To go on”."
    )
    return [kit.text(t("This link is only to look."), bold=True), kit.quiet(why, kit.Size.BODY)]


def _in_bin(at: kit.At) -> kit.Part:
    """The words that say why a deleted evening cannot be imported, and the chip that opens the bin."""
    t = at.t
    words = t("This evening was deleted here. Put it back from the bin, then open the link again.")
    return [kit.warning(words), kit.wrap(kit.chip(at.layout, "bin", t("Bin"), at.go(routes.BIN)))]


def _foot(
    at: kit.At, preview: Preview, others: kit.Kept[frozenset[str]], schemes: kit.Kept[frozenset[str]]
) -> kit.Part:
    """The button that imports the evening, and then opens it; or only opens it, if the import would change nothing.

    None if the evening is refused.
    """
    t, store, incoming = at.t, at.store, preview.evenings[0]
    if incoming.status is ImportStatus.REFUSED:
        return None
    then = _sheet_of(incoming)
    if preview.brings_nothing and not schemes.value:
        return kit.action(at.layout, "open", t("Open the evening"), partial(store.to, then))

    def take_in() -> None:
        bring_in(store, preview, others.now, schemes.now, then)

    words = t("Import") if incoming.evening.table.ended else t("Import and go on")
    return kit.action(at.layout, "bring-in", words, None if store.busy else take_in, store.busy)


def _sheet_of(incoming: IncomingEvening) -> str:
    """The route to show after the import of an evening: its sheet or, if it is over, its standings."""
    evening = incoming.result or incoming.evening
    return (routes.end if evening.table.ended else routes.evening)(evening.id)


# -- its sheet ---


@kit.screen(routes.opened_sheet)
def opened_sheet_screen(at: kit.At) -> ft.View:
    """The sheet of the evening in a link."""
    pack = at.names["pack"]
    evening = _looked_at(at)
    if evening is None:
        return at.view(at.t("An evening from elsewhere"), kit.progress("reading", at.t("Reading the link…")))
    width = min(at.size[0], theme.ENTRY_ALONE * at.layout.growth)
    return at.pane_view(looked_sheet(at.store, at.t, evening, at.layout, pack, width, at.leave()))


@kit.screen(routes.opened_hand)
def opened_hand_screen(at: kit.At) -> ft.View:
    """A row of the sheet of the evening in a link: the reasons for its score, and its note."""
    t, evening = at.t, _looked_at(at)
    if evening is None:
        return at.view(t("Hand"), kit.progress("reading", t("Reading the link…")))
    try:
        row = evening.sheet.row(at.names["eid"])
    except KeyError:
        raise kit.NothingHere from None
    note = evening.table.note_on(row.id)
    return at.view(
        entry_title(t, row),
        row_reasons(t, at.layout, evening, row),
        note and kit.identified("note", kit.text(t("“{words}”", words=note), breaks=True)),
        note="" if is_snapshot(evening) else t.time(row.recorded.at),
        back=at.back(routes.opened_sheet(at.names["pack"])),
    )


def _looked_at(at: kit.At) -> Evening | None:
    """A hook: the evening in the link; None until it is read. Raises NothingHere if the link cannot be read."""
    found = at.loaded(partial(evening_in, at.names["pack"]))
    if isinstance(found, HistoryError):
        raise kit.NothingHere from found
    return found
