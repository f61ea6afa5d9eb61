collect_ignore = ["game", "told"]  # they are tests of the copy, where the toy is a game
