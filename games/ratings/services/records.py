"""Updates of the counts of a player's ended games (`Record`, `Encounters`)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any

from django.db import transaction
from django.db.models import Count, F, Q

from accounts.models import User
from games.ratings import opponents, profiles, records
from games.ratings.models import Encounters, Record
from games.tables.models import Seat

SETTLED = timedelta(hours=1)  # after a table's end: its rows are committed in every process
COUNTS = ("games", "ahead", "behind", "public", "public_ahead", "public_behind")


@transaction.atomic
def keep_record(*, user_id: int, now: datetime) -> int:
    """Count a player's games that ended since the last time; return their number. Idempotent, also
    in several workers at once."""
    user = User.objects.select_for_update(no_key=True).filter(pk=user_id).first()
    if user is None:
        return 0
    record = records.record_of(user) or _new(user)
    placed = Seat.objects.filter(
        records.known_seats(user, user), records.PLACED, records.later_seats(record), user=user
    ).filter(ended_at__lte=now - SETTLED)
    seats = placed.filter(records.COUNTED)
    public = Count("pk", filter=Q(table__private=False))
    counts = seats.aggregate(new=Count("pk"), new_public=public)
    _add_encounters(user, seats, placed)
    record.games += counts["new"]
    record.public += counts["new_public"]
    for solo, reader in (("solo", user), ("public_solo", None)):
        best = profiles.best_alone(user, reader, record, until=now - SETTLED)
        setattr(record, solo, [seat.pk for seat in best])
    record.until = now - SETTLED
    record.save()
    return int(counts["new"])


def _new(user: User) -> Record:
    Record.objects.filter(user=user).delete()
    Encounters.objects.filter(user=user).delete()
    return Record(
        user=user, until=datetime.min.replace(tzinfo=UTC), offered=records.offered_games()
    )


def _add_encounters(user: User, seats: Any, placed: Any) -> None:
    """Add the games of `seats` to the encounters. The lists of latest tables, which include
    annulled ones, come from `placed`."""
    better, worse = Q(place__lt=F("other__place")), Q(place__gt=F("other__place"))
    public = Q(table__private=False)
    rows = opponents.with_others(seats).annotate(
        games=Count("pk"),
        ahead=Count("pk", filter=better),
        behind=Count("pk", filter=worse),
        public=Count("pk", filter=public),
        public_ahead=Count("pk", filter=better & public),
        public_behind=Count("pk", filter=worse & public),
    )
    new = {row.pop("other__user"): row for row in rows.order_by()}
    latest, thirds = _private(placed)
    others = [*dict.fromkeys((*new, *latest))]
    kept = {met.other_id: met for met in Encounters.objects.filter(user=user, other__in=others)}
    for other in others:
        met = kept.setdefault(other, Encounters(user=user, other_id=other))
        for name in COUNTS:
            setattr(met, name, getattr(met, name) + new.get(other, {}).get(name, 0))
        for third, more in thirds.get(other, {}).items():
            before = met.thirds.get(str(third), (0, 0, 0))
            met.thirds[str(third)] = [old + add for old, add in zip(before, more, strict=True)]
        met.latest = [*latest.get(other, ()), *met.latest][: profiles.LATEST]
    Encounters.objects.bulk_create(
        [kept[other] for other in others],
        update_conflicts=True,
        unique_fields=["user", "other"],
        update_fields=[*COUNTS, "latest", "thirds"],
        batch_size=500,
    )


def _private(seats: Any) -> tuple[dict[int, list[int]], dict[int, dict[int, list[int]]]]:
    """Return opponent → seats at private tables, latest first; and opponent → third player → score
    at those that count."""
    private = opponents.with_others(seats.filter(table__private=True))
    rows = private.order_by("-ended_at", "-table").values_list(
        "pk", "other__user", "place", "other__place", "table__annulled"
    )
    met: dict[int, dict[int, list[int]]] = {}
    annulled = set()
    for seat, other, mine, theirs, is_annulled in rows:
        met.setdefault(seat, {})[other] = [1, mine < theirs, mine > theirs]
        if is_annulled:
            annulled.add(seat)
    latest: dict[int, list[int]] = {}
    thirds: dict[int, dict[int, list[int]]] = {}
    for seat, others in met.items():
        for one, other in product(others, others):
            if one == other:
                latest.setdefault(one, []).append(seat)
            if one == other or seat in annulled:
                continue
            found = thirds.setdefault(one, {})
            before = found.get(other, (0, 0, 0))
            found[other] = [old + add for old, add in zip(before, others[other], strict=True)]
    return latest, thirds


def forget_of(user_id: int) -> None:
    """Delete the record of a user who was given past games."""
    Record.objects.filter(user=user_id).delete()


def forget(table_id: str) -> None:
    """Delete the records of the players of a table, before it begins or ceases to count, in the
    same transaction."""
    players = User.objects.filter(seats__table=table_id).order_by("pk")
    ids = list(players.select_for_update(no_key=True).values_list("pk", flat=True))
    Record.objects.filter(user__in=ids).delete()
