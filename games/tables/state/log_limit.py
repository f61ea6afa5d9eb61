"""The length of a log from which bots accept a draw, and that at which a game is broken off."""

# Entries, without those taken back. A longer game is broken off, so that no game fills the disk.
MAX_PLIES = 20_000
# The number of entries, without those taken back, from which bots accept a draw. It is several
# times the length of a game.
DRAGS_ON = 1000
