"""The question about a hand that two devices recorded with different facts: the same hand, or two hands?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import flet as ft

from scorepad.evening.evening import Evening
from scorepad.evening.event_place import Stamp
from scorepad.evening.sheet import SheetRow
from scorepad.i18n import Translator
from scorepad.i18n.names import NameOf, bid_name, entry_title, thrown_in_name
from scorepad.i18n.sentences import bonus_texts, deal_text, result
from scorepad.tarot.hand import ThrownIn
from scorepad.ui import kit, routes
from scorepad.ui.components.comparison import compared_head, compared_row
from scorepad.ui.screens.why import when_and_where


@kit.screen(routes.twice)
def twice_screen(at: kit.At) -> ft.View:
    """Both rows with the facts that differ, and the three answers; none is chosen beforehand."""
    t, evening, later = at.t, at.evening, at.row
    assert later is not None, "the address names a row"
    first = evening.sheet.find(evening.table.same_turns.in_doubt.get(later.id, ""))
    if first is None:
        return at.view(t("Recorded twice?"), kit.text(t("Nothing is left to decide here.")))
    rows = (first, later)
    ended = t("The evening has ended. To decide, go on with it first.") if evening.table.ended else ""
    return at.view(
        t("Recorded twice?"),
        kit.text(
            t(
                "{one} and {other} come from two devices that did not know of each other. Is it the same hand?",
                one=entry_title(t, first),
                other=t.inside(entry_title(t, later)),
            )
        ),
        _facts(at, *rows),
        ended and kit.warning(ended),
        kit.section(t("The same hand: which one counts?")),
        [_answer(at, number, *pair, ended) for number, pair in enumerate((rows, rows[::-1]), 1)],
        kit.section(t("Two different hands")),
        kit.line(
            at.layout,
            "both",
            t("Both count"),
            t("Two hands were played."),
            tap=None if ended else partial(_keep_both, at, later),
            why=ended or None,
            deliberate=True,
        ),
        kit.quiet(t("The journal keeps both, and Undo takes the answer back.")),
        back=at.back(routes.evening(evening.id)),
    )


def _answer(at: kit.At, number: int, kept: SheetRow, other: SheetRow, ended: str) -> ft.Control:
    """The line that lets the row `kept` count, and strikes out the `other` row."""
    t, evening = at.t, at.evening
    facts = deal_text(t, kept.deal, evening.table.name_of, kept.rules, dealer=True)
    tap = None if ended else partial(_keep_one, at, kept, other)
    title = when_and_where(at.store, kept.recorded)
    return kit.line(
        at.layout, f"counts-{number}", title, facts, lines=4, tap=tap, why=ended or None, deliberate=True
    )


# -- the facts ---


def _facts(at: kit.At, first: SheetRow, later: SheetRow) -> kit.Part:
    """One line with the facts that both rows have, then a compared line with a sign for each fact that differs."""
    facts = [dict(_facts_of(at.t, at.evening, row)) for row in (first, later)]
    titles = dict.fromkeys([title for each in facts for title in each])
    pairs = [(title, [each.get(title, "–") for each in facts]) for title in titles]
    same = " · ".join([f"{title}\u00a0{one}" for title, (one, other) in pairs if one == other])
    when = [when_and_where(at.store, row.recorded) for row in (first, later)]
    return [
        kit.quiet(at.t("The same on both: {facts}", facts=same)),
        compared_head(at, when),
        [compared_row(at, title, pair, differs=True) for title, pair in pairs if pair[0] != pair[1]],
    ]


def _facts_of(t: Translator, evening: Evening, row: SheetRow) -> Iterator[tuple[str, str]]:
    """The facts of a row and the amount of each player, each with its title."""
    name_of: NameOf = evening.table.name_of
    hand = row.deal.hand
    yield t("Dealer"), name_of(row.deal.dealer)
    if isinstance(row.deal.outcome, ThrownIn):
        yield t("Result"), thrown_in_name(t, row.deal.outcome)
    if hand is None:
        return
    yield t("Taker"), name_of(hand.taker)
    if hand.partner is not None:
        yield t("Partner"), name_of(hand.partner)
    yield t("Bid"), bid_name(t, hand.bid)
    yield t("Bouts"), str(hand.bouts)
    yield t("Points"), t.half_points(hand.half_points)
    if bonuses := bonus_texts(t, hand, name_of):
        yield t("Bonuses"), ", ".join(bonuses)
    yield t("Result"), result(t, hand, row.rules)
    for person, amount in zip(evening.sheet.people, row.amounts, strict=True):
        if amount:
            yield person.name, t.signed(amount, evening.sheet.unit)


# -- actions ---


def _keep_one(at: kit.At, kept: SheetRow, other: SheetRow) -> None:
    """Strikes out the `other` row, if it is still in doubt whether both rows are the same hand."""

    def answered(now: Evening, stamp: Stamp) -> Evening:
        in_doubt = now.table.same_turns.in_doubt
        open_still = kept.id == in_doubt.get(other.id) or other.id == in_doubt.get(kept.id)
        return now.correct(other.id, None, stamp) if open_still else now

    _answered(at, answered, at.t("The hand counts once"))


def _keep_both(at: kit.At, later: SheetRow) -> None:
    """Makes the later row a hand of its own, if it is still in doubt."""
    _answered(at, lambda now, stamp: now.keep_apart(later.id, stamp), at.t("Both hands count"))


def _answered(at: kit.At, act: Callable[[Evening, Stamp], Evening], said: str) -> None:
    at.store.happens(at.evening, act, said, go=routes.evening(at.evening.id))
