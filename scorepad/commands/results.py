"""Hands and their results as JSON, as `scorepad score --json` and `--batch` read and write them.

Amounts are exact: whole numbers, or floats with halves and quarters (`13.5`), which have an exact binary value.
"""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BufferedReader
from typing import Any

from scorepad.faults import Fault
from scorepad.history import BadRecord, Document, decode, encode
from scorepad.tarot.check import Problem
from scorepad.tarot.comparison import Result, evaluate, first_difference
from scorepad.tarot.hand import Bid, Hand, Side
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scoring import Line

MAX_LINE = 64 * 1024
"""The most bytes of a line of JSON; a longer line is refused unread. A hand takes about 300 bytes."""
CHUNK = 64 * 1024
"""The largest number of bytes of one read."""
MAX_WHERE = 100
"""The most characters of the path to a refused value: a field's name may be as long as its line."""


# -- reading ---------------------------------------------------------------------------------------------


def read_hand(line: bytes) -> Hand:
    """The hand of a line of JSON, written as in evening files. Raises BadRecord.

    `evaluate` checks whether the hand is possible.
    """
    return decode(Hand, _parsed(line))


def _parsed(line: bytes) -> object:
    if len(line) > MAX_LINE:
        raise BadRecord("", Fault.TOO_LONG, len(line))
    try:
        return _JSON.decode(line.removeprefix(BOM_UTF8).decode())
    except json.JSONDecodeError as error:
        raise BadRecord(f"column {error.colno}", Fault.NOT_JSON) from None
    except (ValueError, RecursionError):  # no UTF-8, an integer of thousands of digits, nested too deep
        raise BadRecord("", Fault.NOT_JSON) from None


def _unique(pairs: list[tuple[str, Any]]) -> Document:
    document = dict(pairs)
    if len(document) < len(pairs):
        keys = Counter(key for key, _ in pairs)
        raise BadRecord(next(key for key, times in keys.items() if times > 1), Fault.TWICE)
    return document


def _no_number(text: str) -> float:
    raise BadRecord("", Fault.NOT_JSON, text)


_JSON = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_number)
"""The decoder of a line; made only once, because making a decoder takes as long as reading a hand."""


# -- writing ---------------------------------------------------------------------------------------------


def result_document(result: Result) -> Document:
    """A result as JSON."""
    scored, payments = result.score, result.payments
    problems = [_problem(problem) for problem in result.problems]
    if scored is None or payments is None:
        return {"score": None, "payments": None, "lines": [], "problems": problems}
    unit = scored.unit
    return {
        "score": number(scored.total, unit),
        "payments": [number(amount, unit) for amount in payments.totals],
        "lines": [_line(line, unit) for line in scored.lines],
        "problems": problems,
    }


def result_text(result: Result) -> str:
    """The JSON of a result on one line. Lines of scores recur in a batch, so their texts are cached."""
    scored, payments = result.score, result.payments
    if scored is None or payments is None:
        return json.dumps(result_document(result))
    unit = scored.unit
    amounts = [number(amount, unit) for amount in payments.totals]
    lines = ", ".join([_line_text(line, unit) for line in scored.lines])
    problems = json.dumps([_problem(problem) for problem in result.problems]) if result.problems else "[]"
    return (
        f'{{"score": {number(scored.total, unit)}, "payments": {amounts}, '
        f'"lines": [{lines}], "problems": {problems}}}'
    )


def comparison_document(results: Sequence[Result]) -> Document:
    """The first result as JSON, and under "compare" the other results.

    Each other result has the index of its first line that differs from the first result.
    """
    own, *others = results
    return result_document(own) | {"compare": [_compared(own, other) for other in others]}


def _compared(own: Result, other: Result) -> Document:
    differing = first_difference(own.score, other.score) if own.score and other.score else None
    return {"scheme": other.scheme.id, "first_difference": differing} | result_document(other)


def refusal_document(error: BadRecord, line: int) -> Document:
    """The JSON for a line that is not a hand."""
    reason = {"line": line, "where": error.where[:MAX_WHERE], "reason": error.fault}
    return {"score": None, "payments": None, "lines": [], "problems": [], "error": reason}


def number(value: int, unit: int) -> float:
    """Converts an amount in 1/`unit` of a point (1, ½ or ¼) to points: an int if it is whole, otherwise a float."""
    return value if unit == 1 else value // unit if value % unit == 0 else value / unit


def _line(line: Line, unit: int) -> Document:
    written = {
        "rule": line.rule,
        "points": number(line.points, unit),
        "factor": line.factor,
        "value": number(line.value, unit),
        "stake": line.stake,
    }
    match line.cause:
        case None:
            pass
        case Bid():
            written["bid"] = line.cause
        case Side():
            written["side"] = line.cause
        case cause:
            written |= encode(cause)
    return written


@lru_cache(maxsize=4096)
def _line_text(line: Line, unit: int) -> str:
    return json.dumps(_line(line, unit))


def _problem(problem: Problem) -> Document:
    values = dict(_value(name, value) for name, value in problem.values)
    return {"field": problem.field, "code": problem.code, "values": values, "warning": problem.warning}


def _value(name: str, value: int | str) -> tuple[str, float | str]:
    if isinstance(value, int) and name in _HALF_POINTS:
        return _HALF_POINTS[name], number(value, 2)
    return name, value


_HALF_POINTS = {"half_points": "card_points", "least": "least", "most": "most"}
"""The names of values in half points, and their names in whole points."""


# -- line by line ----------------------------------------------------------------------------------------


def lines(stream: BufferedReader) -> Iterator[list[bytes]]:
    """Yields the lines of a stream as soon as they arrive, without line ends; a list has lines that arrived together.

    A line longer than MAX_LINE may be truncated, but is still longer than MAX_LINE, so that it is refused.
    """
    rest = b""
    while chunk := stream.read1(CHUNK):
        *complete, rest = (rest + chunk).split(b"\n")
        rest = rest[: MAX_LINE + 1]
        yield complete
    if rest:
        yield [rest]


@dataclass(slots=True)
class Batch:
    """Scores lines one by one.

    `count` is the number of lines, and `failed` the number of lines without a score. `first_failed` is the number of
    the first line without a score, from 1; 0 if there is none.
    """

    scheme: Scheme
    anyway: bool = False
    count: int = 0
    failed: int = 0
    first_failed: int = 0

    def answer(self, line: bytes) -> str:
        """The result of the next line, on one line; it has an "error" if the line is not a hand."""
        self.count += 1
        try:
            result = evaluate(read_hand(line), self.scheme, anyway=self.anyway)
        except BadRecord as error:
            self._fail()
            return json.dumps(refusal_document(error, self.count))
        if result.score is None:
            self._fail()
        return result_text(result)

    def _fail(self) -> None:
        self.failed += 1
        self.first_failed = self.first_failed or self.count
