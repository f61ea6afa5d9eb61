"""The Expert of this game as it was on 22 November 2026."""
