"""The words of a season: its rules and its records."""

from __future__ import annotations

from scorepad.i18n import N_, Translator
from scorepad.i18n.names import lookup, scheme_title
from scorepad.stats.parts import Rules, rules_of
from scorepad.stats.season import Record
from scorepad.stats.tally import Count
from scorepad.tarot.scheme_data import shipped_schemes

NO_BREAK = "\u00a0"
RECORDS = {
    Record.BEST_HAND: N_("Best hand"),
    Record.WORST_FALL: N_("Worst fall"),
    Record.LONGEST_LEAD: N_("Longest lead"),
    Record.BIGGEST_COMEBACK: N_("Biggest comeback"),
    Record.LONGEST_RUN: N_("Most contracts made in a row"),
}


record_title = lookup(RECORDS)
"""The title of a record."""


def share_text(t: Translator, count: Count) -> str:
    """The share of the hands that were made, and of how many: "59 % · 143"."""
    hands = t.number(count.hands)
    return f"{t.percent(count.share, whole=True)} · {hands}".replace(" ", NO_BREAK) if count.hands else "–"


def rules_title(t: Translator, rules: Rules) -> str:
    """The title of rules: that of a scheme that pays so."""
    shipped = shipped_schemes().get(rules.id)
    if rules.name or shipped is None:
        return rules.name or rules.id
    title = scheme_title(t, shipped)
    return title if rules_of(shipped) == rules else t("{scheme}, our way", scheme=title)
