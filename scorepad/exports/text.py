"""The evening as a short text for a chat."""

from __future__ import annotations

from scorepad.i18n import Translator
from scorepad.i18n.wording import bid_name, result
from scorepad.tarot.hand import Hand
from scorepad.tarot.session import Entry, Session


def standings_text(t: Translator, session: Session) -> str:
    """The standings, the number of hands and the hand of the evening, in a few lines."""
    title = session.name or t("Tarot, {date}", date=t.date(session.created))
    lines = [title]
    for standing in session.standings:
        total = t.signed(standing.total, session.unit)
        lines.append(f"{standing.rank}. {standing.person.name} {total}")
    lines.append(t.plural("{count} hand", "{count} hands", len(session.standing_entries)))
    best = hand_of_the_evening(session)
    if best is not None:
        lines.append(t("Hand of the evening: {hand}", hand=_hand_text(t, session, best)))
    return "\n".join(lines)


def hand_of_the_evening(session: Session) -> Entry | None:
    """The hand that moved most points; the first of them, where several did."""
    played = [entry for entry in session.standing_entries if isinstance(entry.deal.outcome, Hand)]
    return max(played, key=lambda entry: max(map(abs, entry.amounts)), default=None)


def _hand_text(t: Translator, session: Session, entry: Entry) -> str:
    hand = entry.deal.outcome
    assert isinstance(hand, Hand)
    taker = session.person(hand.taker)
    amount = entry.amounts[session.people.index(taker)]
    words = f"{taker.name}, {t.inside(bid_name(t, hand.bid))}, {t.inside(result(t, hand, session.rules))}"
    return f"{words} ({t.signed(amount, session.unit)})"
