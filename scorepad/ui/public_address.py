"""The address where a web app is published; links to hands begin with it. Hostile until checked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scorepad.history import HistoryReader
from scorepad.i18n import Translator

if TYPE_CHECKING:
    from scorepad.ui.store import Store  # Flet takes a second to load, which the command line does not need

MAX_ADDRESS = 200
_ADDRESS = re.compile(
    r"(https?://)([a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(:\d{1,5})?((?:/[a-z0-9._~:/\[\]@!$&'()*+,;=%-]*)?)",
    re.IGNORECASE | re.ASCII,
)
"""The parts are the scheme, the host, the port and the path: no user, no query, no fragment."""
EXAMPLE = "https://example.org/scorepad/"


class BadAddress(ValueError):
    """A web app cannot be published at this address."""


def public_address(text: str) -> str:
    """The address of a published web app, ending in a slash. Raises BadAddress for anything else."""
    text = text.strip()
    found = _ADDRESS.fullmatch(text) if len(text.rstrip("/")) < MAX_ADDRESS else None
    if found is None or int((found[3] or ":0")[1:]) >= 2**16:
        raise BadAddress(text[:MAX_ADDRESS])
    scheme, host, port, path = found.groups(default="")
    folder = path.removesuffix("/index.html").rstrip("/")
    return f"{scheme}{host}{port}".lower() + f"{folder}/"


def no_address(t: Translator) -> str:
    """Why an address is refused, to be read after a colon."""
    return t("it is no address such as {example}", example=EXAMPLE)


def saved_address(history: HistoryReader) -> str:
    """The address of the published web app, as the settings have it; "" without one."""
    try:
        return public_address(str(history.settings().get("public_url", "")))
    except BadAddress:
        return ""


def web_app_address(store: Store) -> str:
    """The address of the web app that opens links to hands: this one, or a published one; "" without one."""
    if store.host.browser is not None:
        return store.host.browser.address
    return store.host.public_url or saved_address(store.history)
