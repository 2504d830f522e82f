"""The events of an evening in words: for undo and redo, the journal, lists and notices."""

from __future__ import annotations

from scorepad.evening.evening import Evening
from scorepad.evening.events import (
    Change,
    Dealt,
    Ended,
    Event,
    KeptApart,
    LeftOut,
    LengthAgreed,
    Noted,
    PlayedOn,
    RateAgreed,
    Renamed,
    RulesChanged,
    Seated,
    TakenOver,
    Undone,
)
from scorepad.evening.folding import shown
from scorepad.evening.sheet import SheetRow
from scorepad.evening.table import Table
from scorepad.i18n import Translator
from scorepad.i18n.evenings import length_text, rate_text
from scorepad.i18n.names import entry_title, points_change_name, scheme_title
from scorepad.i18n.sentences import deal_text
from scorepad.text import one_line

NOUN = True


def event_name(t: Translator, evening: Evening, event: Event) -> str:
    """The name of an event, in a word or two."""
    return _name(t, evening, event)[0]


def _inside(t: Translator, evening: Evening, event: Event) -> str:
    """The name of an event for the middle of a line: in lower case, except for a noun in German."""
    name, noun = _name(t, evening, event)
    return t.inside(name, noun=noun)


def _name(t: Translator, evening: Evening, event: Event) -> tuple[str, bool]:
    """The name of an event, and whether its German name begins with a noun."""
    match event.change:
        case Dealt():
            return _version_name(t, evening, event), not NOUN
        case TakenOver():
            return t("Seat and score taken over"), NOUN
        case Seated():
            return t("Other players"), not NOUN
        case Renamed():
            return t("New name"), not NOUN
        case RulesChanged():
            return t("Other rules"), not NOUN
        case Noted():
            return t("Note"), NOUN
        case LengthAgreed():
            return t("Length of the evening"), NOUN
        case RateAgreed():
            return t("Money"), NOUN
        case Ended(over):
            return t("Evening ended") if over else t("Evening reopened"), NOUN
        case PlayedOn():
            return t("Day of the evening"), NOUN
        case LeftOut(left_out):
            return t("Left out of the season") if left_out else t("Counts in the season again"), not NOUN
        case KeptApart():
            return t("Two different hands"), not NOUN
        case Undone(redone=redone):
            what = _inside(t, evening, evening.subject(event))
            return t("Redone: {what}", what=what) if redone else t("Undone: {what}", what=what), not NOUN


def _version_name(t: Translator, evening: Evening, event: Event) -> str:
    if event.deal is None:
        return t("Struck out")
    if event.id == event.entry:
        return t("Recorded")
    return t("Counts again") if evening.brings_back(event) else t("Corrected")


def event_text(t: Translator, evening: Evening, event: Event) -> str:
    """The name of an event, followed by its content; for a hand, only the name."""
    name, change = event_name(t, evening, event), evening.subject(event).change
    if isinstance(change, Noted) and change.note:
        return t("{what}: {value}", what=name, value=one_line(change.note))
    return _with_agreement(t, name, change)


def _with_agreement(t: Translator, name: str, change: Change) -> str:
    """The name of an event, followed by the new rules, length, money value or day of play, if the event sets one."""
    match change:
        case RulesChanged(scheme):
            title = scheme_title(t, scheme)
            return t("{words}: {scheme}, {hands}", words=name, scheme=title, hands=scope_text(t, change))
        case LengthAgreed(length):
            return t("{what}: {value}", what=name, value=t.inside(length_text(t, length), noun=False))
        case RateAgreed(rate):
            return t("{what}: {value}", what=name, value=rate_text(t, rate))
        case PlayedOn(day):
            return t("{what}: {value}", what=name, value=t.short_date(day))
    return name


def event_title(t: Translator, evening: Evening, event: Event) -> str:
    """The name of an event; if the event is about a row, the title of the row comes first: "Hand 3 · corrected"."""
    name, about = event_name(t, evening, event), evening.history_of(event)
    if not about or isinstance(evening.subject(event).change, TakenOver):
        return name
    if (entry := evening.row_of(event)) is not None:
        row = entry_title(t, entry)
    else:  # the recording of the row is undone
        points_change = shown(about, about).points_change
        row = points_change_name(t, points_change) if points_change else t("Hand")
    return f"{row} · {_inside(t, evening, event)}"


def happened_text(t: Translator, evening: Evening, event: Event) -> str:
    """The change that an undo reverses or a redo restores, in a few words for use after a colon.

    The event must count in this evening: otherwise a hand has no number.
    """
    name, entry = _inside(t, evening, event), evening.row_of(event)
    if entry is None or isinstance(event.change, TakenOver):
        return _with_agreement(t, name, event.change)
    points_change = entry.deal.points_change
    hand = (
        t.inside(points_change_name(t, points_change))
        if points_change
        else t("hand {number}", number=entry.number)
    )
    return hand if event.id == event.entry else f"{hand} · {name}"


def scope_text(t: Translator, change: RulesChanged) -> str:
    """The hands for which new rules count."""
    return t("from now on") if change.from_now else t("for the whole evening")


def version_text(t: Translator, evening: Evening, event: Event) -> str:
    """A version of a row in one line, with the dealer if other versions have another dealer.

    A version that voids the row gives "".
    """
    if event.deal is None:
        return ""
    dealers = {each.deal.dealer for each in evening.history_of(event) if each.deal is not None}
    rules = evening.rules_at(event.entry)
    return deal_text(t, event.deal, evening.table.name_of, rules, dealer=len(dealers) > 1)


def doubt_text(t: Translator, evening: Evening, row: SheetRow) -> str:
    """The words for a row that may be the same hand as another row; "" for any other row."""
    for first, later in evening.sheet.doubtful:
        if row.id in (first.id, later.id):
            other = later if row.id == first.id else first
            title = t.inside(entry_title(t, other))
            return t("Perhaps the same hand as {hand}: two devices recorded it.", hand=title)
    return ""


def state_text(t: Translator, evening: Evening, event: Event, table: Table) -> str:
    """The state of the thing that an event changes, such as a hand, the players or the rules; "" without such a thing.

    `table` is the table before or after the event.
    """
    change = evening.subject(event).change
    match change:
        case Dealt() | TakenOver():
            versions = table.versions_of(evening.subject(event).entry or "")
            return version_text(t, evening, versions[-1]) if versions else ""
        case Seated():
            return t.names(person.name for person in table.seating.people)
        case Renamed(title, people):
            evening_name = [] if title is None else [table.title or t("no name")]
            return ", ".join([*evening_name, *(table.person(each.id).name for each in people)])
        case RulesChanged():
            return scheme_title(t, table.rules.now)
        case Noted(entry=entry):
            return table.note_on(entry)
        case LengthAgreed():
            return length_text(t, table.length)
        case RateAgreed():
            return rate_text(t, table.rate)
        case PlayedOn():
            return t.date(table.day or evening.start.created)
        case Ended() | LeftOut() | KeptApart() | Undone():
            return ""
