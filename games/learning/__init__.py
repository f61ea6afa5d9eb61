"""Getting better at a game: lessons, and reviews of games that have ended."""
