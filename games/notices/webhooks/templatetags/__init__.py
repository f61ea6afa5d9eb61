"""Template tags of webhooks."""
