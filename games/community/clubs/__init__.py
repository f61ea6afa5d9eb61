"""Clubs: people who play among themselves, with a page, a lobby, talk, ladders and events."""
