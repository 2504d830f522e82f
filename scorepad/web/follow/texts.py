"""The words that the page takes from the app: the names of the game's values, and the messages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from scorepad.i18n import N_, Translator
from scorepad.i18n.names import ADJUSTMENTS, BIDS, POIGNEES, THROWN_IN

PLURALS: Final = {
    "{count} bout": "{count} bouts",
    "{count} poignée": "{count} poignées",
    "{count} hand left": "{count} hands left",
    "{count} hand": "{count} hands",
    "{count} deal each": "{count} deals each",
    "{count} point = {worth}": "{count} points = {worth}",
}
"""Messages with a count, and their plurals."""
MESSAGES: Final = (
    *(*BIDS.values(), *THROWN_IN.values(), *ADJUSTMENTS.values(), *POIGNEES.values()),
    *(N_("Score taken over"), N_("misère")),
    *(N_("Made by {points}"), N_("Just made"), N_("Down {points}"), N_("Just down")),
    *(N_("Won by {points}"), N_("Just won"), N_("petit"), N_("petit for the defence")),
    *(N_("petit for the winner"), N_("petit for the loser"), N_("chelem"), N_("chelem by the defence")),
    *(N_("chelem missed"), N_("chelem missed by the defence"), N_("petit chelem")),
    *(N_("petit chelem by the defence"), N_("petit chelem missed"), N_("petit chelem missed by the defence")),
    *(
        N_("{taker} with {partner}"),
        N_("{taker}, alone"),
        N_("{points} points, {needed} to make with {bouts}"),
        N_("the others {amount}"),
        N_("Hand {number}"),
    ),
    *(N_("{name} deals"), N_("left the table"), N_("struck out"), N_("Hand"), N_("Mouches"), N_("last hand")),
    *(N_("Standings"), N_("Score sheet"), N_("The curve of the evening"), N_("Evening ended")),
    *(
        N_("until {time}"),
        N_("{what}: {value}"),
        N_("{what}: all played"),
        N_("{played} of {hands} hands played"),
    ),
    *(N_("me"), N_("For me: {amount}"), N_("I sat out")),
    *(
        N_("Who pays whom"),
        N_("Nobody owes anything."),
        N_("Everybody’s share"),
        N_("{rate}, rounded to {step}"),
    ),
    *(N_("{payer} pays {payee} {amount}"), N_("{payer} pays {amount} into the mouches")),
    *(N_("Follow on your phone"), N_("The address for those who follow, as a code"), N_("Open in Scorepad")),
    N_("Touch your name: the last hand then says first what it paid you."),
    *(N_("Evening of {date}"), N_("up to date, {time}"), N_("connecting…"), N_("no connection")),
    N_("no connection: this is as of {time}"),
    N_("The table shares this evening no longer."),
    N_("This code is damaged, or made by a later version."),
    N_("Nothing to follow here yet: the relay keeps nothing under this link. This page waits for it."),
    N_("nothing more at the relay: this is as of {time}"),
    N_("This browser opens what is sealed only on a page with https."),
    N_("Nothing to follow here: open the link, or scan the code that the table shows."),
    N_("Nothing to follow here: this code opens nothing any more. Ask at the table for a new one."),
)
"""The messages of the page."""
CONVENTIONS: Final = ("capital_nouns", "decimal", "money", "money_with_symbol")
"""The conventions of a language that the page follows."""


def names() -> dict[str, Mapping[Any, str]]:
    """The messages that name the game's values."""
    return {
        "bids": BIDS,
        "thrownIn": THROWN_IN,
        "adjustments": ADJUSTMENTS,
        "poignees": POIGNEES,
    }


def words(language: str) -> dict[str, Any]:
    """The messages in a language, with {names} for values, and the conventions that the page follows."""
    t = Translator(language)
    messages: dict[str, str | list[str]] = {each: _with_names(t, each) for each in MESSAGES}
    zero_is_one = False
    for one, many in PLURALS.items():
        values = {name: place for name, place in _names_in(one).items() if name != "count"}
        none, single, several = (t.plural(one, many, count, shown="{count}", **values) for count in (0, 1, 2))
        messages[one], zero_is_one = [single, several], none == single
    conventions = {name: getattr(t.conventions, name) for name in CONVENTIONS}
    return {"messages": messages, "conventions": conventions, "singularZero": zero_is_one}


def _with_names(t: Translator, message: str) -> str:
    return t(message, **_names_in(message))


def _names_in(message: str) -> dict[str, str]:
    """Each name in a message with its placeholder, such as "count" with "{count}"."""
    return {name: f"{{{name}}}" for name in re.findall(r"\{(\w+)\}", message)}
