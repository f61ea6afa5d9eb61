"""Ratings: ladders, leaderboards and profiles."""
