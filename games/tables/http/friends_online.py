"""The people whom a player may invite by one tap: followed people who are online."""

from __future__ import annotations

from accounts.models import User
from games.community.people import selectors as people
from games.community.people.models import Kind
from games.tables.live import presence
from games.tables.models import Answer, Invitation
from games.tables.state.public import PublicTable

MOST = 6


def followed_here(found: PublicTable, user: User) -> list[User]:
    """Return those whom a player follows and who are here, by name: nobody who sits at the table
    or is asked already. Nobody for a guest, or for one who does not sit there. Six queries at
    most."""
    if not user.is_authenticated or user.is_guest or found.status != "open":
        return []
    sit = {seat.user_id for seat in found.seats if seat.user_id is not None}
    if user.pk not in sit or len(found.seats) >= found.seat_count:
        return []
    known = people.visible(user.pk, people.tied_to(user.pk, Kind.FOLLOW) - sit)
    asked = Invitation.objects.filter(table=found.id).exclude(answer=Answer.WITHDRAWN)
    here = presence.online(sorted(known - set(asked.values_list("user", flat=True))))
    return list(User.objects.filter(pk__in=here).order_by("username")[:MOST]) if here else []
