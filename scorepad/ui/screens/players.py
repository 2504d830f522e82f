"""The table from the next hand on: people come late or go home, seats change, and somebody takes over a seat."""

from __future__ import annotations

from functools import partial

import flet as ft

from scorepad.evening.events import Seated
from scorepad.evening.people import MAX_EVER, MAX_PEOPLE, Person, Seating
from scorepad.ui import kit, routes
from scorepad.ui.components.seats import (
    Seats,
    Typed,
    how_many,
    newcomers,
    order_of_deal,
    seat,
    to_join,
    why_not_yet,
)
from scorepad.ui.screens.account import renaming
from scorepad.ui.table import is_current, named_as, seating_now, seen_at, taken_over


@kit.screen(routes.players)
def players_screen(at: kit.At) -> ft.View:
    """The table from the next hand on, which "Play on" saves; a new name or the takeover of a seat is saved at once."""
    t, evening = at.t, at.evening
    changed, typed = at.kept("changed", seating_now(evening)), at.kept("typed", Typed())
    named, leaving = at.kept("named", ""), at.kept("leaving", "")
    if evening.table.ended:
        raise kit.NothingHere
    table = kit.Kept(lambda: named_as(changed.now, evening), changed.set)
    seats = Seats(at, table, typed, t("deals next"), seen_at(evening))
    leaver = next((each for each in table.value.people if each.id == leaving.value), None)

    def play_on() -> None:
        now = table.now
        if now.dealer is not None:
            change = Seated(Seating(now.people, now.seats, now.dealer))
            said, sheet = t("Noted, from the next hand on."), routes.evening(evening.id)
            at.store.happens(at.evening, change, said, go=sheet)

    why = why_not_yet(t, table.value, evening.table.rules.now)
    changes = why is None and not is_current(table.value, evening)
    return at.view(
        t("Players"),
        leaver is None and _coming(at, seats),
        order_of_deal(t, at.layout, evening.table.rules.now),
        [_seat(at, seats, person, named, leaving) for person in table.value.people],
        how_many(at, table),
        foot=kit.action(at.layout, "seat", t("Play on"), play_on if changes else None, why=why),
    )


def _seat(at: kit.At, seats: Seats, person: Person, named: kit.Kept[str], leaving: kit.Kept[str]) -> kit.Part:
    """A seat with its menu; below it the form that the menu opened: for a new name, or for a takeover of the seat."""
    t, number = at.t, seats.table.value.people.index(person) + 1
    over = t("Somebody takes over from {name}", name=person.name)
    leave = kit.MenuItem(f"remove-{number}", t("Leaves the table"), partial(seats.remove, person))
    ways = [leave]
    if person.id in at.evening.seating_at().ids:
        rename = kit.MenuItem(f"rename-{number}", t("Change the name"), named.sets(person.id))
        ways = [rename, kit.MenuItem(f"take-over-{number}", over, leaving.sets(person.id)), leave]
    field = named.value == person.id and renaming(at, person, named.sets(""))
    over_it = leaving.value == person.id and _taking_over(at, seats, person, leaving)
    return [seat(seats, person, *ways), field, over_it]


def _coming(at: kit.At, seats: Seats) -> kit.Part:
    """The choice of the people who join the table."""
    t, evening, table = at.t, at.evening, seats.table.value
    people, ever = table.people, evening.sheet.people
    room = len({*people, *ever}) < MAX_PEOPLE or len(people) < len(ever)
    words = t(
        "From the next hand on. Hands that were played stay as they are; whoever joins now starts at 0."
    )
    return [
        kit.quiet(words),
        kit.section(t("Who plays?")),
        room and newcomers(seats, to_join(at.store, table, evening), seats.come),
    ]


def _taking_over(at: kit.At, seats: Seats, leaver: Person, leaving: kit.Kept[str]) -> kit.Part:
    """The choice of the person who takes over the seat and the score of the leaver."""
    t, evening = at.t, at.evening

    def come(person: Person) -> None:
        people = taken_over(seating_now(evening), leaver, person, seats.known).people
        newcomer = next(each for each in people if each.id == person.id)  # with a mark of their own
        if not is_current(seats.table.now, evening):
            seats.table.change(taken_over, leaver, newcomer, seats.known)
        said = t("{newcomer} takes over from {leaver}", newcomer=newcomer.name, leaver=leaver.name)
        at.store.happens(at.evening, lambda now, stamp: now.take_over(leaver.id, newcomer, stamp), said)
        leaving.set("")

    total = evening.sheet.totals[evening.sheet.people.index(leaver)]
    score = t.signed(total, evening.sheet.unit)
    full = len(evening.table.everybody) >= MAX_EVER
    return [
        kit.section(t("Who takes over from {name}, at {total}?", name=leaver.name, total=score)),
        kit.quiet(t("The score goes with the seat, also when an earlier hand is corrected.")),
        kit.quiet(t("An evening has at most {count} players.", count=MAX_EVER))
        if full
        else newcomers(seats, to_join(at.store, seats.table.value, evening), come),
        kit.wrap(kit.chip(at.layout, "stay", t("Cancel"), leaving.sets(""))),
    ]
