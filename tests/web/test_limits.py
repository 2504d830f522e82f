"""The limits of connections: each kind of key has places of its own."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from scorepad.web.limits import MAX_EACH, MOST, ConnectionLimit, Shown, Timeouts


class Connection:
    """A connection of which the limit knows the address and the transport."""

    def __init__(self, limit: ConnectionLimit, address: int) -> None:
        self.client = (f"10.0.{address // 250}.{address % 250}", 1)
        self.transport = SimpleNamespace(abort=lambda: limit.closed(self))
        limit.opened(self)


KEYS = [kind for kind in Shown if kind is not Shown.NOTHING]


@pytest.mark.promise("Following an evening", "Followers never take the places of those who keep the score.")
@pytest.mark.parametrize(("many", "other"), [KEYS, KEYS[::-1]])
def test_a_crowd_with_one_kind_of_key_leaves_room_for_the_other(many: Shown, other: Shown) -> None:
    limit = ConnectionLimit(Timeouts())
    crowd = [Connection(limit, 0)]
    assert limit.authorize(crowd[0], many)
    for number in range(1, MOST[many] + 1):
        crowd.append(Connection(limit, number))
        assert limit.authorize(crowd[-1], many) == (number < MOST[many])
    assert all(limit.authorize(Connection(limit, number), other) for number in range(MOST[other]))
    limit.idle(crowd[0])
    assert limit.authorize(crowd[-1], many), "a request that is answered gives its place back"


@pytest.mark.parametrize("kind", KEYS)
def test_one_address_has_some_of_the_places(kind: Shown) -> None:
    limit = ConnectionLimit(Timeouts())
    found = [limit.authorize(Connection(limit, 1), kind) for _ in range(MAX_EACH + 1)]
    assert found == [True] * MAX_EACH + [False]
    assert limit.authorize(Connection(limit, 2), kind) == (MOST[kind] > MAX_EACH)
