"""The rules of every card game: pure values in, pure values out. No Django, no clock, no dice."""
