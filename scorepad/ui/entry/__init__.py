"""The entry of a hand: one question at a time, in the lower half of the screen, no system keyboard.

`pane` shows one step at a time: who took (`takers`), who was called (`partner`), bouts and card points (`points`) with
the rest (`extras`) and the way to save (`save`). All of them draw from one `Form`. With a keyboard, `focus` follows the
questions, and `shortcuts` lists the keys.
"""

from scorepad.ui.entry.pane import entry_pane as entry_pane
