"""The lobby: front page, list of games, rules, and the pages for errors."""
