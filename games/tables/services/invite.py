"""Invitations to a table that waits. One that keeps a seat is that of a rematch."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import limits, names, selectors
from accounts.models import User
from accounts.services.removal import remove
from games.community.people.selectors import any_apart
from games.tables import access
from games.tables.errors import NotPossible, NotYourSeat, Over
from games.tables.models import Answer, Invitation, Seat, Status, Table
from games.tables.services import allowances
from games.tables.services.close import show_rematch
from games.tables.services.events import Event, tell
from games.tables.services.seat_changes import changed, over
from games.tables.state import circles, requirements


@transaction.atomic
def invite_by_name(*, table_id: str, by: User, name: str, now: datetime) -> User:
    """Ask somebody by name to a table that waits, and return the user. Raises TableError.

    Whether the user takes mail makes no difference here, not even to the limit, so that nobody
    finds out.
    """
    if by.is_guest:
        raise NotYourSeat(
            _("Guests cannot invite people by name. Send the link, or create an account.")
        )
    if by.is_bot:
        raise NotYourSeat(_("Bots invite nobody: people invite them."))
    user = _named(name)
    if user is None:
        raise NotPossible(_("Nobody here has that name. Check how it is written."))
    if invite(table_id=table_id, user=user, by=by, now=now) and not limits.allow(
        "invited", user.pk
    ):
        raise not_now(user)
    return user


def not_now(user: User) -> NotPossible:
    """Return the error for a user who cannot be invited: the same after many invitations today and
    after a block by somebody at the table."""
    return NotPossible(_("%(name)s cannot be invited just now.") % {"name": user.name})


def _named(name: str) -> User | None:
    """Return the account of this name, or the one that had it recently or has it with accents."""
    name = names.normalized(name.strip())
    user = User.objects.filter(username__iexact=name).first() or selectors.former_owner(name)
    return user if user and user.is_active and not user.is_guest else None


@transaction.atomic
def invite(*, table_id: str, user: User, by: User, now: datetime) -> bool:
    """Invite a user to a table, and return whether for the first time. It reserves no seat. Raises
    TableError."""
    table = open_table_of(table_id, _("Nobody can be invited any more."))
    seats = {seat.user_id for seat in table.seats.all() if seat.user_id is not None}
    if by.pk not in seats:
        raise NotYourSeat(_("Only players at this table can invite others."))
    if user.pk in seats:
        raise NotPossible(_("%(name)s sits here already.") % {"name": user.name})
    if any_apart(user.pk, seats) or circles.is_closed_to(table, user.pk):
        raise not_now(user)
    if _all_kept(table) and not table.invitations.filter(user=user).exists():
        raise NotPossible(
            _("The free seats are kept for those who played before. Open the table to anybody.")
        )
    asked, new = Invitation.objects.get_or_create(
        table=table, user=user, defaults={"by": by, "at": now}
    )
    if asked.answer == Answer.DECLINED:
        raise NotPossible(_("%(name)s cannot come.") % {"name": user.name})
    if asked.answer == Answer.WITHDRAWN:
        Invitation.objects.filter(pk=asked.pk).update(answer=Answer.NONE, by=by, at=now)
        changed(table, now)
    if new:
        tell(Event.INVITED, table.id, [user.pk], by.pk, now)
        changed(table, now)
    return new


def _all_kept(table: Table) -> bool:
    """Return whether every free seat of a table is reserved."""
    asked = table.invitations.filter(answer=Answer.NONE, seat__isnull=False)
    taken = table.seats.values("number")
    return table.seats.count() + asked.exclude(seat__in=taken).count() >= table.seat_count


@transaction.atomic
def withdraw(*, table_id: str, host: User, user_id: int | None, now: datetime) -> None:
    """Withdraw an invitation; a seat that it reserved is free again. Raises TableError."""
    table = host_of(table_id, host)
    asked = table.invitations.filter(user=user_id, answer=Answer.NONE)
    if asked.update(answer=Answer.WITHDRAWN, seat=None) and user_id is not None:
        tell(Event.LAPSED, table.id, [user_id], host.pk, now)
        _answered(table, now)


@transaction.atomic
def decline(*, table_id: str, user: User, now: datetime) -> None:
    """Answer an invitation: not now. Whoever invited is told. A table that has begun or closed
    needs no answer, and neither does one who sits there."""
    table = access.lock(table_id)
    if table.status != Status.OPEN or Seat.objects.filter(table=table, user=user).exists():
        return
    asked = table.invitations.filter(user=user).exclude(answer=Answer.WITHDRAWN).first()
    if asked is None:
        raise NotYourSeat(_("Nobody has invited you to this table."))
    if asked.answer == Answer.NONE:
        Invitation.objects.filter(pk=asked.pk).update(answer=Answer.DECLINED)
        tell(Event.DECLINED, table.id, [asked.by_id], user.pk, now)
        tell(Event.ANSWERED, table.id, [user.pk], user.pk, now)
        _answered(table, now)


@transaction.atomic
def open_to_all(*, table_id: str, host: User, now: datetime) -> None:
    """List a rematch in the lobby, or offer that of a circle to its members, and release its
    reserved seats. The score of the series ends, as somebody else may sit down. Raises
    TableError."""
    table = host_of(table_id, host)
    within = requirements.of_members(table.asks)
    kept = table.invitations.filter(seat__isnull=False)
    if not table.rematch_of_id or not (kept.exists() if within else table.private):
        return
    allowances.lock(host)
    allowances.check_open_tables(host)
    table.invitations.update(seat=None)
    table.private, table.series = table.private and within, {}
    table.save(update_fields=["private", "series"])
    changed(table, now)


def open_table_of(table_id: str, sorry: str) -> Table:
    """Return a table that waits, with its row locked. Raises Over with a reason and `sorry`."""
    table = access.lock(table_id)
    if table.status == Status.RUNNING:
        raise Over(f"{_('The game has begun.')} {sorry}".strip())
    if table.status == Status.ENDED:
        raise Over(f"{over(table).sentence} {sorry}".strip())
    return table


def host_of(table_id: str, host: User) -> Table:
    """Return a table that waits, with its row locked, for its host. Raises TableError."""
    table = open_table_of(table_id, "")
    if table.creator_id != host.pk:
        raise NotYourSeat(_("Only the host decides who sits here."))
    return table


def _answered(table: Table, now: datetime) -> None:
    changed(table, now)
    if former := table.rematch_of_id:
        transaction.on_commit(lambda: show_rematch(former), robust=True)


def forget_invitations(*, now: datetime, after: timedelta, limit: int = 1000) -> int:
    """Delete invitations of that age; return their number."""
    return remove(Invitation.objects.filter(at__lt=now - after), limit)
