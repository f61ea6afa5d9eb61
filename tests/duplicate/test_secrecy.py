"""While a table of a set runs, nobody but the players of an ended one can tell how it ended: worlds
in which it ended otherwise look the same, to the byte. Afterwards everybody may see all of it."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from accounts.models import Role, User
from accounts.services import tokens
from games.api import dumps
from games.community.duplicate import selectors, services
from games.community.duplicate.models import DealSet
from games.ratings import finish_rate
from games.ratings import services as ratings
from games.ratings.fairplay import patterns
from games.tables import services as tables
from games.tables.board import presenter
from games.tables.errors import NoSuchTable
from games.tables.models import EndedBy, Seat, Table
from games.tables.services import finish
from games.tables.state import snapshot_cache
from tests.duplicate.conftest import NOON, Clock
from tests.duplicate.test_deal_sets import give_up, opened
from tests.fuzz.routes import addresses
from tests.kit.people import browser_of
from tests.kit.types import Cast

# Tokens of forms and their keys, and the moment of an empty feed.
MASKED = re.compile(r"[A-Za-z0-9]{64}|\b[0-9a-f]{32}\b|<updated>[^<]*</updated>")
HIDDEN = r"<head>.*?</head>|<code>.*?</code>|[0-9A-Za-z]{8,}|\w+=\S+"
MONTHS_LATER = NOON + timedelta(days=70)
NOVEMBER = "lost_cities-2026-11.ndjson.gz"
BEFORE_LONG = MONTHS_LATER + timedelta(seconds=9)
END = NOON + timedelta(minutes=1)
LATER = NOON + timedelta(hours=2)  # when records are counted
PAGES = (
    *("/", "/watch/", "/players/", "/players/?q=ann", "/games/archive/", "/sitemap.xml"),
    *("/games/archive/?player=ann", "/leaderboard/lost_cities/", "/games/lost_cities/"),
    *("/notices/last/", "/turns/"),
)
PROGRAMS = (
    *("tables", "tables/running", "games/lost_cities/archive", "leaderboards/lost_cities"),
    *("me", "me/tables", "me/games", "me/stream", "dumps"),
)
READERS = ("cal", "dee", "gus", "mia", None)


def by_rules(snapshot: Any, *, first: bool) -> None:
    scores, places = ((97, 12), (1, 2)) if first else ((12, 97), (2, 1))
    finish.end(snapshot, EndedBy.RULES, scores, places, END)


@pytest.fixture
def table(deals: DealSet, people: Cast, clock: Clock) -> Table:
    """Return a rated table of Ann and Ben, while Cal and Eve play the same deal."""
    mia = User.objects.create_user("mia", role=Role.MODERATOR)
    Authenticator.objects.create(user=mia, type=Authenticator.Type.TOTP, data={})
    people["mia"] = mia
    opened(deals, 0, people["cal"], people["eve"], rated=True, clock="daily")
    found = opened(deals, 0, people["ann"], people["ben"], rated=True, clock="daily")
    services.close(deals=deals, now=NOON)
    return found


def ends(table: Table, how: str) -> None:
    """End the table in one of the ways: who wins, and by what."""
    what, _space, first = how.partition(" ")
    seats = list(Seat.objects.filter(table=table).order_by("number"))
    if what == "leaving":
        loser = seats[1 if first == "ann" else 0].user
        assert loser is not None
        tables.resign(table_id=table.pk, user_id=loser.pk, now=END)
    else:
        by_rules(snapshot_cache.locked_at(table.pk), first=first == "ann")
    for seat in seats:
        assert seat.user is not None
        ratings.keep_record(user_id=seat.user.pk, now=LATER)
    ratings.rate_due(now=LATER)
    ratings.rerate(now=LATER)


def paths(table: Table) -> Iterator[str]:
    """Yield every address of the table and of its players, and the site's lists."""
    words = {"table_id": table.pk, "username": "ann", "slug": "lost_cities"}
    for path in addresses():
        names = re.findall(r"<(\w+)>", path)
        if names and {*names} <= {*words} and not path.startswith("ws/"):
            yield "/" + re.sub(r"<(\w+)>", lambda found: words[found[1]], path)
    for query in ("?ply=1", "?ply=2&eyes=0", "?ply=2&eyes=all", "?version=1"):
        yield f"/t/{table.pk}/{query}"
    yield f"/oembed?url=http://testserver/t/{table.pk}/"
    yield from PAGES


def enters(user: User | None) -> Client:
    """Return the browser of somebody, with the second factor if there is one."""
    browser = browser_of(user)
    if user is not None and user.role:
        session = browser.session
        session[AUTHENTICATION_METHODS_SESSION_KEY] = [
            {"method": "mfa", "type": "totp", "at": time.time()}
        ]
        session["account_authentication_methods_user"] = str(user.pk)
        session.save()
        browser.cookies[settings.SESSION_COOKIE_NAME] = session.session_key or ""
    return browser


def forget() -> None:
    snapshot_cache.forget()
    cache.clear()


def seen(table: Table, people: Cast, name: str | None, how: str) -> dict[str, Any]:
    """Return all answers to a reader in the world in which the table has ended so."""
    found: dict[str, Any] = {}
    with transaction.atomic():
        ends(table, how)
        browser = enters(people.get(name or ""))
        for path in paths(table):
            forget()
            answer = browser.get(path)
            found[path] = (answer.status_code, MASKED.sub("*", answer.content.decode("latin-1")))
        if name is not None and name != "mia":
            program = Client(headers={"Authorization": f"Bearer {token(people[name])}"})
            for path in (*PROGRAMS, f"tables/{table.pk}", "players/ann", "players/ann/games"):
                if not path.endswith("stream"):
                    found[path] = (answer := program.get(f"/api/1/{path}")) and answer.content
        transaction.set_rollback(True)
    forget()
    return found


def token(user: User) -> str:
    _token, text = tokens.make(user=user, name="x", scopes=["read"], days=None, now=NOON)
    return str(text)


@pytest.mark.parametrize("reader", READERS)
def test_nobody_tells_how_a_table_ended_while_another_one_runs(
    table: Table, people: Cast, settings: Any, reader: str | None
) -> None:
    settings.RATE_LIMITS = False
    first, second = [seen(table, people, reader, how) for how in ("rules ann", "leaving ben")]
    assert len(first) > 60
    assert sum(answer[0] == 200 for answer in first.values() if isinstance(answer, tuple)) > 10
    for path, answer in first.items():
        assert answer == second[path], path


@pytest.mark.parametrize("reader", READERS)
def test_no_address_of_the_table_shows_it(
    table: Table, people: Cast, settings: Any, reader: str | None
) -> None:
    settings.RATE_LIMITS = False
    ends(table, "rules ann")
    browser = enters(people.get(reader or ""))
    for path in paths(table):
        answer = browser.get(path)
        shown = answer.content.decode("latin-1") if answer.status_code == 200 else ""
        assert "97" not in re.sub(HIDDEN, "", shown, flags=re.DOTALL)
        if f"/{table.pk}/" in path and "desk" not in path:
            assert answer.status_code in (302, 303, 404, 405), path
    with pytest.raises(NoSuchTable):
        presenter.push(table.pk, people[reader].pk if reader else None, -1)


def test_its_own_players_see_their_cards_and_cannot_publish_them(
    table: Table, people: Cast, deals: DealSet
) -> None:
    ends(table, "rules ann")
    browser = browser_of(people["ann"])
    there = f"/t/{table.pk}/"
    for path in ("", "?ply=2", "log/", "fair/"):
        answer = browser.get(there + path)
        assert answer.status_code == 200, path
        page = answer.content.decode()
        assert bytes(deals.secret).hex() not in page and "eyes=all" not in page, path
        assert not re.search(r"\bdeal [A-Z]", page), path
        assert "the day" not in page, path  # which is the end of another kind of seal
    for path in ("?ply=2&eyes=1", "?ply=2&eyes=all", "transcript/", "fair.json", "card.png"):
        assert browser.get(there + path).status_code == 404, path
    assert browser.get(f"/embed/t/{table.pk}/").status_code == 404
    assert browser.post(f"{there}rematch/").status_code >= 400
    for path in ("transcript", "proof"):
        program = Client(headers={"Authorization": f"Bearer {token(people['ann'])}"})
        assert program.get(f"/api/1/tables/{table.pk}/{path}").status_code == 404, path


def test_when_all_have_ended_everybody_may_see_it(
    table: Table, people: Cast, deals: DealSet, clock: Clock
) -> None:
    ends(table, "rules ann")
    before = presenter.push(table.pk, people["ann"].pk, -1).version
    other = Table.objects.exclude(pk=table.pk).get()
    give_up(other, people["eve"])
    ratings.keep_record(user_id=people["ann"].pk, now=LATER)
    assert services.open_seal(deals=deals, now=END)
    browser = browser_of(None)
    for path in ("", "?ply=2&eyes=all", "transcript/", "fair/", "fair.json", "log/", "card.png"):
        assert browser.get(f"/t/{table.pk}/{path}").status_code == 200, path
    assert browser.get(f"/embed/t/{table.pk}/").status_code == 200
    assert table.pk in browser.get("/games/archive/").content.decode()
    profile = browser.get("/@/ann/").content.decode()
    assert table.pk in profile and "97" in profile
    assert presenter.push(table.pk, people["ann"].pk, -1).version > before
    assert {line.lead for line in selectors.lines(deals) if line.table == table.pk} == {85, -85}


def test_what_is_counted_of_players_leaves_sealed_games_out(people: Cast, clock: Clock) -> None:
    ann, ben, cal = people["ann"], people["ben"], people["cal"]
    deals = services.create(game="lost_cities", seats=2, options={}, deals=6, now=NOON)
    opened(deals, 0, cal, people["eve"])
    for number in range(6):
        table = opened(deals, number, ann, ben, rated=True)
        by_rules(snapshot_cache.locked_at(table.pk), first=False)
        Seat.objects.filter(table=table, user=ann).update(left_by="resign")
    rates = partial(finish_rate.rates, [ann.pk, ben.pk])
    counted: Any = (rates, patterns.one_sided, patterns.resignations)
    assert not any(count(LATER) for count in counted)
    Table.objects.update(sealed_until=None)
    assert all(count(LATER) for count in counted)


def test_a_dump_is_written_again_when_a_seal_was_opened(
    table: Table, people: Cast, deals: DealSet, tmp_path: Path
) -> None:
    ends(table, "rules ann")
    old = Table.objects.create(
        **{field: getattr(table, field) for field in ("game", "ruleset", "seat_count", "creator")},
        **{"secret": b"", "commitment": "", "created_at": NOON, "changed_at": NOON},
        **{"status": "ended", "ended_by": "rules", "ended_at": NOON},
    )
    assert NOVEMBER in dumps.write(tmp_path, MONTHS_LATER)
    assert NOVEMBER not in dumps.write(tmp_path, BEFORE_LONG)
    give_up(Table.objects.exclude(pk__in=[table.pk, old.pk]).get(), people["eve"])
    services.open_seal(deals=deals, now=MONTHS_LATER + timedelta(minutes=1))
    assert NOVEMBER in dumps.write(tmp_path, MONTHS_LATER + timedelta(minutes=2))
