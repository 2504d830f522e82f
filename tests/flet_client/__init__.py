"""A stand-in for Flet's client: a test taps, types and reads the screens of scorepad in its own process.

    app = await Driver.start(main, width=360, height=640)
    await app.tap("new-session")
    assert app.text("total") == "66"

`client.py` has the `Driver`, which does what a person does. It is a `Conversation`, which exchanges messages with the
session of Flet, and a `Screen`, which finds controls in its copy of the tree (`tree.py`). `fit.py` finds text that is
cut.
`private_parts.py` names every private part of Flet that scorepad and the tests use.
"""

from .client import Driver
from .conversation import Broken, Call
from .fit import clipped
from .screen import Unreachable
from .tree import FIELD, Found, OutOfSync, unwrapped

__all__ = ["FIELD", "Broken", "Call", "Driver", "Found", "OutOfSync", "Unreachable", "clipped", "unwrapped"]
