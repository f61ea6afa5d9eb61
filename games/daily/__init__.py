"""The deals of the day: the same cards for everybody, once."""
