"""Exports evenings and seasons as text, pictures, PDFs and tables."""
