"""Template tags of the deals of the day."""
