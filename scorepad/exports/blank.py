"""Blank score sheets to print, with the figures of the rules at the foot, for an evening without a phone.

Lengths are in millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from itertools import groupby

import segno

from scorepad.design import BOLD
from scorepad.design.letters import printable, width
from scorepad.exports.columns import Column
from scorepad.exports.drawing import RIGHT, Area, Polyline, Shape, Text, box, moved
from scorepad.exports.pages import PALETTE, POINT, Cell, Grid, Pages
from scorepad.exports.pdf import pdf
from scorepad.exports.values import CellKind
from scorepad.i18n import N_, Translator
from scorepad.i18n.names import bid_name, bouts_text, poignee_name, scheme_title
from scorepad.i18n.parameters import parameter_title, section_title
from scorepad.rows.written import row_text
from scorepad.tarot.hand import NEEDED, Bid, Hand, PoigneeSize, Side
from scorepad.tarot.scheme import BidValue, ChelemRule, PetitChelemRule, Scheme
from scorepad.work import Work

MOMENT = "2026-01-01T00:00:00+00:00"
"""The date of every blank sheet, so that the same sheet has the same bytes."""
NAMES, HEADS, ROW = 9.0, 5.0, 7.6
"""The heights of the room for the names, of the headings, and of a row to write in."""
ROOMY = "Maximilienne"
"""A sample of wide text: the columns of names and of bids get its width."""
SMALL, FIGURE = 7 * POINT, 3.9
"""The size of type of the headings, and the height of a line of text in the rules at the foot, in mm."""
RULES, BETWEEN = [points * POINT for points in (7, 6.5, 6, 5.5, 5)], 5.0
"""The sizes of type for the rules, to try in this order until they fit, and the gap between two blocks of rules."""
SAMPLE_NAMES = ("Anne", "Bruno", "Chloé", "David", "Eva")
"""The names in the sample row at the foot."""
QR = 24.0
"""The side of the QR code, with its quiet zone."""
QUIET_ZONE = 4
"""The width of the blank border around a QR code, in modules (ISO 18004)."""


def blank_sheet(
    scheme: Scheme, players: int, t: Translator, paper: str = "a4", address: str = ""
) -> Work[bytes]:
    """Makes a blank score sheet as a PDF, for 3 to 5 players; with an `address`, adds its QR code."""
    pages = planned(scheme, players, t, paper, address)
    return pdf([pages], title(t, players), t.language, MOMENT)


def title(t: Translator, players: int) -> str:
    """The title of a sheet."""
    return t("Score sheet for {count} players", count=players)


def planned(scheme: Scheme, players: int, t: Translator, paper: str, address: str) -> Pages:
    """The page of a sheet: the headings, as many empty rows as fit, and the rules at the foot."""
    pages = Pages(paper, False)
    pages.begin(title(t, players), [printable(scheme_title(t, scheme)), t("Date and place:")])
    rules = list(_rules(scheme, players, t))
    foot = 8 + FIGURE * max(len(lines) for _, lines in rules)
    foot = max(foot, QR + 3) if address else foot
    foot += FIGURE + 1
    lead = [("", "25"), (N_("Taker"), ROOMY)]
    lead += [(N_("Partner"), ROOMY)] if scheme.calls_partner(players) else []
    lead += [(N_("Bid"), ROOMY), (N_("Bouts"), "2"), (N_("Points"), "45½"), (N_("+/−"), "−18")]
    lead += [(N_("Bonuses"), "Petit, def.")]
    found = [*lead, *[(N_("+/−"), "−1 280"), (N_("Total"), "−1 280")] * players]
    columns = [Column("", head, CellKind.TEXT, str) for head, _ in found]
    grid = Grid(t, columns, [[Cell(sample) for _, sample in found]], pages.width, SMALL, 0)
    grid.row = ROW
    pages.put(NAMES + HEADS, _head(grid, len(lead)))
    for number in range(1, 1 + int((pages.left - foot) // ROW)):
        pages.put(ROW, _row(grid, len(lead), number))
    pages.put(foot, [*_foot(rules, pages.width, address), *_hint(t, scheme, players, foot)])
    return pages


def _hint(t: Translator, scheme: Scheme, players: int, foot: float) -> Iterator[Shape]:
    """A line at the foot that shows how to write a row so that scorepad can read it."""
    names = dict(zip("ABCDE"[:players], SAMPLE_NAMES, strict=False))
    partner = "B" if scheme.calls_partner(players) else None
    hand = Hand(
        players=tuple(names),
        taker="A",
        partner=partner,
        bid=scheme.bids[-1].bid if Bid.GARDE not in {each.bid for each in scheme.bids} else Bid.GARDE,
        bouts=2,
        half_points=98,
        petit_au_bout=Side.TAKER,
    )
    words = t("Scorepad reads such rows, typed or pasted: {row}", row=row_text(hand, names, t.language))
    yield Text(0, foot - 1, printable(words), SMALL, PALETTE.quiet)


# -- the table ---


def _head(grid: Grid, first: int) -> Iterator[Shape]:
    """The headings; above the columns from `first` on, there is empty space for the names of the players."""
    yield from moved(grid.head(HEADS), 0, NAMES)
    yield Polyline([(grid.edges[first], 0), (grid.edges[-1], 0)], PALETTE.edge, 0.3)
    for edge in grid.edges[first::2]:
        yield Polyline([(edge, 0), (edge, NAMES + HEADS)], PALETTE.edge, 0.3)


def _row(grid: Grid, first: int, number: int) -> Iterator[Shape]:
    """An empty row with its number. `first` is the first column of the players; their columns of totals are tinted."""
    for place in range(first + 1, len(grid.columns), 2):
        yield Area(box(grid.edges[place], 0.2, grid.widths[place], ROW - 0.4), PALETTE.low)
    yield from grid.line([Cell(str(number), PALETTE.quiet)])
    for edge in grid.edges[:first]:
        yield Polyline([(edge, 0), (edge, ROW)], PALETTE.line, 0.15)
    for edge in grid.edges[first::2]:
        yield Polyline([(edge, 0), (edge, ROW)], PALETTE.edge, 0.3)
    yield grid.rule(ROW, PALETTE.edge if number % 5 == 0 else PALETTE.line, 0.2)


# -- the rules ---

RuleFigures = tuple[str, list[tuple[str, str]]]
"""A block of rules: its title, and the name and the text of each figure."""


def _rules(scheme: Scheme, players: int, t: Translator) -> Iterator[RuleFigures]:
    """Yields the rules needed to compute a score by hand: the points needed, the value of each bid, and the bonuses."""
    yield t("Points needed"), [(bouts_text(t, bouts), str(needed)) for bouts, needed in NEEDED.items()]
    yield t("Bids"), [(bid_name(t, each.bid), _worth(t, scheme, each)) for each in scheme.bids]
    yield t("Poignées, from … trumps"), [*_bonuses(scheme, players, t)]
    yield t("Chelem"), _chelem(t, scheme.chelem)
    if scheme.petit_chelem is not None:
        yield t("Petit chelem"), _chelem(t, scheme.petit_chelem)


def _worth(t: Translator, scheme: Scheme, bid: BidValue) -> str:
    """The worth of a bid as a formula."""
    if not scheme.margin.counts:
        return f"{bid.base} × {bid.factor}"
    return t("({base} + margin) × {factor}", base=bid.base, factor=bid.factor)


def _bonuses(scheme: Scheme, players: int, t: Translator) -> Iterator[tuple[str, str]]:
    """Yields the name and the points of each bonus: poignées with their numbers of trumps, other bonuses, mouches."""
    poignee, trumps = scheme.poignee, scheme.thresholds(players)
    for size in PoigneeSize:
        points = _points(t, poignee.points.of(size), poignee.multiplied)
        yield f"{poignee_name(t, size)}, {trumps.of(size)}+", points
    for name in (field.name for field in fields(scheme)):
        rule = getattr(scheme, name)
        if isinstance(worth := getattr(rule, "points", None), int):
            yield section_title(t, name), _points(t, worth, getattr(rule, "multiplied", False))
    if scheme.mouches is not None:
        yield t("Mouches"), t.number(scheme.mouches.stake)


def _chelem(t: Translator, rule: ChelemRule | PetitChelemRule) -> list[tuple[str, str]]:
    """The points of a chelem or a petit chelem: announced and made, announced and missed, not announced."""
    names = ("announced_made", "announced_missed", "unannounced")
    titles = [parameter_title(t, f"chelem.{name}") for name in names]
    points = [_points(t, getattr(rule, name), rule.multiplied) for name in names]
    return [*zip(titles, points, strict=True)]


def _points(t: Translator, points: int, multiplied: bool) -> str:
    """The points of a bonus as text, with "× the bid" if the factor of the bid multiplies them."""
    return t("{points} × the bid", points=t.number(points)) if multiplied else t.number(points)


def _foot(rules: Sequence[RuleFigures], wide: float, address: str) -> Iterator[Shape]:
    """The blocks of rules next to each other, and the QR code at the right."""
    room = wide - (QR if address else 0) - BETWEEN * (len(rules) - 1)
    sizes = {size: [_width(each, size) for each in rules] for size in RULES}
    size = next((each for each, widths in sizes.items() if sum(widths) <= room), RULES[-1])
    scale, left = room / sum(sizes[size]), 0.0
    for (head, lines), needed in zip(rules, sizes[size], strict=True):
        right = left + needed * scale
        yield Text(left, 6, head, size, PALETTE.text, BOLD)
        for number, (name, figure) in enumerate(lines, 1):
            base = 6 + FIGURE * number
            yield Text(left, base, name, size, PALETTE.quiet)
            yield Text(right, base, figure, size, PALETTE.text, anchor=RIGHT)
        left = right + BETWEEN
    if address:
        yield from moved(qr_code(address, QR), wide - QR, 2)


def _width(rules: RuleFigures, size: float) -> float:
    """The width of a block of rules in type of the given `size`."""
    head, lines = rules
    return max(width(head, size, BOLD), *[width(f"{name}  {figure}", size) for name, figure in lines])


def qr_code(address: str, side: float) -> Iterator[Shape]:
    """An address as a QR code with its quiet zone, dark on light."""
    matrix = segno.make(address, error="m", micro=False).matrix
    module = side / (len(matrix) + 2 * QUIET_ZONE)
    for y, row in enumerate(matrix, QUIET_ZONE):
        x = QUIET_ZONE
        for dark, run in groupby(row):
            count = len(list(run))
            if dark:
                yield Area(box(x * module, y * module, count * module, module), PALETTE.text)
            x += count
