"""Reads the items of a row, each with one meaning, into the facts of a hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from scorepad.tarot.check import impossible
from scorepad.tarot.hand import (
    HALF_POINTS_IN_DECK,
    NEEDED,
    Bid,
    CalledCard,
    Chelem,
    Court,
    Draft,
    Hand,
    Misere,
    PlayerId,
    Poignee,
    PoigneeSize,
    Side,
    ThrownIn,
)
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scoring import score, settle

from .items import SILENT, TOLD, Item
from .row import Doubt, DoubtKind, RowKind, RowReading


class Bonus(NamedTuple):
    """A bonus, the items that describe it, and the items that name its owner."""

    item: Item
    told: list[Item]
    owners: list[Item]


@dataclass
class HandReader:
    """Reads the items of one row: each of them fills a fact, or becomes a doubt."""

    items: list[Item]
    names: Mapping[PlayerId, str]
    nothing: Draft
    scheme: Scheme
    facts: dict[str, Any] = field(default_factory=dict)
    doubts: list[Doubt] = field(default_factory=list)
    columns: tuple[int, ...] = ()

    def row(self) -> RowReading:
        """The row with these items."""
        thrown = {item.value for item in self.items if item.kind == "thrown"}
        if thrown:
            self._use(*(item for item in self.items if item.kind == "thrown"))
            self._columns(self._left("number"))
            if thrown <= {ThrownIn.MISDEAL, ThrownIn.PETIT_SEC}:  # the row may say who misdealt
                self._use(*self._left("name"))
        else:
            self._bouts()
            self._bid()
            bonuses = self._bonuses()
            self._people()
            self._called_card()
            for bonus in bonuses:
                self._bonus(bonus)
            self._numbers()
            self._just_made()
            self._claims()
        self._unknown()
        if len(thrown) > 1:
            self._doubt(DoubtKind.MEANINGS, *(item for item in self.items if item.kind == "thrown"))
        facts, kinds = replace(self.nothing, **self.facts), [item.kind for item in self.items]
        return RowReading(
            RowKind.HAND,
            facts,
            next(iter(thrown), None),
            tuple(self.doubts),
            self.columns,
            in_order="bid" in kinds and "name" in kinds[: kinds.index("bid")],
        )

    # -- the contract ---

    def _bouts(self) -> None:
        """Fills in the bouts that a word names: "2 bouts", "bouts: 2", "no bout"."""
        around = [None, *self.items, None]
        for before, item, after in zip(around, self.items, around[2:], strict=False):
            if item.kind != "bouts":
                continue
            free = [each for each in (before, after) if each is not None and not each.used]
            count = next((each for each in free if each.counts_bouts), None)
            if before is not None and before.kind in ("no", "without"):
                self._fill("bouts", 0, before, item)
            elif count is not None:
                self._fill("bouts", count.value // 2, count, item)
            elif before is not None and (before.kind, before.value) == ("bid", Bid.GARDE_SANS):
                self._doubt(DoubtKind.BID, before, item)  # a garde sans, or a garde without a bout

    def _bid(self) -> None:
        for item in self._left("bid"):
            self._fill("bid", item.value, item)
        for item in self._left("without"):
            if "bid" not in self.facts:
                self._fill("bid", Bid.GARDE_SANS, item)
        for item in self._left("small"):  # the petit au bout, or a petite
            if "bid" in self.facts:
                item.kind = "petit"
            else:
                self._doubt(DoubtKind.BID, item)
        if self.scheme.open:
            self.facts.setdefault("bid", Bid.OPEN)

    # -- people ---

    def _people(self) -> None:
        """Fills in the taker and the partner: the first two names that belong to no bonus."""
        first_bonus = next(
            (place for place, item in enumerate(self.items) if item.kind in TOLD), len(self.items)
        )
        named = [item for item in self.items[:first_bonus] if item.kind == "name" and not item.used]
        for fact, item in zip(("taker", "partner"), named, strict=False):
            who = self._person(item)
            if fact == "partner" and who is not None and who == self.facts.get("taker"):
                item.used = True  # a taker who called a card of their own plays alone
                if self._calls:
                    self.facts["alone"] = True
            elif who is not None and (fact == "taker" or self._calls):
                self._fill(fact, who, item)
            item.used = item.used or who is None

    def _called_card(self) -> None:
        """Fills in the called card, whether the taker plays alone, and where the card was found."""
        for item in self._left("alone", "found"):
            item.used = True
            if "partner" in self.facts:
                self._doubt(DoubtKind.MEANINGS, item)
            elif self._calls:
                self.facts["alone"] = True
            if item.kind == "found":
                self._fill("found", item.value, item)
        courts = self._left("court")
        for suit in self._left("suit"):
            court = courts[0].value if courts else Court.KING
            self._fill("called", CalledCard(suit.value, court), suit, *courts)

    # -- bonuses ---

    def _bonuses(self) -> list[Bonus]:
        """Each bonus with the items around it that describe the bonus or name its owner."""
        found = []
        for place, item in enumerate(self.items):
            if item.kind not in TOLD or item.used:
                continue
            bonus = Bonus(item, [], [])
            before = self.items[place - 1] if place and not self.items[place - 1].used else None
            if before is not None and before.kind == "no":
                self._use(before, item)
                continue
            self._look_before(bonus, before, self.items[:place])
            self._look_after(bonus, self.items[place + 1 :])
            self._use(item, *bonus.told, *bonus.owners)
            found.append(bonus)
        return found

    def _look_before(self, bonus: Bonus, before: Item | None, earlier: Sequence[Item]) -> None:
        """Adds the item before a bonus to the bonus, as a detail or as the owner.

        A name is the owner only if a number stands before the name.
        """
        if before is None:
            return
        if before.kind in TOLD[bonus.item.kind]:
            bonus.told.append(before)
        elif before.kind == "side" or (
            before.kind == "name" and any(each.kind == "number" for each in earlier)
        ):
            bonus.owners.append(before)

    def _look_after(self, bonus: Bonus, later: Sequence[Item]) -> None:
        for item in later:
            if item.kind in TOLD[bonus.item.kind] or (bonus.item.kind == "poignee" and self._sizes(item)):
                bonus.told.append(item)
            elif item.kind in ("name", "side"):
                bonus.owners.append(item)
            elif item.kind not in ("filler", "by"):
                break

    def _bonus(self, bonus: Bonus) -> None:
        """Adds a bonus to the facts, or a doubt if the row does not say enough about the bonus."""
        told, kinds = bonus.told, {each.kind for each in bonus.told}
        who, side = self._owner(bonus)
        match bonus.item.kind:
            case "petit" if side is not None and not told:
                self._fill("petit_au_bout", side, bonus.item)
            case "poignee" if who is not None and len(told) <= 1:
                size = self._sizes(told[0])[0] if told else PoigneeSize.SINGLE
                self.facts["poignees"] = (*self.facts.get("poignees", ()), Poignee(who, size))
            case "misere" if who is not None and len(told) == 1:
                self.facts["miseres"] = (*self.facts.get("miseres", ()), Misere(who, told[0].value))
            case "chelem" if side is not None and (chelem := _chelem(side, kinds)) is not None:
                before: Chelem = self.facts.get(bonus.item.value, Chelem())
                both = Chelem(chelem.announced or before.announced, chelem.made or before.made)
                self.facts[bonus.item.value] = both
            case _:
                self._doubt(DoubtKind.BONUS, bonus.item, *told, *bonus.owners)

    def _owner(self, bonus: Bonus) -> tuple[PlayerId | None, Side | None]:
        """The player who has a bonus, and the player's side; None for an unknown player or side.

        If the row names nobody, the bonus is the taker's.
        """
        if not bonus.owners:
            return self.facts.get("taker"), Side.TAKER
        if len(bonus.owners) > 1:
            return None, None
        owner = bonus.owners[0]
        if owner.kind == "side":
            taker = self.facts.get("taker") if owner.value is Side.TAKER else None
            return taker, owner.value
        who = self._person(owner)
        return who, self._side(who)

    def _side(self, who: PlayerId | None) -> Side | None:
        """The side of a player.

        None if the player or the taker is unknown, or if the side depends on an unknown partner.
        """
        taker, partner = self.facts.get("taker"), self.facts.get("partner")
        if who is None or taker is None:
            return None
        if who in (taker, partner):
            return Side.TAKER
        return Side.DEFENCE if partner is not None or "alone" in self.facts or not self._calls else None

    def _sizes(self, item: Item) -> list[PoigneeSize]:
        """The sizes of a poignée that an item means: a word, or a number of trumps."""
        if item.kind == "size":
            return [item.value]
        thresholds = self.scheme.thresholds(len(self.nothing.players))
        counts = item.kind == "number" and not item.sign
        return [size for size in PoigneeSize if counts and 2 * thresholds.of(size) == item.value]

    # -- numbers ---

    def _numbers(self) -> None:
        """Fills in the bouts and the points that no word names; then reads the margin and the columns of the sheet."""
        numbers = self._left("number")
        plain = [item for item in numbers if not item.sign][:2]
        if "bouts" not in self.facts:
            counts = [item for item in plain if item.counts_bouts and not self._is_points(item)]
            if len(counts) == 1 or (counts and len(numbers) > 2):  # the margin then checks this choice
                self._fill("bouts", counts[0].value // 2, counts[0])
            elif counts:
                self._doubt(DoubtKind.NUMBERS, *counts)
        numbers = self._left("number")
        if numbers and not numbers[0].sign and numbers[0].value <= HALF_POINTS_IN_DECK:
            points = numbers.pop(0)
            sides = self._left("side")
            self._use(*sides)
            of_defence = any(each.value is Side.DEFENCE for each in sides)
            self._fill(
                "half_points", HALF_POINTS_IN_DECK - points.value if of_defence else points.value, points
            )
        self._margin(numbers)

    def _margin(self, rest: list[Item]) -> None:
        """Reads the numbers after the points: the margin or the price of the hand, and the columns of the sheet."""
        bouts, points, players = self.facts.get("bouts"), self.facts.get("half_points"), len(self.names)
        if points is None and bouts is not None and len(rest) == 1 and rest[0].sign:
            self._points_by_margin(rest[0], bouts)
            return
        if bouts is None and points is not None and len(rest) == 1 and rest[0].sign:
            needed = points - rest[0].amount
            bouts = next((count for count, each in NEEDED.items() if 2 * each == needed), None)
            if bouts is not None:
                self._fill("bouts", bouts, rest.pop(0))
        whole = bouts is not None and points is not None
        if whole and len(rest) not in (0, players, 2 * players) and self._fits(rest[0]):
            self._use(rest.pop(0))
        if rest and not whole:
            self._doubt(DoubtKind.NUMBERS, *rest)
        else:
            self._columns(rest)

    def _columns(self, numbers: Sequence[Item]) -> None:
        """Keeps the columns of the sheet, one or two numbers for each person; a doubt if their count does not fit."""
        people = len(self.names)
        if len(numbers) in (0, people, 2 * people):
            self._use(*numbers)
            self.columns = tuple(item.amount for item in numbers)
        else:
            self._doubt(DoubtKind.NUMBERS, *numbers)

    def _points_by_margin(self, margin: Item, bouts: int) -> None:
        """Fills in the points that a margin means, or adds a doubt.

        There is a doubt if these points are impossible, or if the number may be the price of the hand with other
        points. A number without "+" or "-", such as the number in "down 7", is never a price.
        """
        points = 2 * NEEDED[bouts] + margin.amount
        others: list[Hand | None] = []
        if margin.words[0] in "+-":  # otherwise a word gives the sign: surely a margin
            others = [self._hand(other) for other in range(HALF_POINTS_IN_DECK + 1) if other != points]
        price = any(margin.amount in self._prices(hand) for hand in others if hand is not None)
        if price or not 0 <= points <= HALF_POINTS_IN_DECK:
            self._doubt(DoubtKind.NUMBERS, margin)
        else:
            self._fill("half_points", points, margin)

    def _fits(self, number: Item) -> bool:
        """Whether a number is the margin of the hand, exact or rounded, or the price of the hand.

        Only a number that cannot be a margin counts as a price.
        """
        hand = self._hand(self.facts["half_points"])
        if hand is None:
            return False
        rounded = {hand.margin - 1, hand.margin + 1} if hand.margin % 2 else set()
        margins, prices, needed = {hand.margin} | rounded, self._prices(hand), 2 * hand.needed
        amounts = [number.amount] if number.sign else [number.amount, -number.amount]
        may_be_margin = any(0 <= needed + amount <= HALF_POINTS_IN_DECK for amount in amounts)
        return any(amount in margins or (amount in prices and not may_be_margin) for amount in amounts)

    def _hand(self, half_points: int) -> Hand | None:
        """The hand with these points; None if the hand is incomplete or impossible."""
        facts = replace(self.nothing, **self.facts | {"half_points": half_points})
        return None if impossible(facts, self.scheme) else facts.to_hand()

    def _prices(self, hand: Hand) -> set[int]:
        """The amounts that a hand moves between players, in half points, with the sign that the taker sees."""
        payments = settle(score(hand, self.scheme), hand, self.scheme)
        sign = -1 if payments.of(hand.taker) < 0 else 1
        return {sign * abs(amount) * 2 // payments.unit for amount in payments.totals}

    def _is_points(self, number: Item) -> bool:
        """Whether a number is marked as points."""
        after = self.items[self.items.index(number) + 1 :][:1]
        return any(item.kind == "points" for item in after)

    def _just_made(self) -> None:
        """Fills in the points of a contract that was just made; a doubt if the row has other points."""
        for item in self._left("exact"):
            item.used = True
            needed = 2 * NEEDED[self.facts.get("bouts", 0)]
            if "bouts" in self.facts and self.facts.setdefault("half_points", needed) != needed:
                self._doubt(DoubtKind.RESULT, item)

    def _claims(self) -> None:
        """Doubts the words "made" and "down" if the bouts and the points say the reverse."""
        bouts, points = self.facts.get("bouts"), self.facts.get("half_points")
        for item in self._left("made", "down"):
            item.used = True
            if bouts is None or points is None:
                continue
            if (points >= 2 * NEEDED[bouts]) is not (item.kind == "made"):
                self._doubt(DoubtKind.RESULT, item)

    def _unknown(self) -> None:
        strange = [item for item in self.items if not item.used and item.kind not in SILENT]
        if strange:
            self._doubt(DoubtKind.UNKNOWN, *strange)

    @property
    def _calls(self) -> bool:
        return self.scheme.calls_partner(len(self.nothing.players))

    def _left(self, *kinds: str) -> list[Item]:
        """The items of these kinds that nothing has used."""
        return [item for item in self.items if item.kind in kinds and not item.used]

    def _use(self, *items: Item) -> None:
        for item in items:
            item.used = True

    def _fill(self, fact: str, value: object, *items: Item) -> None:
        """Fills a fact from items; a doubt if the fact has another value already."""
        self._use(*items)
        if self.facts.setdefault(fact, value) != value:
            self._doubt(DoubtKind.MEANINGS, *items)

    def _doubt(self, kind: DoubtKind, *items: Item, choices: tuple[PlayerId, ...] = ()) -> None:
        self._use(*items)
        self.doubts.append(Doubt(kind, " ".join(item.words for item in items if item.words), choices))

    def _person(self, item: Item) -> PlayerId | None:
        """The player whom an item names; None, with a doubt, if several may be meant."""
        found = tuple(id_ for place, id_ in enumerate(self.names) if place in item.value)
        if len(found) == 1:
            return found[0]
        self._doubt(DoubtKind.WHO, item, choices=found)
        return None


def _chelem(side: Side, kinds: set[str]) -> Chelem | None:
    """The chelem of a side, from the `kinds` of the words that describe it.

    None unless the words say whether the chelem was announced, and whether it was made.
    """
    made, missed = "made" in kinds, bool(kinds & {"missed", "down"})
    if "unannounced" in kinds:
        return None if missed or "announced" in kinds else Chelem(None, side)
    if made is missed or not (missed or "announced" in kinds):
        return None
    return Chelem(side, side if made else None)
