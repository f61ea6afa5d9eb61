"""The only writers of ties and notes. Callers pass `now`."""

from games.people.services.ties import tie, untie

__all__ = ["tie", "untie"]
