"""What happens around a table in the course of an evening. Pure: no file, no clock, no screen."""
