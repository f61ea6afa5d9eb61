"""Talk at the tables: phrases and lines, in a room for the players and one for those who watch."""
