"""Buttons of moves."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(8192)
def button_id(code: str) -> str:
    """Return the id of a code's button, for the labels of pictures: "do-play-R7"."""
    return "do-" + code.replace(" ", "-").replace(">", "-to-")
