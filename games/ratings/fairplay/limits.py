"""Thresholds of the patterns, with reasons in docs/hosting/moderation.md. They are high: no one
reads a pattern that shows half the site."""

from datetime import timedelta

WINDOW = timedelta(days=30)

GIVEN = 5  # games that one gave up against the other …
MOSTLY = 2 / 3  # … of all games of the pair, and of all games of the one who gives up

TOGETHER = 3  # games of a pair from one address

STRING, STRING_WITHIN = 5, timedelta(hours=24)  # resignations in a row

EARLY = 12  # entries, deals included: up to here a game has hardly begun
CLOSED = 8  # games that one opened and that were broken off so early

STALLED = 3  # games lost on time after a last turn …
STALLED_FOR = timedelta(minutes=2)  # … of at least this …
STALLED_TIMES = 5  # … and so many times the usual turn of that player in that game

MOST = 50  # lines of each pattern
READ = 400  # games lost on time whose turns are read
GAMES = 5  # links of each line
