"""People, and what they say to and think of each other."""
