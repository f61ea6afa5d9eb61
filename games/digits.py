"""Whole numbers in texts that clients send."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def number(text: str, digits: int, otherwise: T) -> int | T:
    """Return the number that a text of at most so many ASCII digits stands for; `otherwise` for any
    other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else otherwise
