"""The only writers of switches, invitations, announcements, numbers and the journal. Callers
pass `now`."""

from games.site.services.announcing import put_up, take_down
from games.site.services.counting import count, forget_days, forget_hours
from games.site.services.inviting import forget_old as forget_invitations
from games.site.services.inviting import invite, use
from games.site.services.journal import write
from games.site.services.switching import turn

__all__ = [
    "count",
    "forget_days",
    "forget_hours",
    "forget_invitations",
    "invite",
    "put_up",
    "take_down",
    "turn",
    "use",
    "write",
]
