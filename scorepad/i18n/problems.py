"""Sentences about impossible hands and refused schemes.

This module does not import the history, whose import is slow.
"""

from __future__ import annotations

from typing import Any

from scorepad.faults import Fault, Invalid
from scorepad.i18n import N_, Translator
from scorepad.i18n.names import NameOf, bid_name
from scorepad.tarot.check import Code, Problem
from scorepad.tarot.hand import Bid, Side
from scorepad.tarot.scheme import SchemeError

PROBLEMS = {
    Code.MISSING: N_("Still to be filled in."),
    Code.TOO_FEW_OR_MANY_PLAYERS: N_("A hand is played by two to five."),
    Code.PLAYER_TWICE: N_("{name} plays twice."),
    Code.OPEN_IS_FOR_TWO: N_("The open duel is for two players."),
    Code.NOT_PLAYING: N_("{name} does not play this hand."),
    Code.PARTNER_IS_TAKER: N_("The taker cannot be the partner: choose “alone”."),
    Code.NO_PARTNER_HERE: N_("There is no partner at this table."),
    Code.NO_CALL_HERE: N_("No card is called at this table."),
    Code.FOUND_AND_PARTNER: N_("The partner has the called card: it is nowhere else."),
    Code.BID_NOT_IN_SCHEME: N_("This table does not play {bid}."),
    Code.BOUTS_OUT_OF_RANGE: N_("There are 0 to 3 bouts."),
    Code.POINTS_OUT_OF_RANGE: N_("There are 0 to 91 points."),
    Code.HALF_POINT_IMPOSSIBLE: N_("No half points at this table: count again."),
    Code.TOO_FEW_FOR_DISCARD: N_("The taker has the dog: at least {least}."),
    Code.TOO_MANY_FOR_DOG: N_("The defence has the dog: at most {most}."),
    Code.TAKER_LACKS_PETIT: N_("Without a bout, the taker does not have the petit."),
    Code.DEFENCE_LACKS_PETIT: N_("With 3 bouts in the attack, the defence does not have the petit."),
    Code.PETIT_AGAINST_CHELEM: N_("A side without a trick cannot take the petit au bout."),
    Code.TOO_MANY_TRUMPS: N_("These poignées show {trumps} trumps; there are 22."),
    Code.POIGNEE_TWICE: N_("{name} shows two poignées."),
    Code.POIGNEE_AND_NO_TRUMPS: N_("{name} cannot show a poignée without trumps."),
    Code.POINTS_AGAINST_CHELEM: N_("With a chelem it is 91 points with 3 bouts, or 87 with 2."),
    Code.BOTH_CHELEMS_MADE: N_("A chelem and a petit chelem cannot both be made."),
    Code.PETIT_CHELEM_UNDER_CHELEM: N_("Whoever announces a chelem announces no petit chelem."),
    Code.PETIT_CHELEM_NOT_IN_SCHEME: N_("This table does not play the petit chelem."),
    Code.NOT_IN_OPEN_DUEL: N_("In an open duel there is no poignée and no chelem."),
    Code.MISERE_NOT_IN_SCHEME: N_("This table does not play this misère."),
    Code.MISERE_TWICE: N_("{name} declares the same misère twice."),
    Code.CHELEM_FORGOTTEN: N_("So many points: was it a chelem?"),
}
PROBLEMS_OF_DEFENCE = {
    Code.POINTS_AGAINST_CHELEM: N_("With a chelem by the defence, these points and bouts are impossible."),
    Code.CHELEM_FORGOTTEN: N_("So few points for the taker: was it a chelem by the defence?"),
}
"""The texts of the same problems, if the side is the defence."""
FAULTS = {
    Fault.MISSING: N_("is missing"),
    Fault.UNKNOWN_FIELD: N_("is no parameter of a scheme"),
    Fault.NOT_AN_OBJECT: N_("must be a table"),
    Fault.NOT_A_LIST: N_("must be a list"),
    Fault.NOT_A_TEXT: N_("must be a text"),
    Fault.NOT_A_NUMBER: N_("must be a whole number"),
    Fault.NOT_A_BOOLEAN: N_("must be true or false"),
    Fault.EMPTY: N_("must not be empty"),
    Fault.UNKNOWN_VALUE: N_("must be one of {names}"),
    Fault.TWICE: N_("a parameter stands there twice"),
}
"""Why a value in a scheme is refused; the words for bounds are in `_fault_text`."""


def problem_text(t: Translator, problem: Problem, name_of: NameOf) -> str:
    """One sentence that says why a hand is impossible."""
    values: dict[str, object] = dict(problem.values)
    for key in {"least", "most"} & values.keys():
        values[key] = t.half_points(int(str(values[key])))
    if problem.code in (Code.TOO_FEW_FOR_BOUTS, Code.TOO_MANY_FOR_BOUTS):
        return _bouts_text(t, int(str(values["bouts"])), values.get("least"), values.get("most"))
    message = PROBLEMS[problem.code]
    if values.get("side") == Side.DEFENCE:
        message = PROBLEMS_OF_DEFENCE.get(problem.code, message)
    elif problem.code is Code.POINTS_AGAINST_CHELEM and "least" in values:
        message = N_("With a chelem under garde contre it is {least} to {most} points.")
    if "player" in values:
        values["name"] = name_of(str(values["player"]))
    if "bid" in values:
        values["bid"] = bid_name(t, Bid(str(values["bid"])))
    return t(message, **values)


def _bouts_text(t: Translator, bouts: int, least: object, most: object) -> str:
    """A sentence with the least or the greatest number of points for this number of bouts."""
    if least is not None:
        return t.plural(
            "{count} bout is worth at least {least} points.",
            "{count} bouts are worth at least {least} points.",
            bouts,
            least=least,
        )
    return t.plural(
        "With {count} bout it is at most {most} points.",
        "With {count} bouts it is at most {most} points.",
        bouts,
        most=most,
    )


def scheme_error_text(t: Translator, error: Invalid) -> str:
    """Why a scheme is refused, with the parameter if it is known; the items of a list are counted from 1."""
    place = ".".join(str(name + 1) if isinstance(name, int) else name for name in error.path)
    if isinstance(error, SchemeError):
        problem = t(error.message, **{name: shown(value) for name, value in error.values.items()})
    else:
        problem = _fault_text(t, error)
    return t("{place}: {problem}", place=shown(place), problem=problem) if place else problem


def _fault_text(t: Translator, error: Invalid) -> str:
    fault, limit = error.fault, error.limit
    value: Any = error.value
    match fault:
        case Fault.TOO_LONG if isinstance(value, str):
            return t("must be at most {count} characters", count=limit)
        case Fault.TOO_LONG:
            return t("has more than {count} items", count=limit)
        case Fault.OUT_OF_RANGE if value > limit[1]:
            return t("must be at most {count}", count=limit[1])
        case Fault.OUT_OF_RANGE:
            return t("must be at least {count}", count=limit[0])
        case Fault.UNKNOWN_FIELD:
            pass
        case Fault.UNKNOWN_VALUE:
            return t(FAULTS[fault], names=", ".join(limit))
        case _ if value is None and error.path and isinstance(error.path[-1], str):
            fault = Fault.MISSING  # null means that the value is missing
        case Fault.NOT_A_TEXT if limit is not None:
            return t(FAULTS[Fault.UNKNOWN_VALUE], names=", ".join(limit))
        case Fault.NOT_A_TEXT if isinstance(value, str):
            return t("holds half a character")  # half of a surrogate pair: JSON can contain it, UTF-8 cannot
    return t(FAULTS[fault])


def shown(value: object) -> str:
    """A value from a file as a text: each unprintable character becomes "?", and 100 characters are the limit."""
    return "".join(char if char.isprintable() else "?" for char in str(value))[:100]
