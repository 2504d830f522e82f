"""Exports: the evening as text, on paper, as a picture, as tables; a hand as a link."""
