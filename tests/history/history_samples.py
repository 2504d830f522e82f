"""Evenings and hands to save."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from empty_history import NOW as NOW
from empty_history import Clock as Clock
from evenings import NAMES as NAMES
from evenings import persons, table
from evenings import stamps as stamps

from scorepad.evening.adjustment import Adjustment, AdjustmentKind, Share, penalty
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
from scorepad.history import History, HistoryReader
from scorepad.history.disk import Disk
from scorepad.history.migrations import EVENING_SCHEMA
from scorepad.tarot.hand import (
    Bid,
    CalledCard,
    Court,
    Found,
    Hand,
    Poignee,
    PoigneeSize,
    Side,
    Suit,
    ThrownIn,
)
from scorepad.tarot.scheme_data import shipped_schemes

AT = "2026-11-21T20:15:00.000Z"
SCHEMES = shipped_schemes()
FFT = SCHEMES["fft"]


CHANGES = ("create", "append", "write", "sync", "replace", "unlink", "sync_folder")
"""The calls of a disk that change something."""


def new_evening(
    evening_id: str = "session-1", seats: int = 4, people: Sequence[Person] = (), **facts: Any
) -> Evening:
    """A table where nobody has played yet."""
    known: dict[str, Any] = {"id": evening_id, "created": AT, "title": "Chez Anne"}
    return table(people or persons(seats, "player-"), seats, **known | facts)


def some_hand(evening: Evening, rng: random.Random) -> Hand:
    """A hand that this table could have played."""
    players = evening.table.seating.players(evening.dealer)
    taker = rng.choice(players)
    others = [player for player in players if player != taker]
    return Hand(
        players=players,
        taker=taker,
        partner=rng.choice(others) if len(players) == 5 else None,
        bid=rng.choice([Bid.PETITE, Bid.GARDE, Bid.GARDE_SANS]),
        bouts=rng.randrange(4),
        half_points=2 * rng.randrange(30, 60),
        petit_au_bout=rng.choice([None, None, Side.TAKER]),
        poignees=(Poignee(taker, PoigneeSize.SINGLE),) if rng.random() < 0.2 else (),
    )


def played(evening: Evening, hands: int, stamp: Callable[[], Stamp], seed: int = 1) -> Evening:
    """The evening after so many hands more."""
    rng = random.Random(seed)
    for _ in range(hands):
        evening = evening.record(Deal(evening.dealer, some_hand(evening, rng)), stamp())
    return evening


def eventful(evening_id: str = "session-1", schema: int = EVENING_SCHEMA) -> Evening:
    """An evening in which everything that can happen has happened, up to what a schema knows."""
    stamp = stamps()
    evening = played(new_evening(evening_id, seats=5), 4, stamp)
    first, second, third, fourth = (row.id for row in evening.sheet.rows)
    evening = evening.correct(first, evening.sheet.row(second).deal, stamp(), "mauvais preneur")
    evening = evening.correct(third, None, stamp(), "comptée deux fois")
    evening = evening.restore(third, stamp())
    evening = evening.choose(first, first, stamp())
    evening = evening.correct(fourth, None, stamp())
    evening = evening.undo(stamp())
    evening = evening.record(Deal(evening.dealer, ThrownIn.ALL_PASSED), stamp())
    evening = evening.add(Ended(), stamp())
    evening = evening.add(RulesChanged(SCHEMES["pousse"]), stamp(), "on joue la pousse")
    evening = evening.add(Ended(False), stamp())
    pousse = replace(some_hand(evening, random.Random(5)), bid=Bid.POUSSE)
    evening = evening.record(Deal(evening.dealer, pousse), stamp())
    evening = evening.add(Ended(), stamp())
    if schema == 1:
        return evening
    evening = evening.add(Ended(False), stamp())
    anne, bruno, chloe, denis, _ = evening.sheet.people
    farid = Person("player-5", "Farid", 5)
    table = Seating((denis, farid, anne, bruno, chloe), 4, farid.id)
    evening = evening.add(Seated(table), stamp(), "Élise est partie")
    evening = played(evening, 2, stamp).add(Ended(), stamp())
    if schema == 2:
        return evening
    evening = evening.add(Ended(False), stamp())
    evening = evening.add(
        RulesChanged(SCHEMES["poignees_10_20_40"], from_now=True), stamp(), "dès maintenant"
    )
    evening = played(evening, 1, stamp).add(Ended(), stamp())
    evening = evening.add(Renamed("Chez Anne-Marie", (NewName(anne.id, "Anne-Marie"),)), stamp())
    evening = evening.add(Renamed(people=(NewName(farid.id, "Faride"), NewName(bruno.id, ""))), stamp())
    evening = evening.undo(stamp())
    if schema == 3:
        return evening
    evening = evening.add(Ended(False), stamp())
    fine = penalty(anne.id, (bruno.id, farid.id), 10, "maldonne")
    evening = evening.record(Deal(evening.dealer, fine), stamp())
    half = Adjustment(AdjustmentKind.CARRIED, (Share(anne.id, 1), Share(bruno.id, -1)), unit=2)
    evening = evening.record(Deal(evening.dealer, half), stamp())
    evening = evening.take_over(denis.id, Person("player-6", "Gaël", 6), stamp()).undo(stamp())
    evening = evening.redo(stamp())
    evening = evening.add(Noted("une belle donne", first), stamp()).add(Noted("chez Anne"), stamp())
    evening = evening.add(LengthAgreed(AgreedLength(deals=3)), stamp())
    called = evening.sheet.row(first).deal.outcome
    assert isinstance(called, Hand)
    alone = replace(called, partner=None, called=CalledCard(Suit.HEARTS, Court.QUEEN), found=Found.DOG)
    evening = evening.record(Deal(anne.id, alone), stamp())
    evening = evening.record(Deal(evening.dealer, ThrownIn.TOO_FEW), stamp())
    evening = evening.add(RulesChanged(SCHEMES["mouches"], from_now=True), stamp())
    evening = played(evening, 2, stamp)
    team = Person("player-7", "Les Rois", 7, members=(Member("m1", "Hugo"), Member("m2", "Inès")))
    guest = Person("player-8", "Jean", 8, guest=True)
    evening = evening.add(Seated(Seating((team, guest), 2, team.id)), stamp())
    evening = evening.add(RulesChanged(SCHEMES["open_duel"], from_now=True), stamp())
    openly = Hand(players=(team.id, guest.id), taker=team.id, bid=Bid.OPEN, bouts=1, half_points=80)
    evening = evening.record(Deal(team.id, openly), stamp())
    evening = evening.add(Ended(), stamp())
    evening = evening.add(RateAgreed(Rate(cents=250, currency="CHF", step=5)), stamp())
    if schema == 4:
        return evening
    elsewhere = stamps("elsewhere", "other")
    other = evening.correct(second, None, elsewhere())
    evening = evening.correct(second, evening.sheet.row(first).deal, stamp())
    evening = evening.with_events(other.events[-1:])
    evening = evening.choose(second, second, stamp(), "comme avant")
    rules = RulesChanged(SCHEMES["open_duel"], from_now=True, length=AgreedLength(hands=20))
    return evening.add(rules, stamp(), "vingt donnes")


def record(
    history: History, evening_id: str = "session-1", stamp: Callable[[], Stamp] | None = None
) -> Evening:
    """The evening after a hand more, which is saved."""
    evening = history.load(evening_id)
    more = played(evening, 1, stamp or history.stamp, seed=len(evening.events))
    history.extend(more)
    return more


def reopened(history: History, disk: Disk | None = None) -> History:
    """The folder of a history, which is closed, as the next start opens it."""
    history.close()
    return History(history.folder, device="test", clock=history._clock, disk=disk)


def file_of(folder: Path, evening_id: str = "session-1") -> Path:
    """The file of an evening in a data folder."""
    return folder / "sessions" / f"{evening_id}.json"


def everything(history: HistoryReader) -> dict[str, Evening]:
    """All evenings, by id."""
    return {summary.id: history.load(summary.id) for summary in history.summaries()}


class WatchedDisk(Disk):
    """The real disk; `watch` is called before each call, with its name and its arguments, and may raise."""

    def __init__(self, watch: Callable[..., object]) -> None:
        super().__init__()
        for name in ("size", "read", "head", *CHANGES):
            setattr(self, name, self._watched(name, getattr(self, name), watch))

    @staticmethod
    def _watched(name: str, call: Callable[..., Any], watch: Callable[..., object]) -> Callable[..., Any]:
        def watched(*args: Any) -> Any:
            watch(name, *args)
            return call(*args)

        return watched


class RefusingDisk(WatchedDisk):
    """Refuses some calls, while it `refuses`: those of files whose path has this pattern."""

    def __init__(self, code: int, pattern: str = "", calls: Collection[str] = ("create",)) -> None:
        super().__init__(self._refuse)
        self.code, self.pattern, self.calls, self.refuses = code, pattern, calls, True

    def _refuse(self, call: str, *args: object) -> None:
        if self.refuses and call in self.calls and any(re.search(self.pattern, str(each)) for each in args):
            raise OSError(self.code, "planted")


class LosingDisk(Disk):
    """Says that a file is safe, and loses its last byte, while it `loses`: of files whose path has this pattern."""

    def __init__(self, pattern: str) -> None:
        super().__init__()
        self.pattern, self.loses = pattern, True
        self._paths: dict[int, str] = {}

    def create(self, path: str) -> int:
        fd = super().create(path)
        self._paths[fd] = path
        return fd

    def sync(self, fd: int) -> None:
        super().sync(fd)
        if self.loses and self.pattern in self._paths.get(fd, ""):
            os.ftruncate(fd, os.fstat(fd).st_size - 1)


def files(folder: Path) -> dict[str, bytes]:
    """The bytes of all files in a data folder but the lock, by their relative paths."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != ".lock"
    }
