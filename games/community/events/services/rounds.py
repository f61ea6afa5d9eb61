"""The steps of an event. Each is one transaction with the event's row locked, and follows from the
rows alone: after a crash the last step is whole, and the next worker takes the one after it.

`next_at` says when to look again.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from games.community.events import schedule, selectors, state
from games.community.events.formats import league
from games.community.events.models import Entry, Event, Format, Pairing, Round, Stage
from games.community.events.services import deals, news, open_tables, pairing, results
from games.community.events.services.locking import decide, lock, saved
from games.ratings.models import ALL_TIME, Ladder, Rating
from games.ratings.rating import NEWCOMER
from games.registry import engines
from games.sweep import sweep
from games.tables.errors import TableError

AGAIN = timedelta(minutes=1)
"""The time until the next try while the site is closed for repairs."""
TICK = timedelta(seconds=15)
"""The time between two pairings of an arena."""
LEAST = {Format.KNOCKOUT: 2, Format.GROUPS: 3}


def keep(*, now: datetime, limit: int = 2000) -> int:
    """Take the steps that are due in all events; return how many. Safe to run in several workers at
    once."""
    due = {
        *selectors.due_events(now=now).values_list("pk", flat=True),
        *selectors.due_results(now=now).values_list("pk", flat=True),
    }
    return sweep(
        sorted(due),
        lambda event_id: advance_all(event_id=event_id, now=now),
        limit=limit,
        what="An event could not go on",
    )


def advance_all(*, event_id: str, now: datetime) -> int:
    """Take every step of an event that is due; return how many."""
    steps = 0
    while advance(event_id=event_id, now=now):
        steps += 1
    return steps


@transaction.atomic
def advance(*, event_id: str, now: datetime) -> bool:
    """Take the next step of an event; return whether there was one."""
    event = lock(event_id)
    if event.is_over or event.paused_at is not None or event.game not in engines():
        return _wait(event, None)
    if event.stage == Stage.OPEN:
        return _close_entries(event, now) if now >= event.starts_at else _before(event, now)
    made = Round.objects.filter(event=event, number=event.number).first()
    try:
        with transaction.atomic():
            if made is None or made.ended_at is not None:
                return _between(event, made, now)
            return _within(event, made, now)
    except TableError:
        return _wait(event, now + AGAIN)


def _wait(event: Event, until: datetime | None) -> bool:
    if event.next_at != until:
        Event.objects.filter(pk=event.pk).update(next_at=until)
    return False


# --- before the first round


def _before(event: Event, now: datetime) -> bool:
    """Tell those who have entered, once, that the event begins soon: the first look is for that,
    and the next one is at the start."""
    soon = schedule.soon(event)
    if now < soon:
        return _wait(event, soon)
    if event.next_at is not None and event.next_at < event.starts_at:
        news.tell(event, news.What.SOON, now)
    return _wait(event, event.starts_at)


def _close_entries(event: Event, now: datetime) -> bool:
    """Give seeds by rating to those who have entered; too few end the event."""
    entries = [entry for entry in selectors.entries(event) if entry.plays]
    if len(entries) < LEAST.get(Format(event.format), 2):
        event.stage, event.ended_at, event.next_at = Stage.STOPPED, now, None
        saved(event, "stage", "ended_at", "next_at")
        decide(event, None, "too_few", now)
        news.tell(event, news.What.OFF, now)
        return True
    Entry.objects.filter(event=event).exclude(withdrawn_at=None).update(seed=len(entries) + 2)
    if event.bots and len(entries) % 2 and event.format != Format.KNOCKOUT:
        bot = Entry(event=event, bot=event.bots, entered_at=now)
        bot.save()
        entries.append(bot)
    _seed(event, entries)
    event.stage, event.next_at = Stage.RUNNING, now
    saved(event, "stage", "next_at")
    return True


def _seed(event: Event, entries: list[Entry]) -> None:
    ladder = Ladder.TWO if event.by_two else Ladder.MANY
    users = [entry.user_id for entry in entries if entry.user_id is not None]
    rows = Rating.objects.filter(game=event.game, ladder=ladder, season=ALL_TIME, user__in=users)
    known = dict(rows.values_list("user", "value"))
    for entry in entries:
        entry.rating = known.get(entry.user_id, round(NEWCOMER.mu)) if entry.user_id else 0
    # Within a division those stand first who came from above.
    entries.sort(key=lambda entry: (entry.bot != "", -entry.rating, entry.entered_at, entry.pk))
    if event.format == Format.LEAGUE:
        _divide(event, entries)
        entries.sort(key=lambda entry: entry.division)
    for seed, entry in enumerate(entries, 1):
        entry.seed = seed
    Entry.objects.bulk_update(entries, ["seed", "rating", "division"], batch_size=500)


def _divide(event: Event, entries: list[Entry]) -> None:
    """Give each entry its division, from 1: of a first season by rating; later, new ones begin in
    the last."""
    by_id = {entry.pk: entry for entry in entries}
    if event.before_id is None:
        for number, ids in enumerate(league.divided(list(by_id), event.division), 1):
            for each in ids:
                by_id[each].division = number
        return
    last = max((entry.division for entry in entries), default=1) or 1
    for entry in entries:
        entry.division = entry.division or last


# --- between two rounds


def _between(event: Event, made: Round | None, now: datetime) -> bool:
    entries = selectors.entries(event)
    if made is not None and _is_last(event, entries):
        return _end(event, entries, now)
    ended = made.ended_at if made is not None and made.ended_at else now
    begins = schedule.begin_of(event, event.number + 1, ended)
    if now < begins:
        return _wait(event, begins)
    pairing.pair_round(event, now)
    news.tell(event, news.What.ROUND, now)
    return True


def _is_last(event: Event, entries: list[Entry]) -> bool:
    seeded = [entry for entry in entries if entry.seed]
    if event.format in (Format.SWISS, Format.GROUPS) and sum(one.plays for one in entries) < 2:
        return True
    return event.number >= state.rounds(event, seeded)


# --- within a round


def _within(event: Event, made: Round, now: datetime) -> bool:
    pairings = selectors.pairings(event)
    mine = [one for one in pairings if one.round_id == made.pk]
    if open_tables.open_next(event, made, mine, now) or results.settle(event, made, now):
        _changed(event, now)
        return True
    if event.format == Format.ARENA:
        return _arena(event, made, mine, now)
    if event.format == Format.KNOCKOUT and pairing.next_games(
        event, made, selectors.entries(event), now
    ):
        return True
    if all(one.settled_at is not None for one in mine):
        if event.duplicate and not deals.score(event, made, mine, now):
            return _wait(event, now + AGAIN)
        made.ended_at = now
        made.save(update_fields=["ended_at"])
        _changed(event, now)
        return True
    if now >= made.ends_at:
        return results.end_overdue(mine, now) or _wait(event, now + AGAIN)
    return _remind(event, made, now)


def _changed(event: Event, now: datetime) -> None:
    event.next_at = now
    saved(event, "next_at")


def _remind(event: Event, made: Round, now: datetime) -> bool:
    """Remind those who play, a day before a round by correspondence ends."""
    moment = made.ends_at - schedule.REMINDER
    if event.is_live or made.reminded_at is not None or moment <= made.begins_at:
        return _wait(event, made.ends_at)
    if now < moment:
        return _wait(event, moment)
    made.reminded_at = now
    made.save(update_fields=["reminded_at"])
    news.tell(event, news.What.REMINDER, now)
    return True


def _arena(event: Event, made: Round, mine: list[Pairing], now: datetime) -> bool:
    """Pair free players until the time is up; games that run then are played to their end."""
    if now < made.ends_at:
        if pairing.pair_waiting(event, made, selectors.entries(event), now):
            _changed(event, now)
            return True
        return _wait(event, min(now + TICK, made.ends_at))
    if any(one.settled_at is None for one in mine):
        return _wait(event, now + AGAIN)
    made.ended_at = now
    made.save(update_fields=["ended_at"])
    _changed(event, now)
    return True


# --- the end


def _end(event: Event, entries: list[Entry], now: datetime) -> bool:
    """Write the places, and open the next season of a league."""
    found = state.lines(event, entries, selectors.pairings(event))
    for number, (entry, line) in enumerate(found, 1):
        entry.place = number if event.format == Format.LEAGUE else line.place
        entry.origin = ""
    event.luck = deals.luck_of(event) if event.duplicate else None
    Entry.objects.bulk_update(entries, ["place", "origin"], batch_size=500)
    event.stage, event.ended_at, event.next_at = Stage.ENDED, now, None
    saved(event, "stage", "ended_at", "next_at", "luck")
    news.tell(event, news.What.ENDED, now)
    if event.format == Format.LEAGUE:
        _next_season(event, [entry for entry, _line in found], now)
    return True


def _next_season(event: Event, order: list[Entry], now: datetime) -> None:
    """Open the next season for all who stay, a round's length from now; they may leave it."""
    by_id = {entry.pk: entry for entry in order}
    finals = state.divisions(sorted(order, key=lambda entry: entry.place or 0))
    places = {entry.pk: entry.place or 0 for entry in order}
    finals = [sorted(ids, key=places.__getitem__) for ids in finals]
    gone = {entry.pk for entry in order if not entry.plays}
    divisions = league.next_season(finals, event.moves, gone)
    if sum(map(len, divisions)) < 3:
        return
    copied = (
        "name organiser_id club_id game options format seats time_control rated duplicate deals"
        " bots rounds series division moves length sleep_days zone"
    )
    facts = {name: getattr(event, name) for name in copied.split()}
    starts = schedule.end_of(event, now)
    season = Event(**facts, before=event, starts_at=starts, created_at=now)
    season.next_at = schedule.first_look(season, now)
    season.save()
    Entry.objects.bulk_create(
        Entry(event=season, user_id=by_id[each].user_id, division=number, entered_at=now)
        for number, ids in enumerate(divisions, 1)
        for each in ids
        if by_id[each].user_id is not None
    )
