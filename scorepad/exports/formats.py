"""The front door: the formats in which evenings leave the app, and the files that each makes of them.

A new format is a file that makes it, and a line in `Format`. The libraries of a format are loaded when it is made.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from scorepad.evening.evening import Evening
from scorepad.exports.columns import DataTable as DataTable
from scorepad.exports.curve import Course as Course
from scorepad.exports.curve import CurveStyle as CurveStyle
from scorepad.exports.curve import DrawnCurve as DrawnCurve
from scorepad.exports.drawing import Area as Area
from scorepad.exports.drawing import Polyline as Polyline
from scorepad.exports.drawing import Shape as Shape
from scorepad.exports.drawing import Text as Text
from scorepad.exports.drawing import badge as badge
from scorepad.exports.drawing import bar as bar
from scorepad.exports.progress import Work as Work
from scorepad.exports.progress import finished, part
from scorepad.exports.season import SeasonReport as SeasonReport
from scorepad.exports.season import people_of as people_of
from scorepad.exports.season import report_text
from scorepad.exports.values import NUMBERS as NUMBERS
from scorepad.exports.values import CellKind as CellKind
from scorepad.exports.values import code as code
from scorepad.exports.values import shown as shown
from scorepad.history import HistoryReader
from scorepad.i18n import Translator
from scorepad.i18n.evenings import standings_text
from scorepad.tarot.scheme import Scheme
from scorepad.text import file_names
from scorepad.zones import Zone

PAPERS = ("a4", "letter")
PROFILES = ("rfc", "fr", "de")
"""The readers of a CSV table: programs, a French Excel, a German Excel."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The paper and the parts of a PDF, the colours of a picture, the profile of a CSV table."""

    paper: str = PAPERS[0]
    sheet_only: bool = False
    dark: bool = False
    profile: str = PROFILES[0]


def profile_of(language: str) -> str:
    """The profile of a spreadsheet in a language; English has none of its own."""
    return language if language in PROFILES else PROFILES[0]


@dataclass(frozen=True, slots=True)
class File:
    """A whole file with its name."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Order:
    """What is asked for; only JSON needs the history of the evenings."""

    evenings: Sequence[Evening]
    t: Translator
    options: Options
    history: HistoryReader | None


Make = Callable[[Order, int], Work[bytes]]
"""Makes one of the files of an order."""


def _text(order: Order, number: int) -> Work[bytes]:
    yield 0.0
    return f"{standings_text(order.t, order.evenings[number])}\n".encode()


def _png(order: Order, number: int) -> Work[bytes]:
    from scorepad.exports.picture import picture

    yield 0.0
    return picture(order.evenings[number], order.t, dark=order.options.dark)


def _pdf(order: Order, _: int) -> Work[bytes]:
    from scorepad.exports import paper

    options = order.options
    return paper.score_sheet(order.evenings, order.t, options.paper, sheet_only=options.sheet_only)


def _xlsx(order: Order, _: int) -> Work[bytes]:
    from scorepad.exports.workbook import workbook

    return workbook(order.evenings, order.t)


def _csv(order: Order, number: int) -> Work[bytes]:
    from scorepad.exports import csv
    from scorepad.exports.columns import TABLES

    return csv.csv_file(TABLES[number], order.evenings, order.t, csv.PROFILES[order.options.profile])


def _json(order: Order, _: int) -> Work[bytes]:
    from scorepad.history.transfer import export

    if order.history is None:
        raise ValueError("JSON takes the history that the evenings are in")
    yield 0.0
    return export(order.history, [evening.id for evening in order.evenings])


class Format(Enum):
    """The formats of exports: the ending and the media type of the files, and the function that makes them."""

    TEXT = ("text", ".txt", "text/plain; charset=utf-8", _text)
    PNG = ("png", ".png", "image/png", _png)
    PDF = ("pdf", ".pdf", "application/pdf", _pdf)
    XLSX = ("xlsx", ".xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", _xlsx)
    CSV = ("csv", ".csv", "text/csv; charset=utf-8", _csv)
    JSON = ("json", ".json", "application/json", _json)

    ending: str
    media_type: str
    make: Make

    def __new__(cls, value: str, ending: str, media_type: str, make: Make) -> Format:
        """The value is the name on the command line."""
        member = object.__new__(cls)
        member._value_, member.ending, member.media_type, member.make = value, ending, media_type, make
        return member

    @property
    def readable(self) -> bool:
        """Whether a terminal can show it."""
        return self in (Format.TEXT, Format.CSV, Format.JSON)

    @property
    def one_each(self) -> bool:
        """Whether every evening makes a file of its own."""
        return self in (Format.TEXT, Format.PNG)


def names_of(evenings: Sequence[Evening], form: Format, t: Translator) -> list[str]:
    """The names of the files of an export, valid on every system, and all distinct."""
    if form.one_each:
        return file_names([_titled([evening], t.zone) for evening in evenings], form.ending)
    tables = [f" {t('Hands')}", f" {t('Payments')}", f" {t('Standings')}"] if form is Format.CSV else [""]
    return file_names([_titled(evenings, t.zone) + table for table in tables], form.ending)


def _titled(evenings: Sequence[Evening], zone: Zone) -> str:
    """The title of a file of evenings: "2026-11-21 Chez Anne", "Tarot 2026-01-03--2026-11-21"."""
    days = sorted(zone.day(evening.start.created) for evening in evenings)
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
    """The files of a selection as they are made, and between them the share that is done, as work that can pause.

    Raises ValueError for no evening, and for JSON the errors of `history.transfer.export`.
    """
    if not evenings:
        raise ValueError("there is no evening to export")
    yield 0.0
    order, names = Order(evenings, t, options or Options(), history), names_of(evenings, form, t)
    for number, name in enumerate(names):
        share = 1 / len(names)
        yield File(name, (yield from part(form.make(order, number), number * share, (number + 1) * share)))
        yield (number + 1) * share


def score_sheet(evening: Evening, t: Translator, paper: str) -> bytes:
    """The score sheet of an evening to print at once."""
    return finished(_pdf(Order([evening], t, Options(paper=paper), None), 0))


def bundled(files: Sequence[File], evenings: Sequence[Evening], zone: Zone) -> File:
    """Several files as one, a zip named by the days in a zone; a single one as it is. The same give the same bytes."""
    if len(files) == 1:
        return files[0]
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for file in files:
            archive.writestr(ZipInfo(file.name), file.data, ZIP_DEFLATED)
    return File(file_names([_titled(evenings, zone)], ".zip")[0], packed.getvalue())


# -- a season, or a player of it ---


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

    return csv.csv_file(parts_table(report), report.season.nights, t, csv.PROFILES[options.profile])


SEASON_FORMATS: Mapping[Format, Callable[[SeasonReport, Translator, Options], Work[bytes]]] = {
    Format.TEXT: _season_text,
    Format.PNG: _season_png,
    Format.PDF: _season_pdf,
    Format.XLSX: _season_xlsx,
    Format.CSV: _season_csv,
}
"""The formats of a season, and of a player of it, and what makes each."""


def season_file(
    report: SeasonReport, form: Format, t: Translator, options: Options | None = None
) -> Work[File]:
    """A season, or a player of it, as one file, as work that can pause. CSV has a row a hand and player."""
    (name,) = file_names([f"Tarot {report.title(t, str)}"], form.ending)
    return File(name, (yield from SEASON_FORMATS[form](report, t, options or Options())))


# -- paper to write on ---


def blank_sheet(
    scheme: Scheme, players: int, t: Translator, paper: str = PAPERS[0], address: str = ""
) -> File:
    """A blank score sheet as a PDF, for three to five players; its code opens the web app at an address, if known."""
    from scorepad.exports import blank

    (name,) = file_names([blank.title(t, players)], Format.PDF.ending)
    return File(name, finished(blank.blank_sheet(scheme, players, t, paper, address)))
