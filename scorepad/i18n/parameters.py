"""The titles, meanings and values of the parameters of a scheme, in each language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scorepad.i18n import N_, Translator
from scorepad.i18n.names import bid_name, lookup, misere_name, poignee_name
from scorepad.tarot.hand import Bid, MisereKind, PoigneeSize
from scorepad.tarot.parameters import ParameterValue, parameters, value
from scorepad.tarot.scheme import TABLES, Scheme
from scorepad.tarot.scheme_data import shipped_scheme, shipped_schemes, shipped_summary

SECTIONS = {
    "bids": N_("Bids"),
    "margin": N_("Points over and short"),
    "rounding": N_("Rounding"),
    "petit_au_bout": N_("Petit au bout"),
    "poignee": N_("Poignées"),
    "chelem": N_("Chelem"),
    "petit_chelem": N_("Petit chelem"),
    "misere": N_("Misère"),
    "mouches": N_("Mouches"),
    "chips": N_("Chips"),
    "table": N_("The table"),
}
BID_TITLES = {"played": N_("{bid}: played"), "base": N_("{bid}: base"), "factor": N_("{bid}: multiplied by")}
TITLES = {
    "margin.counts": N_("The margin counts"),
    "margin.half_points": N_("The half point"),
    "margin.step": N_("Margin rounded to"),
    "margin.to": N_("Margin rounded"),
    "rounding.step": N_("Score rounded to"),
    "rounding.to": N_("Score rounded"),
    "petit_au_bout.lost_with_contract": N_("Lost with the contract"),
    "poignee.to": N_("The poignée goes"),
    "petit_chelem.all_but": N_("All the tricks but"),
    "misere.points": N_("Points from every other player"),
    "mouches.stake": N_("Stake of everybody"),
    "mouches.dealer": N_("The dealer’s extra"),
    "mouches.end": N_("What is left at the end"),
    "chips.start": N_("Chips at the start"),
    "chips.table_stakes": N_("Table stakes"),
    "table.split": N_("Taker and partner"),
    "table.five_players": N_("At five"),
    "table.direction": N_("Direction of play"),
    "table.called_card": N_("Note the called card"),
    "table.petit_imprenable": N_("Petit imprenable"),
    "played": N_("Played"),
    "points": N_("Points"),
    "multiplied": N_("Multiplied by the bid"),
    "announced_made": N_("Announced and made"),
    "announced_missed": N_("Announced and missed"),
    "unannounced": N_("Made, not announced"),
}
"""The title of each parameter, by its path, or by its name if several tables have this parameter."""
MEANINGS = {
    "margin.counts": N_("Without it only the base of the bid counts, as with chips."),
    "margin.half_points": N_(
        "At three and five players the points can end in ½. It goes to the winner, always to the taker, or counts as ½."
    ),
    "margin.step": N_("The points over or short are rounded before they count."),
    "rounding.step": N_("What each defender pays is rounded."),
    "to": N_(
        "With 10, 25 becomes 30 to the nearest, and 20 to the even one or downwards. "
        "In the taker’s favour, 11 won becomes 20, and 19 lost becomes 10."
    ),
    "petit_au_bout.multiplied": N_("10 × 2 for a garde, or 10 whatever the bid."),
    "petit_au_bout.lost_with_contract": N_("A taker who loses pays for his own petit au bout too."),
    "poignee.multiplied": N_("The poignée enters the bracket, and is multiplied with it."),
    "poignee.to": N_("To the winners whoever showed it, or to the side that showed it."),
    "mouches.played": N_(
        "Pools beside the score: a taker who wins takes the largest, one who loses pays another."
    ),
    "mouches.stake": N_("Paid by all at the table where there is no mouche."),
    "mouches.dealer": N_("Added to the largest mouche at the start of every deal; to a new one too."),
    "mouches.end": N_("When the evening ends; what cannot be divided stays."),
    "chips.played": N_("The sheet shows what everybody holds."),
    "chips.table_stakes": N_("Nobody loses more than they hold, nor wins more than they staked."),
    "table.split": N_("At five, two shares and one, or the same for both."),
    "table.five_players": N_("15 cards each and a partner called, or 14 each and 8 in the dog."),
    "table.direction": N_("To whom the deal passes: the neighbour on the right, or on the left."),
    "table.called_card": N_("At five, the suit and the rank of the called card; one tap more."),
    "table.petit_imprenable": N_(
        "The petit as the only trump is played like a second excuse; the hand is not thrown in. "
        "The score stays as it is."
    ),
}
"""The meaning of each parameter, by its path, or by its name if several tables have this parameter."""
OPTIONS = {
    "winner": N_("to the winner"),
    "kept": N_("kept"),
    "taker": N_("to the taker"),
    "nearest": N_("to the nearest"),
    "even": N_("half-way to the even one"),
    "down": N_("downwards"),
    "up": N_("in the taker’s favour"),
    "shower": N_("to whoever showed it"),
    "left": N_("left there"),
    "shared": N_("shared equally"),
    "two_to_one": N_("2 and 1"),
    "equal": N_("equal"),
    "called": N_("with a partner"),
    "alone": N_("always alone"),
    "counter_clockwise": N_("counter-clockwise"),
    "clockwise": N_("clockwise"),
}
ALONE = ("bids", "margin", "rounding", "poignee", "mouches", "chips", "table")
"""The tables in which each title is clear by itself; in other tables, the heading of the table precedes the title."""
TOLD = 3
"""The largest number of differences in the line about house rules."""


def scheme_line(t: Translator, scheme: Scheme) -> str:
    """A line about a scheme: the summary of a shipped scheme, or the differences from the federation’s rules."""
    shipped = shipped_schemes().get(scheme.id)
    if shipped is not None and replace(scheme, name="") == shipped:
        return t(shipped_summary(scheme.id))
    told = list(_differences(t, scheme))
    if not told:
        return t("Same as the federation’s rules.")
    words = " · ".join(told[:TOLD])
    if len(told) > TOLD:
        words += " · " + t.plural("and {count} more", "and {count} more", len(told) - TOLD)
    return t("Unlike the federation’s: {differences}", differences=words)


def _differences(t: Translator, scheme: Scheme) -> Iterator[str]:
    """The differences of a scheme from the federation’s rules, one by one."""
    usual = shipped_scheme()
    common = {parameter.path for parameter in parameters(usual)}
    for parameter in parameters(scheme):
        path = parameter.path
        if path not in common or value(scheme, path) == value(usual, path):
            continue
        table, name = path.split(".", 1)
        now, title = value(scheme, path), t.inside(parameter_title(t, path))
        if name.endswith("played"):
            what = bid_name(t, Bid(name.split(".")[0])) if table == "bids" else section_title(t, table)
            yield t("with {what}", what=t.inside(what)) if now else t("without {what}", what=t.inside(what))
        elif table in ALONE:
            yield t("{what}: {value}", what=title, value=value_text(t, now))
        else:
            what = f"{t.inside(section_title(t, table))}, {title}"
            yield t("{what}: {value}", what=what, value=value_text(t, now))


section_title = lookup(SECTIONS)
"""The heading of the parameters in one table of a scheme."""


def parameter_title(t: Translator, path: str) -> str:
    """The title of a parameter."""
    match path.split("."):
        case ["bids", bid, name]:
            return t(BID_TITLES[name], bid=bid_name(t, Bid(bid)))
        case ["poignee", "points", size]:
            return poignee_name(t, PoigneeSize(size))
        case ["poignee", "thresholds", players, size]:
            name = poignee_name(t, PoigneeSize(size))
            return t("{poignee} at {count} players, from", poignee=name, count=TABLES[players])
        case ["misere", "kinds", kind]:
            return misere_name(t, MisereKind(kind))
    return t(TITLES[path if path in TITLES else path.rpartition(".")[2]])


def parameter_meaning(t: Translator, path: str) -> str:
    """The meaning of a parameter in one plain sentence; empty if its title is enough."""
    key = path if path in MEANINGS else path.rpartition(".")[2]
    return t(MEANINGS[key]) if key in MEANINGS else ""


def option_name(t: Translator, option: str) -> str:
    """The name of an allowed value of a parameter; a number stays as it is."""
    return t(OPTIONS[option]) if option in OPTIONS else option


def value_text(t: Translator, value: ParameterValue) -> str:
    """The value of a parameter in words."""
    if isinstance(value, bool):
        return t("yes") if value else t("no")
    if isinstance(value, int):
        return t.number(value)
    return option_name(t, value)
