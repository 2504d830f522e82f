"""The windows and the screens, drawn with Flet; other packages have the rules of the game and the storage."""
