"""Evenings in a few hundred bytes, for links, codes and other devices (`packed`), and over a folder (`together`)."""
