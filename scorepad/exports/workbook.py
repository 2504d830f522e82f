"""Evenings as a workbook that calculates: the facts of every hand, the rules, and formulas from them to the payments.

A sheet of hands for each evening, one of the standings, one for each set of rules. A fact or a rule that is changed
changes every payment that follows from it, in Excel and in LibreOffice; what the app computed is written beside
each formula, for readers that calculate nothing. Only functions that both have had for ever are used.

A whole evening counts by the rules that it ended with, as in the app. A hand whose bid they lack pays nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from itertools import groupby
from typing import Any

import xlsxwriter
from xlsxwriter.utility import xl_col_to_name

from scorepad.exports.cells import exact, labels, local_time, writable
from scorepad.exports.names import sheet_names
from scorepad.exports.progress import Step
from scorepad.exports.text import evening_title
from scorepad.i18n import MINUS, Translator
from scorepad.i18n.parameters import option_name, parameter_meaning, parameter_title, section_title
from scorepad.i18n.wording import (
    bid_name,
    bouts_text,
    misere_name,
    poignee_name,
    scheme_title,
    thrown_in_name,
)
from scorepad.tarot.hand import NEEDED, Bid, Chelem, Hand, MisereKind, PlayerId, PoigneeSize, Side
from scorepad.tarot.parameters import Kind, changed, parameters, value
from scorepad.tarot.payments import shares
from scorepad.tarot.scheme import HalfPoints, PoigneeTo, Scheme, Split
from scorepad.tarot.scoring import Rule
from scorepad.tarot.session import Entry, Session

POIGNEES = 2
"""Places for poignées in every row; more where a hand has more."""
FIRST_ROW = 4
"""Of the hands, counted from 0."""
SIGNED = f'+#,##0;"{MINUS}"#,##0;0'
SIGNED_PARTS = f'+#,##0.0#;"{MINUS}"#,##0.0#;0'
"""The same for what ends in a half or a quarter, which a whole number's format would round."""
DATES = {"fr": "dd/mm/yyyy hh:mm", "en": "yyyy-mm-dd hh:mm", "de": "dd.mm.yyyy hh:mm"}

Cell = int | float | str
Span = tuple[int, int, int, int]
"""First row, first column, last row, last column."""


def workbook(sessions: Sequence[Session], t: Translator, *, step: Step) -> bytes:
    """Sessions as one XLSX file, the same for the same sessions. Raises what `step` raises."""
    out = BytesIO()
    book = xlsxwriter.Workbook(
        out, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    )
    pen = _Pen(book, t)
    names = labels(
        person for each in sorted(sessions, key=lambda each: each.created) for person in each.people
    )
    schemes = list(dict.fromkeys(session.rules for session in sessions))
    several = len(sessions) != 1
    hands = [_day_and_name(session) for session in sessions] if several else [t("Hands")]
    rules = [scheme_title(t, scheme) for scheme in schemes] if len(schemes) > 1 else [t("Rules")]
    # Who opens a year looks for the standings first, who opens an evening for its hands.
    wanted = [t("Standings"), *hands, *rules] if several else [*hands, t("Standings"), *rules]
    sheets = [pen.sheet(name) for name in sheet_names(wanted)]
    standings = sheets.pop(0 if several else 1)
    by_scheme = {
        scheme: _Rules(pen, sheet, scheme)
        for scheme, sheet in zip(schemes, sheets[len(sessions) :], strict=True)
    }
    count = sum(len(session.standing_entries) for session in sessions)
    done = 0

    def hand_done() -> None:
        nonlocal done
        done += 1
        step(0.8 * (done / count))

    step(0)
    tables = []
    for session, sheet in zip(sessions, sheets[: len(sessions)], strict=True):
        table = _Hands(pen, sheet, session, by_scheme[session.rules], names)
        table.write(hand_done)
        tables.append(table)
    _write_standings(pen, standings, tables, names)
    title = evening_title(t, sessions[0]) if len(sessions) == 1 else t("Tarot")
    latest = max((session.last_at for session in sessions), default="")
    created = {"created": datetime.fromisoformat(latest)} if latest else {}
    book.set_properties({"title": writable(title), **created})
    step(0.8)
    book.close()
    step(1)
    return out.getvalue()


def _day_and_name(session: Session) -> str:
    at = local_time(session.created)
    return f"{at:%Y-%m-%d} {session.name}" if at else session.name


class _Pen:
    """What every sheet of a workbook is written with."""

    def __init__(self, book: Any, t: Translator) -> None:
        self.book = book
        self.t = t
        self.sides = {Side.TAKER: t("attack"), Side.DEFENCE: t("defence")}
        plain = {"valign": "top"}
        left = {"align": "left", "indent": 1}
        small = plain | {"num_format": "0", "align": "center"}
        amount = plain | {"num_format": f'#,##0;"{MINUS}"#,##0'}
        head = {"bold": True, "text_wrap": True, "valign": "top", "bottom": 1, "bg_color": "#E8EFEA"}
        self.title = book.add_format({"bold": True, "font_size": 14})
        self.note = book.add_format({"italic": True, "font_color": "#555555"})
        self.head = book.add_format(head | left)
        self.head_right = book.add_format(head | {"align": "right"})
        self.head_center = book.add_format(head | {"align": "center"})
        self.name = book.add_format(head | {"num_format": "@", "align": "right"})
        self.group = book.add_format({"bold": True, "align": "left", "bg_color": "#CFE0D6"})
        self.text = book.add_format(plain | {"num_format": "@"} | left)
        self.wrapped = book.add_format(plain | {"text_wrap": True} | left)
        self.number = book.add_format(small)
        self.points = book.add_format(plain)
        self.amount = book.add_format(amount)
        self.rule = book.add_format(amount | left)
        self.unplayed = book.add_format(amount | left | {"font_color": "#777777"})
        self.date = book.add_format(plain | {"num_format": DATES[t.language]} | left)
        self.day = book.add_format(plain | {"num_format": DATES[t.language].split()[0]} | left)
        self.signed = book.add_format(plain | {"num_format": SIGNED})
        self.strong = book.add_format(plain | {"num_format": SIGNED, "bold": True})
        self.total = book.add_format({"num_format": SIGNED, "bold": True, "top": 1})
        self.label = book.add_format({"bold": True, "top": 1})
        self._parts = book.add_format({"num_format": SIGNED_PARTS})
        self._wrong = book.add_format({"bg_color": "#B3261E", "font_color": "#FFFFFF"})

    def sheet(self, name: str) -> Any:
        sheet = self.book.add_worksheet(name)
        sheet.set_landscape()
        sheet.set_paper(9)
        return sheet

    def head_over(self, style: Any) -> Any:
        """The style of a heading that stands as what is below it does."""
        if style is self.number:
            return self.head_center
        return self.head_right if style in (self.points, self.amount, self.signed, self.strong) else self.head

    def write_text(self, sheet: Any, row: int, column: int, text: str, style: Any) -> None:
        """A text, whatever it looks like; an empty one leaves the cell blank."""
        if text:
            sheet.write_string(row, column, writable(text), style)
        else:
            sheet.write_blank(row, column, None, style)

    def write_moment(self, sheet: Any, row: int, column: int, at: str, style: Any) -> None:
        """A moment where the reader is."""
        here = local_time(at)
        if here and here.year >= 1900:  # a sheet's days begin there
            sheet.write_datetime(row, column, here, style)
        else:
            sheet.write_string(row, column, writable(at), self.text)

    def show_parts(self, sheet: Any, span: Span) -> None:
        """Shows the halves of what ends in one."""
        cell = f"{xl_col_to_name(span[1])}{span[0] + 1}"
        rule = {"type": "formula", "criteria": f"=IF(ISNUMBER({cell}),{cell}<>INT({cell}),FALSE)"}
        sheet.conditional_format(*span, rule | {"format": self._parts})

    def show_wrong(self, sheet: Any, row: int, column: int) -> None:
        """Shows a check that is not zero."""
        rule = {"type": "cell", "criteria": "!=", "value": 0, "format": self._wrong}
        sheet.conditional_format(row, column, row, column, rule)


def _in_formula(text: str) -> str:
    quoted = text.replace('"', '""')
    return f'"{quoted}"'


def _reference(sheet: Any, cell: str) -> str:
    quoted = sheet.get_name().replace("'", "''")
    return f"'{quoted}'!{cell}"


# -- the rules -------------------------------------------------------------------------------------------


class _Rules:
    """A sheet of rules, and where on it each one stands."""

    def __init__(self, pen: _Pen, sheet: Any, scheme: Scheme) -> None:
        self.scheme = scheme
        self._pen = pen
        self._sheet = sheet
        self._at: dict[str, str] = {}
        t = pen.t
        # What is not played is there all the same, with what it would be worth: it needs only a "yes".
        whole = scheme
        for path in [*(f"bids.{bid}.played" for bid in Bid), "petit_chelem.played", "misere.played"]:
            if not value(whole, path):
                whole = changed(whole, path, True)
        sheet.fit_to_pages(1, 0)
        for column, width in enumerate((34, 22, 10, 14, 62, 48)):
            sheet.set_column(column, column, width)
        sheet.write_string(0, 0, writable(scheme_title(t, scheme)), pen.title)
        sheet.write_string(
            1, 0, t("Whoever changes a value here changes the payments of every hand."), pen.note
        )
        sheet.freeze_panes(2, 0)
        row = self._bids(3, whole)
        row = self._needed(row + 1)
        for table, group in groupby(parameters(whole), lambda each: each.path.split(".")[0]):
            if table == "bids":
                continue
            played = getattr(scheme, table) is not None
            source = getattr(getattr(scheme, table), "source", "")
            row = self._heading(row + 1, section_title(t, table), source=source)
            for parameter in group:
                path = parameter.path
                sheet.write_string(row, 0, parameter_title(t, path), pen.text)
                found = played if path == f"{table}.played" else value(whole, path)
                self._value(row, path, found, played=played or path.endswith(".played"))
                pen.write_text(sheet, row, 4, parameter_meaning(t, path), pen.wrapped)
                if parameter.kind is Kind.CHOICE and not parameter.options[0].isdigit():
                    self._one_of(row, 1, [option_name(t, option) for option in parameter.options])
                row += 1

    def of(self, path: str) -> str:
        """The place of a rule, for a formula."""
        return self._at[path]

    def yes(self, path: str) -> str:
        """Whether a rule holds, for a formula."""
        return f"{self._at[path]}={_in_formula(self._pen.t('yes'))}"

    def chosen(self, path: str, option: str) -> str:
        """Whether an option is chosen, for a formula."""
        return f"{self._at[path]}={_in_formula(option_name(self._pen.t, option))}"

    def _place(self, path: str, first: int, column: int, last: int | None = None) -> None:
        name = xl_col_to_name(column, True)
        until = "" if last is None else f":{name}${last + 1}"
        self._at[path] = _reference(self._sheet, f"{name}${first + 1}{until}")

    def _heading(self, row: int, *titles: str, source: str = "") -> int:
        for column, title in enumerate([*titles, *[""] * (5 - len(titles)), source]):
            self._pen.write_text(self._sheet, row, column, title, self._pen.head)
        return row + 1

    def _value(self, row: int, path: str, found: int | bool | str, *, column: int = 1, played: bool) -> None:
        pen, t = self._pen, self._pen.t
        if isinstance(found, bool):
            self._sheet.write_string(row, column, t("yes") if found else t("no"), pen.text)
            self._one_of(row, column, [t("yes"), t("no")])
        elif isinstance(found, int):
            self._sheet.write_number(row, column, found, pen.rule if played else pen.unplayed)
        else:
            self._sheet.write_string(row, column, option_name(t, found), pen.text)
        self._place(path, row, column)

    def _one_of(self, row: int, column: int, words: list[str]) -> None:
        self._sheet.data_validation(row, column, row, column, {"validate": "list", "source": words})

    def _bids(self, row: int, whole: Scheme) -> int:
        t = self._pen.t
        sources = dict.fromkeys(filter(None, (each.source for each in self.scheme.bids)))
        first = self._heading(
            row, t("Bids"), t("Played"), t("Base"), t("Multiplied by"), source="; ".join(sources)
        )
        for row, each in enumerate(whole.bids, first):
            played = self.scheme.allows(each.bid)
            self._sheet.write_string(row, 0, bid_name(t, each.bid), self._pen.text)
            self._value(row, f"bids.{each.bid}.played", played, played=True)
            self._value(row, f"bids.{each.bid}.base", each.base, column=2, played=played)
            self._value(row, f"bids.{each.bid}.factor", each.factor, column=3, played=played)
        for column, path in enumerate(("bids", "bids.played", "bids.base", "bids.factor")):
            self._place(path, first, column, row)
        return row + 1

    def _needed(self, row: int) -> int:
        t = self._pen.t
        first = self._heading(row, t("Card points needed"), source="FFT, Le calcul des scores")
        for row, (bouts, points) in enumerate(NEEDED.items(), first):
            self._sheet.write_string(row, 0, bouts_text(t, bouts), self._pen.text)
            self._value(row, f"needed.{bouts}", points, played=True)
        self._place("needed", first, 1, row)
        return row + 1

    def sizes(self) -> tuple[str, str]:
        """Where the names of the poignées stand, and what they are worth."""
        first, last = (
            self._at[f"poignee.points.{size}"] for size in (PoigneeSize.SINGLE, PoigneeSize.TRIPLE)
        )
        points = f"{first}:{last.rpartition('!')[2]}"
        return points.replace("$B$", "$A$"), points


# -- the hands -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Column:
    key: str
    title: str
    width: float
    format: Any
    person: bool = False
    """Whether the title is somebody's name."""


class _Hands:
    """A sheet of the hands of one evening."""

    def __init__(
        self, pen: _Pen, sheet: Any, session: Session, rules: _Rules, names: Mapping[PlayerId, str]
    ) -> None:
        self.session = session
        self._pen = pen
        self._sheet = sheet
        self._rules = rules
        self._names = names
        self._entries = session.standing_entries
        hands = [entry.deal.outcome for entry in self._entries if isinstance(entry.deal.outcome, Hand)]
        scheme = session.rules
        self._partners = session.seats == 5 or any(len(hand.players) == 5 for hand in hands)
        self._outs = max((len(session.people) - len(hand.players) for hand in hands), default=0)
        self._poignees = max(POIGNEES, *(len(hand.poignees) for hand in hands), 0)
        self._petit_chelem = scheme.petit_chelem is not None or any(hand.petit_chelem for hand in hands)
        miseres = max((len(hand.miseres) for hand in hands), default=0)
        self._miseres = max(miseres, 1 if scheme.misere is not None else 0)
        groups = self._columns()
        self._groups = [(title, len(columns)) for title, columns in groups]
        self._all = [column for _, columns in groups for column in columns]
        self._index = {column.key: index for index, column in enumerate(self._all)}
        self._last_row = FIRST_ROW + max(len(self._entries), 1) - 1

    def _columns(self) -> list[tuple[str, list[_Column]]]:
        t, pen = self._pen.t, self._pen
        facts = [
            _Column("number", t("Hand"), 6, pen.number),
            _Column("at", t("Date"), 16, pen.date),
            _Column("dealer", t("Dealer"), 12, pen.text),
            *(_Column(f"out{n}", t("Sits out"), 12, pen.text) for n in range(self._outs)),
            _Column("taker", t("Taker"), 12, pen.text),
            *([_Column("partner", t("Partner"), 12, pen.text)] if self._partners else []),
            _Column("bid", t("Bid"), 14, pen.text),
            _Column("bouts", t("Bouts"), 7, pen.number),
            _Column("points", t("Card points"), 7, pen.points),
            _Column("petit", t("Petit au bout"), 10, pen.text),
        ]
        for n in range(self._poignees):
            number = n + 1
            facts.append(_Column(f"by{n}", t("Poignée {number}: who", number=number), 12, pen.text))
            facts.append(_Column(f"size{n}", t("Poignée {number}: size", number=number), 15, pen.text))
        facts.append(_Column("announced", t("Chelem announced"), 10, pen.text))
        facts.append(_Column("made", t("Chelem made"), 10, pen.text))
        if self._petit_chelem:
            facts.append(_Column("petit_announced", t("Petit chelem announced"), 10, pen.text))
            facts.append(_Column("petit_made", t("Petit chelem made"), 10, pen.text))
        for n in range(self._miseres):
            number = n + 1
            facts.append(_Column(f"declarer{n}", t("Misère {number}: who", number=number), 12, pen.text))
            facts.append(_Column(f"kind{n}", t("Misère {number}: kind", number=number), 15, pen.text))
        workings = [
            _Column("base", t("Base"), 7, pen.amount),
            _Column("factor", t("Multiplied by"), 10, pen.amount),
            _Column("needed", t("Points needed"), 8, pen.amount),
            _Column("margin", t("Margin"), 8, pen.signed),
            _Column("counted", t("Margin counted"), 8, pen.points),
            _Column("contract", t("Contract and margin"), 10, pen.signed),
            _Column("petit_value", t("Petit au bout"), 8, pen.signed),
            _Column("poignee_value", t("Poignées"), 9, pen.signed),
            _Column("chelem_value", t("Chelem"), 8, pen.signed),
            *(
                [_Column("petit_chelem_value", t("Petit chelem"), 8, pen.signed)]
                if self._petit_chelem
                else []
            ),
            _Column("sum", t("Sum"), 8, pen.signed),
            _Column("players", t("Players"), 8, pen.number),
            _Column("defenders", t("Defenders"), 9, pen.number),
            _Column("taker_share", t("Taker’s shares"), 8, pen.points),
            *([_Column("partner_share", t("Partner’s shares"), 9, pen.points)] if self._partners else []),
            *([_Column("misere_value", t("Misère, from each"), 9, pen.amount)] if self._miseres else []),
            _Column("score", t("Score"), 8, pen.strong),
        ]
        people = [(person.id, self._names[person.id]) for person in self.session.people]
        width = max(8, *(min(len(name), 16) + 1 for _, name in people))
        payments = [_Column(f"pay {id_}", name, width, pen.signed, person=True) for id_, name in people]
        totals = [_Column(f"total {id_}", name, width, pen.signed, person=True) for id_, name in people]
        return [
            (t("What happened"), facts),
            (t("How it counts"), workings),
            (t("Payments"), payments),
            (t("Totals"), totals),
            (t("Notes"), [_Column("note", "", 30, pen.wrapped)]),
        ]

    def total_of(self, id_: PlayerId) -> str:
        """Where somebody's total stands, for a formula on another sheet."""
        return _reference(self._sheet, f"${self._letter(f'pay {id_}')}${self._last_row + 2}")

    def write(self, hand_done: Callable[[], None]) -> None:
        """Writes the sheet, and says so of every hand."""
        self._write_head()
        for row, entry in enumerate(self._entries, FIRST_ROW):
            self._write_entry(row, entry)
            hand_done()
        self._write_foot()

    # -- head and foot ---

    def _write_head(self) -> None:
        sheet, pen, t, session = self._sheet, self._pen, self._pen.t, self.session
        sheet.write_string(0, 0, writable(evening_title(t, session)), pen.title)
        about = [scheme_title(t, session.rules)]
        if session.scheme != session.rules:
            about.append(t("begun by other rules: {scheme}", scheme=scheme_title(t, session.scheme)))
        sheet.write_string(1, 0, writable(" · ".join(about)), pen.note)
        at = 0
        for title, width in self._groups:
            for index in range(at, at + width):
                pen.write_text(sheet, FIRST_ROW - 2, index, title if index == at else "", pen.group)
            at += width
        sheet.set_row(FIRST_ROW - 1, 48)
        for index, column in enumerate(self._all):
            # The workings can be folded away.
            fold = {"level": 1} if self._index["base"] <= index < self._index["score"] else {}
            sheet.set_column(index, index, column.width, None, fold)
            head = pen.name if column.person else pen.head_over(column.format)
            pen.write_text(sheet, FIRST_ROW - 1, index, column.title, head)
        sheet.freeze_panes(FIRST_ROW, 1)
        sheet.repeat_rows(FIRST_ROW - 2, FIRST_ROW - 1)
        sheet.autofilter(FIRST_ROW - 1, 0, self._last_row, len(self._all) - 1)
        self._write_choices()

    def _write_choices(self) -> None:
        """What can be chosen in the columns of facts."""
        t, head = self._pen.t, FIRST_ROW
        people = [self._letter(f"pay {person.id}") for person in self.session.people]
        names = f"=${people[0]}${head}:${people[-1]}${head}"
        sizes, _ = self._rules.sizes()
        sides = list(self._pen.sides.values())
        kinds = [misere_name(t, kind) for kind in MisereKind]
        sources: dict[str, str | list[str]] = {
            **dict.fromkeys(("dealer", "out", "taker", "partner", "by", "declarer"), names),
            **dict.fromkeys(("petit", "announced", "made", "petit_announced", "petit_made"), sides),
            "bid": f"={self._rules.of('bids')}",
            "size": f"={sizes}",
            "kind": kinds,
        }
        for index, column in enumerate(self._all):
            source = sources.get(column.key.rstrip("0123456789"))
            if source is not None:
                # Why a deal was thrown in is no bid.
                rule = {"validate": "list", "source": source, "error_type": "warning"}
                self._sheet.data_validation(FIRST_ROW, index, self._last_row, index, rule)

    def _write_foot(self) -> None:
        sheet, pen, t = self._sheet, self._pen, self._pen.t
        row = self._last_row + 1
        for column in range(len(self._all)):
            sheet.write_blank(row, column, None, pen.label)
        sheet.write_string(row, 0, t("Total"), pen.label)
        ids = [person.id for person in self.session.people]
        for id_, total in zip(ids, self.session.totals, strict=True):
            letter = self._letter(f"pay {id_}")
            formula = f"=SUM({letter}{FIRST_ROW + 1}:{letter}{row})"
            sheet.write_formula(
                row, self._index[f"pay {id_}"], formula, pen.total, exact(total, self.session.unit)
            )
        first, last = self._letter(f"pay {ids[0]}"), self._letter(f"pay {ids[-1]}")
        sheet.write_string(row + 1, 0, t("Check: the payments sum to zero"), pen.note)
        column = self._index[f"pay {ids[0]}"]
        sheet.write_formula(row + 1, column, f"=SUM({first}{row + 1}:{last}{row + 1})", pen.signed, 0)
        pen.show_wrong(sheet, row + 1, column)
        start = self._index["margin"]
        pen.show_parts(sheet, (FIRST_ROW, start, row, self._index["note"] - 1))

    # -- a hand ---

    def _letter(self, key: str) -> str:
        return str(xl_col_to_name(self._index[key]))

    def _write_entry(self, row: int, entry: Entry) -> None:
        sheet = self._sheet
        facts = self._facts(entry)
        for column, name in enumerate(self._all[: self._index["base"]]):
            found = facts.get(name.key)
            if found is None:
                sheet.write_blank(row, column, None, name.format)
            elif name.key == "at":
                self._pen.write_moment(sheet, row, column, str(found), name.format)
            elif isinstance(found, str):
                sheet.write_string(row, column, found, name.format)
            else:
                sheet.write_number(row, column, found, name.format)
        formulas = self._formulas(row + 1)
        values = self._values(entry)
        for column, name in enumerate(self._all):
            if name.key in formulas:
                sheet.write_formula(row, column, f"={formulas[name.key]}", name.format, values[name.key])
        self._pen.write_text(sheet, row, self._index["note"], self._note(entry), self._pen.wrapped)

    def _facts(self, entry: Entry) -> dict[str, str | int | float | None]:
        """The facts of a deal, by their columns; what was not is absent."""
        t, names, sides = self._pen.t, self._names, self._pen.sides
        facts: dict[str, str | int | float | None] = {
            "number": entry.number,
            "at": entry.versions[0].at,
            "dealer": names[entry.deal.dealer],
        }
        hand = entry.deal.outcome
        if not isinstance(hand, Hand):
            return facts | {"bid": thrown_in_name(t, hand)}
        away = [person.id for person in self.session.people if person.id not in hand.players]
        facts |= {f"out{n}": names[id_] for n, id_ in enumerate(away)}
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

    def _note(self, entry: Entry) -> str:
        t, hand = self._pen.t, entry.deal.outcome
        notes = []
        if isinstance(hand, Hand) and entry.score is None:
            notes.append(t("This table does not play {bid}.", bid=bid_name(t, hand.bid)))
        if entry.conflicting:
            notes.append(t("two corrections: choose in the app"))
        return " ".join(notes)

    def _values(self, entry: Entry) -> dict[str, Cell]:
        """What the app computes for each formula of a row."""
        people, unit, hand = self.session.people, self.session.unit, entry.deal.outcome
        values: dict[str, Cell] = dict.fromkeys(self._index, "")
        for person, total in zip(people, entry.totals, strict=True):
            values[f"total {person.id}"] = exact(total, unit)
        if not isinstance(hand, Hand) or entry.score is None:
            return values
        scheme, score = self.session.rules, entry.score
        bid = scheme.bid_value(hand.bid)

        def worth(*rules: Rule) -> int | float:
            return exact(sum(line.value for line in score.lines if line.rule in rules), unit)

        by_player = dict(zip(hand.players, shares(hand, scheme), strict=True))
        margin = next(line for line in score.lines if line.rule is Rule.MARGIN)
        values |= {
            "base": bid.base,
            "factor": bid.factor,
            "needed": hand.needed,
            "margin": exact(hand.margin, 2),
            "counted": exact(abs(margin.points), unit),
            "contract": worth(Rule.CONTRACT, Rule.MARGIN),
            "petit_value": worth(Rule.PETIT_AU_BOUT),
            "poignee_value": worth(Rule.POIGNEE),
            "chelem_value": worth(Rule.CHELEM_ANNOUNCED, Rule.CHELEM_MISSED, Rule.CHELEM_UNANNOUNCED),
            "petit_chelem_value": worth(
                Rule.PETIT_CHELEM_ANNOUNCED, Rule.PETIT_CHELEM_MISSED, Rule.PETIT_CHELEM_UNANNOUNCED
            ),
            "sum": worth(*(rule for rule in Rule if rule not in (Rule.ROUNDING, Rule.MISERE))),
            "score": exact(score.total, unit),
            "players": len(hand.players),
            "defenders": len(hand.players) - (1 if hand.partner is None else 2),
            "taker_share": exact(by_player[hand.taker], 2),
            "partner_share": 0 if hand.partner is None else exact(by_player[hand.partner], 2),
            "misere_value": scheme.misere.points if scheme.misere else 0,
        }
        for person, amount in zip(people, entry.amounts, strict=True):
            if person.id in hand.players:
                values[f"pay {person.id}"] = exact(amount, unit)
        return values

    def _formulas(self, row: int) -> dict[str, str]:
        """How each cell of a row (counted from 1) follows from others; "" where no hand was played."""
        rules, sides = self._rules, self._pen.sides
        c = {key: f"${self._letter(key)}{row}" for key in self._index}
        found: dict[str, str] = {}

        def follows(key: str, formula: str) -> None:
            found[key] = f'IF({c["base"]}="","",{formula})'

        def of_bid(path: str) -> str:
            return f"INDEX({rules.of(path)},MATCH({c['bid']},{rules.of('bids')},0))"

        def multiplied(table: str) -> str:
            return f"IF({rules.yes(f'{table}.multiplied')},{c['factor']},1)"

        def sign(key: str) -> str:
            return f"IF({c[key]}={_in_formula(sides[Side.TAKER])},1,-1)"

        def chelem(table: str, announced: str, made: str) -> str:
            won, lost, surprise = (
                rules.of(f"{table}.{name}") for name in ("announced_made", "announced_missed", "unannounced")
            )
            first = f'IF({c[announced]}="",0,{sign(announced)}*IF({c[announced]}={c[made]},{won},{lost}))'
            second = f'IF(OR({c[made]}="",{c[made]}={c[announced]}),0,{sign(made)}*{surprise})'
            return f"({first}+{second})*{multiplied(table)}"

        played = f"{of_bid('bids.played')}={_in_formula(self._pen.t('yes'))}"
        found["base"] = f'IF({c["taker"]}="","",IF({played},{of_bid("bids.base")},""))'
        follows("factor", of_bid("bids.factor"))
        follows("needed", f"INDEX({rules.of('needed')},{c['bouts']}+1)")
        follows("margin", f"{c['points']}-{c['needed']}")
        whole = f"ABS({c['margin']})"
        kept = rules.chosen("margin.half_points", HalfPoints.KEPT)
        over = f"IF({kept},{whole},ROUNDUP({whole},0))"
        follows("counted", _nearest(over, rules.of("margin.step")))
        won = f"IF({c['margin']}<0,-1,1)"
        follows("contract", f"{won}*({c['base']}+{c['counted']})*{c['factor']}")
        lost = f"AND({rules.yes('petit_au_bout.lost_with_contract')},{c['margin']}<0)"
        petit = (
            f"IF({lost},-1,{sign('petit')})*{rules.of('petit_au_bout.points')}*{multiplied('petit_au_bout')}"
        )
        follows("petit_value", f'IF({c["petit"]}="",0,{petit})')
        follows("poignee_value", f"({'+'.join(self._poignee_terms(c, won))})*{multiplied('poignee')}")
        follows("chelem_value", chelem("chelem", "announced", "made"))
        if self._petit_chelem:
            petit_chelem = chelem("petit_chelem", "petit_announced", "petit_made")
            follows("petit_chelem_value", f"IF({rules.yes('petit_chelem.played')},{petit_chelem},0)")
        terms = ("contract", "petit_value", "poignee_value", "chelem_value", "petit_chelem_value")
        follows("sum", "+".join(c[key] for key in terms if key in c))
        rounded = _nearest(f"ABS({c['sum']})", rules.of("rounding.step"))
        follows("score", f"SIGN({c['sum']})*{rounded}")
        outs = [c[f"out{n}"] for n in range(self._outs)]
        away = f"-COUNTA({','.join(outs)})" if outs else ""
        follows("players", f"{len(self.session.people)}{away}")
        beside = f'-IF({c["partner"]}="",0,1)' if self._partners else ""
        follows("defenders", f"{c['players']}-1{beside}")
        follows("taker_share", c["defenders"] + (f"-{c['partner_share']}" if self._partners else ""))
        if self._partners:
            equal = rules.chosen("table.split", Split.EQUAL)
            follows("partner_share", f'IF({c["partner"]}="",0,IF({equal},{c["defenders"]}/2,1))')
        if self._miseres:
            follows("misere_value", f"IF({rules.yes('misere.played')},{rules.of('misere.points')},0)")
        for person in self.session.people:
            pay, total = f"pay {person.id}", f"total {person.id}"
            name = f"{self._letter(pay)}${FIRST_ROW}"
            nothing = ",".join([f'{c["base"]}=""', *(f"{name}={cell}" for cell in outs)])
            found[pay] = f'IF(OR({nothing}),"",{self._payment(c, name)})'
            letter = self._letter(pay)
            found[total] = f"SUM({letter}${FIRST_ROW + 1}:{letter}{row})"
        return found

    def _payment(self, c: Mapping[str, str], name: str) -> str:
        """What the person of that name receives who plays the hand."""
        share = "-1"
        if self._partners:
            share = f"IF({name}={c['partner']},{c['partner_share']},-1)"
        payment = f"{c['score']}*IF({name}={c['taker']},{c['taker_share']},{share})"
        if self._miseres:
            declarers = [c[f"declarer{n}"] for n in range(self._miseres)]
            own = "+".join(f"({cell}={name})" for cell in declarers)
            payment += f"+{c['misere_value']}*({c['players']}*({own})-COUNTA({','.join(declarers)}))"
        return payment

    def _poignee_terms(self, c: Mapping[str, str], won: str) -> Iterable[str]:
        rules = self._rules
        sizes, points = rules.sizes()
        for n in range(self._poignees):
            by, size = c[f"by{n}"], c[f"size{n}"]
            camp = f"OR({by}={c['taker']},{by}={c['partner']})" if self._partners else f"{by}={c['taker']}"
            shower = rules.chosen("poignee.to", PoigneeTo.SHOWER)
            to = f"IF({shower},IF({camp},1,-1),{won})"
            yield f'IF({by}="",0,{to}*INDEX({points},MATCH({size},{sizes},0)))'


def _nearest(amount: str, step: str) -> str:
    """An amount of no sign rounded to the nearest multiple of a step, half-way up; not at all with a step of 1."""
    return f"IF({step}=1,{amount},{step}*INT({amount}/{step}+0.5))"


# -- the standings ---------------------------------------------------------------------------------------


def _write_standings(pen: _Pen, sheet: Any, tables: Sequence[_Hands], names: Mapping[PlayerId, str]) -> None:
    """Everybody's total, evening by evening, best first as it was written; and of several evenings the sum."""
    t = pen.t
    several = len(tables) != 1
    evening = [t("Evening"), t("Date")] if several else []
    titles = [*evening, t("Rank"), t("Player"), t("Total")]
    styles = [*[pen.head] * len(evening), pen.head_center, pen.head, pen.head_right]
    rank, player, total = (len(evening) + n for n in range(3))
    widths = [30, 12, 8, 18, 12] if several else [8, 18, 12]
    sheet.write_string(0, 0, t("Standings"), pen.title)
    for column, (title, width, style) in enumerate(zip(titles, widths, styles, strict=True)):
        sheet.set_column(column, column, width)
        sheet.write_string(2, column, title, style)
    sheet.freeze_panes(3, 0)
    sheet.fit_to_pages(1, 0)
    row = 3
    sums: dict[PlayerId, tuple[int | float, int]] = {}
    letter = xl_col_to_name(total)
    for table in tables:
        session = table.session
        first, last = row + 1, row + len(session.people)
        for standing in session.standings:
            if several:
                sheet.write_string(row, 0, writable(session.name or t("Tarot")), pen.text)
                pen.write_moment(sheet, row, 1, session.created, pen.day)
            ranked = f"=RANK({letter}{row + 1},{letter}${first}:{letter}${last})"
            sheet.write_formula(row, rank, ranked, pen.number, standing.rank)
            sheet.write_string(row, player, names[standing.person.id], pen.text)
            points = exact(standing.total, session.unit)
            sheet.write_formula(row, total, f"={table.total_of(standing.person.id)}", pen.strong, points)
            so_far, evenings = sums.get(standing.person.id, (0, 0))
            sums[standing.person.id] = so_far + points, evenings + 1
            row += 1
    end = max(row, 4)
    sheet.write_string(end, 0, t("Check: the totals sum to zero"), pen.note)
    sheet.write_formula(end, total, f"=SUM({letter}4:{letter}{end})", pen.signed, 0)
    pen.show_wrong(sheet, end, total)
    pen.show_parts(sheet, (3, total, end, total))
    if several:
        sheet.autofilter(2, 0, end - 1, total)
        _write_sums(pen, sheet, sums, names, player=player, total=total, end=end)


def _write_sums(
    pen: _Pen,
    sheet: Any,
    sums: Mapping[PlayerId, tuple[int | float, int]],
    names: Mapping[PlayerId, str],
    *,
    player: int,
    total: int,
    end: int,
) -> None:
    """Beside the standings of several evenings, everybody's sum of them, best first as it was written."""
    t = pen.t
    at = total + 2
    heads = (
        (t("All evenings"), 18, pen.head),
        (t("Evenings"), 10, pen.head_center),
        (t("Total"), 12, pen.head_right),
    )
    for column, (title, width, style) in enumerate(heads, at):
        sheet.set_column(column, column, width)
        sheet.write_string(2, column, title, style)
    players, totals = (
        f"${letter}$4:${letter}${end}" for letter in (xl_col_to_name(player), xl_col_to_name(total))
    )
    ranked = sorted(sums.items(), key=lambda item: -item[1][0])
    for row, (id_, (points, evenings)) in enumerate(ranked, 3):
        sheet.write_string(row, at, names[id_], pen.text)
        same = f"({players}=${xl_col_to_name(at)}{row + 1})"
        sheet.write_formula(row, at + 1, f"=SUMPRODUCT(1*{same})", pen.number, evenings)
        sheet.write_formula(row, at + 2, f"=SUMPRODUCT({same}*{totals})", pen.strong, points)
    pen.show_parts(sheet, (3, at + 2, max(3, 2 + len(ranked)), at + 2))
