"""Seals the messages about an evening: only people who have its link can read a message, and see that it is genuine.

A link has a secret. From the secret follow a topic, under which a relay keeps the sealed message, and a key, which no
relay gets. README.md describes the message.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import sys
from typing import Any, Final

SECRET_BYTES: Final = 16
"""The length of a secret: 128 bits, which nobody can guess."""
SECRET_SIGNS: Final = 22
"""The number of characters of a secret in a link."""
FORMAT: Final = b"\x01"
"""The first byte of a message: the version of its format."""
NONCE_BYTES: Final = 12
TAG_BYTES: Final = 16
NUMBER_BYTES: Final = 8
TOPICS: Final = "scorepad/1/"
"""The beginning of all topics."""
PURPOSES: Final = "scorepad relay 1 "
"""The beginning of the names of the purposes ("key", "topic") for which bytes are derived from a secret."""


def new_secret() -> str:
    """A new secret, in the characters of base64url."""
    return base64.urlsafe_b64encode(secrets.token_bytes(SECRET_BYTES)).decode().rstrip("=")


def topic_of(secret: str) -> str:
    """The topic under which a relay keeps the evening with this secret; nobody can compute the secret from it."""
    return TOPICS + _derived(secret, "topic", 16).hex()


class Seal:
    """Seals messages with the key of a secret."""

    def __init__(self, secret: str) -> None:
        self.topic = topic_of(secret)
        self._key = _derived(secret, "key", 32)

    async def close(self, number: int, body: bytes) -> bytes:
        """Seals a message with this body; its number must be larger than all numbers before it."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        plain = number.to_bytes(NUMBER_BYTES, "big") + body
        return FORMAT + nonce + await _encrypted(self._key, nonce, plain, FORMAT + self.topic.encode())


def _derived(secret: str, purpose: str, length: int) -> bytes:
    """Derives bytes (at most 32) for one purpose from a secret: HKDF with SHA-256 and without a salt (RFC 5869)."""
    drawn = hmac.digest(bytes(hashlib.sha256().digest_size), secret.encode(), "sha256")
    return hmac.digest(drawn, (PURPOSES + purpose).encode() + b"\x01", "sha256")[:length]


async def _encrypted(key: bytes, nonce: bytes, plain: bytes, associated: bytes) -> bytes:
    """Encrypts with AES-256-GCM; returns the ciphertext and then the tag. Also protects `associated`, unencrypted."""
    if sys.platform == "emscripten":
        return await _encrypted_by_the_browser(key, nonce, plain, associated)
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # loads a library of 2 MB

    return AESGCM(key).encrypt(nonce, plain, associated)


async def _encrypted_by_the_browser(key: bytes, nonce: bytes, plain: bytes, associated: bytes) -> bytes:
    """Does the same as `_encrypted` in a browser that runs Python, where `cryptography` is not available."""
    import js
    from pyodide.ffi import to_js

    def plain_object(**members: Any) -> Any:
        return to_js(members, dict_converter=js.Object.fromEntries)

    subtle = js.crypto.subtle
    imported = await subtle.importKey("raw", to_js(key), "AES-GCM", False, to_js(["encrypt"]))
    settings = plain_object(name="AES-GCM", iv=to_js(nonce), additionalData=to_js(associated))
    sealed = await subtle.encrypt(settings, imported, to_js(plain))
    return bytes(sealed.to_bytes())
