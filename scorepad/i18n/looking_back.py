"""Texts of the statistics: spans, figures, intervals, rules, records, and who is counted."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from scorepad.i18n import MINUS, N_, Translator, capital
from scorepad.i18n.names import bid_name, bouts_text, lookup, poignee_name, scheme_title
from scorepad.stats.measures import Number, Record
from scorepad.stats.parts import UNIT, Filter, Role, Rules, rules_of
from scorepad.stats.scopes import PlayerKey, Scope, last_day
from scorepad.stats.season import Period, SeasonStanding
from scorepad.stats.tally import Count, Pair, Tally
from scorepad.tarot.scheme_data import shipped_schemes
from scorepad.text import rounded

ROLES = {
    Role.TAKER: N_("as the taker"),
    Role.PARTNER: N_("as the partner"),
    Role.DEFENDER: N_("in the defence"),
    Role.DUEL: N_("in open duels"),
}
SIGNED = {True: "+", False: MINUS}
NO_BREAK = "\u00a0"
RECORDS = {
    Record.BEST_HAND: N_("Best hand"),
    Record.WORST_FALL: N_("Worst hand"),
    Record.LONGEST_LEAD: N_("Longest lead, in hands"),
    Record.BIGGEST_COMEBACK: N_("Biggest comeback"),
}
NUMBERS = {Number.EVENINGS: N_("Evenings"), Number.WINS: N_("Wins")}
"""The titles of columns with numbers of evenings."""
HAND_OF = {
    Record.BEST_HAND: N_("hand {number}"),
    Record.WORST_FALL: N_("hand {number}"),
    Record.LONGEST_LEAD: N_("up to hand {number}"),
    Record.BIGGEST_COMEBACK: N_("after hand {number}"),
}


def span_text(t: Translator, scope: Scope) -> str:
    """The days of a scope: "2026", "March 2026", "March 2026 – May 2026", or its first and its last day."""
    since, until = scope.since, scope.until
    if not since and not until:
        return t("All evenings")
    if since.endswith("-01-01") and until == f"{since[:4]}-12-31":
        return since[:4]
    first, last = (t.short_date(day) if day else "…" for day in (since, until))
    if since.endswith("-01") and until and until == last_day(until[:7]):
        if since[:7] == until[:7]:
            return t.month(since)
        first, last = t.month(since), t.month(until, first=False)
    return first if first == last else f"{first} – {last}"


def figure_words(t: Translator, wanted: Filter, names: Mapping[PlayerKey, str]) -> str:
    """The conditions of a filter in words, without the dates: "Tom, garde, lost"; "…" stands for an unknown name."""
    words = [names.get(wanted.player, "…")] if wanted.player is not None else []
    if wanted.partner is not None:
        name = names.get(wanted.partner, "…")
        called = wanted.role is Role.PARTNER
        words.append(t("called by {name}", name=name) if called else t("calling {name}", name=name))
    if wanted.against is not None:
        words.append(t("against {name}", name=names.get(wanted.against, "…")))
    words += [*_facts(t, wanted)]
    if wanted.rules is not None:
        words.append(t("by {rules}", rules=rules_title(t, wanted.rules)))
    if wanted.made is not None:
        words.append(made_words(t, wanted.role, wanted.made))
    return capital(", ".join(words) or t("All hands"))


def made_words(t: Translator, role: Role | None, made: bool) -> str:
    """The words "won" or "lost"; if the role is None or the defence, "contract won" or "contract lost"."""
    if role in (None, Role.DEFENDER):
        return t("contract won") if made else t("contract lost")
    return t("won") if made else t("lost")


def _facts(t: Translator, wanted: Filter) -> list[str]:
    """The bid, the bouts and other conditions of a filter in words.

    A filter without such conditions gives the words for its role, unless it has no role, or has a partner.
    """
    words = []
    if wanted.bid is not None:
        words.append(t.inside(bid_name(t, wanted.bid)))
    if wanted.bouts is not None:
        words.append(bouts_text(t, wanted.bouts))
    if wanted.seats is not None:
        words.append(t.plural("{count} player", "{count} players", wanted.seats))
    if wanted.poignee is not None:
        words.append(t.inside(poignee_name(t, wanted.poignee)))
    if wanted.petit is not None:
        words.append(t("petit au bout won") if wanted.petit else t("petit au bout lost"))
    if wanted.announced:
        words.append(t("chelem announced"))
    if wanted.chelem:
        words.append(t("chelem made"))
    if not words and wanted.role is not None and wanted.partner is None:
        words.append(t(ROLES[wanted.role]))
    return words


def rules_title(t: Translator, rules: Rules) -> str:
    """The title of a scheme that pays by these rules."""
    shipped = shipped_schemes().get(rules.id)
    if rules.name or shipped is None:
        return rules.name or rules.id
    title = scheme_title(t, shipped)
    return title if rules_of(shipped) == rules else t("{scheme}, our way", scheme=title)


def rules_lines(t: Translator, period: Period, player: PlayerKey = "") -> list[str]:
    """One line for each set of rules with the number of hands, of everybody or of one player.

    Only hands under the most frequent rules count in sums of points; the other lines say so.
    """
    lines: list[str] = []
    for rules in period.rules:
        played = period.tallies[player].points(rules).hands if player else period.hands[rules]
        values = {"hands": t.plural("{count} hand", "{count} hands", played), "rules": rules_title(t, rules)}
        if rules == period.rules[0]:
            lines.append(t("{hands} by {rules}", **values))
        elif played:
            lines.append(t("{hands} by {rules}, not in the points", **values))
    return lines


def left_out_text(t: Translator, evenings: int) -> str:
    """The number of evenings that are left out of a season; "" if there is none."""
    return (
        t.plural("{count} evening is left out.", "{count} evenings are left out.", evenings)
        if evenings
        else ""
    )


def who_counts(t: Translator) -> str:
    """Sentences that say how guests, teams, open duels, and points without a hand count in the statistics."""
    return t(
        "Shares and margins count the hands of all rules. Guests have no figures; a team is a player of its own. An "
        "open duel brings points, but is not taken. Penalties and gifts count in sums of points. An evening counts for "
        "those who played a hand in it, and is won once it is over."
    )


# -- figures ---


record_title = lookup(RECORDS)
"""The title of a record."""


def record_hand(t: Translator, record: Record, number: int) -> str:
    """The hand to which a record leads: "hand 5"; "up to hand 5" for a lead; "after hand 5" for a comeback."""
    return t(HAND_OF[record], number=number)


def numbers_text(t: Translator, tally: Tally) -> str:
    """The numbers of evenings of a player: "12 evenings, 3 won"."""
    return ", ".join([_number(t, number, tally.number(number)) for number in Number])


def _number(t: Translator, number: Number, count: int) -> str:
    match number:
        case Number.EVENINGS:
            return t.plural("{count} evening", "{count} evenings", count)
        case Number.WINS:
            return t.plural("{count} won", "{count} won", count)


def share_text(t: Translator, count: Count) -> str:
    """The share of contracts made, and the number of all hands: "59% of 143"."""
    if not count.hands:
        return "–"
    share, hands = t.percent(count.share, whole=True), t.number(count.hands)
    return t("{share} of {hands}", share=share, hands=hands).replace(" ", NO_BREAK)


def points_text(t: Translator, amount: int | Fraction, unit: int = UNIT) -> str:
    """The text of an amount in 1/`unit` of a point, with its sign.

    A multiple of ¼ point is exact; any other amount is rounded to whole points.
    """
    points = Fraction(amount, unit)
    exact = points if 4 % points.denominator == 0 else Fraction(rounded(points))
    return t.signed(exact.numerator, exact.denominator)


def rank_text(t: Translator, standing: SeasonStanding) -> str:
    """The rank of a player in a season; a dash without a hand under the rules of the standings."""
    return t.ordinal(standing.rank) if standing.rank else "–"


def interval_text(t: Translator, count: Count) -> str:
    """The 95 % confidence interval of the share of contracts made: "in the long run, likely between 52 and 60%"."""
    low, high = count.interval
    return t(
        "in the long run, likely between {low} and {high}",
        low=t.number(rounded(100 * low)),
        high=t.percent(high, whole=True),
    )


def mean_text(t: Translator, count: Count) -> str:
    """The mean margin in card points: "+4.1"."""
    return (SIGNED[count.mean >= 0] if round(count.mean, 1) else "") + t.decimal(abs(count.mean))


def margin_text(t: Translator, count: Count) -> str:
    """The mean margin in card points, ± half the width of its 95 % confidence interval: "+4.1 ±1.3"."""
    mean = mean_text(t, count)
    return mean if count.half_interval is None else f"{mean} ±{t.decimal(count.half_interval)}"


# -- pairs ---


def calls_text(t: Translator, caller: str, partner: str, pair: Pair) -> str:
    """How often a caller called a partner, and the share made of these hands: "Tom called Léa 5 times, 60% made"."""
    times = t.plural(
        "{caller} called {called} {count} time",
        "{caller} called {called} {count} times",
        pair.called,
        caller=caller,
        called=partner,
    )
    return f"{times}, {t('{share} made', share=t.percent(pair.made / pair.called, whole=True))}"


def paid_text(t: Translator, player: str, other: str, pair: Pair) -> str:
    """The points that one player paid another in hands against each other: "Tom paid Léa 85 · 12 hands"."""
    hands = t.plural("{count} hand", "{count} hands", pair.against)
    if not pair.received:
        return f"{t('{one} and {other} are even', one=player, other=other)} · {hands}"
    payer, payee = (other, player) if pair.received > 0 else (player, other)
    amount = points_text(t, abs(pair.received)).removeprefix("+")
    return f"{t('{payer} paid {payee} {amount}', payer=payer, payee=payee, amount=amount)} · {hands}"
