"""The game of French Tarot: facts in, lines and payments out. Pure: no clock, no files, no screen."""
