"""The evenings that others follow: who may look, the last pack of each evening, and who looks now.

A follower has the key of one evening and asks for its pack again and again; the answer waits until the pack changes.
Each answer is the whole evening, so nobody misses anything, and a slow follower skips what is between.
"""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, NamedTuple

from scorepad.evening.evening import Evening
from scorepad.history import HistoryError
from scorepad.pad import Pad, Told
from scorepad.sharing.packed import BadPack, pack
from scorepad.ui.host import DeviceKind, Follower
from scorepad.web.follow_site import NotNow
from scorepad.web.keys import EveningKeys

LINGER: Final = 3600.0
"""Seconds for which an evening that has ended can still be looked at: phones that slept get its last hand."""
AWAY: Final = 45.0
"""Seconds after its last request for which a follower counts as being there: longer than an answer waits."""
MAX_FOLLOWERS: Final = 200
"""The most followers of an evening that are listed."""
NAME_OF_FOLLOWER: Final = 16
"""The number of characters of the random name that a page gives itself."""


_KINDS: Final = (
    (re.compile(r"iPad|Tablet|Android(?!.*Mobile)"), DeviceKind.TABLET),
    (re.compile(r"iPhone|Mobile"), DeviceKind.PHONE),
)


def kind_of(agent: str) -> DeviceKind:
    """What a browser looks like by the name that it gives itself."""
    return next((kind for words, kind in _KINDS if words.search(agent)), DeviceKind.COMPUTER)


class PackedNow(NamedTuple):
    """The pack of an evening, and a text that changes with it (`tag`)."""

    raw: bytes
    tag: str


@dataclass
class _Shared:
    """What is known of a shared evening while the app runs."""

    evening: Evening | None = None
    """The evening of `packed`."""
    packed: PackedNow | None = None
    ended: float | None = None
    """When it was first seen as ended."""
    followers: dict[str, Follower] = field(default_factory=dict)
    waiting: dict[asyncio.AbstractEventLoop, set[asyncio.Event]] = field(default_factory=dict)
    """The events of those who wait for a change, by the loops in which they wait."""

    def wake(self) -> None:
        """Wakes all who wait, with one call for each loop: this runs in the thread that saves."""
        for loop in tuple(self.waiting):
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._set, loop)

    def _set(self, loop: asyncio.AbstractEventLoop) -> None:
        for each in tuple(self.waiting.get(loop, ())):
            each.set()


class Following:
    """The shared evenings of a pad. Thread-safe.

    The pad tells of changes in the thread that saved: there, this object only wakes those who wait.
    """

    def __init__(self, pad: Pad, keys: EveningKeys, clock: Callable[[], float] = time.monotonic) -> None:
        self._pad, self._keys, self._clock = pad, keys, clock
        self._lock = threading.RLock()
        self._shared: dict[str, _Shared] = {}
        pad.subscribe(self._told)

    # -- who may look ---

    def share(self, evening_id: str) -> str:
        """Lets others look at an evening from now on; returns the key that opens it."""
        secret = self._keys.give(evening_id)
        self._tell(evening_id)
        return secret

    def stop(self, evening_id: str) -> None:
        """Ends the sharing of an evening at once: its key opens nothing any more."""
        self._keys.end(evening_id)
        with self._lock:
            gone = self._shared.pop(evening_id, None)
        if gone is not None:
            gone.wake()
        self._tell(evening_id)

    def key(self, evening_id: str) -> str | None:
        """The key of an evening; None if it is not shared."""
        return self._keys.key(evening_id)

    @property
    def any_shared(self) -> bool:
        """Whether an evening is shared."""
        return bool(self._keys.evenings())

    def followers(self, evening_id: str) -> list[Follower]:
        """Who follows an evening now, the first to come first."""
        now = self._clock()
        with self._lock:
            shared = self._shared.get(evening_id, _Shared())
            here = [each for each in shared.followers.values() if now - each.seen < AWAY]
        return sorted(here, key=lambda each: each.since)

    # -- looking ---

    def evening_of(self, secret: str) -> str | None:
        """The id of the evening that this key opens; None if it opens nothing."""
        return self._keys.evening_of(secret)

    def packed(self, secret: str) -> PackedNow | None:
        """The present pack of the evening that this key opens; None if the key opens nothing.

        Raises NotNow if the evening cannot be read now, or if it is too large.
        """
        evening_id = self._keys.evening_of(secret)
        if evening_id is None:
            return None
        try:
            return self._packed(evening_id, self._pad.history.load(evening_id))
        except (HistoryError, BadPack) as error:
            raise NotNow from error

    def _packed(self, evening_id: str, evening: Evening) -> PackedNow | None:
        """The pack of an evening; None if the evening ended long ago, and so is shared no more."""
        with self._lock:
            shared = self._shared.setdefault(evening_id, _Shared())
            over = self._is_over(shared, evening)
            if not over and (shared.evening is not evening or shared.packed is None):
                raw = pack(evening)
                shared.evening, shared.packed = evening, PackedNow(raw, sha256(raw).hexdigest()[:16])
        if over:
            self.stop(evening_id)
        return None if over else shared.packed

    def _is_over(self, shared: _Shared, evening: Evening) -> bool:
        """Whether the evening has ended more than LINGER ago."""
        if not evening.table.ended:
            shared.ended = None
        elif shared.ended is None:
            shared.ended = self._clock()
        return shared.ended is not None and self._clock() - shared.ended > LINGER

    async def changes(self, secret: str, tag: str, seconds: float) -> PackedNow | None:
        """The pack of an evening once its tag is another one than `tag`, at the latest after some `seconds`.

        Returns None if the key opens nothing, or as soon as it opens nothing any more. Raises what `packed` raises.
        """
        evening_id, loop, woken = self._keys.evening_of(secret), asyncio.get_running_loop(), asyncio.Event()
        if evening_id is None:
            return None

        with self._lock:
            shared = self._shared.setdefault(evening_id, _Shared())
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
            loop.call_later(AWAY + 1, self._leaves, evening_id)

    def looks(self, secret: str, name: str, agent: str, *, board: bool = False) -> None:
        """Notes that a follower is here: the random name of its page, and what its browser says of itself.

        Both may lie: only the words of a list depend on them.
        """
        kind = DeviceKind.BOARD if board else kind_of(agent)
        evening_id, now = self._keys.evening_of(secret), self._clock()
        if evening_id is None:
            return
        with self._lock:
            followers = self._shared.setdefault(evening_id, _Shared()).followers
            known = followers.pop(name[:NAME_OF_FOLLOWER], None)
            is_new = known is None or now - known.seen >= AWAY
            since = now if known is None or is_new else known.since
            followers[name[:NAME_OF_FOLLOWER]] = Follower(kind, since, now)
            while len(followers) > MAX_FOLLOWERS:
                del followers[next(iter(followers))]
        if is_new:
            self._tell(evening_id)

    # -- changes ---

    def _tell(self, evening_id: str) -> None:
        """Draws windows again when an evening is shared or no longer shared, or when a follower comes or leaves."""
        self._pad.tell(Told(evening_id, by=self))

    def _leaves(self, evening_id: str) -> None:
        """Draws windows again if a follower has not come back."""
        now = self._clock()
        with self._lock:
            shared = self._shared.get(evening_id, _Shared())
            gone = [name for name, each in shared.followers.items() if now - each.seen >= AWAY]
            for name in gone:
                del shared.followers[name]
        if gone:
            self._tell(evening_id)

    def _told(self, told: Told) -> None:
        """Wakes those who follow an evening that has changed; a change of the entry alone is not in its pack."""
        if told.evening is not None and not told.events and told.by is not None:
            return
        with self._lock:
            ids = [*self._shared] if told.evening is None else [told.evening]
            changed = [self._shared[each] for each in ids if each in self._shared]
        for each in changed:
            each.wake()
