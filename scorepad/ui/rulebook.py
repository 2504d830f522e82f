"""The text of the rules, to read and to search: every figure comes from the engine. Independent of screens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorepad.evening.people import MAX_MEMBERS, MIN_MEMBERS
from scorepad.i18n import Translator
from scorepad.i18n.names import bid_name, document_name, poignee_name, scheme_title, source_text
from scorepad.i18n.sentences import bouts_text, formula
from scorepad.tarot.cards import HALF_POINTS, IN_DECK, CardKind
from scorepad.tarot.hand import (
    HALF_POINTS_IN_DECK,
    HALF_POINTS_PER_BOUT,
    NEEDED,
    TRUMPS_IN_DECK,
    Bid,
    Hand,
    Misere,
    MisereKind,
    Poignee,
    PoigneeSize,
    Side,
)
from scorepad.tarot.odds import Odds, in_dog, in_hand, in_hand_and_dog
from scorepad.tarot.payments import settle
from scorepad.tarot.pots import MoveKind, end_deal, start_deal
from scorepad.tarot.scheme import SOURCES, Scheme
from scorepad.tarot.scheme_data import shipped_scheme, shipped_schemes
from scorepad.tarot.scoring import score
from scorepad.text import folded

FOUR = ("A", "B", "C", "D")
BOUTS_IN_DECK = IN_DECK[CardKind.BOUTS]


@dataclass(frozen=True)
class Chapter:
    """A chapter of the rules: its title, its sentences, the ids of linked schemes, and whether it leads to the odds."""

    title: str
    sentences: tuple[str, ...]
    schemes: tuple[str, ...] = ()
    odds: bool = False


def chapters(t: Translator) -> tuple[Chapter, ...]:
    """All chapters, in the order in which a table needs them."""
    fft = shipped_scheme()
    return (
        _cards(t),
        _contract(t, fft),
        _bids(t, fft),
        _excuse(t),
        _petit(t, fft),
        _poignees(t, fft),
        _chelem(t, fft),
        _misere(t),
        _shares(t, fft),
        _half_points(t, fft),
        _called(t),
        _dealing(t),
        _thrown_in(t),
        _odds(t, fft),
        _mouches(t, shipped_scheme("mouches")),
        _chips(t, shipped_scheme("chips")),
        _beside(t),
        _disputed(t),
        _slips(t),
        *_schemes(t),
        Chapter(
            t("The sources"),
            tuple(f"{document_name(t, letter)}: {document}" for letter, document in SOURCES.items()),
        ),
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


def _documents(t: Translator, *letters: str) -> str:
    return t.names(document_name(t, letter) for letter in letters)


def _hand(bid: Bid, bouts: int, points: int) -> Hand:
    return Hand(players=FOUR, taker="A", bid=bid, bouts=bouts, half_points=2 * points)


def _contract(t: Translator, scheme: Scheme) -> Chapter:
    needed = ", ".join(f"{points} ({bouts_text(t, bouts)})" for bouts, points in NEEDED.items())
    rest = {bouts: HALF_POINTS_IN_DECK - 2 * points + 1 for bouts, points in NEEDED.items()}
    defence = ", ".join(f"{t.half_points(points)} ({bouts_text(t, bouts)})" for bouts, points in rest.items())
    won, lost = _hand(Bid.GARDE, 2, 49), _hand(Bid.GARDE, 2, 40)
    return _chapter(
        t("Made or down"),
        t("The taker’s side needs: {needed}.", needed=needed),
        t("The defence wins with: {needed}, by the bouts of the taker’s side.", needed=defence),
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


def _excuse(t: Translator) -> Chapter:
    return _chapter(
        t("The excuse"),
        t("It is a bout and worth {points} points.", points=t.half_points(HALF_POINTS_PER_BOUT)),
        t(
            "It wins no trick and stays with its side, which gives the winner of the trick a card of {points} for it.",
            points=t.half_points(HALF_POINTS[CardKind.OTHERS]),
        ),
        t(
            "A side that wins no trick has no card to give: then it counts {points}.",
            points=t.half_points(HALF_POINTS_PER_BOUT - HALF_POINTS[CardKind.OTHERS]),
        ),
        t(
            "In the last trick it goes to the winner of that trick ({winner}), or to the other camp ({other}).",
            winner=_documents(t, "S0", "S3", "S4"),
            other=_documents(t, "S1", "S2"),
        ),
        t(
            "Led to the last trick by a side that has won all the others, it wins it: a chelem. "
            "The petit then counts as au bout in the trick before."
        ),
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
        t("Trumps to show at 2 players: {sizes}.", sizes=sizes(2)),
        t("Trumps to show at 3 players: {sizes}.", sizes=sizes(3)),
        t("Trumps to show at 4 players: {sizes}.", sizes=sizes(4)),
        t("Trumps to show at 5 players: {sizes}.", sizes=sizes(5)),
        t("The excuse counts as a trump. Each player shows one poignée at most."),
        t(
            "Rule of thumb: more trumps than half the hand ({documents}).",
            documents=_documents(t, "S0", "S1"),
        ),
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


def _misere(t: Translator) -> Chapter:
    scheme = shipped_scheme("wikipedia")
    assert scheme.misere is not None

    def declared(players: int) -> str:
        misere = Misere("B", MisereKind.NO_TRUMPS)
        hand = replace(_hand(Bid.GARDE, 2, 41), players=tuple("ABCDE"[:players]), miseres=(misere,))
        without = settle(score(replace(hand, miseres=()), scheme), hand, scheme)
        return t.signed(settle(score(hand, scheme), hand, scheme).of("B") - without.of("B"))

    return _chapter(
        t("Misère"),
        t("A hand without trumps, or one without court cards, where the table plays it; the FFT has none."),
        t(
            "{points} from every other player, whoever wins: {three} at three, {four} at four, {five} at five.",
            points=scheme.misere.points,
            three=declared(3),
            four=declared(4),
            five=declared(5),
        ),
        t(
            "These print {four} at every table: {documents}.",
            four=declared(4),
            documents=_documents(t, "S2", "S3"),
        ),
        t(
            "Neither trumps nor court cards is what this asks for, a kind of its own: {document}.",
            document=document_name(t, "S1"),
        ),
    )


def _called(t: Translator) -> Chapter:
    return _chapter(
        t("The called card"),
        t("At five the taker calls a king; who has all four calls a queen, then a knight, then a jack."),
        t("If it lies in the dog or in the taker’s own hand, the taker plays alone."),
        t(
            "At some tables the next card is called when nobody holds it: {document}.",
            document=document_name(t, "S3"),
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
        t("2 players: {amounts}.", amounts=amounts(2, None)),
        t("3 players: {amounts}.", amounts=amounts(3, None)),
        t("4 players: {amounts}.", amounts=amounts(4, None)),
        t("5 players, with a partner: {amounts}.", amounts=amounts(5, "B")),
        t("5 players, taker alone: {amounts}.", amounts=amounts(5, None)),
        t(
            "At five the taker calls a king; who has all four calls a queen, and so on down to a jack. "
            "With the called card in the dog or in the own hand the taker plays alone."
        ),
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
        t("Who deals first is drawn by cards, or by the app."),
        t("Counter-clockwise is usual; some tables play clockwise."),
        t("The deal passes after every hand, played or not."),
        t(
            "With more people than seats the dealer sits out; while everyone passes, the same dealer deals again."
        ),
        t(
            "A table may agree on so many hands, so many deals each, or a time after which no hand begins: {document}.",
            document=document_name(t, "S4"),
        ),
    )


def _thrown_in(t: Translator) -> Chapter:
    return _chapter(
        t("Hands that are thrown in"),
        t("Petit sec (the 1 of trumps and no other trump, without the excuse): the hand is thrown in."),
        t("So it is with the excuse as the only trump: {documents}.", documents=_documents(t, "S0", "S1")),
        t(
            "So it is without trumps, or with too few trumps and honours together: {document}.",
            document=document_name(t, "S2"),
        ),
        t(
            "At some tables the lone petit is imprenable: it is played like a second excuse, "
            "and nobody can take it. The score stays the same: {documents}.",
            documents=_documents(t, "S0", "S1", "S2"),
        ),
    )


def _odds(t: Translator, scheme: Scheme) -> Chapter:
    def spread(odds: Odds) -> str:
        return ", ".join(f"{count}: {t.percent(odds.exactly(count))}" for count in range(len(odds.ways)))

    none = [t.percent(in_dog(BOUTS_IN_DECK - held, 4, scheme).exactly(0)) for held in range(BOUTS_IN_DECK)]
    single = scheme.thresholds(4).single
    chapter = _chapter(
        t("The odds"),
        t(
            "At four the dog holds no bout in {none} of the deals, for who holds 0, 1 or 2.",
            none=" / ".join(none),
        ),
        t("Bouts dealt to one hand of four: {spread}.", spread=spread(in_hand(BOUTS_IN_DECK, 4, scheme))),
        t(
            "Bouts in that hand and the dog together: {spread}.",
            spread=spread(in_hand_and_dog(BOUTS_IN_DECK, 4, scheme)),
        ),
        t(
            "The called king that the taker does not hold lies in the dog in {part} of the deals.",
            part=t.percent(in_dog(1, 5, scheme).exactly(1)),
        ),
        t(
            "A given hand of {cards} cards shows {single} trumps or more in {part} of the deals.",
            cards=scheme.cards(4),
            single=single,
            part=t.percent(in_hand(TRUMPS_IN_DECK, 4, scheme).at_least(single)),
        ),
    )
    return replace(chapter, odds=True)


def _mouches(t: Translator, scheme: Scheme) -> Chapter:
    rule = scheme.mouches
    assert rule is not None
    first = start_deal((), rule, 1, FOUR, "A")
    (lost,) = (move for move in end_deal(first, _hand(Bid.GARDE, 2, 40)).moves if move.kind is MoveKind.PAID)
    (left, *_) = start_deal((first.pot[0], -lost.amount), rule, 1, FOUR, "B").pot
    return _chapter(
        t("Playing for mouches"),
        t("Pools for which a table plays beside the score."),
        t(
            "Where there is no mouche, everybody at the table pays {stake} into a new one. At the start of every deal "
            "the dealer adds {more} to the largest, and to a new one too.",
            stake=rule.stake,
            more=rule.dealer,
        ),
        t(
            "A taker who wins takes the largest mouche; one who loses pays another as large as the largest. "
            "At five it is the taker’s alone, with a partner too."
        ),
        t(
            "At 4 players the first mouche holds {first}. The taker loses and pays {lost}; the next dealer adds "
            "{more}, and whoever wins takes {taken}.",
            first=first.pot[0],
            lost=-lost.amount,
            more=rule.dealer,
            taken=left,
        ),
        t("The totals of all people and the mouches always sum to zero."),
        t("At the end of the evening they are left there, or shared equally; what cannot be divided stays."),
        t("Some play for the points over and short alone: the base of every bid is then 0."),
        schemes=("mouches", "mouches_margin"),
    )


def _chips(t: Translator, scheme: Scheme) -> Chapter:
    bids = ", ".join(f"{bid_name(t, value.bid)} {value.base}" for value in scheme.bids)
    return _chapter(
        t("Playing with chips"),
        t("What a bid stakes: {bids}. Some play a garde contre for 8.", bids=bids),
        t(
            "Every defender stakes that many chips, and the taker as many against each of them; the winner takes them. "
            "Neither the margin nor any bonus counts."
        ),
        t("At table stakes nobody loses more than they hold, nor wins more than they staked."),
        t(
            "A taker with too few chips who wins takes an equal stack from each defender. If he loses, his chips are "
            "split as evenly as possible: the odd ones go to the next players after him."
        ),
        t(
            "A defender with too few chips loses, and is paid, only what he holds. "
            "At five the taker stakes against two defenders, and the partner against the third."
        ),
        t("Whoever has no chip left plays on. To raise the bids, change the rules from now on."),
        schemes=("chips", "fft"),
    )


def _beside(t: Translator) -> Chapter:
    return _chapter(
        t("Beside the hands"),
        t("A penalty or a gift is paid without a hand: it sums to zero, and the deal does not pass on."),
        t("A starting score carries an earlier evening over; it is written before the first hand."),
        t("Who takes over a seat takes over its score; who leaves stands at zero."),
        t(
            "A team of {least} to {most} people can hold a seat (S4): its members take turns.",
            least=MIN_MEMBERS,
            most=MAX_MEMBERS,
        ),
    )


def _disputed(t: Translator) -> Chapter:
    scales = "; ".join(
        " / ".join(str(shipped_scheme(name).poignee.points.of(size)) for size in PoigneeSize)
        for name in ("fft", "wikipedia", "poignees_10_20_40")
    )
    return _chapter(
        t("Where the books disagree"),
        t("There are three scales of poignées: {scales}.", scales=scales),
        t(
            "A petit chelem is all the tricks but {one} ({documents}) or but {three} ({wikipedia}); the FFT has none.",
            one=_all_but("contre_5"),
            documents=_documents(t, "S0", "S1"),
            three=_all_but("wikipedia"),
            wikipedia=document_name(t, "S2"),
        ),
        t("Some tables keep the half point instead of rounding it."),
        schemes=("wikipedia", "poignees_10_20_40", "contre_5"),
    )


def _slips(t: Translator) -> Chapter:
    fft = shipped_scheme()
    slip = replace(_hand(Bid.GARDE, 2, 41), petit_au_bout=Side.DEFENCE)
    shown = replace(_hand(Bid.GARDE, 3, 40), poignees=(Poignee("B", PoigneeSize.SINGLE),))
    multiplied, alone = shipped_scheme("poignee_multiplied"), shipped_scheme("five_alone")
    return _chapter(
        t("Slips in the sources"),
        t(
            "Hand 4 in {document}: it prints 40 for a garde just made with the petit au bout to the defence. "
            "It is {formula}; the totals after it are wrong by as much.",
            document=document_name(t, "S0"),
            formula=formula(t, score(slip, fft)),
        ),
        t(
            "Hand 5 there counts a poignée of 10 inside the bracket, {inside}; the FFT adds it after, {after}.",
            inside=formula(t, score(shown, multiplied)),
            after=formula(t, score(shown, fft)),
        ),
        t(
            "These write “25 minus the difference” for a lost contract, where 25 plus the difference is lost: "
            "{documents}.",
            documents=_documents(t, "S3", "S4"),
        ),
        t(
            "For five with {cards} cards each, this gives a dog of 7 cards, where {dog} are left: {document}.",
            cards=alone.cards(5),
            dog=alone.dog(5),
            document=document_name(t, "S4"),
        ),
        schemes=("fft", "poignee_multiplied"),
    )


def _all_but(name: str) -> int:
    rule = shipped_scheme(name).petit_chelem
    assert rule is not None
    return rule.all_but


def _open_duel(t: Translator, scheme: Scheme) -> Chapter:
    one = Hand(players=FOUR[:2], taker="A", bid=Bid.OPEN, bouts=2, half_points=98, petit_au_bout=Side.TAKER)
    needed = ", ".join(f"{points} ({bouts_text(t, bouts)})" for bouts, points in NEEDED.items())
    return _chapter(
        scheme_title(t, scheme),
        t("Two players, 39 cards each, no dog and no bids: nobody takes."),
        t(
            "Both count their cards. Whoever reaches the points that their bouts require wins: {needed}. "
            "One of the two always does, and only one.",
            needed=needed,
        ),
        t("The winner gets {base} and the points over.", base=scheme.bids[0].base),
        t("The petit au bout brings {points}, whoever wins.", points=scheme.petit_au_bout.points),
        t("There is no poignée and no chelem."),
        t("2 bouts, 49 points and the petit au bout: {formula}.", formula=formula(t, score(one, scheme))),
        t("Source: {source}", source=source_text(t, scheme.source)),
        schemes=(scheme.id,),
    )


def _schemes(t: Translator) -> Iterator[Chapter]:
    for scheme in shipped_schemes().values():
        if scheme.open:
            yield _open_duel(t, scheme)
            continue
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
