"""A toy, to prove that a game is one folder and one line."""
