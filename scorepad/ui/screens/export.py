"""The export of evenings, of a season and of a player, in every format; and blank score sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.exports.formats import (
    CHOICES,
    File,
    Format,
    Offer,
    Options,
    SeasonReport,
    blank_sheet,
    bundled,
    export,
    profile_of,
    season_file,
)
from scorepad.history import Summary
from scorepad.i18n import Translator
from scorepad.i18n.names import scheme_title
from scorepad.ui import background, kit, routes
from scorepad.ui.components.season_parts import people_of, scope_of, still_counting
from scorepad.ui.host import Place
from scorepad.ui.link import web_app_address
from scorepad.ui.store import Store
from scorepad.ui.table import find_scheme
from scorepad.work import Work

SEATS = (3, 4, 5)
"""The numbers of players for which there are blank score sheets."""
ACTIONS = 340
"""The least width at which the buttons for saving and sharing stand side by side, in dp at the plain size of text."""
ZIP = "application/zip"

ICONS = {
    Format.TEXT: ft.Icons.CHAT_OUTLINED,
    Format.PNG: ft.Icons.IMAGE_OUTLINED,
    Format.PDF: ft.Icons.PICTURE_AS_PDF_OUTLINED,
    Format.XLSX: ft.Icons.CALCULATE_OUTLINED,
    Format.CSV: ft.Icons.TABLE_ROWS_OUTLINED,
    Format.JSON: ft.Icons.SWAP_HORIZ,
}
"""The icons of the formats; any other format has the icon `ANY`.

They are not in the table of formats, because the icon font has only the icons that the code of `ui` names.
"""
ANY = ft.Icons.SAVE_ALT
Offers = Mapping[Format, Offer]
"""The formats to choose from."""
OF_EVENINGS: Offers = {each: each.evenings for each in Format}
OF_SEASON: Offers = {each: each.season for each in Format if each.season}
OF_BLANK_SHEET = ("paper",)
"""The options of a blank score sheet, which has one format."""


@dataclass(frozen=True)
class Wanted:
    """An export: the part `which` shows the contents or lets a person choose them, and `make` makes the file.

    `possible` tells whether anything is chosen. `offers` are the formats to choose from; a blank score sheet has none.
    If one evening is exported, `single` is this evening, and its score sheet can be printed.
    """

    offers: Offers
    make: Callable[[Format, Options], Work[File]]
    which: kit.Part = None
    possible: bool = True
    single: Evening | None = None


@kit.screen(routes.export)
def export_evening_screen(at: kit.At) -> ft.View:
    """The export of one evening."""
    make = partial(_exporting, at.store, [at.evening.id])
    return _export(at, Wanted(OF_EVENINGS, make, single=at.evening))


@kit.screen(routes.SEASON_EXPORT, routes.figures_export)
def export_season_screen(at: kit.At) -> ft.View:
    """The export of the chosen season, or of the player in it whom the address names."""
    t, store, scope, player = at.t, at.store, scope_of(at), at.names.get("who", "")
    found = store.seasons.of(scope, store.summaries(), at.t.zone)
    people = people_of(found) if found else {}
    there = player in people if player else bool(people)
    report = SeasonReport(found, store.history.load, scope, player) if found and there else None

    def make(form: Format, options: Options) -> Work[File]:
        assert report is not None, "it is possible"
        return season_file(report, form, t, options)

    title = report.title(t) if report else t("No evening in this time.")
    which = kit.quiet(title, kit.Size.BODY) if found else still_counting(store)
    return _export(at, Wanted(OF_SEASON, make, which, report is not None))


@kit.screen(routes.EXPORT)
def export_screen(at: kit.At) -> ft.View:
    """The export of all evenings, or of the evenings of one year."""
    t, wanted = at.t, at.kept("wanted", "all")
    offered = [each for each in at.store.summaries() if each.problem is None]
    years = sorted({_year(t, each) for each in offered} - {""}, reverse=True)

    def chosen() -> Sequence[str]:
        return [each.id for each in offered if wanted.now in ("all", _year(t, each))]

    words = t.plural("{count} evening", "{count} evenings", len(chosen()))
    which = [
        kit.section(t("Which evenings?")),
        kit.choices(
            at.layout, "scope", {"all": t("All")} | {year: year for year in years}, wanted.value, wanted.sets
        ),
        kit.identified("count", kit.quiet(words), live=True),
    ]

    def make(form: Format, options: Options) -> Work[File]:
        return _exporting(at.store, chosen(), form, options)

    return _export(at, Wanted(OF_EVENINGS, make, which, bool(chosen())), back=routes.DATA)


@kit.screen(routes.blank)
def blank_sheet_screen(at: kit.At) -> ft.View:
    """Blank score sheets with the figures of a scheme, for an evening on paper."""
    t, store, players = at.t, at.store, at.kept("players", 4)
    scheme = find_scheme(store.history, at.names["scheme"])
    if scheme is None:
        raise kit.NothingHere

    def make(form: Format, options: Options) -> Work[File]:
        yield 0.0
        return blank_sheet(scheme, players.now, t, options.paper, web_app_address(store))

    seats = {count: t.plural("{count} player", "{count} players", count) for count in SEATS}
    which = [
        kit.quiet(t("For an evening on paper, with the figures of these rules at the foot."), kit.Size.BODY),
        kit.line(at.layout, "rules", scheme_title(t, scheme), tap=at.go(routes.SCHEMES)),
        kit.section(t("How many players?")),
        kit.choices(at.layout, "players", seats, players.value, players.sets),
    ]
    return _export(at, Wanted({}, make, which), t("Blank score sheet"))


def _year(t: Translator, summary: Summary) -> str:
    """The year in which an evening began, in the reader's time zone; "" if the time is unknown."""
    return str(t.zone.clock(summary.created).year) if summary.created else ""


def _export(at: kit.At, wanted: Wanted, title: str = "", back: str = "") -> ft.View:
    """The screen of an export: its contents, the formats, the options, and the actions at the bottom."""
    t, store, form = at.t, at.store, at.kept("form", Format.PDF)
    options, single = _options(at), wanted.single
    names = wanted.offers[form.value].options if wanted.offers else OF_BLANK_SHEET
    path, opened = _use_sheet_path(at, single if form.value is Format.PDF else None, options.value.paper)
    details = kit.wrap(
        [_option(at, name, options) for name in names],
        # The score sheet opens as a PDF by a link, since browsers block a pop-up that does not come from a tap.
        bool(path)
        and kit.link_chip(
            at.layout, "print", t("Print"), ft.Icons.PRINT_OUTLINED, store.files.web_address(path), opened
        ),
    )
    start = partial(_start, store, wanted.make, form, options)
    large = at.layout.large_text  # large text leaves room for the action only
    below: kit.Part = [not large and details, _actions(at, start, wanted.possible)]
    if (job := store.sight.exporting) is not None:
        words = t("Exporting: {percent} %", percent=int(100 * job.done))
        cancel = kit.chip(at.layout, "cancel", t("Cancel"), job.cancel, ft.Icons.CLOSE)
        below = [kit.progress("progress", words, job.done), kit.wrap(cancel)]
    return at.view(
        title or t("Export"),
        wanted.which,
        bool(wanted.offers) and kit.section(t("Which format?")),
        kit.column(_formats(at, wanted.offers, form), spacing=6),
        large and details,
        foot=below,
        back=at.back(back),
    )


KEPT = [name for name, choice in CHOICES.items() if choice.kept]
"""The options that the settings keep for the next export."""


def _options(at: kit.At) -> kit.Kept[Options]:
    """A hook: the options as last chosen; by default, `profile` depends on the language, and `dark` on the theme."""
    store, settings = at.store, at.store.history.settings()
    first = Options(dark=store.sight.theme == "dark", profile=profile_of(store.sight.language))
    kept = {name: settings.get(f"export_{name}") for name in KEPT}
    chosen: dict[str, Any] = {
        name: value
        for name, value in kept.items()
        if value in (getattr(first, name), *CHOICES[name].messages)
    }
    options = at.kept("options", replace(first, **chosen))

    def write(now: Options) -> None:
        before = options.now
        options.set(now)
        for name in KEPT:
            if (value := getattr(now, name)) != getattr(before, name):
                store.save(store.history.set_setting, f"export_{name}", value)

    return kit.Kept(lambda: options.now, write)


def _formats(at: kit.At, offers: Offers, form: kit.Kept[Format]) -> kit.Part:
    return [
        kit.line(
            at.layout,
            f"format-{each.value}",
            *offer.words(at.t),
            ICONS.get(each, ANY),
            chosen=each is form.value,
            tap=form.sets(each),
            lines=3,
        )
        for each, offer in offers.items()
    ]


def _use_sheet_path(at: kit.At, evening: Evening | None, paper: str) -> tuple[str, kit.Handler]:
    """A hook: the path of a score sheet to print, which works only once, and the handler that makes a new path.

    The path is "" if there is no `evening`, or no server.
    """
    prints, served = at.kept("prints", 0), at.store.host.served
    facts = (evening.id, at.t, paper) if served and evening else None
    path = ft.use_memo(lambda: served.sheet_path(*facts) if served and facts else "", [facts, prints.value])
    return path, prints.tap(int.__add__, 1)


def _actions(at: kit.At, start: Callable[[bool], None], possible: bool) -> kit.Part:
    """The button that saves the file and, where the device can share files, the chip that shares it."""
    t, host = at.t, at.store.host
    words = t("Download") if host.place is Place.BROWSER else t("Save as…")
    save, why = (partial(start, False), None) if possible else (None, t("No evening is chosen."))
    keep = kit.action(at.layout, "save-export", words, save, why)
    if host.place is not Place.DEVICE and (host.web_app is None or not at.store.files.can_share):
        return keep
    share = kit.chip(at.layout, "share-export", t("Share"), partial(start, True), ft.Icons.SHARE)
    return kit.pair(at.layout, keep, share, from_width=ACTIONS, spacing=8)


def _option(at: kit.At, name: str, options: kit.Kept[Options]) -> kit.Part:
    """The chips of an option: one for a switch, otherwise one for each value."""
    choice, now = CHOICES[name], getattr(options.value, name)

    def chosen(before: Options, value: object) -> Options:
        changed: dict[str, Any] = {name: not getattr(before, name) if choice.is_switch else value}
        return replace(before, **changed)

    return [
        kit.chip(
            at.layout,
            name if choice.is_switch else f"{name}-{value}".lower(),
            at.t(message),
            options.tap(chosen, value),
            toggled=now == value if choice.is_switch else None,
            chosen=None if choice.is_switch else now == value,
        )
        for value, message in choice.messages.items()
    ]


# -- actions ---


def _start(
    store: Store,
    make: Callable[[Format, Options], Work[File]],
    form: kit.Kept[Format],
    options: kit.Kept[Options],
    shares: bool,
) -> None:
    """Makes the file of an export, and saves it or (`shares`) shares it; does nothing while an export is under way."""
    if store.sight.exporting is None:
        store.see(exporting=background.Job())
        work = make(form.now, options.now)
        failure = store.t("The export failed, and nothing was changed. Try another format.")
        store.run(partial(_run, store, work, form.now, shares), failure)


async def _run(store: Store, work: Work[File], form: Format, shares: bool) -> None:
    t, job = store.t, store.sight.exporting
    assert job is not None
    try:
        file = await job.run(work, store.changed)
        if file is None:
            store.say(t("Cancelled: nothing was written."))
            return
        store.see(exporting=None)
        media_type = form.files.media_type if file.name.endswith(form.ending) else ZIP
        if await store.files.give(file, media_type if shares else None):
            store.say(t("Done: {name}", name=file.name))
    finally:
        if store.sight.exporting is job:
            store.see(exporting=None)


def _exporting(store: Store, ids: Iterable[str], form: Format, options: Options) -> Work[File]:
    """The work that exports the evenings with these ids, as one file.

    Raises HistoryError if an evening cannot be read.
    """
    evenings: list[Evening] = []
    for id_ in ids:
        evenings.append(store.history.load(id_))
        yield 0.0
    evenings.sort(key=lambda each: (each.began, each.id))
    files = []
    for each in export(evenings, form, store.t, options, store.history):
        if isinstance(each, File):
            files.append(each)
        else:
            yield each
    return bundled(files, evenings, store.t.zone)
