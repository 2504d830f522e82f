"""Publishes evenings over a relay, so that people can follow them from far away.

A relay is any MQTT broker that somebody names. It gets sealed messages only, and keeps the last message of an evening
for people who follow later. Everything is saved here first. A relay that hangs, refuses or lies delays nobody; what it
does not take is published again later.
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
"""The sharing of an evening ends after this time without a change."""
DRAWN: Final = 0.05
"""Seconds between a save and its publishing, so that the screen of this device is drawn first."""
LOOK_AGAIN: Final = 60.0
"""Seconds between two searches for evenings that have not changed for the time FORGOTTEN."""
RESERVED: Final = 60_000
"""How many numbers of messages the file reserves at once: numbers are milliseconds, so these last for a minute."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RelayState:
    """The state of an evening at the relay: the time at which the relay last took it, and the present problem."""

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
        """The secrets of the evenings whose present state has to be published."""
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
        """Uses another relay from now on, or no relay. Ends the sharing of evenings at another URL, as `stop` does.

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
        """Publishes an evening from now on; does nothing if no relay is named, or if the evening is shared already.

        If too many evenings are shared, ends the sharing of the first of them. Raises WriteFailed or DiskFull.
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
        """Ends the sharing of an evening: people who follow it are told, and the relay then keeps no message of it."""
        with self._lock:
            relayed = self._setting.of_evening(evening_id)
            if relayed is None:
                return
            self._end(relayed)
        self._tell(evening_id)

    def link(self, evening_id: str, web_app: str) -> str | None:
        """The link to a shared evening; None if the evening is not shared. `web_app` is the address of the web app."""
        relayed = self._setting.of_evening(evening_id)
        if relayed is None:
            return None
        return f"{web_app}follow/#relay={relayed.relay.in_links}&secret={relayed.secret}"

    def state(self, evening_id: str) -> RelayState:
        """The state of a shared evening; an empty state if the evening is not shared."""
        relayed = self._setting.of_evening(evening_id)
        if relayed is None:
            return RelayState()
        state = self._states.get(relayed.secret, RelayState())
        return replace(state, problem=self._problems.get(relayed.relay, state.problem))

    def subscribe(self, listener: Callable[[str], object]) -> None:
        """Calls the listener after each change of an evening's state, in the thread of the change, with the id."""
        self._listeners.append(listener)

    def _tell(self, *evenings: str) -> None:
        for listener in self._listeners:
            for evening_id in dict.fromkeys(evenings):
                try:
                    listener(evening_id)
                except Exception:
                    _log.exception("a window failed")

    # -- waking `run` ---

    def changed(self, evening_id: str | None) -> None:
        """Lets `run` publish an evening soon if it is shared; None stands for all evenings.

        Returns at once, as it is called in the thread that saves.
        """
        shared = [each.secret for each in self._setting.evenings if evening_id in (None, each.evening)]
        self._pending.update(shared)  # without the lock, which other threads hold while they write files
        if shared:
            self._wake()

    def close(self) -> None:
        """Ends `run`; before it ends, it publishes pending evenings to the relays that are connected."""
        self._is_closing = True
        self._wake(now=True)

    def _wake(self, *, now: bool = False) -> None:
        """Wakes `run` and its tasks; `now` also ends the pauses before the next tries."""
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # the loop has ended
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
        """Connects to a relay again and again, as long as `RelaySetting.at` has evenings for it."""
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
        """Publishes all evenings of a relay once, as the relay may have lost them; then each changed evening."""
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
        """Publishes each pending evening once; returns whether this met no problem."""
        tried, has_all = set[str](), True
        while (relayed := self._next(address, tried)) is not None:
            tried.add(relayed.secret)
            has_all &= await self._give(publisher, relayed) is None
        return has_all

    def _next(self, address: RelayAddress, tried: set[str]) -> Relayed | None:
        """The next pending evening at a relay, except evenings with a secret in `tried`; None if there is none."""
        due = (each for each in self._setting.at(address) if each.secret in self._pending)
        return next((each for each in due if each.secret not in tried), None)

    async def _give(self, publisher: Publisher, relayed: Relayed) -> RelayProblem | None:
        """Publishes an evening as it is now, or the end of its sharing. Raises RelayError.

        Returns why this was not possible; None if it was. After a problem, the evening stays pending.
        """
        self._pending.discard(relayed.secret)  # now, so that a save during the work makes it pending again
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
        """Publishes the end of a sharing, removes the message that the relay keeps, and forgets the evening."""
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
        """Seals a body, and publishes it: a pack, which the relay keeps, or b"" for the end, which it does not keep."""
        seal = Seal(relayed.secret)
        message = await seal.close(self._next_number(), body)
        return await publisher.publish(seal.topic, message, retain=bool(body))

    def _next_number(self) -> int:
        """The number of the next message: the milliseconds since 1970, or the last number + 1 if this is larger.

        So each number is larger than all numbers before it, even if the clock is set back. The file has a limit that no
        number has reached; after the next start of the app, the numbers begin there.
        """
        self._number = max(self._number + 1, int(1000 * time.time()))
        if self._number >= self._setting.reserved:
            with self._lock:
                self._save(replace(self._setting, reserved=self._number + RESERVED), quietly=True)
        return self._number

    def _kept(self, relayed: Relayed, problem: RelayProblem | None) -> RelayProblem | None:
        """Saves a problem (or None) in the state of an evening, and returns it.

        Tells the listeners if the problem is new, or if the evening was published for the first time.
        """
        before = self._states.get(relayed.secret, RelayState())
        sent = datetime.fromisoformat(self._history.now) if problem is None else before.sent
        self._states[relayed.secret] = now = RelayState(sent, problem)
        if (before.sent is None, before.problem) != (now.sent is None, now.problem):
            self._tell(relayed.evening)
        return problem

    def _note(self, address: RelayAddress, problem: RelayProblem | None) -> None:
        """Saves the problem of a relay (or None), and tells the listeners if it has changed."""
        before = self._problems.pop(address, None)
        if problem is not None:
            self._problems[address] = problem
        if problem != before:
            self._tell(*[each.evening for each in self._setting.at(address)])

    # -- the end ---

    def _end_forgotten(self) -> None:
        """Ends the sharing of evenings that are gone or have not changed for the time FORGOTTEN.

        Does nothing if it did this less than LOOK_AGAIN seconds ago. If a relay could not be told of an end for the
        time FORGOTTEN, the end is forgotten, too: by then, the relay has dropped the evening by itself.
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
        """Whether an evening is gone, or has not changed for the time FORGOTTEN; an end counts as a change."""
        last = relayed.given
        if not relayed.is_over:
            try:
                last = max(last, self._history.load(relayed.evening).last_at, key=datetime.fromisoformat)
            except UnknownEvening:
                return True
            except HistoryClosed:
                raise
            except HistoryError:  # the evening may be readable later
                return False
        return datetime.fromisoformat(self._history.now) - datetime.fromisoformat(last) > FORGOTTEN

    def _end(self, relayed: Relayed) -> None:
        """Saves that the sharing of an evening has ended, and lets `run` tell the relay."""
        self._save(self._setting.with_evening(relayed.ended(self._history.now)), quietly=True)
        self._pending.add(relayed.secret)
        self._wake(now=True)

    def _remove(self, relayed: Relayed) -> None:
        """Forgets an evening, after its relay has been told of the end, or need not be told any more."""
        self._save(self._setting.without(relayed.secret), quietly=True)
        self._states.pop(relayed.secret, None)

    def _save(self, setting: RelaySetting, *, quietly: bool = False) -> None:
        """Saves the setting, and uses it. Raises WriteFailed or DiskFull, and then keeps the former setting.

        With `quietly`, raises nothing: a setting that cannot be saved is used until the process ends.
        """
        with suppress(HistoryError) if quietly else nullcontext():
            save_relay(self._history.folder, setting, self._disk)
        self._setting = setting
