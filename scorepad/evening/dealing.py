"""The next dealer, the leader to the first trick, the number of deals of each person, and the progress."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from scorepad.tarot.hand import NO_CHELEM, Chelem, PlayerId, Side, ThrownIn

from .deal import Deal
from .event_place import EventPlace
from .length import EveningProgress, hands_until
from .people import Seating
from .sheet import Sheet, SheetRow
from .table import Table


def next_dealer(table: Table, deals: Sequence[SheetRow], at: EventPlace | None = None) -> PlayerId:
    """The next dealer: after each deal that counts, played or thrown in, the next person deals.

    With `at`, a place in the order of events, returns the next dealer at this place; `deals` must then have only the
    deals before this place. If everyone passes while the dealer sits out, the same dealer deals again (S0). After a new
    seating, the dealer that the seating names is the next dealer.
    """
    seatings = [each for each in table.seatings if at is None or each[0] < at]
    since, seating = seatings[-1]
    if not deals or deals[-1].place <= since:
        return seating.dealer
    last = deals[-1].deal
    return last.dealer if _deals_again(last, seating) else seating.after(last.dealer)


def leader(
    seating: Seating, dealer: PlayerId, taker: PlayerId | None = None, chelem: Chelem = NO_CHELEM
) -> PlayerId:
    """The person who leads to the first trick: the person after the dealer, or the taker (FFT).

    The taker leads only if the taker's side announced a chelem.
    """
    announced = chelem.announced is Side.TAKER
    return taker if taker is not None and announced else seating.after(dealer)


def dealt(table: Table, deals: Sequence[SheetRow]) -> dict[PlayerId, int]:
    """How often each person at the table has dealt; a deal after which the same dealer deals again does not count.

    A person who comes later starts with the smallest number of deals of the people who were there before.
    """
    counts: dict[PlayerId, int] = {}
    here: tuple[PlayerId, ...] = ()
    orders = [entry.place for entry in deals]
    starts = [bisect_right(orders, since) for since, _ in table.seatings]
    for (_, seating), start, end in zip(table.seatings, starts, [*starts[1:], len(deals)], strict=True):
        least = min((counts[id_] for id_ in seating.ids if id_ in here), default=0)
        here = seating.ids
        counts |= {id_: max(counts.get(id_, 0), least) for id_ in here}
        for deal in [entry.deal for entry in deals[start:end] if entry.deal.dealer in here]:
            counts[deal.dealer] += not _deals_again(deal, seating)
    return {id_: counts[id_] for id_ in here}


def progress(table: Table, sheet: Sheet) -> EveningProgress:
    """The progress of the evening."""
    ids, counts, length = table.seating.ids, dealt(table, sheet.deals), table.length
    first = ids.index(next_dealer(table, sheet.deals))
    in_turn = ids[first:] + ids[:first]
    played, hands = len(sheet.hands), None
    if length.hands:
        hands = max(0, length.hands - played)
    elif length.deals:
        hands = hands_until(length.deals, counts, in_turn)
    return EveningProgress(played, hands, hands_until(max(counts.values()), counts, in_turn))


def _deals_again(deal: Deal, seating: Seating) -> bool:
    """Whether the same dealer deals again after this deal: everybody passed, and the dealer sits out (S0)."""
    sits_out = len(seating.people) > seating.seats and deal.dealer in seating.ids
    return sits_out and deal.outcome is ThrownIn.ALL_PASSED
