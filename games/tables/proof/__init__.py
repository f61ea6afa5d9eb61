"""Proof of what is stored: of deals, and of everything that follows from the log."""
