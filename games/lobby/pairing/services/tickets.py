"""Creation, heartbeats and withdrawal of tickets."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from games.kernel import shuffle
from games.lobby.pairing import selectors
from games.lobby.pairing.models import Ticket
from games.registry import engines
from games.tables.errors import NotPossible
from games.tables.models import Status
from games.tables.services import allowances

CLOCKS = ("fast", "normal", "slow", "hours", "daily", "weekly")
"""The time controls of a search: few, so that searches match."""
DAYS = timedelta(days=14)
"""The life of a ticket by correspondence."""
GONE = timedelta(minutes=2)
"""The time without a heartbeat after which a live ticket is deleted."""


def search(
    *, user: User, game: str, clock: str, rated: bool, origin: str = "", now: datetime
) -> Ticket:
    """Create a ticket and return it. The same terms return the same ticket; other terms replace a
    live one. Raises TableError."""
    _check(user, game, clock, rated)
    allowances.check_house()
    live = selectors.is_live(clock)
    with transaction.atomic():
        before = Ticket.objects.select_for_update().filter(user=user, live=live, found_at=None)
        if not live:
            before = before.filter(game=game)
        if (same := before.first()) and (same.game, same.clock, same.rated) == (game, clock, rated):
            Ticket.objects.filter(pk=same.pk).update(seen_at=now)
            return same
        before.delete()
    terms = {"game": game, "clock": clock, "live": live, "rated": rated}
    try:
        with transaction.atomic():
            return _create(user=user, **terms, origin=origin, made_at=now, seen_at=now)
    except IntegrityError:  # two posts at once: the other one counts
        waits = Ticket.objects.filter(user=user, live=live, found_at=None)
        found = (waits if live else waits.filter(game=game)).first()
        if found is None:
            raise NotPossible(_("Your search has just ended. Start it again.")) from None
        return found


def _create(**facts: Any) -> Ticket:
    secret = secrets.token_bytes(shuffle.SECRET_BYTES)
    rating = selectors.rating(facts["user"].pk, facts["game"])
    return Ticket.objects.create(
        **facts, rating=rating, secret=secret, commitment=shuffle.commitment(secret)
    )


def refusal(game: str, clock: str) -> str:
    """Return why there is no search for such a game, or ""."""
    engine = engines().get(game)
    if engine is None or 2 not in engine.seats:
        return _("There is no such game for two here.")
    if clock not in CLOCKS:
        return _("There is no time control of that name.")
    return ""


def _check(user: User, game: str, clock: str, rated: bool) -> None:
    if refused := refusal(game, clock):
        raise NotPossible(refused)
    if user.is_bot:
        raise NotPossible(_("Bots are not paired with people."))
    if rated and user.is_guest:
        raise NotPossible(_("Guests play unrated. Create an account for rated games."))
    if user.is_guest and not selectors.is_live(clock):
        raise NotPossible(_("Create an account to look for a game over days."))


def keep_alive(*, user_id: int, nonce: str = "", now: datetime) -> Ticket | None:
    """Record a heartbeat of a user's live ticket, and its first nonce; return the newest live
    ticket, waiting or matched, or None. Another live game ends the search."""
    ticket = selectors.live(user_id)
    if ticket is not None and ticket.found_at is None:
        if selectors.started_elsewhere([ticket]):
            ticket.delete()
            return None
        waits = Ticket.objects.filter(pk=ticket.pk, found_at=None)
        waits.update(seen_at=now)
        if nonce:
            waits.filter(nonce="").update(nonce=nonce[:64])
    return ticket


def wait_with_a_bot(*, user_id: int, table_id: str) -> None:
    """Keep a user's live ticket while they watch a game against a bot."""
    Ticket.objects.filter(user=user_id, live=True, found_at=None).update(meanwhile=table_id)


def stop(*, user_id: int, ticket_id: int) -> bool:
    """Withdraw a ticket, and return whether it was waiting."""
    waits = Ticket.objects.filter(pk=ticket_id, user=user_id, found_at=None)
    return bool(waits.delete()[0])


def waiting_tickets(*, now: datetime) -> QuerySet[Ticket]:
    """Return the waiting tickets, to pair or to expire."""
    return Ticket.objects.filter(found_at=None)


def delete_expired(*, now: datetime) -> int:
    """Delete live tickets without a page and old ones by correspondence; return their number."""
    silent = Ticket.objects.filter(live=True, found_at=None, seen_at__lt=now - GONE)
    ended = silent.exclude(meanwhile__status=Status.RUNNING)
    old = Ticket.objects.filter(live=False, found_at=None, made_at__lt=now - DAYS)
    return sum(rows.delete()[0] for rows in (ended, old))


def forget(*, now: datetime, after: timedelta, limit: int) -> int:
    """Delete tickets that were matched longer ago than `after`; return their number."""
    old = Ticket.objects.filter(found_at__lt=now - after).order_by("found_at")
    return Ticket.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:limit])).delete()[0]


def forget_user(user_id: int) -> None:
    """Delete the tickets of a user whose account is closing."""
    Ticket.objects.filter(user=user_id).delete()
