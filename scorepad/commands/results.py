"""Hands and their results as JSON, as `scorepad score --json` and `--batch` read and write them.

Amounts are written from integers by decimal arithmetic (`13.5`), never from floats.
"""

from __future__ import annotations

import json
import math
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from io import BufferedReader
from json.encoder import encode_basestring_ascii as quoted
from typing import Annotated, Any

from scorepad.codec import Codec, Coder, Length, Range
from scorepad.history import BadRecord, Document, Reason, card_points, decode
from scorepad.tarot.check import Problem
from scorepad.tarot.comparison import Result, evaluate, first_difference
from scorepad.tarot.hand import Bid, Draft, Hand, Misere, PlayerId, Poignee, Side
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scoring import Line, Rule

MAX_LINE = 64 * 1024
"""Bytes of a line of JSON; a longer one is refused unread. A hand takes about 300."""
FARTHEST = 1000
"""A number, or a list of players, beyond it is garbage rather than a typo."""

MAX_WHERE = 100
"""Characters of the path to a refused value: a field's name may be as long as its line."""


# -- reading ---------------------------------------------------------------------------------------------


def read_hand(line: bytes) -> Hand | Draft:
    """The hand of a line of JSON, written as in evening files; a draft where facts lack or are out of range.

    Whether such a hand is possible is left to `evaluate`. Raises BadRecord for what is not a hand at all.
    """
    document = _parsed(line)
    try:
        return decode(Hand, document)
    except BadRecord:
        if not isinstance(document, dict):
            raise
        return _read_draft(document)


def _parsed(line: bytes) -> object:
    if len(line) > MAX_LINE:
        raise BadRecord("", Reason.TOO_LONG, len(line))
    try:
        text = line.strip(b" \t\r").decode()
        document, end = _DECODER.raw_decode(text)
    except json.JSONDecodeError as error:
        raise BadRecord(f"column {error.colno}", Reason.NOT_JSON) from None
    except (ValueError, RecursionError):  # no UTF-8, an integer of thousands of digits, nested too deep
        raise BadRecord("", Reason.NOT_JSON) from None
    if end < len(text):
        raise BadRecord(f"column {end + 1}", Reason.NOT_JSON)
    return document


def _unique(pairs: list[tuple[str, Any]]) -> Document:
    document = dict(pairs)
    if len(document) < len(pairs):
        keys = [key for key, _ in pairs]
        raise BadRecord(next(key for key in keys if keys.count(key) > 1), Reason.TWICE)
    return document


def _exact(text: str) -> float:
    """A number with a decimal point; NaN, which is never a half point, where no float is equal to it."""
    value = float(text)
    try:
        return value if Decimal(text) == Decimal(value) else math.nan
    except ArithmeticError:  # an exponent of twenty digits
        return math.nan


def _no_number(text: str) -> float:
    raise BadRecord("", Reason.NOT_JSON, text)


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_float=_exact, parse_constant=_no_number)


_Near = Annotated[int, Range(-FARTHEST, FARTHEST)]
_CardPoints = Annotated[int, "in half points"]


@dataclass(frozen=True, slots=True)
class _Facts:
    """The facts of a hand that may lack, or be out of range."""

    players: Annotated[tuple[PlayerId, ...], Length(FARTHEST)] = ()
    taker: PlayerId | None = None
    bid: Bid | None = None
    bouts: _Near | None = None
    half_points: _Near | None = None
    card_points: _CardPoints | None = None


def _card_points(codec: Codec) -> Coder:
    near = codec.coder(_Near).decode
    return Coder(card_points(near, near))


_CODEC = Codec({_CardPoints: _card_points})


def _read_draft(document: Document) -> Draft:
    """A hand of which facts lack or are out of range; the others are read with stand-ins for these."""
    points = "half_points" if document.get("half_points") is not None else "card_points"
    stand_ins = {"players": [], "taker": "-", "bid": Bid.GARDE.value, "bouts": 0, points: 0}
    facts = decode(_Facts, {name: document.get(name) for name in stand_ins}, _CODEC)
    hand = decode(Hand, document | stand_ins)
    return replace(
        hand.to_draft(),
        players=facts.players,
        taker=facts.taker,
        alone=hand.partner is None,
        bid=facts.bid,
        bouts=facts.bouts,
        half_points=facts.half_points if facts.card_points is None else facts.card_points,
    )


# -- writing ---------------------------------------------------------------------------------------------


def result_json(result: Result) -> str:
    """A result as one JSON object on one line, in ASCII."""
    return f"{{{_members(result)}}}"


def comparison_json(results: Sequence[Result]) -> str:
    """The first result as JSON, and the others beside it, each with the number of its first line that differs."""
    own, *others = results
    return f'{{{_members(own)}, "compare": [{", ".join(_compared(own, other) for other in others)}]}}'


def _compared(own: Result, other: Result) -> str:
    differing = first_difference(own.score, other.score) if own.score and other.score else None
    number = "null" if differing is None else differing
    return f'{{"scheme": {quoted(other.scheme.id)}, "first_difference": {number}, {_members(other)}}}'


def refusal_json(error: BadRecord, line: int) -> str:
    """The JSON object for a line that is not a hand."""
    reason = f'{{"line": {line}, "where": {quoted(error.where[:MAX_WHERE])}, "reason": "{error.reason}"}}'
    return f'{{"score": null, "payments": null, "lines": [], "problems": [], "error": {reason}}}'


def _members(result: Result) -> str:
    problems = ", ".join([_problem(problem) for problem in result.problems])
    scored, payments = result.score, result.payments
    if scored is None or payments is None:
        return f'"score": null, "payments": null, "lines": [], "problems": [{problems}]'
    unit = scored.unit
    amounts = ", ".join([number(amount, unit) for amount in payments.totals])
    lines = ", ".join([_line(line, unit) for line in scored.lines])
    return (
        f'"score": {number(scored.total, unit)}, "payments": [{amounts}], '
        f'"lines": [{lines}], "problems": [{problems}]'
    )


def number(value: int, unit: int) -> str:
    """An amount in 1/`unit` of a point (1, 2 or 4) as a JSON number."""
    if unit == 1:
        return str(value)
    whole, rest = divmod(abs(value), unit)
    return f"{'-' if value < 0 else ''}{whole}{_DECIMALS[rest * 4 // unit]}"


_DECIMALS = ("", ".25", ".5", ".75")


def _line(line: Line, unit: int) -> str:
    points, factor, cause = line.points, line.factor, line.cause
    if isinstance(cause, (Bid, Side)):
        facts = _CAUSES[cause]
    elif isinstance(cause, Poignee):
        facts = f', "player": {quoted(cause.player)}, "size": "{cause.size}"'
    elif isinstance(cause, Misere):
        facts = f', "player": {quoted(cause.player)}, "kind": "{cause.kind}"'
    else:
        facts = ""
    return (
        f'{_RULES[line.rule]}{number(points, unit)}, "factor": {factor}, '
        f'"value": {number(points * factor, unit)}, '
        f'"stake": {"null" if line.stake is None else quoted(line.stake)}{facts}}}'
    )


_RULES = {rule: f'{{"rule": "{rule}", "points": ' for rule in Rule}
_CAUSES = {bid: f', "bid": "{bid}"' for bid in Bid} | {side: f', "side": "{side}"' for side in Side}


def _problem(problem: Problem) -> str:
    values = ", ".join([_value(name, value) for name, value in problem.values])
    warning = "true" if problem.warning else "false"
    return (
        f'{{"field": "{problem.field}", "code": "{problem.code}", '
        f'"values": {{{values}}}, "warning": {warning}}}'
    )


def _value(name: str, value: int | str) -> str:
    if isinstance(value, str):
        return f'"{name}": {quoted(value)}'
    if name in _HALF_POINTS:
        return f'"{_HALF_POINTS[name]}": {number(value, 2)}'
    return f'"{name}": {value}'


_HALF_POINTS = {"half_points": "card_points", "least": "least", "most": "most"}
"""Values of a problem in half points, and their names in whole points."""


# -- line by line ----------------------------------------------------------------------------------------


def lines(stream: BufferedReader) -> Iterator[list[bytes]]:
    """The lines of a stream as they arrive, one read at a time, without line ends.

    A line that is too long is truncated to just over the limit.
    """
    rest = b""
    while chunk := stream.read1(MAX_LINE):
        *complete, rest = (rest + chunk).split(b"\n")
        rest = rest[: MAX_LINE + 1]
        yield complete
    if rest:
        yield [rest]


@dataclass(slots=True)
class Batch:
    """Hands scored one by one; `count` lines so far, `failed` of them not scored, first on line `first_failed`."""

    scheme: Scheme
    anyway: bool = False
    count: int = 0
    failed: int = 0
    first_failed: int = 0

    def answer(self, line: bytes) -> str:
        """The result of the next line, on one line; it has an "error" if the line is not a hand."""
        self.count += 1
        if self.count == 1:
            line = line.removeprefix(BOM_UTF8)
        try:
            result = evaluate(read_hand(line), self.scheme, anyway=self.anyway)
        except BadRecord as error:
            self._fail()
            return refusal_json(error, self.count)
        if result.score is None:
            self._fail()
        return result_json(result)

    def _fail(self) -> None:
        self.failed += 1
        self.first_failed = self.first_failed or self.count
