"""The enumerations of a scheme: the possible values of the parameters that are neither numbers nor booleans."""

from __future__ import annotations

from enum import StrEnum


class HalfPoints(StrEnum):
    """The treatment of the odd half point at three and five players."""

    WINNER = "winner"
    """The half point goes to the side that wins: 3½ over and 3½ short both become 4 (FFT, Le calcul des scores)."""
    KEPT = "kept"
    """The half point counts: amounts may end in ½."""
    TAKER = "taker"
    """The half point goes to the taker, whoever wins: 3½ over becomes 4, and 3½ short becomes 3."""


class RoundedTo(StrEnum):
    """The multiple of a step to which a number is rounded."""

    NEAREST = "nearest"
    """The nearest multiple; a number half-way is rounded away from zero."""
    EVEN = "even"
    """The nearest multiple; a number half-way goes to the even multiple: in steps of 10, 25 to 20 and 35 to 40."""
    DOWN = "down"
    """The next multiple towards zero."""
    UP = "up"
    """The next multiple above, in the taker's favour: in steps of 10, 11 over becomes 20 and 11 short becomes 10."""

    def of(self, value: int, step: int) -> int:
        """A value rounded to a multiple of a step."""
        if self is RoundedTo.UP:
            return -(-value // step) * step
        count, rest = divmod(abs(value), step)
        if self is RoundedTo.NEAREST:
            count += 2 * rest >= step
        elif self is RoundedTo.EVEN:
            count += 2 * rest > step or (2 * rest == step and count % 2 == 1)
        return count * step if value >= 0 else -count * step


class PoigneeTo(StrEnum):
    """The side that gets the points of a poignée."""

    WINNER = "winner"
    """The side that wins the hand, whoever showed the poignée (FFT, La Poignée)."""
    SHOWER = "shower"
    """The side of the player who showed the poignée."""


class Split(StrEnum):
    """How the taker and the partner divide the gain or loss of their side, at five players.

    S is the amount that each of the three defenders pays or receives.
    """

    TWO_TO_ONE = "two_to_one"
    """The taker's part is 2 S, the partner's part is S (FFT, Le jeu à 5 joueurs)."""
    EQUAL = "equal"
    """Each part is 1½ S (S1)."""


class FivePlayers(StrEnum):
    """The kind of game at five players."""

    CALLED = "called"
    """15 cards each, 3 in the dog; the taker calls a partner (FFT, Le jeu à 5 joueurs)."""
    ALONE = "alone"
    """14 cards each, 8 in the dog; the taker is always alone (S0, S1, S4)."""


class PotEnd(StrEnum):
    """What happens to the mouches at the end of the evening."""

    LEFT = "left"
    """The mouches stay as they are."""
    SHARED = "shared"
    """Everybody at the table gets the same amount; the remainder stays."""


class Direction(StrEnum):
    """The direction of dealing and playing."""

    COUNTER_CLOCKWISE = "counter_clockwise"
    CLOCKWISE = "clockwise"
