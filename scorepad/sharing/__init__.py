"""Packs evenings into a few hundred bytes, for links and codes; shares evenings over a folder or over a relay."""
