"""`--zone`: the commands show and select by the days of a zone, otherwise by those of the system."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from edges import SECOND, ZONES, written
from stored import runner, stored
from system_zone import system_in

from scorepad import cli
from scorepad.history import History

pytestmark = pytest.mark.usefixtures("nobody_else_writes", "signals_as_before")

StepView = list[str]
"""The words that ask for a zone; none where the system is in it."""


@pytest.fixture(params=["option", "system"])
def asked(request: pytest.FixtureRequest, zone: str) -> Iterator[StepView]:
    """Somebody in a zone, at a computer in UTC or at one in the zone."""
    with system_in("UTC" if request.param == "option" else zone):
        yield ["--zone", zone] if request.param == "option" else []


def kept(folder: Path, moments: dict[str, str]) -> Path:
    """A history with an evening that began at each of these moments, by their ids."""
    with History(folder, device="here") as history:
        for id_, at in moments.items():
            stored(history, id_, 1, created=at)
    return folder


def listed(out: str) -> list[str]:
    return sorted(each["id"] for each in json.loads(out)["evenings"])


@pytest.mark.promise(
    "The command line", "Commands show and select by the days of `--zone`, otherwise of the system."
)
@pytest.mark.parametrize("zone", ZONES)
def test_a_season_begins_at_new_year_of_the_zone(
    zone: str, asked: StepView, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = datetime(2027, 1, 1, tzinfo=ZoneInfo(zone)).astimezone(UTC)
    folder = kept(tmp_path, {"old": written(first - SECOND), "new": written(first)})
    said = {command: runner(capsys, folder, command) for command in ("history", "stats", "export")}
    for id_, year in (("old", 2026), ("new", 2027)):
        span = ("--since", f"{year}-01-01", "--until", f"{year}-12-31")
        assert listed(said["history"]("list", "--json", *span, *asked)[1]) == [id_]
        season = json.loads(said["stats"]("--json", *span, *asked)[1])
        assert {each["evening_id"] for each in season["records"]} == {id_}
        assert [each["month"] for each in season["months"]] == [f"{year}-{1 if id_ == 'new' else 12:02}-01"]
        day = "2027-01-01" if id_ == "new" else "2026-12-31"
        assert {each["day"] for each in season["records"]} == {day}
        out = tmp_path / str(year)
        code, _, _ = said["export"]("--year", str(year), "--format", "text", "--out", f"{out}/", *asked)
        assert code == 0
        assert [path.name for path in out.iterdir()] == [f"{day} Chez {id_}.txt"]


def test_the_option_is_read_after_the_command_and_before_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = kept(tmp_path, {"e": "2026-12-31T23:30:00.000Z"})
    with system_in("UTC"):
        for words in (["--zone", "Europe/Paris", "show", "e"], ["show", "e", "--zone", "Europe/Paris"]):
            assert "January 1, 2027, Times of Europe/Paris" in runner(capsys, folder, "history")(*words)[1]
        assert "Times of" not in runner(capsys, folder, "history")("show", "e")[1]
        assert "Times of Europe/Paris" in runner(capsys, folder, "stats")("--zone", "Europe/Paris")[1]


@pytest.mark.parametrize(
    ("zone", "near"),
    [
        ("Paris", "Europe/Paris"),
        ("europe/paris", "Europe/Paris"),
        ("New York", "America/New_York"),
        ("Pacific/Aukland", "Pacific/Auckland"),
        ("../../etc/passwd", ""),
        ("x" * 5_000, ""),
        ("\x1b[31m", ""),
    ],
)
def test_an_unknown_zone_is_refused_with_similar_names(
    zone: str, near: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        cli.main(["stats", "--zone", zone])
    said = " ".join(capsys.readouterr().err.split())
    assert caught.value.code == 2
    assert "\x1b" not in said
    assert "there is no zone" in said
    assert (near or "Europe/Paris") in said
    assert len(re.findall(r"\w+/\w+", said.partition("there is no zone")[2].replace(zone, ""))) <= 3
