"""Applying the rules, and their reports. Callers pass `now`."""
