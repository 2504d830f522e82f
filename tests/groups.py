"""Groups of tests that share a worker. pytest-xdist 3.8 writes them into `_nodeid`, unread since pytest 9.1."""

from __future__ import annotations

import pytest
from _pytest.nodeid import NodeId


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give pytest the names with the groups, by which pytest-xdist shares the tests out."""
    for item in items:
        if name := vars(item).get("_nodeid"):
            item._id = NodeId.parse(name)
