"""Thresholds of the patterns, each with its reason in docs/hosting/moderation.md. A pattern that
shows half the house is not looked at, so they are high."""

from datetime import timedelta

WINDOW = timedelta(days=30)

GIVEN = 5  # games that one gave up against the other …
MOSTLY = 2 / 3  # … of all that they played, and of all that the one who gives up played

TOGETHER = 3  # games of a pair from one address

STRING, STRING_WITHIN = 5, timedelta(hours=24)  # resignations in a row

EARLY = 12  # entries, the deals among them: up to here a game has hardly begun
CLOSED = 8  # games that one opened and that were broken off so early

STALLED = 3  # games lost on time after a last turn …
STALLED_FOR = timedelta(minutes=2)  # … of at least this …
STALLED_TIMES = 5  # … and so many times the usual turn of that player in that game

MOST = 50  # lines of each pattern
READ = 400  # games lost on time whose turns are read
GAMES = 5  # links of each line
