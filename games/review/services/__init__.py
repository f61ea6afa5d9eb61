"""The services: the only code that writes reviews."""

from games.review.services.asking import ask, ask_due, due_reviews, stop
from games.review.services.working import work

__all__ = ["ask", "ask_due", "due_reviews", "stop", "work"]
