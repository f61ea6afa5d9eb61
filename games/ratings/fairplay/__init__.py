"""Patterns of play for moderators to look at."""
