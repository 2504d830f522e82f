"""The public interface of `exports`; the rest of scorepad imports only this module. `Format` is the table of formats.

The library that makes a format is imported when the first file of this format is made. README.md says how to add a
format.
"""

# mypy: implicit-reexport
# ruff: noqa: F401

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from io import BytesIO
from typing import Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from scorepad.evening.evening import Evening
from scorepad.exports.columns import TABLES, DataTable
from scorepad.exports.curve import CurveData, CurveStyle, DrawnCurve, season_course
from scorepad.exports.drawing import LEFT, MIDDLE, RIGHT, Area, Polyline, Shape, Text, badge, bar, gain_bar
from scorepad.exports.season import SeasonReport, people_of, report_text
from scorepad.exports.values import NUMBERS, CellKind, code, shown
from scorepad.history import HistoryReader
from scorepad.i18n import N_, Translator
from scorepad.i18n.conventions import CsvProfile, csv_profiles
from scorepad.i18n.evenings import standings_text
from scorepad.tarot.scheme import Scheme
from scorepad.text import file_names
from scorepad.work import Work, finished, part
from scorepad.zones import Zone

STANDARD = "rfc"
"""The name of the CSV profile for programs."""
PROFILES = {STANDARD: CsvProfile(N_("Standard"), ",", ".", "")} | csv_profiles()
"""The CSV profiles by their names; the profile for the Excel of a language has the code of the language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The paper and the parts of a PDF, the colours of a picture, the profile of a CSV table."""

    paper: str = "a4"
    sheet_only: bool = False
    dark: bool = False
    profile: str = STANDARD


class Choice(NamedTuple):
    """How people choose an option: the messages of its values, and the help text on the command line.

    An option that has only a message for True is a switch, off by default. If `kept` is True, the app keeps the value
    for the next export.
    """

    messages: Mapping[Any, str]
    help: str
    kept: bool = True

    @property
    def is_switch(self) -> bool:
        """Whether the option is on or off."""
        return len(self.messages) == 1


CHOICES = {
    "paper": Choice({"a4": "A4", "letter": N_("US Letter")}, "size of the paper of a PDF"),
    "sheet_only": Choice({True: N_("Sheet only")}, "a PDF without standings, curve and single hands"),
    "dark": Choice({False: N_("Light"), True: N_("Dark")}, "a dark picture", kept=False),
    "profile": Choice(
        {name: profile.reader for name, profile in PROFILES.items()},
        f"CSV for programs ({STANDARD}), or for the Excel of a language",
    ),
}
"""The choices for each field of `Options`, by its name; the screens and the command line offer all of them."""
PAPERS = tuple(CHOICES["paper"].messages)


def profile_of(language: str) -> str:
    """The name of the CSV profile for a language; without a profile of the language, the profile for programs."""
    return language if language in PROFILES else STANDARD


@dataclass(frozen=True, slots=True)
class File:
    """The name and the content of a file."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """The evenings to export, the language and the options; only JSON needs the `history`."""

    evenings: Sequence[Evening]
    t: Translator
    options: Options
    history: HistoryReader | None


# -- the functions that make each format from evenings ---


def _text(order: ExportRequest, number: int) -> Work[bytes]:
    yield 0.0
    return f"{standings_text(order.t, order.evenings[number])}\n".encode()


def _png(order: ExportRequest, number: int) -> Work[bytes]:
    from scorepad.exports.picture import picture

    yield 0.0
    return picture(order.evenings[number], order.t, dark=order.options.dark)


def _pdf(order: ExportRequest, _: int) -> Work[bytes]:
    from scorepad.exports import paper

    options = order.options
    return paper.score_sheet(order.evenings, order.t, options.paper, sheet_only=options.sheet_only)


def _xlsx(order: ExportRequest, _: int) -> Work[bytes]:
    from scorepad.exports.workbook import workbook

    return workbook(order.evenings, order.t)


def _csv(order: ExportRequest, number: int) -> Work[bytes]:
    from scorepad.exports import csv

    return csv.csv_file(TABLES[number], order.evenings, order.t, PROFILES[order.options.profile])


def _json(order: ExportRequest, _: int) -> Work[bytes]:
    from scorepad.history.transfer import export

    if order.history is None:
        raise ValueError("JSON takes the history that the evenings are in")
    yield 0.0
    return export(order.history, [evening.id for evening in order.evenings])


# -- the functions that make each format from a season or a player ---


def _season_text(report: SeasonReport, t: Translator, _: Options) -> Work[bytes]:
    yield 0.0
    return f"{report_text(t, report)}\n".encode()


def _season_png(report: SeasonReport, t: Translator, options: Options) -> Work[bytes]:
    from scorepad.exports.pinned import picture

    yield 0.0
    return picture(report, t, dark=options.dark)


def _season_pdf(report: SeasonReport, t: Translator, options: Options) -> Work[bytes]:
    from scorepad.exports.pinned import page

    return page(report, t, options.paper)


def _season_xlsx(report: SeasonReport, t: Translator, _: Options) -> Work[bytes]:
    from scorepad.exports.workbook import season_workbook

    return season_workbook(report, t)


def _season_csv(report: SeasonReport, t: Translator, options: Options) -> Work[bytes]:
    from scorepad.exports import csv
    from scorepad.exports.parts import parts_table

    return csv.csv_file(parts_table(report), report.season.nights, t, PROFILES[options.profile])


# -- the table of formats ---


CSV_TABLES = tuple(each.title for each in TABLES)


class FileKind(NamedTuple):
    """The files of a format, with their ending and their media type.

    Each evening has a file of its own if `one_each`. A format with several `tables` has a file for each table. A
    `readable` file can be shown in a terminal.
    """

    ending: str
    media_type: str
    one_each: bool = False
    tables: tuple[str, ...] = ("",)
    readable: bool = False


class Offer(NamedTuple):
    """A format as a person chooses it: the messages of its title and its purpose, and the function that makes it.

    `options` are the names of the `Options` that this function uses.
    """

    title: str
    purpose: str
    make: Callable[..., Work[bytes]]
    options: tuple[str, ...] = ()

    def words(self, t: Translator) -> tuple[str, str]:
        """The title and the purpose."""
        return t(self.title), t(self.purpose)


class Format(Enum):
    """The table of formats, in the order in which the screens show them.

    Each format has its name on the command line, its files, its offer for evenings, and its offer for a season or a
    player, if there is one.
    """

    TEXT = (
        "text",
        FileKind(".txt", "text/plain; charset=utf-8", one_each=True, readable=True),
        Offer(N_("Text"), N_("The standings, for a chat"), _text),
        Offer(N_("Text"), N_("A few lines for a chat"), _season_text),
    )
    PNG = (
        "png",
        FileKind(".png", "image/png", one_each=True),
        Offer(N_("Picture"), N_("Standings and curve, for a phone"), _png, ("dark",)),
        Offer(N_("Picture"), N_("The same for a chat"), _season_png, ("dark",)),
    )
    PDF = (
        "pdf",
        FileKind(".pdf", "application/pdf"),
        Offer(
            N_("Score sheet (PDF)"),
            N_("To print or to file: standings, sheet, every hand"),
            _pdf,
            ("paper", "sheet_only"),
        ),
        Offer(N_("A page to pin up (PDF)"), N_("Everything at a glance"), _season_pdf, ("paper",)),
    )
    XLSX = (
        "xlsx",
        FileKind(".xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        Offer(N_("Workbook (Excel)"), N_("Tables with totals, to filter and to pivot"), _xlsx),
        Offer(N_("Workbook (Excel)"), N_("Its tables, to filter"), _season_xlsx),
    )
    CSV = (
        "csv",
        FileKind(".csv", "text/csv; charset=utf-8", tables=CSV_TABLES, readable=True),
        Offer(N_("Tables (CSV)"), N_("For other programs: hands and payments"), _csv, ("profile",)),
        Offer(N_("Table (CSV)"), N_("Every hand of every player, to pivot"), _season_csv, ("profile",)),
    )
    JSON = (
        "json",
        FileKind(".json", "application/json", readable=True),
        Offer(N_("For another Scorepad (JSON)"), N_("Everything, to import on another device"), _json),
    )

    files: FileKind
    evenings: Offer
    season: Offer | None

    def __new__(cls, value: str, files: FileKind, evenings: Offer, season: Offer | None = None) -> Format:
        """Makes a format; its `value` is the name on the command line."""
        member = object.__new__(cls)
        member._value_, member.files, member.evenings, member.season = value, files, evenings, season
        return member

    @property
    def ending(self) -> str:
        """The ending of the file names, such as ".pdf"."""
        return self.files.ending


FORMATS = {form.value: form for form in Format}
"""The formats, by their names on the command line."""
SEASON_FORMATS = tuple(form for form in Format if form.season)
"""The formats that a season, or a player of it, can have."""


# -- an export ---


def names_of(evenings: Sequence[Evening], form: Format, t: Translator) -> list[str]:
    """The names of the files of an export, valid on every system, and all distinct."""
    if form.files.one_each:
        return file_names([_titled([evening], t.zone) for evening in evenings], form.ending)
    title = _titled(evenings, t.zone)
    return file_names([f"{title} {t(each)}" if each else title for each in form.files.tables], form.ending)


def _titled(evenings: Sequence[Evening], zone: Zone) -> str:
    """The name of a file of evenings: "2026-11-21 Chez Anne", "Tarot 2026-01-03--2026-11-21"."""
    days = sorted(zone.day(evening.began) for evening in evenings)
    if len(evenings) == 1:
        return " ".join([*days, evenings[0].table.title.strip() or "Tarot"])
    return f"Tarot {'--'.join(dict.fromkeys([days[0], days[-1]]))}"


def export(
    evenings: Sequence[Evening],
    form: Format,
    t: Translator,
    options: Options | None = None,
    history: HistoryReader | None = None,
) -> Generator[float | File]:
    """Makes the files of an export; yields each file when it is ready, and between files the share of work done.

    Only JSON needs a `history`. Raises ValueError if `evenings` is empty, or for JSON without a `history`; for JSON,
    also raises the errors of `history.transfer.export`.
    """
    if not evenings:
        raise ValueError("there is no evening to export")
    yield 0.0
    order, names = ExportRequest(evenings, t, options or Options(), history), names_of(evenings, form, t)
    for number, name in enumerate(names):
        share = 1 / len(names)
        yield File(
            name, (yield from part(form.evenings.make(order, number), number * share, (number + 1) * share))
        )
        yield (number + 1) * share


def score_sheet(evening: Evening, t: Translator, paper: str) -> bytes:
    """Makes the PDF of one evening, as for `Format.PDF` with default options, without pauses."""
    return finished(_pdf(ExportRequest([evening], t, Options(paper=paper), None), 0))


def bundled(files: Sequence[File], evenings: Sequence[Evening], zone: Zone) -> File:
    """Packs several files into a zip; returns a single file unchanged.

    The name of the zip has the days of the evenings, in the time zone `zone`. The same files give the same bytes.
    """
    if len(files) == 1:
        return files[0]
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for file in files:
            archive.writestr(ZipInfo(file.name), file.data, ZIP_DEFLATED)
    return File(file_names([_titled(evenings, zone)], ".zip")[0], packed.getvalue())


def season_file(
    report: SeasonReport, form: Format, t: Translator, options: Options | None = None
) -> Work[File]:
    """Makes one file of a season or of a player; CSV has one row per hand and player.

    Raises ValueError for a format that a season does not have.
    """
    if form.season is None:
        raise ValueError(f"a season has no {form.value}")
    (name,) = file_names([f"Tarot {report.title(t, str)}"], form.ending)
    return File(name, (yield from form.season.make(report, t, options or Options())))


# -- paper to write on ---


def blank_sheet(
    scheme: Scheme, players: int, t: Translator, paper: str = PAPERS[0], address: str = ""
) -> File:
    """Makes a blank score sheet as a PDF, for 3 to 5 players; with an `address`, a QR code opens the web app."""
    from scorepad.exports import blank

    (name,) = file_names([blank.title(t, players)], Format.PDF.ending)
    return File(name, finished(blank.blank_sheet(scheme, players, t, paper, address)))
