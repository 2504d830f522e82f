"""Points without a hand: a penalty, a gift, a starting score, or points of another kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import flet as ft

from scorepad.evening.adjustment import Adjustment, AdjustmentKind, Share
from scorepad.evening.deal import Deal
from scorepad.evening.evening import Evening
from scorepad.evening.event_place import Stamp
from scorepad.i18n import Translator
from scorepad.i18n.names import adjustment_name, points_change_name
from scorepad.tarot.hand import PlayerId
from scorepad.text import clean_name
from scorepad.ui import kit, routes

MAX_REASON = 100
"""The maximum number of characters of the reason."""

# -- the draft ---


DIGITS = 5
"""The maximum number of digits of an amount."""


@dataclass(frozen=True)
class PointsDraft:
    """The amounts that people pay or get, as entered so far.

    In a penalty, the `chosen` person pays `points` (whole points) to every other person. In all other kinds, the keypad
    changes the amount of the `chosen` person in `amounts`, which are in 1/`unit` of a point (negative: pays).
    """

    people: tuple[PlayerId, ...]
    kind: AdjustmentKind = AdjustmentKind.PENALTY
    chosen: PlayerId | None = None
    points: int = 10
    fresh: bool = True
    """Whether `points` is still the suggested number, which the first digit replaces."""
    amounts: Mapping[PlayerId, int] = field(default_factory=dict)
    minus: frozenset[PlayerId] = frozenset()
    """The people who pay, even while their amount is not typed yet."""
    unit: int = 1
    reason: str = ""

    @property
    def is_free(self) -> bool:
        """Whether the amount of each person is typed: in all kinds but a penalty."""
        return self.kind is not AdjustmentKind.PENALTY

    @property
    def filled(self) -> dict[PlayerId, int]:
        """The amount that each person gets (negative: pays), in 1/`unit` of a point; amounts of 0 may be left out."""
        if self.is_free:
            return dict(self.amounts)
        if self.chosen is None:
            return {}
        each, others = self.points * self.unit, [id_ for id_ in self.people if id_ != self.chosen]
        return {self.chosen: -each * len(others)} | dict.fromkeys(others, each)

    @property
    def rest(self) -> int:
        """The amount that is missing for a sum of zero, in 1/`unit` of a point."""
        return -sum(self.filled.values())

    def adjustment(self) -> Adjustment | None:
        """The adjustment to save; None while all amounts are 0 or their sum is not 0."""
        amounts = self.filled
        shares = tuple(Share(id_, amounts[id_]) for id_ in self.people if amounts.get(id_))
        return Adjustment(self.kind, shares, self.reason, self.unit) if shares and not self.rest else None

    # -- taps ---

    def of_kind(self, kind: AdjustmentKind) -> PointsDraft:
        """The draft with this kind.

        A penalty keeps its own `points`. Any other kind begins with the amounts of the previous kind; after a penalty
        without a payer, it begins with the amounts that were typed earlier.
        """
        if kind is AdjustmentKind.PENALTY:
            return replace(self, kind=kind, chosen=None if self.is_free else self.chosen)
        amounts = self.filled or self.amounts
        minus = frozenset(id_ for id_, amount in amounts.items() if amount < 0)
        chosen = self.chosen or self.people[0]
        return replace(self, kind=kind, chosen=chosen, amounts=amounts, minus=minus)

    def person_tapped(self, id_: PlayerId) -> PointsDraft:
        """The draft with this person as the payer of a penalty, or as the person whose amount the keypad changes."""
        return replace(self, chosen=id_)

    def digit_tapped(self, digit: int) -> PointsDraft:
        """The draft with one more digit, unless the amount has `DIGITS` digits."""
        whole = 0 if self.fresh and not self.is_free else self._whole
        return self._with(whole * 10 + digit) if whole < 10 ** (DIGITS - 1) else self

    def erased(self) -> PointsDraft:
        """The draft without the last digit of the amount."""
        return self._with(self._whole // 10)

    def sign_tapped(self) -> PointsDraft:
        """The draft with the opposite sign for the amount of the chosen person, in the kinds with free amounts."""
        if not self.is_free or self.chosen is None:
            return self
        amount = self.amounts.get(self.chosen, 0)
        return replace(
            self,
            minus=self.minus ^ {self.chosen},
            amounts={**self.amounts, self.chosen: -amount},
        )

    def rest_tapped(self) -> PointsDraft:
        """The draft with the `rest` added to the amount of the chosen person, in the kinds with free amounts."""
        if not self.is_free or self.chosen is None:
            return self
        amount = self.amounts.get(self.chosen, 0) + self.rest
        minus = self.minus - {self.chosen} | ({self.chosen} if amount < 0 else frozenset())
        return replace(self, minus=minus, amounts={**self.amounts, self.chosen: amount})

    @property
    def _whole(self) -> int:
        """The amount as typed so far, in whole points and without its sign."""
        return abs(self.amounts.get(self.chosen or "", 0)) // self.unit if self.is_free else self.points

    def _with(self, whole: int) -> PointsDraft:
        if not self.is_free:
            return replace(self, points=whole, fresh=False)
        if self.chosen is None:
            return self
        amount = whole * self.unit * (-1 if self.chosen in self.minus else 1)
        return replace(self, amounts={**self.amounts, self.chosen: amount})


def draft_of(evening: Evening, saved: Adjustment) -> PointsDraft:
    """The draft that corrects a saved adjustment; its kind becomes OTHER if the saved kind would change the amounts."""
    amounts = {share.player: share.amount for share in saved.shares}
    everybody = tuple(dict.fromkeys([*saved.players, *evening.seating_at().ids]))
    draft = PointsDraft(
        saved.players,
        saved.kind,
        chosen=min(amounts, key=lambda id_: amounts[id_]),
        points=max(amounts.values()) // saved.unit,
        amounts=amounts,
        minus=frozenset(id_ for id_, amount in amounts.items() if amount < 0),
        unit=saved.unit,
        reason=saved.reason,
    )
    again = draft.adjustment()
    if again is None or set(again.shares) != set(saved.shares):
        return replace(draft, people=everybody, kind=AdjustmentKind.OTHER)
    return replace(draft, people=everybody) if draft.is_free else draft


# -- the screen ---

KeptDraft = kit.Kept[PointsDraft]


@kit.screen(routes.points, routes.points_of)
def points_screen(at: kit.At) -> ft.View:
    """The form for new points, or for the points of the row that the address names: kind, amounts, and reason."""
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


def _kinds(at: kit.At, draft: KeptDraft) -> ft.Control:
    """The choice of the kind; a starting score is offered only before the first hand, or if the draft has this kind."""
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


def _people(at: kit.At, draft: KeptDraft) -> kit.Part:
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


def _keypad(at: kit.At, draft: KeptDraft) -> kit.Part:
    """The keypad; except in a penalty, also the sign key, and a chip that adds the amount missing for a sum of zero."""
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
    """The reason why the points cannot be saved yet; None if they can be saved."""
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
