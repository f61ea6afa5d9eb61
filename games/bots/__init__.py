"""Bots. Pure like the rules: the caller passes view, dice and time."""
