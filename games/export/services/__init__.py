"""The only writers of exports. Callers pass `now`."""

from games.export.services.archives import make_due
from games.export.services.requests import TooSoon, forget, forget_all, request
