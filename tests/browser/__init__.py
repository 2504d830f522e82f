"""Journeys in a real browser (a package, so that its conftest.py is not the one above)."""
