"""Events: tournaments and leagues of a club or of the site."""
