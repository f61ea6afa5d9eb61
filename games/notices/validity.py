"""The conditions under which a notice still holds: else it is not sent, or retracted."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import CharField, Exists, F, OuterRef, Q
from django.db.models.functions import Cast

from games.kernel import clock
from games.notices.models import Kind, News, What
from games.notices.selectors import TO_ACT
from games.tables.models import DECLINED, Answer, Invitation, LeftBy, Seat, Status
from games.tables.state import current_turn

OF_A_TURN = (Kind.LIVE, Kind.TURN, Kind.LOW)
OFFERS = {
    Kind.DRAW: "draw_by",
    Kind.ABORT: "abort_by",
    Kind.SLOW: "slow_by",
    Kind.UNDO: "undo_by",
}
"""Kind of offer → the column of tables with the seats that agree."""
OF_NO_TABLE = (Kind.ROUND, Kind.LAST_DAY, Kind.EVENT, Kind.CLUB)


def still_true(kinds: Collection[str] = Kind.values) -> Q:
    """Return the condition for notices of some kinds that still hold. Those about an opened table,
    or about none, need further checks."""
    mine = Seat.objects.filter(table=OuterRef("table"), user=OuterRef("user"))
    turn = mine.filter(TO_ACT).annotate(turn=current_turn.number()).filter(turn=OuterRef("begun"))
    unread = News.objects.filter(
        user=OuterRef("user"), table=OuterRef("table"), what=What.ENDED, read_at=None
    )
    over = Q(table__time_control__regex=clock.names("correspondence")) | Q(Exists(unread))
    asked = Invitation.objects.filter(
        table=OuterRef("table"), user=OuterRef("user"), answer=Answer.NONE
    )
    new = News.objects.filter(
        user=OuterRef("user"), kind=OuterRef("kind"), subject=OuterRef("subject"), table=None
    ).filter(read_at=None, over=False)
    waits = Q(table__status=Status.OPEN) & ~Q(Exists(mine))
    so: dict[tuple[str, ...], Q] = {
        OF_A_TURN: Q(Exists(turn)),
        (Kind.OVER,): over,
        (Kind.IDLE,): Q(table__breaks_off_at__isnull=False, table__ply=F("begun")),
        (Kind.OPENED,): waits,
        (Kind.INVITATION, Kind.REMATCH): waits & Q(Exists(asked)),
        tuple(OFFERS): is_offered("kind"),
        OF_NO_TABLE: Q(Exists(new)),
    }
    found = Q(pk__in=[])
    for some, condition in so.items():
        if not set(kinds).isdisjoint(some):
            found |= Q(kind__in=some) & condition
    return found


def is_offered(field: str) -> Q:
    """Return the condition for rows with a user, a table and a kind of offer in `field`: the offer
    stands, and the user has not agreed."""
    mine = Seat.objects.filter(table=OuterRef("table"), user=OuterRef("user"), left_by=LeftBy.NONE)
    playing, found = mine.filter(table__status=Status.RUNNING), Q(pk__in=[])
    for kind, column in OFFERS.items():
        agreed = f"table__{column}"
        number = Cast(F("number"), CharField())
        open_to = playing.exclude(**{f"{agreed}__in": ("", DECLINED)})
        asked = Exists(open_to.exclude(**{f"{agreed}__contains": number}))
        found |= Q(asked, **{field: kind.value})
    return found
