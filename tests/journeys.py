"""Every screen, how it is reached, and evenings of every kind to be seen there, by people and by tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial

from evenings import PASSED, ByTable, Outcome, after, by, table
from random_evenings import merged

from scorepad.evening.adjustment import penalty
from scorepad.evening.evening import Evening
from scorepad.evening.event_place import Stamp
from scorepad.evening.events import Ended
from scorepad.evening.people import Member, Person
from scorepad.history import History
from scorepad.sharing.links import link_text
from scorepad.sharing.packed import pack, snapshot
from scorepad.tarot.hand import Bid, Poignee, PoigneeSize, Side

Ids = dict[str, str]
"""The ids of evenings and hands, by the names that stand in the addresses of the journeys."""
Journey = tuple[str, dict[str, Sequence[str]]]
"""An address, and what is tapped one after the other to reach each screen, by its name.

"field=words" types; "tile?" is tapped if it is there; "tile*" is the first whose identifier begins so.
"""
COUNTED = ("bouts-2", "digit-4", "digit-9")
ENTRY = "next-hand?"
"""In a wide window the entry is there already."""
ROWS = "1 Léa G 2 49 +8\n2 Tom G 2 60 +5\n~~Marc P 1~~\n3 Anaïs GS 1 55 petit au bout Léa\n4 M P 2 38"
"""Rows of a paper sheet; the second one has a wrong margin."""
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
    ("/help", {"rulebook": (), "rulebook-found": ("search=imprenable",), "rulebook-sources": ("sources",)}),
    ("/calculator", {"calculator": (), "calculator-counted": ("taker-1?", "bid-1-garde", *COUNTED)}),
    ("/link", {"open-link": (), "open-link-refused": ("link=tarot",)}),
    ("/open/{pack}", {"opened": (), "opened-sheet": ("look",), "opened-hand": ("row-1",)}),
    ("/open/{snapshot}", {"opened-to-look": ()}),
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
            "entry-four-change": ("change-taker",),
            "entry-four-petit": ("close-panel", "petit-taker"),
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
        for name in ("compare", "export", "journal", "note", "money", "sharing")
    ),
    ("/session/{five}/sharing/code", {"sharing-code": (), "sharing-code-look": ("purpose-look",)}),
    ("/session/{five}/sharing/link", {"sharing-link": (), "sharing-link-look": ("purpose-look",)}),
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
    (
        "/session/{four}/paper",
        {
            "paper": (f"paper-rows={ROWS}",),
            "paper-hands": ("read-rows",),
            "paper-entry": ("enter-2",),
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
    ("/session/{waiting}/insert", {"insert": ()}),
    ("/session/{waiting}", {"entry-inserted": ("row-1", "insert", "taker-1?", "bid-1-garde")}),
    ("/session/{waiting}", {"sheet-waiting": ()}),
    ("/session/{twice}", {"sheet-twice": (), "twice": ("to-choose",)}),
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


def ticking() -> Callable[[], datetime]:
    """A clock that starts this evening at five past eight; every look at it is four minutes later."""
    now = [datetime.now().astimezone().replace(hour=20, minute=5, second=0, microsecond=0)]

    def look() -> datetime:
        now[0] += timedelta(minutes=4)
        return now[0]

    return look


def seated(
    history: History,
    names: Sequence[str],
    *outcomes: Outcome | ByTable,
    seats: int | None = None,
    scheme: str = "fft",
    teams: Sequence[Sequence[str]] = (),
) -> Evening:
    """An evening that is not saved yet; the first people are `teams` of these members."""
    members = [tuple(Member(name, name) for name in each) for each in teams]
    people = [
        Person(name, name, mark, members=members[mark] if mark < len(members) else ())
        for mark, name in enumerate(names)
    ]
    created = history.stamp().at
    evening = table(people, seats, scheme, id=history.new_id(), created=created, title="")
    return after(evening, *outcomes, at=history.stamp)


def saved(history: History, evening: Evening, *, over: bool = False) -> str:
    """Saves an evening; returns its id."""
    history.create(evening.add(Ended(), history.stamp()) if over else evening)
    return evening.id


def evenings(history: History) -> Ids:
    """Saves evenings of every kind."""
    begun, save = partial(seated, history), partial(saved, history)
    over = save(begun(FOUR, *(by(taker, G, 2, 46 - 3 * taker) for taker in (0, 3, 1, 1, 2, 0))), over=True)
    save(begun(("Léa", "Zoé", "Marc"), by(1, G, 2, 44.5), by(2, P, 1, 49.5), by(0, G, 3, 50)), over=True)
    poignees = (Poignee(FIVE[3], SINGLE), Poignee(FIVE[4], DOUBLE))
    five = begun(
        FIVE,
        by(3, C, 3, 51),
        by(0, P, 2, 36, partner=2, petit_au_bout=Side.DEFENCE),
        by(4, G, 1, 60.5, partner=0, poignees=poignees),
        PASSED,
        by(2, G, 3, 38.5, petit_au_bout=Side.TAKER),
    )
    waiting = begun(FOUR, by(0, G, 2, 47), by(1, P, 1, 55, poignees=(Poignee(FOUR[1], SINGLE),)))
    eight = begun(EIGHT, *(by(taker, G, 2, 44 + taker) for taker in (1, 2, 4, 5, 6, 0, 1)), seats=5)
    lost = by(0, G, 2, 30), by(1, G, 2, 49), by(2, P, 1, 40)
    mouches = begun(FOUR, *lost, PASSED, by(3, G, 2, 44), scheme="mouches")
    three = by(0, G, 2, 47), by(1, P, 1, 55), by(3, G, 1, 48)
    chips = begun(FOUR, *three, scheme="chips")
    duel = begun(FOUR[:2], scheme="open_duel")
    names = ("Les Rois", "Les Dames", "Marc", "Inès")
    teams = begun(names, *three, teams=(("Léa", "Tom"), ("Anaïs", "Zoé")))
    begun_twice = begun(FOUR, *three)
    twice = merged(
        after(begun_twice, by(0, G, 2, 49), at=history.stamp),
        after(begun_twice, by(0, G, 2, 46), at=lambda: Stamp(history.stamp().at, "other")),
    )
    four = four_players(history)
    return {
        **linked(history),
        "over": over,
        "five": save(five),
        "waiting": save(waiting),
        "eight": save(eight),
        "mouches": save(mouches),
        "lost": mouches.sheet.rows[2].id,
        "chips": save(chips),
        "duel": save(duel),
        "teams": save(teams),
        "twice": save(twice),
        "new": save(begun(FOUR)),
        "four": save(four),
        "poignee": four.sheet.rows[9].id,
    }


def linked(history: History) -> Ids:
    """The texts of links to an evening that is not here, to go on with and to look."""
    evening = seated(history, FIVE, by(0, G, 2, 47, partner=2), by(3, P, 1, 55, partner=1))
    return {"pack": link_text(pack(evening)), "snapshot": link_text(pack(snapshot(evening)))}


def four_players(history: History) -> Evening:
    """An evening of four people with a row of every kind."""
    return seated(
        history,
        FOUR,
        by(0, G, 2, 47),
        by(1, P, 1, 55, petit_au_bout=Side.TAKER),
        by(3, G, 1, 48),
        PASSED,
        by(2, S, 3, 52, poignees=(Poignee(FOUR[2], SINGLE),)),
        by(0, P, 2, 44),
        penalty(FOUR[3], FOUR[:3], 7, "renonce"),
        by(1, G, 1, 43, petit_au_bout=Side.DEFENCE),
        by(3, G, 2, 58),
        by(0, G, 3, 49, petit_au_bout=Side.TAKER, poignees=(Poignee(FOUR[0], SINGLE),)),
        by(2, P, 0, 51),
        by(1, S, 2, 45),
    )
