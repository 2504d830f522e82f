"""The address of every screen, built from ids; with ":name" for an id it is the pattern of the router."""

from __future__ import annotations

HOME = "/"
NEW_SESSION = "/new"
SETTINGS = "/settings"
DATA = "/data"
INSTALL = "/install"
INCOMING = "/incoming"
EXPORT = "/export"
RULEBOOK = "/help"
CALCULATOR = "/calculator"
SCHEMES = "/rules"

backup = "/data/{}".format
calculated = "/calculator/{}".format
scheme = "/rules/{}".format

session = "/session/{}".format
entry = "/session/{}/hand".format
end = "/session/{}/end".format
compare = "/session/{}/compare".format
export = "/session/{}/export".format
journal = "/session/{}/journal".format
players = "/session/{}/players".format

account = "/session/{}/player/{}".format
"""Of a session and a place in its `people`."""
why = "/session/{}/deal/{}".format
"""Of a session and an entry."""
compare_hand = "/session/{}/deal/{}/compare".format

printed = "/print/{}.pdf?lang={}&paper={}".format
"""The score sheet as a PDF, from the server, of a session, a language and a paper."""


def place(route: str) -> str:
    """The session that a screen belongs to, or else the screen itself: a notice stays there."""
    parts = route.split("/")
    return "/".join(parts[:3]) if parts[1:2] == ["session"] else route
