"""Private calendars of deadlines, for calendar programs."""
