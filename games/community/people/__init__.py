"""Ties between people: follow, mute, block; and private notes."""
