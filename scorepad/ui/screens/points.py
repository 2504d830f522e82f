"""Points without a hand: a penalty, a gift, a starting score, or others."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from scorepad.evening.adjustment import Adjustment, AdjustmentKind
from scorepad.evening.evening import Evening
from scorepad.evening.events import Deal, Stamp
from scorepad.i18n import Translator
from scorepad.i18n.names import adjustment_name, points_change_name
from scorepad.tarot.hand import PlayerId
from scorepad.text import clean_name
from scorepad.ui import kit, routes
from scorepad.ui.points import PointsDraft, draft_of

Draft = kit.Kept[PointsDraft]
MAX_REASON = 100
"""The maximum number of characters of the reason."""


@kit.screen(routes.points, routes.points_of)
def points_screen(at: kit.At) -> ft.View:
    """New points, or the points of the entry that the address names: the kind, the amounts, and the reason."""
    t, draft = at.t, at.kept("changed", _begun(at))
    if at.evening.table.ended:
        raise kit.NothingHere
    why = _why_not(t, draft.value)
    return at.view(
        t("Points without a hand"),
        _kinds(at, draft),
        not draft.value.is_free and kit.identified("pay-points", kit.section(_question(t, draft.value))),
        _people(at, draft),
        _keypad(at, draft),
        kit.field(
            at.layout,
            "points-reason",
            t("What for? (optional)"),
            draft.value.reason,
            lambda words: draft.change(replace, reason=clean_name(words)[:MAX_REASON]),
            max_length=MAX_REASON,
        ),
        foot=kit.action(
            at.layout, "save-points", t("Save"), None if why else lambda: _save(at, draft.now), why
        ),
    )


def _begun(at: kit.At) -> PointsDraft:
    if at.row is None:
        return PointsDraft(at.evening.seating_at().ids)
    saved = at.row.deal.outcome
    if not isinstance(saved, Adjustment):
        raise kit.NothingHere
    return draft_of(at.evening, saved)


def _kinds(at: kit.At, draft: Draft) -> ft.Control:
    """The kinds; a starting score only before the first hand."""
    begins = not at.evening.sheet.deals or draft.value.kind is AdjustmentKind.CARRIED
    kinds = [kind for kind in AdjustmentKind if begins or kind is not AdjustmentKind.CARRIED]
    words = {kind: adjustment_name(at.t, kind) for kind in kinds}
    return kit.choices(
        at.layout, "kind", words, draft.value.kind, lambda kind: draft.tap(PointsDraft.of_kind, kind)
    )


def _question(t: Translator, draft: PointsDraft) -> str:
    """The question who pays these points."""
    return t.plural(
        "Who pays {count} point to each other player?",
        "Who pays {count} points to each other player?",
        draft.points,
    )


def _people(at: kit.At, draft: Draft) -> kit.Part:
    """A line for each person, with the amount; a tap chooses the person who pays, or whose amount is typed."""
    now, table, amounts = draft.value, at.evening.table, draft.value.filled

    def value(id_: PlayerId) -> kit.Value | None:
        amount = amounts.get(id_, 0)
        if not amount and (id_ in now.minus or not now.is_free):
            return kit.Value("−") if now.is_free else None
        return kit.amount(at.t, amount, now.unit)

    def one(place: int, id_: PlayerId) -> ft.Control:
        person, tap = table.person(id_), draft.tap(PointsDraft.person_tapped, id_)
        chosen, amount = id_ == now.chosen, value(id_)
        return kit.line(
            at.layout, f"of-{place}", person.name, lead=person, value=amount, tap=tap, chosen=chosen
        )

    return kit.column(*(one(place, id_) for place, id_ in enumerate(now.people, 1)))


def _keypad(at: kit.At, draft: Draft) -> kit.Part:
    """The digits; if the amounts are free, also the sign, and the rest that is missing."""
    t, layout, now, sign = at.t, at.layout, draft.value, None
    if now.is_free:
        signs = kit.text("±", kit.Size.TITLE, bold=True, label=t("pays or gets"))
        sign = kit.key(layout, "sign", signs, draft.tap(PointsDraft.sign_tapped))
    digits = kit.keypad(
        t,
        layout,
        "pay",
        lambda digit: draft.tap(PointsDraft.digit_tapped, digit),
        draft.tap(PointsDraft.erased),
        sign,
    )
    if not (now.is_free and now.rest):
        return digits
    rest = t("The rest: {amount}", amount=t.signed(now.rest, now.unit))
    return [digits, kit.wide_chip(layout, "rest", rest, draft.tap(PointsDraft.rest_tapped))]


def _why_not(t: Translator, draft: PointsDraft) -> str | None:
    """The reason why the points cannot be saved yet."""
    if draft.adjustment() is not None:
        return None
    if not draft.is_free and draft.points:
        return _question(t, draft)
    return t("The amounts have to sum to zero") if draft.rest else t("No points yet.")


def _save(at: kit.At, draft: PointsDraft) -> None:
    """Saves new points, or a correction of points; a correction that changes nothing is not saved."""
    points, entry, t = draft.adjustment(), at.row, at.t
    if points is None:
        return

    def give(now: Evening, stamp: Stamp) -> Evening:
        if entry is None:
            return now.record(Deal(now.dealer, points), stamp)
        deal = now.sheet.row(entry.id).deal
        if deal.outcome == points:
            return now
        return now.correct(entry.id, replace(deal, outcome=points), stamp)

    what = t.inside(points_change_name(t, points))
    said = t("Saved: {what}", what=what) if entry is None else t("Corrected: {what}", what=what)
    at.store.happens(at.evening, give, said, go=routes.evening(at.evening.id))
