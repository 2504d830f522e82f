"""The table's words for the parameters of a scheme: what each is called, and what it means."""

from __future__ import annotations

from scorepad.i18n import Translator
from scorepad.i18n.wording import bid_name, misere_name, poignee_name
from scorepad.tarot.hand import Bid, MisereKind, PoigneeSize
from scorepad.tarot.parameters import Value
from scorepad.tarot.scheme import Direction, FivePlayers, HalfPoints, PoigneeTo, Split


def section_title(t: Translator, table: str) -> str:
    """The heading over the parameters of one table of a scheme."""
    return {
        "bids": t("Bids"),
        "margin": t("Points over and short"),
        "rounding": t("Rounding"),
        "petit_au_bout": t("Petit au bout"),
        "poignee": t("Poignées"),
        "chelem": t("Chelem"),
        "petit_chelem": t("Petit chelem"),
        "misere": t("Misère"),
        "table": t("The table"),
    }[table]


def parameter_title(t: Translator, path: str) -> str:
    """What a parameter is called."""
    table, *rest = path.split(".")
    if table == "bids":
        bid = bid_name(t, Bid(rest[0]))
        return {
            "played": t("{bid}: played", bid=bid),
            "base": t("{bid}: base", bid=bid),
            "factor": t("{bid}: multiplied by", bid=bid),
        }[rest[1]]
    if path.startswith("poignee.points."):
        return poignee_name(t, PoigneeSize(rest[-1]))
    if path.startswith("poignee.thresholds."):
        players = {"three": 3, "four": 4, "five": 5}[rest[1]]
        name = poignee_name(t, PoigneeSize(rest[2]))
        return t("{poignee} at {count} players, from", poignee=name, count=players)
    if path.startswith("misere.kinds."):
        return misere_name(t, MisereKind(rest[1]))
    titles = {
        "margin.half_points": t("The half point"),
        "margin.step": t("Margin rounded to"),
        "rounding.step": t("Score rounded to"),
        "petit_au_bout.points": t("Points"),
        "petit_au_bout.lost_with_contract": t("Lost with the contract"),
        "poignee.to": t("The poignée goes"),
        "petit_chelem.all_but": t("All the tricks but"),
        "misere.points": t("Points from every other player"),
        "table.split": t("Taker and partner"),
        "table.five_players": t("At five"),
        "table.direction": t("Direction of play"),
        "table.hands": t("Agreed number of hands"),
    }
    by_name = {
        "played": t("Played"),
        "multiplied": t("Multiplied by the bid"),
        "announced_made": t("Announced and made"),
        "announced_missed": t("Announced and missed"),
        "unannounced": t("Made, not announced"),
    }
    return titles.get(path) or by_name[rest[-1]]


def parameter_meaning(t: Translator, path: str) -> str:
    """What a parameter does, in one plain sentence; empty where its name says all."""
    return {
        "margin.half_points": t("At three and five players the points can end in ½."),
        "margin.step": t("The points over or short are rounded before they count."),
        "rounding.step": t("What each defender pays is rounded; half-way goes away from zero."),
        "petit_au_bout.multiplied": t("10 × 2 for a garde, or 10 whatever the bid."),
        "petit_au_bout.lost_with_contract": t("A taker who loses pays for his own petit au bout too."),
        "poignee.multiplied": t("The poignée enters the bracket, and is multiplied with it."),
        "poignee.to": t("To the winners whoever showed it, or to the side that showed it."),
        "table.split": t("At five, two shares and one, or the same for both."),
        "table.five_players": t("15 cards each and a partner called, or 14 each and 8 in the dog."),
        "table.direction": t("To whom the deal passes: the neighbour on the right, or on the left."),
        "table.hands": t("0 is as many as you like. Hands thrown in do not count."),
    }.get(path, "")


def option_name(t: Translator, option: str) -> str:
    """What one choice of a parameter is called."""
    names = {
        HalfPoints.WINNER: t("to the winner"),
        HalfPoints.KEPT: t("kept"),
        PoigneeTo.SHOWER: t("to who showed it"),
        Split.TWO_TO_ONE: t("2 and 1"),
        Split.EQUAL: t("equal"),
        FivePlayers.CALLED: t("with a partner"),
        FivePlayers.ALONE: t("always alone"),
        Direction.COUNTER_CLOCKWISE: t("counter-clockwise"),
        Direction.CLOCKWISE: t("clockwise"),
    }
    return {str(key): name for key, name in names.items()}.get(str(option), str(option))


def value_text(t: Translator, value: Value) -> str:
    """The value of a parameter, to be read."""
    if isinstance(value, bool):
        return t("yes") if value else t("no")
    if isinstance(value, int):
        return t.number(value)
    return option_name(t, value)
