"""The screens. Imports Flet; knows no rule of the game and no file."""
