"""Reasons why somebody may not sign in."""

from __future__ import annotations

from games.provided import Provided

page: Provided[[int], str] = Provided("")
"""Return the path of the page that tells a user, by id, why and until when; "" if they may."""
