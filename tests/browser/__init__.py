"""Journeys in a real browser (a package, so that its driver.py is not the one in tests/ui)."""
