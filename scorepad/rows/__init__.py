"""Rows of a paper score sheet, typed or pasted: reads them into hands, and writes hands as rows."""
