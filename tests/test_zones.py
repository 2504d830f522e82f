"""A moment has one day for each reader: the day in the reader's zone, wherever it is shown, selected or counted."""

from __future__ import annotations

import ast
import csv
import io
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import openpyxl
import pytest
from edges import ODD, ZONES, clock_changes, sides, written
from evenings import gardes, started_with, table
from hypothesis import given
from hypothesis import strategies as st
from system_zone import system_in
from test_layers import MODULES, dotted

from scorepad.evening.evening import Evening
from scorepad.evening.event_place import Stamp
from scorepad.exports.formats import File, Format, Options, SeasonReport, export, season_file
from scorepad.exports.season import month_rows
from scorepad.exports.wording import Wording
from scorepad.history import Summary, find_summaries
from scorepad.i18n import Translator
from scorepad.stats.counting import tally_of
from scorepad.stats.scopes import EVER, Scope, year
from scorepad.stats.season import Season, season
from scorepad.work import finished
from scorepad.zones import SYSTEM, Zone, zone_names, zone_said

MOMENTS = st.datetimes(datetime(1970, 1, 2), datetime(2037, 12, 30), timezones=st.just(UTC)).map(written)
EXACT = "%d.%m.%Y %H:%M:%S"


def evening_at(at: str) -> Evening:
    """An evening that began then, with a hand at the same moment."""
    return gardes(table(created=at, title=""), 1, lambda: Stamp(at))


def season_of(evening: Evening, zone: Zone, scope: Scope = EVER) -> Season:
    return season([tally_of(evening)], scope, lambda id_: id_, day_of=zone.day)


# -- the zone itself ---


@pytest.mark.parametrize("zone", [*ZONES, *ODD])
def test_the_system_and_a_named_zone_agree_around_every_clock_change(zone: str) -> None:
    """A window, a phone and a web app ask the system about each moment: its offset of today would be wrong."""
    info, named = ZoneInfo(zone), Zone(zone)
    assert len([*clock_changes(zone)]) == (
        0 if zone in ("UTC", "Asia/Kathmandu", "Pacific/Kiritimati") else 2
    )
    with system_in(zone):
        for at in sides(zone):
            there = datetime.fromisoformat(at).astimezone(info)
            for each in (named, SYSTEM):
                assert each.clock(at).isoformat() == there.isoformat()
                assert each.day(at) == there.date().isoformat()
        assert not named.differs
        assert Translator("en", named).zone_note == ""


@pytest.mark.parametrize("zone", ZONES)
def test_a_day_alone_is_the_same_everywhere(zone: str) -> None:
    assert Zone(zone).day("2026-12-31") == "2026-12-31"
    assert Translator("en", Zone(zone)).date("2026-12-31") == "Thursday, December 31, 2026"


@pytest.mark.parametrize("at", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
@pytest.mark.parametrize("zone", ZONES)
def test_the_ends_of_the_calendar_have_a_day(at: str, zone: str) -> None:
    assert abs(date.fromisoformat(Zone(zone).day(at)) - date.fromisoformat(at[:10])) <= timedelta(days=1)


@pytest.mark.promise(
    "The served app",
    "A browser that sends a false time zone opens no file, and gets the server’s zone.",
)
@pytest.mark.parametrize(
    "name",
    [
        *(
            "../../etc/passwd",
            "/etc/localtime",
            "Europe",
            "Europe/",
            "europe/paris",
            "Europe/Paris\0",
            "localtime",
        ),
        *(
            "",
            " ",
            "Etc/../Etc/UTC",
            "Factory",
            "UTC+25",
            "x" * 100_000,
            None,
            5,
            ["UTC"],
            {"UTC": 1},
            b"UTC",
        ),
    ],
)
def test_an_unknown_zone_name_means_the_zone_of_the_system(name: object) -> None:
    """A client can say anything. No file is opened for it."""
    assert zone_said(name) == SYSTEM
    if isinstance(name, str) and name:
        with pytest.raises(ValueError, match="no zone"):
            Zone(name)


def test_every_name_of_the_database_is_a_zone() -> None:
    assert len(zone_names()) > 400
    for name in zone_names():
        assert zone_said(name).day("2026-06-15T12:00:00Z")[:7] == "2026-06"


def test_the_zone_is_named_where_clocks_differ() -> None:
    with system_in("Europe/Paris"):
        assert Translator("en", Zone("America/New_York")).zone_note == "Times of America/New York"
        assert Translator("fr", Zone("UTC")).zone_note == "À l’heure d’UTC"
        assert Translator("de", Zone("Africa/Casablanca")).zone_note == "Zeitzone Africa/Casablanca"
        for same in (SYSTEM, Zone("Europe/Paris"), Zone("Europe/Berlin")):
            assert Translator("en", same).zone_note == ""


# -- one day everywhere ---


def assert_one_day(at: str, name: str) -> None:
    """The screen, the search, the filter, the season, the sheet, tables and file names have the same day."""
    zone, evening = Zone(name), evening_at(at)
    there = datetime.fromisoformat(at).astimezone(ZoneInfo(name))
    day, before, after = (there.date() + timedelta(days=by) for by in (0, -1, 1))
    t, summary = Translator("de", zone), Summary.of(evening)
    assert t.date(at) == t.date(str(day))
    assert t.short_date(at) == t.short_date(str(day))
    assert t.month(at) == t.month(str(day))
    assert t.time(at) == f"{there:%H:%M}"
    for since, until, found in ((day, day, True), (None, before, False), (after, None, False)):
        assert bool(find_summaries([summary], zone, since=since, until=until)) == found
    assert find_summaries([summary], zone, text=str(day), day_words=t.day_words)
    assert not find_summaries([summary], zone, text=str(before), day_words=t.day_words)
    found_season = season_of(evening, zone)
    assert [night.day for night in found_season.nights] == [str(day)]
    assert [*found_season.months] == [str(day)[:7]]
    assert season_of(evening, zone, year(day.year)).nights
    for other in (year(day.year - 1), year(day.year + 1), Scope(until=str(before)), Scope(since=str(after))):
        assert not season_of(evening, zone, other).nights
    assert Wording(evening, t).about[0] == t.date(str(day))
    report = SeasonReport(found_season, lambda _: evening)
    assert [row.day for row in month_rows(report)] == [f"{day:%Y-%m}-01"]
    hands = next(files(evening, Format.CSV, t))
    assert hands.name.startswith(f"{day} ")
    assert f"{there:{EXACT}}" in cells(hands)
    assert f"{day:%d.%m.%Y}" in cells(finished(season_file(report, Format.CSV, t, Options(profile="de"))))


def files(evening: Evening, form: Format, t: Translator) -> Iterator[File]:
    made = export([evening], form, t, Options(profile="de"))
    yield from (each for each in made if isinstance(each, File))


def cells(file: File) -> list[str]:
    """The cells of the second line of a table."""
    _, second, *_ = csv.reader(io.StringIO(file.data.decode("utf-8-sig")), delimiter=";")
    return second


@pytest.mark.promise(
    "The served app",
    "Every screen, search, season, export and file name uses the reader’s day for a moment.",
)
@given(MOMENTS, st.sampled_from([*ZONES, *ODD]))
def test_a_moment_is_on_one_day_everywhere(at: str, zone: str) -> None:
    assert_one_day(at, zone)


@pytest.mark.parametrize("zone", ZONES)
def test_a_moment_is_on_one_day_around_every_clock_change(zone: str) -> None:
    for at in sides(zone):
        assert_one_day(at, zone)


@pytest.mark.parametrize("zone", ZONES)
def test_a_workbook_has_the_times_of_its_reader_and_names_the_zone(zone: str) -> None:
    at, t = "2026-12-31T11:30:00.000Z", Translator("en", Zone(zone))
    with system_in("Asia/Kathmandu"):
        (file,) = files(evening_at(at), Format.XLSX, t)
    sheet = openpyxl.load_workbook(io.BytesIO(file.data))["Hands"]
    head, row = [[cell.value for cell in row] for row in sheet["A4:B5"]]
    assert head == ["Hand", f"Date ({t.zone_name})"]
    assert row[1] == datetime.fromisoformat(at).astimezone(ZoneInfo(zone)).replace(tzinfo=None)


@pytest.mark.parametrize(("zone", "day"), [("UTC", "2026-12-31"), ("Europe/Paris", "2027-01-01")])
def test_the_sheets_of_a_workbook_have_the_days_of_its_reader(zone: str, day: str) -> None:
    evenings = [
        evening_at("2026-12-31T23:30:00.000Z"),
        started_with(evening_at("2026-11-01T12:00:00.000Z"), id="other"),
    ]
    made = export(evenings, Format.XLSX, Translator("en", Zone(zone)))
    (file,) = (each for each in made if isinstance(each, File))
    book = openpyxl.load_workbook(io.BytesIO(file.data))
    assert book.sheetnames[-2:] == [day, "2026-11-01"]


def test_a_season_names_its_zone_once() -> None:
    """In a line above its tables; in a file that is a table, over the days."""
    evening = evening_at("2026-12-31T23:30:00.000Z")
    for zone in ("UTC", "Pacific/Auckland"):
        t = Translator("fr", Zone(zone))
        report = SeasonReport(season_of(evening, t.zone), lambda _: evening)
        with system_in("UTC"):
            made = {
                form: finished(season_file(report, form, t, Options(profile="fr"))).data
                for form in (Format.CSV, Format.TEXT)
            }
            sheets = openpyxl.load_workbook(io.BytesIO(finished(season_file(report, Format.XLSX, t)).data))
        said = int(zone != "UTC")
        assert made[Format.CSV].decode().count(f"Date ({zone})") == said
        assert made[Format.TEXT].decode().count(f"À l’heure de {zone}") == said
        heads = [cell.value for sheet in sheets for cell in sheet[1]]
        assert heads.count(f"Date ({zone})") == said


def test_tables_for_programs_have_moments_in_utc() -> None:
    t, at = Translator("en", Zone("Pacific/Auckland")), "2026-12-31T11:30:00.000Z"
    first = next(each for each in export([evening_at(at)], Format.CSV, t) if isinstance(each, File))
    assert at in first.data.decode()
    assert b"Auckland" not in first.data


def test_the_same_tallies_make_a_season_for_each_reader() -> None:
    """A tally has no day: New Year is at another moment for each reader."""
    evening = evening_at("2026-12-31T10:30:00.000Z")
    days = {name: season_of(evening, Zone(name)).nights[0].day for name in ZONES}
    assert days == dict.fromkeys(ZONES, "2026-12-31")
    evening = evening_at("2026-12-31T23:30:00.000Z")
    days = {name: season_of(evening, Zone(name)).nights[0].day for name in ZONES}
    assert days == {
        "UTC": "2026-12-31",
        "Europe/Paris": "2027-01-01",
        "Pacific/Auckland": "2027-01-01",
        "America/New_York": "2026-12-31",
    }


# -- nobody asks the system without saying so ---

SYSTEM_TIMES = {"localtime", "strftime", "mktime", "ctime", "asctime", "utcnow", "utcfromtimestamp", "today"}
"""Functions of `time`, `datetime` and `date` that are about the system's zone, or about no zone."""
NEED_A_ZONE = {"now": 0, "astimezone": 0, "fromtimestamp": 1}
"""Functions that are about the system's zone unless they are called with more arguments than these."""


def system_times(code: str) -> Iterator[str]:
    """Where code asks which day or time it is for the system."""
    for node in ast.walk(ast.parse(code)):
        if not isinstance(node, ast.Call):
            continue
        *of, name = ast.unparse(node.func).rpartition("(")[2].split(".")
        given = len(node.args) + len(node.keywords)
        is_clock = name == "astimezone" or of[-1:] in ([], ["datetime"], ["date"], ["Day"], ["time"])
        if is_clock and (name in SYSTEM_TIMES or given <= NEED_A_ZONE.get(name, -1)):
            yield f"line {node.lineno}: {name}"


@pytest.mark.promise(
    "Packaging and checks",
    "A module finds a local time only by the reader’s time zone.",
)
def test_no_module_asks_the_system_for_the_readers_zone() -> None:
    """`Zone` alone does it: `astimezone(None)` is its way to the system."""
    found = {dotted(path): [*system_times(path.read_text("utf-8"))] for path in MODULES}
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    ("code", "found"),
    [
        *[("datetime.now()", True), ("moment.astimezone()", True), ("date.today()", True)],
        *[("datetime.fromtimestamp(5)", True), ("time.localtime()", True), ("datetime.datetime.now()", True)],
        *[("localtime()", True), ("datetime.fromisoformat(at).astimezone()", True), ("wanted.now()", False)],
        *[("datetime.now(UTC)", False), ("moment.astimezone(info)", False), ("time.monotonic()", False)],
        ("datetime.fromtimestamp(5, UTC)", False),
    ],
)
def test_a_question_to_the_system_is_found(code: str, found: bool) -> None:
    assert bool([*system_times(code)]) == found
