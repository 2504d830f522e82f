"""scorepad with shorter times, for tests that wait until they are over: `python hasty.py NOTICE_SECONDS OPTIONS`."""

from __future__ import annotations

import sys
from typing import Final

from scorepad.cli import main
from scorepad.ui import theme, window_state
from scorepad.web import site

TIMES: Final = (
    (window_state, "DOUBLE_TAP", 0.0),
    (site, "QUICK", 500),
    (site, "RETRY_DELAYS", (0, 25, 50, 100)),
    (site, "SETTLED", 300),
)

if __name__ == "__main__":
    theme.NOTICE_SECONDS = int(sys.argv.pop(1))
    for module, name, value in TIMES:
        assert hasattr(module, name)
        setattr(module, name, value)
    sys.exit(main())
