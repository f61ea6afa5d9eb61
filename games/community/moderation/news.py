"""News for the subjects of decisions."""

from __future__ import annotations

from datetime import datetime

from games.provided import Provided

tell: Provided[[int, datetime], None] = Provided(None)
"""Tell a user that there is a decision to read on the conduct page, in this transaction."""
