"""Celery tasks that call the services. The database says what is due, so a lost or repeated task
does no harm. A task with `due` is sent when there are such rows (config.beat)."""

from contextlib import suppress

from celery import shared_task
from django.utils import timezone

from accounts.models import User
from games.registry import engines
from games.sweep import sweep
from games.tables import services
from games.tables.errors import TableError
from games.tables.models import LeftBy, Seat, Status


@shared_task(due=(services.at_odds_with_switch,))
def follow_switch() -> int:
    """Have clocks by correspondence stand while the house is closed for repairs; return the number
    of tables that changed."""
    return services.follow_switch(now=timezone.now())


@shared_task
def copy_ends() -> int:
    """Copy to seats that their tables have ended, where that is missing; return the number of
    seats."""
    return services.copy_ends()


@shared_task(due=(services.due_flags,))
def flag_due() -> int:
    """Let the flags fall whose time is up; return the number of tables."""
    return services.flag_due(now=timezone.now())


@shared_task
def show_name(user_id: int) -> None:
    """Show the new name of a user at the tables of that user."""
    services.show_name(user_id=user_id)


@shared_task
def release_seats(user_id: int) -> None:
    """Take a closed account away from its tables."""
    for user in User.objects.filter(pk=user_id, is_active=False):
        services.release_seats(user=user, now=timezone.now())


@shared_task
def release_leftover_seats() -> None:
    """Take closed accounts away from their tables if their first task was lost."""
    live = Seat.objects.filter(
        ended_at=None,
        left_by=LeftBy.NONE,
        user__is_active=False,
        table__status__in=[Status.OPEN, Status.RUNNING],
        table__game__in=engines().keys(),
    )
    now = timezone.now()

    def release(user: User) -> int:
        services.release_seats(user=user, now=now)
        return 1

    users = User.objects.filter(pk__in=live.values("user"))
    sweep(users, release, limit=100, what="A closed account could not be taken from its tables")


@shared_task(soft_time_limit=5, time_limit=15)
def play_bot(table_id: str, ply: int) -> None:
    """Let a bot act at a table that stands at this ply. If the table stands at another one,
    somebody else has acted already."""
    choice = services.choose(table_id=table_id, ply=ply)
    if choice is not None:
        with suppress(TableError):
            services.answer(
                table_id=table_id, seat=choice.seat, code=choice.code, ply=ply, now=timezone.now()
            )


@shared_task(soft_time_limit=5, time_limit=15)
def find_hint(table_id: str, seat: int, ply: int) -> None:
    """Find the hint that a seat has asked for at this ply, if it still wants it."""
    code = services.find_hint(table_id=table_id, seat=seat, ply=ply)
    if code is not None:
        with suppress(TableError):
            services.keep_hint(table_id=table_id, seat=seat, ply=ply, code=code, now=timezone.now())


@shared_task(soft_time_limit=5, time_limit=15)
def play_plans(table_id: str) -> None:
    """Play what the player whose turn has come at a table has left for it."""
    with suppress(TableError):
        services.play_plans(table_id=table_id, now=timezone.now())


@shared_task(due=(services.due_plans,))
def play_due_plans() -> int:
    """Play what players have left for their turns where the task of it was lost; return the number
    of moves."""
    return services.play_due_plans(now=timezone.now())


@shared_task(due=(services.overdue_bots, services.lost_hints))
def ask_overdue_bots() -> int:
    """Send a new task for each bot whose task was lost or whose worker died, and give up hints of
    which the same is true; return the number of tables with such bots."""
    now = timezone.now()
    services.give_up_hints(now=now)
    return services.ask_overdue(now=now)
