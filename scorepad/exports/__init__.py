"""What leaves the app: the evening as text, on paper, as a picture; a hand as a link."""
