"""Screens without a browser (a package, so that its conftest.py is not the one above)."""
