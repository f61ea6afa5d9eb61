"""Talk at tables: phrases and words, in a room for players and one for watchers."""
