"""Actions on people."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import services
from accounts import services as accounts
from accounts.models import User
from accounts.services import devices
from games.community.desk import merge_consent
from games.community.moderation.errors import ConductError
from games.community.moderation.rights import Act, require
from games.ratings.services import records
from games.site.services import journal
from games.tables import services as tables
from games.tables.models import Seat


@transaction.atomic
def rename(*, by: User, user: User, name: str, why: str, now: datetime) -> User:
    """Rename somebody, also soon after the last change. Raises ConductError, or IntegrityError if
    the name is taken."""
    require(by, Act.RENAME, user)
    if user.is_closed:
        raise ConductError(_("This account is closed: its name is gone."))
    before = user.name
    renamed = services.rename(user=user, name=name, now=now, anyway=True)
    facts = {"from": before, "to": renamed.name}
    journal.write(by=by, action="renamed", user=user, why=why, facts=facts, now=now)
    return renamed


@transaction.atomic
def sign_out(*, by: User, user: User, why: str, now: datetime) -> None:
    """Sign somebody out on every device. Raises ConductError."""
    require(by, Act.SIGN_OUT, user)
    devices.end_everywhere(user.pk)
    journal.write(by=by, action="signed out everywhere", user=user, why=why, now=now)


@transaction.atomic
def give_role(*, by: User | None, user: User, role: str, why: str, now: datetime) -> None:
    """Give or take an office. `by` is None for a command. Raises ConductError."""
    if by is not None:
        require(by, Act.ROLE, user)
    try:
        services.give_role(user=user, role=role)
    except ValueError as error:
        raise ConductError(_("Only an account can have a role.")) from error
    journal.write(by=by, action="role", user=user, why=why, facts={"role": role}, now=now)


@transaction.atomic
def merge(*, by: User, guest: User, code: str, why: str, now: datetime) -> tuple[User, int, int]:
    """Move the games of a guest to the account that the guest's code of consent names, and close
    the guest. Return the account, and how many games moved and stayed: those of both, and daily
    deals. Raises ConductError."""
    guest = User.objects.select_for_update(no_key=True).get(pk=guest.pk)
    to = merge_consent.account_of(code, guest)
    if to is None:
        raise ConductError(_("That code is not this guest’s, or it is more than a week old."))
    if not guest.is_guest or guest.is_closed or to.is_guest or to.is_closed:
        raise ConductError(_("Only a guest can be merged, and only into an account."))
    require(by, Act.MERGE, guest)
    require(by, Act.RECEIVE, to)
    # also where the guest has left: cards of the game are still hidden
    if Seat.objects.filter(user=guest, ended_at=None).exists():
        raise ConductError(_("This guest still plays. Merge when those games have ended."))
    seats = Seat.objects.filter(user=guest).order_by("table")
    went = stayed = 0
    for table_id in list(seats.values_list("table", flat=True)):
        records.forget(table_id)
        if tables.hand_over(table_id=table_id, guest=guest, to=to):
            went += 1
        else:
            stayed += 1
    records.forget_of(to.pk)
    facts = {"guest": guest.name, "games": went, "stayed": stayed}
    journal.write(by=by, action="guest merged", user=to, why=why, facts=facts, now=now)
    accounts.close(user=guest, now=now)
    return to, went, stayed
