"""The world in which the access table is tried: a person for each role, and tables in every state.
Nothing of it is changed: what a request writes is taken back."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from http.cookies import SimpleCookie
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qsl

from allauth.account.internal.flows.login import record_authentication
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.conf import settings
from django.db import connection, transaction
from django.http import HttpResponseBase
from django.test import Client

from accounts.models import User
from games.community.clubs import services as clubs
from games.community.clubs.models import Club
from games.community.events import services as events
from games.community.moderation import mail
from games.community.moderation import services as conduct
from games.community.moderation.models import Measure, Sanction
from games.community.people import services as people
from games.community.people.models import Kind
from games.community.talk.models import Line
from games.export.models import Export
from games.notices.calendar import services as calendar
from games.tables import services as tables
from games.tables.models import Table
from games.tables.sleep.models import Away, Week
from games.tables.state import snapshot_cache
from tests.access.roles import REFUSED, ROLES
from tests.kit.people import browser_of

NAMES = dict(
    zip(
        ROLES[1:],
        ("guest-gus", "dee", "ann", "ben", "cal", "eve", "sue", "moe", "mia", "hal"),
        strict=True,
    )
)
PASSWORD = "seven green leaves"
TOKEN = "x" * 32  # of forms


@dataclass
class World:
    """People by role, their cookies, and the words that stand for parts of addresses."""

    people: dict[str, User]
    words: dict[str, str]
    cookies: dict[str, dict[str, str]] = field(default_factory=dict)
    rows: str = ""  # the checksum of the database

    def asks(
        self, role: str, method: str, path: str, fields: str = "", **headers: str
    ) -> HttpResponseBase:
        """Return the answer to a request; what it writes stays."""
        client = Client(enforce_csrf_checks=True, raise_request_exception=False, headers=headers)
        client.cookies = SimpleCookie(self.cookies[role])
        address = "/" + path.format(**self.words)
        if method == "GET":
            return client.get(address)
        sent = dict(parse_qsl(fields.format(**self.words)))
        return client.post(
            address, {**sent, "csrfmiddlewaretoken": self.cookies[role]["csrftoken"]}
        )

    def tries(self, role: str, method: str, path: str, fields: str = "") -> tuple[str, bool]:
        """Return the outcome of a request, and whether it changed a row although it was refused;
        that is taken back."""
        writes: list[str] = []
        with transaction.atomic():
            with connection.execute_wrapper(_notes(writes)):
                found = outcome(self.asks(role, method, path, fields), path)
            # Most requests write nothing at all, and looking at every row takes its time.
            refused = found in REFUSED and bool(writes)
            changed = refused and checksum() != self.rows
            transaction.set_rollback(True)
        if method != "GET":
            snapshot_cache.forget()
        return found, changed


def outcome(answer: HttpResponseBase, path: str) -> str:
    """Return what an answer comes to: "login" and "again" (the password once more) are redirects
    that ask for something first, and so is "factor", by which the desk asks for a second one to be
    set up. "go" is any other redirect, and all else is its status."""
    if answer.status_code not in (301, 302, 303):
        return str(answer.status_code)
    where = answer["Location"]
    if where == "/accounts/2fa/" and path.startswith("desk"):
        return "factor"
    if "/accounts/login/" in where:
        return "login"
    return "again" if "reauthenticate" in where else "go"


def _notes(writes: list[str]) -> Callable[..., Any]:
    """Return a wrapper that notes the statements that write."""

    def execute(run: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if re.search(r"\b(INSERT|UPDATE|DELETE)\b", sql):
            writes.append(sql)
        return run(sql, *rest)

    return execute


def checksum() -> str:
    """Return a hash over every row of the database."""
    found = hashlib.sha256()
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            cursor.execute(f'SELECT * FROM "{model._meta.db_table}" ORDER BY 1')
            found.update(repr((model._meta.db_table, cursor.fetchall())).encode())
    return found.hexdigest()


def make(now: datetime) -> World:
    """Return a world; the caller takes it back."""
    snapshot_cache.forget()
    cast = {role: _person(role, name) for role, name in NAMES.items()}
    ann, ben = cast["seated"], cast["opponent"]
    people.tie(user=ann, other=cast["blocked"], kind=Kind.BLOCK, now=now)
    give_roles(cast, now)
    made = _suspend(cast["suspended"], by=cast["host"], now=now)
    away = Away.objects.create(
        user=ann,
        first=now.date() + timedelta(days=9),
        last=now.date() + timedelta(days=9),
        made_at=now,
        holds_from=now + timedelta(days=8),
    )
    Week.objects.create(
        user=ann,
        zone="UTC",
        days=[None] * 7,
        made_at=now - timedelta(days=9),
        holds_from=now - timedelta(days=8),
    )
    passkey = Authenticator.objects.create(user=ann, type="webauthn", data={"name": "Key"})
    of_tables = _tables(ann, ben, now)
    line = _said(ann, of_tables, now)
    report = conduct.report(
        by=ben, about=ann, subject="line", reason="other", line=line.pk, now=now
    )
    appealed = Sanction.objects.create(
        user=ben, measure=Measure.WARNING, by=cast["host"], at=now, appealed_at=now, appeal="No."
    )
    words = {
        **of_tables,
        **_clubs(ann, ben, now),
        "appealed": str(appealed.pk),
        "line": str(line.pk),
        "report": str(report.pk),
        "sanction": str(made.pk),
        "appeal": mail.way_to_appeal(made).rstrip("/").rsplit("/", 1)[1],
        "away": str(away.pk),
        "passkey": str(passkey.pk),
        "export": str(Export.objects.create(user=ann, asked_at=now, state="ready").pk),
        "token": calendar.renew(user=ann, now=now),
        "today": now.date().isoformat(),
        "ann": "ann",
        "game": "lost_cities",
        "number": "1",
        "key": "key",
        "uid": "a",
        "nothing": "nothing",
        "month": f"{now:%Y-%m}",
    }
    world = World(cast, words)
    world.cookies = {role: _signed_in(world, role, now) for role in ROLES}
    world.rows = checksum()
    return world


def give_roles(cast: dict[str, User], now: datetime) -> None:
    """Make moderators and the host; one moderator has a second factor, and so has the host."""
    for role in ("plain_moderator", "moderator", "host"):
        cast[role].role = role.removeprefix("plain_")
        cast[role].save()
    for role in ("moderator", "host"):
        Authenticator.objects.create(user=cast[role], type="totp", data={"secret": "x"})


def _suspend(user: User, by: User, now: datetime) -> Sanction:
    until = now + timedelta(days=3)
    facts = {"measure": Measure.SUSPENSION, "until": until, "words": "Rest.", "why": "test"}
    return conduct.sanction(user=user, by=by, now=now, **facts)  # type: ignore[arg-type]


def _clubs(ann: User, ben: User, now: datetime) -> dict[str, str]:
    """Return a club of Ann's in which Ben organises, and a private one."""
    found: dict[str, str] = {}
    for name, private in (("club", False), ("secret", True)):
        club = clubs.found(by=ann, name=f"The {name}", private=private, now=now)
        clubs.join(club=club, user=ben, link=club.link, now=now)
        clubs.promote(club=club, by=ann, user=ben, role="organiser", now=now)
        found |= {name: club.slug, f"{name}_link": club.link}
        found["event" if name == "club" else "secret_event"] = _event(club, ann, now)
    return found | {"dates": clubs.new_calendar(club=club, user=ann)}


def _event(club: Club, ann: User, now: datetime) -> str:
    """Return an event of a club that anybody there may enter."""
    cup = events.make(
        by=ann,
        club=club,
        name="Cup",
        format="swiss",
        game="lost_cities",
        options={},
        clock="daily",
        starts_at=now + timedelta(days=9),
        length=7,
        now=now,
    )
    return cup.pk


def _said(user: User, words: dict[str, str], now: datetime) -> Line:
    return Line.objects.create(
        table_id=words["running"], room="players", user=user, text="Hello", at=now
    )


def _person(role: str, name: str) -> User:
    user = User.objects.create_user(name, password=None, is_guest=role == "guest")
    if role != "guest":
        user.date_joined -= timedelta(days=60)
        user.set_password(PASSWORD)
        user.save()
        EmailAddress.objects.create(
            user=user, email=f"{name}@example.org", verified=True, primary=True
        )
    return user


def _tables(ann: User, ben: User, now: datetime) -> dict[str, str]:
    """Return tables of Ann by their state: those with Ben have begun."""

    def opens(**terms: Any) -> Table:
        return tables.open_table(creator=ann, game="lost_cities", order="seats", now=now, **terms)

    def deals(**terms: Any) -> Table:
        found = opens(**terms)
        tables.sit(table_id=found.id, user=ben, now=now)
        return found

    ended, sealed, running, private = deals(), deals(), deals(), deals(private=True)
    code = _legal(ended, ann)
    tables.act(table_id=ended.id, user_id=ann.pk, code=code, ply=2, now=now)
    for table in (ended, sealed):
        tables.resign(table_id=table.id, user_id=ben.pk, now=now)
    Table.objects.filter(pk=sealed.pk).update(sealed_until=now + timedelta(days=1))
    snapshot_cache.forget()
    return {
        "open": opens().id,
        "hidden": opens(private=True).id,
        "running": running.id,
        "private": private.id,
        "ended": ended.id,
        "sealed": sealed.id,
        "code": _legal(running, ann),
        "private_code": _legal(private, ann),
    }


def _legal(table: Table, user: User) -> str:
    client = browser_of(user)
    page = client.get(f"/t/{table.id}/").content.decode()
    found = re.search(r'<button name="code" value="([^"]*)"', page)
    return found[1] if found else "draw stock"


def _signed_in(world: World, role: str, now: datetime) -> dict[str, str]:
    """Return the cookies of somebody who has just signed in, as far as the site lets it happen."""
    client = Client()
    if role == "suspended":
        name, password = world.people[role].username, PASSWORD
        client.post("/accounts/login/", {"login": name, "password": password})
    elif role != "anonymous":
        client.force_login(world.people[role], backend=settings.AUTHENTICATION_BACKENDS[0])
        session = client.session
        asked = SimpleNamespace(session=session)
        for method in ("password", "mfa") if role in ("moderator", "host") else ("password",):
            record_authentication(asked, world.people[role], method, reauthenticated=True)
        session.save()
        client.cookies[settings.SESSION_COOKIE_NAME] = str(session.session_key)
    client.get("/accounts/login/")
    found = {name: morsel.value for name, morsel in client.cookies.items() if morsel.value}
    return {"csrftoken": TOKEN, **found}


@contextmanager
def made(blocker: Any, now: datetime) -> Iterator[World]:
    """Make a world, and take it back at the end."""
    with blocker.unblock(), transaction.atomic():
        yield make(now)
        transaction.set_rollback(True)
