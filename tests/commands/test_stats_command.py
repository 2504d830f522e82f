"""`scorepad stats`, as scripts and people meet it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from approve import Approve
from evenings import gardes, persons, stamps, table
from stored import Run, indented, runner, stored

from scorepad.evening.events import Ended
from scorepad.evening.people import Person
from scorepad.exports.formats import SEASON_FORMATS
from scorepad.history import History
from scorepad.history.transfer import apply_import, export, preview_import

pytestmark = pytest.mark.usefixtures("nobody_else_writes", "signals_as_before")


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    with History(tmp_path, device="here") as history:
        monday = stored(history, "monday", 3, created="2025-11-16T20:00:00Z")
        history.extend(monday.add(Ended(), history.stamp()))
        stored(history, "tuesday", 1, created="2025-11-17T20:00:00Z")
    return runner(capsys, tmp_path, "stats")


@pytest.mark.promise("The command line", "`scorepad stats` prints the table of a season and its records.")
def test_the_table_of_a_season_and_its_records(said: Run, approve: Approve) -> None:
    code, out, err = said()
    assert (code, err) == (0, "")
    approve("season.txt", out.encode())
    code, out, err = said("--json", "--until", "2025-11-16")
    assert (code, err) == (0, "")
    approve("season.json", indented(json.loads(out)))


def test_looking_back_writes_nothing(said: Run, tmp_path: Path) -> None:
    def files() -> dict[Path, bytes]:
        return {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}

    before = files()
    assert said()[0] == said("--json", "--player", "Anne")[0] == 0
    assert files() == before


def test_a_player_is_found_among_several(said: Run) -> None:
    code, out, _ = said("--player", "chloé", "--with", "Anne,Bruno,Chloé", "--json")
    document = json.loads(out)
    assert code == 0
    figures = [each["figure"] for each in document["figures"]]
    assert figures[:3] == ["role=taker", "role=defender", "role=taker,bid=garde"]
    assert {each["player"] for each in document["pairs"]} == {"Anne", "Bruno"}
    assert document["evenings"][-1]["total"] == 210
    assert {each["player"] for each in document["records"]} == {"Chloé"}


@pytest.mark.promise(
    "Looking back",
    "A season shows each player by the name in the list of players.",
)
@pytest.mark.parametrize("later", ["2025-11-15T20:00:00Z", "2025-12-15T20:00:00Z"])
def test_a_player_has_the_name_that_the_list_of_players_has(said: Run, tmp_path: Path, later: str) -> None:
    """Also where the evening of another phone, earlier or later, has another one, and is of a player merged here."""
    people = [Person("their-anne", "anne", 5), *persons(4)[1:]]
    with History(tmp_path / "there", device="there") as there, History(tmp_path, device="here") as here:
        there.create(gardes(table(people, id="theirs", created=later), 2, stamps("there")))
        preview = preview_import(export(there), here)
        apply_import(preview, here, same={"their-anne": "p0"})
        names = {player.name for player in here.players()}
        assert here.player_names()["p0"] == "Anne"
    document = json.loads(said("--json")[1])
    assert {each["player"] for each in document["players"]} == names
    assert json.loads(said("--player", "Anne", "--json")[1])["evenings"]
    with History(tmp_path) as here:
        here.save_players(
            [replace(player, name="Anne-Lise") for player in here.players() if player.id == "p0"]
        )
    document = json.loads(said("--json")[1])
    assert {each["player"] for each in document["players"]} == names - {"Anne"} | {"Anne-Lise"}


def test_an_unknown_player_is_reported(said: Run) -> None:
    for option in ("--player", "--with"):
        code, out, err = said(option, "Zoé")
        names = "Anne, Bruno, Chloé, Denis"
        assert (code, out) == (1, "")
        assert err == f"scorepad: nobody is called Zoé in these evenings: {names}\n"


@pytest.mark.parametrize(
    ("profile", "begins"), [("rfc", b"evening_id,"), ("fr", b"\xef\xbb\xbf"), ("de", b"\xef\xbb\xbf")]
)
def test_a_table_is_written_for_the_reader_that_is_asked_for(
    profile: str, begins: bytes, said: Run, tmp_path: Path
) -> None:
    file = tmp_path / "season.csv"
    assert said("--output", str(file), "--profile", profile)[0] == 0
    written = file.read_bytes()
    assert written.startswith(begins)
    assert (b";" in written.splitlines()[0]) is (profile != "rfc")
    assert said("--output", str(file), "--force")[0] == 0
    assert (file.read_bytes() == written) is (profile == "rfc"), (
        "programs are the readers unless told otherwise"
    )


@pytest.mark.promise("Looking back", "`scorepad stats` writes a file by its ending, and replaces none.")
@pytest.mark.parametrize("ending", [form.ending for form in SEASON_FORMATS])
def test_a_file_is_written_by_its_ending(ending: str, said: Run, tmp_path: Path) -> None:
    file = tmp_path / f"season{ending}"
    assert said("--output", str(file)) == (0, f"{file}\n", "")
    before = file.read_bytes()
    assert len(before) > 100
    assert said("--output", str(file))[0] == 1
    assert file.read_bytes() == before


def test_an_unknown_file_ending_is_refused(said: Run, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        said("--output", "season.doc")
    assert end.value.code == 2
    assert ".txt" in capsys.readouterr().err


def test_a_span_without_an_evening_is_reported(said: Run) -> None:
    assert said("--since", "2027-01-01") == (1, "", "scorepad: No evening.\n")
