"""Proof of the stored data: of the deals, and of all rows that follow from the log."""
