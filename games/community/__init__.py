"""Ties between people, talk, and moderation."""
