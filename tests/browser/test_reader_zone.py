"""Two real browsers in two zones look at the evening of New Year, which a server in UTC keeps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from evenings import gardes, table

from scorepad.evening.events import Ended, Stamp
from scorepad.history import History

from .conftest import OpenWindow
from .driver import Server, hasty
from .test_evening import COARSE

pytestmark = pytest.mark.xdist_group("browsers 2")

AT = "2026-12-31T11:10:00.000Z"
"""Ten past midnight in New Zealand, ten past noon in France."""


def in_utc(port: int, data: Path) -> Sequence[str]:
    return ["env", "TZ=UTC", *hasty(port, data)]


@pytest.fixture
def server(tmp_path: Path, port: int) -> Iterator[Server]:
    server = Server(tmp_path / "server", in_utc, port)
    with History(server.data) as history:
        evening = gardes(table(id="eve", created=AT, title=""), 1, lambda: Stamp("hand", AT))
        history.create(evening)
        history.extend(evening.add(Ended(), history.stamp()))
    server.start()
    yield server
    server.stop()


@pytest.mark.parametrize(
    ("zone", "day", "time"),
    [("Pacific/Auckland", "Jan 1", "12:10 AM"), ("Europe/Paris", "Dec 31", "12:10 PM")],
)
def test_each_browser_has_its_own_day(open_window: OpenWindow, zone: str, day: str, time: str) -> None:
    window = open_window(COARSE, route="/session/eve/journal", timezone_id=zone)
    window.wait_for("event-1")
    assert day in window.text("event-1")
    assert time in window.text("event-1")
    window.open("/season/month/2027-01" if day.startswith("Jan") else "/season/month/2026-12")
    window.wait_for("what-counts")
    assert window.text("what-counts").endswith(f"Times of {zone}")
    window.assert_clean()
