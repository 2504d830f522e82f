"""What the dog brings, what the taker needs then, and what the bid pays: for a hand of cards before the bid."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import cast

import flet as ft

from scorepad.i18n import Translator
from scorepad.i18n.names import bid_name, poignee_name
from scorepad.i18n.sentences import bouts_text, result
from scorepad.tarot.cards import IN_DECK, CardKind
from scorepad.tarot.hand import NEEDED, TRUMPS_IN_DECK, Bid, Hand, PoigneeSize
from scorepad.tarot.odds import in_dog
from scorepad.tarot.payments import settle
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import shipped_scheme
from scorepad.tarot.scoring import score
from scorepad.ui import routes, theme
from scorepad.ui.components.schemes import table_choice
from scorepad.ui.kit.frame import centred, titled_screen, view_component
from scorepad.ui.kit.people import gain_ink
from scorepad.ui.kit.rows import filling, ruled, wrapping_row
from scorepad.ui.kit.taps import chip, icon_tile
from scorepad.ui.kit.window import Handler, use_store
from scorepad.ui.kit.words import identified, quiet, section, text
from scorepad.ui.schemes import default_scheme, with_own
from scorepad.ui.screens.new_evening import last_table
from scorepad.ui.store import Store
from scorepad.ui.theme import Ink, Size

BOUTS = IN_DECK[CardKind.BOUTS]
MARGINS = (-30, -20, -10, -1, 0, 10, 20, 30)
"""Card points over what is needed, for which the payments are shown."""


@dataclass(frozen=True)
class Question:
    """A table, its rules, and the cards and the bid of one player at it."""

    players: int
    scheme: Scheme
    bouts: int = 1
    trumps: int = 7
    """The bouts are among them."""
    bid: Bid = Bid.GARDE

    @property
    def possible_trumps(self) -> range:
        """How many trumps this player can hold beside these bouts."""
        others = min(TRUMPS_IN_DECK - BOUTS, self.scheme.cards(self.players) - self.bouts)
        return range(self.bouts, self.bouts + others + 1)

    @property
    def possible(self) -> Question:
        """The same question, with trumps and a bid that can be."""
        trumps = min(max(self.trumps, self.possible_trumps[0]), self.possible_trumps[-1])
        bid = self.bid if self.scheme.allows(self.bid) else self.scheme.bids[0].bid
        return replace(self, trumps=trumps, bid=bid)


Change = Callable[[Question], Question]


@view_component
def odds_screen() -> ft.View:
    """The choice of a hand of cards and a bid, and what they bring."""
    state = use_store()
    asked, ask = ft.use_state(cast("Question | None", None))
    question = asked or _first(state)
    t = state.t

    def other(change: Change) -> Handler:
        return lambda: ask(lambda now: change(now or question).possible)

    table = table_choice(
        t,
        question.players,
        question.scheme,
        [scheme for scheme in with_own(t, state.history, question.scheme) if not scheme.open],
        lambda players, scheme: other(
            lambda now: replace(now, players=players or now.players, scheme=scheme or now.scheme)
        )(),
    )
    body = [
        section(t("My bouts")),
        wrapping_row(*(_bouts_chip(t, question, bouts, other) for bouts in range(BOUTS + 1)), spacing=6),
        _trumps(t, question, other),
        section(t("My bid")),
        wrapping_row(
            *(_bid_chip(t, question, value.bid, other) for value in question.scheme.bids), spacing=6
        ),
        section(t("What the dog brings")),
        *_dog(t, question),
        section(t("What it pays")),
        *_payments(t, question),
    ]
    return titled_screen(routes.ODDS, t("Odds"), routes.RULEBOOK, centred(table, *body))


def _first(state: Store) -> Question:
    """The last table with its rules while its evening is under way; else four players by the default rules.

    Who plays without bids has no odds to ask for.
    """
    last = last_table(state)
    if last is not None and not last.table.ended and not last.table.rules.now.open:
        return Question(last.seating_at().seats, last.table.rules.now).possible
    usual = default_scheme(state.history)
    return Question(4, shipped_scheme() if usual.open else usual).possible


def _bouts_chip(
    t: Translator, question: Question, bouts: int, other: Callable[[Change], Handler]
) -> ft.Control:
    words, on = bouts_text(t, bouts), question.bouts == bouts
    return chip(f"my-bouts-{bouts}", words, other(lambda now: replace(now, bouts=bouts)), toggled=on)


def _bid_chip(t: Translator, question: Question, bid: Bid, other: Callable[[Change], Handler]) -> ft.Control:
    choose = other(lambda now: replace(now, bid=bid))
    return chip(f"my-bid-{bid}", bid_name(t, bid), choose, toggled=question.bid is bid)


def _trumps(t: Translator, question: Question, other: Callable[[Change], Handler]) -> ft.Control:
    name, possible = t("My trumps, the bouts among them"), question.possible_trumps

    def tap(by: int) -> tuple[Handler | None, str | None]:
        if question.trumps + by in possible:
            return other(lambda now: replace(now, trumps=now.trumps + by)), None
        return None, t("From {least} to {most}.", least=possible[0], most=possible[-1])

    number = text(str(question.trumps), Size.NUMBER, bold=True)
    row = [
        filling(text(name)),
        icon_tile("trumps-less", ft.Icons.REMOVE, t("{title}: less", title=name), *tap(-1)),
        ft.Container(identified("trumps", number), width=36, alignment=ft.Alignment.CENTER),
        icon_tile("trumps-more", ft.Icons.ADD, t("{title}: more", title=name), *tap(1)),
    ]
    return ft.Row(row, spacing=0)


def _row(identifier: str, words: str, figure: str, ink: Ink = Ink.TEXT, note: str = "") -> ft.Control:
    said = ft.Column([text(words), *([quiet(note)] if note else [])], spacing=0)
    row = ft.Row([filling(said), text(figure, ink=ink, bold=True)], spacing=theme.SPACE)
    return ft.MergeSemantics(identified(identifier, ruled(row, ft.Padding.symmetric(vertical=6))))


def _dog(t: Translator, question: Question) -> list[ft.Control]:
    """How many bouts lie in the dog, what is needed with them, and the trumps and poignées that come from it."""
    players, scheme, held, bid = question.players, question.scheme, question.bouts, question.bid
    bouts = in_dog(BOUTS - held, players, scheme)
    trumps = in_dog(TRUMPS_IN_DECK - question.trumps, players, scheme)
    lost, unseen = bid is Bid.GARDE_CONTRE, bid is Bid.GARDE_SANS
    cards = t.plural("{count} card", "{count} cards", scheme.dog(players))
    if lost:
        words = t("{cards}: they count for the defence.", cards=cards)
    elif unseen:
        words = t("{cards}: nobody sees them, they count for you.", cards=cards)
    else:
        words = t("{cards}: you take them.", cards=cards)
    rows: list[ft.Control] = [quiet(words)]
    for found in range(len(bouts.ways)):
        mine = held if lost else held + found
        needed = t(
            "{bouts} in the dog: you need {points} with {mine}",
            bouts=bouts_text(t, found),
            points=NEEDED[mine],
            mine=bouts_text(t, mine),
        )
        rows.append(_row(f"dog-{found}", needed, t.percent(bouts.exactly(found))))
    average = t("Trumps in the dog, on average")
    rows.append(_row("dog-trumps", average, t.decimal(trumps.mean)))
    if not lost and not unseen:
        for size in PoigneeSize:
            threshold = scheme.thresholds(players).of(size)
            if question.trumps < threshold <= question.trumps + scheme.dog(players):
                shown = t(
                    "{poignee} ({count} trumps) with the dog",
                    poignee=poignee_name(t, size),
                    count=threshold,
                )
                chance = t.percent(trumps.at_least(threshold - question.trumps))
                rows.append(_row(f"poignee-{size}", shown, chance))
    return rows


def _payments(t: Translator, question: Question) -> list[ft.Control]:
    """What the contract pays by its margin, without bonuses: to the taker, and from each defender."""
    players, scheme = tuple("ABCDE"[: question.players]), question.scheme
    partner = players[1] if scheme.calls_partner(len(players)) else None
    rows: list[ft.Control] = [
        quiet(t("With a partner, without bonuses.") if partner else t("Without bonuses."))
    ]
    for margin in MARGINS:
        hand = Hand(
            players=players,
            taker=players[0],
            partner=partner,
            bid=question.bid,
            bouts=2,
            half_points=2 * (NEEDED[2] + margin),
        )
        payments = settle(score(hand, scheme), hand, scheme)
        mine, each = payments.of(players[0]), payments.of(players[-1])
        rows.append(
            _row(
                f"pays-{margin}",
                result(t, hand, scheme),
                t.signed(mine, payments.unit),
                gain_ink(mine),
                t("each defender {amount}", amount=t.signed(each, payments.unit)),
            )
        )
    return rows
