"""Actions on people."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import services
from accounts.models import User
from accounts.services import devices
from games.community.moderation.errors import ConductError
from games.community.moderation.rights import Act, require
from games.site.services import journal


@transaction.atomic
def rename(*, by: User, user: User, name: str, why: str, now: datetime) -> User:
    """Rename somebody, however recent the last change. Raises ConductError, or IntegrityError if
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
        raise ConductError(_("Only an account can have an office.")) from error
    journal.write(by=by, action="role", user=user, why=why, facts={"role": role}, now=now)
