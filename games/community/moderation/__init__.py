"""Keeping the peace: reports of people, what was decided about them, and sanctions."""
