"""Results of ended tables, and points of past days.

Tables do not know deals: every view of a deal settles it first, and so does a task.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import date, datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef

from games.daily import results, selectors
from games.daily.models import Deal, Entry, Standing
from games.daily.results import Seated
from games.kernel.protocol import UNDO
from games.registry import engines
from games.sweep import sweep
from games.tables.models import Action, Seat, Status

LAST_MOVES = timedelta(minutes=1)  # for moves that are committed as the day ends


def settle(*, now: datetime, deal: Deal | None = None, limit: int = 500) -> int:
    """Record the results of ended tables, of one deal or all; return their number. Idempotent, and
    safe to run concurrently."""
    sat = Seat.objects.filter(table=OuterRef("table"), user=OuterRef("user"))
    due = Entry.objects.filter(Exists(sat), settled_at=None, table__status=Status.ENDED)
    if deal is not None:
        due = due.filter(deal=deal)
    found = list(due.select_related("deal", "table")[:limit])
    seats: dict[str, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(table__in=[entry.table_id for entry in found]):
        seats[seat.table_id].append(seat)
    return sweep(
        found,
        lambda entry: _settle(entry, seats[entry.table_id], now),
        what="A result of the day could not be written",
    )


def _settle(entry: Entry, seats: list[Seat], now: datetime) -> int:
    mine = next(seat for seat in seats if seat.user_id == entry.user_id)
    others = [Seated(seat.score, seat.place) for seat in seats if seat is not mine]
    ended_at = entry.table.ended_at
    deal = entry.deal
    return Entry.objects.filter(pk=entry.pk, settled_at=None).update(
        settled_at=now,
        counts=ended_at is not None
        and deal.begins <= entry.began_at
        and ended_at < deal.ends
        and deal.closed_at is None,
        worth=results.worth(Seated(mine.score, mine.place), others),
        score=mine.score,
        first=_first(entry.table_id, mine.number),
    )


def _first(table_id: str, seat: int) -> str:
    """Return the code of a seat's first choice that stands."""
    codes: list[str] = []
    for code in (
        Action.objects.filter(table=table_id, seat=seat)
        .order_by("ply")
        .values_list("code", flat=True)[:20]
    ):
        if code != UNDO:
            codes.append(code)
        elif codes:
            codes.pop()
    return codes[0] if codes else ""


def close(*, now: datetime) -> int:
    """Give points for past days; return the number of closed deals."""
    over = Deal.objects.filter(closed_at=None, date__lt=(now - LAST_MOVES).date())
    days = sorted(set(over.values_list("date", flat=True)))
    return sweep(days, lambda day: _close(day, now), what="A day could not be closed")


@transaction.atomic
def _close(day: date, now: datetime) -> int:
    rows = Deal.objects.select_for_update(no_key=True).filter(date=day, closed_at=None)
    deals = list(rows.order_by("pk"))
    users: set[int] = set()
    for deal in deals:
        while settle(now=now, deal=deal):
            pass
        users |= _give_points(deal)
        Deal.objects.filter(pk=deal.pk).update(closed_at=now)
    _count(day.replace(day=1), users)
    return len(deals)


def _give_points(deal: Deal) -> set[int]:
    """Give the points of a deal's results; return the ids of their users."""
    found = list(Entry.objects.filter(deal=deal, counts=True))
    worths = Counter(entry.worth for entry in found)
    given = {
        worth: results.points(results.below(worths, worth), len(found) - 1) for worth in worths
    }
    for entry in found:
        entry.points = given[entry.worth]
    Entry.objects.bulk_update(found, ["points"], batch_size=500)
    return {entry.user_id for entry in found}


def _count(month: date, users: set[int]) -> None:
    """Recompute users' standings of a month."""
    best: dict[int, dict[date, int]] = defaultdict(dict)
    rows = Entry.objects.filter(
        user__in=users,
        points__isnull=False,
        deal__date__gte=month,
        deal__date__lt=selectors.next_month(month),
        deal__game__in=engines().keys(),
    )
    for user, day, points in rows.values_list("user", "deal__date", "points"):
        best[user][day] = max(points or 0, best[user].get(day, 0))
    for user, days in best.items():
        points, counted = results.month(days.values())
        Standing.objects.update_or_create(
            month=month,
            user_id=user,
            defaults={"points": points, "days": counted, "played": len(days)},
        )
