"""The only writers of exports. Callers pass `now`."""

from games.export.services.asking import TooSoon, ask, forget, forget_all
from games.export.services.making import make_due

__all__ = ["TooSoon", "ask", "forget", "forget_all", "make_due"]
