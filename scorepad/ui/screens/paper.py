"""Hands from paper: a screen for a text with a row for each hand, and a screen that shows how the app reads the text.

The hands are saved from the second screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import flet as ft

from scorepad.evening.deal import Deal
from scorepad.evening.evening import Evening
from scorepad.i18n import Translator
from scorepad.i18n.names import thrown_in_name
from scorepad.i18n.sentences import hand_line
from scorepad.pad import Entry
from scorepad.pad.entry import MAX_TEXT
from scorepad.pad.paper import correcting_line, line_changed, record_rows, typed, unsaved_text
from scorepad.rows.row import RowKind
from scorepad.rows.sheet import PaperSheet, SheetLine, read_sheet
from scorepad.rows.written import row_text
from scorepad.tarot.check import impossible
from scorepad.tarot.hand import Bid, Hand, Side, ThrownIn
from scorepad.ui import kit, routes
from scorepad.ui.evening_actions import hands_from_paper
from scorepad.ui.store import Store

SHOWN = 60
"""The number of rows on one page of the list, and the maximum number of questions that are drawn."""
LINES = 8
"""The least number of lines of the field, which fits a phone; a line is about 24 dp high."""
STRUCK = "~~"
"""The mark before and after a row that is left out."""


@kit.screen(routes.paper)
def paper_screen(at: kit.At) -> ft.View:
    """The field for the rows of a paper sheet; the typed text belongs to the evening until its hands are saved."""
    t, store, evening = at.t, at.store, at.evening
    if evening.table.ended:
        raise kit.NothingHere
    text = unsaved_text(store.entry(evening), evening)

    def write(words: str) -> None:
        store.do(evening.id, lambda now, entry: (now, typed(entry, now, words)))

    read = at.go(routes.paper_hands(evening.id)) if text.strip() else None
    return at.view(
        t("Hands from paper"),
        kit.quiet(t("A row for each hand: taker, bid, bouts, points, then the bonuses."), kit.Size.BODY),
        kit.quiet(t("For example: {row}", row=_example(t, evening))),
        kit.field(
            at.layout,
            "paper-rows",
            t("Rows"),
            text,
            write,
            max_length=MAX_TEXT,
            multiline=True,
            min_lines=LINES,
            max_lines=3 * LINES,
            autofocus=not text,
        ),
        kit.line(
            at.layout,
            "paper-day",
            t("Played on"),
            t.date(evening.began),
            tap=at.go(routes.note(evening.id)),
        ),
        foot=kit.action(at.layout, "read-rows", t("Read the rows"), read, t("No row is typed yet.")),
        back=at.back(routes.evening(evening.id)),
    )


def _example(t: Translator, evening: Evening) -> str:
    """An example of a row, with the names of this table."""
    players, open_duel = evening.table.seating.players(evening.dealer), evening.rules_at().open
    partner = players[1] if evening.rules_at().calls_partner(len(players)) else None
    hand = Hand(
        players=players,
        taker=players[0],
        partner=partner,
        bid=Bid.OPEN if open_duel else Bid.GARDE,
        bouts=2,
        half_points=98,
        petit_au_bout=Side.TAKER,
    )
    return row_text(hand, _names(evening), t.language)


def _names(evening: Evening) -> dict[str, str]:
    return {person.id: person.name for person in evening.table.seating.people}


@kit.screen(routes.paper_hands)
def paper_hands_screen(at: kit.At) -> ft.View:
    """The rows as the app reads them, before the hands are saved: the questions, then the hands, then the totals."""
    t, store, evening = at.t, at.store, at.evening
    text, language = unsaved_text(store.entry(evening), evening), t.language
    if evening.table.ended or not text.strip():
        raise kit.NothingHere
    sheet = ft.use_memo(lambda: read_sheet(text, evening, language), [text, evening, language])
    others, more = at.paged([line for line in sheet.lines if not line.asks], SHOWN, t("More rows"))
    asked, hands = sheet.asked, len(sheet.deals)
    why = t("First decide the rows with a question.") if asked else t("There is no hand in these rows.")
    save = partial(save_rows, store, evening) if sheet.is_clear else None
    words = t.plural("Save {count} hand", "Save {count} hands", hands)
    return at.view(
        t("Hands from paper"),
        bool(asked) and kit.section(t.plural("{count} row to decide", "{count} rows to decide", len(asked))),
        [_question(at, line) for line in asked[:SHOWN]],
        kit.and_more(t, len(asked) - SHOWN),
        kit.section(t.plural("{count} hand read", "{count} hands read", hands)),
        [_read(at, line) for line in others],
        more,
        bool(sheet.unread) and kit.warning(t("{count} rows are too many: not read.", count=sheet.unread)),
        kit.section(t("Totals with these hands")),
        _totals(at, sheet),
        foot=kit.action(at.layout, "save-rows", words, save, why),
        back=at.back(routes.paper(evening.id)),
    )


def _question(at: kit.At, line: SheetLine) -> ft.Control:
    """A row that only the table can decide: the questions about the row, and the chips that decide it."""
    t, evening, number = at.t, at.evening, line.place + 1
    name_of, rules = evening.table.name_of, evening.rules_at()
    chips: list[kit.Part] = []
    if line.row.kind is RowKind.HAND:
        enter = partial(correct_line, at.store, evening, line)
        chips = [kit.chip(at.layout, f"enter-{number}", t("Enter row {number}", number=number), enter)]
        if line.row.thrown is None and not impossible(line.row.facts, rules):
            hand = line.row.facts.to_hand()
            taken = row_text(hand, _names(evening), t.language)
            words = t("It is: {hand}", hand=hand_line(t, hand, rules, name_of))
            change = partial(change_line, at.store, evening, line, taken)
            chips.append(kit.chip(at.layout, f"take-{number}", words, change))
    out = partial(change_line, at.store, evening, line, _struck(line.words))
    chips.append(kit.chip(at.layout, f"leave-{number}", t("Leave row {number} out", number=number), out))
    return kit.block(
        at.layout,
        f"question-{number}",
        kit.text(t("Row {number}: {words}", number=number, words=_shown(line)), bold=True),
        [kit.warning(words) for words in line.row.questions(t, rules, name_of)],
        kit.wrap(chips),
    )


def _read(at: kit.At, line: SheetLine) -> ft.Control:
    """A row that needs no decision: its hand with the taker's amount, or the reason why it is no hand."""
    t, evening, number = at.t, at.evening, line.place + 1
    identifier = f"paper-row-{number}"
    if line.entry is None:
        words = {
            RowKind.STRUCK: t("Left out"),
            RowKind.TOTALS: t("Totals, as on the sheet"),
            RowKind.HEADING: t("Heading"),
            RowKind.REMARK: t("Remark"),
        }
        back = _restored(line.words) if line.row.kind is RowKind.STRUCK else line.words
        chip = kit.chip(
            at.layout,
            f"count-{number}",
            t("Count row {number}", number=number),
            partial(change_line, at.store, evening, line, back),
        )
        about = kit.quiet(t("{what}: {value}", what=words[line.row.kind], value=_shown(line).strip(STRUCK)))
        return kit.block(at.layout, identifier, about, back != line.words and kit.wrap(chip))
    entry, value, lead = line.entry, None, None
    outcome = entry.deal.outcome
    if isinstance(outcome, Hand):
        people = [person.id for person in evening.sheet.people]
        amount = entry.amounts[people.index(outcome.taker)]
        value, lead = kit.amount(t, amount, evening.sheet.unit), evening.table.person(outcome.taker)
        said = hand_line(t, outcome, entry.rules, evening.table.name_of)
    else:
        assert isinstance(outcome, ThrownIn), "a row is a deal of the cards"
        said = thrown_in_name(t, outcome)
    above = f"{t('Hand {number}', number=entry.number)} · {_shown(line)}"
    tap = partial(correct_line, at.store, evening, line)
    return kit.line(at.layout, identifier, said, lead=lead, value=value, tap=tap, above=above, bold=False)


def _totals(at: kit.At, sheet: PaperSheet) -> Sequence[ft.Control]:
    """Each person's total after these hands, to compare with the total on the paper sheet."""
    after = sheet.evening.sheet
    return [
        kit.line(
            at.layout,
            f"paper-total-{place}",
            person.name,
            lead=person,
            value=kit.amount(at.t, total, after.unit),
        )
        for place, (person, total) in enumerate(zip(after.people, after.totals, strict=True), 1)
    ]


def _shown(line: SheetLine) -> str:
    return " ".join(line.words.split())


def _struck(words: str) -> str:
    """The row, crossed out as a whole."""
    return f"{STRUCK}{words.replace(STRUCK, '')}{STRUCK}"


def _restored(words: str) -> str:
    """The row without its crossing out; a row that is crossed out only in parts stays as it is."""
    inside = words.strip().removeprefix(STRUCK).removesuffix(STRUCK)
    return words if STRUCK in inside else inside


# -- actions ---


def correct_line(store: Store, evening: Evening, line: SheetLine) -> None:
    """Opens a row in the entry, with the facts that the app reads in it, unless somebody has changed the row since."""

    def act(now: Evening, entry: Entry) -> tuple[Evening, Entry]:
        there = _is_there(line, entry, now)
        return now, correcting_line(entry, now, line.place, line.dealer, line.row.facts) if there else entry

    store.do(evening.id, act)
    if store.entry(evening).hand.line != line.place:
        return
    store.to(routes.entry(evening.id), back=routes.paper_hands(evening.id))
    store.see(notice=None, token=store.entry(evening).hand.token)


def change_line(store: Store, evening: Evening, line: SheetLine, words: str) -> None:
    """Replaces a row of the typed text by `words`, unless somebody has changed the row meanwhile."""

    def act(now: Evening, entry: Entry) -> tuple[Evening, Entry]:
        there = _is_there(line, entry, now)
        return now, line_changed(entry, now, line.place, words) if there else entry

    store.do(evening.id, act)


def _is_there(line: SheetLine, entry: Entry, evening: Evening) -> bool:
    """Whether the row of the typed text at the place of `line` still has the words of `line`."""
    lines = unsaved_text(entry, evening).split("\n")
    return line.place < len(lines) and lines[line.place] == line.words


def save_rows(store: Store, evening: Evening) -> None:
    """Saves all hands of the rows at once; the notice offers to undo all of them. A second tap does nothing."""
    language, saved = store.t.language, list[Deal]()

    def act(now: Evening, entry: Entry) -> tuple[Evening, Entry]:
        sheet = read_sheet(unsaved_text(entry, now), now, language)
        if not sheet.is_clear:
            return now, entry
        rows = [(line.words, line.deal) for line in sheet.lines if line.deal is not None]
        saved[:] = sheet.deals
        return record_rows(now, entry, rows, store.history.stamp())

    after = store.do(evening.id, act)
    if after is not None:
        store.to(routes.evening(evening.id))
        store.say(hands_from_paper(store.t, len(saved)), undo=after)
