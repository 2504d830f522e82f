"""Reads the messages of a browser: MessagePack, whose limits are checked before anything is done with it."""

from __future__ import annotations

from math import isfinite
from typing import Any, Final

import msgpack
from flet.messaging.protocol import decode_ext_from_msgpack

MAX_ITEMS: Final = 256
"""Of one list or map."""
MAX_CONTAINERS: Final = 2_000
"""Lists and maps of one message: a million empty ones fit into a megabyte, and keep Python busy for seconds."""
MAX_DEPTH: Final = 12
MAX_ROUTE: Final = 2_000
"""Characters of an address: a link to a hand has some hundreds."""
MAX_SIDE: Final = 100_000.0

PAGE_PROPERTIES: Final = {
    *("route", "width", "height", "platform", "platform_brightness", "media"),
    *("pwa", "debug", "wasm", "test", "multi_view", "pyodide"),
}
"""The properties of its page that a browser may set."""


class Garbled(ValueError):
    """A message that Flet's client does not send."""


def unpacked(raw: bytes) -> tuple[int, dict[str, Any]]:
    """The action and the body of a message. Raises Garbled."""
    count = 0

    def counted(container: Any) -> Any:
        nonlocal count
        count += 1
        if count > MAX_CONTAINERS:
            raise Garbled
        return container

    if raw[:1] != b"\0":
        raise Garbled
    try:
        message = msgpack.unpackb(
            memoryview(raw)[1:],
            ext_hook=decode_ext_from_msgpack,
            object_hook=counted,
            list_hook=counted,
            max_map_len=MAX_ITEMS,
            max_array_len=MAX_ITEMS,
        )
    except Exception:  # of the library or of Flet's own extensions
        raise Garbled from None
    if not isinstance(message, list) or len(message) != 2 or not _is_shallow(message, MAX_DEPTH):
        raise Garbled
    action, body = message
    if type(action) is not int or not isinstance(body, dict) or not all(isinstance(key, str) for key in body):
        raise Garbled
    return action, body


def _is_shallow(value: Any, depth: int) -> bool:
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, list):
        return True
    return depth > 0 and all(_is_shallow(each, depth - 1) for each in value)


def properties(given: Any) -> dict[str, Any]:
    """The properties that a client may change, out of those that it sends. Raises Garbled.

    Flet would write any: private ones, handlers, and the data that the app keeps with a control.
    """
    if not isinstance(given, dict) or not all(isinstance(name, str) for name in given):
        raise Garbled
    return {
        name: properties(value) if isinstance(value, dict) else value
        for name, value in given.items()
        if name != "data" and not name.startswith(("_", "on_"))
    }


def page_properties(given: Any) -> dict[str, Any]:
    """The properties of the page that a client may change. Raises Garbled."""
    found = {name: value for name, value in properties(given).items() if name in PAGE_PROPERTIES}
    route = found.get("route", "/")
    if not isinstance(route, str) or len(route) > MAX_ROUTE:
        raise Garbled
    if not all(is_size(found[name]) for name in ("width", "height") if name in found):
        raise Garbled
    return found


def is_size(value: Any) -> bool:
    """Whether a value can be the width or the height of something."""
    return type(value) in (int, float) and isfinite(value) and 0 <= value <= MAX_SIDE
