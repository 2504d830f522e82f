"""The controls and hooks of which screens are made.

A screen imports this package as `kit`, and uses only types and icons of Flet itself.
"""

# mypy: implicit-reexport
# ruff: noqa: F401

from scorepad.ui.kit.drawing import badge, badge_with_words, gain_ink
from scorepad.ui.kit.fields import field, search
from scorepad.ui.kit.frame import NothingHere
from scorepad.ui.kit.lines import (
    Figure,
    Value,
    amount,
    beside_icon,
    block,
    choices,
    figures,
    keypad,
    line,
    panel,
    person_chip,
    progress,
    radios,
    stepper,
)
from scorepad.ui.kit.notice import component
from scorepad.ui.kit.rows import (
    Part,
    across,
    beside,
    chip_lines,
    column,
    divider,
    grid,
    inset,
    listing,
    middle,
    pair,
    table,
    wrap,
)
from scorepad.ui.kit.screen import At, Kept, busy, screen
from scorepad.ui.kit.share import (
    beside_code,
    copy_arguments,
    copy_chip,
    link_chip,
    qr_code,
    qr_picture,
    share,
    share_chips,
    system_chip,
)
from scorepad.ui.kit.taps import (
    MenuItem,
    action,
    chip,
    icon_tile,
    key,
    menu,
    outlined_tile,
    row_tile,
    tile,
    wide_chip,
    with_menu,
)
from scorepad.ui.kit.window import Handler, memo_component
from scorepad.ui.kit.words import (
    and_more,
    app_icon,
    heading,
    identified,
    marked_text,
    named,
    quiet,
    section,
    text,
    warning,
)
from scorepad.ui.theme import Ink, Size
