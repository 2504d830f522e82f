"""Checks and scores hands of French Tarot; computes the payments. Pure: no clock, no files, no screen."""
