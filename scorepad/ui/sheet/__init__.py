"""The score sheet, as on paper: a column per player, a row per hand, and totals that stay in sight."""

from scorepad.ui.sheet.ends import sheet_head as sheet_head
from scorepad.ui.sheet.ends import sheet_totals as sheet_totals
from scorepad.ui.sheet.paper import Columns as Columns
from scorepad.ui.sheet.rows import sheet_rows as sheet_rows
