"""What leaves the app: evenings as text, pictures, documents and tables."""

from __future__ import annotations

from collections.abc import Callable

Step = Callable[[float], None]
"""Is told how much of an export is done, from 0 to 1; may raise, which cancels it."""
