"""The only writers of reports and sanctions. Callers pass `now`."""

from games.conduct.services.reporting import report
from games.conduct.services.sanctioning import sanction

__all__ = ["report", "sanction"]
