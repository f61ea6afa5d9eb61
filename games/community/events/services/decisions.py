"""The decisions of an organiser, each in the event's journal and, where it touches a player, in
that of the site."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from accounts.models import User
from games.community.events import selectors
from games.community.events.errors import EventError, Stale
from games.community.events.formats.values import by_place
from games.community.events.models import Entry, Event, Format, Pairing, Round, Stage
from games.community.events.services import deals, news
from games.community.events.services.enter import refusal
from games.community.events.services.leave import withdraw
from games.community.events.services.locking import decide, lock_for, saved

WON = {"1": (1.0, 0.0), "=": (0.5, 0.5), "0": (0.0, 1.0), "-": (0.0, 0.0)}
"""Results that an organiser may give to a game of two, by the value of the form."""
PLACES = ("1", "2", "3", "4", "5")


@transaction.atomic
def pause(*, event_id: str, by: User, why: str = "", now: datetime) -> None:
    """Stop the event's clock: no round begins or ends. Games that run go on by their own clocks.
    Raises EventError."""
    event = lock_for(event_id, by)
    if event.is_over or event.paused_at is not None:
        return
    event.paused_at = now
    saved(event, "paused_at")
    decide(event, by, "pause", now, why)


@transaction.atomic
def go_on(*, event_id: str, by: User, now: datetime) -> None:
    """Resume a paused event. Its schedule moves by the length of the pause; by correspondence by
    whole days, so that rounds end at the same time of day. Raises EventError."""
    event = lock_for(event_id, by)
    if event.paused_at is None:
        return
    later = max(timedelta(), now - event.paused_at)
    if not event.is_live:
        later = timedelta(days=-(-later // timedelta(days=1)))
    event.paused_at, event.next_at = None, now
    if event.stage != Stage.OPEN or event.starts_at <= now:
        event.starts_at += later
        Round.objects.filter(event=event, ended_at=None).update(ends_at=F("ends_at") + later)
    saved(event, "paused_at", "next_at", "starts_at")
    decide(event, by, "go_on", now)


@transaction.atomic
def stop(*, event_id: str, by: User, why: str = "", now: datetime) -> None:
    """End an event for good, without places. Games that run go on. Raises EventError."""
    event = lock_for(event_id, by)
    if event.is_over:
        return
    event.stage, event.ended_at, event.next_at = Stage.STOPPED, now.astimezone(UTC), None
    saved(event, "stage", "ended_at", "next_at")
    Entry.objects.filter(event=event).update(origin="")
    deals.close_all(event, now)
    decide(event, by, "stop", now, why)
    news.tell(event, news.What.OFF, now)


@transaction.atomic
def correct(
    *,
    event_id: str,
    by: User,
    pairing_id: int,
    result: str,
    version: int,
    why: str,
    now: datetime,
) -> None:
    """Give a pairing another result: of two a key of WON; of several the places by seat, as "2 1
    3". With duplicate deals it changes this game alone, and not the scores of others compared with
    it. `version` is that of the pairing on the organiser's page: of two simultaneous corrections
    the second is refused. Raises EventError."""
    event = lock_for(event_id, by)
    found = Pairing.objects.filter(pk=pairing_id, round__event=event).select_related("round")
    pairing = found.first()
    if pairing is None or pairing.is_bye:
        raise EventError(_("There is no such game in this event."))
    if event.is_over:
        raise EventError(_("The event is over, and its results stand."))
    if event.duplicate and pairing.round.ended_at is None:
        raise EventError(
            _("With the same cards for all, results are corrected when the round has ended.")
        )
    if not why.strip():
        raise EventError(_("Give a reason: everybody in the event reads it."))
    if pairing.version != version:
        raise Stale(_("Somebody has changed this result since the page was made. Look again."))
    if event.format == Format.KNOCKOUT and pairing.round.number != event.number:
        raise EventError(_("The next round of the knock-out was paired by this result."))
    before, pairing.points = pairing.points, _result(event, pairing, result)
    pairing.settled_at, pairing.corrected_by = pairing.settled_at or now, by
    pairing.version += 1
    pairing.forfeit = result == "-"
    pairing.save(update_fields=["points", "settled_at", "corrected_by", "version", "forfeit"])
    event.next_at = now
    saved(event, "next_at")
    decide(event, by, "correct", now, why, pairing=pairing, before=before, after=pairing.points)


def _result(event: Event, pairing: Pairing, result: str) -> list[float]:
    """Return the points of a result. Raises EventError."""
    count = len(pairing.players)
    if result == "-":
        return [0.0] * count
    if event.by_two and result in WON:
        games = 2 * event.deals if event.duplicate else 1
        return [points / games for points in WON[result]]
    places = [int(place) if place in PLACES else 0 for place in result.split(" ")]
    ranked = [1 + sum(other < place for other in places) for place in places]
    if event.by_two or len(places) != count or places != ranked:
        raise EventError(
            _("That is not one of the results.")
            if event.by_two
            else _("Places count from 1; those who share one leave the next out.")
        )
    return list(by_place(places))


@transaction.atomic
def remove(*, event_id: str, by: User, entry_id: int, why: str = "", now: datetime) -> None:
    """Take a player out for good: games that run count as lost. Raises EventError."""
    event = lock_for(event_id, by)
    entry = _entry(event, entry_id)
    if entry.removed or event.is_over:
        return
    decide(event, by, "remove", now, why, entry=entry, name=entry.pk)
    if event.stage == Stage.OPEN:
        entry.removed, entry.withdrawn_at = True, now
        entry.save(update_fields=["removed", "withdrawn_at"])
        saved(event)
        return
    entry.removed = True
    entry.save(update_fields=["removed"])
    if entry.plays:
        withdraw(event, entry, now)
    _forfeit(event, entry, now)
    event.next_at = now
    saved(event, "next_at")


def _entry(event: Event, entry_id: int) -> Entry:
    entry = Entry.objects.filter(event=event, pk=entry_id, bot="").first()
    if entry is None:
        raise EventError(_("There is no such player in this event."))
    return entry


def _forfeit(event: Event, entry: Entry, now: datetime) -> None:
    """Give the games of a player that run to the others. With the same cards for all they are
    played to their end: others are compared with them."""
    if event.duplicate:
        return
    for pairing in Pairing.objects.filter(round__event=event, settled_at=None):
        if entry.pk in pairing.players and event.by_two:
            pairing.points = [float(player != entry.pk) for player in pairing.players]
            pairing.forfeit, pairing.settled_at = True, now
            pairing.save(update_fields=["points", "forfeit", "settled_at"])


@transaction.atomic
def replace(
    *, event_id: str, by: User, entry_id: int, user: User, why: str = "", now: datetime
) -> None:
    """Offer the place of a player, with all its results, to somebody who takes it on the event's
    page: from the next round on. Nobody plays unasked. Raises EventError."""
    event = lock_for(event_id, by)
    entry = _entry(event, entry_id)
    if event.is_over:
        raise EventError(_("The event is over, and its results stand."))
    if user.is_guest or user.is_bot or not user.is_active or not selectors.may_see(event, user):
        raise EventError(refusal(event, user) or _("There is no such player."))
    if Entry.objects.filter(event=event, user=user).exists():
        raise EventError(_("%(name)s is in this event already.") % {"name": user.name})
    before = entry.user_id
    entry.user, entry.withdrawn_at, entry.removed = user, now, False
    entry.origin, entry.company = "", None
    entry.save(update_fields=["user", "withdrawn_at", "removed", "origin", "company"])
    saved(event)
    decide(event, by, "replace", now, why, entry=entry, before=before, after=user.pk)
