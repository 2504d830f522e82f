"""The words of an evening for paper and pictures, in letters that our fonts have."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from scorepad.design.letters import fit, printable, width
from scorepad.evening.figures import Figures, Highlight
from scorepad.i18n import Translator
from scorepad.i18n.evenings import hand_words, highlights, rules_title
from scorepad.i18n.names import evening_title
from scorepad.tarot.hand import PlayerId
from scorepad.text import by_line


@dataclass(frozen=True)
class Wording(Figures):
    """The texts about an evening for paper and pictures, in the language of `t`."""

    t: Translator

    @cached_property
    def title(self) -> str:
        """The name of the evening, or its day."""
        return printable(evening_title(self.t, self.evening))

    @cached_property
    def about(self) -> list[str]:
        """The day, the rules, the number of hands, and the time zone where it matters."""
        t, hands = self.t, len(self.evening.sheet.deals)
        count = t.plural("{count} hand", "{count} hands", hands) if hands else t("No hand yet")
        about = [t.date(self.evening.began), rules_title(t, self.evening, printable), count]
        return [*about, t.zone_note] if t.zone_note else about

    @cached_property
    def note(self) -> str:
        """The note on the evening in quotation marks, with its line breaks; empty without a note."""
        note = self.evening.table.notes.get(None)
        return self.t("“{words}”", words=by_line(printable, note)) if note else ""

    @cached_property
    def highlights(self) -> list[tuple[str, Highlight]]:
        """The best and the worst hand, each with its title."""
        return highlights(self.t, self)

    def leads(self, rank: int | None) -> bool:
        """Whether a rank is the first; False while all totals are zero."""
        return rank == 1 and any(self.evening.sheet.totals)

    def name(self, player: PlayerId) -> str:
        """The name of a person of the evening."""
        return printable(self.evening.table.name_of(player))

    def number(self, amount: int) -> str:
        """The text of an amount, which is given in 1/`sheet.unit` of a point."""
        return self.t.number(amount, self.evening.sheet.unit)

    def signed(self, amount: int) -> str:
        """The text of an amount, with its sign; the amount is given in 1/`sheet.unit` of a point."""
        return self.t.signed(amount, self.evening.sheet.unit)

    def arrow(self, amount: int) -> str:
        """An amount with its sign, after an arrow up or down."""
        return f"{'▲' if amount > 0 else '▼'} {self.signed(amount)}"

    def hand(self, highlight: Highlight, size: float, room: float, weight: str) -> str:
        """A hand in words that fit a width; long names are shortened first."""

        def words(most: float) -> str:
            return hand_words(
                self.t, self.evening, highlight, lambda name: fit(printable(name), size, most, weight)
            )

        names = 1 if highlight.hand.partner is None else 2
        without = hand_words(self.t, self.evening, highlight, lambda _: "")
        share = (room - width(without, size, weight)) / names
        whole = words(room)
        return whole if width(whole, size, weight) <= room else fit(words(share), size, room, weight)
