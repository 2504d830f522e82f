"""What screens are made of. A screen imports this as `kit`, and no control of Flet."""

from scorepad.ui.kit.failure import component
from scorepad.ui.kit.fields import field
from scorepad.ui.kit.frame import NothingHere, missing
from scorepad.ui.kit.lines import (
    Figure,
    Value,
    amount,
    beside_icon,
    block,
    choices,
    figure,
    figures,
    keypad,
    line,
    people,
    radios,
    stepper,
)
from scorepad.ui.kit.menu import MenuItem, menu
from scorepad.ui.kit.people import badge, gain_ink, marked
from scorepad.ui.kit.rows import Part, apart, beside, column, divider, pair, table, ways, wrap
from scorepad.ui.kit.screen import At, Kept, busy, screen
from scorepad.ui.kit.share import copy_chip, progress, qr_code, share, share_chips, system_chip
from scorepad.ui.kit.taps import action, chip, icon_tile, key, outlined_tile, row_tile, tile, wide_chip
from scorepad.ui.kit.window import Handler, memo_component
from scorepad.ui.kit.words import and_more, heading, identified, named, quiet, section, text, warning
from scorepad.ui.theme import Ink, Size

__all__ = [
    "At",
    "Figure",
    "Handler",
    "Ink",
    "Kept",
    "MenuItem",
    "NothingHere",
    "Part",
    "Size",
    "Value",
    "action",
    "amount",
    "and_more",
    "apart",
    "badge",
    "beside",
    "beside_icon",
    "block",
    "busy",
    "chip",
    "choices",
    "column",
    "component",
    "copy_chip",
    "divider",
    "field",
    "figure",
    "figures",
    "gain_ink",
    "heading",
    "icon_tile",
    "identified",
    "key",
    "keypad",
    "line",
    "marked",
    "memo_component",
    "menu",
    "missing",
    "named",
    "outlined_tile",
    "pair",
    "people",
    "progress",
    "qr_code",
    "quiet",
    "radios",
    "row_tile",
    "screen",
    "section",
    "share",
    "share_chips",
    "stepper",
    "system_chip",
    "table",
    "text",
    "tile",
    "warning",
    "ways",
    "wide_chip",
    "wrap",
]
