"""The formats in which evenings leave the app, and the files that each makes of them."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from scorepad.evening.evening import Evening
from scorepad.exports.csv_tables import Profile, hands_of, payments_of, standings_of, write_table
from scorepad.exports.names import file_names
from scorepad.exports.progress import Step, Work, nothing, part
from scorepad.exports.text import standings_text
from scorepad.history import local_day
from scorepad.i18n import Translator

if TYPE_CHECKING:
    from scorepad.history import HistoryReader

PAPERS = ("a4", "letter")


class Format(StrEnum):
    """The formats of exports."""

    TEXT = "text"
    PNG = "png"
    PDF = "pdf"
    XLSX = "xlsx"
    CSV = "csv"
    JSON = "json"

    @property
    def ending(self) -> str:
        """The ending of its files, with the dot."""
        return ".txt" if self is Format.TEXT else f".{self.value}"

    @property
    def media_type(self) -> str:
        """The media type of its files."""
        return {
            Format.TEXT: "text/plain; charset=utf-8",
            Format.PNG: "image/png",
            Format.PDF: "application/pdf",
            Format.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Format.CSV: "text/csv; charset=utf-8",
            Format.JSON: "application/json",
        }[self]

    @property
    def readable(self) -> bool:
        """Whether a terminal can show it."""
        return self in (Format.TEXT, Format.CSV, Format.JSON)

    @property
    def one_each(self) -> bool:
        """Whether every evening makes a file of its own."""
        return self in (Format.TEXT, Format.PNG)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The paper of a PDF, the colours of a picture, the profile of a CSV table."""

    paper: str = PAPERS[0]
    dark: bool = False
    profile: Profile = Profile.RFC


@dataclass(frozen=True, slots=True)
class File:
    """A whole file with its name."""

    name: str
    data: bytes


def names_of(evenings: Sequence[Evening], form: Format, t: Translator) -> list[str]:
    """The names of the files of an export, valid on every system, and all distinct.

    Only a JSON export that is too large for one file makes more files, whose names end in a number.
    """
    if form.one_each:
        return file_names([_titled([evening]) for evening in evenings], form.ending)
    title = _titled(evenings)
    tables = [t("Hands"), t("Payments"), t("Standings")]
    titles = [f"{title} {each}" for each in tables] if form is Format.CSV else [title]
    return file_names(titles, form.ending)


def _titled(evenings: Sequence[Evening]) -> str:
    """The title of a file of evenings: "2026-11-21 Chez Anne", "Tarot 2026-01-03--2026-11-21"."""
    days = sorted(str(day) for evening in evenings if (day := local_day(evening.start.created)) is not None)
    if len(evenings) == 1:
        return " ".join([*days, evenings[0].table.title.strip() or "Tarot"])
    return f"Tarot {'--'.join(dict.fromkeys([days[0], days[-1]]))}" if days else "Tarot"


def export(
    evenings: Sequence[Evening],
    form: Format,
    t: Translator,
    options: Options | None = None,
    *,
    history: HistoryReader | None = None,
    step: Step = nothing,
) -> Iterator[File]:
    """The files of a selection, one after the other; JSON needs the history of the evenings.

    Raises the errors of `step`, ValueError for no evening, and for JSON the errors of `transfer.export`.
    """
    for each in exporting(evenings, form, t, options, history):
        if isinstance(each, File):
            yield each
        else:
            step(each)


def exporting(
    evenings: Sequence[Evening],
    form: Format,
    t: Translator,
    options: Options | None = None,
    history: HistoryReader | None = None,
) -> Generator[float | File]:
    """The same as `export`, as work that can pause: the share that is done, and the files as they are made."""
    if not evenings:
        raise ValueError("there is no session to export")
    options = options or Options()
    names = names_of(evenings, form, t)
    if form is Format.JSON:
        yield from _json(evenings, names[0], history)
        yield 1
        return
    for number, name in enumerate(names):
        work, share = _data(evenings, number, form, t, options), 1 / len(names)
        yield File(name, (yield from part(work, number * share, (number + 1) * share)))
        yield (number + 1) * share


def bundled(files: Sequence[File], evenings: Sequence[Evening]) -> File:
    """Several files as one, a zip; a single one as it is. The same files give the same bytes."""
    if len(files) == 1:
        return files[0]
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for file in files:
            archive.writestr(ZipInfo(file.name), file.data, ZIP_DEFLATED)
    return File(file_names([_titled(evenings)], ".zip")[0], packed.getvalue())


def _data(
    evenings: Sequence[Evening], number: int, form: Format, t: Translator, options: Options
) -> Work[bytes]:
    """The content of one of the files; its libraries are loaded only now."""
    if form is Format.TEXT:
        return f"{standings_text(t, evenings[number])}\n".encode()
    if form is Format.PNG:
        from scorepad.exports.picture import picture

        return picture(evenings[number], t, dark=options.dark)
    if form is Format.PDF:
        from scorepad.exports.pdf import Paper, write_score_sheet

        return (yield from write_score_sheet(evenings, t, Paper[options.paper.upper()]))
    if form is Format.XLSX:
        from scorepad.exports.workbook import write_workbook

        return (yield from write_workbook(evenings, t))
    table = (hands_of, payments_of, standings_of)[number]
    return (yield from write_table(table, evenings, t, options.profile))


def _json(evenings: Sequence[Evening], name: str, history: HistoryReader | None) -> Iterator[File]:
    from scorepad.history import transfer

    if history is None:
        raise ValueError("JSON takes the history that the sessions are in")
    yield File(name, transfer.export(history, [evening.id for evening in evenings]))
