"""Players, settings, house schemes and drafts."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from disks import RefusingDisk, WatchedDisk
from evenings import FFT, NAMES
from folders import AT, new_evening, reopened
from sample_evenings import eventful

from scorepad.faults import Fault
from scorepad.history import (
    BadRecord,
    Damaged,
    History,
    Player,
    ReportKind,
    SettingValue,
    TooNew,
    Unreadable,
)
from scorepad.history.drafts import MAX_DRAFT
from scorepad.history.file_format import encode
from scorepad.history.migrations import LIBRARY_MIGRATIONS, LIBRARY_SCHEMA
from scorepad.history.storage import AtomicStorage

ANNE, BRUNO = Player("a", "Anne", 3, AT), Player("b", "Bruno", 1)


def test_players_come_back_the_latest_first(history: History) -> None:
    history.save_players([BRUNO, replace(BRUNO, id="c", name="bea"), ANNE])
    assert [player.name for player in history.players()] == ["Anne", "bea", "Bruno"]
    history.save_players([replace(BRUNO, name="Brünhilde")])
    history.save_players([ANNE, ANNE])
    with reopened(history) as again:
        assert [player.name for player in again.players()] == ["Anne", "bea", "Brünhilde"]
    with reopened(again) as again:
        assert [player.id for player in again.players()] == ["a", "c", "b"]
        assert again.players()[1].person.name == "bea"


def test_a_person_who_sits_down_is_remembered(history: History) -> None:
    history.save_players([Player("player-0", "Annette", 7)])
    history.create(new_evening())
    assert {player.name: (player.mark, player.last_used) for player in history.players()} == {
        "Annette": (7, AT),
        **{NAMES[mark]: (mark, AT) for mark in (1, 2, 3)},
    }
    history.create(new_evening("session-2", created="2020-01-01T00:00:00Z"))
    assert all(player.last_used == AT for player in history.players())


def test_settings_come_back(history: History) -> None:
    values: dict[str, SettingValue] = {
        "language": "fr",
        "theme": "dark",
        "sheet.compact": True,
        "text-size": 3,
    }
    for key, value in values.items():
        history.set_setting(key, value)
    history.set_setting("theme", "light")
    history.set_setting("language", None)
    history.save_players([ANNE, BRUNO])
    raw = (history.folder / "library.json").read_bytes()
    history.save_players([BRUNO, ANNE])
    history.set_setting("language", None)
    assert (history.folder / "library.json").read_bytes() == raw, "nothing changed is nothing written"
    with reopened(history) as again:
        assert again.settings() == {"theme": "light", "sheet.compact": True, "text-size": 3}
        assert again.settings()["sheet.compact"] is True


def test_house_schemes_come_back(history: History) -> None:
    ours = replace(FFT, id="ours", name="Chez nous")
    theirs = replace(FFT, id="theirs", name="Autrement")
    history.save_scheme(ours)
    history.save_scheme(theirs)
    history.save_scheme(replace(ours, petit_au_bout=replace(ours.petit_au_bout, points=20)))
    with reopened(history) as again:
        assert [scheme.id for scheme in again.schemes()] == ["theirs", "ours"]
        assert again.schemes()[1].petit_au_bout.points == 20
        again.remove_scheme("ours")
        assert again.schemes() == [theirs]


def test_a_value_that_could_not_be_read_back_is_not_saved(history: History) -> None:
    players = (
        *[Player("", "Anne"), Player("a" * 65, "Anne"), Player("a", "A" * 31), Player("a", "\ud83d")],
        *[Player("a", "Anne", -1), Player("a", "Anne", 0, "yesterday"), Player("a", 3)],  # type: ignore[arg-type]
    )
    for player in players:
        with pytest.raises(BadRecord):
            history.save_players([BRUNO, player])
    values: tuple[Any, ...] = (1.5, ["dark"], "x" * 501, 2**60, "\ud83d")
    keys = ("", "Language", "a b", "x" * 41)
    for key, value in [*((key, 1) for key in keys), *(("theme", value) for value in values)]:
        with pytest.raises(BadRecord):
            history.set_setting(key, value)
    assert (history.players(), history.settings()) == ([], {})


# -- drafts ----------------------------------------------------------------------------------------

DRAFT = {"taker": "a", "bid": None, "digits": "4", "half": True, "poignees": [["a", "single"]], "bouts": 2}


@pytest.mark.promise("The history", "A hand half entered is kept for the next start.")
def test_a_draft_survives_a_history_that_was_not_closed(history: History) -> None:
    history.save_draft("session-1", {"taker": "b"})
    history.save_draft("session-1", DRAFT)
    history.save_draft("session-2", {})
    found = history.draft("session-1")
    assert found == DRAFT
    found["poignees"].clear()
    assert history.draft("session-1") == DRAFT
    with History(shutil.copytree(history.folder, history.folder.with_name("killed"))) as again:
        assert again.draft("session-1") == DRAFT
        assert again.draft("session-2") == {}
        again.clear_draft("session-1")
        again.clear_draft("session-1")
        assert again.draft("session-1") is None
    with reopened(again) as again:
        assert again.draft("session-1") is None


def test_a_document_that_is_no_draft_is_ignored(history: History) -> None:
    wrong: tuple[Any, ...] = (float("nan"), {1}, "\ud83d", "x" * (MAX_DRAFT + 1))
    for value in wrong:
        with pytest.raises(BadRecord) as caught:
            history.save_draft("session-1", {"x": value})
        assert caught.value.fault is (Fault.TOO_LONG if value == wrong[-1] else Fault.NOT_JSON)
    assert history.draft("session-1") is None


@pytest.mark.parametrize(
    "content",
    [
        b"broken",
        encode({"drafts": {"1": {"session": "s", "draft": 3}}}, schema=1, generation=3),
        encode({"players": {}}, schema=LIBRARY_SCHEMA, generation=3),
        encode({}, schema=LIBRARY_SCHEMA + 1, generation=3),
    ],
)
def test_a_broken_draft_touches_nothing_else(history: History, content: bytes) -> None:
    history.create(eventful())
    history.close()
    (history.folder / "drafts.json").write_bytes(content)
    with History(history.folder) as again:
        assert again.draft("s") is None
        again.save_draft("s", DRAFT)
        assert again.load("session-1") == eventful()
        assert again.reports() == [], "what was tapped is no history"
    put_by = [path.read_bytes() for path in history.folder.glob("drafts.json.damaged-*")]
    assert put_by == ([] if content == b"broken" else [content]), "torn bytes are of use to nobody"


def test_the_history_works_without_drafts_that_cannot_be_kept(history: History) -> None:
    with reopened(history, RefusingDisk(errno.EIO, "/drafts", ["size"])) as again:
        again.save_draft("s", DRAFT)
        assert again.draft("s") == DRAFT
        assert again.reports() == []


# -- a library that cannot be read -------------------------------------------------------------------


@pytest.mark.promise("The history", "Players come back from the evenings if the file of players is damaged.")
@pytest.mark.parametrize(
    "content",
    [
        b"broken",
        encode({"players": {"1": {"id": "a"}}}, schema=1, generation=99),
        encode({"settings": {"1": {"key": "Theme", "value": 1}}}, schema=1, generation=99),
        encode({"schemes": {"1": {"id": "x", "scheme": {}}}}, schema=1, generation=99),
        encode({"tables": {"1": {"id": "x"}}}, schema=LIBRARY_SCHEMA, generation=99),
        encode({"drafts": {}}, schema=LIBRARY_SCHEMA, generation=99),
    ],
)
def test_a_broken_library_starts_again_with_the_players_of_all_evenings(
    history: History, content: bytes
) -> None:
    history.create(eventful())
    history.set_setting("language", "fr")
    history.close()
    for path in history.folder.glob("library.json*"):
        path.write_bytes(content)
    with History(history.folder) as again:
        names = {"Anne-Marie", *NAMES[1:], "Farid", "Gaël", "Hugo", "Inès"}
        assert {player.name for player in again.players()} == names
        assert again.settings() == {}
        [report] = again.reports()
        assert report.kind is ReportKind.RESTARTED
        assert isinstance(report.problem, (Damaged, BadRecord))
        assert {kept.read_bytes() for kept in report.quarantined} == {content}
        again.set_setting("language", "de")
        assert again.load("session-1") == eventful()
    with History(history.folder) as again:
        assert again.reports() == []
        assert again.settings() == {"language": "de"}


def test_a_library_is_synced(tmp_path: Path) -> None:
    """A power cut right after a setting was saved must not take the players."""
    calls: list[str] = []

    def watch(call: str, *args: object) -> None:
        calls.extend([f"{call} {Path(str(args[0])).name}"] if call in ("create", "replace") else [call])

    with History(tmp_path, disk=WatchedDisk(watch)) as history:
        calls.clear()
        history.set_setting("language", "fr")
    saved = [call for call in calls if call.startswith(("create", "sync", "replace"))]
    assert saved == ["create library.json.tmp", "sync", "replace library.json.tmp", "sync_folder"]


@pytest.mark.parametrize("what", ["newer", "unreadable", "damaged, and cannot be moved"])
def test_a_library_that_cannot_be_used_is_left_alone(history: History, what: str) -> None:
    history.create(eventful())
    history.close()
    library, disk = history.folder / "library.json", None
    if what == "newer":
        library.write_bytes(encode({}, schema=LIBRARY_SCHEMA + 1, generation=99))
    elif what == "unreadable":
        disk = RefusingDisk(errno.EACCES, "/library", ["read"])
    else:
        library.write_bytes(b"broken")
        library.with_name("library.json.bak").unlink(missing_ok=True)
        disk = RefusingDisk(errno.EACCES, "/library", ["replace"])
    raw, problem = library.read_bytes(), TooNew if what == "newer" else Unreadable
    with History(history.folder, disk=disk) as again:
        assert again.players() == []
        assert again.schemes() == []
        assert again.settings() == {}
        assert again.stamp().device == again.stamp().device
        [report] = again.reports()
        assert (report.kind, type(report.problem)) == (ReportKind.REFUSED, problem)
        changes: tuple[Callable[[], object], ...] = (
            lambda: again.save_players([ANNE]),
            lambda: again.set_setting("language", "fr"),
            lambda: again.save_scheme(FFT),
            lambda: again.remove_scheme("x"),
        )
        for change in changes:
            with pytest.raises(problem):
                change()
        again.create(new_evening("session-2"))
        assert len(again.summaries()) == 2
    assert library.read_bytes() == raw


def test_an_archived_player_comes_back_by_sitting_down(history: History) -> None:
    archived = Player("player-0", "Anne", 3, "2026-11-21T20:30:00.000Z", archived=True)
    history.save_players([archived, BRUNO])
    history.create(new_evening())
    assert archived in history.players(), "an evening of before, as an import brings it"
    with reopened(history) as history:
        assert archived in history.players()
        history.create(new_evening("later", created="2026-11-22T20:00:00.000Z"))
        assert [player for player in history.players() if player.archived] == []


def test_a_library_of_the_schema_before_is_read(history: History) -> None:
    history.save_players([ANNE])
    history.close()
    tables = AtomicStorage(history.folder / "library.json", migrations=LIBRARY_MIGRATIONS).read()
    assert tables is not None
    assert "archived" not in tables["players"]["1"]
    (history.folder / "library.json").write_bytes(encode(tables, schema=1, generation=9))
    with reopened(history) as history:
        assert history.players() == [ANNE]
        history.save_players([replace(ANNE, archived=True)])
    with reopened(history) as history:
        assert history.players() == [replace(ANNE, archived=True)]
