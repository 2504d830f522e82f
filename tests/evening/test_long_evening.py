"""An evening of sixty hands at which everything happens, against a tally of its own after every event."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

import pytest
from evenings import table

from scorepad.evening.adjustment import Adjustment, AdjustmentKind, Share, TakeOver, penalty
from scorepad.evening.evening import Evening
from scorepad.evening.events import Deal, Ended, Noted, RulesChanged, Seated, Stamp, Undone
from scorepad.evening.people import Person, Seating
from scorepad.history import History, Player
from scorepad.tarot.hand import Bid, Hand, Poignee, PoigneeSize, Side, ThrownIn
from scorepad.tarot.scheme_data import shipped_scheme

ANNE, BRUNO, CHLOE, DENIS, ELISE, FARID = (
    Person(id_, name, mark)
    for mark, (id_, name) in enumerate(
        [("a", "Anne"), ("b", "Bruno"), ("c", "Chloé"), ("d", "Denis"), ("e", "Élise"), ("f", "Farid")]
    )
)
NEEDED = (56, 51, 41, 36)
FACTORS = {
    "mouches": {"petite": 1, "garde": 2, "garde_sans": 4, "garde_contre": 6},
    "contre_5": {"petite": 1, "garde": 2, "garde_sans": 4, "garde_contre": 5},
}
BONUS = {"single": 20, "double": 30, "triple": 40}


def paid(hand: Hand, scheme: str) -> dict[str, int]:
    """What a hand pays, by arithmetic of its own: whole card points only."""
    margin = hand.half_points // 2 - NEEDED[hand.bouts]
    sign, factor = (1 if margin >= 0 else -1), FACTORS[scheme][hand.bid]
    each = sign * (25 + abs(margin)) * factor + sign * sum(BONUS[shown.size] for shown in hand.poignees)
    if hand.petit_au_bout is not None:
        each += 10 * factor * (1 if hand.petit_au_bout is Side.TAKER else -1)
    defenders = [player for player in hand.players if player not in (hand.taker, hand.partner)]
    amounts = dict.fromkeys(defenders, -each)
    amounts[hand.taker] = each * (len(defenders) - (hand.partner is not None))
    if hand.partner is not None:
        amounts[hand.partner] = each
    return amounts


@dataclass
class Row:
    """A row of the sheet, as somebody with a pencil would note it."""

    scheme: str
    table: tuple[str, ...]
    deal: Deal
    struck: bool = False


@dataclass
class Tally:
    """The sheet on paper, reckoned from its first row each time."""

    rows: dict[str, Row] = field(default_factory=dict)

    def reckoned(self) -> tuple[dict[str, int], list[int]]:
        """Everybody's total, and the mouches, largest first."""
        totals = dict.fromkeys("abcdef", 0)
        mouches: list[int] = []
        for row in self.rows.values():
            if row.struck:
                continue
            outcome = row.deal.outcome
            if isinstance(outcome, TakeOver):
                totals[outcome.newcomer] += totals[outcome.leaver]
                totals[outcome.leaver] = 0
                continue
            if isinstance(outcome, Adjustment):
                for share in outcome.shares:
                    totals[share.player] += share.amount
                continue
            if row.scheme == "mouches":
                if not mouches:
                    for player in row.table:
                        totals[player] -= 10
                    mouches = [10 * len(row.table)]
                totals[row.deal.dealer] -= 5
                mouches = sorted([mouches[0] + 5, *mouches[1:]], reverse=True)
            if not isinstance(outcome, Hand):
                continue
            for player, amount in paid(outcome, row.scheme).items():
                totals[player] += amount
            if row.scheme == "mouches":
                if outcome.half_points // 2 >= NEEDED[outcome.bouts]:
                    totals[outcome.taker] += mouches.pop(0)
                else:
                    totals[outcome.taker] -= mouches[0]
                    mouches.insert(0, mouches[0])
        return totals, mouches


class Told:
    """The evening as scorepad keeps it, and the tally beside it; they are compared after every event."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.rng = random.Random(60)
        self.stamps = (
            Stamp(f"event-{n}", f"2026-11-21T{18 + n // 60:02d}:{n % 60:02d}:00.000Z") for n in count(1)
        )
        self.tally = Tally()
        self.scheme = "mouches"
        people = (ANNE, BRUNO, CHLOE, DENIS)
        self.evening = table(
            people, scheme="mouches", id="long", created="2026-11-21T18:00:00.000Z", title=""
        )
        history.create(self.evening)
        self.before = [seen(self.evening)]
        self.hands = 0

    def happens(self, changed: Evening) -> Evening:
        """One more event, saved, read again and compared."""
        self.history.append("long", changed.events[-1])
        self.evening = self.history.load("long")
        totals, mouches = self.tally.reckoned()
        here = {
            person.id: total
            for person, total in zip(self.evening.sheet.people, self.evening.sheet.totals, strict=True)
        }
        assert here == {person.id: totals[person.id] for person in self.evening.sheet.people}
        assert self.evening.sheet.pot == tuple(mouches)
        assert sum(totals.values()) + sum(mouches) == 0
        self.before.append(seen(self.evening))
        return self.evening

    def row(self, deal: Deal) -> None:
        stamp = next(self.stamps)
        self.tally.rows[stamp.id] = Row(self.scheme, self.evening.seating_at().ids, deal)
        self.happens(self.evening.record(deal, stamp))

    def plays(self, hands: int) -> None:
        """So many hands as they fall, and between them some that are thrown in."""
        for _ in range(hands):
            if self.rng.random() < 0.1:
                self.row(Deal(self.evening.dealer, ThrownIn.ALL_PASSED))
            self.row(Deal(self.evening.dealer, self.any_hand()))
            self.hands += 1

    def any_hand(self) -> Hand:
        rng, players = self.rng, self.evening.table.seating.players(self.evening.dealer)
        taker = rng.choice(players)
        bouts = rng.randint(1, 3)
        others = [player for player in players if player != taker]
        return Hand(
            players=players,
            taker=taker,
            partner=rng.choice(others) if len(players) == 5 and rng.random() < 0.8 else None,
            bid=rng.choice([bid for bid in Bid if bid in FACTORS["mouches"]]),
            bouts=bouts,
            half_points=2 * rng.randint(NEEDED[bouts] - 12, NEEDED[bouts] + 15),
            petit_au_bout=rng.choice([None, None, Side.TAKER, Side.DEFENCE]) if bouts < 3 else None,
            poignees=(Poignee(rng.choice(players), PoigneeSize.SINGLE),) if rng.random() < 0.2 else (),
        )

    def corrected(self, number: int) -> None:
        entry = next(each for each in self.evening.sheet.entries if each.number == number)
        assert isinstance(entry.deal.outcome, Hand)
        deal = replace(entry.deal, outcome=replace(entry.deal.outcome, bouts=2, half_points=2 * 37))
        self.tally.rows[entry.id].deal = deal
        self.happens(self.evening.correct(entry.id, deal, next(self.stamps), "counted again"))

    def struck(self, number: int) -> None:
        entry = next(each for each in self.evening.sheet.entries if each.number == number)
        self.tally.rows[entry.id].struck = True
        self.happens(self.evening.correct(entry.id, None, next(self.stamps)))

    def undone_for_a_while(self, number: int) -> None:
        """A hand among the earlier ones does not count, and counts again, which leaves all as it was."""
        entry = next(each for each in self.evening.sheet.entries if each.number == number)
        row, before = self.tally.rows[entry.id], self.before[-1]
        for redone in (False, True):
            row.struck = not redone
            self.happens(self.evening.add(Undone(entry.id, redone), next(self.stamps)))
        assert self.before[-1] == before
        del self.before[-2:]

    def rules(self, scheme: str) -> None:
        self.scheme = scheme
        self.happens(self.evening.add(RulesChanged(shipped_scheme(scheme), from_now=True), next(self.stamps)))

    def sit(self, people: tuple[Person, ...], seats: int) -> None:
        self.happens(self.evening.add(Seated(Seating(people, seats, people[0].id)), next(self.stamps)))

    def taken_over(self, leaver: Person, newcomer: Person) -> None:
        stamp = next(self.stamps)
        changed = self.evening.take_over(leaver.id, newcomer, stamp)
        deal = changed.events[-1].deal
        assert deal is not None
        self.tally.rows[stamp.id] = Row(self.scheme, (), deal)
        self.happens(changed)

    def whole(self) -> None:
        start = Adjustment(AdjustmentKind.CARRIED, (Share("a", 50), Share("c", -50)))
        self.row(Deal("a", start))
        self.plays(12)
        self.sit((ANNE, BRUNO, CHLOE, DENIS, ELISE), 5)
        self.plays(10)
        self.corrected(5)
        self.row(Deal(self.evening.dealer, penalty("b", ("a", "c", "d", "e"), 10, "maldonne")))
        self.rules("contre_5")
        self.plays(10)
        self.taken_over(CHLOE, FARID)
        self.plays(4)
        self.struck(9)
        self.rules("mouches")
        self.sit((ANNE, DENIS), 2)
        self.plays(10)
        self.sit((FARID, ANNE, BRUNO, DENIS, ELISE), 4)
        self.plays(14)
        self.corrected(30)
        self.undone_for_a_while(20)
        self.happens(self.evening.add(Noted("what an evening"), next(self.stamps)))
        self.happens(self.evening.add(Ended(), next(self.stamps)))


def seen(evening: Evening) -> dict[str, Any]:
    """All that the table sees of an evening; who never played or paid has nothing to be seen."""
    return {
        "totals": {
            person.id: total
            for person, total in zip(evening.sheet.people, evening.sheet.totals, strict=True)
            if total
        },
        "pot": evening.sheet.pot,
        "rows": [
            (entry.deal, entry.rules, [amount for amount in entry.amounts if amount])
            for entry in evening.sheet.standing
        ],
        "table": evening.seating_at().ids,
        "dealer": evening.dealer,
        "rules": evening.table.rules.now,
        "notes": evening.table.notes,
        "finished": evening.table.ended,
    }


@pytest.fixture(scope="module")
def wording(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Told]:
    with History(tmp_path_factory.mktemp("long")) as history:
        told = Told(history)
        told.whole()
        yield told


def test_sixty_hands_agree_with_the_tally_after_every_event(wording: Told) -> None:
    assert wording.hands == 60
    assert len(wording.before) > 70
    schemes = [entry.rules.id for entry in wording.evening.sheet.entries]
    assert set(schemes) == {"mouches", "contre_5"}
    sizes = {
        len(each.deal.outcome.players)
        for each in wording.evening.sheet.entries
        if isinstance(each.deal.outcome, Hand)
    }
    assert sizes == {2, 4, 5}


def test_undo_to_the_beginning_and_redo_to_the_end(wording: Told) -> None:
    evening, stamps = wording.evening, (Stamp(f"u-{n}", "2026-11-22T09:00:00.000Z") for n in count(1))
    for state in reversed(wording.before[:-1]):
        evening = evening.undo(next(stamps))
        assert seen(evening) == state
    assert evening.undoable is None
    for state in wording.before[1:]:
        evening = evening.redo(next(stamps))
        assert seen(evening) == state
    assert evening.redoable is None


def test_two_players_who_are_one_leave_the_evening_as_it_is(wording: Told) -> None:
    """The list of players knows one less; the evening keeps its people and their totals."""
    history = wording.history
    history.save_players(
        [Player("other", "Elise"), *(Player(p.id, p.name) for p in wording.evening.table.everybody)]
    )
    before = seen(history.load("long"))
    players = {player.id: player for player in history.players()}
    history.merge_players([(players["other"], "e")])
    assert "other" not in {player.id for player in history.players()}
    assert seen(history.load("long")) == before
