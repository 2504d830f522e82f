"""A hand as a link that another scorepad opens to the same hand, without a network between them."""

from __future__ import annotations

import base64
import json
import re
import zlib

from scorepad.history import BadRecord, decode, encode, encode_hand
from scorepad.tarot.hand import Hand
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_schemes

MAX_CODE = 4096
"""Characters of a code; a hand under house rules takes about 900."""
MAX_JSON = 32 * 1024
"""Bytes that a code may unpack to."""
_CODE = re.compile(r"[A-Za-z0-9_-]+")
_LINK = re.compile(rf"/calculator/({_CODE.pattern})")


class BadLink(ValueError):
    """The code of a link is not that of a hand."""


def hand_code(hand: Hand, scheme: Scheme) -> str:
    """A hand and its scheme in the characters of a link; a shipped scheme by its name only."""
    shipped = shipped_schemes().get(scheme.id) == scheme
    document = {"hand": encode_hand(hand), "scheme": scheme.id if shipped else encode(scheme)}
    packed = zlib.compress(json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode(), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def code_in(text: str) -> str | None:
    """The code of the last link in a text, or the text itself where it could be a code; None where none is."""
    text = text[-2 * MAX_CODE :].strip()
    links = _LINK.findall(text)
    if links:
        return str(links[-1])
    return text if _CODE.fullmatch(text) else None


def read_code(code: str) -> tuple[Hand, Scheme]:
    """The hand and the scheme of a code. Raises BadLink for anything else; does not check the hand."""
    if len(code) > MAX_CODE:
        raise BadLink("too long")
    try:
        unpacker = zlib.decompressobj()
        raw = unpacker.decompress(base64.urlsafe_b64decode(code + "=" * (-len(code) % 4)), MAX_JSON)
        if not unpacker.eof:
            raise BadLink("too long, or cut short")
        document = json.loads(raw)
        json.dumps(document, ensure_ascii=False).encode()  # refuses surrogates, which no font can draw
        hand, scheme = document["hand"], document["scheme"]
        rules = shipped_schemes()[scheme] if isinstance(scheme, str) else decode(Scheme, scheme)
        return decode(Hand, hand), rules
    except (zlib.error, KeyError, TypeError, ValueError, RecursionError, BadRecord) as error:
        raise BadLink(str(error)) from None
