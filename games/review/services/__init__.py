"""The services: the only code that writes reviews."""

from games.review.services.asking import ask, ask_due, may_ask, stop
from games.review.services.working import work

__all__ = ["ask", "ask_due", "may_ask", "stop", "work"]
