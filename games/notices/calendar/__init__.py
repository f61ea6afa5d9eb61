"""A private calendar of one's deadlines, for calendar programs to subscribe to."""
