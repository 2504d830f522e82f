"""The names of the game's values, of schemes and evenings, in each language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from scorepad.evening.adjustment import Adjustment, AdjustmentKind, PointsChange
from scorepad.i18n import N_, Translator
from scorepad.tarot.cards import HALF_POINTS, CardKind
from scorepad.tarot.hand import (
    Bid,
    CalledCard,
    Court,
    Found,
    Hand,
    MisereKind,
    PlayerId,
    PoigneeSize,
    Suit,
    ThrownIn,
)
from scorepad.tarot.scheme import HOUSE_RULES, Scheme
from scorepad.tarot.scheme_data import shipped_schemes, shipped_title

if TYPE_CHECKING:
    from scorepad.evening.evening import Evening
    from scorepad.evening.sheet import SheetRow
    from scorepad.history import Summary

T = TypeVar("T")
NameOf = Callable[[PlayerId], str]

BIDS = {
    Bid.PETITE: N_("Petite"),
    Bid.POUSSE: N_("Pousse"),
    Bid.GARDE: N_("Garde"),
    Bid.GARDE_SANS: N_("Garde sans"),
    Bid.GARDE_CONTRE: N_("Garde contre"),
    Bid.OPEN: N_("Open duel"),
}
SHORT_BIDS = BIDS | {Bid.GARDE_SANS: N_("Sans"), Bid.GARDE_CONTRE: N_("Contre"), Bid.OPEN: N_("Open")}
THROWN_IN = {
    ThrownIn.ALL_PASSED: N_("All passed"),
    ThrownIn.PETIT_SEC: N_("Petit sec"),
    ThrownIn.MISDEAL: N_("Misdeal"),
    ThrownIn.EXCUSE_ALONE: N_("Excuse alone"),
    ThrownIn.NO_TRUMPS: N_("No trumps"),
    ThrownIn.TOO_FEW: N_("Too few trumps and honours"),
}
ADJUSTMENTS = {
    AdjustmentKind.PENALTY: N_("Penalty"),
    AdjustmentKind.GIFT: N_("Gift"),
    AdjustmentKind.CARRIED: N_("Starting score"),
    AdjustmentKind.OTHER: N_("Other points"),
}
SHORT_ADJUSTMENTS = ADJUSTMENTS | {
    AdjustmentKind.CARRIED: N_("Start"),
    AdjustmentKind.OTHER: N_("Points"),
}
SUITS = {
    Suit.SPADES: N_("spades"),
    Suit.HEARTS: N_("hearts"),
    Suit.DIAMONDS: N_("diamonds"),
    Suit.CLUBS: N_("clubs"),
}
SUIT_SIGNS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
COURTS = {
    Court.KING: N_("King"),
    Court.QUEEN: N_("Queen"),
    Court.KNIGHT: N_("Knight"),
    Court.JACK: N_("Jack"),
}
FOUND = {
    Found.DOG: N_("in the dog"),
    Found.OWN_HAND: N_("in the taker’s own hand"),
}
POIGNEES = {
    PoigneeSize.SINGLE: N_("Poignée"),
    PoigneeSize.DOUBLE: N_("Double poignée"),
    PoigneeSize.TRIPLE: N_("Triple poignée"),
}
MISERES = {
    MisereKind.NO_TRUMPS: N_("Misère without trumps"),
    MisereKind.NO_COURT_CARDS: N_("Misère without court cards"),
    MisereKind.NEITHER: N_("Misère without trumps and court cards"),
}
CARDS = {
    CardKind.KINGS: N_("Kings"),
    CardKind.QUEENS: N_("Queens"),
    CardKind.KNIGHTS: N_("Knights"),
    CardKind.JACKS: N_("Jacks"),
    CardKind.BOUTS: N_("Bouts"),
    CardKind.OTHERS: N_("Other cards"),
}
DOCUMENTS = {
    "FFT": N_("Official rules of the FFT"),
    "S0": N_("Pagat (in English, 1997)"),
    "S1": N_("Pagat (in German, 2011)"),
    "S2": N_("Wikipedia"),
    "S3": N_("A series on old card games"),
    "S4": N_("A short set of rules"),
}
"""The usual names of the documents in `SOURCES`."""


def lookup(names: Mapping[T, str]) -> Callable[[Translator, T], str]:
    """Returns a function that translates the name of a value in this table."""
    return lambda t, value: t(names[value])


bid_name, short_bid = lookup(BIDS), lookup(SHORT_BIDS)
thrown_in_name = lookup(THROWN_IN)
adjustment_name, short_adjustment = lookup(ADJUSTMENTS), lookup(SHORT_ADJUSTMENTS)
suit_name, court_name, found_name = lookup(SUITS), lookup(COURTS), lookup(FOUND)
poignee_name, misere_name = lookup(POIGNEES), lookup(MISERES)


def scheme_title(t: Translator, scheme: Scheme) -> str:
    """The title of a scheme: its own name, or the title of the shipped scheme.

    If the numbers differ from the shipped scheme's (another version, a forged link), the title says so: "FFT, our way".
    """
    shipped = shipped_schemes().get(scheme.id)
    if scheme.name or shipped is None:
        return scheme.name or scheme.id
    title = t(shipped_title(scheme.id))
    return title if scheme == shipped else t("{scheme}, our way", scheme=title)


def source_text(t: Translator, source: str) -> str:
    """The sources of a scheme's figures: names of documents, chapters of the official rules, or "House rules"."""
    return "; ".join(dict.fromkeys(_source(t, part) for part in source.split("; ")))


def _source(t: Translator, part: str) -> str:
    letter = part.partition(",")[0]
    if letter in DOCUMENTS and letter != "FFT":
        return t(DOCUMENTS[letter])
    return t("House rules") if part == HOUSE_RULES else part


def role_name(t: Translator, hand: Hand, player: PlayerId) -> str:
    """The role of a player in a hand."""
    if hand.open:
        return t("winner") if player == hand.taker else t("loser")
    if player == hand.taker:
        return t("taker")
    return t("partner") if player == hand.partner else t("defence")


def points_change_name(t: Translator, beside: PointsChange) -> str:
    """The name of a change of points without a hand, in a word or two."""
    return adjustment_name(t, beside.kind) if isinstance(beside, Adjustment) else t("Score taken over")


def short_points_change(t: Translator, beside: PointsChange) -> str:
    """The name of a change of points for a narrow column."""
    return short_adjustment(t, beside.kind) if isinstance(beside, Adjustment) else t("Takeover")


def entry_title(t: Translator, row: SheetRow) -> str:
    """The title of a row: the number of a hand, or the name of a change of points."""
    beside = row.deal.points_change
    return t("Hand {number}", number=row.number) if beside is None else points_change_name(t, beside)


def card_name(t: Translator, card: CalledCard) -> str:
    """The name of a called card: "King of hearts"."""
    return t("{court} of {suit}", court=court_name(t, card.court), suit=suit_name(t, card.suit))


def card_kind_name(t: Translator, kind: CardKind) -> str:
    """The name of a kind of cards, with the points of each card."""
    return f"{t(CARDS[kind])} ({t.half_points(HALF_POINTS[kind])})"


def evening_title(t: Translator, evening: Evening | Summary) -> str:
    """The name of an evening; its day if it has no name."""
    from scorepad.evening.evening import Evening  # a slow import, which a score does not need

    if isinstance(evening, Evening):
        name, created = evening.table.title, evening.began
    else:
        name, created = evening.name, evening.created
    return name or t("Evening of {date}", date=t.short_date(created))


def evening_titles(
    t: Translator, evenings: Sequence[Summary], day: Callable[[str], str] | None = None
) -> list[str]:
    """The titles of evenings. Equal titles get the day; if they are still equal, also the time, if it is known.

    `day` formats a day; the default is `t.short_date`.
    """
    day = day or t.short_date
    titles = [each.name or t("Evening of {date}", date=day(each.created)) for each in evenings]
    for more in (day, t.time):
        times = Counter(titles)
        titles = [
            f"{title}, {more(each.created)}"
            if times[title] > 1 and (each.name if more is day else "T" in each.created)
            else title
            for title, each in zip(titles, evenings, strict=True)
        ]
    return titles


def people_and_hands(t: Translator, evening: Summary) -> str:
    """The number of hands of an evening, and its people: "3 hands · Anne, Bruno, Chloé".

    A long list of names may continue in a second line; the number of hands stays in one piece.
    """
    names = ", ".join(person.name for person in evening.people)
    hands = t.plural("{count} hand", "{count} hands", evening.deals) if evening.deals else t("No hand yet")
    hands = hands.replace(" ", "\u00a0")
    return f"{hands} · {names}"


def file_size(t: Translator, size: int) -> str:
    """A size in bytes, shown in kB, rounded up."""
    return t("{size} kB", size=t.number(-(-size // 1000)))


def points_change_text(t: Translator, beside: PointsChange, name_of: NameOf) -> str:
    """All facts of a change of points without a hand, in a line."""
    words = f"{points_change_name(t, beside)} · {who_pays(t, beside, name_of)}"
    if not isinstance(beside, Adjustment):
        return words
    if beside.reason:
        words += f" · {t('“{words}”', words=beside.reason)}"
    paid = (f"{name_of(each.player)} {t.signed(each.amount, beside.unit)}" for each in beside.shares)
    return f"{words} · {', '.join(paid)}"


def who_pays(t: Translator, beside: PointsChange, name_of: NameOf) -> str:
    """The payer and the receiver in a change of points, in a few words: "Anne to Bruno".

    If several people pay or receive, the words name only the payers. For a starting score they name its origin, and for
    a score that is taken over, the newcomer and the leaver.
    """
    if not isinstance(beside, Adjustment):
        leaver, newcomer = name_of(beside.leaver), name_of(beside.newcomer)
        return t("{newcomer} takes over from {leaver}", newcomer=newcomer, leaver=leaver)
    payers = [name_of(each.player) for each in beside.shares if each.amount < 0]
    receivers = [name_of(each.player) for each in beside.shares if each.amount > 0]
    if beside.kind is AdjustmentKind.CARRIED:
        return t("from an earlier evening")
    if len(payers) == 1 and len(receivers) == 1:
        return t("{giver} to {receiver}", giver=payers[0], receiver=receivers[0])
    return t("{names} pays", names=payers[0]) if len(payers) == 1 else t("{names} pay", names=t.names(payers))


def points_change_detail(t: Translator, beside: PointsChange) -> str:
    """The rule behind a change of points, in one plain sentence."""
    if not isinstance(beside, Adjustment):
        return t("The score goes with the seat: who leaves stands at zero. It follows later corrections.")
    if beside.kind is AdjustmentKind.CARRIED:
        return t("The score with which the evening begins. It sums to zero.")
    return t("Paid without a hand: the deal does not pass on. It sums to zero.")


def bouts_text(t: Translator, bouts: int) -> str:
    """A number of bouts."""
    return t.plural("{count} bout", "{count} bouts", bouts)
