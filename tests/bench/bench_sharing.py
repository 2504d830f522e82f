"""How fast evenings are packed and unpacked, in seconds of the processor, and how small they are."""

from __future__ import annotations

import time
from functools import partial

from measuring import Figures, timed
from played_evenings import played_evening

from scorepad.sharing.packed import pack, snapshot, unpack


def figures() -> Figures:
    """Of evenings of 25, 60 and 300 hands at five, typical and rich."""
    for hands in (25, 60, 300):
        for rich in (False, True):
            evening = played_evening(hands, rich=rich)
            raw, kind = pack(evening), "rich" if rich else "typical"
            packing = min(timed(partial(pack, evening), clock=time.process_time))
            unpacking = min(timed(partial(unpack, raw), clock=time.process_time))
            taking = min(timed(partial(snapshot, evening), clock=time.process_time))
            yield f"{hands} hands, {kind}", f"{len(raw)} bytes"
            yield f"{hands} hands, {kind}: packing", f"{packing:.1f} ms"
            yield f"{hands} hands, {kind}: unpacking, with every check", f"{unpacking:.1f} ms"
            yield f"{hands} hands, {kind}: a snapshot", f"{taking:.1f} ms"
