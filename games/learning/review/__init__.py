"""Reviews of ended games, computed by workers and stored."""
