"""One player's account: the total after each hand; a tap on a hand opens the reasons for its score."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import flet as ft

from scorepad.evening.adjustment import Adjustment
from scorepad.evening.evening import Evening
from scorepad.evening.events import Renamed
from scorepad.evening.people import MAX_NAME, NewName, Person
from scorepad.evening.sheet import SheetRow
from scorepad.history import Player
from scorepad.i18n.names import bid_name, entry_title, role_name, thrown_in_name, who_pays
from scorepad.i18n.pots import moves_of_one
from scorepad.i18n.sentences import bonus_texts, result, taker_won
from scorepad.stats.parts import key_of
from scorepad.stats.scopes import EVER, NOBODY
from scorepad.tarot.hand import Hand, ThrownIn
from scorepad.text import clean_name, same_name
from scorepad.ui import kit, routes
from scorepad.ui.components.season_parts import look_back
from scorepad.ui.components.seats import problem_text
from scorepad.ui.evening_actions import undo_event
from scorepad.ui.store import Store
from scorepad.ui.table import check_name

PAGE = 100
"""The number of hands on one page of the list."""


@kit.screen(routes.account)
def account_screen(at: kit.At) -> ft.View:
    """The account of one person; the address has the person's index in `sheet.people`."""
    t, sheet, seat = at.t, at.evening.sheet, at.names["seat"]
    if seat not in map(str, range(len(sheet.people))):
        raise kit.NothingHere
    place, person = int(seat), sheet.people[int(seat)]
    played = [row for row in sheet.counting_rows if _plays(row, person)]
    listed = [each for each in sheet.counting_rows if _plays(each, person) or _moves(each, person)]
    shown, more = at.paged(listed[::-1], PAGE, t("Show older hands"))
    naming = at.kept("naming", False)
    total = kit.amount(t, sheet.totals[place], sheet.unit, kit.Size.HERO)
    return at.view(
        t("{name}, hand by hand", name=person.name),
        kit.line(at.layout, "account-total", t("Total"), lead=person, value=total),
        bool(person.members) and kit.quiet(", ".join(person.names[1:])),
        kit.quiet(_roles(at, played, person)),
        renaming(at, person, naming.sets(False))
        if naming.value
        else kit.wrap(
            kit.chip(at.layout, "rename", t("Change the name"), naming.sets(True)), _figures(at, person)
        ),
        kit.column([_line(at, entry, place) for entry in shown], more, spacing=8),
        not listed and kit.quiet(t("No hand yet"), kit.Size.BODY),
        back=at.back(routes.evening(at.evening.id)),
    )


def _figures(at: kit.At, person: Person) -> kit.Part:
    """The chip that leads to the figures of a player or of a team in all evenings; nothing for a guest."""
    player = key_of(person, at.store.history.player_of)
    return player != NOBODY and kit.chip(
        at.layout, "figures", at.t("All evenings"), look_back(at, routes.figures(player), EVER)
    )


def _plays(row: SheetRow, person: Person) -> bool:
    outcome = row.deal.outcome
    return not isinstance(outcome, ThrownIn) and person.id in outcome.players


def _moves(row: SheetRow, person: Person) -> bool:
    """Whether the person pays into the mouches, or takes from them, in this row."""
    return any(move.player == person.id for move in row.moves)


def _roles(at: kit.At, played: list[SheetRow], person: Person) -> str:
    """The person's numbers of hands, in words: played, taken, won as the taker, and called as the partner."""
    t = at.t
    hands = [entry.deal.outcome for entry in played if isinstance(entry.deal.outcome, Hand)]
    taken = [hand for hand in hands if hand.taker == person.id and not hand.open]
    duels = [hand for hand in hands if hand.open]
    called = sum(hand.partner == person.id for hand in hands)
    words = [t.plural("{count} hand", "{count} hands", len(hands))]
    if duels:
        won = sum(hand.taker == person.id for hand in duels)
        words.append(t("open duels: {count}, of which won: {won}", count=len(duels), won=won))
    if taken or not duels:
        won = sum(map(taker_won, taken))
        words.append(t("taken: {taken}, of which won: {won}", taken=len(taken), won=won))
    if called:
        words.append(t("called: {count}", count=called))
    return " · ".join(words)


def _line(at: kit.At, row: SheetRow, place: int) -> ft.Control:
    """The line of a deal for the person at index `place`: the role, the facts, the amount, and the new total."""
    t, evening, outcome = at.t, at.evening, row.deal.outcome
    person, unit = evening.sheet.people[place], evening.sheet.unit
    title, bold = entry_title(t, row), False
    facts: list[str]
    if isinstance(outcome, Hand):
        title, facts, bold = _in_hand(at, row, outcome, person)
    elif isinstance(outcome, ThrownIn):
        facts = [thrown_in_name(t, outcome)]
    else:
        facts = [who_pays(t, outcome, evening.table.name_of)]
        facts += [outcome.reason] if isinstance(outcome, Adjustment) and outcome.reason else []
    below = [", ".join(facts), moves_of_one(t, row.moves, person.id, unit)]
    amount = kit.amount(t, row.amounts[place], unit, kit.Size.BODY)
    return kit.line(
        at.layout,
        f"hand-{row.number or row.id}",
        title,
        "\n".join(filter(None, below)),
        value=amount._replace(under=t.number(row.totals[place], unit)),
        bold=bold,
        tap=at.go(routes.why(evening.id, row.id)),
    )


def _in_hand(at: kit.At, row: SheetRow, hand: Hand, person: Person) -> tuple[str, list[str], bool]:
    """The title and the facts of a hand for a person, and whether the person was the taker or the partner."""
    t = at.t
    facts = [bid_name(t, hand.bid), t.inside(result(t, hand, row.rules), noun=False), *bonus_texts(t, hand)]
    if person.id != hand.taker:
        facts[:1] = [at.evening.table.name_of(hand.taker), t.inside(facts[0])]
    role = role_name(t, hand, person.id) if person.id in hand.players else t("sits out")
    return f"{entry_title(t, row)} · {role}", facts, person.id in (hand.taker, hand.partner)


# -- another name ---


@kit.component
def renaming(at: kit.At, person: Person, done: kit.Handler) -> ft.Control:
    """The form for a new name of a person in the whole evening; calls `done` after the name is saved, or at Cancel."""
    t, typed = at.t, at.kept(f"name-{person.id}", person.name)
    others = [each.name for each in at.evening.table.everybody if each.id != person.id]
    wrong = check_name(typed.value, others)
    usable = wrong is None and clean_name(typed.value) != person.name

    def save() -> None:
        named = NewName(person.id, clean_name(typed.now))
        if check_name(named.name, others) is None and give_name(at.store, at.evening, named):
            done()

    return kit.column(
        kit.field(
            at.layout,
            f"name-{person.id}",
            t("Name of {name}", name=person.name),
            typed.value,
            typed.set,
            error=problem_text(t, wrong),
            max_length=MAX_NAME,
            autofocus=True,
            key=person.name,
        ),
        kit.quiet(
            t("The new name counts for the whole evening, and in the list of players if it is free there.")
        ),
        kit.chip_lines(
            at.layout,
            kit.chip(at.layout, "save-name", t("Save the name"), save if usable else None),
            kit.chip(at.layout, "keep-name", t("Cancel"), done),
        ),
        spacing=8,
    )


def give_name(store: Store, evening: Evening, named: NewName) -> bool:
    """Renames a person in an evening, and in the list of players if the name is free there.

    Returns whether the evening was saved.
    """
    said = store.t("The new name is noted")
    if (changed := store.happens(evening, Renamed(people=(named,)), said)) is None:
        return False
    player = _listed(store, evening.table.person(named.id), named.name)
    if player is not None and store.save(store.history.save_players, [replace(player, name=named.name)]):
        store.say(said, back=partial(_take_back, store, changed, player))
    return True


def _listed(store: Store, person: Person, name: str) -> Player | None:
    """The entry of a person in the list of players; None if no entry has the person's id and present name.

    Also None if another player in the list has the new `name`.
    """
    id_, players = key_of(person, store.history.player_of), store.history.players()
    player = next((each for each in players if each.id == id_ and same_name(each.name, person.name)), None)
    taken = [each.name for each in players if each != player]
    return player if check_name(name, taken) is None else None


def _take_back(store: Store, renamed: Evening, player: Player) -> None:
    """Undoes a renaming in the evening and in the list of players, unless the evening has changed since.

    `player` has the old name.
    """
    now = store.evening(renamed.id)
    if now is not None and now.events == renamed.events:
        store.save(store.history.save_players, [player])
        undo_event(store, renamed.id, renamed.events[-1].id)
