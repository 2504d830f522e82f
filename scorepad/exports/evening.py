"""An evening as every export shows it: its figures, and its words in a language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property, reduce
from itertools import pairwise

from scorepad.evening.adjustment import Adjustment
from scorepad.evening.evening import Evening
from scorepad.evening.figures import Figures, Highlight
from scorepad.evening.sheet import Entry, Standing
from scorepad.exports.lettering import printable
from scorepad.i18n import Translator
from scorepad.i18n.names import evening_title, scheme_title
from scorepad.tarot.hand import PlayerId

BREAK = timedelta(minutes=30)
"""A longer time between two hands is a break."""


def typed(evening: Evening) -> Iterator[str]:
    """Every text of an evening that people typed."""
    yield from (
        evening.table.title,
        evening.start.scheme.name,
        *(person.name for person in evening.sheet.people),
    )
    yield from (member.name for person in evening.sheet.people for member in person.members)
    yield from (scheme.name for _, rules in evening.table.rules_over_time for scheme in rules.all)
    yield from (event.reason for event in evening.events)
    yield evening.table.rate.currency
    yield from evening.table.notes.values()
    deals = (event.deal.points_change for event in evening.events if event.deal is not None)
    yield from (beside.reason for beside in deals if isinstance(beside, Adjustment))


def remarks(evening: Evening, entry: Entry) -> list[str]:
    """What was typed about a row: why points changed hands without a hand, and the note."""
    beside = entry.deal.points_change
    reason = beside.reason if isinstance(beside, Adjustment) else ""
    return [words for words in (reason, evening.table.notes.get(entry.id, "")) if words]


@dataclass(frozen=True)
class Wording(Figures):
    """An evening in a language; its texts have only letters that the fonts in use contain."""

    t: Translator

    # -- words ---

    @property
    def title(self) -> str:
        """The name of the evening, or its day, as on the screens."""
        return printable(evening_title(self.t, self.evening))

    @property
    def scheme(self) -> str:
        """The titles of the rules of the hands, in their order."""
        first, *later = (printable(scheme_title(self.t, scheme)) for scheme in self.evening.schemes)
        return reduce(
            lambda titles, title: self.t("{rules}, then {others}", rules=titles, others=title), later, first
        )

    def name(self, player: PlayerId) -> str:
        """The name of a person of the evening."""
        return printable(self.evening.table.name_of(player))

    def number(self, amount: int) -> str:
        """An amount in 1/unit of a point."""
        return self.t.number(amount, self.evening.sheet.unit)

    def signed(self, amount: int) -> str:
        """An amount in 1/unit of a point, with its sign."""
        return self.t.signed(amount, self.evening.sheet.unit)

    def arrow(self, amount: int) -> str:
        """The same behind an arrow up or down."""
        return f"{'▲' if amount > 0 else '▼'} {self.signed(amount)}"

    def rank(self, standing: Standing) -> str:
        """A rank with a full stop; a dash as long as all totals are zero."""
        return f"{standing.rank}." if any(self.evening.sheet.totals) else "–"

    def leads(self, standing: Standing) -> bool:
        """Whether a person is first, once any total is not zero."""
        return standing.rank == 1 and any(self.evening.sheet.totals)

    @property
    def highlights(self) -> list[tuple[str, Highlight]]:
        """The best and the worst hand with their titles, as far as there are any."""
        t = self.t
        found = ((t("Best hand of the evening"), self.best), (t("Worst hand of the evening"), self.worst))
        return [(title, each) for title, each in found if each is not None]

    @cached_property
    def minutes(self) -> int:
        """The minutes that a hand took, breaks left out, on average; 0 if less than half a minute, or unknown."""
        recorded = sorted(entry.recorded.at for entry in self.evening.sheet.deals)
        times = [datetime.fromisoformat(at) for at in (self.evening.start.created, *recorded)]
        spent = [
            after - before for before, after in pairwise(times) if timedelta() <= after - before <= BREAK
        ]
        return round(sum(spent, timedelta()) / len(spent) / timedelta(minutes=1)) if spent else 0
