"""Patterns of play that a moderator may want to look at; no models, and no judgement."""
