"""The services: the only code that writes reviews."""

from games.learning.review.services.jobs import work
from games.learning.review.services.requests import ask, ask_due, due_reviews, stop
