"""The English words of the app, by the keys of their messages."""

from __future__ import annotations

from scorepad.i18n import Translator


class Words(Translator):
    """A translator that fails the test for a key that no message has: it would be looked for in vain for ever."""

    def __init__(self, language: str) -> None:
        super().__init__(language)
        keys = vars(Translator("de")._catalog)["_catalog"]
        self._keys = {key if isinstance(key, str) else key[0] for key in keys}  # a plural's are pairs

    def __call__(self, message: str, **values: object) -> str:
        """The message with its values."""
        assert message in self._keys, message
        return super().__call__(message, **values)


t = Words("en")
