"""Queries for deals. Only these read others' results of a running day, and only for readers who
have played the deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Count, Q

from games import registry
from games.daily import field
from games.daily.field import Field, Row
from games.daily.models import DAY, Deal, Entry
from games.screens import titles
from games.tables.models import Seat, Status, Table


@dataclass(frozen=True, slots=True)
class ShownDeal:
    """A deal with the number of counting results and the reader's entry. `field` is None until the
    reader may know it."""

    deal: Deal
    played: int
    entry: Entry | None
    field: Field | None
    open: bool
    """Whether the day is over."""

    @property
    def title(self) -> str:
        """Return the title of the game."""
        return registry.engines()[self.deal.game].title

    @property
    def short(self) -> str:
        """Return the title without its subtitle."""
        return titles.short(self.title)

    @property
    def cover(self) -> str:
        """Return the static file of the game's cover, or ""."""
        return registry.screen(self.deal.game).about.cover

    @property
    def seal(self) -> tuple[str, str]:
        """Return the first eight digits of the commitment, in two groups."""
        return self.deal.commitment[:4], self.deal.commitment[4:8]

    @property
    def running(self) -> bool:
        """Return whether the reader's game is running."""
        return self.entry is not None and self.entry.table.status == Status.RUNNING

    @property
    def ended(self) -> bool:
        """Return whether the reader's game has ended."""
        return self.entry is not None and self.entry.table.status == Status.ENDED


def deals(day: date) -> list[Deal]:
    """Return the deals of a day in the order of games, with the numbers of counting results. One
    query."""
    order = {game: number for number, game in enumerate(registry.engines())}
    counted = Count("entries", filter=Q(entries__counts=True))
    found = Deal.objects.filter(date=day, game__in=order).annotate(played=counted)
    return sorted(found, key=lambda deal: order[deal.game])


def deal_of(day: date, game: str) -> Deal | None:
    """Return the deal of a game on a day, or None."""
    return Deal.objects.filter(date=day, game=game, game__in=registry.engines().keys()).first()


def shown_deals(found: Sequence[Deal], user_id: int | None, now: datetime) -> list[ShownDeal]:
    """Return deals as the reader may know them. At most two queries, and one for each that the
    reader has played."""
    played = _counting(found)
    mine = Entry.objects.filter(deal__in=found, user=user_id).select_related("table", "deal")
    entries = {entry.deal_id: entry for entry in mine} if user_id else {}
    return [
        ShownDeal(
            deal,
            played.get(deal.pk, 0),
            entry := entries.get(deal.pk),
            field.of(result_counts(deal), entry.worth, counted=entry.counts)
            if entry is not None and may_know(deal, entry, now) and entry.settled_at
            else None,
            deal.is_over(now),
        )
        for deal in found
    ]


def placed(day: date, user_id: int, now: datetime) -> list[ShownDeal]:
    """Return a user's counting deals of a past day, with their fields. One query, and two for
    each."""
    entries = Entry.objects.filter(user=user_id, deal__date=day, counts=True)
    played = [entry.deal for entry in entries.select_related("deal")]
    known = shown_deals(played, user_id, now) if played else []
    return [deal for deal in known if deal.open and deal.field is not None]


def _counting(found: Sequence[Deal]) -> dict[int, int]:
    """Return deal id → number of counting results. No query for deals from `deals`."""
    known = {deal.pk: getattr(deal, "played", None) for deal in found}
    if None not in known.values():
        return {pk: int(n or 0) for pk, n in known.items()}
    counting = Entry.objects.filter(deal__in=found, counts=True).values_list("deal")
    return dict(counting.annotate(Count("pk")))


def may_know(deal: Deal, entry: Entry | None, now: datetime) -> bool:
    """Return whether the owner of an entry, or None, may know the results: the day is over, or the
    own game is."""
    return deal.is_over(now) or (entry is not None and entry.settled_at is not None)


def entry_of(deal: Deal, user_id: int | None) -> Entry | None:
    """Return the user's entry of a deal, or None."""
    if user_id is None:
        return None
    return Entry.objects.filter(deal=deal, user=user_id).select_related("table", "deal").first()


def running_table(deal: Deal, user_id: int) -> Table | None:
    """Return a user's running table of a past deal, or None."""
    mine = Table.objects.filter(deal=deal.name, deal__gt="", status=Status.RUNNING)
    return mine.filter(seats__user=user_id).first()


def result_counts(deal: Deal) -> list[Row]:
    """Return the numbers of results by first choice and worth. One query, along one index."""
    counting = Entry.objects.filter(deal=deal, counts=True).order_by("worth", "first")
    return list(counting.values_list("first", "worth").annotate(Count("pk")))


def best_entry(deal: Deal, worth: int) -> Entry | None:
    """Return the earliest entry with the best result."""
    found = Entry.objects.filter(deal=deal, counts=True, worth=worth).select_related("user", "deal")
    return found.order_by("table__ended_at", "pk").first()


def seats(entry: Entry) -> list[Seat]:
    """Return the seats of an entry's table by number, the user's first."""
    found = Seat.objects.filter(table=entry.table_id).select_related("user", "table")
    return sorted(found, key=lambda seat: (seat.user_id != entry.user_id, seat.number))


def days(user_id: int, month: date) -> dict[date, int]:
    """Return date → number of deals that a user has played, in a month. One query."""
    mine = Entry.objects.filter(
        user=user_id,
        settled_at__isnull=False,
        deal__date__gte=month,
        deal__date__lt=next_month(month),
        deal__game__in=registry.engines().keys(),
    )
    return dict(mine.order_by().values_list("deal__date").annotate(Count("pk")))


def first_day() -> date | None:
    """Return the date of the oldest deal."""
    return Deal.objects.order_by("date").values_list("date", flat=True).first()


def next_month(month: date) -> date:
    """Return the first day of the month after this one."""
    return (month.replace(day=1) + 31 * DAY).replace(day=1)


def month_before(month: date) -> date:
    """Return the first day of the month before this one."""
    return (month.replace(day=1) - DAY).replace(day=1)
