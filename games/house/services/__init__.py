"""The only writers of switches, invitations, announcements, numbers and the journal. Callers
pass `now`."""

from games.house.services.announcing import put_up, take_down
from games.house.services.counting import count, forget_days, forget_hours
from games.house.services.inviting import forget_old as forget_invitations
from games.house.services.inviting import invite, use
from games.house.services.journal import write
from games.house.services.switching import turn

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
