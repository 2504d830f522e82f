"""The export of evenings: text, picture, paper, workbook, tables, or a file for another scorepad."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, cast

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.exports.formats import PAPERS, PROFILES, File, Format, Options, Work, bundled, export
from scorepad.history import Summary, local_day
from scorepad.i18n import Translator
from scorepad.i18n.names import evening_titles
from scorepad.ui import background, routes
from scorepad.ui.files import Place, Sharing, can_share, give, web_address
from scorepad.ui.kit.failure import component
from scorepad.ui.kit.frame import centred, foot, titled_screen, use_evening, view_component
from scorepad.ui.kit.notice import notice_bar
from scorepad.ui.kit.rows import filling, stretched, two_lines, wrapping_row
from scorepad.ui.kit.share import system_chip
from scorepad.ui.kit.taps import action, chip, older, radio, row_tile
from scorepad.ui.kit.window import Handler, safely, use_store
from scorepad.ui.kit.words import identified, quiet, section, text
from scorepad.ui.store import Store
from scorepad.ui.theme import Ink, Size

PAGE = 50
"""Evenings to choose from that are drawn at once."""
ACTIONS = 340
"""The width in dp, at the plain size of text, from which to save and to share stand beside each other."""
ZIP = "application/zip"

ICONS = {
    Format.TEXT: ft.Icons.CHAT_OUTLINED,
    Format.PNG: ft.Icons.IMAGE_OUTLINED,
    Format.PDF: ft.Icons.PICTURE_AS_PDF_OUTLINED,
    Format.XLSX: ft.Icons.CALCULATE_OUTLINED,
    Format.CSV: ft.Icons.TABLE_ROWS_OUTLINED,
    Format.JSON: ft.Icons.SWAP_HORIZ,
}


@view_component
def export_evening_screen() -> ft.View:
    """The export of one evening."""
    state, evening = use_evening()
    route = routes.export(evening.id)
    back = state.navigation.way_back(route, routes.evening(evening.id))
    return titled_screen(route, state.t("Export"), back, filling(_ways([], lambda: [evening.id], evening)))


@view_component
def export_screen() -> ft.View:
    """The export of some evenings, of a year, or of all."""
    state = use_store()
    t, route = state.t, routes.EXPORT
    wanted, want = ft.use_state("all")
    ticked, tick = ft.use_state(cast("frozenset[str]", frozenset()))
    shown, show = ft.use_state(PAGE)
    offered = [each for each in state.summaries() if each.problem is None]
    years = sorted({_year(each) for each in offered} - {""}, reverse=True)
    chosen = [
        each.id
        for each in offered
        if wanted == "all" or (each.id in ticked if wanted == "some" else _year(each) == wanted)
    ]
    scopes = {"all": t("All"), **{year: year for year in years}, "some": t("Some of them")}
    chips = [
        chip(f"scope-{name}", words, partial(want, name), toggled=wanted == name)
        for name, words in scopes.items()
    ]
    head: list[ft.Control] = [section(t("Which evenings?")), wrapping_row(*chips)]
    if wanted == "some":
        listed = offered[:shown]
        titles = evening_titles(t, [(each.name, each.created) for each in listed], t.date)
        head += [
            _evening(t, each, title, each.id in ticked, partial(tick, ticked ^ {each.id}))
            for each, title in zip(listed, titles, strict=True)
        ]
        if shown < len(offered):
            head.append(older(t("Show older evenings"), partial(show, shown + PAGE)))
    words = t.plural("{count} evening", "{count} evenings", len(chosen))
    ways = _ways([*head, identified("count", quiet(words), live=True)], lambda: chosen)
    return titled_screen(route, t("Export"), state.navigation.way_back(route, routes.DATA), filling(ways))


def _year(summary: Summary) -> str:
    found = local_day(summary.created)
    return str(found.year) if found is not None else ""


def _evening(t: Translator, summary: Summary, title: str, ticked: bool, toggle: Handler) -> ft.Control:
    icon = ft.Icons.CHECK_BOX if ticked else ft.Icons.CHECK_BOX_OUTLINE_BLANK
    words = two_lines(title, t.names(person.name for person in summary.people), lines=2, expand=True)
    row = ft.Row([ft.Icon(icon, color=Ink.TEXT, size=22), words], spacing=10)
    return row_tile(f"evening-{summary.id}", row, toggle, toggled=ticked, padding=10)


@component
def _ways(
    head: list[ft.Control], chosen: Callable[[], Sequence[str]], single: Evening | None = None
) -> ft.Control:
    """The formats below the choice of evenings (`head`), and the actions at the foot."""
    state = use_store()
    t, page = state.t, ft.context.page
    form, set_form = ft.use_state(Format.PDF)
    options, set_options = ft.use_state(Options(dark=state.theme == "dark"))
    job = state.exporting
    prints, set_prints = ft.use_state(0)
    # A new path after each tap: the server answers each once.
    printable = state.sheet_path if single is not None and form is Format.PDF else None
    sheet = (single.id if single else "", state.language, options.paper)
    path = ft.use_memo(lambda: printable(*sheet) if printable else "", [bool(printable), *sheet, prints])

    def start(sharing: Sharing) -> None:
        if state.exporting is not None:
            return
        state.exporting = background.Job()
        state.changed()
        work = _exporting(state, chosen(), form, options)
        failure = t("The export failed, and nothing was changed. Try another format.")
        state.run(partial(_run, state, page, work, form, sharing), failure)

    formats = [_format(t, each, each is form, partial(set_form, each)) for each in Format]
    body = centred(*head, section(t("As what?")), stretched(*formats))
    below: list[ft.Control] = []
    details = _details(t, form, options, set_options)
    if job is not None:
        cancel = chip("cancel", t("Cancel"), job.cancel, icon=ft.Icons.CLOSE)
        below = [_progress(t, job.done), ft.Row([cancel])]
    else:
        if path:
            details.append(_print(t, page, path, lambda: set_prints(prints + 1)))
        if details:
            below.append(wrapping_row(*details))
        below += _actions(state, page, start, bool(chosen()))
    return ft.Column([body, notice_bar(), foot(stretched(*below, spacing=8))], spacing=0, expand=True)


def _actions(
    state: Store, page: ft.Page, start: Callable[[Sharing], None], possible: bool
) -> list[ft.Control]:
    """To save the file, and to share it where a phone can."""
    t = state.t
    words = t("Download") if state.place is Place.BROWSER else t("Save as…")
    keep, why = (partial(start, Sharing.SAVE), None) if possible else (None, t("No evening is chosen."))
    actions: list[ft.Control] = [action("save-export", words, keep, why)]
    if state.place is Place.DEVICE or (state.web_app is not None and can_share(page)):
        share = partial(start, Sharing.SHARE)
        actions.append(chip("share-export", t("Share"), share, icon=ft.Icons.SHARE))
    if state.layout.beside >= ACTIONS * state.layout.growth:
        return [ft.Row([filling(actions[0]), *actions[1:]], spacing=8)]
    return actions


async def _run(state: Store, page: ft.Page, work: Work[File], form: Format, sharing: Sharing) -> None:
    """Makes the file of an export, and gives it to the person, unless that is cancelled meanwhile."""
    t, job = state.t, state.exporting
    assert job is not None

    def between(done: float) -> None:
        job.check()
        if job.done != (done := round(done, 2)):
            job.done = done
            state.changed()

    try:
        file = await background.run_in_slices(work, between)
        job.check()
        state.exporting = None
        state.changed()
        kind = form.media_type if file.name.endswith(form.ending) else ZIP
        if await give(page, file, sharing, kind):
            state.say(t("Done: {name}", name=file.name))
    except background.Cancelled:
        state.say(t("Cancelled: nothing was written."))
    finally:
        if state.exporting is job:
            state.exporting = None
            state.changed()


def _exporting(state: Store, ids: Iterable[str], form: Format, options: Options) -> Work[File]:
    """Makes the file of an export. Raises HistoryError."""
    evenings: list[Evening] = []
    for id_ in ids:
        evenings.append(state.history.load(id_))
        yield 0.0
    evenings.sort(key=lambda each: (each.start.created, each.id))
    files = []
    for each in export(evenings, form, state.t, options, state.history):
        if isinstance(each, File):
            files.append(each)
        else:
            yield each
    return bundled(files, evenings)


def _format(t: Translator, form: Format, chosen: bool, choose: Handler) -> ft.Control:
    titles = {
        Format.TEXT: (t("Text"), t("The standings, for a chat")),
        Format.PNG: (t("Picture"), t("Standings and curve, handsome on a phone")),
        Format.PDF: (t("Score sheet (PDF)"), t("To print or to file: standings, sheet, every hand")),
        Format.XLSX: (t("Workbook (Excel)"), t("Tables with totals, to filter and to pivot")),
        Format.CSV: (t("Tables (CSV)"), t("For other programs: hands and payments")),
        Format.JSON: (t("For another Scorepad (JSON)"), t("Everything, to import on another device")),
    }
    icon, words = ft.Icon(ICONS[form], size=24, color=Ink.TEXT), two_lines(*titles[form], expand=True)
    row = ft.Row([icon, words, radio(chosen)], spacing=12)
    return row_tile(f"format-{form.value}", row, choose, chosen=chosen, padding=10)


def _details(
    t: Translator, form: Format, options: Options, choose: Callable[[Options], None]
) -> list[ft.Control]:

    def one(name: str, words: str, **changes: Any) -> ft.Control:
        changed = replace(options, **changes)
        return chip(name, words, partial(choose, changed), toggled=options == changed)

    if form is Format.PDF:
        words = {"a4": "A4", "letter": t("US Letter")}
        papers = [one(f"paper-{paper}", words[paper], paper=paper) for paper in PAPERS]
        whole = chip(
            "sheet-only",
            t("Sheet only"),
            partial(choose, replace(options, sheet_only=not options.sheet_only)),
            toggled=options.sheet_only,
        )
        return [*papers, whole]
    if form is Format.PNG:
        return [one("picture-light", t("Light"), dark=False), one("picture-dark", t("Dark"), dark=True)]
    if form is Format.CSV:
        titles = (t("Standard"), t("French Excel"), t("German Excel"))
        return [
            one(f"profile-{each}", words, profile=each) for each, words in zip(PROFILES, titles, strict=True)
        ]
    return []


def _progress(t: Translator, done: float) -> ft.Control:
    words = text(t("Exporting: {percent} %", percent=int(100 * done)), Size.SMALL)
    bar = ft.ProgressBar(value=done or None, color=Ink.GAIN, bgcolor=Ink.LINE)
    return identified("progress", ft.Column([words, bar], spacing=6), live=True)


def _print(t: Translator, page: ft.Page, path: str, opened: Callable[[], None]) -> ft.Control:
    """A link to the score sheet as a page of the browser, which prints it: browsers open nothing unasked."""
    url = ft.Url(url=web_address(page, path), target=ft.UrlTarget.BLANK)
    return system_chip("print", t("Print"), ft.Icons.PRINT_OUTLINED, url=url, on_click=safely(opened))
