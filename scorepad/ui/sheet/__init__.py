"""The score sheet, as on paper: a column per player, a row per hand, and totals that stay in sight."""
