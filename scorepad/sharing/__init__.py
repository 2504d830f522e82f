"""Evenings in a few hundred bytes, which links, codes and other devices take: `packed` is the front door."""
