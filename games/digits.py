"""Whole numbers in texts that clients send."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def number(text: str, digits: int, otherwise: T) -> int | T:
    """Return the number in a text of at most `digits` ASCII digits; `otherwise` for other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else otherwise
