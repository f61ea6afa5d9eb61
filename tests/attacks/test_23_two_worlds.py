"""Two worlds that differ only in what Ben must not know: cards of Ann's hand and of the deck are
exchanged in the stored log. Whatever Ben, an onlooker or a stranger asks, looks at or tries, the
answers are the same, to the byte and the header: pages, fragments, what a socket sends, refusals
and their status, plans, and the number of statements, which stands for the time."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
import re
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest
from django.db import connection, reset_queries, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.kernel import replay, shuffle
from games.kernel.protocol import Setup
from games.kernel.replay import Entry
from games.tables import services
from games.tables.board import log_pages, presenter
from games.tables.board.cache import Boards
from games.tables.models import Action, Order
from games.tables.state import checkpoints, snapshot_cache
from tests.fuzz.routes import addresses
from tests.kit import tiers
from tests.kit.people import browser_of
from tests.tables.conftest import NOON, Played, cast, kept  # noqa: F401

pytestmark = pytest.mark.django_db
GAMES = {
    "lost_cities": (2, {}, 40),
    "schotten_totten": (2, {"tactics": "on"}, 40),
    "odin": (3, {}, 12),
    "exhibition": (2, {}, 40),
}
PAGES = ("/", "/watch/", "/turns/", "/notices/last/", "/@/ann/", "/@/ben/")
DEEDS = ("undo", "takeback", "hint", "draw", "slower", "play-on", "review", "rematch")
ANSWERS = {  # of a line, but for its card
    "lost_cities": {"way": "discard", "draw": "stock"},
    "schotten_totten": {"place": "9", "claim": "all", "draw": "clan"},
}
MASKED = re.compile(r"[A-Za-z0-9]{64}|\b[0-9a-f]{32}\b")  # tokens of forms, and their keys
OF_THE_HOUR = ("Expires", "Fairdeal-Receipt")  # and what a world writes has a hash of its own
MOST = 12  # codes that are tried


@pytest.fixture(params=GAMES)
def table(request: Any, cast: Any, monkeypatch: pytest.MonkeyPatch) -> Played:  # noqa: F811
    """Return a game of Ann and Ben over days, in which Ben has to act."""
    return played(request.param, cast, monkeypatch, mover="ben")


def played(game: str, cast: Any, monkeypatch: pytest.MonkeyPatch, mover: str) -> Played:  # noqa: F811
    seats, options, many = GAMES[game]
    many = tiers.part(many)
    dice = Random(7)
    monkeypatch.setattr(shuffle, "shuffle", lambda *facts: dice.sample(facts[-1], len(facts[-1])))
    monkeypatch.setattr(timezone, "now", lambda: NOON)
    terms: dict[str, Any] = {"game": game, "seats": seats, "options": options}
    opened = services.open_table(
        creator=cast["ann"], order=Order.SEATS, clock="daily", now=NOON, **terms
    )
    for name in ("ben", "dee")[: seats - 1]:
        services.sit(table_id=opened.id, user=cast[name], now=NOON)
    found = Played(opened.id, cast)
    while found.row.ply < many or found.mover != mover:
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
    presenter._boards = Boards()


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
    for card in cards:
        yield "GET", f"{there}lens/?card={card}", {}
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
        if name != "ben" and method == "POST":
            continue
        forget()
        reset_queries()
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
    before = {name: seen(table, name) for name in ("ben", "cal", None)}
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


@pytest.mark.parametrize("game", ANSWERS)
def test_no_line_tells_two_worlds_apart(
    game: str,
    cast: Any,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
) -> None:
    """Ben waits, and leaves lines with each card there is: what is refused, and what becomes of a
    line once Ann has moved, is the same."""
    settings.RATE_LIMITS = False
    table = played(game, cast, monkeypatch, mover="ann")
    worlds = [[logged.entry for logged in table.snapshot.log], other_world(table)]
    cards, move = sorted({*worlds[0][1].code.split(" ")[1:]}), common(table, worlds)
    first, second = [tried(table, world, cards, move) for world in worlds]
    assert first == second and len({status for status, *_rest in first}) > 1


def common(table: Played, worlds: list[list[Entry]]) -> list[str]:
    """Return a turn of Ann that is legal in both worlds."""
    at = table.snapshot
    setup = Setup(len(at.players), dict(at.options), at.ruleset)
    states = [replay.fold(at.engine, setup, world).state for world in worlds]
    turn: list[str] = []
    while at.engine.to_act(states[0]) == {0}:
        both = set.intersection(*({*replay.codes(at.engine, state, 0)} for state in states))
        turn.append(min(both))
        states = [replay.play(at.engine, state, 0, turn[-1]) for state in states]
    return turn


def tried(table: Played, world: list[Entry], cards: list[str], move: list[str]) -> list[Any]:
    """Return for a line with each card what became of it in this world."""
    write(table, world)
    answers, ply, game = [], table.row.ply, table.snapshot.game
    for card in cards[::3]:
        forget()
        client = browser_of(table.cast["ben"])
        line = {f"p1-then-{name}": value for name, value in {**ANSWERS[game], "card": card}.items()}
        with transaction.atomic(), CaptureQueriesContext(connection) as queries:
            form = {"ply": str(ply), "p1-if": "anything", "new": "1", "keep": "1", **line}
            kept = client.post(f"/t/{table.id}/plans/", form)
            for at, code in enumerate(move, ply):
                services.act(
                    table_id=table.id, user_id=table.cast["ann"].pk, code=code, ply=at, now=NOON
                )
            was_played = services.play_plans(table_id=table.id, now=NOON)
            board = presenter.push(table.id, table.cast["ben"].pk, -1).html
            transaction.set_rollback(True)
        answers.append((kept.status_code, was_played, MASKED.sub("*", board), len(queries)))
    return answers
