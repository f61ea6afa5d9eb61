"""Two worlds that differ only in what Ben must not know: cards of Ann's hand and of the deck are
exchanged in the stored log. Whatever Ben or a stranger asks, looks at or tries, the answers are the
same, to the byte and the header: pages, fragments, what a socket sends, refusals and their status,
plans, and the number of statements, which stands for the time."""

from __future__ import annotations

import tests.with_django  # noqa: F401

# isort: split
import re
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.kernel import replay, shuffle
from games.kernel.protocol import Setup
from games.kernel.replay import Entry
from games.tables import services
from games.tables.board import log_pages, presenter
from games.tables.board.cache import Rendered
from games.tables.models import Action, Order
from games.tables.state import checkpoints, snapshot_cache
from tests.fuzz.routes import addresses
from tests.tables.conftest import NOON, Played, cast  # noqa: F401

pytestmark = pytest.mark.django_db
GAMES = {
    "lost_cities": (2, {}, 40),
    "schotten_totten": (2, {"tactics": "on"}, 40),
    "odin": (3, {}, 12),
    "exhibition": (2, {}, 40),
}
PAGES = ("/", "/watch/", "/turns/", "/notices/last/", "/@/ann/", "/@/ben/")
DEEDS = ("undo", "takeback", "hint", "draw", "slower", "play-on", "review", "rematch")
MASKED = re.compile(r"[A-Za-z0-9]{64}|\b[0-9a-f]{32}\b")  # tokens of forms, and their keys
OF_THE_HOUR = ("Expires", "Fairdeal-Receipt")  # and what a world writes has a hash of its own
MOST = 12  # codes that are tried


@pytest.fixture(params=GAMES)
def table(request: Any, cast: Any, monkeypatch: pytest.MonkeyPatch) -> Played:  # noqa: F811
    """Return a game of Ann and Ben over days, in which Ben has to act."""
    seats, options, many = GAMES[request.param]
    dice = Random(7)
    monkeypatch.setattr(shuffle, "shuffle", lambda *facts: dice.sample(facts[-1], len(facts[-1])))
    monkeypatch.setattr(timezone, "now", lambda: NOON)
    terms: dict[str, Any] = {"game": request.param, "seats": seats, "options": options}
    opened = services.open_table(
        creator=cast["ann"], order=Order.SEATS, clock="daily", now=NOON, **terms
    )
    for name in ("ben", "dee")[: seats - 1]:
        services.sit(table_id=opened.id, user=cast[name], now=NOON)
    found = Played(opened.id, cast)
    while found.row.ply < many or found.mover != "ben":
        code = dice.choice(found.legal())
        services.act(
            table_id=found.id, user_id=cast[found.mover].pk, code=code, ply=found.row.ply, now=NOON
        )
    return found


def other_world(table: Played) -> list[Entry]:
    """Return the log with two cards exchanged, of which Ann's view tells, and no other does."""
    at = table.snapshot
    setup = Setup(len(at.players), dict(at.options), at.ruleset)
    entries = [logged.entry for logged in at.log]

    def views(log: list[Entry]) -> list[Any]:
        state = replay.fold(at.engine, setup, log).state
        return [at.engine.view(state, seat) for seat in (None, *range(len(at.players)))]

    stranger, ann, *rest = views(entries)
    cards = entries[1].code.split(" ")[1:]
    for one, two in combinations(sorted({*cards}), 2):
        names = {one: two, two: one}
        told = [
            Entry(entry.seat, " ".join(names.get(word, word) for word in entry.code.split(" ")))
            for entry in entries
        ]
        try:
            found = views(told)
        except replay.IllegalAction:
            continue
        if [found[0], *found[2:]] == [stranger, *rest] and (found[1] != ann or not_held(at)):
            return told
    raise AssertionError("no two cards are hidden")


def not_held(at: Any) -> bool:
    """Return whether nobody holds hidden cards in this game: then those of the deck differ."""
    return bool(at.game == "exhibition")


def write(table: Played, entries: list[Entry]) -> None:
    for ply, entry in enumerate(entries):
        Action.objects.filter(table=table.id, ply=ply).update(code=entry.code)


def forget() -> None:
    """Let the process know nothing of the other world."""
    for cache in (snapshot_cache, checkpoints, log_pages):
        cache.forget()
    presenter._rendered = Rendered()


def asked(table: Played) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Return what is asked: method, address and fields."""
    at, there = table.snapshot, f"/t/{table.id}/"
    for path in addresses():
        if re.findall(r"<\w+>", path) == ["<table_id>"] and not path.startswith("ws/"):
            yield "GET", "/" + path.replace("<table_id>", table.id), {}
    for query in ("ply=2", "ply=9", f"ply={at.ply}", "ply=5&eyes=0", f"version={at.version - 1}"):
        yield "GET", f"{there}?{query}", {}
    for page in PAGES:
        yield "GET", page, {}
    ply = str(at.ply)
    cards = sorted({word for word in at.log[1].entry.code.split(" ")[1:]})
    verbs = {logged.entry.code.split(" ")[0] for logged in at.log if logged.entry.seat is not None}
    forged = [f"{verb} {card}" for verb in sorted(verbs) for card in cards]
    codes = Random(1).sample(forged, min(MOST, len(forged)))
    for code in codes:
        yield "POST", f"{there}act/", {"code": code, "ply": ply}
        yield "POST", f"{there}act/", {"codes": f"{table.legal()[0]},{code}", "ply": ply}
    for deed in DEEDS:
        yield "POST", f"{there}{deed}/", {"ply": ply, "seat": "1"}
    yield "POST", f"{there}plans/", {"ply": ply, "keep": "1"}


def seen(table: Played, name: str | None) -> dict[Any, Any]:
    """Return all answers to somebody in the world of now; what they write is taken back."""
    found: dict[Any, Any] = {}
    for method, path, fields in asked(table):
        if name is None and method == "POST":
            continue
        forget()
        client = Client(raise_request_exception=False)
        with transaction.atomic():
            if name:
                client.force_login(table.cast[name])
            with CaptureQueriesContext(connection) as queries:
                answer = client.generic(
                    method,
                    path,
                    "&".join(f"{key}={value}" for key, value in fields.items()),
                    "application/x-www-form-urlencoded",
                )
            transaction.set_rollback(True)
        heads = {key: value for key, value in answer.headers.items() if key not in OF_THE_HOUR}
        body = MASKED.sub("*", answer.content.decode("latin-1"))
        found[method, path, str(fields)] = (answer.status_code, heads, body, len(queries))
    pushed = presenter.push(table.id, table.cast[name].pk if name else None, -1)
    return found | {"socket": pushed.html}


def test_nobody_tells_two_worlds_apart(table: Played, settings: Any) -> None:
    settings.RATE_LIMITS = False
    other = other_world(table)
    before = {name: seen(table, name) for name in ("ben", None)}
    anns = presenter.push(table.id, table.cast["ann"].pk, -1).html
    write(table, other)
    forget()
    assert (
        not_held(table.snapshot) or presenter.push(table.id, table.cast["ann"].pk, -1).html != anns
    )
    for name, real in before.items():
        now = seen(table, name)
        assert len(real) > 20 and any(answer[0] == 200 for answer in real.values())
        for key, answer in real.items():
            assert now[key] == answer, f"{name or 'a stranger'} can tell: {key}"
    assert User.objects.count() == 4
