"""Commands for the host."""
