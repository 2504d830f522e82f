"""The evening as a short text for a chat."""

from __future__ import annotations

from scorepad.evening.evening import Evening
from scorepad.evening.figures import Figures
from scorepad.i18n import Translator
from scorepad.i18n.evenings import dated_title, hand_words, money_lines, rank_text, teams_text
from scorepad.i18n.pots import pots_lines
from scorepad.text import isolated


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
        lines.append(t("“{words}”", words=isolated(note)))
    return "\n".join(lines)


def money_text(t: Translator, evening: Evening) -> str:
    """The evening, what its points are worth, and who pays whom, in a few lines."""
    return "\n".join([dated_title(t, evening), *money_lines(t, evening)])
