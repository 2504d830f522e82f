"""The address where a web app is published; links to hands begin with it. Hostile until checked."""

from __future__ import annotations

import re
from enum import StrEnum

from scorepad.history import History
from scorepad.i18n import N_, Translator
from scorepad.ui.store import Store

MAX_ADDRESS = 200
_CHARACTERS = re.compile(r"[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%-]*")
_ADDRESS = re.compile(r"(https?)://([^/?#]*)(.*)", re.IGNORECASE)
_HOST = re.compile(r"([a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(:(?P<port>\d{1,5}))?", re.IGNORECASE)


class Fault(StrEnum):
    """Why a web app cannot be published at an address."""

    LONG = "long"
    CHARACTERS = "characters"
    SCHEME = "scheme"
    USER = "user"
    HOST = "host"
    QUERY = "query"


_FAULTS = {
    Fault.LONG: N_("it is too long"),
    Fault.CHARACTERS: N_("it contains a space or a character that no address has"),
    Fault.SCHEME: N_("it begins neither with https nor with http"),
    Fault.USER: N_("it contains a user name or a password"),
    Fault.HOST: N_("it has no valid host, such as example.org"),
    Fault.QUERY: N_("it contains “?” or “#”: leave out what begins there"),
}


class BadAddress(ValueError):
    """A web app cannot be published at this address."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault


def public_address(text: str) -> str:
    """The address of a published web app, ending in a slash. Raises BadAddress for anything else."""
    text = text.strip()
    if len(text.rstrip("/")) >= MAX_ADDRESS:
        raise BadAddress(Fault.LONG)
    if not _CHARACTERS.fullmatch(text):
        raise BadAddress(Fault.CHARACTERS)
    found = _ADDRESS.fullmatch(text)
    if found is None:
        raise BadAddress(Fault.SCHEME)
    scheme, place, path = found.groups()
    if "@" in place:
        raise BadAddress(Fault.USER)
    host = _HOST.fullmatch(place)
    if host is None or int(host["port"] or 0) >= 2**16:
        raise BadAddress(Fault.HOST)
    if "?" in path or "#" in path:
        raise BadAddress(Fault.QUERY)
    folder = path.removesuffix("/index.html").rstrip("/")
    return f"{scheme}://{place}".lower() + f"{folder}/"


def saved_address(history: History) -> str:
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


def fault_text(t: Translator, fault: Fault) -> str:
    """Why an address is refused, to be read after a colon."""
    return t(_FAULTS[fault])
