"""The house itself: its switches, and the journal of those who keep it."""
