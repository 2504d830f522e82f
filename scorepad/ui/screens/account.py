"""One player's account: how a total came about, hand by hand, each leading to its lines."""

from __future__ import annotations

from functools import partial

import flet as ft

from scorepad.i18n.names import bid_name
from scorepad.i18n.sentences import result, taker_won
from scorepad.tarot.hand import Hand
from scorepad.tarot.session import Entry, Person, Session
from scorepad.ui import routes
from scorepad.ui.components.controls import filling, identified, older, quiet, row_tile, stretched, text
from scorepad.ui.components.frame import NothingHere, centred, titled_screen, use_session, view_component
from scorepad.ui.components.marks import badge, gain_ink
from scorepad.ui.state import AppState
from scorepad.ui.theme import Size

PAGE = 100
"""Hands drawn at once."""


@view_component
def account_screen() -> ft.View:
    """The account of the person at the place that the address names."""
    state, session = use_session()
    shown, show = ft.use_state(PAGE)
    seat = ft.use_route_params()["seat"]
    if seat not in map(str, range(len(session.people))):
        raise NothingHere
    t, place, route = state.t, int(seat), routes.account(session.id, seat)
    person = session.people[place]
    played = [entry for entry in session.standing_entries if _plays(entry, person)]
    rows = [_row(state, session, entry, place, route) for entry in reversed(played[-shown:])]
    if shown < len(played):
        rows.append(older(t("Show older hands"), partial(show, shown + PAGE)))
    if not rows:
        rows = [quiet(t("No hand yet"), Size.BODY)]
    return titled_screen(
        route,
        t("{name}, hand by hand", name=person.name),
        state.navigation.way_back(route, routes.session(session.id)),
        centred(_total(state, session, place), quiet(_roles(state, played, person)), stretched(*rows)),
    )


def _plays(entry: Entry, person: Person) -> bool:
    outcome = entry.deal.outcome
    return isinstance(outcome, Hand) and person.id in outcome.players


def _total(state: AppState, session: Session, place: int) -> ft.Control:
    t, total = state.t, session.totals[place]
    row = [
        badge(session.people[place], 34),
        filling(text(t("Total"), Size.NUMBER, bold=True)),
        text(t.signed(total, session.unit), Size.HERO, gain_ink(total), bold=True),
    ]
    return identified("account-total", ft.Row(row, spacing=10))


def _roles(state: AppState, played: list[Entry], person: Person) -> str:
    t = state.t
    hands = [entry.deal.outcome for entry in played if isinstance(entry.deal.outcome, Hand)]
    taken = [hand for hand in hands if hand.taker == person.id]
    called = sum(hand.partner == person.id for hand in hands)
    words = [
        t.plural("{count} hand", "{count} hands", len(hands)),
        t("taken: {taken}, of which won: {won}", taken=len(taken), won=sum(map(taker_won, taken))),
    ]
    if called:
        words.append(t("called: {count}", count=called))
    return " · ".join(words)


def _row(state: AppState, session: Session, entry: Entry, place: int, here: str) -> ft.Control:
    t, unit = state.t, session.unit
    hand = entry.deal.outcome
    assert isinstance(hand, Hand)
    person, amount = session.people[place], entry.amounts[place]
    roles = {hand.taker: t("taker"), hand.partner: t("partner")}
    facts = [bid_name(t, hand.bid), t.inside(result(t, hand, entry.rules))]
    if person.id != hand.taker:
        facts[:1] = [session.person(hand.taker).name, t.inside(facts[0])]
    title = f"{t('Hand {number}', number=entry.number)} · {roles.get(person.id, t('defence'))}"
    words: list[ft.Control] = [
        text(title, Size.SMALL, bold=person.id in roles, lines=1),
        quiet(", ".join(facts), lines=2),
    ]
    amounts: list[ft.Control] = [
        text(t.signed(amount, unit), Size.BODY, gain_ink(amount), bold=True),
        quiet(t.number(entry.totals[place], unit)),
    ]
    return row_tile(
        f"hand-{entry.number}",
        ft.Row(
            [
                ft.Column(words, spacing=0, expand=True),
                ft.Column(amounts, spacing=0, horizontal_alignment=ft.CrossAxisAlignment.END),
            ],
            spacing=8,
        ),
        partial(state.navigation.to, routes.why(session.id, entry.id), back=here),
    )
