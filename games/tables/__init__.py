"""One playthrough: its seats, its log, its screens, its end."""
