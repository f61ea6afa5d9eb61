"""The pages that `benchmarks.grown` requests, and their readers."""

from __future__ import annotations

import http.client
import random
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.db.models import Count
from django.test import Client
from django.utils import timezone

from accounts.models import User
from benchmarks import plans
from benchmarks.load import cpu_seconds
from games.notices.models import News
from games.ratings import services as ratings
from games.registry import engines
from games.tables import services
from games.tables.models import Seat, Table

BUSY = 8  # people who have played most
Paths = Callable[[int], tuple[User | None, str]]
"""The reader and the address of a request, by its number."""


class Cast:
    """The readers: the busiest people of the town, and others by chance."""

    def __init__(self, count: int) -> None:
        known = User.objects.filter(is_guest=False, closed_at=None, is_active=True)
        busiest = Seat.objects.filter(user__in=known).values("user").annotate(games=Count("pk"))
        self.busy = [known.get(pk=row["user"]) for row in busiest.order_by("-games")[:BUSY]]
        self.games = busiest.order_by("-games")[0]["games"]
        ids = list(known.values_list("pk", flat=True))
        self.others = list(User.objects.filter(pk__in=random.sample(ids, count)))
        self.cookies = {user.pk: _cookie(user) for user in (*self.busy, *self.others)}
        _running(self.busy, self.others)
        for user in (*self.busy, *self.others):  # as a worker does for whoever is looked at
            ratings.keep_record(user_id=user.pk, now=timezone.now())

    def busy_one(self, number: int) -> User:
        """Return one of the busiest people."""
        return self.busy[number % BUSY]

    def other(self, number: int) -> User:
        """Return one of the other people."""
        return self.others[number % len(self.others)]


def _cookie(user: User) -> str:
    client = Client(SERVER_NAME="localhost")
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def _running(busy: list[User], others: list[User]) -> None:
    """Give the busiest people some running games with real logs."""
    now = timezone.now()
    for user in busy:
        if Seat.objects.filter(user=user, table__status="running", table__ply__gt=0).exists():
            continue
        for other in others[:6]:
            facts: dict[str, Any] = {"creator": user, "game": "lost_cities", "clock": "daily"}
            table = services.open_table(**facts, now=now)
            services.sit(table_id=table.pk, user=other, now=now)


@dataclass(frozen=True)
class Measured:
    """A page: the milliseconds of each request, the server's processor time for one, and the rows
    that the worst of them read."""

    name: str
    times: list[float]
    cpu: float
    read: plans.Read


def measure(url: str, rounds: int, pids: list[int], named: str) -> Iterator[Measured]:
    """Yield the cost of each page whose name contains this."""
    cast, large = Cast(rounds), plans.large_tables()
    print(f"The busiest have sat at {cast.games:,} tables.\n", flush=True)
    for name, paths in listed(cast).items():
        if named not in name:
            continue
        asked = [paths(number) for number in range(rounds)]
        _times(url, cast, asked[:3])
        before = cpu_seconds(pids)
        times = _times(url, cast, asked)
        cpu = 1000 * (cpu_seconds(pids) - before) / len(asked)
        found = [read(cast, *one, large) for one in asked[:BUSY]]
        yield Measured(name, times, cpu, max(found, key=lambda read: read.rows))


def _times(url: str, cast: Cast, asked: list[tuple[User | None, str]]) -> list[float]:
    """Return the milliseconds of each request."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
    times, cookie = [], settings.SESSION_COOKIE_NAME
    for reader, path in asked:
        headers = {"Cookie": f"{cookie}={cast.cookies[reader.pk]}"} if reader else {}
        began = time.perf_counter()
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        answer.read()
        times.append(1000 * (time.perf_counter() - began))
        if answer.status not in (200, 302):
            raise RuntimeError(f"{path} was answered with {answer.status}")
    connection.close()
    return times


def read(cast: Cast, reader: User | None, path: str, large: Collection[str] = ()) -> plans.Read:
    """Return the rows that a page reads at a second request."""
    client = Client(SERVER_NAME="localhost")
    if reader:
        client.cookies[settings.SESSION_COOKIE_NAME] = cast.cookies[reader.pk]
    client.get(path)
    asked, _answer = plans.queries(lambda: client.get(path))
    return plans.read(asked, large)


def listed(cast: Cast) -> dict[str, Paths]:
    """Return the pages by name."""
    busy, other = cast.busy_one, cast.other
    games = list(engines())
    newest = News.objects.latest("pk").pk

    def game(number: int) -> str:
        return games[number % len(games)]

    def archive(**asked: object) -> str:
        return f"/games/archive/?{urlencode(asked)}"

    deep = list(
        Table.objects.filter(status="ended", private=False).values_list("ended_at", "pk")[:1000:25]
    )

    def after(number: int) -> str:
        at, pk = deep[number % len(deep)]
        return f"{at:%Y-%m-%dT%H:%M:%S.%f%z}~{pk}"

    def board(reader: Callable[[int], User | None], query: str = "") -> Paths:
        return lambda n: (reader(n), f"/leaderboard/{game(n)}/{query}")

    def nobody(_number: int) -> None:
        return None

    return {
        "front page, busy reader": lambda n: (busy(n), "/"),
        "front page, other reader": lambda n: (other(n), "/"),
        "front page, visitor": lambda n: (None, "/"),
        "open tables, filtered": lambda n: (other(n), f"/?pace=live&game={game(n)}&rated=on"),
        "open tables, page 10": lambda n: (other(n), "/?page=10"),
        "running games": lambda n: (other(n), "/watch/"),
        "running games, filtered": lambda n: (other(n), f"/watch/?game={game(n)}&pace=live"),
        "ended games": lambda n: (other(n), archive()),
        "ended games, deep": lambda n: (other(n), archive(after=after(n))),
        "ended games of a game": lambda n: (other(n), archive(game=game(n))),
        "ended games of a week": lambda n: (other(n), archive(when="week")),
        "my ended games, busy": lambda n: (busy(n), archive(player=busy(n).username)),
        "my ended games, busy, deep": lambda n: (
            busy(n),
            archive(player=busy(n).username, after=after(n)),
        ),
        "my ended games, busy, of a game": lambda n: (
            busy(n),
            archive(player=busy(n).username, game=game(n)),
        ),
        "ended games of a stranger": lambda n: (other(n), archive(player=other(n + 1).username)),
        "ended games, start of a name": lambda n: (
            other(n),
            archive(player=other(n).username[:3], game=game(n)),
        ),
        "people": lambda n: (busy(n), "/players/"),
        "people, start of a name": lambda n: (
            other(n),
            "/players/?" + urlencode({"q": other(n).username[:2]}),
        ),
        "people, start of the guests' names": lambda n: (other(n), "/players/?q=gue"),
        "profile, busy, own": lambda n: (busy(n), f"/@/{busy(n).username}/"),
        "profile, busy, of another": lambda n: (other(n), f"/@/{busy(n).username}/"),
        "profile, busy, of an opponent": lambda n: (busy(n + 1), f"/@/{busy(n).username}/"),
        "profile, busy, visitor": lambda n: (None, f"/@/{busy(n).username}/"),
        "profile, other": lambda n: (busy(n), f"/@/{other(n).username}/"),
        "leaderboard": board(other),
        "leaderboard, visitor": board(nobody),
        "leaderboard, deep": board(other, "?page=80"),
        "leaderboard of a season": board(other, f"?season={_season()}"),
        "leaderboard, find me": board(busy, "?find=me"),
        "news": lambda n: (busy(n), "/news/"),
        "news, deep": lambda n: (busy(n), f"/news/?before={newest - 40}"),
        "next table": lambda n: (busy(n), "/next/"),
        "new table": lambda n: (busy(n), "/tables/new/"),
        "table, ended, of a busy one": lambda n: (busy(n), f"/t/{_table(busy(n))}/"),
        "settings": lambda n: (busy(n), "/accounts/"),
        "games": lambda n: (other(n), "/games/"),
        "sitemap": lambda n: (None, "/sitemap.xml"),
        "readyz": lambda n: (None, "/readyz"),
        "readyz/parts": lambda n: (None, "/readyz"),
    }


def _season() -> str:
    from games.ratings import seasons

    return seasons.name(timezone.now())


def _table(user: User) -> str:
    """Return a running table of this user that has a log."""
    seats = Seat.objects.filter(user=user, table__status="running", table__ply__gt=0)
    return str(seats.values_list("table_id", flat=True)[0])
