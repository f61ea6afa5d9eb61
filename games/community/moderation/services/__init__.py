"""The only writers of reports and sanctions. Callers pass `now`."""

from games.community.moderation.services.decisions import decide, report
from games.community.moderation.services.sanctions import appeal, forget, hear, lift, sanction
