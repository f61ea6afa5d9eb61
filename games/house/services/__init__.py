"""The only writers of switches, invitations, announcements, numbers and the journal. Callers
pass `now`."""

from games.house.services.announcing import put_up, take_down
from games.house.services.counting import count, forget_old
from games.house.services.inviting import invite, use, withdraw_old
from games.house.services.journal import write
from games.house.services.switching import turn

__all__ = [
    "count",
    "forget_old",
    "invite",
    "put_up",
    "take_down",
    "turn",
    "use",
    "withdraw_old",
    "write",
]
