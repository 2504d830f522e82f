"""The length of an evening, and how far it is, in words."""

from __future__ import annotations

from scorepad.evening.length import AgreedLength, EveningProgress
from scorepad.i18n import Translator, capital


def length_text(t: Translator, length: AgreedLength) -> str:
    """How long the table means to play: "20 hands", "until 23:30"."""
    if length.hands:
        return t.plural("{count} hand", "{count} hands", length.hands)
    if length.deals:
        return t.plural("{count} deal each", "{count} deals each", length.deals)
    return t("until {time}", time=t.time(length.until)) if length.until else t("No limit")


def length_line(t: Translator, length: AgreedLength) -> str:
    """The same where it begins a line: "Until 23:30"."""
    return capital(length_text(t, length))


def progress_text(t: Translator, length: AgreedLength, progress: EveningProgress) -> str:
    """How far an evening is that has a number of hands or deals, or that its end is reached."""
    agreed = length_line(t, length)
    if progress.over:
        return t("{what}: end the evening?", what=agreed)
    if length.hands and not progress.last:
        return t("{played} of {hands} hands played", played=progress.played, hands=length.hands)
    left = t("last hand")
    if progress.hands is not None and not progress.last:
        left = t.plural("{count} hand left", "{count} hands left", progress.hands)
    return t("{what}: {value}", what=agreed, value=left)


def fair_text(t: Translator, hands: int) -> str:
    """The offer to go on until everybody has dealt equally often."""
    return t.plural("For a fair end: {count} more hand", "For a fair end: {count} more hands", hands)
