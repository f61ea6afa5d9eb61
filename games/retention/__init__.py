"""Retention: the removal of what is kept no longer."""
