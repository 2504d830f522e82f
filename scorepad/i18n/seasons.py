"""The words of a season: its rules and its records."""

from __future__ import annotations

from scorepad.i18n import N_, Translator
from scorepad.i18n.names import scheme_title
from scorepad.stats.parts import Rules, rules_of
from scorepad.stats.season import Record
from scorepad.stats.tally import Count
from scorepad.tarot.scheme_data import shipped_schemes

NO_BREAK = "\u00a0"
RECORDS = {
    Record.BEST_HAND: N_("Best hand"),
    Record.WORST_FALL: N_("Worst hand"),
    Record.LONGEST_LEAD: N_("Longest lead, in hands"),
    Record.BIGGEST_COMEBACK: N_("Biggest comeback"),
    Record.LONGEST_RUN: N_("Most contracts made in a row"),
}


def record_title(t: Translator, record: Record) -> str:
    """The title of a record."""
    return t(RECORDS[record])


def share_text(t: Translator, count: Count) -> str:
    """The share of the hands that were made, and of how many: "59% of 143"."""
    if not count.hands:
        return "–"
    share, hands = t.percent(count.share, whole=True), t.number(count.hands)
    return t("{share} of {hands}", share=share, hands=hands).replace(" ", NO_BREAK)


def rules_title(t: Translator, rules: Rules) -> str:
    """The title of rules: that of a scheme that pays so."""
    shipped = shipped_schemes().get(rules.id)
    if rules.name or shipped is None:
        return rules.name or rules.id
    title = scheme_title(t, shipped)
    return title if rules_of(shipped) == rules else t("{scheme}, our way", scheme=title)
