"""Queries for exports."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from games.export.models import Export, Piece, State

EVERY = timedelta(days=1)
KEPT = timedelta(days=7)


def newest(user_id: int) -> Export | None:
    """Return the user's newest export."""
    return Export.objects.filter(user=user_id).order_by("-asked_at", "-pk").first()


def next_at(user_id: int, now: datetime) -> datetime | None:
    """Return the time of the user's next possible request; None for now. Failed exports do not
    count."""
    export = newest(user_id)
    if export is None or export.state == State.FAILED:
        return None
    again = export.asked_at + EVERY
    if export.state != State.READY:
        return max(again, now)
    return again if again > now else None


def ready(user_id: int, number: int, now: datetime) -> Export | None:
    """Return the user's export of this number if it can be downloaded, else None."""
    found = Export.objects.filter(user=user_id, state=State.READY, asked_at__gt=now - KEPT)
    return found.filter(pk=number).first()


def pieces(export: Export) -> Iterator[bytes]:
    """Yield the bytes of an export by pieces."""
    of_it = Piece.objects.filter(export=export, attempt=export.tries).order_by("number")
    for number in range(of_it.count()):
        yield bytes(of_it.values_list("data", flat=True).get(number=number))
