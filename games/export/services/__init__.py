"""The only writers of exports. Callers pass `now`."""

from games.export.services.archives import make_due
from games.export.services.requests import TooSoon, ask, forget, forget_all
