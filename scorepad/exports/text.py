"""The evening as a short text for a chat, and the sentences about a hand for all documents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from scorepad.evening.evening import Evening
from scorepad.evening.figures import Highlight, PlayedHand
from scorepad.evening.money import transfers
from scorepad.exports.evening import Wording
from scorepad.exports.lettering import Measure, fitted, isolated, printable
from scorepad.i18n import Translator
from scorepad.i18n.money import rate_text, transfer_text
from scorepad.i18n.pots import pots_lines
from scorepad.i18n.sentences import brief_hand, called_words


def standings_text(t: Translator, evening: Evening) -> str:
    """The standings, the number of hands and the hand of the evening, in a few lines."""
    wording = Wording(evening, t)
    lines = [evening_title(t, evening)]
    for standing in evening.sheet.standings:
        name, total = isolated(standing.person.name), wording.signed(standing.total)
        lines.append(f"{wording.rank(standing)} {name} {total}")
    lines += pots_lines(t, evening, isolated)
    lines.append(t.plural("{count} hand", "{count} hands", len(evening.sheet.deals)))
    lines += money_lines(t, evening)
    if (highlight := wording.most_extreme) is not None:
        words = f"{hand_words(t, evening, highlight)} ({wording.signed(highlight.amount)})"
        lines.append(t("Hand of the evening: {hand}", hand=words))
    if teams := teams_text(t, evening):
        lines.append(teams)
    if note := evening.table.notes.get(None):
        lines.append(t("“{words}”", words=isolated(note)))
    return "\n".join(lines)


def money_text(t: Translator, evening: Evening) -> str:
    """The evening, what its points are worth, and who pays whom, in a few lines."""
    return "\n".join([evening_title(t, evening), *money_lines(t, evening)])


def money_lines(t: Translator, evening: Evening, lettered: Callable[[str], str] = isolated) -> list[str]:
    """What the points are worth, and who pays whom; nothing where no money is played for."""
    if evening.table.rate.cents == 0:
        return []
    rate = replace(evening.table.rate, currency=lettered(evening.table.rate.currency))
    names = [lettered(person.name) for person in evening.sheet.people]
    paid = [
        transfer_text(t, each, names, rate.currency)
        for each in transfers(evening.sheet.money(evening.table.rate))
    ]
    return [rate_text(t, rate), *(paid or [t("Nobody owes anything.")])]


def evening_title(t: Translator, evening: Evening) -> str:
    """The title of a document: "Chez Anne, Thursday, February 29, 2024", or "Evening of Thursday, …"."""
    name, date = isolated(evening.table.title), t.date(evening.start.created)
    return f"{name}, {date}" if name else t("Evening of {date}", date=date)


def teams_text(t: Translator, evening: Evening, lettered: Callable[[str], str] = isolated) -> str:
    """The members of each team, "Les Rois: Anne, Bruno", if there are any."""
    return " · ".join(
        t(
            "{team}: {members}",
            team=lettered(person.name),
            members=", ".join(lettered(each.name) for each in person.members),
        )
        for person in evening.sheet.people
        if person.members
    )


def hand_words(
    t: Translator, evening: Evening, played: PlayedHand | Highlight, lettered: Callable[[str], str] = isolated
) -> str:
    """The taker, the partner, the bid and the result: "Bruno, garde, made by 8"."""
    return brief_hand(t, played.hand, taker_words(t, evening, played, lettered), played.entry.rules)


def fitted_hand_words(
    t: Translator, evening: Evening, played: PlayedHand | Highlight, width: float, measure: Measure
) -> str:
    """The same in letters that the fonts have, at most this wide: long names are shortened."""
    words = hand_words(t, evening, played, printable)
    if measure(words) <= width:
        return words
    others = measure(hand_words(t, evening, played, lambda name: ""))
    available_width = (width - others) / (1 if played.hand.partner is None else 2)
    words = hand_words(t, evening, played, lambda name: fitted(printable(name), available_width, measure))
    return fitted(words, width, measure)


def taker_words(
    t: Translator, evening: Evening, played: PlayedHand | Highlight, lettered: Callable[[str], str] = isolated
) -> str:
    """The taker, and the partner if the rules allow one: "Bruno with Chloé", "Bruno, alone"."""
    hand = played.hand
    taker = lettered(evening.table.name_of(hand.taker))
    if hand.partner is not None:
        taker = t(
            "{taker} with {partner}", taker=taker, partner=lettered(evening.table.name_of(hand.partner))
        )
    elif played.entry.rules.calls_partner(len(hand.players)):
        taker = t("{taker}, alone", taker=taker)
    return ", ".join([taker, *called_words(t, hand)])
