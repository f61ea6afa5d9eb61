"""Apply the rules and write reports. Callers pass `now`."""
