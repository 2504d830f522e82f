"""Publishes the evenings that people follow from far away, over a relay: any MQTT broker that somebody names.

The relay gets sealed messages only, and keeps the last one for those who come later. Everything is saved here first;
a relay that hangs, refuses or lies holds nobody up.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
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
from .publisher import OpenSocket, Publisher, publishing
from .relayed import (
    MAX_RELAY_ADDRESS,
    BadRelayAddress,
    RelayAddress,
    Relayed,
    RelaySetting,
    read_relay,
    save_relay,
)
from .sealed import TOPICS, Seal, new_secret
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
AGAIN: Final = 1.0, 60.0
"""Seconds until the next try after the first failure, and after many."""
LOOK_AGAIN: Final = 60.0
"""Seconds between two looks for evenings that are forgotten."""

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
        self._pending = {each.secret for each in self._setting.evenings}
        """The secrets of the evenings that the relay does not have as they are now."""
        self._leaving: list[Relayed] = []
        """The evenings that the connected relay is told the end of, because another relay was chosen."""
        self._states: dict[str, RelayState] = {}
        self._problem: RelayProblem | None = None
        self._number = 0
        self._looked = -LOOK_AGAIN
        self._is_closing = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._woken, self._again = asyncio.Event(), asyncio.Event()
        self._listeners: list[Callable[[str], object]] = []

    # -- what people see and choose ---

    @property
    def address(self) -> RelayAddress | None:
        """The address of the relay; None if nobody has named one."""
        return self._setting.address

    def choose(self, address: RelayAddress | None) -> None:
        """Uses another relay from now on, or none; the links of evenings open nothing any more.

        Raises WriteFailed or DiskFull.
        """
        with self._lock:
            if address != self._setting.address:
                leaving = self._setting.evenings
                self._save(RelaySetting(address))
                self._leaving, self._problem = [*leaving], None
                self._pending.clear()
        self._wake(now=True)

    def share(self, evening_id: str) -> None:
        """Publishes an evening from now on. Raises WriteFailed or DiskFull."""
        with self._lock:
            if self._setting.of_evening(evening_id) is None:
                relayed = Relayed(evening_id, new_secret(), self._history.now)
                self._save(self._setting.with_evening(relayed))
                self._pending.add(relayed.secret)
        self._wake(now=True)
        self._tell(evening_id)

    def stop(self, evening_id: str) -> None:
        """Ends the sharing of an evening: those who follow are told, and the relay keeps nothing."""
        with self._lock:
            relayed = self._setting.of_evening(evening_id)
            if relayed is None:
                return
            self._end(relayed)
        self._wake(now=True)
        self._tell(evening_id)

    def link(self, evening_id: str, web_app: str) -> str | None:
        """The link to a shared evening, with the address of the published web app; None if it is not shared."""
        setting = self._setting
        relayed = setting.of_evening(evening_id)
        if relayed is None or setting.address is None:
            return None
        return f"{web_app}follow/#relay={setting.address.in_links}&secret={relayed.secret}"

    def state(self, evening_id: str) -> RelayState:
        """The state of a shared evening."""
        relayed = self._setting.of_evening(evening_id)
        state = self._states.get(relayed.secret, RelayState()) if relayed is not None else RelayState()
        return state if self._problem is None else replace(state, problem=self._problem)

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
        """Lets `run` publish what is pending, if the relay is connected, and end."""
        self._is_closing = True
        self._wake(now=True)

    def _wake(self, *, now: bool = False) -> None:
        """Wakes `run`; `now` also while it waits for its next try."""
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # it has ended
                loop.call_soon_threadsafe(self._woken.set)
                if now:
                    loop.call_soon_threadsafe(self._again.set)

    # -- the work ---

    async def run(self) -> None:
        """Publishes, until `close` is called. Raises HistoryClosed."""
        self._loop, delay = asyncio.get_running_loop(), AGAIN[0]
        self._woken, self._again = asyncio.Event(), asyncio.Event()
        while not self._is_closing:
            self._woken.clear()
            self._again.clear()
            self._end_forgotten()
            address = self._setting.address
            if address is None or not self._setting.evenings:
                await self._woken.wait()
                continue
            sent, self._leaving = self._number, []
            try:
                async with publishing(address, self._open_socket) as publisher:
                    await self._publish(publisher, address)
                continue
            except RelayError as error:
                self._note(error.problem)
            except HistoryClosed:
                raise
            except Exception:
                _log.exception("the relay failed")
                self._note(RelayProblem.NOT_REACHED)
            delay = AGAIN[0] if self._number != sent else min(2 * delay, AGAIN[1])
            with suppress(TimeoutError):
                pause = delay * random.uniform(0.5, 1.0)  # not all at once after an outage
                async with asyncio.timeout(pause):
                    await self._again.wait()

    async def _publish(self, publisher: Publisher, address: RelayAddress) -> None:
        """Publishes all evenings once, then each as it changes, as long as the address and an evening are there."""
        self.changed(None)
        while self._setting.address == address and self._setting.evenings:
            self._woken.clear()
            while (relayed := self._next()) is not None:
                await self._give(publisher, relayed)
            self._note(None)
            if self._is_closing:
                return
            await publisher.idle(self._woken)
            await asyncio.sleep(DRAWN)
            self._end_forgotten()
        for each in self._leaving:
            await self._say_over(publisher, each.secret)
        self._leaving = []

    def _next(self) -> Relayed | None:
        """Takes an evening that is pending; None if there is none."""
        with self._lock:
            found = next((each for each in self._setting.evenings if each.secret in self._pending), None)
            self._pending.discard(found.secret if found is not None else "")
            return found

    async def _give(self, publisher: Publisher, relayed: Relayed) -> None:
        """Publishes an evening as it is now, or its end."""
        try:
            raw = None if relayed.is_over else self._packed(relayed)
            if relayed.is_over:
                await self._say_over(publisher, relayed.secret)
                with self._lock:
                    self._remove(relayed)
            elif raw is None:
                self._keep_state(relayed, RelayProblem.TOO_LARGE)
            else:
                seal = Seal(relayed.secret)
                message = await self._sealed(seal, raw)
                self._keep_state(relayed, await publisher.publish(seal.topic, message, retain=True))
        except UnknownEvening:
            with self._lock:
                self._end(relayed)
        except RelayError:
            with self._lock:
                self._pending.add(relayed.secret)
            raise

    def _keep_state(self, relayed: Relayed, problem: RelayProblem | None) -> None:
        """Keeps whether the relay has taken an evening; tells windows what they do not show yet."""
        before = self._states.get(relayed.secret, RelayState())
        sent = datetime.fromisoformat(self._history.now) if problem is None else before.sent
        self._states[relayed.secret] = now = RelayState(sent, problem)
        if (before.sent is None, before.problem) != (now.sent is None, now.problem):
            self._tell(relayed.evening)

    async def _say_over(self, publisher: Publisher, secret: str) -> None:
        """Tells those who follow that the sharing has ended, and removes what the relay keeps."""
        seal = Seal(secret)
        await publisher.publish(seal.topic, await self._sealed(seal, b""), retain=False)
        await publisher.publish(seal.topic, b"", retain=True)

    async def _sealed(self, seal: Seal, body: bytes) -> bytes:
        """The sealed message, with a number that grows, even from one start of the app to the next."""
        self._number = max(self._number + 1, int(1000 * time.time()))
        return await seal.close(self._number, body)

    def _packed(self, relayed: Relayed) -> bytes | None:
        """The pack of a shared evening; None if it cannot be packed now."""
        try:
            return pack(self._history.load(relayed.evening))
        except (HistoryClosed, UnknownEvening):
            raise
        except (HistoryError, BadPack):
            return None

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
        """Notes that an evening is over, until the relay knows it."""
        over = replace(relayed, is_over=True, given=self._history.now)
        self._save(self._setting.with_evening(over), quietly=True)
        self._pending.add(relayed.secret)

    def _remove(self, relayed: Relayed) -> None:
        """Forgets an evening whose end the relay knows, or need not know any more."""
        self._save(self._setting.without(relayed.secret), quietly=True)

    def _save(self, setting: RelaySetting, *, quietly: bool = False) -> None:
        """Keeps the setting. Raises WriteFailed or DiskFull, and changes nothing.

        With `quietly`, the change then counts until the process ends.
        """
        with suppress(HistoryError) if quietly else nullcontext():
            save_relay(self._history.folder, setting, self._disk)
        self._setting = setting

    def _note(self, problem: RelayProblem | None) -> None:
        """Notes what is wrong with the relay, and tells all windows if that is new."""
        before, self._problem = self._problem, problem
        if problem != before:
            self._tell(*[each.evening for each in self._setting.evenings])


async def reach(address: RelayAddress, open_socket: OpenSocket = open_socket) -> RelayProblem | None:
    """Connects to a relay, and publishes a message without content; returns why that fails."""
    try:
        async with publishing(address, open_socket) as publisher:
            return await publisher.publish(TOPICS + secrets.token_hex(16), b"", retain=True)
    except RelayError as error:
        return error.problem
