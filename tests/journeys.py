"""Every screen, how it is reached, and evenings of every kind to be seen there, by people and by tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from evenings import hand, table

from scorepad.evening.adjustment import PointsChange, penalty
from scorepad.evening.events import Deal, Ended
from scorepad.evening.people import Member, Person
from scorepad.history import History
from scorepad.tarot.hand import Bid, Hand, Poignee, PoigneeSize, Side, ThrownIn

Ids = dict[str, str]
"""The ids of evenings and hands, by the names that stand in the addresses of the journeys."""
Journey = tuple[str, dict[str, Sequence[str]]]
"""An address, and what is tapped one after the other to reach each screen, by its name.

"field=words" types; "tile?" is tapped if it is there; "tile*" is the first whose identifier begins so.
"""
COUNTED = ("bouts-2", "digit-4", "digit-9")
ENTRY = "next-hand?"
"""In a wide window the entry is there already."""
WITHOUT_EVENINGS: list[Journey] = [
    ("/", {"home-empty": ()}),
    ("/players", {"roster-empty": ()}),
    ("/new", {"new-empty": (), "new-typing": ("name=Léa",)}),
]
WITH_EVENINGS: list[Journey] = [
    ("/", {"home": (), "home-menu": ("menu",)}),
    ("/settings", {"settings": ()}),
    ("/data", {"data": ()}),
    ("/export", {"export-all": ()}),
    ("/help", {"rulebook": (), "rulebook-found": ("search=imprenable",)}),
    ("/calculator", {"calculator": (), "calculator-counted": ("taker-1?", "bid-1-garde", *COUNTED)}),
    ("/rules", {"schemes": (), "scheme": ("scheme-fft",), "scheme-house": ("duplicate",)}),
    ("/rules/wikipedia/paper", {"blank-sheet": ("players-5",)}),
    ("/players", {"roster": (), "player": ("player-*",)}),
    (
        "/season",
        {
            "season": (),
            "season-months": ("span-months",),
            "season-people": ("span-year", "people", "circle-0"),
            "season-export": ("everybody", "take-away"),
        },
    ),
    (f"/season/month/{datetime.now().astimezone():%Y-%m}", {"season-month": ()}),
    (
        "/season/player/L%C3%A9a",
        {"figures": (), "figures-hands": ("figure-hands",), "figures-lost": ("outcome-lost",)},
    ),
    ("/bin", {"bin": ()}),
    (
        "/new",
        {"new": (), "new-table": ("same-table",), "new-rules": ("rules",), "new-length": ("length-hands",)},
    ),
    ("/session/nowhere", {"missing": ()}),
    ("/session/{new}", {"sheet-new": ()}),
    ("/session/{four}", {"sheet-four": (), "sheet-four-menu": ("menu",)}),
    (
        "/session/{four}",
        {
            "entry-four-who": (ENTRY,),
            "entry-four-dealer": ("dealer",),
            "entry-four-bouts": ("dealer", "taker-1?", "bid-1-garde"),
            "entry-four-points": COUNTED,
            "entry-four-petit": ("petit-taker",),
            "entry-four-poignees": ("open-poignees",),
            "entry-four-chelem": ("poignee-1-single", "open-chelem", "chelem-announced-taker"),
            "entry-four-everything": ("close-panel",),
        },
    ),
    ("/session/{four}/deal/{poignee}", {"why-four": ()}),
    ("/session/{four}/deal/{poignee}/compare", {"why-compare": ()}),
    ("/session/{four}/deal/{poignee}/note", {"why-note": ()}),
    ("/session/{four}/player/0", {"account": ()}),
    ("/session/{four}/end", {"end-so-far": ()}),
    ("/session/{four}/rules", {"rules": (), "rules-length": ("length-hands",)}),
    ("/session/{four}/rules/contre_5", {"rules-other": ()}),
    *(
        (f"/session/{{four}}/{name}", dict[str, Sequence[str]]({name: ()}))
        for name in ("compare", "export", "journal", "note", "money")
    ),
    (
        "/session/{four}/players",
        {
            "players": (),
            "players-name": ("more-1", "rename-1"),
            "players-take-over": ("keep-name", "more-2", "take-over-2"),
        },
    ),
    (
        "/session/{four}/points",
        {
            "points": (),
            "points-gift": ("kind-gift", "of-2"),
            "points-other": ("kind-other", "sign", "pay-digit-3"),
        },
    ),
    ("/session/{four}/big", {"big": ()}),
    ("/session/{four}/curve", {"curve": ()}),
    (
        "/session/{five}",
        {
            "sheet-five": (),
            "entry-five-who": (ENTRY,),
            "entry-five-partner": (
                "taker-2?",
                "bid-2-garde_sans",
            ),
            "entry-five-points": ("partner-4", "bouts-1", "digit-5", "digit-0", "half"),
        },
    ),
    ("/session/{waiting}", {"sheet-undone": ("undo",)}),
    ("/session/{waiting}/unsaved/end", {"unsaved": ()}),
    (
        "/session/{waiting}/players",
        {"players-left": ("more-4", "remove-4"), "entry-other-table": ("seat", ENTRY, "dealer")},
    ),
    ("/session/{waiting}", {"entry-correction": ("row-1", "edit", "digit-4", "digit-5")}),
    ("/session/{waiting}", {"sheet-waiting": ()}),
    ("/session/{eight}", {"sheet-eight": ()}),
    ("/session/{eight}/end", {"end-eight": ()}),
    ("/session/{mouches}", {"sheet-mouches": ()}),
    ("/session/{mouches}/deal/{lost}", {"why-mouches": ()}),
    ("/session/{mouches}/compare", {"compare-mouches": ()}),
    (
        "/session/{chips}",
        {
            "sheet-chips": (),
            "entry-chips-who": (ENTRY,),
            "entry-chips-points": ("taker-1?", "bid-1-garde", *COUNTED),
        },
    ),
    ("/session/{duel}", {"sheet-duel": (), "entry-duel": (ENTRY,)}),
    ("/session/{teams}", {"sheet-teams": ()}),
    ("/session/{teams}/end", {"end-teams": ()}),
    ("/session/{over}/end", {"end-over": ()}),
    ("/session/{over}", {"sheet-over": ()}),
]

FOUR = ("Léa", "Tom", "Anaïs", "Marc")
FIVE = ("Léa", "Thomas", "Anaïs", "Jean-Christophe", "Zoé")
EIGHT = ("Léa", "Thomas", "Anaïs", "Jean-Christophe", "Zoé", "Marc", "Inès", "Bérénice")
SINGLE, DOUBLE = PoigneeSize.SINGLE, PoigneeSize.DOUBLE
P, G, S, C = Bid.PETITE, Bid.GARDE, Bid.GARDE_SANS, Bid.GARDE_CONTRE

PASSED = ThrownIn.ALL_PASSED


def ticking() -> Callable[[], datetime]:
    """A clock that starts this evening at five past eight; every look at it is four minutes later."""
    now = [datetime.now().astimezone().replace(hour=20, minute=5, second=0, microsecond=0)]

    def look() -> datetime:
        now[0] += timedelta(minutes=4)
        return now[0]

    return look


def evenings(history: History) -> Ids:
    """Keeps evenings of every kind."""
    over = Table(history, FOUR)
    for taker in (0, 3, 1, 1, 2, 0):
        over.play(taker, G, 2, 46 - 3 * taker)
    over.save(finished=True)

    three = Table(history, ("Léa", "Zoé", "Marc"))
    three.play(1, G, 2, 44.5).play(2, P, 1, 49.5).play(0, G, 3, 50).save(finished=True)

    five = Table(history, FIVE)
    five.play(3, C, 3, 51)
    five.play(0, P, 2, 36, partner=2, petit_au_bout=Side.DEFENCE)
    five.play(4, G, 1, 60.5, partner=0, poignees=(Poignee(FIVE[3], SINGLE), Poignee(FIVE[4], DOUBLE)))
    five.record(PASSED)
    five.play(2, G, 3, 38.5, petit_au_bout=Side.TAKER)

    waiting = Table(history, FOUR)
    waiting.play(0, G, 2, 47).play(1, P, 1, 55, poignees=(Poignee(FOUR[1], SINGLE),))

    eight = Table(history, EIGHT, seats=5)
    for taker in (1, 2, 4, 5, 6, 0, 1):
        eight.play(taker, G, 2, 44 + taker)

    mouches = Table(history, FOUR, scheme="mouches")
    mouches.play(0, G, 2, 30).play(1, G, 2, 49).play(2, P, 1, 40)
    lost = mouches.evening.sheet.rows[2].id
    mouches.record(PASSED).play(3, G, 2, 44)

    chips = Table(history, FOUR, scheme="chips")
    chips.play(0, G, 2, 47).play(1, P, 1, 55).play(3, G, 1, 48)

    duel = Table(history, FOUR[:2], scheme="open_duel")

    teams = Table(
        history, ("Les Rois", "Les Dames", "Marc", "Inès"), members=(("Léa", "Tom"), ("Anaïs", "Zoé"))
    )
    teams.play(0, G, 2, 47).play(1, P, 1, 55).play(3, G, 1, 48)

    four = Table(history, FOUR)
    four.play(0, G, 2, 47)
    four.play(1, P, 1, 55, petit_au_bout=Side.TAKER)
    four.play(3, G, 1, 48)
    four.record(PASSED)
    four.play(2, S, 3, 52, poignees=(Poignee(FOUR[2], SINGLE),))
    four.play(0, P, 2, 44)
    four.record(penalty(FOUR[3], FOUR[:3], 7, "renonce"))
    four.play(1, G, 1, 43, petit_au_bout=Side.DEFENCE)
    four.play(3, G, 2, 58)
    four.play(0, G, 3, 49, petit_au_bout=Side.TAKER, poignees=(Poignee(FOUR[0], SINGLE),))
    poignee = four.evening.sheet.rows[-1].id
    four.play(2, P, 0, 51)
    four.play(1, S, 2, 45)
    return {
        "over": over.evening.id,
        "five": five.save(),
        "waiting": waiting.save(),
        "eight": eight.save(),
        "mouches": mouches.save(),
        "lost": lost,
        "chips": chips.save(),
        "duel": duel.save(),
        "teams": teams.save(),
        "new": Table(history, FOUR).save(),
        "four": four.save(),
        "poignee": poignee,
    }


class Table:
    """An evening in the making; `members` are those of the first people, who are teams."""

    def __init__(
        self,
        history: History,
        names: Sequence[str],
        *,
        seats: int | None = None,
        scheme: str = "fft",
        members: Sequence[Sequence[str]] = (),
    ) -> None:
        teams = [tuple(Member(name, name) for name in each) for each in members]
        people = tuple(
            Person(name, name, mark, members=teams[mark] if mark < len(teams) else ())
            for mark, name in enumerate(names)
        )
        self.history = history
        created = history.stamp().at
        self.evening = table(people, seats, scheme, id=history.new_id(), created=created, title="")

    def play(self, taker: int, bid: Bid, bouts: int, points: float, **facts: Any) -> Table:
        """A hand; `hand` says what else may be told of it."""
        return self.record(hand(self.evening, taker, bid, bouts, points, **facts))

    def record(self, outcome: Hand | ThrownIn | PointsChange) -> Table:
        self.evening = self.evening.record(Deal(self.evening.dealer, outcome), self.history.stamp())
        return self

    def save(self, *, finished: bool = False) -> str:
        if finished:
            self.evening = self.evening.add(Ended(), self.history.stamp())
        self.history.create(self.evening)
        return self.evening.id
