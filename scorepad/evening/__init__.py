"""The events of an evening at a table, and what follows from them. Pure: no file, no clock, no screen."""
