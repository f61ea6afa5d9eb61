"""Carrying out the rules, and keeping the reports of it. Callers pass `now`."""
