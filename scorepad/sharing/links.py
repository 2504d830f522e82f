"""Packs as text: in a link, or in a code to scan.

A link has the bytes of the pack in base64url. A code has a 0, and then the bytes as a number in base 36: in a QR code,
each of these signs takes 5½ bits, but each letter of a link takes 8 bits. No pack in base64url begins with 0, so the
first sign tells whether a text is a link or a code. Texts may come from strangers, so the size of a text is checked
before it is read.
"""

from __future__ import annotations

import base64
import re
from typing import Final

from scorepad.evening.evening import Evening
from scorepad.history import Refusal, Refused
from scorepad.history.transfer import check_evening

from .bits import BadPack
from .packed import is_evening, is_newer, unpack

MAX_LINK: Final = 4096
"""The largest pack of a link, in bytes; a rich evening of 300 hands takes about 2,600."""
MAX_LETTERS: Final = -(-MAX_LINK * 4 // 3)
"""The largest number of letters of a link; a longer text is refused unread."""
MAX_SIGNS: Final = 4296
"""The largest number of signs of a code, as of a QR code; a longer text is refused unread."""
CODE: Final = "0"
"""The first sign of a code."""
_DIGITS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LINK: Final = re.compile(r"[A-Za-z0-9_-]*", re.ASCII)
_CODE: Final = re.compile(r"0[0-9A-Z]*", re.ASCII)


def link_text(raw: bytes) -> str:
    """A pack as the text of a link."""
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def code_text(raw: bytes) -> str:
    """A pack as the text of a code: `CODE`, and then digits and capital letters."""
    number, signs = int.from_bytes(raw, "big"), list[str]()
    while number:
        number, digit = divmod(number, len(_DIGITS))
        signs.append(_DIGITS[digit])
    return CODE + "".join(reversed(signs))


def bytes_in(text: str) -> bytes:
    """The bytes in the text of a link or of a code. Raises Refused (TOO_LARGE, FOREIGN)."""
    is_code = text.startswith(CODE)
    if len(text) > (MAX_SIGNS if is_code else MAX_LETTERS):
        raise Refused(Refusal.TOO_LARGE, "", len(text))
    if not (_CODE if is_code else _LINK).fullmatch(text):
        raise Refused(Refusal.FOREIGN)
    try:
        if is_code:
            number = int(text, len(_DIGITS))
            return number.to_bytes(-(-number.bit_length() // 8), "big")
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:  # one letter too many, or more digits than this Python reads
        raise Refused(Refusal.FOREIGN) from None


def evening_in(text: str) -> Evening:
    """The evening in the text of a link or of a code.

    Raises Refused (TOO_LARGE, FOREIGN, TOO_NEW, CHECKSUM), or BadRecord for an evening that scorepad does not write.
    """
    raw = bytes_in(text)
    if not is_evening(raw):
        raise Refused(Refusal.FOREIGN)
    if is_newer(raw):
        raise Refused(Refusal.TOO_NEW)
    try:
        evening = unpack(raw)
    except BadPack:
        raise Refused(Refusal.CHECKSUM) from None
    check_evening(evening)
    return evening
