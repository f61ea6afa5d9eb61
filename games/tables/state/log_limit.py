"""The longest log that a table may have."""

# Entries, without those taken back. A longer game is broken off, so that no game fills the disk.
MAX_PLIES = 20_000
