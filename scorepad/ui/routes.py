"""The address patterns of all screens. The router matches a pattern; a call with ids returns a complete address."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

SAFE = ":=@+,;~"
"""Signs, besides letters and digits, that a browser does not change in an address."""


class Address(str):
    """The pattern of an address, with ":name" for each of its ids."""

    def __call__(self, *ids: object) -> str:
        """The address with these ids, percent-encoded as a browser does it."""
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
SOURCES = Address("/help/sources")
"""The documents on which the rules rest."""
CALCULATOR = Address("/calculator")
OPEN_LINK = Address("/link")
"""The field for a link to an evening or a hand."""
SCHEMES = Address("/rules")
ROSTER = Address("/players")
BIN = Address("/bin")
SEASON = Address("/season")
HANDS = Address("/season/hands")
"""The hands behind a figure."""
SEASON_EXPORT = Address("/season/export")

backup = Address("/data/:backup")
calculated = Address("/calculator/:code")
opened = Address("/open/:pack")
"""An evening of another scorepad, before it is imported; links contain this address."""
opened_sheet = Address("/open/:pack/sheet")
"""The sheet of such an evening."""
opened_hand = Address("/open/:pack/sheet/:eid")
"""The reasons for the score of an entry of such an evening."""
scheme = Address("/rules/:scheme")
blank = Address("/rules/:scheme/paper")
"""Blank score sheets to print."""
player = Address("/players/:player")
month = Address("/season/month/:month")
"""A month of the season ("2026-03")."""
figures = Address("/season/player/:who")
"""The figures of a player in all evenings."""
figures_export = Address("/season/player/:who/export")

evening = Address("/session/:sid")
entry = Address("/session/:sid/hand")
end = Address("/session/:sid/end")
compare = Address("/session/:sid/compare")
export = Address("/session/:sid/export")
journal = Address("/session/:sid/journal")
sharing = Address("/session/:sid/sharing")
"""How others see the evening."""
sharing_code = Address("/session/:sid/sharing/code")
sharing_link = Address("/session/:sid/sharing/link")
players = Address("/session/:sid/players")
rules = Address("/session/:sid/rules")
"""The rules, the length and the money that the table agreed on."""
points = Address("/session/:sid/points")
"""New points without a hand."""
points_of = Address("/session/:sid/deal/:eid/points")
"""The correction of points without a hand."""
unsaved = Address("/session/:sid/unsaved/:then")
"""The question what becomes of a hand under way, before the action `then`."""
big = Address("/session/:sid/big")
"""The totals for the middle of the table."""
curve = Address("/session/:sid/curve")
"""The curve over the whole window."""
money = Address("/session/:sid/money")
insert = Address("/session/:sid/insert")
"""The choice of the row before which a forgotten hand is inserted."""
paper = Address("/session/:sid/paper")
"""The field for the rows of a paper sheet."""
paper_hands = Address("/session/:sid/paper/hands")
"""The hands of these rows, before they are saved."""
note = Address("/session/:sid/note")
"""The name of an evening, and the note on it."""
note_of = Address("/session/:sid/deal/:eid/note")
"""The note on an entry."""

account = Address("/session/:sid/player/:seat")
"""The account of a player; `seat` is the index of the player in the `people` of the sheet, from 0."""
other_rules = Address("/session/:sid/rules/:scheme")
"""The change of an evening to another scheme."""
why = Address("/session/:sid/deal/:eid")
"""The reasons for the score of an entry."""
compare_hand = Address("/session/:sid/deal/:eid/compare")
twice = Address("/session/:sid/deal/:eid/twice")
"""The question whether a row is the same hand as another row."""

unknown = Address("/:unknown+")
"""Any other address."""


def is_in_evening(route: str) -> bool:
    """Whether a screen belongs to an evening; True also for the sheet and for the entry."""
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
    """The id of the row to which a screen belongs; None for other screens."""
    parts = route.split("/")
    return unquote(parts[4]) if is_in_evening(route) and parts[3:4] == ["deal"] and len(parts) > 4 else None


def place(route: str) -> str:
    """The place of a notice: the route of the screen's evening or, without an evening, the route of the screen."""
    parts = route.split("/")
    return "/".join(parts[:3]) if parts[1:2] == ["session"] else route
