"""The only writers of exports. Callers pass `now`."""

from games.mydata.services.asking import TooSoon, ask, forget, forget_all
from games.mydata.services.making import make_due

__all__ = ["TooSoon", "ask", "forget", "forget_all", "make_due"]
