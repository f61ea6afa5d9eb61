"""A table as a value: its seats, its log, its position, and what a process remembers of them."""
