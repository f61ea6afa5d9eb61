"""One playthrough of a game: its seats, its log, its boards and its end."""
