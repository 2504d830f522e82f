"""The entry of a hand: one question at a time, in the lower half of the screen, without the system's keyboard.

`pane` shows one step at a time: the taker and the bid (`takers`), the partner (`partner`), the bouts and card points
(`points`) with the bonuses (`extras`) and the button that saves (`save`). `pile` counts the cards of a pile. All steps
are drawn from one `EntryForm` (`form`). `keys` handles a keyboard and moves the focus to each question; `shortcuts`
lists the keys.
"""

from scorepad.ui.entry.pane import entry_pane as entry_pane
