"""The table's words for the game's values, shared by the screens, the exports and the command line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from scorepad.history import Report, ReportKind, Summary
from scorepad.history.backup import Backup, Elsewhere, Kind
from scorepad.i18n import MINUS, Translator
from scorepad.tarot.cards import HALF_POINTS, CardKind
from scorepad.tarot.check import Code, Problem
from scorepad.tarot.hand import (
    NEEDED,
    Bid,
    Chelem,
    Hand,
    Misere,
    MisereKind,
    PlayerId,
    Poignee,
    PoigneeSize,
    Side,
    ThrownIn,
)
from scorepad.tarot.payments import Payments
from scorepad.tarot.scheme import HOUSE_RULES, HalfPoints, Scheme
from scorepad.tarot.scheme_data import shipped_schemes, shipped_titles
from scorepad.tarot.scoring import Line, Rule, Score
from scorepad.tarot.session import Deal, Event, EventKind, Session

NameOf = Callable[[PlayerId], str]


def scheme_title(t: Translator, scheme: Scheme) -> str:
    """What the table calls a scheme: a house scheme's own name, or the shipped one's title.

    That title stands over the shipped numbers only: not over those of another version, nor of a forged link.
    """
    shipped = shipped_schemes().get(scheme.id)
    if scheme.name or shipped is None:
        return scheme.name or scheme.id
    title = shipped_titles(scheme.id)[t.language]
    return title if scheme == shipped else t("{scheme}, our way", scheme=title)


def source_text(t: Translator, source: str) -> str:
    """The documents and chapters that figures come from, or that they are house rules."""
    parts = source.split("; ")
    return "; ".join(t("House rules") if part == HOUSE_RULES else part for part in parts)


def bid_name(t: Translator, bid: Bid) -> str:
    """The name of a bid."""
    return {
        Bid.PETITE: t("Petite"),
        Bid.POUSSE: t("Pousse"),
        Bid.GARDE: t("Garde"),
        Bid.GARDE_SANS: t("Garde sans"),
        Bid.GARDE_CONTRE: t("Garde contre"),
    }[bid]


def short_bid(t: Translator, bid: Bid) -> str:
    """The name of a bid for the head of a narrow column."""
    return {
        Bid.PETITE: t("Petite"),
        Bid.POUSSE: t("Pousse"),
        Bid.GARDE: t("Garde"),
        Bid.GARDE_SANS: t("Sans"),
        Bid.GARDE_CONTRE: t("Contre"),
    }[bid]


def takes(t: Translator, bid: Bid) -> str:
    """What the taker does, to be read after the taker's name."""
    return {
        Bid.PETITE: t("takes a petite"),
        Bid.POUSSE: t("takes a pousse"),
        Bid.GARDE: t("takes a garde"),
        Bid.GARDE_SANS: t("takes a garde sans"),
        Bid.GARDE_CONTRE: t("takes a garde contre"),
    }[bid]


def thrown_in_name(t: Translator, why: ThrownIn) -> str:
    """Why a deal was not played."""
    return {
        ThrownIn.ALL_PASSED: t("All passed"),
        ThrownIn.PETIT_SEC: t("Petit sec"),
        ThrownIn.MISDEAL: t("Misdeal"),
    }[why]


def poignee_name(t: Translator, size: PoigneeSize) -> str:
    """The name of a poignée."""
    return {
        PoigneeSize.SINGLE: t("Poignée"),
        PoigneeSize.DOUBLE: t("Double poignée"),
        PoigneeSize.TRIPLE: t("Triple poignée"),
    }[size]


def misere_name(t: Translator, kind: MisereKind) -> str:
    """The name of a misère."""
    return {
        MisereKind.NO_TRUMPS: t("Misère without trumps"),
        MisereKind.NO_COURT_CARDS: t("Misère without court cards"),
    }[kind]


def card_kind_name(t: Translator, kind: CardKind) -> str:
    """What the cards of a kind are called, with what each is worth."""
    name = {
        CardKind.KINGS: t("Kings"),
        CardKind.QUEENS: t("Queens"),
        CardKind.KNIGHTS: t("Knights"),
        CardKind.JACKS: t("Jacks"),
        CardKind.BOUTS: t("Bouts"),
        CardKind.OTHERS: t("Other cards"),
    }[kind]
    return f"{name} ({t.half_points(HALF_POINTS[kind])})"


def result(t: Translator, hand: Hand, scheme: Scheme | None = None) -> str:
    """Whether the contract was made, and by how much: by whole points, where the scheme does not keep the halves."""
    by = t.number(_half_points_by(hand, scheme), 2)
    if hand.winner is Side.DEFENCE:
        return t("Down {points}", points=by)
    return t("Made by {points}", points=by) if hand.margin else t("Just made")


def _half_points_by(hand: Hand, scheme: Scheme | None) -> int:
    """By how many half points a contract was made or missed, the odd one being the winner's unless it is kept."""
    by = abs(hand.margin)
    kept = scheme is not None and scheme.margin.half_points is HalfPoints.KEPT
    return by if kept else by + by % 2


def counted(t: Translator, bouts: int, half_points: int) -> str:
    """Bouts and card points of the taker's side."""
    return t("{bouts}, {points} points", bouts=bouts_text(t, bouts), points=t.half_points(half_points))


def bouts_text(t: Translator, bouts: int) -> str:
    """A number of bouts."""
    return t.plural("{count} bout", "{count} bouts", bouts)


def marks(t: Translator, hand: Hand) -> list[str]:
    """What else happened in a hand, each in a word or two."""
    found = []
    if hand.petit_au_bout is not None:
        found.append(t("petit"))
    if len(hand.poignees) == 1:
        found.append(t.inside(poignee_name(t, hand.poignees[0].size)))
    elif hand.poignees:
        found.append(t.plural("{count} poignée", "{count} poignées", len(hand.poignees)))
    if hand.chelem:
        found.append(t("chelem"))
    if hand.petit_chelem:
        found.append(t("petit chelem"))
    found += [t("misère") for _ in hand.miseres]
    return found


def deal_text(
    t: Translator, deal: Deal, name_of: NameOf, scheme: Scheme | None = None, *, dealer: bool = False
) -> str:
    """All that a version of a deal says, in a line, so that two versions never read alike; who dealt if asked."""
    said = [t("{name} deals", name=name_of(deal.dealer))] if dealer else []
    hand = deal.outcome
    if isinstance(hand, ThrownIn):
        return " · ".join([thrown_in_name(t, hand), *said])
    facts = [name_of(hand.taker), t.inside(bid_name(t, hand.bid))]
    if hand.partner is not None:
        facts.append(t("with {name}", name=name_of(hand.partner)))
    elif len(hand.players) == 5:
        facts.append(t("alone"))
    facts += [counted(t, hand.bouts, hand.half_points), t.inside(result(t, hand, scheme))]
    more = []
    if hand.petit_au_bout is Side.TAKER:
        more.append(t("Petit au bout, taken by the taker’s side"))
    elif hand.petit_au_bout is Side.DEFENCE:
        more.append(t("Petit au bout, taken by the defence"))
    for poignee in hand.poignees:
        shown = poignee_name(t, poignee.size)
        more.append(t("{poignee}, shown by {name}", poignee=shown, name=name_of(poignee.player)))
    if hand.chelem:
        more.append(_chelem_text(t, hand.chelem, t("Chelem")))
    if hand.petit_chelem:
        more.append(_chelem_text(t, hand.petit_chelem, t("Petit chelem")))
    for misere in hand.miseres:
        declared = misere_name(t, misere.kind)
        more.append(t("{misere}, declared by {name}", misere=declared, name=name_of(misere.player)))
    return " · ".join([", ".join(facts), *more, *said])


def _chelem_text(t: Translator, chelem: Chelem, title: str) -> str:
    """Who announced a chelem and who made it."""
    taker, defence = Side.TAKER, Side.DEFENCE
    happened = {
        (taker, taker): t("Announced and made"),
        (taker, None): t("Announced and missed"),
        (None, taker): t("Made, not announced"),
        (None, defence): t("Made by the defence"),
        (taker, defence): t("Announced, made by the defence"),
        (defence, defence): t("Announced and made by the defence"),
        (defence, None): t("Announced by the defence, missed"),
        (defence, taker): t("Announced by the defence, made by the taker’s side"),
    }
    return f"{title}, {t.inside(happened[chelem.announced, chelem.made])}"


def formula(t: Translator, score: Score) -> str:
    """The sum of a score as one line of arithmetic: "(25 + 8) × 2 + 20 = 86"."""
    shared = [line for line in score.lines if line.stake is None]
    sign = -1 if shared[0].points < 0 else 1
    factor = shared[0].factor
    bracket = [line.points * sign for line in shared if line.factor == factor and factor > 1]
    rest = [line.value for line in shared if line.factor != factor or factor == 1]
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
    """How the margin came about: "49 − 41 = +8"."""
    points, needed = t.half_points(hand.half_points), hand.needed
    return f"{points} {MINUS} {needed} = {t.signed(hand.margin, 2)}"


def line_title(t: Translator, line: Line, hand: Hand, name_of: NameOf, scheme: Scheme | None = None) -> str:
    """What a line is for; half points over or short are named where the scheme keeps them."""
    cause = line.cause
    if isinstance(cause, Poignee):
        return t(
            "{poignee}, shown by {name}", poignee=poignee_name(t, cause.size), name=name_of(cause.player)
        )
    if isinstance(cause, Misere):
        return t(
            "{misere}, declared by {name}", misere=misere_name(t, cause.kind), name=name_of(cause.player)
        )
    taker = cause is Side.TAKER
    if line.rule is Rule.CONTRACT:
        return (
            t("{bid}, won", bid=bid_name(t, hand.bid))
            if taker_won(hand)
            else t("{bid}, lost", bid=bid_name(t, hand.bid))
        )
    if line.rule is Rule.MARGIN:
        by = _half_points_by(hand, scheme)
        count, shown = (by + 1) // 2, t.number(by, 2)
        if taker_won(hand):
            return t.plural("{count} point over", "{count} points over", count, shown=shown)
        return t.plural("{count} point short", "{count} points short", count, shown=shown)
    titles = {
        Rule.PETIT_AU_BOUT: t("Petit au bout, taken by the taker’s side")
        if taker
        else t("Petit au bout, taken by the defence"),
        Rule.CHELEM_ANNOUNCED: t("Chelem announced and made")
        if taker
        else t("Chelem announced and made by the defence"),
        Rule.CHELEM_UNANNOUNCED: t("Chelem made, not announced")
        if taker
        else t("Chelem made by the defence"),
        Rule.CHELEM_MISSED: t("Chelem announced and missed")
        if taker
        else t("Chelem announced and missed by the defence"),
        Rule.PETIT_CHELEM_ANNOUNCED: t("Petit chelem announced and made")
        if taker
        else t("Petit chelem announced and made by the defence"),
        Rule.PETIT_CHELEM_UNANNOUNCED: t("Petit chelem made, not announced")
        if taker
        else t("Petit chelem made by the defence"),
        Rule.PETIT_CHELEM_MISSED: t("Petit chelem announced and missed")
        if taker
        else t("Petit chelem announced and missed by the defence"),
        Rule.ROUNDING: t("Rounding"),
    }
    return titles[line.rule]


def taker_won(hand: Hand) -> bool:
    """Whether the contract was made."""
    return hand.winner is Side.TAKER


def line_sum(t: Translator, line: Line, unit: int) -> str:
    """The arithmetic of a line: "−10 × 2 = −20"."""
    if line.factor == 1:
        return t.signed(line.value, unit)
    return f"{t.signed(line.points, unit)} × {line.factor} = {t.signed(line.value, unit)}"


def line_detail(t: Translator, line: Line, hand: Hand, scheme: Scheme) -> str:
    """The rule behind a line, in one plain sentence."""
    sentences = {
        Rule.CONTRACT: t(
            "Every hand played starts from {base} points.", base=abs(line.points) // scheme.unit
        ),
        Rule.MARGIN: t(
            "{points} points for {needed} needed with {bouts}.",
            points=t.half_points(hand.half_points),
            needed=hand.needed,
            bouts=bouts_text(t, hand.bouts),
        )
        + _counted_how(t, hand, scheme),
        Rule.PETIT_AU_BOUT: t("The petit in the last trick: it counts against a taker who loses.")
        if scheme.petit_au_bout.lost_with_contract
        else t("The petit in the last trick, whatever the result of the contract."),
        Rule.POIGNEE: t("To the side that wins the hand, whoever showed it.")
        if scheme.poignee.to == "winner"
        else t("To the side of the player who showed it."),
        Rule.CHELEM_ANNOUNCED: t("All the tricks, as announced."),
        Rule.CHELEM_UNANNOUNCED: t("All the tricks, without an announcement."),
        Rule.CHELEM_MISSED: t("All the tricks were announced; the other side won one."),
        Rule.PETIT_CHELEM_ANNOUNCED: t("Nearly all the tricks, as announced."),
        Rule.PETIT_CHELEM_UNANNOUNCED: t("Nearly all the tricks, without an announcement."),
        Rule.PETIT_CHELEM_MISSED: t("Nearly all the tricks were announced, and not won."),
        Rule.ROUNDING: t("Rounded to the nearest {step}.", step=scheme.rounding.step),
        Rule.MISERE: t("Paid by every other player, whoever wins."),
    }
    return sentences[line.rule]


def _counted_how(t: Translator, hand: Hand, scheme: Scheme) -> str:
    """What becomes of the half point, and of a margin that is rounded."""
    said = ""
    if hand.margin % 2 and scheme.margin.half_points is HalfPoints.WINNER:
        said += " " + t("The half point goes to the winning side.")
    if scheme.margin.step > 1:
        said += " " + t("Rounded to the nearest {step}.", step=scheme.margin.step)
    return said


def problem_text(t: Translator, problem: Problem, name_of: NameOf) -> str:
    """Why a hand cannot be, in one sentence."""
    values = dict(problem.values)
    name = name_of(str(values["player"])) if "player" in values else ""

    def points(key: str) -> str:
        return t.half_points(int(values[key])) if key in values else ""

    bid = bid_name(t, Bid(str(values["bid"]))) if "bid" in values else ""
    defence = values.get("side") == Side.DEFENCE
    texts = {
        Code.MISSING: t("Still to be filled in."),
        Code.TOO_FEW_OR_MANY_PLAYERS: t("A hand is played by two to five."),
        Code.PLAYER_TWICE: t("{name} plays twice.", name=name),
        Code.NOT_PLAYING: t("{name} does not play this hand.", name=name),
        Code.PARTNER_IS_TAKER: t("The taker cannot be the partner: choose “alone”."),
        Code.NO_PARTNER_HERE: t("There is no partner at this table."),
        Code.BID_NOT_IN_SCHEME: t("This table does not play {bid}.", bid=bid),
        Code.BOUTS_OUT_OF_RANGE: t("There are 0 to 3 bouts."),
        Code.POINTS_OUT_OF_RANGE: t("There are 0 to 91 points."),
        Code.HALF_POINT_IMPOSSIBLE: t("No half points at this table: count again."),
        Code.TOO_FEW_FOR_BOUTS: t("With so many bouts it is at least {points}.", points=points("least")),
        Code.TOO_MANY_FOR_BOUTS: t("With so few bouts it is at most {points}.", points=points("most")),
        Code.TOO_FEW_FOR_DISCARD: t("The taker has the dog: at least {points}.", points=points("least")),
        Code.TOO_MANY_FOR_DOG: t("The defence has the dog: at most {points}.", points=points("most")),
        Code.TAKER_LACKS_PETIT: t("With 0 bouts the taker has no petit."),
        Code.DEFENCE_LACKS_PETIT: t("With 3 bouts at the taker the defence has no petit."),
        Code.PETIT_AGAINST_CHELEM: t("A side without a trick cannot take the petit au bout."),
        Code.TOO_MANY_TRUMPS: t(
            "These poignées show {trumps} trumps; there are 22.", trumps=values.get("trumps", "")
        ),
        Code.POIGNEE_TWICE: t("{name} shows two poignées.", name=name),
        Code.POIGNEE_AND_NO_TRUMPS: t("{name} cannot show a poignée without trumps.", name=name),
        Code.POINTS_AGAINST_CHELEM: t("With a chelem by the defence these points and bouts cannot be.")
        if defence
        else t(
            "With a chelem under garde contre it is {least} to {most} points.",
            least=points("least"),
            most=points("most"),
        )
        if "least" in values
        else t("With a chelem these points and bouts cannot be: 91 with 3 bouts, or 87 with 2."),
        Code.BOTH_CHELEMS_MADE: t("A chelem and a petit chelem cannot both be made."),
        Code.PETIT_CHELEM_UNDER_CHELEM: t("Who announced a chelem announced no petit chelem."),
        Code.PETIT_CHELEM_NOT_IN_SCHEME: t("This table does not play the petit chelem."),
        Code.MISERE_NOT_IN_SCHEME: t("This table does not play this misère."),
        Code.MISERE_TWICE: t("{name} declares the same misère twice.", name=name),
        Code.CHELEM_FORGOTTEN: t("So few points for the taker: was it a chelem by the defence?")
        if defence
        else t("So many points: was it a chelem?"),
    }
    return texts[problem.code]


def needed_text(t: Translator, bouts: int) -> str:
    """What the taker's side needed."""
    return t("{points} points were needed with {bouts}.", points=NEEDED[bouts], bouts=bouts_text(t, bouts))


def paid(t: Translator, payments: Payments, hand: Hand, name_of: NameOf) -> list[str]:
    """Who receives what, in three lines at most, or in one a player where the others do not all pay the same."""
    amounts = dict(zip(payments.players, payments.totals, strict=True))
    named = [hand.taker] + ([hand.partner] if hand.partner else [])
    others = {amounts[player] for player in payments.players if player not in named}
    if len(others) > 1:
        named, others = list(payments.players), set()
    texts = [f"{name_of(player)} {t.signed(amounts[player], payments.unit)}" for player in named]
    return texts + [t("the others {amount}", amount=t.signed(amount, payments.unit)) for amount in others]


def evening_titles(
    t: Translator, evenings: Sequence[tuple[str, str]], day: Callable[[str], str]
) -> list[str]:
    """The titles of evenings given by name and beginning; those that would be the same get the day, then the time."""
    titles = [name or t("Evening of {date}", date=day(began)) for name, began in evenings]
    for more in (day, t.time):
        times = Counter(titles)
        titles = [
            f"{title}, {more(began)}" if times[title] > 1 and (name or more is not day) else title
            for title, (name, began) in zip(titles, evenings, strict=True)
        ]
    return titles


def backup_kind(t: Translator, kind: Kind) -> str:
    """Why a backup was made."""
    return {
        Kind.HOURLY: t("by itself"),
        Kind.ASKED: t("asked for"),
        Kind.IMPORT: t("before an import"),
        Kind.RESTORE: t("before a restore"),
        Kind.MIGRATION: t("before an update"),
    }[kind]


def backup_time(t: Translator, backup: Backup) -> str:
    """When a backup was made."""
    at = backup.made.isoformat()
    return f"{t.date(at)}, {t.time(at)}"


def elsewhere_text(t: Translator, place: Elsewhere) -> str:
    """Where backups are copied, and whether that is there."""
    said = [t("Also in {folder}", folder=place.chosen)]
    if not place.is_there:
        said.append(t("not there now"))
    at = None if place.reached is None else place.reached.isoformat()
    if at is None:
        said.append(t("never reached yet"))
    else:
        said.append(t("last reached {date}, {time}", date=t.date(at), time=t.time(at)))
    return " · ".join(said)


def file_size(t: Translator, size: int) -> str:
    """So many bytes in thousands, rounded up."""
    return t("{size} kB", size=t.number(-(-size // 1000)))


def evening_title(t: Translator, evening: Session | Summary) -> str:
    """The name of an evening, or its day."""
    return evening.name or t("Evening of {date}", date=t.short_date(evening.created))


def event_name(t: Translator, kind: EventKind) -> str:
    """What happened, in a word or two."""
    return {
        EventKind.RECORDED: t("Recorded"),
        EventKind.CORRECTED: t("Corrected"),
        EventKind.VOIDED: t("Struck out"),
        EventKind.RESTORED: t("Restored"),
        EventKind.FINISHED: t("Evening ended"),
        EventKind.REOPENED: t("Evening reopened"),
        EventKind.SCHEME_CHANGED: t("Other rules"),
        EventKind.SEATED: t("Others at the table"),
    }[kind]


def happened_text(t: Translator, event: Event, number: int | None) -> str:
    """What an undo takes back, in a few words to be read after a colon; `number` is that of its hand."""
    words = t.inside(event_name(t, event.kind))
    if event.entry is None:
        return words
    hand = t("hand {number}", number=number or "–")
    return hand if event.kind is EventKind.RECORDED else f"{hand} · {words}"


def report_text(t: Translator, report: Report) -> str:
    """What the history had to do on its own, and where the bytes went."""
    kept = ", ".join(str(path) for path in report.quarantined)
    said = {
        ReportKind.COMPLETED: t("A save that was cut short was completed; nothing is missing."),
        ReportKind.SPARE_DAMAGED: t("A spare copy was damaged; nothing is missing."),
        ReportKind.RESTARTED: t("Players and settings were damaged and begun anew. No session is concerned."),
        ReportKind.REFUSED: t("Players and settings cannot be read. No session is concerned."),
        ReportKind.PREVIOUS: t(
            "A file was damaged: it is now as it was before its last change. Check its last hand."
        ),
        ReportKind.OLDER: t("An older version took its place: what was played last is missing."),
        ReportKind.GONE: t("It is not there any more."),
    }[report.kind]
    words = [said, *([t("The damaged file is kept: {path}", path=kept)] if kept else [])]
    if report.backup_copy is not None:
        words.append(t("The backup of {when} has it.", when=backup_time(t, report.backup_copy.backup)))
    elif report.is_loss:
        words.append(t("No backup has it."))
    return " ".join(words)
