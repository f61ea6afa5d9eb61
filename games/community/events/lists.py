"""Events as rows of a list: of the calendar, and of the page of a club."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from games import registry, zones
from games.community.events import selectors, words
from games.community.events.models import Entry, Event, Stage
from games.community.events.pages import name_of


@dataclass(frozen=True, slots=True)
class Row:
    """An event of a list. `at`: its start by the reader's clock, or, where that is not known, by
    the event's; `won`: who has won; `mine`: whether the reader plays."""

    event: Event
    game: str
    cover: str
    terms: str
    at: datetime
    begins: str
    won: str
    mine: bool


def rows(events: Iterable[Event], reader: selectors.Reader) -> list[Row]:
    """Return events as rows. Two queries."""
    events = list(events)
    first = Entry.objects.filter(event__in=events, event__stage=Stage.ENDED, place=1)
    winners: dict[str, list[str]] = {}
    for entry in first.select_related("user").order_by("seed"):
        winners.setdefault(entry.event_id, []).append(name_of(entry))
    mine = Entry.objects.filter(event__in=events, user=reader.pk if reader else None)
    played = set(mine.filter(withdrawn_at=None).values_list("event", flat=True))
    return [
        Row(
            event,
            words.title(event),
            registry.screen(event.game).about.cover,
            words.brief(event),
            _local(event),
            words.moment(event.starts_at, event.zone),
            ", ".join(winners.get(event.pk, ())),
            event.pk in played,
        )
        for event in events
    ]


def _local(event: Event) -> datetime:
    here = timezone.get_current_timezone()
    known = getattr(here, "key", "UTC") != "UTC"
    # without a zone, so that the template does not turn it into another one
    return event.starts_at.astimezone(here if known else zones.known(event.zone)).replace(
        tzinfo=None
    )
