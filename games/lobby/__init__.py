"""The lobby: front page, games, rules, people, and the error pages."""
