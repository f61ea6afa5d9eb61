"""Schotten Totten: two clans, nine stones, and claims that have to be proved."""
