"""The events of an evening, and the table and score sheet computed from them. Uses no file, clock or screen."""
