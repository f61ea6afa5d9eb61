"""Turn switches."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from games.site import switches
from games.site.models import Switch
from games.site.services import journal
from games.site.switches import VALUES


@transaction.atomic
def turn(
    *, by: AbstractBaseUser | None, name: str, value: str, why: str = "", now: datetime
) -> None:
    """Turn a switch, with its entry in the journal. Raises ValueError for an unknown value."""
    if value not in VALUES[name]:
        raise ValueError(f"{name} cannot be {value}.")
    before = Switch.objects.select_for_update().filter(pk=name).first()
    if before and before.value == value:
        return
    Switch.objects.update_or_create(pk=name, defaults={"value": value, "at": now})
    switches.forget()
    transaction.on_commit(switches.forget)
    journal.write(by=by, action=f"switch {name}", why=why, facts={"to": value}, now=now)
