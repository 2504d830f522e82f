"""The columns of the hands of an evening: facts, and formulas from them and the rules to the payments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from scorepad.evening.evening import Evening
from scorepad.evening.figures import PlayedHand
from scorepad.evening.sheet import Entry
from scorepad.exports.cells import exact
from scorepad.exports.evening import Wording
from scorepad.exports.workbook.pen import Pen, one_of
from scorepad.exports.workbook.pots import Pots, shared
from scorepad.exports.workbook.rows import FIRST_ROW, Cell, Column, Validation
from scorepad.exports.workbook.rules import Rules
from scorepad.i18n.names import (
    beside_name,
    bid_name,
    card_name,
    found_name,
    misere_name,
    poignee_name,
    thrown_in_name,
)
from scorepad.tarot.hand import Chelem, Hand, Misere, PlayerId, Poignee, Side, ThrownIn
from scorepad.tarot.payments import shares
from scorepad.tarot.scheme import HalfPoints, PoigneeTo, RoundedTo, Split
from scorepad.tarot.scoring import Rule

POIGNEES, MISERES = 2, 1
"""Places for them in every row; more where a hand has more."""
SUMMED = [rule for rule in Rule if rule not in (Rule.ROUNDING, Rule.MISERE)]
"""The lines whose sum is rounded."""
Value = Callable[[PlayedHand], Cell]


def _one_of(source: str) -> Validation:
    return {"validate": "list", "source": f"={source}"}


def _between(high: int, kind: str) -> Validation:
    return {"validate": kind, "criteria": "between", "minimum": 0, "maximum": high}


PEOPLE, SIDES = _one_of("{names}"), _one_of("{lists.sides}")


def has_partners(evening: Evening) -> bool:
    """Whether an evening has, or may have, hands of five."""
    return evening.seating_at().seats == 5 or any(len(hand.players) == 5 for hand in _hands(evening))


def _hands(evening: Evening) -> list[Hand]:
    outcomes = (entry.deal.outcome for entry in evening.sheet.standing)
    return [outcome for outcome in outcomes if isinstance(outcome, Hand)]


class Columns:
    """The columns of one evening under one of its schemes, in `groups` of a title and its columns."""

    def __init__(self, pen: Pen, rules: Rules, wording: Wording, names: Mapping[PlayerId, str]) -> None:
        self._pen = pen
        self._t = t = pen.t
        self._rules = rules
        self._evening = evening = wording.evening
        self._wording = wording
        self._names = names
        self._unit = evening.sheet.unit
        self._scheme = rules.scheme
        self._played = {played.entry.id: played for played in wording.hands}
        hands, seats = _hands(evening), evening.seating_at().seats
        self._partners = has_partners(evening)
        self._calls = any(scheme.table.called_card for scheme in evening.schemes) or any(
            hand.called or hand.found for hand in hands
        )
        rotates = any(len(hand.players) < len(evening.sheet.people) for hand in hands)
        most = max([seats, *(len(hand.players) for hand in hands)])
        self._seats = most if rotates or seats < len(evening.sheet.people) else 0
        """Columns for the players of a hand; none if all people always play."""
        self._playing = f"{{plays0}}:{{plays{self._seats - 1}}}" if self._seats else "{names}"
        self._poignees = range(max([POIGNEES, *(len(hand.poignees) for hand in hands)]))
        self._miseres = range(max([MISERES, *(len(hand.miseres) for hand in hands)]))
        self.groups: list[tuple[str, list[Column]]] = [
            (t("What happened"), [*self._facts(), *map(self._folded_if_unused, self._extras())]),
            (t("How it counts"), [*self._checks(), *self._workings()]),
            *self._of_people(),
            (t("Notes"), [self._wrong(), Column("note", "", 14, pen.wrapped)]),
        ]

    # -- facts ---

    def _facts(self) -> Iterator[Column]:
        t, pen, names, fact = self._t, self._pen, self._names, self._fact

        def bid(entry: Entry) -> str:
            outcome = entry.deal.outcome
            if isinstance(outcome, Hand):
                return bid_name(t, outcome.bid)
            return thrown_in_name(t, outcome) if isinstance(outcome, ThrownIn) else beside_name(t, outcome)

        def dealer(entry: Entry) -> str:
            return "" if entry.deal.points_change else names[entry.deal.dealer]

        yield Column("number", t("Hand"), 6, pen.number, lambda entry: entry.number or "")
        yield Column("at", t("Date"), 17, pen.date, lambda entry: entry.recorded.at)
        yield Column("dealer", t("Dealer"), 9, pen.text, dealer, PEOPLE)
        for n in range(self._seats):
            title = t("Player {number}", number=n + 1)
            yield fact(f"plays{n}", title, 9, _nth("players", n, names.__getitem__), PEOPLE)
        yield fact("taker", t("Taker"), 11, lambda hand: names[hand.taker], PEOPLE)
        if self._partners:
            yield fact("partner", t("Partner"), 11, lambda hand: names.get(hand.partner or "", ""), PEOPLE)
        if self._calls:
            yield fact("called", t("Called card"), 13, self._called, _one_of("{lists.cards}"))
            yield fact("found", t("Where it was"), 13, self._found, _one_of("{lists.places}"))
        yield Column("bid", t("Bid"), 13, pen.text, bid, _one_of("{lists.outcomes}"))
        yield fact("bouts", t("Bouts"), 6, lambda hand: hand.bouts, _between(3, "integer"), pen.number)
        points, between = t("Card points"), _between(91, "decimal")
        yield fact("points", points, 7, lambda hand: exact(hand.half_points, 2), between, pen.points)
        yield fact("petit", t("Petit au bout"), 9, lambda hand: self._side(hand.petit_au_bout), SIDES)

    def _extras(self) -> Iterator[Column]:
        t, fact, side, by = self._t, self._fact, self._side, self._declarer
        for n in self._poignees:
            player, size = t("Poignée {number}: who", number=n + 1), t("Poignée {number}: size", number=n + 1)
            yield fact(f"by{n}", player, 9, _nth("poignees", n, by), PEOPLE)
            of_size = _nth("poignees", n, lambda each: poignee_name(t, each.size))
            yield fact(f"size{n}", size, 14, of_size, _one_of("{lists.sizes}"))
        yield fact("announced", t("Chelem announced"), 10, lambda hand: side(hand.chelem.announced), SIDES)
        yield fact("made", t("Chelem made"), 10, lambda hand: side(hand.chelem.made), SIDES)
        announced, made = t("Petit chelem announced"), t("Petit chelem made")
        yield fact("petit_announced", announced, 10, lambda hand: side(hand.petit_chelem.announced), SIDES)
        yield fact("petit_made", made, 10, lambda hand: side(hand.petit_chelem.made), SIDES)
        for n in self._miseres:
            player, kind = t("Misère {number}: who", number=n + 1), t("Misère {number}: kind", number=n + 1)
            yield fact(f"declarer{n}", player, 9, _nth("miseres", n, by), PEOPLE)
            of_kind = _nth("miseres", n, lambda each: misere_name(t, each.kind))
            yield fact(f"kind{n}", kind, 14, of_kind, _one_of("{lists.kinds}"))

    def _declarer(self, declared: Poignee | Misere) -> str:
        return self._names[declared.player]

    def _called(self, hand: Hand) -> str:
        return card_name(self._t, hand.called) if hand.called else ""

    def _found(self, hand: Hand) -> str:
        return found_name(self._t, hand.found) if hand.found else ""

    def _side(self, side: Side | None) -> str:
        return "" if side is None else self._pen.sides[side]

    def _fact(
        self,
        key: str,
        title: str,
        width: float,
        fact: Callable[[Hand], Cell],
        validation: Validation,
        style: Any = None,
    ) -> Column:
        def of_entry(entry: Entry) -> Cell:
            outcome = entry.deal.outcome
            return fact(outcome) if isinstance(outcome, Hand) else ""

        return Column(key, title, width, style or self._pen.text, of_entry, validation)

    def _folded_if_unused(self, column: Column) -> Column:
        used = any(column.fact and column.fact(entry) for entry in self._evening.sheet.standing)
        return replace(column, folded=not used and column.key not in ("by0", "size0"))

    # -- checks: 1 where a fact is there and possible ---

    def _checks(self) -> Iterator[Column]:
        t, playing, column = self._t, self._playing, self._folded
        taker = f'IF({{taker}}="",0,{one_of("{taker}", playing)})'
        played = "SUMPRODUCT(({rules[bids]}={bid})*({rules[bids.played]}={yes}))"
        sides = "+".join(
            f'SUMPRODUCT(({cells}<>"")*({cells}<>{{attack}})*({cells}<>{{defence}}))'
            for cells in ("{petit}", "{announced}:{petit_made}")
        )
        checks = [
            ("rules_ok", t("Rules"), "IF({rules[rules.wrong]}=0,1,0)"),
            ("bid_ok", t("Bid"), one_of("{bid}", "{rules[bids]}")),
            ("bid_played", t("Bid (not played here)"), played),
            ("players_ok", t("Players"), self._players_check()),
            ("taker_ok", t("Taker"), taker),
            ("partner_ok", t("Partner"), self._partner_check()),
            ("bouts_ok", t("Bouts"), _number_check("{bouts}", 3, "")),
            ("points_ok", t("Card points"), _number_check("{points}", 91, "2*")),
            ("sides_ok", t("Petit au bout or chelem"), f"IF({sides}=0,1,0)"),
        ]
        for n in self._poignees:
            formula = _pair_check(f"{{by{n}}}", playing, f"{{size{n}}}", "{lists.sizes}")
            checks.append((f"poignee_ok{n}", t("Poignée {number}", number=n + 1), formula))
        for n in self._miseres:
            formula = _pair_check(f"{{declarer{n}}}", playing, f"{{kind{n}}}", "{lists.kinds}")
            checks.append((f"misere_ok{n}", t("Misère {number}", number=n + 1), formula))
        typed = f"{{taker}}:{{kind{self._miseres[-1]}}}"
        dealt = f"IF(COUNTA({typed})=0,0,1-{one_of('{bid}', '{lists.thrown_in}')})"
        yield column("dealt", t("Played"), dealt, lambda entry: int(_is_hand(entry)))
        for key, title, formula in checks:
            value = self._is_scored if key == "bid_played" else lambda entry: 1 if _is_hand(entry) else ""
            yield column(key, title, f'IF({{dealt}}=1,{formula},"")', value)
        last = checks[-1][0]
        complete = f'IF({{dealt}}=1,IF(SUM({{rules_ok}}:{{{last}}})={len(checks)},1,0),"")'
        yield column("complete", t("Complete"), complete, self._is_scored)

    def _is_scored(self, entry: Entry | None) -> Cell:
        """1 for a hand whose bid the rules know, 0 for any other hand, else empty."""
        return int(entry is not None and entry.id in self._played) if _is_hand(entry) else ""

    def _wrong(self) -> Column:
        """The title of the first check that fails."""
        t, last = self._t, f"misere_ok{self._miseres[-1]}"

        def problem(entry: Entry | None) -> str:
            return t("Bid (not played here)") if self._is_scored(entry) == 0 else ""

        titles = f"${{column[rules_ok]}}${FIRST_ROW}:${{column[{last}]}}${FIRST_ROW}"
        wrong = f'IF({{complete}}=0,INDEX({titles},MATCH(0,{{rules_ok}}:{{{last}}},0)),"")'
        return Column("wrong", t("To check"), 12, self._pen.wrapped, formula=wrong, value=problem)

    def _players_check(self) -> str:
        """Whether the players are people of this evening, each once."""
        if not self._seats:
            return "1"
        different = "+".join(f"({{names}}={{plays{n}}})" for n in range(self._seats))
        count = f"COUNTA({self._playing})"
        return f"IF(AND({count}>1,SUMPRODUCT(1*(({different})>0))={count}),1,0)"

    def _partner_check(self) -> str:
        if not self._partners:
            return "1"
        known = f"IF(COUNTA({self._playing})=5,{one_of('{partner}', self._playing)},0)"
        return f'IF({{partner}}="",1,IF({{partner}}={{taker}},0,{known}))'

    # -- from the facts of a complete hand to the score ---

    def _workings(self) -> Iterator[Column]:
        t, pen, scheme, work = self._t, self._pen, self._scheme, self._working
        points, amount, number = pen.points, pen.amount, pen.number
        bid = "INDEX({{rules[bids.{}]}},MATCH({{bid}},{{rules[bids]}},0))"
        base, factor = bid.format("base"), bid.format("factor")
        yield work("base", t("Base"), base, lambda each: scheme.bid_value(each.hand.bid).base, amount)
        title = t("Multiplied by")
        yield work("factor", title, factor, lambda each: scheme.bid_value(each.hand.bid).factor, amount)
        needed = "INDEX({rules[needed]},{bouts}+1)"
        yield work("needed", t("Points needed"), needed, lambda each: each.hand.needed, amount)
        yield work("margin", t("Margin"), "{points}-{needed}", lambda each: exact(each.hand.margin, 2))
        won = "IF({margin}<0,-1,1)"
        yield work("won", t("Made or lost"), won, lambda each: 1 if each.hand.margin >= 0 else -1)
        kept = self._rules.chosen("margin.half_points", HalfPoints.KEPT)
        least = f"IF(AND({self._rules.chosen('margin.half_points', HalfPoints.TAKER)},{{won}}<0),0,0.5)"
        over = f"IF({kept},ABS({{margin}}),INT(ABS({{margin}})+{least}))"
        if scheme.open:  # the other has 91 points and 3 bouts less, and the needs of both sum to 92
            over = "IF({margin}<0,-1-{margin},{margin})"
        yield work("over", t("Margin, half point"), over, self._over, points)
        yield from self._rounded_up("margin", "{over}", "{won}", self._over)
        counted = f"IF({{rules[margin.counts]}}={{yes}},{_stepped('margin', '{over}')},0)"
        yield work("counted", t("Margin counted"), counted, self._counted, points)
        contract = "{won}*({base}+{counted})*{factor}"
        yield work("contract", t("Contract and margin"), contract, self._worth(Rule.CONTRACT, Rule.MARGIN))
        lost = "AND({rules[petit_au_bout.lost_with_contract]}={yes},{won}<0)"
        petit = (
            f"IF({lost},-1,{_sign('petit')})*{{rules[petit_au_bout.points]}}*{_multiplied('petit_au_bout')}"
        )
        petit = f'IF({{petit}}="",0,{petit})'
        yield work("petit_value", t("Petit au bout"), petit, self._worth(Rule.PETIT_AU_BOUT))
        for n in self._poignees:
            title, value = t("Poignée {number}: worth", number=n + 1), partial(self._poignee_worth, n)
            yield work(f"worth{n}", title, self._poignee(n), value)
        shown = f"SUM({{worth0}}:{{worth{self._poignees[-1]}}})*{_multiplied('poignee')}"
        yield work("poignee_value", t("Poignées"), shown, self._worth(Rule.POIGNEE))
        yield from self._chelem("", t("Chelem announced"), t("Chelem made"), t("Chelem"))
        titles = t("Petit chelem announced"), t("Petit chelem made"), t("Petit chelem")
        yield from self._chelem("petit_", *titles)
        terms = "{contract}+{petit_value}+{poignee_value}+{chelem_value}+{petit_chelem_value}"
        yield work("sum", t("Sum"), terms, self._worth(*SUMMED))
        players = f"COUNTA({self._playing})"
        yield work("players", t("Players"), players, lambda each: len(each.hand.players), number)
        defenders = "{players}-1" + ('-IF({partner}="",0,1)' if self._partners else "")
        yield work("defenders", t("Defenders"), defenders, _defenders, number)
        if self._partners:
            equal = self._rules.chosen("table.split", Split.EQUAL)
            share = f'IF({{partner}}="",0,IF({equal},{{defenders}}/2,1))'
            yield work("partner_share", t("Partner’s shares"), share, self._share("partner"), points)
        rest = "{defenders}" + ("-{partner_share}" if self._partners else "")
        yield work("taker_share", t("Taker’s shares"), rest, self._share("taker"), points)
        miseres = f"COUNTA({','.join(f'{{declarer{n}}}' for n in self._miseres)})"
        yield work("miseres", t("Misères"), miseres, lambda each: len(each.hand.miseres), number)
        worth = scheme.misere.points if scheme.misere else 0
        misere = "IF({rules[misere.played]}={yes},{rules[misere.points]},0)"
        yield work("misere_value", t("Misère, from each"), misere, lambda each: worth, amount)
        yield from self._rounded_up("rounding", "ABS({sum})", "{sum}", self._size)
        score = "SIGN({sum})*" + _stepped("rounding", "ABS({sum})")
        column = work(
            "score", t("Score"), score, lambda each: exact(each.score.total, each.score.unit), pen.strong
        )
        yield replace(column, width=8, folded=False)

    def _rounded_up(self, table: str, amount: str, sign: str, value: Value) -> Iterator[Column]:
        """What an amount without a sign lies above a multiple of the step, and 1 where it is rounded up."""
        t, chosen = self._t, partial(self._rules.chosen, f"{table}.to")
        rule = getattr(self._scheme, table)
        step, rest, near = f"{{rules[{table}.step]}}", f"{{{table}_rest}}", f"{{{table}_near}}"

        quarters = int(4 * rule.step)

        def parts(each: PlayedHand) -> tuple[int, int]:
            """How many whole steps, and the quarters of a point above them."""
            return divmod(int(4 * float(value(each))), quarters)

        def remainder(each: PlayedHand) -> Cell:
            return exact(parts(each)[1], 4)

        def nearest(each: PlayedHand) -> Cell:
            count, left = parts(each)
            tie = 2 * left == quarters
            return count % 2 if rule.to is RoundedTo.EVEN and tie else int(2 * left >= quarters)

        def up(each: PlayedHand) -> Cell:
            if rule.to is RoundedTo.DOWN:
                return 0
            if rule.to is RoundedTo.UP:
                gains = each.hand.winner is Side.TAKER if table == "margin" else self._sum(each) > 0
                return int(gains and parts(each)[1] > 0)
            return nearest(each)

        whole = f"INT({amount}/{step})"
        yield self._working(f"{table}_rest", t("Above the multiple"), f"{amount}-{step}*{whole}", remainder)
        tie = f"AND({chosen(RoundedTo.EVEN)},2*{rest}={step})"
        formula = f"IF({tie},{whole}-2*INT({whole}/2),IF(2*{rest}<{step},0,1))"
        yield self._working(f"{table}_near", t("Rounded to the nearest: up"), formula, nearest)
        favour = f"IF({sign}*{rest}>0,1,0)"
        formula = f"IF({chosen(RoundedTo.DOWN)},0,IF({chosen(RoundedTo.UP)},{favour},{near}))"
        yield self._working(f"{table}_up", t("Rounded up"), formula, up)

    def _sum(self, played: PlayedHand) -> float:
        """What the lines make before the score is rounded, in halves and quarters at most."""
        return float(self._worth(*SUMMED)(played))

    def _size(self, played: PlayedHand) -> Cell:
        return abs(self._sum(played))

    def _chelem(self, prefix: str, *titles: str) -> Iterator[Column]:
        """The columns of a chelem or a petit chelem: for its announcement, for a surprise, and together."""
        table, announced, made = f"{prefix}chelem", f"{prefix}announced", f"{prefix}made"
        rule = getattr(self._scheme, table)

        def first(each: PlayedHand) -> int:
            chelem: Chelem = getattr(each.hand, table)
            if rule is None or chelem.announced is None:
                return 0
            kept = rule.announced_made if chelem.announced is chelem.made else rule.announced_missed
            return int(kept if chelem.announced is Side.TAKER else -kept)

        def second(each: PlayedHand) -> int:
            chelem: Chelem = getattr(each.hand, table)
            if rule is None or chelem.made in (None, chelem.announced):
                return 0
            return int(rule.unannounced if chelem.made is Side.TAKER else -rule.unannounced)

        kept = f"IF({{{announced}}}={{{made}}},{{rules[{table}.announced_made]}},{{rules[{table}.announced_missed]}})"
        surprise = f"{_sign(made)}*{{rules[{table}.unannounced]}}"
        formulas = [
            f'IF({{{announced}}}="",0,{_sign(announced)}*{kept})',
            f'IF(OR({{{made}}}="",{{{made}}}={{{announced}}}),0,{surprise})',
        ]
        if prefix:
            formulas = [f"IF({{rules[{table}.played]}}={{yes}},{formula},0)" for formula in formulas]
        yield self._working(f"{table}_first", titles[0], formulas[0], first)
        yield self._working(f"{table}_second", titles[1], formulas[1], second)
        both = f"({{{table}_first}}+{{{table}_second}})*{_multiplied(table)}"
        rules = (Rule(f"{table}_{name}") for name in ("announced", "missed", "unannounced"))
        yield self._working(f"{table}_value", titles[2], both, self._worth(*rules))

    def _poignee(self, n: int) -> str:
        """The worth of one poignée to the taker's side, before it is multiplied."""
        by = f"{{by{n}}}"
        camp = f"OR({by}={{taker}},{by}={{partner}})" if self._partners else f"{by}={{taker}}"
        to = f"IF({self._rules.chosen('poignee.to', PoigneeTo.SHOWER)},IF({camp},1,-1),{{won}})"
        points = f"INDEX({{rules[poignee.worth]}},MATCH({{size{n}}},{{rules[poignee.sizes]}},0))"
        return f'IF({by}="",0,{to}*{points})'

    def _working(self, key: str, title: str, formula: str, value: Value, style: Any = None) -> Column:
        """A formula for hands that are complete."""

        def of_entry(entry: Entry | None) -> Cell:
            played = self._played.get(entry.id) if entry else None
            return value(played) if played else ""

        column = self._folded(key, title, f'IF({{complete}}=1,{formula},"")', of_entry)
        return replace(column, style=style or self._pen.signed)

    def _folded(self, key: str, title: str, formula: str, value: Callable[[Entry | None], Cell]) -> Column:
        return Column(key, title, 9, self._pen.number, formula=formula, value=value, folded=True)

    # -- the values that the app computes ---

    def _worth(self, *rules: Rule) -> Value:
        def worth(each: PlayedHand) -> Cell:
            lines = [line.value for line in each.score.lines if line.rule in rules]
            return exact(sum(lines), each.score.unit)

        return worth

    def _over(self, played: PlayedHand) -> Cell:
        """The margin without a sign, before it is rounded."""
        half, rule = abs(played.hand.margin), self._scheme.margin.half_points
        if rule is HalfPoints.WINNER or (rule is HalfPoints.TAKER and played.hand.winner is Side.TAKER):
            half += half % 2
        elif rule is HalfPoints.TAKER:
            half -= half % 2
        return exact(half, 2)

    def _counted(self, played: PlayedHand) -> Cell:
        points = (abs(line.points) for line in played.score.lines if line.rule is Rule.MARGIN)
        return exact(next(points, 0), played.score.unit)

    def _poignee_worth(self, n: int, played: PlayedHand) -> Cell:
        points = [line.points for line in played.score.lines if line.rule is Rule.POIGNEE]
        return exact(points[n], played.score.unit) if n < len(points) else 0

    def _share(self, role: str) -> Value:
        """The shares of the taker or of the partner; 0 for a taker without a partner."""

        def share(played: PlayedHand) -> Cell:
            by_player = dict(zip(played.hand.players, shares(played.hand, self._scheme), strict=True))
            return exact(by_player.get(getattr(played.hand, role), 0), 2)

        return share

    # -- people ---

    def _of_people(self) -> Iterator[tuple[str, list[Column]]]:
        t, people = self._t, self._evening.sheet.people
        names = [self._names[person.id] for person in people]
        width = max(8, *(min(len(name), 16) + 1 for name in names))

        def group(
            key: str, formula: Callable[[int], str], value: Callable[..., Cell], **more: Any
        ) -> list[Column]:
            columns = []
            for i, name in enumerate(names):
                more |= {"formula": formula(i), "value": partial(value, i), "seat": i}
                columns.append(Column(f"{key}{i}", name, width, self._pen.signed, **more))
            return columns

        def paid(i: int, entry: Entry | None) -> Cell:
            if entry is not None and entry.deal.points_change is not None:
                concerned = people[i].id in entry.deal.points_change.players
                return exact(entry.amounts[i], self._unit) if concerned else ""
            played = self._played.get(entry.id) if entry else None
            plays = played is not None and people[i].id in played.hand.players
            if played is None or not plays:
                return ""
            amount = played.payments.of(people[i].id) * (self._unit // played.payments.unit)
            return exact(amount, self._unit)

        def total(missing: str, i: int, entry: Entry | None) -> Cell:
            if entry is None or not self._wording.is_present(i, entry):
                return missing
            later = shared(self._evening) if entry.closes and here_now(i) else 0
            return exact(entry.totals[i] - later, self._unit)

        def here_now(i: int) -> bool:
            return people[i].id in self._evening.seating_at().ids

        def sum_of(key: str) -> str:
            return f"SUM({{{{column[{key}{{0}}]}}}}${FIRST_ROW + 1}:{{{{column[{key}{{0}}]}}}}{{{{row}}}})"

        pots = Pots(self._pen, self._wording, self._scheme, self._names, width)
        self._short = pots.short
        sum_ = "+".join([sum_of("pay"), *([sum_of("move")] if pots.mouches else [])])
        yield t("Payments"), group("pay", self._payment, paid)
        if pots.short:
            yield t("Table stakes"), pots.of_table_stakes()
        if pots.mouches:
            yield t("Mouches"), [*pots.of_mouches()]
        totals = f'IF({{{{bid}}}}="","",{sum_})'
        yield t("Totals"), group("total", totals.format, partial(total, ""), absent="")
        curve = 'IF({{bid}}="",NA(),{{total{0}}})'
        points = group("curve", curve.format, partial(total, "#N/A"), absent="NA()", folded=True)
        if pots.chips:
            yield t("Chips"), pots.of_chips()
        yield t("The curve of the evening"), points

    def _payment(self, i: int) -> str:
        name = f"{{column[pay{i}]}}${FIRST_ROW}"
        share = f"IF({name}={{partner}},{{partner_share}},-1)" if self._partners else "-1"
        own = "+".join(f"({{declarer{n}}}={name})" for n in self._miseres)
        payment = f"{{score}}*IF({name}={{taker}},{{taker_share}},{share})"
        payment += f"+{{misere_value}}*({{players}}*({own})-{{miseres}})"
        if self._short:
            payment += f"+N({{short{i}}})"
        if self._seats:
            payment = f'IF({one_of(name, self._playing)}=0,"",{payment})'
        return f'IF({{complete}}=1,{payment},"")'


def _nth(field: str, n: int, text: Callable[[Any], str]) -> Callable[[Hand], str]:
    """The text of the value at an index of a list of a hand; empty where the list is shorter."""
    return lambda hand: "".join(map(text, getattr(hand, field)[n : n + 1]))


def _is_hand(entry: Entry | None) -> bool:
    return entry is not None and isinstance(entry.deal.outcome, Hand)


def _defenders(played: PlayedHand) -> int:
    return len(played.hand.players) - (1 if played.hand.partner is None else 2)


def _number_check(cell: str, high: int, parts: str) -> str:
    whole = f"{parts}{cell}=INT({parts}{cell})"
    return f"IF(ISNUMBER({cell}),IF(AND({cell}>=0,{cell}<={high},{whole}),1,0),0)"


def _pair_check(person: str, playing: str, choice: str, known: str) -> str:
    """0 for one of two cells without the other, or for an impossible one."""
    fine = f"{one_of(person, playing)}*{one_of(choice, known)}"
    return f'IF({person}&{choice}="",1,IF({person}="",0,{fine}))'


def _sign(key: str) -> str:
    return f"IF({{{key}}}={{attack}},1,-1)"


def _multiplied(table: str) -> str:
    return f"IF({{rules[{table}.multiplied]}}={{yes}},{{factor}},1)"


def _stepped(table: str, amount: str) -> str:
    """An amount without a sign rounded to a multiple of a step; not at all with a step of 1."""
    step = f"{{rules[{table}.step]}}"
    return f"IF({step}=1,{amount},{step}*(INT({amount}/{step})+{{{table}_up}}))"
