"""The CSV tables at once, as bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from scorepad.evening.evening import Evening
from scorepad.exports.csv_tables import (
    Profile,
    Table,
    Words,
    hands_of,
    payments_of,
    standings_of,
    write_table,
)
from scorepad.exports.progress import Step, finished, nothing
from scorepad.i18n import Translator


def _csv(
    make: Callable[[Sequence[Evening], Words], Table],
    evenings: Sequence[Evening],
    t: Translator,
    *,
    profile: Profile = Profile.RFC,
    step: Step = nothing,
) -> bytes:
    return finished(write_table(make, evenings, t, profile), step)


hands_table = partial(_csv, hands_of)
payments_table = partial(_csv, payments_of)
standings_table = partial(_csv, standings_of)
