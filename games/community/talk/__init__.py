"""Talk: phrases and words, at a table in a room for players and one for watchers."""
