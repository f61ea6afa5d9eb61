"""Authorization of other people's apps by OAuth 2.1."""
