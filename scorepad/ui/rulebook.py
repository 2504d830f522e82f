"""The text of the rules, to read and to search: every figure comes from the engine. Independent of screens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorepad.i18n import Translator
from scorepad.i18n.names import bid_name, poignee_name, scheme_title, source_text
from scorepad.i18n.sentences import bouts_text, formula
from scorepad.tarot.cards import HALF_POINTS, IN_DECK, CardKind
from scorepad.tarot.hand import NEEDED, Bid, Hand, Poignee, PoigneeSize, Side
from scorepad.tarot.payments import settle
from scorepad.tarot.scheme import SOURCES, Scheme
from scorepad.tarot.scheme_data import shipped_scheme, shipped_schemes
from scorepad.tarot.scoring import score
from scorepad.text import folded

FOUR = ("A", "B", "C", "D")


@dataclass(frozen=True)
class Chapter:
    """A chapter of the rules: its title, its sentences, and the ids of linked schemes."""

    title: str
    sentences: tuple[str, ...]
    schemes: tuple[str, ...] = ()


def chapters(t: Translator) -> tuple[Chapter, ...]:
    """All chapters, in the order in which a table needs them."""
    fft = shipped_scheme()
    return (
        _cards(t),
        _contract(t, fft),
        _bids(t, fft),
        _petit(t, fft),
        _poignees(t, fft),
        _chelem(t, fft),
        _shares(t, fft),
        _half_points(t, fft),
        _dealing(t),
        _disputed(t),
        *_schemes(t),
        _chapter(t("The sources"), *(f"{letter}: {document}" for letter, document in SOURCES.items())),
    )


def found(chapters: tuple[Chapter, ...], words: str) -> tuple[Chapter, ...]:
    """The chapters that contain every word, without regard to accents and capitals."""
    wanted = folded(words).split()
    return tuple(
        chapter
        for chapter in chapters
        if all(word in folded(" ".join((chapter.title, *chapter.sentences))) for word in wanted)
    )


def _chapter(title: str, *sentences: str, schemes: tuple[str, ...] = ()) -> Chapter:
    return Chapter(title, sentences, schemes)


def _cards(t: Translator) -> Chapter:
    worth = {kind: t.half_points(points) for kind, points in HALF_POINTS.items()}
    return _chapter(
        t("The cards and their points"),
        t(
            "A king or a bout counts {king}, a queen {queen}, a knight {knight}, a jack {jack}, "
            "every other card {other}.",
            king=worth[CardKind.KINGS],
            queen=worth[CardKind.QUEENS],
            knight=worth[CardKind.KNIGHTS],
            jack=worth[CardKind.JACKS],
            other=worth[CardKind.OTHERS],
        ),
        t(
            "The {cards} cards make {points} points.",
            cards=sum(IN_DECK.values()),
            points=t.half_points(sum(IN_DECK[kind] * HALF_POINTS[kind] for kind in CardKind)),
        ),
        t("The bouts are the 1 of trumps (the petit), the 21 and the excuse."),
    )


def _hand(bid: Bid, bouts: int, points: int) -> Hand:
    return Hand(players=FOUR, taker="A", bid=bid, bouts=bouts, half_points=2 * points)


def _contract(t: Translator, scheme: Scheme) -> Chapter:
    needed = ", ".join(f"{points} ({bouts_text(t, bouts)})" for bouts, points in NEEDED.items())
    won, lost = _hand(Bid.GARDE, 2, 49), _hand(Bid.GARDE, 2, 40)
    return _chapter(
        t("Made or down"),
        t("The taker’s side needs: {needed}.", needed=needed),
        t("Made or down follows from bouts and points; nobody has to say it."),
        t(
            "Garde with 2 bouts and 49 points: {formula} from each defender.",
            formula=formula(t, score(won, scheme)),
        ),
        t("The same with 40 points: {formula}.", formula=formula(t, score(lost, scheme))),
    )


def _bids(t: Translator, scheme: Scheme) -> Chapter:
    bids = ", ".join(f"{bid_name(t, value.bid)} ×{value.factor}" for value in scheme.bids)
    base = scheme.bids[0].base
    return _chapter(
        t("The bids"),
        t("{bids}.", bids=bids),
        t("The sum of {base} and the points over or short is multiplied by the bid.", base=base),
    )


def _petit(t: Translator, scheme: Scheme) -> Chapter:
    lost = replace(_hand(Bid.PETITE, 2, 34), petit_au_bout=Side.TAKER)
    return _chapter(
        t("Petit au bout"),
        t(
            "The side that wins the last trick with the petit in it gets {points}, multiplied by the bid.",
            points=scheme.petit_au_bout.points,
        ),
        t(
            "It does not depend on the result: a taker who is down 7 in a petite with his petit au bout "
            "loses {formula}.",
            formula=formula(t, score(lost, scheme)),
        ),
    )


def _poignees(t: Translator, scheme: Scheme) -> Chapter:
    def sizes(players: int) -> str:
        thresholds = scheme.thresholds(players)
        return " / ".join(str(thresholds.of(size)) for size in PoigneeSize)

    worth = ", ".join(f"{poignee_name(t, size)} {scheme.poignee.points.of(size)}" for size in PoigneeSize)
    return _chapter(
        t("Poignées"),
        t("{worth}, not multiplied, to the side that wins the hand, whoever showed it.", worth=worth),
        t("Trumps to show at 3 players: {sizes}.", sizes=sizes(3)),
        t("Trumps to show at 4 players: {sizes}.", sizes=sizes(4)),
        t("Trumps to show at 5 players: {sizes}.", sizes=sizes(5)),
        t("The excuse counts as a trump. Each player shows one poignée at most."),
    )


def _chelem(t: Translator, scheme: Scheme) -> Chapter:
    rule = scheme.chelem
    return _chapter(
        t("Chelem"),
        t(
            "All the tricks: {made} announced and made, {unannounced} without an announcement, "
            "{missed} announced and missed.",
            made=t.signed(rule.announced_made),
            unannounced=t.signed(rule.unannounced),
            missed=t.signed(rule.announced_missed),
        ),
        t(
            "A chelem by the defence costs the taker’s side {points} more for each defender.",
            points=rule.unannounced,
        ),
    )


def _shares(t: Translator, scheme: Scheme) -> Chapter:
    def amounts(players: int, partner: str | None) -> str:
        hand = replace(_hand(Bid.GARDE, 2, 49), players=tuple("ABCDE"[:players]), partner=partner)
        payments = settle(score(hand, scheme), hand, scheme)
        return ", ".join(t.signed(amount) for amount in payments.totals)

    return _chapter(
        t("Who pays whom"),
        t("Each defender pays the score, or receives it; the hand always sums to zero."),
        t("3 players: {amounts}.", amounts=amounts(3, None)),
        t("4 players: {amounts}.", amounts=amounts(4, None)),
        t("5 players, with a partner: {amounts}.", amounts=amounts(5, "B")),
        t("5 players, taker alone: {amounts}.", amounts=amounts(5, None)),
    )


def _half_points(t: Translator, scheme: Scheme) -> Chapter:
    def sum_of(half_points: int) -> str:
        hand = replace(_hand(Bid.PETITE, 2, 0), players=FOUR[:3], half_points=half_points)
        return formula(t, score(hand, scheme))

    return _chapter(
        t("Half points"),
        t("At 3 and 5 players a side can have a half point; it goes to the side that wins."),
        t("40½ with 2 bouts is down 1: {formula}.", formula=sum_of(81)),
        t("41½ with 2 bouts is made by 1: {formula}.", formula=sum_of(83)),
    )


def _dealing(t: Translator) -> Chapter:
    return _chapter(
        t("The deal"),
        t("The deal passes after every hand, played or not."),
        t(
            "With more people than seats the dealer sits out; while everyone passes, the same dealer deals again."
        ),
        t("Petit sec (the 1 of trumps and no other trump, without the excuse): the hand is thrown in."),
    )


def _disputed(t: Translator) -> Chapter:
    fft = shipped_scheme()
    slip = replace(_hand(Bid.GARDE, 2, 41), petit_au_bout=Side.DEFENCE)
    shown = replace(_hand(Bid.GARDE, 3, 40), poignees=(Poignee("B", PoigneeSize.SINGLE),))
    multiplied = shipped_scheme("poignee_multiplied")
    scales = "; ".join(
        " / ".join(str(shipped_scheme(name).poignee.points.of(size)) for size in PoigneeSize)
        for name in ("fft", "wikipedia", "poignees_10_20_40")
    )
    return _chapter(
        t("Where the books disagree"),
        t(
            "S0 prints 40 for a garde just made with the petit au bout to the defence; it is {formula}.",
            formula=formula(t, score(slip, fft)),
        ),
        t(
            "Its next hand counts a poignée of 10 inside the bracket, {inside}; the FFT adds it after, {after}.",
            inside=formula(t, score(shown, multiplied)),
            after=formula(t, score(shown, fft)),
        ),
        t("There are three scales of poignées: {scales}.", scales=scales),
        t(
            "A petit chelem is all the tricks but {one} (S0, S1) or but {three} (Wikipedia); the FFT has none.",
            one=_all_but("contre_5"),
            three=_all_but("wikipedia"),
        ),
        t("A misère is a hand without trumps, or one without court cards; the FFT has none."),
        t("Some tables keep the half point instead of rounding it."),
        schemes=("fft", "wikipedia", "poignee_multiplied", "poignees_10_20_40", "contre_5"),
    )


def _all_but(name: str) -> int:
    rule = shipped_scheme(name).petit_chelem
    assert rule is not None
    return rule.all_but


def _schemes(t: Translator) -> Iterator[Chapter]:
    for scheme in shipped_schemes().values():
        bid = Bid.GARDE if scheme.allows(Bid.GARDE) else scheme.bids[0].bid
        hand = replace(
            _hand(bid, 2, 49), petit_au_bout=Side.TAKER, poignees=(Poignee("A", PoigneeSize.SINGLE),)
        )
        yield _chapter(
            scheme_title(t, scheme),
            t(
                "Garde, 2 bouts, 49 points, petit au bout and a poignée: {formula}.",
                formula=formula(t, score(hand, scheme)),
            ),
            t("Source: {source}", source=source_text(t, scheme.source)),
            schemes=(scheme.id,),
        )
