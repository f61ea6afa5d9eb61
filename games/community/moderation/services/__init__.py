"""The only writers of reports and sanctions. Callers pass `now`."""

from games.community.moderation.services.decisions import decide
from games.community.moderation.services.expiry import forget
from games.community.moderation.services.reports import report
from games.community.moderation.services.sanctions import appeal, hear, lift, sanction
