"""Errors under the names that some callers still import."""

from scorepad.i18n.errors import error_text as failure_text
from scorepad.i18n.errors import error_text as history_error_text
from scorepad.i18n.errors import refusal_text as refusal_text
from scorepad.i18n.errors import scheme_error_text as scheme_refusal

__all__ = ["failure_text", "history_error_text", "refusal_text", "scheme_refusal"]
