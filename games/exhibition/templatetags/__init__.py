"""Template tags of Exhibition."""
