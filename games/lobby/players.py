"""The lists of people."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.db import connection
from django.db.models import Q, QuerySet, Value
from django.db.models.functions import Upper
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import names
from accounts.indexes import in_order
from accounts.models import User
from accounts.selectors import days_seen, looks_like
from games.community.people import selectors as ties
from games.community.people.models import Kind
from games.lobby import ages, public_games
from games.lobby.filters import Filters
from games.lobby.public_games import PublicGame
from games.ratings import opponents, ranks
from games.ratings.models import ALL_TIME, Rating
from games.ratings.rating import provisional
from games.screens import phrases
from games.tables.live import presence

SHORTEST = 2  # letters
MOST = 20  # results of a search
EACH = 12  # people in a list


@dataclass(frozen=True, slots=True)
class Person:
    """A player in a list. `found`: the number of letters that a search matches."""

    name: str
    username: str
    rating: str
    says: str
    found: int = 0
    watch: str = ""
    """The id of a table to watch."""
    go: str = ""
    """The id of a table at which the reader sits too."""
    way: str = ""
    """"play" or "follow", unless the person is at a table; "" leads to the profile."""
    here: bool = False
    """Whether to show that the person is here."""

    @property
    def letter(self) -> str:
        """Return the letter for the player's face."""
        return names.letter(self.name)

    @property
    def start(self) -> str:
        """Return the matched start of the name."""
        return self.name[: self.found]

    @property
    def rest(self) -> str:
        """Return the rest of the name."""
        return self.name[self.found :]


@dataclass(frozen=True, slots=True)
class People:
    """The lists of the players page."""

    here: list[Person]
    """Followed people who are here, and those who are not."""
    away: list[Person]
    met: list[Person]
    playing: list[Person]
    lately: list[Person]

    @property
    def is_empty(self) -> bool:
        """Return whether there is nobody to show."""
        return not (self.here or self.away or self.met or self.playing or self.lately)


def with_prefix(start: str) -> list[User]:
    """Return the accounts whose names begin with a text, case and accents aside. Two queries."""
    start = names.normalized(start)
    known = User.objects.filter(is_guest=False, closed_at=None, is_active=True)
    users = list(_with_prefix(known, start)[:MOST])
    alike = known.filter(looks_like(start)).exclude(pk__in=[user.pk for user in users])
    return [*users, *alike.order_by(Upper("username"))[: MOST - len(users)]]


def _with_prefix(known: QuerySet[User], start: str) -> QuerySet[User]:
    """Return those whose names begin with a text, by name, along an index."""
    if connection.vendor == "postgresql":
        known = known.annotate(upper=in_order("username"))
        return known.filter(upper__startswith=Upper(Value(start))).order_by("upper")
    # SQLite folds the case of plain letters only
    forms = {start} if start.isascii() else {start, start.lower(), start.capitalize()}
    matches = reduce(or_, [Q(username__istartswith=form) for form in forms])
    return known.filter(matches).order_by(Upper("username"))


def search(start: str, reader: User | None, now: datetime) -> list[Person]:
    """Return the accounts whose names begin with a text, as rows. Three queries, and at most four
    more for a reader with an account."""
    users, letters = with_prefix(start), len(names.normalized(start))
    ratings = _ratings(users)
    known = ReaderTies.of(reader, [user.pk for user in users])
    rows = []
    for user in users:
        says = _record(ratings.get(user.pk), now)
        if user.pk in known.follows:
            says = " · ".join([_("you follow"), _("here now") if user.pk in known.here else says])
        facts: dict[str, Any] = {"way": known.way(user), "here": user.pk in known.here}
        rows.append(replace(_person(user, ratings, says, now, letters), **facts))
    return rows


@dataclass(frozen=True, slots=True)
class ReaderTies:
    """The ties of a reader with an account; empty for others."""

    reader_id: int = 0
    follows: frozenset[int] = frozenset()
    blocks: frozenset[int] = frozenset()
    willing: frozenset[int] = frozenset()
    """Followed people whose presence the reader may see."""
    here: frozenset[int] = frozenset()

    @classmethod
    def of(cls, reader: User | None, among: Collection[int] | None = None) -> ReaderTies:
        """Return the reader's ties, perhaps only `among` some people. At most four queries."""
        if reader is None or reader.is_guest:
            return cls()
        follows = ties.tied_to(reader.pk, Kind.FOLLOW)
        asked = follows if among is None else follows & set(among)
        willing = ties.visible(reader.pk, asked)
        here = frozenset(presence.online(sorted(willing)))
        return cls(reader.pk, follows, ties.tied_to(reader.pk, Kind.BLOCK), willing, here)

    def way(self, user: User) -> str:
        """Return the action of a row: "play", "follow", or ""."""
        if not self.reader_id or user.is_guest or user.pk in self.blocks:
            return ""
        if user.pk == self.reader_id:
            return ""
        return "play" if user.pk in self.follows else "follow"


def people(reader: User | None, now: datetime) -> People:
    """Return the people whom the reader follows or has met, those who play now, and those who
    played recently. At most sixteen queries."""
    known = ReaderTies.of(reader)
    met = opponents.opponents(reader, reader) if reader else []
    met = [one for one in met if one.user.pk not in known.follows | known.blocks]
    listed = known.follows | {one.user.pk for one in met}
    running = public_games.running(Filters(), now).tables
    playing = _first_seats(running, but=reader)
    lately = {
        user: table
        for user, table in _first_seats(public_games.ended(now).tables, but=reader).items()
        if user not in playing and not user.is_guest and user.pk not in listed
    }
    followed = _followed(known)
    ratings = _ratings([*(one.user for one in met), *playing, *lately, *followed])
    here = [user for user in followed if user.pk in known.here]
    away = [user for user in followed if user.pk not in known.here]
    return People(
        _here(here, known, ratings, now),
        _away(away, known, ratings, now),
        [_with_action(one.user, known, ratings, _met(one.games), now) for one in met],
        [
            _person(user, ratings, _plays(user, table), now, watch=table.table.pk)
            for user, table in list(playing.items())[:EACH]
            if user.pk not in known.here
        ],
        [
            _with_action(user, known, ratings, _("played %(age)s") % {"age": table.age}, now)
            for user, table in list(lately.items())[:EACH]
        ],
    )


def _with_action(
    user: User, known: ReaderTies, ratings: dict[int, Rating], says: str, now: datetime
) -> Person:
    return replace(_person(user, ratings, says, now), way=known.way(user))


def friends_here(reader: User | None, now: datetime) -> list[Person]:
    """Return the followed people who are here, for the front page. One query if there is nobody,
    else at most eight."""
    follows = ties.tied_to(reader.pk, Kind.FOLLOW) if reader and not reader.is_guest else None
    if reader is None or not follows:
        return []
    here = presence.online(sorted(ties.visible(reader.pk, follows)))
    if not here:
        return []
    users = list(User.objects.filter(pk__in=here).order_by(Upper("username"))[:EACH])
    return _here(users, ReaderTies(reader.pk, follows), _ratings(users), now)


def _followed(known: ReaderTies) -> list[User]:
    """Return followed people, by name. At most one query."""
    if not known.follows:
        return []
    found = User.objects.filter(pk__in=known.follows, closed_at=None, is_active=True)
    return list(found.order_by(Upper("username")))


def _here(
    users: Sequence[User], known: ReaderTies, ratings: dict[int, Rating], now: datetime
) -> list[Person]:
    """Return the people who are here, with the public table of each. At most two queries."""
    tables = public_games.of_people([user.pk for user in users], now)
    at = _first_seats(tables, but=None)
    rows = []
    for user in users:
        table = at.get(user)
        facts: dict[str, Any] = {"here": True, "way": "play"}
        says = _plays(user, table) if table else _("here now")
        if table and known.reader_id in {other.pk for other in table.users}:
            says, facts = _("at your table"), {"here": True, "go": table.table.pk}
        elif table:
            facts = {"here": True, "watch": table.table.pk}
        rows.append(replace(_person(user, ratings, says, now), **facts))
    return rows


def _away(
    users: Sequence[User], known: ReaderTies, ratings: dict[int, Rating], now: datetime
) -> list[Person]:
    """Return the people who are away, with the day of the last visit unless hidden. At most one
    query."""
    seen = days_seen([user.pk for user in users if user.pk in known.willing])
    return [
        _with_action(user, known, ratings, ages.days(seen.get(user.pk), now), now) for user in users
    ]


def _first_seats(tables: Iterable[PublicGame], *, but: User | None) -> dict[User, PublicGame]:
    """Return user → their first table among these, but for one user."""
    found: dict[User, PublicGame] = {}
    for table in tables:
        for user in table.users:
            if user != but and not user.is_closed:
                found.setdefault(user, table)
    return found


def _ratings(users: Iterable[User]) -> dict[int, Rating]:
    """Return each user's rating on their most played ladder. One query."""
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
    # right-to-left names are isolated by marks
    marked = found if user.name == user.username else 0
    return Person(user.name, user.username, value, says, marked, watch)


def _record(rating: Rating | None, now: datetime) -> str:
    if rating is None:
        return _("no rated game yet")
    return _("played %(age)s") % {"age": ages.sentence(rating.last_at, now)}


def _met(games: int) -> str:
    return ngettext("%(count)s game with you", "%(count)s games with you", games) % {"count": games}


def _plays(user: User, table: PublicGame) -> str:
    others = [seat.name for seat in table.table.seats.all() if seat.user_id != user.pk]
    company = phrases.company(others)
    return _("plays %(game)s with %(names)s") % {"game": table.game.short, "names": company}
