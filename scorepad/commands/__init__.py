"""The commands of the command line, except the app itself: their arguments and their output."""
