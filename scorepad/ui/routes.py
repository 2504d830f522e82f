"""The address of every screen: a pattern for the router that, called with ids, is the address with them."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

SAFE = ":=@+,;~"
"""Signs beside letters and digits that a browser leaves as they are in an address."""


class Address(str):
    """The pattern of an address, with ":name" for each of its ids."""

    def __call__(self, *ids: object) -> str:
        """The address with these ids, as a browser writes it."""
        left = iter(ids)
        return re.sub(r":\w+\+?", lambda _: quote(str(next(left)), safe=SAFE), self)


HOME = Address("/")
NEW_EVENING = Address("/new")
NEW_RULES = Address("/new/rules")
"""The rules and the length of a new evening."""
SETTINGS = Address("/settings")
DATA = Address("/data")
INCOMING = Address("/incoming")
EXPORT = Address("/export")
RULEBOOK = Address("/help")
CALCULATOR = Address("/calculator")
OPEN_LINK = Address("/calculator/link")
SCHEMES = Address("/rules")
ROSTER = Address("/players")
BIN = Address("/bin")
SEASON = Address("/season")
HANDS = Address("/season/hands")
"""The hands behind a figure that was asked for."""
SEASON_EXPORT = Address("/season/export")

backup = Address("/data/:backup")
calculated = Address("/calculator/:code")
scheme = Address("/rules/:scheme")
blank = Address("/rules/:scheme/paper")
"""Of blank score sheets to print."""
player = Address("/players/:player")
month = Address("/season/month/:month")
"""Of a month of the season ("2026-03")."""
figures = Address("/season/player/:who")
"""Of a player in all evenings."""
figures_export = Address("/season/player/:who/export")

evening = Address("/session/:sid")
entry = Address("/session/:sid/hand")
end = Address("/session/:sid/end")
compare = Address("/session/:sid/compare")
export = Address("/session/:sid/export")
journal = Address("/session/:sid/journal")
players = Address("/session/:sid/players")
rules = Address("/session/:sid/rules")
"""Of the rules, the length and the money that the table agreed on."""
points = Address("/session/:sid/points")
"""Where points change hands without a hand."""
points_of = Address("/session/:sid/deal/:eid/points")
"""Of an entry to correct."""
unsaved = Address("/session/:sid/unsaved/:then")
"""Where people are asked what becomes of a hand under way before something else happens."""
big = Address("/session/:sid/big")
"""The totals for the middle of the table."""
curve = Address("/session/:sid/curve")
"""The curve over the whole window."""
money = Address("/session/:sid/money")
note = Address("/session/:sid/note")
"""The name of an evening, and the note on it."""
note_of = Address("/session/:sid/deal/:eid/note")
"""The note on an entry."""

account = Address("/session/:sid/player/:seat")
"""Of an evening and a place in its `people`."""
other_rules = Address("/session/:sid/rules/:scheme")
"""Of an evening and a scheme that it may change to."""
why = Address("/session/:sid/deal/:eid")
"""Of an evening and an entry."""
compare_hand = Address("/session/:sid/deal/:eid/compare")

unknown = Address("/:unknown+")
"""Any other address."""


def is_in_evening(route: str) -> bool:
    """Whether a screen is one of an evening, its sheet and its entry included."""
    return route.startswith(evening(""))


def is_entry(route: str) -> bool:
    """Whether a screen is the entry of an evening."""
    parts = route.split("/")
    return is_in_evening(route) and route == entry(parts[2])


def is_beside_sheet(route: str) -> bool:
    """Whether a screen of an evening is shown beside the sheet where there is room."""
    parts = route.split("/")
    return is_in_evening(route) and len(parts) > 3 and not is_entry(route)


def row_of(route: str) -> str | None:
    """The row of the sheet that a screen is about, if it is about one."""
    parts = route.split("/")
    return unquote(parts[4]) if is_in_evening(route) and parts[3:4] == ["deal"] and len(parts) > 4 else None


def place(route: str) -> str:
    """The evening that a screen belongs to, or else the screen itself: a notice stays there."""
    parts = route.split("/")
    return "/".join(parts[:3]) if parts[1:2] == ["session"] else route
