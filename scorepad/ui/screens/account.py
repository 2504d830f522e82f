"""One player's account: how a total came about, hand by hand, each leading to its lines."""

from __future__ import annotations

from functools import partial

import flet as ft

from scorepad.evening.adjustment import Adjustment
from scorepad.evening.evening import Evening
from scorepad.evening.people import Person
from scorepad.evening.sheet import Entry
from scorepad.i18n.names import bid_name, entry_title, role_name, thrown_in_name
from scorepad.i18n.pots import moves_of_one
from scorepad.i18n.sentences import result, taker_won, who_pays
from scorepad.tarot.hand import Hand, ThrownIn
from scorepad.ui import routes
from scorepad.ui.kit.frame import NothingHere, centred, titled_screen, use_evening, view_component
from scorepad.ui.kit.people import badge, gain_ink
from scorepad.ui.kit.rows import filling, stretched, wrapping_row
from scorepad.ui.kit.taps import chip, older, row_tile
from scorepad.ui.kit.words import identified, quiet, text
from scorepad.ui.store import Store
from scorepad.ui.theme import Size

PAGE = 100
"""Hands drawn at once."""


@view_component
def account_screen() -> ft.View:
    """The account of the person at the place that the address names."""
    state, evening = use_evening()
    shown, show = ft.use_state(PAGE)
    seat = ft.use_route_params()["seat"]
    if seat not in map(str, range(len(evening.sheet.people))):
        raise NothingHere
    t, place, route = state.t, int(seat), routes.account(evening.id, seat)
    person = evening.sheet.people[place]
    played = [entry for entry in evening.sheet.standing if _plays(entry, person)]
    listed = [each for each in evening.sheet.standing if _plays(each, person) or _moves(each, person)]
    rows = [_row(state, evening, entry, place, route) for entry in reversed(listed[-shown:])]
    if shown < len(listed):
        rows.append(older(t("Show older hands"), partial(show, shown + PAGE)))
    if not rows:
        rows = [quiet(t("No hand yet"), Size.BODY)]
    rename = partial(state.navigation.to, routes.names(evening.id), back=route)
    return titled_screen(
        route,
        t("{name}, hand by hand", name=person.name),
        state.navigation.way_back(route, routes.evening(evening.id)),
        centred(
            _total(state, evening, place),
            *_members(person),
            quiet(_roles(state, played, person)),
            wrapping_row(chip("rename", t("Change a name"), rename)),
            stretched(*rows),
        ),
    )


def _plays(entry: Entry, person: Person) -> bool:
    outcome = entry.deal.outcome
    return not isinstance(outcome, ThrownIn) and person.id in outcome.players


def _moves(entry: Entry, person: Person) -> bool:
    """Whether somebody pays into the mouches, or takes from them."""
    return any(move.player == person.id for move in entry.moves)


def _total(state: Store, evening: Evening, place: int) -> ft.Control:
    t, total = state.t, evening.sheet.totals[place]
    row = [
        badge(evening.sheet.people[place], 34),
        filling(text(t("Total"), Size.NUMBER, bold=True)),
        text(t.signed(total, evening.sheet.unit), Size.HERO, gain_ink(total), bold=True),
    ]
    return identified("account-total", ft.Row(row, spacing=10))


def _members(person: Person) -> list[ft.Control]:
    """The members of a team."""
    return [quiet(", ".join(person.names[1:]))] if person.members else []


def _roles(state: Store, played: list[Entry], person: Person) -> str:
    t = state.t
    hands = [entry.deal.outcome for entry in played if isinstance(entry.deal.outcome, Hand)]
    taken = [hand for hand in hands if hand.taker == person.id and not hand.open]
    duels = [hand for hand in hands if hand.open]
    called = sum(hand.partner == person.id for hand in hands)
    words = [
        t.plural("{count} hand", "{count} hands", len(hands)),
    ]
    if duels:
        won = sum(hand.taker == person.id for hand in duels)
        words.append(t("open duels: {count}, of which won: {won}", count=len(duels), won=won))
    if taken or not duels:
        won = sum(map(taker_won, taken))
        words.append(t("taken: {taken}, of which won: {won}", taken=len(taken), won=won))
    if called:
        words.append(t("called: {count}", count=called))
    return " · ".join(words)


def _row(state: Store, evening: Evening, entry: Entry, place: int, here: str) -> ft.Control:
    t, unit = state.t, evening.sheet.unit
    hand = entry.deal.outcome
    person, amount = evening.sheet.people[place], entry.amounts[place]
    title, facts, bold = entry_title(t, entry), [], False
    if isinstance(hand, ThrownIn):
        facts = [thrown_in_name(t, hand)]
    elif not isinstance(hand, Hand):
        facts = [who_pays(t, hand, evening.table.name_of)]
        facts += [hand.reason] if isinstance(hand, Adjustment) and hand.reason else []
    else:
        title, facts, bold = _in_hand(state, evening, entry, hand, person)
    words: list[ft.Control] = [
        text(title, Size.SMALL, bold=bold),
        quiet(", ".join(facts), lines=2),
    ]
    if moved := moves_of_one(t, entry.moves, person.id, unit):
        words.append(quiet(moved))
    amounts: list[ft.Control] = [
        text(t.signed(amount, unit), Size.BODY, gain_ink(amount), bold=True),
        quiet(t.number(entry.totals[place], unit)),
    ]
    return row_tile(
        f"hand-{entry.number or entry.id}",
        ft.Row(
            [
                ft.Column(words, spacing=0, expand=True),
                ft.Column(amounts, spacing=0, horizontal_alignment=ft.CrossAxisAlignment.END),
            ],
            spacing=8,
        ),
        partial(state.navigation.to, routes.why(evening.id, entry.id), back=here),
    )


def _in_hand(
    state: Store, evening: Evening, entry: Entry, hand: Hand, person: Person
) -> tuple[str, list[str], bool]:
    """The title and the facts of a hand for one of its players, and whether that was the taker or the partner."""
    t = state.t
    facts = [bid_name(t, hand.bid), t.inside(result(t, hand, entry.rules))]
    if person.id != hand.taker:
        facts[:1] = [evening.table.name_of(hand.taker), t.inside(facts[0])]
    role = role_name(t, hand, person.id) if person.id in hand.players else t("sits out")
    title = f"{entry_title(t, entry)} · {role}"
    return title, facts, person.id in (hand.taker, hand.partner)
