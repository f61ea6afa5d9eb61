"""Odin: two to six players, hand after hand, until somebody has too many points."""
