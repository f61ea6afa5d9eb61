"""News for the subjects of decisions."""

from __future__ import annotations

from datetime import datetime

from games.provided import Provided

tell: Provided[[int, datetime], None] = Provided(None)
"""Add news of a decision on the conduct page for a user, in this transaction."""
