"""python -m scorepad."""

from __future__ import annotations

import sys

from scorepad.cli import main

if __name__ == "__main__":
    sys.exit(main())
