"""The only writers of reports and sanctions. Callers pass `now`."""

from games.conduct.services.deciding import decide
from games.conduct.services.forgetting import forget
from games.conduct.services.reporting import report
from games.conduct.services.sanctioning import appeal, hear, lift, sanction

__all__ = ["appeal", "decide", "forget", "hear", "lift", "report", "sanction"]
