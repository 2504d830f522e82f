"""Links that contain a whole hand or a whole evening, so that another scorepad opens them offline; their addresses."""

from __future__ import annotations

import json
import re
import zlib
from typing import TYPE_CHECKING

from scorepad.history import HistoryError, HistoryReader, Refusal, Refused, decode
from scorepad.i18n import Translator
from scorepad.sharing.links import MAX_LETTERS, bytes_in, link_text
from scorepad.sharing.packed import is_evening, is_hand, pack_hand, unpack_hand
from scorepad.tarot.hand import Hand
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_schemes
from scorepad.ui import routes

if TYPE_CHECKING:
    from scorepad.ui.store import Store  # Flet takes a second to load, which the command line does not need

MAX_CODE = 4096
"""The maximum number of characters of a code. In the oldest links, a hand under house rules takes about 900."""
MAX_PASTED = 2 * MAX_LETTERS
"""The maximum number of characters of a pasted text: a link and the message around it."""
MAX_JSON = 32 * 1024
"""The maximum number of bytes of the unpacked code of one of the oldest links, which contain deflated JSON."""
_CODE = re.compile(r"[A-Za-z0-9_-]+")
_LINK = re.compile(rf"(?:/calculator/|/open/|[#&]e=)({_CODE.pattern})")
"""A link to a hand, to an evening, or to the page that shows an evening."""


class BadLink(ValueError):
    """The code of a link does not contain a hand."""


def hand_code(hand: Hand, scheme: Scheme) -> str:
    """The code for a link to a hand: the packed hand and its scheme."""
    return link_text(pack_hand(hand, scheme))


def route_in(text: str) -> str:
    """The route of the evening or the hand in the last link of a text. Raises Refused (TOO_LARGE, FOREIGN)."""
    code = code_in(text) or ""
    if is_evening(bytes_in(code)):
        return routes.opened(code)
    try:
        read_code(code)
    except BadLink:
        raise Refused(Refusal.FOREIGN) from None
    return routes.calculated(code)


def code_in(text: str) -> str | None:
    """The code of the last link in a text, or the text itself if it could be a code; else None."""
    text = text[-MAX_PASTED:].strip()
    links = _LINK.findall(text)
    if links:
        return str(links[-1])
    return text if _CODE.fullmatch(text) else None


def read_code(code: str) -> tuple[Hand, Scheme]:
    """The hand and the scheme in a code. Raises BadLink if the code is invalid; a hand may still be impossible."""
    if len(code) > MAX_CODE:
        raise BadLink("too long")
    try:
        raw = bytes_in(code)
        return unpack_hand(raw) if is_hand(raw) else _read_json(raw)
    except (zlib.error, KeyError, TypeError, ValueError, RecursionError, HistoryError) as error:
        raise BadLink(str(error)) from None


def _read_json(raw: bytes) -> tuple[Hand, Scheme]:
    """The hand and the scheme in the code of one of the oldest links, which is deflated JSON.

    A shipped scheme is in it by its id only. Raises BadLink if the JSON is too long or cut short.
    """
    unpacker = zlib.decompressobj()
    text = unpacker.decompress(raw, MAX_JSON)
    if not unpacker.eof:
        raise BadLink("too long, or cut short")
    document = json.loads(text)
    json.dumps(document, ensure_ascii=False).encode()  # refuses surrogates, which no font can draw
    hand, scheme = document["hand"], document["scheme"]
    rules = shipped_schemes()[scheme] if isinstance(scheme, str) else decode(Scheme, scheme)
    return decode(Hand, hand), rules


def before_evening(store: Store, *, look: bool) -> str:
    """The part of a link before the evening in it: an address or, without one, a route that people paste into the app.

    If `look` is true, the link opens the page that only shows an evening: the page of the published web app, else the
    page of this server, if other devices reach it. Otherwise, somebody wants to go on with the evening, and the link
    opens the published web app: the app of this server has the evening already.
    """
    published = web_app_address(store)
    if published:
        return f"{published}follow/#e=" if look else f"{published}#{_OPEN}"
    if look and store.files.reached_elsewhere:
        return store.files.web_address("/follow/#e=")
    return _OPEN


_OPEN = routes.opened("")

# -- addresses ---

MAX_ADDRESS = 200
_ADDRESS = re.compile(
    r"(https?://)([a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(:\d{1,5})?((?:/[a-z0-9._~:/\[\]@!$&'()*+,;=%-]*)?)",
    re.IGNORECASE | re.ASCII,
)
"""An address in its parts: the scheme, the host, the port and the path. It has no user, no query and no fragment."""
EXAMPLE = "https://example.org/scorepad/"


class BadAddress(ValueError):
    """A web app cannot be published at this address."""


def public_address(text: str) -> str:
    """The address of a published web app in its normal form, with a slash at the end. Raises BadAddress."""
    text = text.strip()
    found = _ADDRESS.fullmatch(text) if len(text.rstrip("/")) < MAX_ADDRESS else None
    if found is None or int((found[3] or ":0")[1:]) >= 2**16:
        raise BadAddress(text[:MAX_ADDRESS])
    scheme, host, port, path = found.groups(default="")
    folder = path.removesuffix("/index.html").rstrip("/")
    return f"{scheme}{host}{port}".lower() + f"{folder}/"


def no_address(t: Translator) -> str:
    """The words that say why an address is refused; they follow a colon."""
    return t("it is no address such as {example}", example=EXAMPLE)


def saved_address(history: HistoryReader) -> str:
    """The address of the published web app in the settings; "" if there is none."""
    try:
        return public_address(str(history.settings().get("public_url", "")))
    except BadAddress:
        return ""


def web_app_address(store: Store) -> str:
    """The address of the web app that opens links: this web app, else the published web app; "" if there is none."""
    if store.host.browser is not None:
        return store.host.browser.address
    return store.host.public_url or saved_address(store.history)
