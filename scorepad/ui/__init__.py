"""The windows and the screens, drawn by Flet; the rules of the game and the files are elsewhere."""
