"""The screens: a module for each screen, or for a few that belong together."""
