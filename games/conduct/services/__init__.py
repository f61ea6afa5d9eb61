"""The only writers of reports and sanctions. Callers pass `now`."""

from games.conduct.services.deciding import decide
from games.conduct.services.reporting import report
from games.conduct.services.sanctioning import appeal, hear, lift, sanction

__all__ = ["appeal", "decide", "hear", "lift", "report", "sanction"]
