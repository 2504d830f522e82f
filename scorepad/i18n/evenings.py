"""Texts about an evening: its title, rules, length, teams, money, curve and hands; and a summary for a chat.

`lettered` is a function that prepares a typed text, such as a name, for a document: for paper, for example, it replaces
letters that the fonts lack.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce

from scorepad.evening.evening import Evening
from scorepad.evening.figures import Figures, Highlight, PlayedHand
from scorepad.evening.length import AgreedLength, EveningProgress
from scorepad.evening.money import Rate, Transfer, transfers
from scorepad.evening.people import Person
from scorepad.evening.sheet import Sheet, Standing
from scorepad.i18n import Translator, capital
from scorepad.i18n.names import scheme_title
from scorepad.i18n.pots import pots_lines
from scorepad.i18n.sentences import brief_hand, missed_chelems, takers
from scorepad.text import by_line, isolated

Lettered = Callable[[str], str]


def dated_title(t: Translator, evening: Evening, lettered: Lettered = isolated) -> str:
    """The title of a document: "Chez Anne, Thursday, February 29, 2024", or "Evening of Thursday, …"."""
    name, date = lettered(evening.table.title), t.date(evening.began)
    return f"{name}, {date}" if name else t("Evening of {date}", date=date)


def rules_title(t: Translator, evening: Evening, lettered: Lettered = isolated) -> str:
    """The titles of the evening's schemes, in the order in which they were played: "A, then B"."""
    first, *later = (lettered(scheme_title(t, scheme)) for scheme in evening.schemes)
    return reduce(lambda before, title: t("{rules}, then {others}", rules=before, others=title), later, first)


def rank_text(sheet: Sheet, standing: Standing) -> str:
    """A rank with a full stop; a dash while all totals are zero."""
    return f"{standing.rank}." if any(sheet.totals) else "–"


def teams_text(t: Translator, evening: Evening, lettered: Lettered = isolated) -> str:
    """The members of each team, "Les Rois: Anne, Bruno"; empty if there are no teams."""
    return " · ".join(
        t(
            "{team}: {members}",
            team=lettered(person.name),
            members=", ".join(lettered(each.name) for each in person.members),
        )
        for person in evening.sheet.people
        if person.members
    )


def money_lines(t: Translator, evening: Evening, lettered: Lettered = isolated) -> list[str]:
    """Lines with the money value of points and the payments; empty if the evening is played without money."""
    if evening.table.rate.cents == 0:
        return []
    rate = replace(evening.table.rate, currency=lettered(evening.table.rate.currency))
    names = [lettered(person.name) for person in evening.sheet.people]
    paid = [transfer_text(t, each, names, rate.currency) for each in transfers(evening.sheet.money(rate))]
    return [rate_text(t, rate), *(paid or [t("Nobody owes anything.")])]


def highlights(t: Translator, figures: Figures) -> list[tuple[str, Highlight]]:
    """The best and the worst hand with their titles, if they exist."""
    found = ((t("Best hand of the evening"), figures.best), (t("Worst hand of the evening"), figures.worst))
    return [(title, each) for title, each in found if each is not None]


def hand_words(
    t: Translator, evening: Evening, played: PlayedHand | Highlight, lettered: Lettered = isolated
) -> str:
    """The taker, the partner, the bid, the result and missed chelems of a hand: "Bruno, garde, made by 8"."""
    brief = brief_hand(t, played.hand, taker_words(t, evening, played, lettered), played.entry.rules)
    return ", ".join([brief, *missed_chelems(t, played.hand)])


def taker_words(
    t: Translator, evening: Evening, played: PlayedHand | Highlight, lettered: Lettered = isolated
) -> str:
    """The taker, the partner and the called card of a hand of an evening."""
    name_of = evening.table.name_of
    return takers(t, played.hand, played.entry.rules, lambda player: lettered(name_of(player)))


# -- for a chat ---


def standings_text(t: Translator, evening: Evening) -> str:
    """The evening in a few lines: standings, number of hands, money, hand of the evening, teams and note."""
    sheet = evening.sheet
    lines = [dated_title(t, evening)]
    for standing in sheet.standings:
        total = t.signed(standing.total, sheet.unit)
        lines.append(f"{rank_text(sheet, standing)} {isolated(standing.person.name)} {total}")
    lines += pots_lines(t, evening, isolated)
    lines.append(t.plural("{count} hand", "{count} hands", len(sheet.deals)))
    lines += money_lines(t, evening)
    if (highlight := Figures(evening).most_extreme) is not None:
        words = f"{hand_words(t, evening, highlight)} ({t.signed(highlight.amount, sheet.unit)})"
        lines.append(t("Hand of the evening: {hand}", hand=words))
    if teams := teams_text(t, evening):
        lines.append(teams)
    if note := evening.table.notes.get(None):
        lines.append(t("“{words}”", words=by_line(isolated, note)))
    return "\n".join(lines)


def money_text(t: Translator, evening: Evening) -> str:
    """The title of the evening, the money value of points, and the payments, in a few lines."""
    return "\n".join([dated_title(t, evening), *money_lines(t, evening)])


# -- money ---


def rate_text(t: Translator, rate: Rate) -> str:
    """The money value of points: "100 points = €1.00, rounded to €0.10"."""
    if rate.cents == 0:
        return t("without money")
    worth = t.money(rate.cents, rate.currency)
    words = t.plural("{count} point = {worth}", "{count} points = {worth}", rate.points, worth=worth)
    if rate.step > 1:
        step = t.money(rate.step, rate.currency)
        words = t("{rate}, rounded to {step}", rate=words, step=step)
    return words


def transfer_text(t: Translator, transfer: Transfer, names: Sequence[str], currency: str) -> str:
    """A payment: "Basile pays Anne €3.20". A payee with the index len(names) means the mouches."""
    amount = t.money(transfer.cents, currency)
    if transfer.payee == len(names):
        return t("{payer} pays {amount} into the mouches", payer=names[transfer.payer], amount=amount)
    return t(
        "{payer} pays {payee} {amount}",
        payer=names[transfer.payer],
        payee=names[transfer.payee],
        amount=amount,
    )


# -- length ---


def length_text(t: Translator, length: AgreedLength) -> str:
    """The agreed length of an evening: "20 hands", "until 23:30"."""
    if length.hands:
        return t.plural("{count} hand", "{count} hands", length.hands)
    if length.deals:
        return t.plural("{count} deal each", "{count} deals each", length.deals)
    return t("until {time}", time=t.time(length.until)) if length.until else t("No limit")


def length_line(t: Translator, length: AgreedLength) -> str:
    """The text of `length_text` for the beginning of a line: "Until 23:30"."""
    return capital(length_text(t, length))


def progress_text(t: Translator, length: AgreedLength, progress: EveningProgress) -> str:
    """The progress of an evening with an agreed number of hands or deals; at its agreed end, the offer to end it."""
    agreed = length_line(t, length)
    if progress.over:
        return t("{what}: end the evening?", what=agreed)
    if length.hands and not progress.last:
        return t("{played} of {hands} hands played", played=progress.played, hands=length.hands)
    left = t("last hand")
    if progress.hands is not None and not progress.last:
        left = t.plural("{count} hand left", "{count} hands left", progress.hands)
    return t("{what}: {value}", what=agreed, value=left)


def fair_text(t: Translator, hands: int) -> str:
    """The offer to continue until everybody has dealt equally often."""
    return t.plural("For a fair end: {count} more hand", "For a fair end: {count} more hands", hands)


# -- curve ---


def season_curve_text(
    t: Translator, people: Sequence[Person], totals: Sequence[Sequence[int]], unit: int
) -> str:
    """The last totals of people in a season; for a single person, also the highest and the lowest total."""
    if len(people) > 1:
        final = zip(people, totals[-1], strict=True)
        return ", ".join(f"{person.name} {t.signed(total, unit)}" for person, total in final)
    own = [total for (total,) in totals[1:]]
    return t.plural(
        "{name} has {total} after {count} evening; at most {high}, at least {low}.",
        "{name} has {total} after {count} evenings; at most {high}, at least {low}.",
        len(own),
        name=people[0].name,
        total=t.signed(own[-1], unit),
        high=t.signed(max(own), unit),
        low=t.signed(min(own), unit),
    )


def curve_text(t: Translator, evening: Evening) -> str:
    """One or two sentences: the leader and the total; since when they lead, or until when they were in last place."""
    curve = list(evening.sheet.curve[1:])
    if not curve:
        return t("No hand yet")
    best, hands = max(curve[-1]), len(curve)
    if not any(curve[-1]):
        return t.plural(
            "Everybody is at zero after {count} hand.", "Everybody is at zero after {count} hands.", hands
        )
    leaders = [i for i, total in enumerate(curve[-1]) if total == best]
    names, total = t.names(evening.sheet.people[i].name for i in leaders), t.signed(best, evening.sheet.unit)
    if len(leaders) > 1:
        return t.plural(
            "{names} share first place with {total} after {count} hand.",
            "{names} share first place with {total} after {count} hands.",
            hands,
            names=names,
            total=total,
        )
    if evening.table.ended:
        words = t.plural(
            "{name} wins with {total} after {count} hand.",
            "{name} wins with {total} after {count} hands.",
            hands,
            name=names,
            total=total,
        )
    else:
        words = t.plural(
            "{name} leads with {total} after {count} hand.",
            "{name} leads with {total} after {count} hands.",
            hands,
            name=names,
            total=total,
        )
    return " ".join([words, *_before(t, curve, leaders[0], names)])


def _before(t: Translator, curve: list[tuple[int, ...]], leader: int, name: str) -> list[str]:
    """The last hand after which the leader was alone in last place, or else the hand since which they lead.

    It is a sentence in a list; the list is empty after a single hand.
    """
    if len(curve) == 1:
        return []
    last = [
        number
        for number, totals in enumerate(curve, 1)
        if totals[leader] == min(totals) and totals.count(totals[leader]) == 1
    ]
    if last:
        return [t("After hand {number}, {name} was still last.", number=last[-1], name=name)]
    behind = [
        number
        for number, totals in enumerate(curve, 1)
        if totals[leader] < max(totals) or totals.count(totals[leader]) > 1
    ]
    if not behind:
        return [t("In front since the first hand.")]
    return [t("In front since hand {number}.", number=behind[-1] + 1)]


def days_left(t: Translator, days: int) -> str:
    """The days for which an evening stays in the bin."""
    return t.plural("{count} day left", "{count} days left", days)
