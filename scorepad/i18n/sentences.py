"""Sentences about hands, scores and payments, shared by screens, exports and the command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scorepad.i18n import MINUS, N_, Translator
from scorepad.i18n.names import (
    NameOf,
    bid_name,
    bouts_text,
    card_name,
    found_name,
    lookup,
    misere_name,
    poignee_name,
    points_change_text,
    thrown_in_name,
)
from scorepad.tarot.choices import HalfPoints, PoigneeTo, RoundedTo
from scorepad.tarot.hand import NEEDED, Bid, Chelem, Draft, Hand, Misere, Poignee, PoigneeSize, Side, ThrownIn
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scoring import Line, Payments, Rule, Score

if TYPE_CHECKING:
    from scorepad.evening.deal import Deal

TAKES = {
    Bid.PETITE: N_("takes a petite"),
    Bid.POUSSE: N_("takes a pousse"),
    Bid.GARDE: N_("takes a garde"),
    Bid.GARDE_SANS: N_("takes a garde sans"),
    Bid.GARDE_CONTRE: N_("takes a garde contre"),
    Bid.OPEN: N_("wins the open duel"),
}
CHELEMS = {
    (Side.TAKER, Side.TAKER): N_("Announced and made"),
    (Side.TAKER, None): N_("Announced and missed"),
    (None, Side.TAKER): N_("Made, not announced"),
    (None, Side.DEFENCE): N_("Made by the defence"),
    (Side.TAKER, Side.DEFENCE): N_("Announced, made by the defence"),
    (Side.DEFENCE, Side.DEFENCE): N_("Announced and made by the defence"),
    (Side.DEFENCE, None): N_("Announced by the defence, missed"),
    (Side.DEFENCE, Side.TAKER): N_("Announced by the defence, made by the attack"),
}
"""The result of a chelem in words, by the side that announced the chelem and the side that made it."""
MADE = {Side.TAKER: N_("chelem"), Side.DEFENCE: N_("chelem by the defence")}
MISSED = {Side.TAKER: N_("chelem missed"), Side.DEFENCE: N_("chelem missed by the defence")}
PETIT_MADE = {Side.TAKER: N_("petit chelem"), Side.DEFENCE: N_("petit chelem by the defence")}
PETIT_MISSED = {
    Side.TAKER: N_("petit chelem missed"),
    Side.DEFENCE: N_("petit chelem missed by the defence"),
}
PETITS = {Side.TAKER: N_("petit"), Side.DEFENCE: N_("petit for the defence")}
DUEL_PETITS = {Side.TAKER: N_("petit for the winner"), Side.DEFENCE: N_("petit for the loser")}
LINES = {
    Rule.PETIT_AU_BOUT: (
        N_("Petit au bout, taken by the attack"),
        N_("Petit au bout, taken by the defence"),
    ),
    Rule.CHELEM_ANNOUNCED: (N_("Chelem announced and made"), N_("Chelem announced and made by the defence")),
    Rule.CHELEM_UNANNOUNCED: (N_("Chelem made, not announced"), N_("Chelem made by the defence")),
    Rule.CHELEM_MISSED: (N_("Chelem announced and missed"), N_("Chelem announced and missed by the defence")),
    Rule.PETIT_CHELEM_ANNOUNCED: (
        N_("Petit chelem announced and made"),
        N_("Petit chelem announced and made by the defence"),
    ),
    Rule.PETIT_CHELEM_UNANNOUNCED: (
        N_("Petit chelem made, not announced"),
        N_("Petit chelem made by the defence"),
    ),
    Rule.PETIT_CHELEM_MISSED: (
        N_("Petit chelem announced and missed"),
        N_("Petit chelem announced and missed by the defence"),
    ),
    Rule.ROUNDING: (N_("Rounding"), N_("Rounding")),
    Rule.TABLE_STAKES: (N_("Table stakes"), N_("Table stakes")),
}
"""The titles of lines: for the taker's side, and for the defence."""
LINE_DETAILS = {
    Rule.CONTRACT: N_("Every hand played starts from {base} points."),
    Rule.MARGIN: N_("{points} points for {needed} needed with {bouts}."),
    Rule.PETIT_AU_BOUT: N_("The petit in the last trick, whatever the result of the contract."),
    Rule.POIGNEE: N_("To the side of the player who showed it."),
    Rule.CHELEM_ANNOUNCED: N_("All the tricks, as announced."),
    Rule.CHELEM_UNANNOUNCED: N_("All the tricks, without an announcement."),
    Rule.CHELEM_MISSED: N_("All the tricks were announced; the other side won one."),
    Rule.PETIT_CHELEM_ANNOUNCED: N_("Nearly all the tricks, as announced."),
    Rule.PETIT_CHELEM_UNANNOUNCED: N_("Nearly all the tricks, without an announcement."),
    Rule.PETIT_CHELEM_MISSED: N_("Nearly all the tricks were announced, and not won."),
    Rule.MISERE: N_("Paid by every other player, whoever wins."),
    Rule.TABLE_STAKES: N_("Nobody loses more than they hold, nor wins more than they staked."),
}
HALF_POINTS = {
    HalfPoints.WINNER: N_("The half point goes to the winning side."),
    HalfPoints.TAKER: N_("The half point counts for the taker."),
}
ROUNDED = {
    RoundedTo.NEAREST: N_("Rounded to the nearest {step}."),
    RoundedTo.EVEN: N_("Rounded to the nearest {step}, half-way to the even multiple."),
    RoundedTo.DOWN: N_("Rounded down to a multiple of {step}."),
    RoundedTo.UP: N_("Rounded to a multiple of {step} in the taker’s favour."),
}


takes = lookup(TAKES)
"""The words for the taker's bid; they follow the taker's name."""
chelem_text = lookup(CHELEMS)
"""The result of a chelem in words, for a pair: the side that announced the chelem, and the side that made it."""


def result_with_missed(t: Translator, hand: Hand, scheme: Scheme | None = None) -> str:
    """The result of a hand with its missed chelems: "Made by 34", or "Made by 34, chelem missed"."""
    return ", ".join([result(t, hand, scheme), *missed_chelems(t, hand)])


def result(t: Translator, hand: Hand, scheme: Scheme | None = None) -> str:
    """Whether the contract was made, and the margin: in whole points unless the scheme keeps half points."""
    half_points = _half_points_by(hand, scheme)
    by = t.number(half_points, 2)
    if hand.open:
        return t("Won by {points}", points=by) if hand.margin else t("Just won")
    if hand.winner is Side.DEFENCE:
        return t("Down {points}", points=by) if half_points else t("Just down")
    return t("Made by {points}", points=by) if hand.margin else t("Just made")


def missed_chelems(t: Translator, hand: Hand) -> list[str]:
    """The chelems that a side announced and missed; they can cost more than the contract pays."""
    found, chelem, petit = [], hand.chelem, hand.petit_chelem
    if chelem.announced is not None and chelem.announced is not chelem.made:
        found.append(t(MISSED[chelem.announced]))
    if petit.announced is not None and petit.announced is not petit.made:
        found.append(t(PETIT_MISSED[petit.announced]))
    return found


def _half_points_by(hand: Hand, scheme: Scheme | None) -> int:
    """The margin in half points, without a sign; an odd half point goes to the winner unless the scheme differs."""
    by = abs(hand.margin)
    rule = HalfPoints.WINNER if scheme is None else scheme.margin.half_points
    if rule is HalfPoints.KEPT:
        return by
    taker = rule is HalfPoints.TAKER and hand.winner is Side.DEFENCE
    return by - by % 2 if taker else by + by % 2


def count_text(t: Translator, bouts: int, half_points: int) -> str:
    """The bouts and card points of the taker's side in words."""
    return t("{bouts}, {points} points", bouts=bouts_text(t, bouts), points=t.half_points(half_points))


def bonus_texts(t: Translator, hand: Hand, name_of: NameOf | None = None) -> list[str]:
    """The bonuses and the missed chelems of a hand, each in a word or two, with the side.

    With `name_of`, the petit au bout gets a longer text.
    """
    found = []
    if hand.petit_au_bout is not None:
        found.append(_petit(t, hand, hand.petit_au_bout, name_of))
    if len(hand.poignees) == 1:
        size = hand.poignees[0].size
        found.append(t.inside(poignee_name(t, size), noun=size is PoigneeSize.SINGLE))
    elif hand.poignees:
        found.append(t.plural("{count} poignée", "{count} poignées", len(hand.poignees)))
    if hand.chelem.made is not None:
        found.append(t(MADE[hand.chelem.made]))
    if hand.petit_chelem.made is not None:
        found.append(t(PETIT_MADE[hand.petit_chelem.made]))
    found += missed_chelems(t, hand)
    found += [t("misère") for _ in hand.miseres]
    return found


def _petit(t: Translator, hand: Hand, side: Side, name_of: NameOf | None) -> str:
    """The petit au bout in a word or two; if `name_of` is given, in a longer text."""
    if name_of is not None:
        return t.inside(petit_text(t, hand, side, name_of))
    return t(DUEL_PETITS[side]) if hand.open else t(PETITS[side])


def brief_hand(t: Translator, hand: Hand, takers: str, scheme: Scheme) -> str:
    """A hand in words, without its bonuses: "Bruno, garde, made by 8"; `takers` has the words for the taker."""
    how = t.inside(result(t, hand, scheme), noun=False)
    return ", ".join([takers, *([] if hand.open else [t.inside(bid_name(t, hand.bid))]), how])


def hand_line(t: Translator, hand: Hand, scheme: Scheme, name_of: NameOf) -> str:
    """A hand with its bonuses: "Bruno with Chloé, garde, made by 8 · petit"."""
    brief = brief_hand(t, hand, takers(t, hand, scheme, name_of), scheme)
    return " · ".join([brief, *bonus_texts(t, hand)])


def deal_text(
    t: Translator, deal: Deal, name_of: NameOf, scheme: Scheme | None = None, *, dealer: bool = False
) -> str:
    """All facts of a deal in a line: versions with different facts have different texts. `dealer` adds the dealer."""
    if deal.points_change is not None:
        return points_change_text(t, deal.points_change, name_of)
    dealt = [t("{name} deals", name=name_of(deal.dealer))] if dealer else []
    hand = deal.outcome
    if isinstance(hand, ThrownIn):
        return " · ".join([thrown_in_name(t, hand), *dealt])
    assert isinstance(hand, Hand)
    return " · ".join([hand_text(t, hand, name_of, scheme), *dealt])


def hand_text(t: Translator, hand: Hand, name_of: NameOf, scheme: Scheme | None = None) -> str:
    """All facts of a hand in a line."""
    facts = [name_of(hand.taker), t.inside(bid_name(t, hand.bid)), *partner_words(t, hand, name_of)]
    facts += [
        count_text(t, hand.bouts, hand.half_points),
        t.inside(result(t, hand, scheme), noun=False),
    ]
    more = []
    if hand.petit_au_bout is not None:
        more.append(petit_text(t, hand, hand.petit_au_bout, name_of))
    more += [_declared(t, poignee, name_of) for poignee in hand.poignees]
    if hand.chelem:
        more.append(_chelem_text(t, hand.chelem, t("Chelem")))
    if hand.petit_chelem:
        more.append(_chelem_text(t, hand.petit_chelem, t("Petit chelem")))
    more += [_declared(t, misere, name_of) for misere in hand.miseres]
    return " · ".join([", ".join(facts), *more])


def takers(t: Translator, hand: Hand, scheme: Scheme, name_of: NameOf) -> str:
    """The taker, the partner if the rules allow one, and the called card: "Bruno with Chloé", "Bruno, alone"."""
    taker = name_of(hand.taker)
    if hand.partner is not None:
        taker = t("{taker} with {partner}", taker=taker, partner=name_of(hand.partner))
    elif scheme.calls_partner(len(hand.players)):
        taker = t("{taker}, alone", taker=taker)
    return ", ".join([taker, *called_words(t, hand)])


def partner_words(t: Translator, hand: Hand, name_of: NameOf) -> list[str]:
    """The words for the partner ("alone" without a partner at five players), the called card, and where it was."""
    words = []
    if hand.partner is not None:
        words.append(t("with {name}", name=name_of(hand.partner)))
    elif len(hand.players) == 5:
        words.append(t("alone"))
    return [*words, *called_words(t, hand)]


def called_words(t: Translator, hand: Hand | Draft) -> list[str]:
    """The words for the called card, and for its place if no other player held it."""
    card = t("the called card") if hand.called is None else t.inside(card_name(t, hand.called))
    if hand.found is not None:
        return [t("{card} {place}", card=card, place=found_name(t, hand.found))]
    return [] if hand.called is None else [t("{card} called", card=card)]


def _declared(t: Translator, bonus: Poignee | Misere, name_of: NameOf) -> str:
    name = name_of(bonus.player)
    if isinstance(bonus, Poignee):
        return t("{poignee}, shown by {name}", poignee=poignee_name(t, bonus.size), name=name)
    return t("{misere}, declared by {name}", misere=misere_name(t, bonus.kind), name=name)


def _chelem_text(t: Translator, chelem: Chelem, title: str) -> str:
    return f"{title}, {t.inside(t(CHELEMS[chelem.announced, chelem.made]))}"


def formula(t: Translator, score: Score) -> str:
    """The sum of a score as one line of arithmetic: "(25 + 8) × 2 + 20 = 86"; a single amount has no arithmetic."""
    shared = [line for line in score.lines if line.stake is None]
    sign = -1 if shared[0].points < 0 else 1
    factor = shared[0].factor
    bracket = [line.points * sign for line in shared if line.factor == factor and factor > 1]
    rest = [line.value for line in shared if line.factor != factor or factor == 1]
    if not bracket and len(rest) == 1:
        return t.number(score.total, score.unit)
    if not bracket:
        return f"{_sum(t, rest, score.unit)} = {t.number(score.total, score.unit)}"
    head = f"{MINUS if sign < 0 else ''}({_sum(t, bracket, score.unit)}) × {factor}"
    tail = "".join(_term(t, value, score.unit) for value in rest)
    return f"{head}{tail} = {t.number(score.total, score.unit)}"


def _sum(t: Translator, values: Sequence[int], unit: int) -> str:
    return t.number(values[0], unit) + "".join(_term(t, value, unit) for value in values[1:])


def _term(t: Translator, value: int, unit: int) -> str:
    return f" {MINUS if value < 0 else '+'} {t.number(abs(value), unit)}"


def margin_sum(t: Translator, hand: Hand) -> str:
    """The arithmetic of the margin: "49 − 41 = +8"."""
    points, needed = t.half_points(hand.half_points), hand.needed
    return f"{points} {MINUS} {needed} = {t.signed(hand.margin, 2)}"


def line_title(t: Translator, line: Line, hand: Hand, name_of: NameOf, scheme: Scheme | None = None) -> str:
    """The title of a line of a score; the margin has half points if the scheme keeps them."""
    cause = line.cause
    if isinstance(cause, Poignee | Misere):
        return _declared(t, cause, name_of)
    if line.rule is Rule.CONTRACT:
        if hand.open:
            return t("{name} has enough points", name=name_of(hand.taker))
        bid = bid_name(t, hand.bid)
        return t("{bid}, won", bid=bid) if taker_won(hand) else t("{bid}, lost", bid=bid)
    if line.rule is Rule.MARGIN:
        by = _half_points_by(hand, scheme)
        count, shown = (by + 1) // 2, t.number(by, 2)
        if taker_won(hand):
            return t.plural("{count} point over", "{count} points over", count, shown=shown)
        return t.plural("{count} point short", "{count} points short", count, shown=shown)
    if line.rule is Rule.PETIT_AU_BOUT and isinstance(cause, Side):
        return petit_text(t, hand, cause, name_of)
    return t(LINES[line.rule][cause is not Side.TAKER])


def petit_text(t: Translator, hand: Hand, side: Side, name_of: NameOf) -> str:
    """The side that took the petit au bout; in an open duel, the player."""
    if hand.open:
        player = next(player for player in hand.players if hand.side_of(player) is side)
        return t("Petit au bout, taken by {name}", name=name_of(player))
    return t(LINES[Rule.PETIT_AU_BOUT][side is Side.DEFENCE])


def total_title(t: Translator, total: int, hand: Hand) -> str:
    """The title of the total: the people who pay or receive the score of a hand."""
    if hand.open:
        return t("The loser pays") if total >= 0 else t("The loser receives")
    if len(hand.players) == 2:
        return t("The defence pays") if total >= 0 else t("The defence receives")
    return t("Each defender pays") if total >= 0 else t("Each defender receives")


def taker_won(hand: Hand) -> bool:
    """Whether the contract was made."""
    return hand.winner is Side.TAKER


def line_sum(t: Translator, line: Line, unit: int) -> str:
    """The arithmetic of a line: "−10 × 2 = −20"; empty for table stakes, which differ from player to player."""
    if line.rule is Rule.TABLE_STAKES:
        return ""
    if line.factor == 1:
        return t.signed(line.value, unit)
    return f"{t.signed(line.points, unit)} × {line.factor} = {t.signed(line.value, unit)}"


def line_detail(t: Translator, line: Line, hand: Hand, scheme: Scheme) -> str:
    """The rule behind a line, in one plain sentence."""
    if hand.open and line.rule is Rule.CONTRACT:
        return t("Without bids, whoever has enough points for their own bouts wins.")
    if line.rule is Rule.PETIT_AU_BOUT and scheme.petit_au_bout.lost_with_contract:
        return t("The petit in the last trick: it counts against a taker who loses.")
    if line.rule is Rule.CONTRACT and scheme.chips is not None:
        chips = abs(line.value) // scheme.unit
        return t.plural("This bid stakes {count} chip.", "This bid stakes {count} chips.", chips)
    if line.rule is Rule.POIGNEE and scheme.poignee.to is PoigneeTo.WINNER:
        return t("To the side that wins the hand, whoever showed it.")
    if line.rule is Rule.ROUNDING:
        return rounded_text(t, scheme.rounding.step, scheme.rounding.to)
    sentence = t(
        LINE_DETAILS[line.rule],
        base=abs(line.points) // scheme.unit,
        points=t.half_points(hand.half_points),
        needed=hand.needed,
        bouts=bouts_text(t, hand.bouts),
    )
    return sentence + _rounding_of_margin(t, hand, scheme) if line.rule is Rule.MARGIN else sentence


def _rounding_of_margin(t: Translator, hand: Hand, scheme: Scheme) -> str:
    """The sentences about the half point, and about the rounding of the margin."""
    text = ""
    if hand.margin % 2 and scheme.margin.half_points is not HalfPoints.KEPT:
        text += " " + t(HALF_POINTS[scheme.margin.half_points])
    if scheme.margin.step > 1:
        text += " " + rounded_text(t, scheme.margin.step, scheme.margin.to)
    return text


def rounded_text(t: Translator, step: int, to: RoundedTo) -> str:
    """The step and the direction of a rounding."""
    return t(ROUNDED[to], step=step)


def needed_text(t: Translator, bouts: int) -> str:
    """The points that the taker's side needed."""
    return t("{points} points were needed with {bouts}.", points=NEEDED[bouts], bouts=bouts_text(t, bouts))


def payment_texts(t: Translator, payments: Payments, hand: Hand, name_of: NameOf) -> list[str]:
    """The payments of the taker, of the partner, and of the others in one text.

    At two players, or if the others do not all pay the same, the payments of each player.
    """
    amounts = dict(zip(payments.players, payments.totals, strict=True))
    named = [hand.taker] + ([hand.partner] if hand.partner else [])
    others = {amounts[player] for player in payments.players if player not in named}
    if len(others) > 1 or len(payments.players) == 2:
        named, others = list(payments.players), set()
    texts = [f"{name_of(player)} {t.signed(amounts[player], payments.unit)}" for player in named]
    return texts + [t("the others {amount}", amount=t.signed(amount, payments.unit)) for amount in others]
