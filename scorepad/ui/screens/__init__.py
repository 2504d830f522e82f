"""One module a screen; each returns a Flet view."""
