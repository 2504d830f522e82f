"""scorepad with shorter times, for tests that wait until they are over: `python hasty.py OPTIONS`."""

from __future__ import annotations

import sys
from typing import Final

from scorepad.cli import main
from scorepad.ui import theme
from scorepad.web import connection

TIMES: Final = (
    (theme, "NOTICE_SECONDS", 3),
    (connection, "QUICK", 150),
    (connection, "PATIENCE", 1_000),
    (connection, "PAUSES", (0, 25, 50, 100)),
    (connection, "SETTLED", 300),
)

if __name__ == "__main__":
    for module, name, value in TIMES:
        assert hasattr(module, name)
        setattr(module, name, value)
    sys.exit(main())
