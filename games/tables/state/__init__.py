"""A table as a value: its seats, its log, its position, and the values that a process keeps in
memory."""
