"""What documents and screens say of an evening: its title, rules, teams, money and hands; and all of it for a chat.

`lettered` spells what people typed in the letters that a document has.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import reduce

from scorepad.evening.evening import Evening
from scorepad.evening.figures import Figures, Highlight, PlayedHand
from scorepad.evening.money import transfers
from scorepad.evening.sheet import Sheet, Standing
from scorepad.i18n import Translator
from scorepad.i18n.money import rate_text, transfer_text
from scorepad.i18n.names import scheme_title
from scorepad.i18n.pots import pots_lines
from scorepad.i18n.sentences import brief_hand, missed, takers
from scorepad.text import by_line, isolated

Lettered = Callable[[str], str]


def dated_title(t: Translator, evening: Evening, lettered: Lettered = isolated) -> str:
    """The title of a document: "Chez Anne, Thursday, February 29, 2024", or "Evening of Thursday, …"."""
    name, date = lettered(evening.table.title), t.date(evening.start.created)
    return f"{name}, {date}" if name else t("Evening of {date}", date=date)


def rules_title(t: Translator, evening: Evening, lettered: Lettered = isolated) -> str:
    """The titles of the rules of the hands, in their order."""
    first, *later = (lettered(scheme_title(t, scheme)) for scheme in evening.schemes)
    return reduce(lambda before, title: t("{rules}, then {others}", rules=before, others=title), later, first)


def rank_text(sheet: Sheet, standing: Standing) -> str:
    """A rank with a full stop; a dash as long as all totals are zero."""
    return f"{standing.rank}." if any(sheet.totals) else "–"


def teams_text(t: Translator, evening: Evening, lettered: Lettered = isolated) -> str:
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


def money_lines(t: Translator, evening: Evening, lettered: Lettered = isolated) -> list[str]:
    """What the points are worth, and who pays whom; nothing where no money is played for."""
    if evening.table.rate.cents == 0:
        return []
    rate = replace(evening.table.rate, currency=lettered(evening.table.rate.currency))
    names = [lettered(person.name) for person in evening.sheet.people]
    paid = [transfer_text(t, each, names, rate.currency) for each in transfers(evening.sheet.money(rate))]
    return [rate_text(t, rate), *(paid or [t("Nobody owes anything.")])]


def highlights(t: Translator, figures: Figures) -> list[tuple[str, Highlight]]:
    """The best and the worst hand with their titles, as far as there are any."""
    found = ((t("Best hand of the evening"), figures.best), (t("Worst hand of the evening"), figures.worst))
    return [(title, each) for title, each in found if each is not None]


def hand_words(
    t: Translator, evening: Evening, played: PlayedHand | Highlight, lettered: Lettered = isolated
) -> str:
    """The taker, the partner, the bid and the result: "Bruno, garde, made by 8"; and a chelem that was missed."""
    brief = brief_hand(t, played.hand, taker_words(t, evening, played, lettered), played.entry.rules)
    return ", ".join([brief, *missed(t, played.hand)])


def taker_words(
    t: Translator, evening: Evening, played: PlayedHand | Highlight, lettered: Lettered = isolated
) -> str:
    """The taker, the partner and the called card of a hand of an evening."""
    name_of = evening.table.name_of
    return takers(t, played.hand, played.entry.rules, lambda player: lettered(name_of(player)))


# -- for a chat ---


def standings_text(t: Translator, evening: Evening) -> str:
    """The standings, the number of hands and the hand of the evening, in a few lines."""
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
    """The evening, what its points are worth, and who pays whom, in a few lines."""
    return "\n".join([dated_title(t, evening), *money_lines(t, evening)])
