"""The parts that several screens share."""
