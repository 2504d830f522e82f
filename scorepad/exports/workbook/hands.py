"""The hands of one evening: their facts, and formulas from them and the rules to the payments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from xlsxwriter.utility import xl_col_to_name

from scorepad.exports.cells import exact, writable
from scorepad.exports.evening import Evening
from scorepad.exports.text import evening_title
from scorepad.exports.workbook.pen import Lists, Pen, in_formula, one_of, reference
from scorepad.exports.workbook.rules import Rules
from scorepad.i18n.wording import bid_name, misere_name, poignee_name, scheme_title, thrown_in_name
from scorepad.tarot.hand import Chelem, Hand, PlayerId, Side
from scorepad.tarot.payments import shares
from scorepad.tarot.scheme import HalfPoints, PoigneeTo, Split
from scorepad.tarot.scoring import Rule
from scorepad.tarot.session import Entry, Session

POIGNEES, MISERES = 2, 1
"""Places for them in every row; more where a hand has more."""
FIRST_ROW = 4
"""Of the hands, counted from 0."""
SPARE = 8
"""Rows below the last hand in which new hands can be typed."""
Cell = int | float | str


@dataclass(frozen=True, slots=True)
class _Column:
    key: str
    title: str
    width: float
    format: Any
    person: bool = False
    """Whether the title is somebody's name."""
    folded: bool = False
    """Whether it is out of sight until somebody unfolds it."""


class Hands:
    """A sheet of the hands of one evening."""

    def __init__(
        self,
        pen: Pen,
        lists: Lists,
        sheet: Any,
        session: Session,
        rules: Rules,
        names: Mapping[PlayerId, str],
        *,
        alone: bool,
    ) -> None:
        """`alone`: whether it is the only evening of the workbook, whose columns of facts can have names."""
        self.session = session
        self._alone = alone
        self._pen = pen
        self._lists = lists
        self._sheet = sheet
        self._rules = rules
        self._names = names
        self._entries = session.standing_entries
        hands = [entry.deal.outcome for entry in self._entries if isinstance(entry.deal.outcome, Hand)]
        self._partners = has_partners(session)
        most = max([session.seating_at().seats, *(len(hand.players) for hand in hands)])
        rotates = any(len(hand.players) < len(session.people) for hand in hands)
        self._seats = most if rotates or session.seating_at().seats < len(session.people) else 0
        """Columns that say who plays; none where everybody always does."""
        self._poignees = max([POIGNEES, *(len(hand.poignees) for hand in hands)])
        self._miseres = max([MISERES, *(len(hand.miseres) for hand in hands)])
        self._checks: list[str] = []
        """The columns that are 1 where nothing is wrong, in the order in which they are said."""
        self._used = {key for entry in self._entries for key in self._facts(entry)}
        groups = self._columns()
        self._groups = [(title, len(columns)) for title, columns in groups]
        self._all = [column for _, columns in groups for column in columns]
        self._index = {column.key: index for index, column in enumerate(self._all)}
        self._last_row = FIRST_ROW + len(self._entries) + SPARE - 1
        self._present = Evening(session, pen.t).presence

    def _columns(self) -> list[tuple[str, list[_Column]]]:
        people = [(person.id, self._names[person.id]) for person in self.session.people]
        width = max(8, *(min(len(name), 16) + 1 for _, name in people))
        t, pen = self._pen.t, self._pen

        def of_people(key: str, *, folded: bool = False) -> list[_Column]:
            return [
                _Column(f"{key} {id_}", name, width, pen.signed, person=True, folded=folded)
                for id_, name in people
            ]

        return [
            (t("What happened"), list(self._fact_columns())),
            (t("How it counts"), list(self._working_columns())),
            (t("Payments"), of_people("pay")),
            (t("Totals"), of_people("total")),
            (t("The curve of the evening"), of_people("curve", folded=True)),
            (
                t("Notes"),
                [_Column("wrong", t("To check"), 12, pen.wrapped), _Column("note", "", 14, pen.wrapped)],
            ),
        ]

    def _fact_columns(self) -> Iterator[_Column]:
        t, pen = self._pen.t, self._pen
        yield _Column("number", t("Hand"), 6, pen.number)
        yield _Column("at", t("Date"), 17, pen.date)
        yield _Column("dealer", t("Dealer"), 9, pen.text)
        for n in range(self._seats):
            yield _Column(f"plays{n}", t("Player {number}", number=n + 1), 9, pen.text)
        yield _Column("taker", t("Taker"), 11, pen.text)
        if self._partners:
            yield _Column("partner", t("Partner"), 11, pen.text)
        yield _Column("bid", t("Bid"), 13, pen.text)
        yield _Column("bouts", t("Bouts"), 6, pen.number)
        yield _Column("points", t("Card points"), 7, pen.points)
        yield _Column("petit", t("Petit au bout"), 9, pen.text)
        extras: list[tuple[str, str, int]] = []
        for n in range(self._poignees):
            extras.append((f"by{n}", t("Poignée {number}: who", number=n + 1), 9))
            extras.append((f"size{n}", t("Poignée {number}: size", number=n + 1), 14))
        extras.append(("announced", t("Chelem announced"), 10))
        extras.append(("made", t("Chelem made"), 10))
        extras.append(("petit_announced", t("Petit chelem announced"), 10))
        extras.append(("petit_made", t("Petit chelem made"), 10))
        for n in range(self._miseres):
            extras.append((f"declarer{n}", t("Misère {number}: who", number=n + 1), 9))
            extras.append((f"kind{n}", t("Misère {number}: kind", number=n + 1), 14))
        for key, title, width in extras:
            shown = key in self._used or key in ("by0", "size0")
            yield _Column(key, title, width, pen.text, folded=not shown)

    def _working_columns(self) -> Iterator[_Column]:
        t, pen = self._pen.t, self._pen
        check = {
            "rules_ok": t("Rules"),
            "bid_ok": t("Bid"),
            "bid_played": t("Bid (not played here)"),
            "players_ok": t("Players"),
            "taker_ok": t("Taker"),
            "partner_ok": t("Partner"),
            "bouts_ok": t("Bouts"),
            "points_ok": t("Card points"),
            "sides_ok": t("Petit au bout or chelem"),
            **{f"poignee_ok{n}": t("Poignée {number}", number=n + 1) for n in range(self._poignees)},
            **{f"misere_ok{n}": t("Misère {number}", number=n + 1) for n in range(self._miseres)},
        }
        self._checks = list(check)
        titles: list[tuple[str, str, Any]] = [
            ("dealt", t("Played"), pen.number),
            *((key, title, pen.number) for key, title in check.items()),
            ("complete", t("Complete"), pen.number),
            ("base", t("Base"), pen.amount),
            ("factor", t("Multiplied by"), pen.amount),
            ("needed", t("Points needed"), pen.amount),
            ("margin", t("Margin"), pen.signed),
            ("won", t("Made or lost"), pen.signed),
            ("over", t("Margin, half point"), pen.points),
            ("counted", t("Margin counted"), pen.points),
            ("contract", t("Contract and margin"), pen.signed),
            ("petit_value", t("Petit au bout"), pen.signed),
            *(
                (f"worth{n}", t("Poignée {number}: worth", number=n + 1), pen.signed)
                for n in range(self._poignees)
            ),
            ("poignee_value", t("Poignées"), pen.signed),
            ("chelem_first", t("Chelem announced"), pen.signed),
            ("chelem_second", t("Chelem made"), pen.signed),
            ("chelem_value", t("Chelem"), pen.signed),
            ("petit_chelem_first", t("Petit chelem announced"), pen.signed),
            ("petit_chelem_second", t("Petit chelem made"), pen.signed),
            ("petit_chelem_value", t("Petit chelem"), pen.signed),
            ("sum", t("Sum"), pen.signed),
            ("players", t("Players"), pen.number),
            ("defenders", t("Defenders"), pen.number),
            *([("partner_share", t("Partner’s shares"), pen.points)] if self._partners else []),
            ("taker_share", t("Taker’s shares"), pen.points),
            ("miseres", t("Misères"), pen.number),
            ("misere_value", t("Misère, from each"), pen.amount),
        ]
        for key, title, style in titles:
            yield _Column(key, title, 9, style, folded=True)
        yield _Column("score", t("Score"), 8, pen.strong)

    def total_of(self, id_: PlayerId) -> str:
        """Where somebody's total stands, for a formula on another sheet."""
        return reference(self._sheet, f"${self._letter(f'pay {id_}')}${self._last_row + 2}")

    def write(self, hand_done: Callable[[], None]) -> None:
        """Writes the sheet, and says so of every hand."""
        self._write_head()
        for row, entry in enumerate(self._entries, FIRST_ROW):
            self._write_entry(row, entry)
            hand_done()
        for row in range(FIRST_ROW + len(self._entries), self._last_row + 1):
            self._write_spare(row)
        self._write_foot()

    # -- head and foot ---

    def _write_head(self) -> None:
        sheet, pen, t, session = self._sheet, self._pen, self._pen.t, self.session
        sheet.write_string(0, 0, writable(evening_title(t, session)), pen.title)
        about = [scheme_title(t, session.rules)]
        if session.scheme != session.rules:
            about.append(t("begun by other rules: {scheme}", scheme=scheme_title(t, session.scheme)))
        about.append(t("New hands go into the free rows; + above the columns shows how it counts"))
        sheet.write_string(1, 0, writable(" · ".join(about)), pen.note)
        at = 0
        for title, width in self._groups:
            shown = next((n for n in range(at, at + width) if not self._all[n].folded), at)
            for index in range(at, at + width):
                pen.write_text(sheet, FIRST_ROW - 2, index, title if index in (at, shown) else "", pen.group)
            at += width
        sheet.set_row(FIRST_ROW - 1, 48)
        before = False
        for index, column in enumerate(self._all):
            options: dict[str, object] = {"level": 1, "hidden": True} if column.folded else {}
            if before and not column.folded:
                options["collapsed"] = True
            before = column.folded
            sheet.set_column(index, index, column.width, None, options)
            head = pen.name if column.person else pen.head_over(column.format)
            pen.write_text(sheet, FIRST_ROW - 1, index, column.title, head)
        sheet.freeze_panes(FIRST_ROW, 1)
        sheet.repeat_rows(FIRST_ROW - 2, FIRST_ROW - 1)
        sheet.autofilter(FIRST_ROW - 1, 0, self._last_row, len(self._all) - 1)
        self._write_choices()

    def _write_choices(self) -> None:
        """What can be chosen, or typed, in the columns of facts."""
        lists = self._lists
        names = self._header("pay")
        sources = {
            **dict.fromkeys(("dealer", "plays", "taker", "partner", "by", "declarer"), names),
            **dict.fromkeys(("petit", "announced", "made", "petit_announced", "petit_made"), lists.sides),
            "bid": lists.outcomes,
            "size": lists.sizes,
            "kind": lists.kinds,
        }
        between = {"criteria": "between", "minimum": 0}
        rules: dict[str, dict[str, object]] = {
            "bouts": {"validate": "integer", "maximum": 3, **between},
            "points": {"validate": "decimal", "maximum": 91, **between},
            **{key: {"validate": "list", "source": f"={source}"} for key, source in sources.items()},
        }
        for index, column in enumerate(self._all[: self._index["dealt"]]):
            rule = rules.get(column.key.rstrip("0123456789"))
            if rule is not None:
                self._sheet.data_validation(FIRST_ROW, index, self._last_row, index, rule)
                self._name(column.key, index)
        self._name("score", self._index["score"])

    def _name(self, key: str, index: int) -> None:
        """A name for a column, for the formulas of whoever goes on with the workbook."""
        if self._alone:
            letter = xl_col_to_name(index, True)
            cells = reference(self._sheet, f"{letter}${FIRST_ROW + 1}:{letter}${self._last_row + 1}")
            self._pen.book.define_name(f"hand_{key}", f"={cells}")

    def _write_foot(self) -> None:
        sheet, pen, t = self._sheet, self._pen, self._pen.t
        row = self._last_row + 1
        for column in range(len(self._all)):
            sheet.write_blank(row, column, None, pen.label)
        sheet.write_string(row, 0, t("Total"), pen.label)
        ids = [person.id for person in self.session.people]
        for id_, total in zip(ids, self.session.totals, strict=True):
            letter = self._letter(f"pay {id_}")
            cells = f"{letter}{FIRST_ROW + 1}:{letter}{row}"
            sheet.write_formula(
                row, self._index[f"pay {id_}"], f"=SUM({cells})", pen.total, exact(total, self.session.unit)
            )
        first, last = (self._letter(f"pay {id_}") for id_ in (ids[0], ids[-1]))
        sheet.write_string(row + 1, 0, t("Check: the totals sum to zero"), pen.note)
        column = self._index[f"pay {ids[0]}"]
        sheet.write_formula(row + 1, column, f"=SUM({first}{row + 1}:{last}{row + 1})", pen.signed, 0)
        pen.show_wrong(sheet, row + 1, column)
        pen.show_parts(sheet, (FIRST_ROW, self._index["margin"], row, self._index["wrong"] - 1))
        at = self._index["wrong"]
        shown = {"type": "formula", "criteria": f'={self._letter("wrong")}{FIRST_ROW + 1}<>""'}
        sheet.conditional_format(FIRST_ROW, at, self._last_row, at, shown | {"format": pen.wrong})

    def put_curve(self, sheet: Any, row: int, column: int) -> None:
        """The totals hand by hand as a chart, the free rows included."""
        chart = self._pen.book.add_chart({"type": "line"})
        rows = (FIRST_ROW, self._last_row)
        name = self._sheet.get_name()
        for person in self.session.people:
            index = self._index[f"curve {person.id}"]
            chart.add_series(
                {
                    "name": [name, FIRST_ROW - 1, self._index[f"pay {person.id}"]],
                    "categories": [name, rows[0], 0, rows[1], 0],
                    "values": [name, rows[0], index, rows[1], index],
                    "line": {"width": 2},
                    "marker": {"type": "automatic", "size": 5},
                }
            )
        chart.set_title({"name": self._pen.t("The curve of the evening"), "name_font": {"size": 12}})
        chart.set_x_axis({"name": self._pen.t("Hand"), "label_position": "low"})
        chart.set_y_axis({"num_format": "#,##0", "major_gridlines": {"visible": True}})
        chart.set_legend({"position": "right"})
        chart.show_hidden_data()
        chart.show_blanks_as("span")  # LibreOffice takes what xlsxwriter leaves out for zero
        chart.set_size({"width": 760, "height": 340})
        sheet.insert_chart(row, column, chart, {"description": self._pen.t("The curve of the evening")})

    @property
    def end(self) -> int:
        """The first row below everything."""
        return self._last_row + 3

    # -- a hand ---

    def _letter(self, key: str) -> str:
        return str(xl_col_to_name(self._index[key]))

    def _header(self, key: str) -> str:
        """Where the names of all people stand."""
        first, last = (self._letter(f"{key} {self.session.people[n].id}") for n in (0, -1))
        return f"${first}${FIRST_ROW}:${last}${FIRST_ROW}"

    def _write_entry(self, row: int, entry: Entry) -> None:
        sheet = self._sheet
        facts = self._facts(entry)
        for column, name in enumerate(self._all[: self._index["dealt"]]):
            found = facts.get(name.key)
            if found is None:
                sheet.write_blank(row, column, None, name.format)
            elif name.key == "at":
                self._pen.write_moment(sheet, row, column, str(found), name.format)
            elif isinstance(found, str):
                sheet.write_string(row, column, found, name.format)
            else:
                sheet.write_number(row, column, found, name.format)
        number = row - FIRST_ROW + 1
        self._write_formulas(row, self._values(entry, number), number)
        note = self._pen.t("two corrections: choose in the app") if entry.conflicting else ""
        self._pen.write_text(sheet, row, self._index["note"], note, self._pen.wrapped)

    def _write_spare(self, row: int) -> None:
        for column, name in enumerate(self._all[: self._index["dealt"]]):
            self._sheet.write_blank(row, column, None, name.format)
        self._sheet.write_number(row, 0, row - FIRST_ROW + 1, self._pen.number)
        values: dict[str, Cell] = dict.fromkeys(self._index, "") | {"dealt": 0}
        values |= {f"curve {person.id}": "#N/A" for person in self.session.people}
        self._write_formulas(row, values)

    def _write_formulas(self, row: int, values: Mapping[str, Cell], number: int | None = None) -> None:
        formulas = self._formulas(row + 1)
        seating = {person.id for person in self.session.seating_at().people}
        for seat, person in enumerate(self.session.people):
            here = person.id in seating if number is None else number in self._present[seat]
            if not here:
                del formulas[f"total {person.id}"]
                formulas[f"curve {person.id}"] = "NA()"
        for column, name in enumerate(self._all):
            if name.key in formulas:
                self._sheet.write_formula(
                    row, column, f"={formulas[name.key]}", name.format, values[name.key]
                )

    def _facts(self, entry: Entry) -> dict[str, str | int | float]:
        """The facts of a deal, by their columns; what was not is absent."""
        t, names, sides = self._pen.t, self._names, self._pen.sides
        facts: dict[str, str | int | float] = {
            "number": entry.number or 0,
            "at": entry.versions[0].at,
            "dealer": names[entry.deal.dealer],
        }
        hand = entry.deal.outcome
        if not isinstance(hand, Hand):
            return facts | {"bid": thrown_in_name(t, hand)}
        facts |= {f"plays{n}": names[id_] for n, id_ in enumerate(hand.players)}
        facts |= {"taker": names[hand.taker], "bid": bid_name(t, hand.bid), "bouts": hand.bouts}
        facts["points"] = exact(hand.half_points, 2)
        if hand.partner is not None:
            facts["partner"] = names[hand.partner]
        if hand.petit_au_bout is not None:
            facts["petit"] = sides[hand.petit_au_bout]
        for n, poignee in enumerate(hand.poignees):
            facts |= {f"by{n}": names[poignee.player], f"size{n}": poignee_name(t, poignee.size)}
        facts |= self._chelem_facts("", hand.chelem) | self._chelem_facts("petit_", hand.petit_chelem)
        for n, misere in enumerate(hand.miseres):
            facts |= {f"declarer{n}": names[misere.player], f"kind{n}": misere_name(t, misere.kind)}
        return facts

    def _chelem_facts(self, prefix: str, chelem: Chelem) -> dict[str, str]:
        found = {"announced": chelem.announced, "made": chelem.made}
        return {prefix + key: self._pen.sides[side] for key, side in found.items() if side is not None}

    # -- what the app computes for each formula ---

    def _values(self, entry: Entry, number: int) -> dict[str, Cell]:
        people, unit, hand = self.session.people, self.session.unit, entry.deal.outcome
        values: dict[str, Cell] = dict.fromkeys(self._index, "")
        for seat, (person, total) in enumerate(zip(people, entry.totals, strict=True)):
            here = number in self._present[seat]
            values[f"total {person.id}"] = exact(total, unit) if here else ""
            values[f"curve {person.id}"] = exact(total, unit) if here else "#N/A"
        values["dealt"] = int(isinstance(hand, Hand))
        if not isinstance(hand, Hand):
            return values
        values |= dict.fromkeys(self._checks, 1) | {"complete": 1}
        if entry.score is None:
            wrong = self._all[self._index["bid_played"]].title
            return values | {"bid_played": 0, "complete": 0, "wrong": wrong}
        values |= self._workings(entry, hand)
        for person, amount in zip(people, entry.amounts, strict=True):
            if person.id in hand.players:
                values[f"pay {person.id}"] = exact(amount, unit)
        return values

    def _workings(self, entry: Entry, hand: Hand) -> dict[str, Cell]:
        unit, scheme, score = self.session.unit, self.session.rules, entry.score
        assert score is not None
        bid = scheme.bid_value(hand.bid)

        def worth(*rules: Rule) -> int | float:
            return exact(sum(line.value for line in score.lines if line.rule in rules), unit)

        by_player = dict(zip(hand.players, shares(hand, scheme), strict=True))
        margin = next(line for line in score.lines if line.rule is Rule.MARGIN)
        shown = [line for line in score.lines if line.rule is Rule.POIGNEE]
        values: dict[str, Cell] = {f"worth{n}": 0 for n in range(self._poignees)}
        for n, line in enumerate(shown):
            values[f"worth{n}"] = exact(line.points, unit)
        return values | {
            "base": bid.base,
            "factor": bid.factor,
            "needed": hand.needed,
            "margin": exact(hand.margin, 2),
            "won": 1 if hand.margin >= 0 else -1,
            "over": self._over(hand),
            "counted": exact(abs(margin.points), unit),
            "contract": worth(Rule.CONTRACT, Rule.MARGIN),
            "petit_value": worth(Rule.PETIT_AU_BOUT),
            "poignee_value": worth(Rule.POIGNEE),
            **self._chelem_values("chelem", hand.chelem, worth),
            **self._chelem_values("petit_chelem", hand.petit_chelem, worth),
            "sum": worth(*(rule for rule in Rule if rule not in (Rule.ROUNDING, Rule.MISERE))),
            "score": exact(score.total, unit),
            "players": len(hand.players),
            "defenders": len(hand.players) - (1 if hand.partner is None else 2),
            "taker_share": exact(by_player[hand.taker], 2),
            "partner_share": 0 if hand.partner is None else exact(by_player[hand.partner], 2),
            "miseres": len(hand.miseres),
            "misere_value": scheme.misere.points if scheme.misere else 0,
        }

    def _over(self, hand: Hand) -> int | float:
        """The margin without a sign, before it is rounded."""
        half = abs(hand.margin)
        if self.session.rules.margin.half_points is HalfPoints.WINNER:
            half += half % 2
        return exact(half, 2)

    def _chelem_values(
        self, table: str, chelem: Chelem, worth: Callable[..., int | float]
    ) -> dict[str, Cell]:
        rule = getattr(self.session.rules, table)
        first = second = 0
        if rule is not None and chelem.announced is not None:
            kept = rule.announced_made if chelem.announced is chelem.made else rule.announced_missed
            first = kept if chelem.announced is Side.TAKER else -kept
        if rule is not None and chelem.made not in (None, chelem.announced):
            second = rule.unannounced if chelem.made is Side.TAKER else -rule.unannounced
        value = worth(*(Rule(f"{table}_{name}") for name in ("announced", "missed", "unannounced")))
        return {f"{table}_first": first, f"{table}_second": second, f"{table}_value": value}

    # -- formulas ---

    def _formulas(self, row: int) -> dict[str, str]:
        """How each cell of a row (counted from 1) follows from others; "" where no hand was played."""
        c = {key: f"${self._letter(key)}{row}" for key in self._index}
        found = self._check_formulas(c)
        found |= {
            key: f'IF({c["complete"]}=1,{formula},"")' for key, formula in self._working_formulas(c).items()
        }
        for person in self.session.people:
            pay, total, curve = (f"{key} {person.id}" for key in ("pay", "total", "curve"))
            letter = self._letter(pay)
            found[pay] = f'IF({c["complete"]}=1,{self._payment(c, f"{letter}${FIRST_ROW}")},"")'
            found[total] = f'IF({c["bid"]}="","",SUM({letter}${FIRST_ROW + 1}:{letter}{row}))'
            found[curve] = f'IF({c["bid"]}="",NA(),{c[total]})'
        return found

    def _playing(self, c: Mapping[str, str]) -> str:
        """Where the names of those stand who play."""
        return f"{c['plays0']}:{c[f'plays{self._seats - 1}']}" if self._seats else self._header("pay")

    def _check_formulas(self, c: Mapping[str, str]) -> dict[str, str]:
        """Whether there is a hand, and whether each of its facts is there and possible."""
        rules, lists = self._rules, self._lists
        playing = self._playing(c)

        def number(cell: str, high: int, parts: int) -> str:
            whole = f"{parts}*{cell}=INT({parts}*{cell})" if parts > 1 else f"{cell}=INT({cell})"
            return f"IF(ISNUMBER({cell}),IF(AND({cell}>=0,{cell}<={high},{whole}),1,0),0)"

        def both(who: str, what: str, known: str) -> str:
            """0 for one of two cells without the other, or for what cannot be."""
            fine = f"{one_of(who, playing)}*{one_of(what, known)}"
            return f'IF({who}&{what}="",1,IF({who}="",0,{fine}))'

        sides = f"{c['announced']}:{c['petit_made']}"
        none = "*".join(f"({{}}<>{in_formula(side)})" for side in self._pen.sides.values())
        checks = {
            "rules_ok": f"IF({rules.of('rules.wrong')}=0,1,0)",
            "bid_ok": one_of(c["bid"], rules.of("bids")),
            "bid_played": f"SUMPRODUCT(({rules.of('bids')}={c['bid']})*({rules.yes('bids.played')}))",
            "players_ok": self._players_check(c),
            "taker_ok": f'IF({c["taker"]}="",0,{one_of(c["taker"], playing)})',
            "partner_ok": self._partner_check(c, playing),
            "bouts_ok": number(c["bouts"], 3, 1),
            "points_ok": number(c["points"], 91, 2),
            "sides_ok": f'IF(SUMPRODUCT(({c["petit"]}<>"")*{none.format(*[c["petit"]] * 2)})'
            f'+SUMPRODUCT(({sides}<>"")*{none.format(sides, sides)})=0,1,0)',
            **{
                f"poignee_ok{n}": both(c[f"by{n}"], c[f"size{n}"], lists.sizes) for n in range(self._poignees)
            },
            **{
                f"misere_ok{n}": both(c[f"declarer{n}"], c[f"kind{n}"], lists.kinds)
                for n in range(self._miseres)
            },
        }
        found = {key: f'IF({c["dealt"]}=1,{formula},"")' for key, formula in checks.items()}
        typed = f"{c['taker']}:{c[f'kind{self._miseres - 1}']}"
        found["dealt"] = f"IF(COUNTA({typed})=0,0,1-{one_of(c['bid'], lists.thrown_in)})"
        first, last = self._checks[0], self._checks[-1]
        all_checks = f"{c[first]}:{c[last]}"
        found["complete"] = f'IF({c["dealt"]}=1,IF(SUM({all_checks})={len(self._checks)},1,0),"")'
        titles = f"${self._letter(first)}${FIRST_ROW}:${self._letter(last)}${FIRST_ROW}"
        found["wrong"] = f'IF({c["complete"]}=0,INDEX({titles},MATCH(0,{all_checks},0)),"")'
        return found

    def _players_check(self, c: Mapping[str, str]) -> str:
        """Whether those who play are people of this evening, each once."""
        if not self._seats:
            return "1"
        names = self._header("pay")
        different = "+".join(f"({names}={c[f'plays{n}']})" for n in range(self._seats))
        count = f"COUNTA({self._playing(c)})"
        return f"IF(AND({count}>1,SUMPRODUCT(1*(({different})>0))={count}),1,0)"

    def _partner_check(self, c: Mapping[str, str], playing: str) -> str:
        if not self._partners:
            return "1"
        partner = c["partner"]
        count = f"COUNTA({playing})"
        return f'IF({partner}="",1,IF({partner}={c["taker"]},0,IF({count}=5,{one_of(partner, playing)},0)))'

    def _working_formulas(self, c: Mapping[str, str]) -> dict[str, str]:
        """What follows from a hand that is complete."""
        rules, sides = self._rules, self._pen.sides

        def of_bid(path: str) -> str:
            return f"INDEX({rules.of(path)},MATCH({c['bid']},{rules.of('bids')},0))"

        def multiplied(table: str) -> str:
            return f"IF({rules.yes(f'{table}.multiplied')},{c['factor']},1)"

        def sign(key: str) -> str:
            return f"IF({c[key]}={in_formula(sides[Side.TAKER])},1,-1)"

        def chelem(table: str, announced: str, made: str) -> dict[str, str]:
            won, lost, surprise = (
                rules.of(f"{table}.{name}") for name in ("announced_made", "announced_missed", "unannounced")
            )
            both = f"({c[f'{table}_first']}+{c[f'{table}_second']})*{multiplied(table)}"
            return {
                f"{table}_first": f'IF({c[announced]}="",0,'
                f"{sign(announced)}*IF({c[announced]}={c[made]},{won},{lost}))",
                f"{table}_second": f'IF(OR({c[made]}="",{c[made]}={c[announced]}),0,{sign(made)}*{surprise})',
                f"{table}_value": both,
            }

        kept = rules.chosen("margin.half_points", HalfPoints.KEPT)
        lost = f"AND({rules.yes('petit_au_bout.lost_with_contract')},{c['won']}<0)"
        petit = (
            f"IF({lost},-1,{sign('petit')})*{rules.of('petit_au_bout.points')}*{multiplied('petit_au_bout')}"
        )
        worths = [f"worth{n}" for n in range(self._poignees)]
        petit_chelem = chelem("petit_chelem", "petit_announced", "petit_made")
        for key in ("petit_chelem_first", "petit_chelem_second"):
            petit_chelem[key] = f"IF({rules.yes('petit_chelem.played')},{petit_chelem[key]},0)"
        terms = ("contract", "petit_value", "poignee_value", "chelem_value", "petit_chelem_value")
        share = c["defenders"]
        found = {
            "base": of_bid("bids.base"),
            "factor": of_bid("bids.factor"),
            "needed": f"INDEX({rules.of('needed')},{c['bouts']}+1)",
            "margin": f"{c['points']}-{c['needed']}",
            "won": f"IF({c['margin']}<0,-1,1)",
            "over": f"IF({kept},ABS({c['margin']}),ROUNDUP(ABS({c['margin']}),0))",
            "counted": _nearest(c["over"], rules.of("margin.step")),
            "contract": f"{c['won']}*({c['base']}+{c['counted']})*{c['factor']}",
            "petit_value": f'IF({c["petit"]}="",0,{petit})',
            **{f"worth{n}": self._poignee(c, n) for n in range(self._poignees)},
            "poignee_value": f"SUM({c[worths[0]]}:{c[worths[-1]]})*{multiplied('poignee')}",
            **chelem("chelem", "announced", "made"),
            **petit_chelem,
            "sum": "+".join(c[key] for key in terms),
            "score": f"SIGN({c['sum']})*" + _nearest(f"ABS({c['sum']})", rules.of("rounding.step")),
            "players": f"COUNTA({self._playing(c)})",
            "defenders": f"{c['players']}-1" + (f'-IF({c["partner"]}="",0,1)' if self._partners else ""),
            "taker_share": share + (f"-{c['partner_share']}" if self._partners else ""),
            "miseres": f"COUNTA({','.join(c[f'declarer{n}'] for n in range(self._miseres))})",
            "misere_value": f"IF({rules.yes('misere.played')},{rules.of('misere.points')},0)",
        }
        if self._partners:
            equal = rules.chosen("table.split", Split.EQUAL)
            found["partner_share"] = f'IF({c["partner"]}="",0,IF({equal},{share}/2,1))'
        return found

    def _payment(self, c: Mapping[str, str], name: str) -> str:
        """What the person of that name receives; nothing who does not play."""
        share = f"IF({name}={c['partner']},{c['partner_share']},-1)" if self._partners else "-1"
        own = "+".join(f"({c[f'declarer{n}']}={name})" for n in range(self._miseres))
        payment = f"{c['score']}*IF({name}={c['taker']},{c['taker_share']},{share})"
        payment += f"+{c['misere_value']}*({c['players']}*({own})-{c['miseres']})"
        return f'IF({one_of(name, self._playing(c))}=0,"",{payment})' if self._seats else payment

    def _poignee(self, c: Mapping[str, str], n: int) -> str:
        """What one poignée is worth to the taker's side, before it is multiplied."""
        rules, by = self._rules, c[f"by{n}"]
        camp = f"OR({by}={c['taker']},{by}={c['partner']})" if self._partners else f"{by}={c['taker']}"
        to = f"IF({rules.chosen('poignee.to', PoigneeTo.SHOWER)},IF({camp},1,-1),{c['won']})"
        points = f"INDEX({rules.of('poignee.worth')},MATCH({c[f'size{n}']},{rules.of('poignee.sizes')},0))"
        return f'IF({by}="",0,{to}*{points})'


def has_partners(session: Session) -> bool:
    """Whether an evening has, or may have, hands of five."""
    hands = (entry.deal.outcome for entry in session.standing_entries)
    return session.seating_at().seats == 5 or any(
        isinstance(hand, Hand) and len(hand.players) == 5 for hand in hands
    )


def _nearest(amount: str, step: str) -> str:
    """An amount of no sign rounded to the nearest multiple of a step, half-way up; not at all with a step of 1."""
    return f"IF({step}=1,{amount},{step}*INT({amount}/{step}+0.5))"
