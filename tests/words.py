"""The English words of the app, by the keys of their messages."""

from __future__ import annotations

from scorepad.i18n import Translator

t = Translator("en")
