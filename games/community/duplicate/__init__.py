"""Duplicate deals: several tables play the same cards, and what counts is the difference."""
