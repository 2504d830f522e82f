"""`python -m tests.web.impatient` is scorepad with a server that waits for a second only."""

from __future__ import annotations

import functools
import sys

from scorepad import cli
from scorepad.web import server
from scorepad.web.limits import Timeouts

if __name__ == "__main__":
    server.serve = functools.partial(server.serve, timeouts=Timeouts(register=1, silence=1))
    sys.exit(cli.main())
