"""The commands of the command line, beside the app itself: what they take, and what they print."""
