"""Moments on the screens are on the clock of whoever looks: of a browser, or of the system of a window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from edges import SECOND, ZONES, written
from evenings import gardes
from flet_client import Driver
from system_zone import system_in
from words import t

from scorepad.evening.evening import Evening
from scorepad.evening.event_place import Stamp
from scorepad.evening.events import Ended
from scorepad.i18n import Translator
from scorepad.ui import routes
from scorepad.ui.host import Place, Served

from .evening import Windows
from .test_look_back import looked, ready

NOON = datetime(2027, 1, 1, 12, tzinfo=UTC)
"""When it is 2027 all over the world."""


@pytest.fixture(autouse=True)
def _server() -> Iterator[None]:
    """The server is in UTC, where only one of the readers is."""
    with system_in("UTC"):
        yield


def ticking_from(moment: datetime) -> Callable[[], datetime]:
    """A clock that is a millisecond later at each look."""
    looks = 0

    def look() -> datetime:
        nonlocal looks
        looks += 1
        return moment + timedelta(milliseconds=looks)

    return look


def opened(folder: Path, now: datetime = NOON) -> Windows:
    return Windows(folder / "data", clock=ticking_from(now))


def finished_evening(windows: Windows, at: str) -> Evening:
    """An evening that began then, with a hand at the same moment; it is over."""
    id_ = windows.history.new_id()
    evening = gardes(windows.empty(created=at, id=id_), 1, lambda: Stamp(at, "elsewhere"))
    windows.history.create(evening)
    return windows.change(evening, Ended())


def served(look: dict[str, Any]) -> dict[str, Any]:
    """The arguments of `build` for a browser with this look."""
    return {"place": Place.BROWSER, "served": Served(lambda page: look, lambda *_: "/print/a.pdf")}


async def browser(windows: Windows, zone: str, route: str = "/") -> Driver:
    return await windows.window(route, **served({"language": "en", "zone": zone}))


def when(day: str, time: str) -> str:
    """A day and a time as the journal has them."""
    english = Translator("en")
    return f"{english.short_date(day)}, {english.time(f'{day}T{time}')}"


def new_year(zone: str) -> datetime:
    return datetime(2027, 1, 1, tzinfo=ZoneInfo(zone)).astimezone(UTC)


async def assert_new_year(windows: Windows, open_: Callable[[str], Any]) -> None:
    """The last second of a year and the first one of the next are in two years, months and seasons."""
    app = await open_("/")
    heads = ["January 2027", "December 2026"]
    assert [text for text in app.texts() if text in heads] == heads
    app = await open_(routes.SEASON)
    await ready(app)
    for span, months in (("year", ["2027-01"]), ("last-year", ["2026-12"]), ("all", ["2027-01", "2026-12"])):
        await app.tap(f"span-{span}")
        await ready(app)
        evenings = t.plural("{count} evening", "{count} evenings", len(months))
        assert evenings in app.text("standing-p0"), span
        assert app.named("month-") == ([f"month-{each}" for each in months] if len(months) > 1 else []), span
    app = await open_(routes.EXPORT)
    assert app.named("scope-") == ["scope-all", "scope-2027", "scope-2026"]


@pytest.mark.promise("The served app", "Each browser has its own days, months and years.")
@pytest.mark.parametrize("zone", ZONES)
async def test_the_season_at_new_year_follows_the_zone_of_the_browser(tmp_path: Path, zone: str) -> None:
    with opened(tmp_path) as windows:
        for at in (new_year(zone) - SECOND, new_year(zone)):
            finished_evening(windows, written(at))
        await assert_new_year(windows, lambda route: browser(windows, zone, route))


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("kind", ["window", "phone", "web app", "a browser that says nothing"])
async def test_the_season_at_new_year_follows_the_zone_of_the_system(
    tmp_path: Path, zone: str, kind: str
) -> None:
    """In a web app, Python's system is the browser."""
    with system_in(zone), opened(tmp_path) as windows:
        for at in (new_year(zone) - SECOND, new_year(zone)):
            finished_evening(windows, written(at))
        ways: dict[str, Callable[[str], Any]] = {
            "window": windows.computer,
            "phone": windows.window,
            "web app": windows.web_app,
            "a browser that says nothing": lambda route: windows.window(route, **served({"language": "en"})),
        }
        await assert_new_year(windows, ways[kind])


@pytest.mark.parametrize("zone", ZONES)
async def test_the_hands_behind_a_figure_are_of_the_years_of_the_browser(tmp_path: Path, zone: str) -> None:
    with opened(tmp_path) as windows:
        ids = [finished_evening(windows, written(at)).id for at in (new_year(zone) - SECOND, new_year(zone))]
        for span, id_ in zip(("last-year", "year"), ids, strict=True):
            app = await browser(windows, zone, routes.SEASON)
            await app.tap(f"span-{span}")
            await ready(app)
            await app.tap("standing-p0")
            await ready(app)
            await app.tap("bid-garde")
            await ready(app)
            assert app.named("hand-") == [f"hand-{id_}-1"]


@pytest.mark.parametrize("zone", ZONES)
async def test_an_evening_is_found_by_the_day_of_the_browser(tmp_path: Path, zone: str) -> None:
    with opened(tmp_path) as windows:
        for hours in range(-4, 5):
            finished_evening(windows, written(new_year(zone) + timedelta(hours=hours)))
        app = await browser(windows, zone)
        for words, count in (("december", 4), ("2026-12-31", 4), ("january 2027", 5), ("01/01/2027", 5)):
            await app.type("search", words)
            assert len(app.named("session-")) == count, words


@pytest.mark.parametrize("zone", ZONES)
async def test_this_year_begins_where_the_browser_is(tmp_path: Path, zone: str) -> None:
    for number, (moment, year) in enumerate(((new_year(zone) - 2 * SECOND, 2026), (new_year(zone), 2027))):
        with opened(tmp_path / str(number), moment) as windows:
            finished_evening(windows, written(new_year("UTC") - timedelta(days=40)))
            app = await browser(windows, zone, routes.SEASON)
            await ready(app)
            assert app.text("span-year") == str(year)


@pytest.mark.promise(
    "The served app",
    "The zone of times is named only if the browser’s clock differs from the server’s.",
)
async def test_the_zone_is_named_only_to_a_browser_in_another_zone(tmp_path: Path) -> None:
    with opened(tmp_path) as windows:
        evening = finished_evening(windows, written(NOON))
        for zone, said in (
            ("America/New_York", ["Times of America/New York"]),
            ("UTC", []),
            ("Africa/Abidjan", []),
        ):
            for route in (routes.journal(evening.id), routes.SEASON):
                app = await browser(windows, zone, route)
                await ready(app)
                assert [text for text in app.texts() if text.startswith("Times of")] == said
        app = await looked(windows)
        assert not [text for text in app.texts() if text.startswith("Times of")]


@pytest.mark.parametrize("said", ["../../../etc/passwd", "Europe", "", "x" * 64, "Mars/Olympus"])
async def test_a_browser_with_a_false_zone_gets_the_zone_of_the_server(tmp_path: Path, said: str) -> None:
    with opened(tmp_path) as windows:
        evening = finished_evening(windows, "2026-11-20T23:30:00.000Z")
        app = await browser(windows, said, routes.journal(evening.id))
        assert "Nov 20" in app.text("event-1")


@pytest.mark.promise("The served app", "A browser that comes back from elsewhere is in its new zone.")
async def test_a_browser_that_comes_back_from_elsewhere_is_in_its_new_zone(tmp_path: Path) -> None:
    with opened(tmp_path) as windows:
        evening, look = (
            finished_evening(windows, "2026-12-31T23:30:00.000Z"),
            {"language": "en", "zone": "UTC"},
        )
        app = await windows.window(routes.SEASON, **served(look))
        await app.tap("span-last-year")
        await ready(app)
        assert app.exists("standing-p0")
        look["zone"] = "Pacific/Auckland"
        assert app.exists("standing-p0")
        await app.session.dispatch_connect_event()
        await app.wait_until(lambda: not app.exists("standing-p0"))
        await app.tap("span-year")
        await ready(app)
        assert app.exists("standing-p0"), "it was in January there"
        await app.visit(routes.journal(evening.id))
        assert when("2027-01-01", "12:30") in app.text("event-1")
        assert "Times of Pacific/Auckland" in app.texts()


async def test_another_language_leaves_the_zone(tmp_path: Path) -> None:
    with opened(tmp_path) as windows:
        evening = finished_evening(windows, "2026-12-31T23:30:00.000Z")
        app = await browser(windows, "Pacific/Auckland", routes.SETTINGS)
        await app.tap("language-de")
        await app.visit(routes.journal(evening.id))
        assert Translator("de").short_date("2027-01-01") in app.text("event-1")
        assert "Zeitzone Pacific/Auckland" in app.texts()


async def test_exports_and_prints_have_the_day_of_the_browser(tmp_path: Path) -> None:
    printed: list[Translator] = []

    def sheet_path(evening_id: str, t: Translator, paper: str) -> str:
        printed.append(t)
        return "/print/a.pdf"

    with opened(tmp_path) as windows:
        evening = finished_evening(windows, "2026-12-31T23:30:00.000Z")
        look = {"language": "en", "zone": "Pacific/Auckland"}
        of_server = Served(lambda page: look, sheet_path)
        app = await windows.window(routes.export(evening.id), place=Place.BROWSER, served=of_server)
        assert {t.zone.name for t in printed} == {"Pacific/Auckland"}
        for form in ("csv", "xlsx", "pdf", "png", "text"):
            await app.tap(f"format-{form}", "save-export")
            await app.wait_until(lambda: not app.exists("progress"))
        names = [each["file_name"] for each in app.asked("FilePicker.save_file")]
        assert names == [f"2027-01-01 Tarot.{ending}" for ending in ("zip", "xlsx", "pdf", "png", "txt")]


async def test_two_browsers_look_at_one_evening_from_two_days(tmp_path: Path) -> None:
    """A value computed for one browser is not shown to the other."""
    with opened(tmp_path) as windows:
        finished_evening(windows, "2026-12-31T23:30:00.000Z")
        here = await browser(windows, "America/New_York", routes.SEASON)
        there = await browser(windows, "Europe/Paris", routes.SEASON)
        for app, span in ((here, "last-year"), (there, "year"), (here, "last-year")):
            await app.tap(f"span-{span}")
            await ready(app)
            assert app.exists("standing-p0")
        assert not there.exists("span-last-year")
