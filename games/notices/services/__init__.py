"""The only writers of notices, and of the wishes of users about them. Callers pass `now`."""

from games.notices.services.finding import find as find_due
from games.notices.services.invitations import invite
from games.notices.services.sending import forget_old, send_due
from games.notices.services.wishes import choose, stop

__all__ = ["choose", "find_due", "forget_old", "invite", "send_due", "stop"]
