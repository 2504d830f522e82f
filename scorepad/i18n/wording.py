"""Names and sentences under the module name that some callers still import."""

from scorepad.i18n.errors import problem_text as problem_text
from scorepad.i18n.names import *  # noqa: F403
from scorepad.i18n.sentences import *  # noqa: F403
