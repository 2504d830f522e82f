"""The evenings that others follow: who may look, the last pack of each evening, and who looks now.

A follower has the key of one evening and asks for its pack again and again; the answer waits until the pack changes.
Each answer is the whole evening, so nobody misses anything, and a slow follower skips the states in between.
"""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final, NamedTuple

from scorepad.evening.evening import Evening
from scorepad.history import HistoryError, UnknownEvening
from scorepad.pad import Pad, Told
from scorepad.sharing.packed import BadPack, pack
from scorepad.ui.host import DeviceKind
from scorepad.web.keys import EveningKey, EveningKeys

LINGER: Final = timedelta(hours=1)
"""The time after its end for which an evening can still be followed, so that phones that slept get its last hand."""
FORGOTTEN: Final = timedelta(days=1)
"""The time without an event after which the sharing of an evening ends, so that no forgotten evening stays shared."""
LOOK_AGAIN: Final = 60.0
"""Seconds between two searches for shared evenings that are over."""
AWAY: Final = 45.0
"""Seconds for which a follower counts as present after its last request; an answer waits for a shorter time."""
MAX_FOLLOWERS: Final = 200
"""The largest number of followers of an evening that are listed."""

_KINDS: Final = (
    (re.compile(r"iPad|Tablet|Android(?!.*Mobile)"), DeviceKind.TABLET),
    (re.compile(r"iPhone|Mobile"), DeviceKind.PHONE),
)


def kind_of(agent: str) -> DeviceKind:
    """The kind of device that a browser names in its User-Agent header."""
    return next((kind for words, kind in _KINDS if words.search(agent)), DeviceKind.COMPUTER)


class NotNow(Exception):
    """The evening cannot be read now, or is too large to be packed."""


class PackedNow(NamedTuple):
    """The pack of an evening, and its `tag`: a text that changes whenever the pack changes."""

    raw: bytes
    tag: str


class Follower(NamedTuple):
    """Somebody who follows an evening; `since` and `seen` are seconds of a monotonic clock."""

    kind: DeviceKind
    since: float
    seen: float


@dataclass
class _Shared:
    """The state of a shared evening while the app runs."""

    evening: Evening | None = None
    """The evening of `packed`."""
    packed: PackedNow | None = None
    packing: threading.Lock = field(default_factory=threading.Lock)
    """Held while one thread packs for all; the thread that saves never waits for it."""
    followers: dict[str, Follower] = field(default_factory=dict)
    told: tuple[DeviceKind, ...] = ()
    """The followers that the windows have drawn."""
    waiting: dict[asyncio.AbstractEventLoop, set[asyncio.Event]] = field(default_factory=dict)
    """For each event loop, an `asyncio.Event` for each follower who waits for a change in this loop."""

    def wake(self) -> None:
        """Wakes all who wait, with only one call for each loop, because the thread that saves runs this method."""
        for loop in tuple(self.waiting):
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._set, loop)

    def _set(self, loop: asyncio.AbstractEventLoop) -> None:
        for each in tuple(self.waiting.get(loop, ())):
            each.set()

    def here(self, now: float) -> tuple[DeviceKind, ...]:
        """The devices of those who follow now, in the order in which they came."""
        here = [each for each in self.followers.values() if now - each.seen < AWAY]
        return tuple([each.kind for each in sorted(here, key=lambda each: each.since)])


class Following:
    """The shared evenings of a pad. Thread-safe.

    The pad reports a change in the thread that saved it; in this thread, `Following` only wakes those who wait.
    """

    def __init__(self, pad: Pad, keys: EveningKeys, clock: Callable[[], float] = time.monotonic) -> None:
        self._pad, self._keys, self._clock = pad, keys, clock
        self._lock = threading.RLock()
        """Held for moments only: the thread that saves takes it."""
        self._shared: dict[str, _Shared] = {}
        self._searched = clock()
        pad.subscribe(self._told)

    # -- who may look ---

    def share(self, evening_id: str) -> str:
        """Lets others look at an evening from now on; returns the secret that opens it."""
        secret = self._keys.give(evening_id, self._pad.history.now)
        self._tell(evening_id)
        return secret

    def stop(self, evening_id: str) -> None:
        """Ends the sharing of an evening at once: its secret opens nothing any more."""
        self._keys.end(evening_id)
        with self._lock:
            gone = self._shared.pop(evening_id, None)
        if gone is not None:
            gone.wake()
        self._tell(evening_id)

    def secret(self, evening_id: str) -> str | None:
        """The secret that opens an evening; None if it is not shared."""
        key = self._keys.key(evening_id)
        return None if key is None else key.secret

    @property
    def any_shared(self) -> bool:
        """Whether an evening is shared."""
        return bool(self._keys.evenings())

    def stop_old(self) -> None:
        """Ends the sharing of evenings that are over, forgotten or gone."""
        for evening_id in self._keys.evenings():
            with suppress(HistoryError):  # an evening that cannot be read may be readable later
                try:
                    evening = self._pad.history.load(evening_id)
                except UnknownEvening:
                    self.stop(evening_id)
                else:
                    self._stop_if_over(evening)

    def _stop_if_over(self, evening: Evening) -> bool:
        """Ends the sharing of an evening that ended LINGER ago, or has had no event for the time FORGOTTEN.

        Returns whether it ended the sharing.
        """
        key = self._keys.key(evening.id)
        over = key is not None and self._is_over(evening, key)
        if over:
            self.stop(evening.id)
        return over

    def _is_over(self, evening: Evening, key: EveningKey) -> bool:
        last, given, now = map(datetime.fromisoformat, (evening.last_at, key.given, self._pad.history.now))
        return now - max(last, given) > (LINGER if evening.table.ended else FORGOTTEN)

    # -- looking ---

    def evening_of(self, secret: str) -> str | None:
        """The id of the evening that this secret opens; None if it opens nothing."""
        return self._keys.evening_of(secret)

    def packed(self, secret: str) -> PackedNow | None:
        """The present pack of the evening that this secret opens; None if it opens nothing. Raises NotNow."""
        evening_id = self._keys.evening_of(secret)
        if evening_id is None:
            return None
        try:
            evening = self._pad.history.load(evening_id)
            return None if self._stop_if_over(evening) else self._packed(evening)
        except (HistoryError, BadPack) as error:
            raise NotNow from error

    def _packed(self, evening: Evening) -> PackedNow:
        shared = self._known(evening.id)
        with shared.packing:
            if shared.packed is None or shared.evening is not evening:
                raw = pack(evening)
                shared.evening, shared.packed = evening, PackedNow(raw, sha256(raw).hexdigest()[:16])
            return shared.packed

    def _known(self, evening_id: str) -> _Shared:
        with self._lock:
            return self._shared.setdefault(evening_id, _Shared())

    async def changes(self, secret: str, tag: str, seconds: float) -> PackedNow | None:
        """Waits until the tag of an evening's pack differs from `tag`, or `seconds` have passed; returns the pack.

        Returns None if the secret opens nothing, or as soon as it opens nothing any more. Raises NotNow.
        """
        evening_id, loop, woken = self._keys.evening_of(secret), asyncio.get_running_loop(), asyncio.Event()
        if evening_id is None:
            return None
        shared = self._known(evening_id)
        with self._lock:
            shared.waiting.setdefault(loop, set()).add(woken)
        try:
            found = await asyncio.to_thread(self.packed, secret)
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    while found is not None and found.tag == tag:
                        await woken.wait()
                        woken.clear()
                        found = await asyncio.to_thread(self.packed, secret)
            return found
        finally:
            with self._lock:
                shared.waiting[loop].discard(woken)
                if not shared.waiting[loop]:
                    del shared.waiting[loop]

    # -- who looks ---

    def followers(self, evening_id: str) -> tuple[DeviceKind, ...]:
        """The devices of those who follow an evening now, in the order in which they came."""
        with self._lock:
            return self._shared.get(evening_id, _Shared()).here(self._clock())

    def looks(self, secret: str, name: str, agent: str, *, board: bool = False) -> None:
        """Notes that a follower is present, by the random `name` of its page; `agent` is its User-Agent header.

        Both may be false: only the list of followers depends on them.
        """
        evening_id, now = self._keys.evening_of(secret), self._clock()
        if evening_id is None:
            return
        kind = DeviceKind.BOARD if board else kind_of(agent)
        with self._lock:
            followers = self._known(evening_id).followers
            known = followers.pop(name, None)
            since = now if known is None or now - known.seen >= AWAY else known.since
            followers[name] = Follower(kind, since, now)
            while len(followers) > MAX_FOLLOWERS:
                del followers[next(iter(followers))]

    def sweep(self) -> None:
        """Tells the windows which followers came and left since the last call; followers themselves never wake windows.

        Every LOOK_AGAIN seconds, also ends the sharing of evenings that are over.
        """
        now = self._clock()
        with self._lock:
            here = {evening_id: shared.here(now) for evening_id, shared in self._shared.items()}
            changed = [each for each, found in here.items() if found != self._shared[each].told]
            for each in changed:
                self._shared[each].told = here[each]
        for each in changed:
            self._tell(each)
        if now - self._searched > LOOK_AGAIN:
            self._searched = now
            self.stop_old()

    # -- changes ---

    def _tell(self, evening_id: str) -> None:
        """Tells the windows that the sharing of an evening began or ended, or that a follower came or left."""
        self._pad.tell(Told(evening_id, by=self))

    def _told(self, told: Told) -> None:
        """Wakes those who follow an evening that has changed.

        A change of the hands under way wakes nobody, because they are not in the pack.
        """
        if told.evening is not None and not told.events and told.by is not None:
            return
        with self._lock:
            ids = [*self._shared] if told.evening is None else [told.evening]
            changed = [self._shared[each] for each in ids if each in self._shared]
        for each in changed:
            each.wake()
