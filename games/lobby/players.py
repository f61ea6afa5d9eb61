"""People: found by name, met before, or playing now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_

from django.db import connection
from django.db.models import Q, QuerySet, Value
from django.db.models.functions import Upper
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import names
from accounts.indexes import in_order
from accounts.models import User
from accounts.selectors import looks_like
from games.lobby import ages, played
from games.lobby.filters import Filters
from games.lobby.played import Watched
from games.ratings import opponents, ranks
from games.ratings.models import ALL_TIME, Rating
from games.ratings.rating import provisional
from games.screens import phrases

SHORTEST = 2  # letters of a search
MOST = 20  # people that a search finds
EACH = 12  # people in a list


@dataclass(frozen=True, slots=True)
class Person:
    """A player in a list. `found` letters at the start of the name were searched for."""

    name: str
    username: str
    rating: str
    says: str
    found: int = 0
    watch: str = ""
    """The id of a table to watch."""

    @property
    def letter(self) -> str:
        """Return the letter for the player's face."""
        return names.letter(self.name)

    @property
    def start(self) -> str:
        """Return the letters that were searched for, as the name has them."""
        return self.name[: self.found]

    @property
    def rest(self) -> str:
        """Return the rest of the name."""
        return self.name[self.found :]


@dataclass(frozen=True, slots=True)
class People:
    """The lists of the page."""

    met: list[Person]
    playing: list[Person]
    lately: list[Person]


def beginning(start: str) -> list[User]:
    """Return the accounts whose names begin so, whatever the case and whatever accents they have
    more. Two queries."""
    start = names.normal(start)
    known = User.objects.filter(is_guest=False, closed_at=None, is_active=True)
    users = list(_begins(known, start)[:MOST])
    alike = known.filter(looks_like(start)).exclude(pk__in=[user.pk for user in users])
    return [*users, *alike.order_by(Upper("username"))[: MOST - len(users)]]


def _begins(known: QuerySet[User], start: str) -> QuerySet[User]:
    """Return those whose names begin so, in order: no more is read than is shown."""
    if connection.vendor == "postgresql":
        known = known.annotate(upper=in_order("username"))
        return known.filter(upper__startswith=Upper(Value(start))).order_by("upper")
    # SQLite knows the case of plain letters only.
    forms = {start} if start.isascii() else {start, start.lower(), start.capitalize()}
    begins = reduce(or_, [Q(username__istartswith=form) for form in forms])
    return known.filter(begins).order_by(Upper("username"))


def named(start: str, now: datetime) -> list[Person]:
    """Return the accounts whose names begin so as rows of a list. Three queries."""
    users, letters = beginning(start), len(names.normal(start))
    ratings = _ratings(users)
    return [
        _person(user, ratings, _record(ratings.get(user.pk), now), now, letters) for user in users
    ]


def people(reader: User | None, now: datetime) -> People:
    """Return whom the reader has played with, who plays now, and who has played lately. At most
    eight queries."""
    met = opponents.opponents(reader, reader) if reader else []
    running = played.running(Filters(), now).tables
    playing = _first_seats(running, but=reader)
    lately = {
        user: table
        for user, table in _first_seats(played.ended(now).tables, but=reader).items()
        if user not in playing and not user.is_guest
    }
    ratings = _ratings([*(one.user for one in met), *playing, *lately])
    return People(
        [_person(one.user, ratings, _met(one.games), now) for one in met],
        [
            _person(user, ratings, _plays(user, table), now, watch=table.table.pk)
            for user, table in list(playing.items())[:EACH]
        ],
        [
            _person(user, ratings, _("played %(age)s") % {"age": table.age}, now)
            for user, table in list(lately.items())[:EACH]
        ],
    )


def _first_seats(tables: Iterable[Watched], *, but: User | None) -> dict[User, Watched]:
    """Return everybody who sits at one of these tables, but the reader, with the first of them."""
    found: dict[User, Watched] = {}
    for table in tables:
        for user in table.users:
            if user != but and not user.is_closed:
                found.setdefault(user, table)
    return found


def _ratings(users: Iterable[User]) -> dict[int, Rating]:
    """Return the rating of each user in what the user has played most. One query."""
    found = Rating.objects.filter(user__in=[user.pk for user in users], season=ALL_TIME)
    return {rating.user_id: rating for rating in found.order_by("games", "last_at")}


def _person(
    user: User,
    ratings: dict[int, Rating],
    says: str,
    now: datetime,
    found: int = 0,
    watch: str = "",
) -> Person:
    rating = ratings.get(user.pk)
    unsure = "?" if rating and provisional(ranks.deviation(rating, now)) else ""
    value = f"{rating.value}{unsure}" if rating else ""
    # A name that turns the direction of the text has signs around it.
    marked = found if user.name == user.username else 0
    return Person(user.name, user.username, value, says, marked, watch)


def _record(rating: Rating | None, now: datetime) -> str:
    if rating is None:
        return _("no rated game yet")
    return _("played %(age)s") % {"age": ages.sentence(rating.last_at, now)}


def _met(games: int) -> str:
    return ngettext("%(count)s game with you", "%(count)s games with you", games) % {"count": games}


def _plays(user: User, table: Watched) -> str:
    others = [seat.name for seat in table.table.seats.all() if seat.user_id != user.pk]
    company = phrases.company(others)
    return _("plays %(game)s with %(names)s") % {"game": table.game.short, "names": company}
