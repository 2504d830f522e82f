"""`clean_name` under the module name that some callers still import."""

from scorepad.text import clean_name as clean_name
