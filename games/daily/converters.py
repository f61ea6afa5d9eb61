"""Path converters for dates."""

from __future__ import annotations

from datetime import date


class Day:
    """A date: 2026-11-22."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """Return the date. Raises ValueError: Django answers 404."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        """Return the date as text."""
        return value.isoformat()


class Month:
    """A month, as its first day: 2026-11."""

    regex = "[0-9]{4}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """Return its first day. Raises ValueError: Django answers 404."""
        return date.fromisoformat(f"{value}-01")

    def to_url(self, value: date) -> str:
        """Return the month as text."""
        return value.isoformat()[:7]
