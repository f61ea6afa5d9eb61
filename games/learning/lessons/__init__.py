"""Lessons: small steps on the real board, written by each game as data."""
