"""The address of every screen, built from ids; with ":name" for an id it is the pattern of the router."""

from __future__ import annotations

HOME = "/"
NEW_EVENING = "/new"
NEW_RULES = "/new/rules"
SETTINGS = "/settings"
DATA = "/data"
INCOMING = "/incoming"
EXPORT = "/export"
RULEBOOK = "/help"
CALCULATOR = "/calculator"
OPEN_LINK = "/calculator/link"
SCHEMES = "/rules"
ROSTER = "/players"
BIN = "/bin"
SEASON = "/season"
HANDS = "/season/hands"
"""The hands behind a figure that was asked for."""

backup = "/data/{}".format
calculated = "/calculator/{}".format
scheme = "/rules/{}".format
player = "/players/{}".format
SEASON_EXPORT = "/season/export"
figures = "/season/player/{}".format
"""Of a player in all evenings."""
figures_export = "/season/player/{}/export".format

evening = "/session/{}".format
entry = "/session/{}/hand".format
end = "/session/{}/end".format
compare = "/session/{}/compare".format
export = "/session/{}/export".format
journal = "/session/{}/journal".format
players = "/session/{}/players".format
rules = "/session/{}/rules".format
"""Of the rules, the length and the money that the table agreed on."""
points = "/session/{}/points".format
"""Where points change hands without a hand."""
points_of = "/session/{}/points/{}".format
"""Of an evening and an entry to correct."""
big = "/session/{}/big".format
"""The totals for the middle of the table."""
curve = "/session/{}/curve".format
"""The curve over the whole window."""
money = "/session/{}/money".format
note = "/session/{}/note".format
"""The name of an evening, and the note on it."""
note_of = "/session/{}/deal/{}/note".format
"""The note on an entry."""

account = "/session/{}/player/{}".format
"""Of an evening and a place in its `people`."""
other_rules = "/session/{}/rules/{}".format
"""Of an evening and a scheme that it may change to."""
why = "/session/{}/deal/{}".format
"""Of an evening and an entry."""
compare_hand = "/session/{}/deal/{}/compare".format

unknown = "/{}".format
"""Any other address."""


def is_in_evening(route: str) -> bool:
    """Whether a screen is one of an evening, its sheet and its entry included."""
    return route.startswith(evening(""))


def is_beside_sheet(route: str) -> bool:
    """Whether a screen of an evening is shown beside the sheet where there is room."""
    parts = route.split("/")
    return is_in_evening(route) and len(parts) > 3 and route != entry(parts[2])


def place(route: str) -> str:
    """The evening that a screen belongs to, or else the screen itself: a notice stays there."""
    parts = route.split("/")
    return "/".join(parts[:3]) if parts[1:2] == ["session"] else route
