"""The longest log that a table may have."""

# Entries that stand. A game that is stretched for ever must not fill the disk: there it is broken
# off.
MAX_PLIES = 20_000
