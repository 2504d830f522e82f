"""The entry of a hand: one question at a time, in the lower half of the screen, without the system's keyboard.

`pane` shows one step at a time: who took (`takers`), who was called (`partner`), bouts and card points (`points`) with
the bonuses (`extras`) and the button that saves (`save`). All are drawn from one `EntryForm` (`form`). With a keyboard,
`focus` follows the questions, and `shortcuts` lists the keys.
"""

from scorepad.ui.entry.pane import entry_pane as entry_pane
