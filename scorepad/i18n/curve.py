"""The curve of an evening, and that of a player over evenings, in words."""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.evening.evening import Evening
from scorepad.i18n import Translator


def season_curve_text(t: Translator, name: str, totals: Sequence[int]) -> str:
    """Where a player stands after evenings, and the highest and the lowest total, in whole points."""
    return t.plural(
        "{name} has {total} after {count} evening; at most {high}, at least {low}.",
        "{name} has {total} after {count} evenings; at most {high}, at least {low}.",
        len(totals),
        name=name,
        total=t.signed(totals[-1]),
        high=t.signed(max(totals)),
        low=t.signed(min(totals)),
    )


def curve_text(t: Translator, evening: Evening) -> str:
    """Who leads and by how much, and since when or from how far back, in one or two sentences."""
    curve = list(evening.sheet.curve[1:])
    if not curve:
        return t("No hand yet")
    best, hands = max(curve[-1]), len(curve)
    if not any(curve[-1]):
        return t.plural(
            "Everybody is at zero after {count} hand.", "Everybody is at zero after {count} hands.", hands
        )
    leaders = [i for i, total in enumerate(curve[-1]) if total == best]
    names, total = t.names(evening.sheet.people[i].name for i in leaders), t.signed(best, evening.sheet.unit)
    if len(leaders) > 1:
        return t.plural(
            "{names} share first place with {total} after {count} hand.",
            "{names} share first place with {total} after {count} hands.",
            hands,
            names=names,
            total=total,
        )
    if evening.table.ended:
        words = t.plural(
            "{name} wins with {total} after {count} hand.",
            "{name} wins with {total} after {count} hands.",
            hands,
            name=names,
            total=total,
        )
    else:
        words = t.plural(
            "{name} leads with {total} after {count} hand.",
            "{name} leads with {total} after {count} hands.",
            hands,
            name=names,
            total=total,
        )
    return " ".join([words, *_before(t, curve, leaders[0], names)])


def _before(t: Translator, curve: list[tuple[int, ...]], leader: int, name: str) -> list[str]:
    """When the leader was last, or else since when the leader leads; nothing after a single hand."""
    if len(curve) == 1:
        return []
    last = [
        number
        for number, totals in enumerate(curve, 1)
        if totals[leader] == min(totals) and totals.count(totals[leader]) == 1
    ]
    if last:
        return [t("After hand {number}, {name} was still last.", number=last[-1], name=name)]
    behind = [
        number
        for number, totals in enumerate(curve, 1)
        if totals[leader] < max(totals) or totals.count(totals[leader]) > 1
    ]
    if not behind:
        return [t("In front since the first hand.")]
    return [t("In front since hand {number}.", number=behind[-1] + 1)]
