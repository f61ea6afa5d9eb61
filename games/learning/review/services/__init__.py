"""The services: the only code that writes reviews."""

from games.learning.review.services.asking import ask, ask_due, stop
from games.learning.review.services.working import work

__all__ = ["ask", "ask_due", "stop", "work"]
