"""The only writers of reports and sanctions. Callers pass `now`."""

from games.community.moderation.services.deciding import decide
from games.community.moderation.services.forgetting import forget
from games.community.moderation.services.reporting import report
from games.community.moderation.services.sanctioning import appeal, hear, lift, sanction

__all__ = ["appeal", "decide", "forget", "hear", "lift", "report", "sanction"]
