"""Queries for the devices for push."""

from __future__ import annotations

from django.db.models import QuerySet

from games.notices.push.models import Device


def reachable() -> QuerySet[Device]:
    """Return the devices that are not gone and signed in."""
    return Device.objects.filter(gone_at=None, signed_in__ended=None, user__is_active=True)


def targets(user_id: int) -> list[Device]:
    """Return a user's devices, oldest first, also those that are `gone`."""
    known = Device.objects.filter(user=user_id, signed_in__ended=None, user__is_active=True)
    return list(known.select_related("signed_in").order_by("made_at", "pk"))
