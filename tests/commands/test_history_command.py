"""`scorepad history`, as scripts and people meet it: what it prints, its exit codes, and what it leaves alone."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from approve import Approve
from conftest import environment
from evenings import after, by, stamps
from stored import Run, closed_pipe, indented, runner, stored
from words import t

from scorepad import cli
from scorepad.evening.deal import Deal
from scorepad.history import History, Refusal
from scorepad.history.transfer import export
from scorepad.i18n import Translator
from scorepad.i18n.errors import REFUSALS
from scorepad.tarot.hand import ThrownIn
from scorepad.tarot.scheme_data import shipped_schemes

pytestmark = pytest.mark.usefixtures("nobody_else_writes", "signals_as_before")
EVENTFUL = Path(__file__).parents[1] / "history" / "golden" / "session-5.json"
NO_EVENING = "scorepad: there is no evening {id}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    data = tmp_path / "data"
    with History(data, device="here") as history:
        stored(history, "monday", 3, created="2026-11-16T20:00:00Z")
        stored(history, "tuesday", 1, created="2026-11-17T20:00:00Z")
    return data


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str], folder: Path) -> Run:
    return runner(capsys, folder, "history")


def files(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {
        str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in folder.rglob("*")
        if path.is_file()
    }


def export_everything(folder: Path, target: Path) -> None:
    with History(folder) as history:
        target.write_bytes(export(history))


def document(out: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(out)
    return found


def test_the_rows_in_doubt_are_said(said: Run, folder: Path) -> None:
    with History(folder) as history:
        evening = history.load("monday")
        history.extend(after(evening, by(0, points=49), at=history.stamp))
        history.merge("monday", after(evening, by(0, points=46), at=stamps("other")).events)
    found = document(said("show", "monday", "--json")[1])
    assert [each["in_doubt"] for each in found["entries"]] == [False, False, False, False, True]
    assert found["conflicts"] == 1
    assert said("show", "monday")[1].count(t("to be decided in the app")) == 1


def test_the_list_shows_every_evening(said: Run) -> None:
    code, out, _ = said("list")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == ["tuesday", "monday"]
    assert "Chez monday" in out
    assert t.plural("{count} hand", "{count} hands", 3) in out
    found = document(said("list", "--json")[1])["evenings"]
    assert [(each["id"], each["hands"]) for each in found] == [("tuesday", 1), ("monday", 3)]
    assert sum(player["total"] for player in found[0]["players"]) == 0


def test_the_list_shows_the_evenings_that_a_search_finds(said: Run) -> None:
    out = said(
        "list", "--json", "--since", "2026-11-16", "--until", "2026-11-17", "--search", "MONDAY chloe"
    )[1]
    assert [each["id"] for each in document(out)["evenings"]] == ["monday"]


@pytest.mark.usefixtures("_in_paris")
def test_show_lists_every_event(said: Run, tmp_path: Path, approve: Approve) -> None:
    """In an evening in which everything has happened, and whose last hand was struck out, and another undone."""
    data = tmp_path / "eventful"
    with History(data):
        shutil.copy(EVENTFUL, data / "sessions" / "session-1.json")
    with History(data) as history:
        before, stamp = history.load("session-1"), stamps("here", minutes=0)
        evening = before.correct(before.sheet.rows[-1].id, None, stamp(), "wrong")
        evening = evening.record(Deal(evening.dealer, ThrownIn.ALL_PASSED), stamp()).undo(stamp())
        history.extend(evening)
    code, out, err = said("show", "session", "--events", data=data)
    assert (code, err) == (0, "")
    approve("show.txt", out.encode())
    approve("show.json", indented(document(said("show", "session-1", "--json", data=data)[1])))
    shown = document(said("show", "session-1", "--json", "--events", data=data)[1])
    assert [event["id"] for event in shown["events"]] == [event.id for event in evening.events]


@pytest.mark.promise(
    "The command line",
    "What a command shows of hands and evenings is in the language asked for; what it says of itself is English.",
)
def test_results_are_in_the_language_asked_for_and_the_rest_is_english(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    foreign = tmp_path / "foreign.json"
    foreign.write_text("{}", encoding="utf-8")

    def said_in_french(*words: str) -> tuple[str, str]:
        cli.main(["--data", str(folder), "--lang", "fr", *words])
        return capsys.readouterr()

    french, began = Translator("fr"), "2026-11-16T20:00:00Z"
    assert french.plural("{count} hand", "{count} hands", 3) in said_in_french("history", "list")[0]
    assert french.date(began) in said_in_french("history", "show", "monday")[0]
    assert french.month(began, first=False) in said_in_french("stats")[0].lower()
    refused = said_in_french("history", "import", str(foreign))[1]
    assert french(REFUSALS[Refusal.FOREIGN]) in refused
    assert "Nothing was changed" not in refused, "a line is in one language"
    assert said_in_french("history", "show", "sunday")[1] == NO_EVENING.format(id="sunday")
    assert said_in_french("history", "bin")[0] == "The bin is empty.\n"


def test_a_missing_or_ambiguous_evening_is_refused(said: Run, tmp_path: Path, folder: Path) -> None:
    assert said("show", "sunday") == (1, "", NO_EVENING.format(id="sunday"))
    code, _, err = said("show", "")
    assert code == 1
    assert "several evenings begin with " in err
    code, out, err = said("list", "--json", data=tmp_path / "nowhere")
    assert (code, err) == (1, "")
    assert document(out)["error"]["code"] == "FolderUnusable"
    assert not (tmp_path / "nowhere").exists()
    with pytest.raises(SystemExit) as caught:
        said("list", "--since", "yesterday")
    assert caught.value.code == 2


def test_the_latest_evening_is_found_by_every_command(said: Run, folder: Path) -> None:
    assert document(said("show", "latest", "--json")[1])["id"] == "tuesday"
    (folder / "sessions" / "tuesday.json").write_bytes(b"damaged")
    (folder / "sessions" / "tuesday.json.bak").write_bytes(b"damaged")
    assert document(said("show", "latest", "--json")[1])["id"] == "monday"
    with History(folder.parent / "empty"):
        pass
    assert said("show", "latest", data=folder.parent / "empty") == (1, "", "scorepad: No evening.\n")


@pytest.mark.parametrize("line", ["history list", "export --all --format json --out -", "score --schemes"])
def test_a_closed_pipe_ends_the_command_quietly(
    line: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No word about it, whatever the command."""
    monkeypatch.setenv("SCOREPAD_DATA", str(folder))
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    with os.fdopen(closed_pipe(), "w") as pipe:
        monkeypatch.setattr(sys, "stdout", pipe)
        try:
            code = cli.main(line.split())
        except SystemExit as end:  # of argparse
            code = int(str(end.code))
        monkeypatch.undo()
    assert (code, capsys.readouterr().err) == (1, "")


def test_a_process_with_a_closed_output_ends_quietly(folder: Path) -> None:
    """Python itself flushes once more at the end, and has nothing to complain of either."""
    with os.fdopen(closed_pipe(), "wb") as pipe:
        ended = subprocess.run(
            [sys.executable, "-m", "scorepad", "history", "list"],
            stdout=pipe,
            stderr=subprocess.PIPE,
            env=environment(SCOREPAD_DATA=str(folder), PYTHONUNBUFFERED=""),
            timeout=30,
        )
    assert (ended.returncode, ended.stderr) == (1, b"")


def test_looking_changes_nothing(said: Run, folder: Path) -> None:
    said("backup")
    before = files(folder)
    for words in (*(["list"], ["show", "monday"], ["verify"], ["backup", "--list"], ["restore", "latest"]),):
        assert said(*words)[0] == 0
    assert files(folder) == before


def test_looking_at_damaged_files_changes_nothing(said: Run, folder: Path) -> None:
    evenings = folder / "sessions"
    (evenings / "tuesday.json").write_bytes(b"damaged")
    (evenings / "monday.json").write_bytes(b"damaged")
    (evenings / "monday.json.bak").write_bytes(b"damaged")
    before = files(folder)
    code, out, err = said("verify")
    assert code == 1
    assert f"sessions/monday.json   {t('not sound')}" in out
    assert t("damaged; its spare copy is sound, and opening scorepad brings it back") in out
    assert "2" in err.split()
    found = {each["name"]: each["state"] for each in document(said("verify", "--json")[1])["files"]}
    assert found == {
        "library.json": "sound",
        "sessions/monday.json": "bad",
        "sessions/tuesday.json": "recoverable",
    }
    code, out, _ = said("list", "--json")
    read = {each["id"]: each["problem"] is None for each in document(out)["evenings"]}
    assert read == {"tuesday": True, "monday": False}
    assert files(folder) == before


def test_backup_and_restore(said: Run, folder: Path) -> None:
    def evenings() -> int:
        return len(document(said("list", "--json")[1])["evenings"])

    path = document(said("backup", "--json")[1])["backup"]["path"]
    with History(folder) as history:
        stored(history, "wednesday", 2)
    code, out, _ = said("restore", path)
    assert (code, evenings()) == (0, 3)
    assert "Nothing was replaced; use --replace to do it." in out
    code, out, _ = said("restore", path, "--replace", "--json")
    assert (code, evenings()) == (0, 2)
    assert said("restore", document(out)["before"]["path"], "--replace")[0] == 0
    assert evenings() == 3
    listed = document(said("backup", "--list", "--json")[1])["backups"]
    assert [each["kind"] for each in listed].count("restore") == 2


def test_backups_elsewhere_too(said: Run, folder: Path, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    code, _, err = said("backup", "--also", str(stick))
    assert code == 1
    assert str(stick) in err
    stick.mkdir()
    code, out, _ = said("backup", "--also", str(stick))
    made, copy = map(Path, out.split())
    assert code == 0
    assert copy.parent.parent == stick
    assert copy.read_bytes() == made.read_bytes()
    with History(folder) as history:
        stored(history, "wednesday", 2)
    assert len(said("backup")[1].split()) == 2
    stick.rename(tmp_path / "away")
    code, out, err = said("backup")
    assert (code, len(out.split())) == (0, 1)
    assert f" {stick} · {t('not there now')} · " in err
    also = document(said("backup", "--json")[1])["also"]
    assert not also["is_there"]
    assert also["path"] == str(copy.parent)
    assert said("backup", "--here-only", "--json")[0] == 0
    assert document(said("backup", "--json")[1])["also"] is None


def test_a_backup_is_made_though_the_other_folder_is_full(
    said: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick, opened = tmp_path / "stick", os.open
    stick.mkdir()
    said("backup", "--also", str(stick))

    def full(path: str, flags: int, *rest: Any, **more: Any) -> int:
        if flags & os.O_CREAT and stick in Path(path).parents:
            raise OSError(errno.ENOSPC, "planted")
        return opened(path, flags, *rest, **more)

    monkeypatch.setattr(os, "open", full)
    with History(folder) as history:
        stored(history, "wednesday", 2)
    code, out, err = said("backup")
    made = document(said("backup", "--list", "--json")[1])["backups"][0]["path"]
    assert (code, out) == (1, f"{made}\n")
    assert err.startswith(f"scorepad: {stick}")
    code, out, err = said("backup", "--json")
    found = document(out)
    assert code == 1
    assert found["backup"]["path"] == made
    assert err == ""
    assert found["also"]["problem"]["code"] == "DiskFull"
    monkeypatch.undo()
    code, out, _ = said("backup", "--json")
    assert (code, document(out)["also"]["problem"]) == (0, None)


@pytest.mark.promise(
    "The command line", "`scorepad history` brings back what is missing, all or one evening."
)
def test_missing_evenings_come_back(said: Run, folder: Path) -> None:
    made = said("backup")[1].strip()
    for each in folder.glob("sessions/monday.json*"):
        each.unlink()
    path = folder / "sessions" / "tuesday.json"
    path.with_name("tuesday.json.bak").replace(path)
    code, out, err = said("list")
    assert code == 0
    assert "monday" not in out
    assert [line.partition(": ")[2][:12] for line in err.splitlines()] == ["monday: It i", "tuesday: An "]
    missing = [
        {"id": "monday", "state": "gone", "backup": made},
        {"id": "tuesday", "state": "older", "backup": made},
    ]
    assert document(said("list", "--json")[1])["missing"] == missing
    code, out, err = said("verify")
    assert (code, out.count(t("{path} has it", path=made))) == (1, 2)
    assert "2" in err.split()
    code, out, _ = said("restore", made, "--only", "tuesday")
    assert (code, re.findall(r"\d+", out.splitlines()[0])) == (0, ["0", "1", "0"])
    assert said("restore", made, "--only", "friday") == (1, "", NO_EVENING.format(id="friday"))
    code, out, _ = said("restore", "missing", "--only", "tuesday", "--json")
    assert (code, document(out)["new"]) == (0, [])
    code, out, _ = said("restore", "missing", "--json")
    assert (code, document(out)["new"]) == (0, ["monday"])
    assert said("verify")[0] == 0
    assert document(said("list", "--json")[1])["missing"] == []
    assert {each["id"]: each["hands"] for each in document(said("list", "--json")[1])["evenings"]} == {
        "monday": 3,
        "tuesday": 1,
    }


def test_a_file_that_is_no_backup_is_not_restored(said: Run, folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    path.write_bytes(b"no zip at all")
    before = files(folder)
    code, out, _ = said("restore", str(path), "--replace", "--json")
    assert code == 1
    assert document(out)["error"]["refusal"] == "not_a_zip"
    code, _, err = said("restore", "latest")
    assert code == 1
    assert "there is no backup in " in err
    assert files(folder) == before


def test_export_and_import(said: Run, folder: Path, tmp_path: Path) -> None:
    target, other = tmp_path / "out.json", tmp_path / "other"
    export_everything(folder, target)
    code, out, _ = said("import", str(target), "--look", "--json", data=folder)
    assert code == 0
    assert document(out)["brings_nothing"]
    code, out, _ = said("import", str(target), data=other)
    assert code == 0
    assert out.startswith("new evenings: 2, ")
    code, out, _ = said("import", str(target), "--json", data=other)
    assert (code, document(out)["known"]) == (0, ["tuesday", "monday"])
    with History(folder) as ours, History(other) as theirs:
        assert {s.id: ours.load(s.id) for s in ours.summaries()} == {
            s.id: theirs.load(s.id) for s in theirs.summaries()
        }


def test_one_evening_and_the_same_people_are_imported(said: Run, folder: Path, tmp_path: Path) -> None:
    other, target = tmp_path / "other", tmp_path / "out.json"
    with History(other) as history:
        stored(history, "friday", 1, prefix="q")
        stored(history, "saturday", 1, prefix="q")
    export_everything(other, target)
    assert ": --same q0=p0" in said("import", str(target), "--look")[1]
    code, out, _ = said("import", str(target), "--only", "friday", "--same", "q0=p0", "--json")
    assert code == 0
    assert (document(out)["new"], document(out)["merged"]) == (["friday"], 1)
    with History(folder) as history:
        assert [history.player_of(f"q{number}") for number in range(4)] == ["p0", "q1", "q2", "q3"]


def test_people_of_the_same_name_all_at_once(said: Run, folder: Path, tmp_path: Path) -> None:
    other, target = tmp_path / "other", tmp_path / "out.json"
    with History(other) as history:
        stored(history, "friday", 1, prefix="q")
    export_everything(other, target)
    assert said("import", str(target), "--same-names")[0] == 0
    with History(folder) as history:
        assert [history.player_of(f"q{number}") for number in range(4)] == ["p0", "p1", "p2", "p3"]


def test_house_rules_that_differ_are_replaced_where_asked(said: Run, folder: Path, tmp_path: Path) -> None:
    other, target = tmp_path / "other", tmp_path / "other.json"
    house = replace(shipped_schemes()["pousse"], id="house", name="Chez nous")
    for where, scheme in ((folder, house), (other, replace(house, name="Chez eux"))):
        with History(where) as history:
            history.save_scheme(scheme)
    export_everything(other, target)
    code, out, _ = said("import", str(target), "--look")
    assert code == 0
    assert ": --replace-scheme house" in out
    assert json.loads(said("import", str(target), "--json")[1])["schemes"] == 0
    code, _, err = said("import", str(target), "--replace-scheme", "hose")
    assert code == 1
    assert "there are no house rules hose in the file" in err
    assert json.loads(said("import", str(target), "--replace-scheme", "house", "--json")[1])["schemes"] == 1
    with History(folder) as history:
        assert [scheme.name for scheme in history.schemes()] == ["Chez eux"]


def test_an_import_is_refused_with_the_reason(said: Run, folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"games": []}', encoding="utf-8")
    before = files(folder)
    code, out, err = said("import", str(path))
    assert (code, out) == (1, "")
    assert t("something other than Scorepad wrote it") in err
    assert said("import", str(tmp_path / "none"))[0] == 1
    assert said("import", str(tmp_path / "none"), "--json")[0] == 1
    assert {name: raw for name, (raw, _) in files(folder).items() if name != ".lock"} == {
        name: raw for name, (raw, _) in before.items() if name != ".lock"
    }


@pytest.mark.promise(
    "The command line",
    "Commands that only look work while the app is open, and the others say why they do not.",
)
def test_commands_that_only_look_work_beside_the_open_app(said: Run, folder: Path) -> None:
    """Looking and backing up go on; restoring and importing say why they do not."""
    with History(folder) as history:
        assert "monday" in said("list")[1]
        code, made, _ = said("backup")
        assert code == 0
        assert said("verify")[0] == 0
        target = folder.parent / "out.json"
        target.write_bytes(export(history))
        for words in (["restore", made.strip(), "--replace"], ["import", str(target)]):
            code, _, err = said(*words)
            assert code == 1
            assert t("Another Scorepad is using {folder}. Close it first.", folder=folder) in err
        assert said("import", str(target), "--look")[0] == 0
        stored(history, "thursday", 1)


def test_the_bin_is_listed_and_an_evening_put_back(said: Run, folder: Path) -> None:
    assert said("bin")[:2] == (0, "The bin is empty.\n")
    with History(folder) as history:
        history.move_to_bin("monday")
        history.move_to_bin(stored(history, "mondays", 1).id)
    code, out, _ = said("bin")
    assert (code, {line.split()[0] for line in out.splitlines()}) == (0, {"monday", "mondays"})
    deleted = {each["id"]: each for each in document(said("bin", "--json")[1])["deleted"]}
    assert (deleted["monday"]["hands"], deleted["monday"]["days_left"]) == (3, 30)
    assert said("bin", "--put-back", "tues") == (1, "", NO_EVENING.format(id="tues"))
    assert "several evenings begin with " in said("bin", "--put-back", "mon")[2]
    assert document(said("bin", "--put-back", "mondays", "--json")[1]) == {"put_back": "mondays"}
    assert said("bin", "--put-back", "mon")[0] == 0
    assert said("bin")[1] == "The bin is empty.\n"
