"""The JSON file: what its schema says of it, and that it comes back as it went."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from approve import Approve
from evenings import after, any_hand, every_scheme, golden_evening, halves, random_evening, table
from jsonschema import Draft202012Validator

from scorepad import __version__
from scorepad.evening.adjustment import gift
from scorepad.evening.evening import Evening
from scorepad.evening.events import (
    Deal,
    Ended,
    LengthAgreed,
    Noted,
    RateAgreed,
    Renamed,
    RulesChanged,
    Seated,
    Stamp,
)
from scorepad.evening.length import AgreedLength
from scorepad.evening.money import Rate
from scorepad.evening.people import Member, NewName, Person, Seating
from scorepad.exports.formats import Format, export
from scorepad.history import History, Player
from scorepad.history.transfer import apply_import, preview_import
from scorepad.history.transfer import export as everything
from scorepad.i18n import LANGUAGES, Translator
from scorepad.tarot.hand import ThrownIn
from scorepad.tarot.scheme_data import shipped_scheme

SCHEMA = json.loads((files("scorepad") / "exports" / "transfer.schema.json").read_text("utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
OLD_GOLDEN = Path(__file__).parents[1] / "history" / "golden" / "transfer-1.json"


def history(folder: Path) -> History:
    return History(folder, device="here", clock=lambda: datetime(2026, 11, 22, 12, tzinfo=UTC))


def eventful() -> Evening:
    """A session to which everything has happened that can."""
    session = random_evening(table(5, id="eventful"), 3, random.Random(1))
    stamps = iter(Stamp(f"x{number}", f"2026-11-21T23:{number:02}:00.000Z", "here") for number in range(30))
    first, second, third = (entry.id for entry in session.sheet.entries)
    session = session.correct(first, session.sheet.entry(second).deal, next(stamps), "wrong taker")
    session = session.correct(third, None, next(stamps), "twice").restore(third, next(stamps))
    session = session.undo(next(stamps)).redo(next(stamps))
    session = after(session, ThrownIn.PETIT_SEC, ThrownIn.MISDEAL)
    session = session.add(RulesChanged(shipped_scheme("rounded_5")), next(stamps), "at last")
    latecomer = Person("late", "Zoé", 7)
    others = (*session.seating_at().people[1:], latecomer)
    session = session.add(Seated(Seating(others, 5, latecomer.id)), next(stamps), "she came, and one left")
    session = after(session, ThrownIn.ALL_PASSED)
    names = Renamed("Chez Zoé", (NewName(latecomer.id, "Zoë"),))
    session = session.add(names, next(stamps)).undo(next(stamps)).redo(next(stamps))
    given = gift(latecomer.id, session.sheet.people[1].id, 5, "thanks")
    session = session.record(Deal(session.dealer, given), next(stamps))
    guest = Person("guest", "Xavier", 8, guest=True)
    session = session.take_over(latecomer.id, guest, next(stamps)).undo(next(stamps)).redo(next(stamps))
    session = session.add(Noted("well played", first), next(stamps)).add(Noted("", first), next(stamps))
    for length in (AgreedLength(hands=20), AgreedLength(deals=3), AgreedLength(until=next(stamps).at)):
        session = session.add(LengthAgreed(length), next(stamps))
    session = session.add(RateAgreed(Rate(cents=250, currency="CHF", step=5)), next(stamps))
    return session.add(Ended(), next(stamps)).add(Ended(False), next(stamps)).add(Ended(), next(stamps))


def of_teams() -> Evening:
    """A team among eight people, who have not played yet."""
    session = table(8, 5, id="empty", title="")
    team = replace(session.sheet.people[0], members=(Member("x", "Xavier"), Member("y", "Yvonne")), mark=999)
    return replace(session, people=(team, *session.sheet.people[1:]))


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[History]:
    """A history with a session of every scheme, house schemes, and players of every kind."""
    with history(tmp_path_factory.mktemp("full") / "data") as opened:
        rng = random.Random(5)
        for number, scheme in enumerate(every_scheme()):
            session = table(3 + number % 3, id=f"s{number}", scheme=scheme)
            opened.create(random_evening(session, 4, rng))
            if scheme.name:
                opened.save_scheme(scheme)
        for session in (eventful(), golden_evening(), of_teams()):
            opened.create(session)
        opened.save_players([Player("never", "Zoé"), Player("gone", "Yves", archived=True)])
        opened.merge_players([(Player("q", "=1+1"), "p0")])
        yield opened


def problems(document: object) -> list[str]:
    return [error.message for error in VALIDATOR.iter_errors(document)]


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_every_kind_of_file_is_what_the_schema_says(full: History) -> None:
    ids = [summary.id for summary in full.summaries()]
    assert len(ids) == len(every_scheme()) + 3
    assert problems(json.loads(everything(full))) == []
    for each in ids:
        (file,) = export([full.load(each)], Format.JSON, Translator("en"), history=full)
        assert problems(json.loads(file.data)) == [], each
    assert problems(json.loads(OLD_GOLDEN.read_text("utf-8"))) == []


def test_it_comes_back_as_it_went(full: History, tmp_path: Path) -> None:
    sessions = [full.load(summary.id) for summary in full.summaries()]
    (file,) = export(sessions, Format.JSON, Translator("en"), history=full)
    with history(tmp_path / "other") as other:
        apply_import(preview_import(file.data, other), other)
        assert [other.load(session.id) for session in sessions] == sessions
        (again,) = export(sessions, Format.JSON, Translator("en"), history=other)
        assert json.loads(again.data)["sessions"] == json.loads(file.data)["sessions"]


Spoil = Callable[[dict[str, Any]], object]

SPOILED: dict[str, Spoil] = {
    "another format": lambda d: d.update(format="x"),
    "a newer version": lambda d: d.update(version=2),
    "no checksum": lambda d: d.pop("checksum"),
    "something more": lambda d: d.update(more=1),
    "no time": lambda d: d.update(exported="yesterday"),
    "a strange id": lambda d: d["sessions"][0]["session"].update(id="../x"),
    "one person": lambda d: d["sessions"][0]["session"].update(
        people=d["sessions"][0]["session"]["people"][:1]
    ),
    "a bid": lambda d: hand(d).update(bid="slam"),
    "four bouts": lambda d: hand(d).update(bouts=4),
    "half a half point": lambda d: hand(d).update(half_points=98.5),
    "a player twice": lambda d: hand(d)["players"].append(hand(d)["players"][0]),
    "no deal": lambda d: event(d).pop("deal"),
    "a hand thrown in": lambda d: event(d)["deal"].update(thrown_in="misdeal"),
    "a scheme too many": lambda d: event(d).update(scheme=d["sessions"][0]["session"]["scheme"]),
    "a long name": lambda d: d["sessions"][0]["session"]["people"][0].update(name="x" * 31),
    "a parameter": lambda d: d["sessions"][0]["session"]["scheme"]["chelem"].update(announced_missed=1),
    "a defaulted parameter": lambda d: d["sessions"][0]["session"]["scheme"].pop("margin"),
}


def event(document: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = document["sessions"][0]["events"][0]
    return found


def hand(document: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = event(document)["deal"]["hand"]
    return found


@pytest.mark.parametrize("name", SPOILED)
def test_what_is_not_so_is_found(name: str, tmp_path: Path) -> None:
    three = table(3, id="three")
    players = three.table.seating.players(three.dealer)
    with history(tmp_path / "data") as opened:
        opened.create(after(three, any_hand(players, three.table.rules.now, random.Random(2))))
        document = json.loads(everything(opened))
    assert problems(document) == []
    spoiled = copy.deepcopy(document)
    SPOILED[name](spoiled)
    assert problems(spoiled)


def golden_file(language: str, folder: Path) -> str:
    """The golden evenings as a file, but for what differs from version to version."""
    with history(folder) as opened:
        for session in (golden_evening(), halves()):
            opened.create(session)
        (file,) = export([golden_evening(), halves()], Format.JSON, Translator(language), history=opened)
    document = json.loads(file.data)
    assert document["made_by"] == __version__
    written = file.data.decode().replace(f'"made_by": "{__version__}"', '"made_by": "…"')
    return written.replace(document["checksum"], "…")


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_the_file_agreed_in_every_language(language: str, tmp_path: Path, approve: Approve) -> None:
    approve("transfer.json", golden_file(language, tmp_path / "data").encode())
