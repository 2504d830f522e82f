"""The pad holds the evenings and their unsaved hands. Windows show them, and change them by `change` and `tap`."""

from scorepad.pad.draft import HandDraft as HandDraft
from scorepad.pad.entry import Entry as Entry
from scorepad.pad.pad import Act as Act
from scorepad.pad.pad import EveningOver as EveningOver
from scorepad.pad.pad import Pad as Pad
from scorepad.pad.pad import Told as Told
from scorepad.pad.verdict import DraftVerdict as DraftVerdict
