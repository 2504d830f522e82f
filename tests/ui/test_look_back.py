"""Looking back: the season, a player, and the hands behind a figure."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

import pytest
from words import t

from scorepad.evening.evening import Evening
from scorepad.evening.events import Ended
from scorepad.evening.people import Member, Person
from scorepad.history import Player
from scorepad.tarot.hand import Bid, Hand
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.ui import routes

from .client import Driver
from .evening import Windows, flaws

YEAR = datetime.now().astimezone().year
GARDE, PETITE = Bid.GARDE, Bid.PETITE


def taken(evening: Evening, taker: int, points: int, bid: Bid = GARDE, partner: int | None = None) -> Hand:
    """A hand with two bouts, which needs 41 points; people are told by their seats, from 0."""
    players = evening.table.seating.players(evening.dealer)
    ids = [person.id for person in evening.sheet.people]
    other = None if partner is None else ids[partner]
    return Hand(players=players, taker=ids[taker], bid=bid, bouts=2, half_points=2 * points, partner=other)


def began(windows: Windows, day: str, people: Iterable[Person | str] | int = 4, scheme: str = "fft") -> Evening:
    """An evening of a day ("03-05" is one of this year)."""
    created = f"{day if len(day) > 5 else f'{YEAR}-{day}'}T12:00:00.000Z"
    whom = people if isinstance(people, int) else [*people]
    evening = windows.empty(whom, scheme=shipped_scheme(scheme), created=created)
    windows.history.create(evening)
    return evening


def of_this_year(windows: Windows) -> tuple[Evening, Evening]:
    """Two evenings of four: Anne takes gardes, and makes two of three; Bruno loses a petite."""
    first, second = began(windows, "01-05"), began(windows, "01-19")
    windows.record(first, taken(first, 0, 49))
    first = windows.record(first, taken(first, 0, 38))
    windows.record(second, taken(second, 1, 31, PETITE))
    second = windows.record(second, taken(second, 0, 45))
    return first, second


async def ready(app: Driver) -> None:
    """Until the evenings are counted, and hands are read."""
    await app.wait_until(lambda: not app.exists("counting") and not app.exists("reading"))


async def looked(windows: Windows, route: str, **size: float) -> Driver:
    app = await windows.window(route, **size)
    await ready(app)
    return app


async def test_the_season_from_the_menu(windows: Windows) -> None:
    of_this_year(windows)
    app = await windows.window()
    await app.tap("menu", "season")
    await ready(app)
    assert app.route == routes.SEASON
    first = app.text("standing-p0")
    print(first, app.texts())
    assert flaws(app) == []
