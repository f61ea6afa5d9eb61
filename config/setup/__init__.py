"""Setting up: packages, a new game, another database."""
