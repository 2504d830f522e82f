"""Every format makes whole files of good names, loads what makes them only then, and says how far it is."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from dataclasses import fields
from io import BytesIO
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from csv_bytes import documents as csv_rows
from evenings import after, by, stamp, started_with, table
from random_evenings import random_evening
from sample_evenings import golden_evening, halves

from scorepad.evening.evening import Evening
from scorepad.evening.events import PlayedOn
from scorepad.exports import formats
from scorepad.exports.columns import HANDS, Column
from scorepad.exports.formats import (
    CHOICES,
    PROFILES,
    CellKind,
    File,
    Format,
    Options,
    export,
    names_of,
)
from scorepad.history import History
from scorepad.i18n import Translator
from scorepad.i18n.evenings import standings_text
from scorepad.zones import Zone

T = Translator("en")
BEGINNINGS = {
    Format.TEXT: b'Tarot evening "Le mardi"',
    Format.PNG: b"\x89PNG\r\n",
    Format.PDF: b"%PDF-",
    Format.XLSX: b"PK\x03\x04",
    Format.CSV: b"evening_id,evening,",
    Format.JSON: b'{\n "format": "scorepad transfer"',
}


def files(evenings: list[Evening], form: Format) -> list[bytes]:
    return [each.data for each in export(evenings, form, T) if isinstance(each, File)]


@pytest.fixture
def history(tmp_path: Path) -> Any:
    with History(tmp_path / "data", device="here") as opened:
        for evening in (golden_evening(), halves()):
            opened.create(evening)
        yield opened


@pytest.mark.promise("Exports", "Every format makes whole files with good names.")
@pytest.mark.usefixtures("_in_paris")
@pytest.mark.parametrize("form", Format)
def test_one_evening_and_several_evenings_make_their_files(form: Format, history: History) -> None:
    evenings = [golden_evening(), halves()]
    for chosen in (evenings[:1], evenings):
        made = list(export(chosen, form, T, history=history))
        files = [each for each in made if isinstance(each, File)]
        progress = [each for each in made if isinstance(each, float | int)]
        assert [file.name for file in files] == names_of(chosen, form, T)
        assert len(files) == (len(chosen) if form.files.one_each else 3 if form is Format.CSV else 1)
        assert all(file.name.endswith(form.ending) for file in files)
        assert progress == sorted(progress)
        assert progress[-1] == pytest.approx(1)
        if form is not Format.TEXT:
            assert files[0].data.startswith(BEGINNINGS[form])
        else:
            assert files[0].data.decode() == standings_text(T, chosen[0]) + "\n"


def test_a_made_up_column_is_in_csv_and_workbook() -> None:
    """As the documentation says: a column is a line in its table, and nothing else."""
    columns = HANDS.columns
    more = Column("made_up", "Made up", CellKind.INTEGER, lambda row: 7 * row.entry.number)
    try:
        object.__setattr__(HANDS, "columns", (*columns, more))
        hands = csv_rows(files([halves()], Format.CSV)[0])
        assert [row["made_up"] for row in hands] == ["7", "14"]
        for evenings in ([halves()], [golden_evening(), halves()]):
            book = openpyxl.load_workbook(BytesIO(files(evenings, Format.XLSX)[0]))
            found = [sheet for sheet in book for row in sheet.values if "Made up" in row]
            assert found
    finally:
        object.__setattr__(HANDS, "columns", columns)


def test_the_documentation_names_every_file_of_the_room() -> None:
    room = Path(formats.__file__).parent
    readme = (room / "README.md").read_text("utf-8").partition("## In the code")[2]
    assert {path.name for path in room.glob("[!_]*.py")} <= {*re.findall(r"`(\w+\.py)`", readme)}


def test_every_option_of_a_format_is_one_that_somebody_can_choose() -> None:
    offers = [offer for form in Format for offer in (form.evenings, form.season) if offer]
    options = {each.name for each in fields(Options)}
    assert {name for offer in offers for name in offer.options} == set(CHOICES) == options
    first = {name: getattr(Options(), name) for name in CHOICES}
    assert all(
        choice.is_switch or next(iter(choice.messages)) == first[name] for name, choice in CHOICES.items()
    )
    assert CHOICES["profile"].messages.keys() == PROFILES.keys()


@pytest.mark.usefixtures("_in_paris")
def test_files_have_good_names() -> None:
    one, other = golden_evening(), started_with(halves(), created="2026-11-21T20:15:00.000Z")
    assert names_of([one], Format.XLSX, T) == ["2026-11-20 Le mardi.xlsx"]
    assert names_of([other], Format.PDF, T) == ["2026-11-21 Tarot.pdf"]
    assert names_of([one, other], Format.JSON, T) == ["Tarot 2026-11-20--2026-11-21.json"]
    assert names_of([other, other], Format.PDF, T) == ["Tarot 2026-11-21.pdf"]
    assert names_of([other, other], Format.PNG, T) == ["2026-11-21 Tarot.png", "2026-11-21 Tarot 2.png"]
    assert names_of([one], Format.CSV, Translator("fr")) == [
        f"2026-11-20 Le mardi {Translator('fr')(each)}.csv" for each in ("Hands", "Payments", "Standings")
    ]
    assert names_of([table(title="../CON", created="9999-12-31T23:59:59Z")], Format.TEXT, T) == [
        "9999-12-31 CON.txt"
    ]


@pytest.mark.promise("Names and words", "Days and times are those of the place where the reader is.")
@pytest.mark.usefixtures("_in_paris")
def test_the_day_of_an_evening_is_the_readers() -> None:
    late = table(created="2026-11-20T23:30:00.000Z", title="")
    assert names_of([late], Format.PDF, T) == ["2026-11-21 Tarot.pdf"]
    assert standings_text(T, late).startswith(T("Evening of {date}", date="Saturday, November 21, 2026"))


@pytest.mark.parametrize("form", Format)
def test_an_export_needs_an_evening_and_its_history(form: Format) -> None:
    with pytest.raises(ValueError, match="no evening"):
        list(export([], form, T))
    if form is Format.JSON:
        with pytest.raises(ValueError, match="history"):
            list(export([halves()], form, T))


@pytest.mark.parametrize("form", [Format.XLSX, Format.PDF, Format.CSV])
def test_an_export_can_be_cancelled_midway(form: Format) -> None:
    evenings = [random_evening(table(id=f"e{seed}"), 20, random.Random(seed)) for seed in range(3)]
    work, progress = export(evenings, form, T), list[float]()
    for done in work:
        if isinstance(done, float):
            progress.append(done)
        if progress and progress[-1] > 0.4:
            break
    assert len(progress) > 2
    assert progress == sorted(progress)
    assert progress[-1] < 0.9
    work.close()
    assert list(work) == []


def test_every_file_has_its_media_type() -> None:
    assert all(re.fullmatch(r"[a-z]+/[a-z.+-]+(; charset=utf-8)?", form.files.media_type) for form in Format)
    for form in Format:
        assert ("charset" in form.files.media_type) == form.files.media_type.startswith("text/")


def test_libraries_of_documents_are_loaded_only_when_used() -> None:
    """The app starts without it, and the command line too."""
    look = "import sys, scorepad.cli, scorepad.exports.formats; print(*sorted(sys.modules))"
    loaded = subprocess.check_output([sys.executable, "-c", look], text=True).split()
    assert "scorepad.exports.formats" in loaded
    assert not {"xlsxwriter", "fpdf", "PIL"} & set(loaded)
    assert "scorepad.exports.workbook" not in loaded


@pytest.mark.parametrize("form", [each for each in Format if each.evenings and each is not Format.JSON])
def test_an_evening_whose_day_was_given_leaves_in_every_format(form: Format) -> None:
    """The day has no time, so it is the same day in every zone."""
    evening = after(table(4), by(0), by(1))
    evening = evening.add(PlayedOn("2025-03-09"), stamp(evening))
    for zone in ("Pacific/Auckland", "America/New_York"):
        files = [
            each for each in export([evening], form, Translator("fr", Zone(zone))) if isinstance(each, File)
        ]
        assert files
        assert all(each.name.startswith("2025-03-09") for each in files)
