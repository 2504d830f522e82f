"""Publishes the evenings that people follow from far away, over a relay: any MQTT broker that somebody names.

The relay gets sealed messages only, and keeps the last one for those who come later. Everything is saved here first;
a relay that hangs, refuses or lies holds nobody up, and what it does not take is published again later.
"""

from __future__ import annotations

import asyncio
import logging
import math
import threading
import time
from collections.abc import Callable
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from scorepad.history import Disk, History, HistoryClosed, HistoryError, UnknownEvening

from .mqtt import RelayError, RelayProblem
from .packed import BadPack, pack
from .publisher import OpenSocket, Publisher, RelayWork, publishing, reach
from .relayed import (
    MAX_RELAY_ADDRESS,
    BadRelayAddress,
    RelayAddress,
    Relayed,
    RelaySetting,
    read_relay,
    save_relay,
)
from .sealed import Seal, new_secret
from .sockets import open_socket

__all__ = [
    "MAX_RELAY_ADDRESS",
    "BadRelayAddress",
    "Relay",
    "RelayAddress",
    "RelayProblem",
    "RelayState",
    "reach",
]

FORGOTTEN: Final = timedelta(days=1)
"""The time without a change after which an evening is no longer at the relay."""
DRAWN: Final = 0.05
"""Seconds from a save until it is published, so that the screen of the one who saves comes first."""
LOOK_AGAIN: Final = 60.0
"""Seconds between two looks for evenings that are forgotten."""
RESERVED: Final = 60_000
"""The numbers of messages that the file reserves at once: as many as a minute has milliseconds."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RelayState:
    """The state of an evening at the relay: the time at which the relay last took it, and what is wrong now."""

    sent: datetime | None = None
    problem: RelayProblem | None = None


class Relay:
    """Publishes the shared evenings of a history. Thread-safe; it starts no thread: its owner runs `run`."""

    def __init__(
        self, history: History, *, disk: Disk | None = None, open_socket: OpenSocket = open_socket
    ) -> None:
        self._history, self._disk, self._open_socket = history, disk or Disk(), open_socket
        self._lock = threading.RLock()
        """Held while the setting changes."""
        self._setting = read_relay(history.folder, self._disk)
        self._number = self._setting.reserved
        self._pending = {each.secret for each in self._setting.evenings}
        """The secrets of the evenings that their relay does not have as they are now."""
        self._states: dict[str, RelayState] = {}
        self._problems: dict[RelayAddress, RelayProblem] = {}
        self._work: dict[RelayAddress, RelayWork] = {}
        self._looked = -LOOK_AGAIN
        self._is_closing = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._woken = asyncio.Event()
        self._listeners: list[Callable[[str], object]] = []

    # -- what people see and choose ---

    @property
    def address(self) -> RelayAddress | None:
        """The address of the relay; None if nobody has named one."""
        return self._setting.address

    def choose(self, address: RelayAddress | None) -> None:
        """Uses another relay from now on, or none. What is shared at another URL ends, as with `stop`.

        Raises WriteFailed or DiskFull.
        """
        with self._lock:
            if address == self._setting.address:
                return
            evenings = self._setting.evenings
            self._save(self._setting.with_address(address, self._history.now))
            self._pending.update(each.secret for each in evenings)
        self._wake(now=True)
        self._tell(*[each.evening for each in evenings])

    def share(self, evening_id: str) -> None:
        """Publishes an evening from now on, if a relay is named; the first one ends if there are too many.

        Raises WriteFailed or DiskFull.
        """
        with self._lock:
            before = self._setting
            if before.address is None or before.of_evening(evening_id) is not None:
                return
            relayed = Relayed(evening_id, new_secret(), before.address, self._history.now)
            self._save(before.with_evening(relayed))
            changed = set(self._setting.evenings) - set(before.evenings)
            self._pending.update(each.secret for each in changed)
        self._wake(now=True)
        self._tell(*[each.evening for each in changed])

    def stop(self, evening_id: str) -> None:
        """Ends the sharing of an evening: those who follow are told, and the relay keeps nothing."""
        with self._lock:
            relayed = self._setting.of_evening(evening_id)
            if relayed is None:
                return
            self._end(relayed)
        self._tell(evening_id)

    def link(self, evening_id: str, web_app: str) -> str | None:
        """The link to a shared evening, with the address of the published web app; None if it is not shared."""
        relayed = self._setting.of_evening(evening_id)
        if relayed is None:
            return None
        return f"{web_app}follow/#relay={relayed.relay.in_links}&secret={relayed.secret}"

    def state(self, evening_id: str) -> RelayState:
        """The state of a shared evening."""
        relayed = self._setting.of_evening(evening_id)
        if relayed is None:
            return RelayState()
        state = self._states.get(relayed.secret, RelayState())
        return replace(state, problem=self._problems.get(relayed.relay, state.problem))

    def subscribe(self, listener: Callable[[str], object]) -> None:
        """Calls the listener with the id of an evening whose state has changed, in the thread of the change."""
        self._listeners.append(listener)

    def _tell(self, *evenings: str) -> None:
        for listener in self._listeners:
            for evening_id in dict.fromkeys(evenings):
                try:
                    listener(evening_id)
                except Exception:
                    _log.exception("a window failed")

    # -- what wakes it ---

    def changed(self, evening_id: str | None) -> None:
        """Publishes an evening soon, if it is shared; None stands for all. Does no work in the thread that saves."""
        shared = [each.secret for each in self._setting.evenings if evening_id in (None, each.evening)]
        self._pending.update(shared)  # without the lock, under which files are written
        if shared:
            self._wake()

    def close(self) -> None:
        """Lets `run` publish what is pending, where a relay is connected, and end."""
        self._is_closing = True
        self._wake(now=True)

    def _wake(self, *, now: bool = False) -> None:
        """Wakes `run`; `now` also where it waits for its next try."""
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # it has ended
                loop.call_soon_threadsafe(self._ring, now)

    def _ring(self, now: bool) -> None:
        self._woken.set()
        for work in self._work.values():
            work.woken.set()
            if now:
                work.hurried.set()

    # -- the work ---

    async def run(self) -> None:
        """Publishes, with one task for each relay, until `close` is called or the history is closed."""
        self._loop = asyncio.get_running_loop()
        try:
            async with asyncio.TaskGroup() as tasks:
                while not self._is_closing:
                    self._woken.clear()
                    self._end_forgotten()
                    for address in {each.relay for each in self._setting.evenings} - self._work.keys():
                        self._work[address] = work = RelayWork(address)
                        tasks.create_task(self._serve(work))
                    with suppress(TimeoutError):
                        async with asyncio.timeout(LOOK_AGAIN):
                            await self._woken.wait()
        except* HistoryClosed:
            pass

    async def _serve(self, work: RelayWork) -> None:
        """Connects to a relay again and again, as long as something is shared there, or an end is to be told."""
        while not self._is_closing and self._setting.at(work.address):
            work.woken.clear()
            work.hurried.clear()
            try:
                async with publishing(work.address, self._open_socket) as publisher:
                    await self._publish(publisher, work)
                continue
            except RelayError as error:
                self._note(work.address, error.problem)
            except HistoryClosed:
                raise
            except Exception:
                _log.exception("the relay failed")
                self._note(work.address, RelayProblem.NOT_REACHED)
            with suppress(TimeoutError):
                async with asyncio.timeout(work.next_pause()):
                    await work.hurried.wait()
        del self._work[work.address]
        self._problems.pop(work.address, None)

    async def _publish(self, publisher: Publisher, work: RelayWork) -> None:
        """Publishes all evenings of a relay once, which may have forgotten them, then each as it changes."""
        self._pending.update([each.secret for each in self._setting.at(work.address)])
        while self._setting.at(work.address):
            work.woken.clear()
            has_all = await self._give_pending(publisher, work.address)
            self._note(work.address, None)
            if self._is_closing:
                return
            if has_all:
                work.failures = 0
            await publisher.idle(work.woken, math.inf if has_all else work.next_pause())
            await asyncio.sleep(DRAWN)

    async def _give_pending(self, publisher: Publisher, address: RelayAddress) -> bool:
        """Publishes each evening that is pending, once; returns whether the relay takes them all."""
        tried, has_all = set[str](), True
        while (relayed := self._next(address, tried)) is not None:
            tried.add(relayed.secret)
            has_all &= await self._give(publisher, relayed) is None
        return has_all

    def _next(self, address: RelayAddress, tried: set[str]) -> Relayed | None:
        """The next evening for a relay that is pending, and was not tried in this round."""
        due = (each for each in self._setting.at(address) if each.secret in self._pending)
        return next((each for each in due if each.secret not in tried), None)

    async def _give(self, publisher: Publisher, relayed: Relayed) -> RelayProblem | None:
        """Publishes an evening as it is now, or its end; what the relay does not take stays pending.

        Returns why the relay does not take it. Raises RelayError.
        """
        self._pending.discard(relayed.secret)  # first: a save during the work counts again
        problem: RelayProblem | None = RelayProblem.NOT_REACHED
        try:
            give = self._give_end if relayed.is_over else self._give_evening
            problem = await give(publisher, relayed)
        finally:
            if problem is not None:
                self._pending.add(relayed.secret)
        return problem

    async def _give_evening(self, publisher: Publisher, relayed: Relayed) -> RelayProblem | None:
        try:
            raw = pack(self._history.load(relayed.evening))
        except HistoryClosed:
            raise
        except UnknownEvening:
            with self._lock:
                self._end(relayed)
            return None
        except HistoryError:
            return self._kept(relayed, RelayProblem.UNREADABLE)
        except BadPack:
            return self._kept(relayed, RelayProblem.TOO_LARGE)
        return self._kept(relayed, await self._publish_sealed(publisher, relayed, raw))

    async def _give_end(self, publisher: Publisher, relayed: Relayed) -> RelayProblem | None:
        """Tells those who follow that the sharing has ended, removes what the relay keeps, and forgets the evening."""
        problem = await self._publish_sealed(publisher, relayed, b"")
        if problem is None:
            problem = await publisher.publish(Seal(relayed.secret).topic, b"", retain=True)
        if problem is None:
            with self._lock:
                self._remove(relayed)
        return problem

    async def _publish_sealed(
        self, publisher: Publisher, relayed: Relayed, body: bytes
    ) -> RelayProblem | None:
        """Seals and publishes a body: the pack or, if it is empty, the end, which is not kept for latecomers."""
        seal = Seal(relayed.secret)
        message = await seal.close(self._next_number(), body)
        return await publisher.publish(seal.topic, message, retain=bool(body))

    def _next_number(self) -> int:
        """The time in milliseconds, or more: larger than all numbers before, whatever the clock says.

        The file keeps a limit that no number has reached; the next start of the app goes on from there.
        """
        self._number = max(self._number + 1, int(1000 * time.time()))
        if self._number >= self._setting.reserved:
            with self._lock:
                self._save(replace(self._setting, reserved=self._number + RESERVED), quietly=True)
        return self._number

    def _kept(self, relayed: Relayed, problem: RelayProblem | None) -> RelayProblem | None:
        """The problem, after it has been kept in the state of the evening; windows are told what they do not show."""
        before = self._states.get(relayed.secret, RelayState())
        sent = datetime.fromisoformat(self._history.now) if problem is None else before.sent
        self._states[relayed.secret] = now = RelayState(sent, problem)
        if (before.sent is None, before.problem) != (now.sent is None, now.problem):
            self._tell(relayed.evening)
        return problem

    def _note(self, address: RelayAddress, problem: RelayProblem | None) -> None:
        """Notes what is wrong with a relay, and tells all windows if that is new."""
        before = self._problems.pop(address, None)
        if problem is not None:
            self._problems[address] = problem
        if problem != before:
            self._tell(*[each.evening for each in self._setting.at(address)])

    # -- the end ---

    def _end_forgotten(self) -> None:
        """Ends the sharing of evenings that are gone or forgotten; looks now and then only.

        An end that the relay could not be told is forgotten, too: by then, the relay keeps nothing of it.
        """
        if time.monotonic() - self._looked < LOOK_AGAIN:
            return
        self._looked = time.monotonic()
        for each in self._setting.evenings:
            if self._is_forgotten(each):
                with self._lock:
                    if each.is_over:
                        self._remove(each)
                    else:
                        self._end(each)

    def _is_forgotten(self, relayed: Relayed) -> bool:
        """Whether the evening is gone, or has not changed for the time FORGOTTEN."""
        last = relayed.given
        if not relayed.is_over:
            try:
                last = max(last, self._history.load(relayed.evening).last_at, key=datetime.fromisoformat)
            except UnknownEvening:
                return True
            except HistoryClosed:
                raise
            except HistoryError:  # it may be readable later
                return False
        return datetime.fromisoformat(self._history.now) - datetime.fromisoformat(last) > FORGOTTEN

    def _end(self, relayed: Relayed) -> None:
        """Notes that the sharing of an evening has ended, until the relay knows it."""
        self._save(self._setting.with_evening(relayed.ended(self._history.now)), quietly=True)
        self._pending.add(relayed.secret)
        self._wake(now=True)

    def _remove(self, relayed: Relayed) -> None:
        """Forgets an evening whose end the relay knows, or need not know any more."""
        self._save(self._setting.without(relayed.secret), quietly=True)
        self._states.pop(relayed.secret, None)

    def _save(self, setting: RelaySetting, *, quietly: bool = False) -> None:
        """Keeps the setting. Raises WriteFailed or DiskFull, and changes nothing.

        With `quietly`, the change then counts until the process ends.
        """
        with suppress(HistoryError) if quietly else nullcontext():
            save_relay(self._history.folder, setting, self._disk)
        self._setting = setting
