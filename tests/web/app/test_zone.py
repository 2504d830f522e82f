"""Python in a browser has no tz database: it uses the clock of the browser, with all its changes."""

from __future__ import annotations

import json
import os
import subprocess
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from edges import ODD, ZONES, sides

from scorepad import zones
from scorepad.web.app.build import find_client, find_node

RUN = Path(__file__).with_name("zones.mjs")


@pytest.mark.promise(
    "The web app", "The clock of a web app is that of its browser, before and after each change of clocks."
)
@pytest.mark.parametrize("zone", [*ZONES, ODD[0]])
def test_the_web_app_uses_the_clock_of_its_browser(zone: str) -> None:
    """At each side of midnight, of New Year and of both changes."""
    command = [find_node(), RUN, find_client()[0] / "pyodide", zones.__file__]
    done = subprocess.run(
        [*map(str, command)],
        input=json.dumps(sides(zone)),
        env=os.environ | {"TZ": zone},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    there = [datetime.fromisoformat(at).astimezone(ZoneInfo(zone)).isoformat() for at in sides(zone)]
    assert json.loads(done.stdout) == there
