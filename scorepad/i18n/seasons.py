"""The words of a season: its title, its rules, its figures and its records."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from scorepad.i18n import N_, Translator
from scorepad.i18n.names import bid_name, poignee_name, scheme_title
from scorepad.i18n.sentences import bouts_text
from scorepad.stats.filters import EVER, Filter, Scope, year
from scorepad.stats.parts import Role, Rules, rules_of
from scorepad.stats.season import Period, Record
from scorepad.stats.tally import Count
from scorepad.tarot.scheme_data import shipped_schemes
from scorepad.text import isolated

NO_BREAK = "\u00a0"
RECORDS = {
    Record.BEST_HAND: N_("Best hand"),
    Record.WORST_FALL: N_("Worst fall"),
    Record.LONGEST_LEAD: N_("Longest lead"),
    Record.BIGGEST_COMEBACK: N_("Biggest comeback"),
    Record.LONGEST_RUN: N_("Most contracts made in a row"),
}
ROLES = {
    Role.TAKER: N_("All contracts"),
    Role.PARTNER: N_("As partner"),
    Role.DEFENDER: N_("As defender"),
    Role.DUEL: N_("Open duel"),
}
PETITS = {True: N_("Petit au bout won"), False: N_("Petit au bout lost")}


def record_title(t: Translator, record: Record) -> str:
    """The title of a record."""
    return t(RECORDS[record])


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


def rules_lines(t: Translator, period: Period, lettered: Callable[[str], str] = isolated) -> list[str]:
    """How many hands of which rules count; amounts are by the first of them."""
    lines: list[str] = []
    for rules in period.rules:
        hands = t.plural("{count} hand", "{count} hands", period.hands[rules])
        values = {"hands": hands, "rules": lettered(rules_title(t, rules))}
        first = t("{hands} by {rules}", **values)
        lines.append(t("{hands} by {rules}, not in the points", **values) if lines else first)
    return lines


def season_title(t: Translator, scope: Scope) -> str:
    """The span of a season: "The season 2026"."""
    since, until = (t.short_date(day) if day else "" for day in (scope.since, scope.until))
    if scope.since and replace(scope, circle=EVER.circle) == year(int(scope.since[:4])):
        return t("The season {year}", year=scope.since[:4])
    if since and until:
        return t("{since} to {until}", since=since, until=until)
    if since or until:
        return t("Since {date}", date=since) if since else t("Up to {date}", date=until)
    return t("All evenings")


def figure_title(t: Translator, wanted: Filter) -> str:
    """The hands that one of the filters selects that every tally counts."""
    if wanted.bid is not None:
        return bid_name(t, wanted.bid)
    if wanted.bouts is not None:
        return bouts_text(t, wanted.bouts)
    if wanted.seats is not None:
        return t("{count} players", count=wanted.seats)
    if wanted.poignee is not None:
        return poignee_name(t, wanted.poignee)
    if wanted.petit is not None:
        return t(PETITS[wanted.petit])
    if wanted.announced or wanted.chelem:
        return t("Chelem announced") if wanted.announced else t("Chelem made")
    return t(ROLES[wanted.role or Role.TAKER])
