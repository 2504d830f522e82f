"""Guards a window against one press of Enter, or a double tap, that would do two things."""

from __future__ import annotations

import time

SAME_PRESS = 0.06
"""Seconds within which two events come from one press of a key."""
DOUBLE_TAP = 0.4
"""Seconds within which a second tap is ignored: nobody has read yet what the first tap brought."""


class Presses:
    """The latest press of Enter, and the latest tap, in a window."""

    def __init__(self) -> None:
        self._tapped_at = self._entered_at = -SAME_PRESS
        self._tapped = ""

    def enter_is_free(self) -> bool:
        """Whether Enter may save a hand: False if the same press has just tapped the tile in focus."""
        now = time.monotonic()
        if now - self._tapped_at < SAME_PRESS:
            return False
        self._entered_at = now
        return True

    def entered(self) -> None:
        """Notes that the hand is saved, which takes a moment: the tap of the same press comes after it."""
        self._entered_at = time.monotonic()

    def tap_is_free(self, identifier: str = "", drawn: float | None = None) -> bool:
        """Whether a tap counts: False if the Enter that saved a hand caused it, or if it is the second of two in a row.

        The second one hits another control, which was `drawn` after the first (seconds, monotonic).
        """
        now = time.monotonic()
        since, new = now - self._tapped_at, drawn is not None and drawn > self._tapped_at
        if new and since < DOUBLE_TAP and identifier != self._tapped:
            return False
        self._tapped_at, self._tapped = now, identifier
        return now - self._entered_at >= SAME_PRESS
