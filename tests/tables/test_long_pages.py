"""Logs and replays of long games: the cost of a page or a step does not grow with the log, and
costly requests are limited."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from django.test import Client

from accounts import limits, metering
from accounts.models import User
from config.limits import Rate
from games.kernel import replay
from games.kernel.protocol import UNDO
from games.kernel.replay import Entry
from games.tables import services
from games.tables.board import log, log_pages, render
from games.tables.errors import NotPossible
from games.tables.proof import fairness
from games.tables.state import checkpoints, snapshot_cache, stored_log
from games.tables.state.memory import Memory
from tests.kit.long_tables import end, long_table
from tests.tables.conftest import NOON, Played

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.no_cover]

GAMES = [
    ("lost_cities", 2),
    ("schotten_totten", 2),
    ("odin", 3),
    ("exhibition", 1),
    ("exhibition", 2),
]


@pytest.fixture(autouse=True)
def no_past() -> None:
    checkpoints.forget()
    log_pages.forget()


@pytest.fixture
def long(cast: dict[str, User]) -> Played:
    """Return a long game, untimed and still running."""
    return Played(long_table(cast["ann"], cast["ben"], 1200), cast)


@pytest.fixture
def ended(long: Played) -> Played:
    end(long.id, long.cast["ben"])
    return long


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, int]]:
    """Count the work from here on: entries fetched in parts, entries replayed, and whole logs
    fetched."""
    done = {"fetched": 0, "folded": 0, "loaded": 0}
    fetch, advance, load = stored_log.entries, replay.advance, snapshot_cache._fetched

    def fetching(*args: Any) -> Any:
        found = fetch(*args)
        done["fetched"] += len(found)
        return found

    def folding(*args: Any) -> Any:
        done["folded"] += 1
        return advance(*args)

    def loading(*args: Any) -> Any:
        done["loaded"] += 1
        return load(*args)

    monkeypatch.setattr(stored_log, "entries", fetching)
    monkeypatch.setattr(replay, "advance", folding)
    monkeypatch.setattr(snapshot_cache, "_fetched", loading)
    yield done


def spent(work: dict[str, int], ask: Callable[[], object]) -> dict[str, int]:
    """Return the work for one request to a process that does not have the newest positions in
    memory."""
    snapshot_cache.forget()
    work.update(dict.fromkeys(work, 0))
    ask()
    return dict(work)


def get(path: str, status: int = 200, **meta: str) -> str:
    answer = Client(**meta).get(path)  # type: ignore[arg-type]
    assert answer.status_code == status, (path, answer.status_code)
    return str(answer.content.decode(errors="replace"))


def opened(cast: dict[str, User], game: str, seats: int) -> Played:
    table = services.open_table(creator=cast["ann"], game=game, seats=seats, now=NOON)
    for name in ("ben", "cal")[: seats - 1]:
        services.sit(table_id=table.id, user=cast[name], now=NOON)
    return Played(table.id, cast)


def at_random(table: Played, entries: int) -> Played:
    """Let every seat play any legal action, and sometimes take it back. A reader always has the
    newest page of the log open."""
    dice = random.Random(f"{table.row.game} {entries}")
    snapshot = table.snapshot
    while snapshot.status == "running" and snapshot.ply < entries:
        seat = dice.choice(sorted(snapshot.to_act))
        name = next(name for name in table.cast if snapshot.seated(table.cast[name].pk) == seat)
        code = dice.choice(table.legal(name))
        snapshot = table.plays(f"{name} {code}", ply=snapshot.ply)
        log.page(snapshot, None, None)
        if dice.random() < 0.3 and snapshot.status == "running":
            with suppress(NotPossible):
                snapshot = table.takes_back(name, ply=snapshot.ply)
    return table


def given_up(table: Played) -> None:
    for name in table.cast:
        if table.row.status == "running" and table.snapshot.seated(table.cast[name].pk) is not None:
            services.resign(table_id=table.id, user_id=table.cast[name].pk, now=table.now)


# --- the same as ever ---


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_all_pages_together_are_the_whole_log(
    cast: dict[str, User], game: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_pages, "TURNS", 3)
    table = opened(cast, game, seats)
    # The known pages of a running game stay valid when it continues.
    for entries in (9, 30, 70, 100):
        at_random(table, entries)
        assert _all_pages(table) == log.whole(table.snapshot, cast["ben"].pk)
    given_up(table)
    told = _all_pages(table)
    assert told == log.whole(table.snapshot, cast["ben"].pk)
    count = -(-len(told) // 3)
    assert log.page(table.snapshot, None, count) and not log.page(table.snapshot, None, count + 1)


def _all_pages(table: Played) -> list[Any]:
    told: list[Any] = []
    number, count = 1, 1
    while number <= count:
        found = log.page(table.snapshot, table.cast["ben"].pk, number)
        assert found is not None
        told, number, count = told + found[1], number + 1, found[0].count
    return told


def test_a_take_back_may_reach_over_the_beginning_of_a_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As in a game where one seat plays alone and each step is a turn."""
    log = [Entry(0, "a"), Entry(0, "b"), Entry(0, "c")]
    monkeypatch.setattr(
        stored_log,
        "entries",
        lambda table_id, first, behind: [(entry, NOON) for entry in log[first:behind]],
    )
    monkeypatch.setattr(log_pages, "TURNS", 1)

    def told(ended: bool = False) -> list[tuple[int, tuple[str, ...]]]:
        found, number = [], 1
        while page := log_pages.page(
            "solo", len(log), ended, number, lambda codes: [(code,) for code in codes]
        ):
            found, number = found + [(run.number, run.codes) for run in page.runs], number + 1
        return found

    assert told() == [(1, ("a",)), (2, ("b",)), (3, ("c",))]
    log += [Entry(0, UNDO), Entry(0, UNDO), Entry(0, "d")]
    assert told() == told(ended=True) == [(1, ("a",)), (2, ("d",))]


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_every_moment_is_as_if_one_had_begun_at_the_start(
    cast: dict[str, User], game: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = at_random(opened(cast, game, seats), 90)
    snapshot = table.snapshot
    plies = list(range(1, snapshot.ply + 1))

    def seen(ply: int) -> str:
        query = {"ply": str(ply)}
        return render.moment(snapshot, cast["ann"].pk, query)

    plain = {}
    for ply in plies:
        checkpoints.forget()
        plain[ply] = seen(ply)
    monkeypatch.setattr(checkpoints, "EVERY", 7)
    checkpoints.forget()
    for ply in (*reversed(plies), *plies):
        assert seen(ply) == plain[ply]


# --- what it costs ---


@pytest.mark.database
def test_a_page_of_the_log_costs_its_own_entries(ended: Played, work: dict[str, int]) -> None:
    log = f"/t/{ended.id}/log/"
    first = spent(work, lambda: get(log))
    assert (first["folded"], first["loaded"]) == (0, 0)
    for page in (1, 2, 4):
        cost = spent(work, lambda page=page: get(f"{log}?page={page}"))  # type: ignore[misc]
        assert cost == {"fetched": cost["fetched"], "folded": 0, "loaded": 0}
        assert cost["fetched"] <= 2 * log_pages.TURNS + 20


def test_a_running_log_is_not_read_from_its_start_again(long: Played, work: dict[str, int]) -> None:
    get(f"/t/{long.id}/log/")
    long.plays(f"ann {long.legal('ann')[0]}")
    cost = spent(work, lambda: get(f"/t/{long.id}/log/"))
    assert cost["fetched"] <= 4 * (2 * log_pages.TURNS + 20) and cost["folded"] == 0


def test_steps_through_a_long_game_do_not_begin_at_its_start(
    ended: Played, work: dict[str, int]
) -> None:
    def step(ply: int) -> dict[str, int]:
        return spent(work, lambda: get(f"/t/{ended.id}/?ply={ply}&eyes=all"))

    assert step(1150)["folded"] == 1150  # once
    for ply in (1151, 1152, 1199, 1100, 1099, 3, 640, 1150):
        cost = step(ply)
        assert cost["folded"] == cost["fetched"] < checkpoints.EVERY and cost["loaded"] == 0


@pytest.mark.database
def test_a_name_that_changes_does_not_cost_the_log(
    long: Played, work: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    board, before = f"/t/{long.id}/", long.snapshot
    monkeypatch.setattr(snapshot_cache, "NAMES_LAST", 0.0)
    User.objects.filter(pk=long.cast["ann"].pk).update(username="anna")
    work.update(dict.fromkeys(work, 0))
    assert "anna" in get(board)
    after = long.snapshot
    shown = (work["folded"], after.log, after.position, after.runs, after.extent, after.budgets)
    assert shown == (0, *_log(before))
    end(long.id, long.cast["ben"])
    assert "anna" in get(board)


def _log(snapshot: Any) -> tuple[Any, ...]:
    return snapshot.log, snapshot.position, snapshot.runs, snapshot.extent, snapshot.budgets


def test_a_transcript_is_written_once_and_a_running_one_never_kept(
    long: Played, work: dict[str, int], monkeypatch: Any
) -> None:
    path = f"/t/{long.id}/transcript/"
    before = fairness.transcript(long.id)
    get(path, 404)
    end(long.id, long.cast["ben"])
    text = get(path)
    assert text != before and "! resign 1\n" in text and len(text.splitlines()) > 1200
    monkeypatch.setattr(fairness, "written", None)
    assert get(path) == text
    assert spent(work, lambda: get(path))["folded"] == 0


def test_what_is_kept_is_bounded() -> None:
    kept: Memory[str] = Memory(10)
    for number in range(4):
        kept.put(number, str(number), 3)
    assert [kept.get(number) for number in range(4)] == [None, "1", "2", "3"]
    kept.get(1)
    kept.put("heavy", "x", 4)
    assert [kept.get(number) for number in range(4)] == [None, "1", None, "3"] and kept.weight == 10
    kept.put(1, "again", 1)
    assert (kept.get(1), kept.weight) == ("again", 8)
    kept.put("too much", "x", 11)
    assert kept.get("too much") is None and kept.weight == 8


def test_pages_lead_to_each_other(ended: Played) -> None:
    def ways(text: str) -> dict[str, str]:
        return dict(re.findall(r'rel="(prev|next)"\s+href="\?page=(\d+)"', text))

    first, second = get(f"/t/{ended.id}/log/"), get(f"/t/{ended.id}/log/?page=2")
    last = int(re.findall(r"Page 1 of (\d+)", first)[0])
    assert ways(first) == {"next": "2"} and ways(second) == {"prev": "1", "next": "3"}
    assert ways(get(f"/t/{ended.id}/log/?page={last}")) == {"prev": str(last - 1)}
    assert "Turns follow the seats." in first and "The cards were dealt." in first
    assert "The cards were dealt." not in second
    for wrong in (0, last + 1, -1, "x", "٣", 10**9):
        get(f"/t/{ended.id}/log/?page={wrong}", 404)


def test_a_running_game_shows_its_newest_turns_first(long: Played) -> None:
    text = get(f"/t/{long.id}/log/")
    assert "The game goes on." in text and 'rel="prev"' in text and 'rel="next"' not in text
    assert "The game goes on." not in get(f"/t/{long.id}/log/?page=1")


# --- who has to wait ---


@pytest.fixture
def dear(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let any page cost more than an address may use."""
    settings.LIMIT_RATES = settings.LIMIT_RATES | {"reading": Rate(1, 1_000_000)}
    monkeypatch.setattr(metering, "ORDINARY", -1000)
    yield
    limits._debts.clear()


@pytest.mark.parametrize(
    "path", ["log/", "?ply=2", "transcript/", "fair/", "fair.json", "card.png"]
)
def test_an_address_that_has_used_up_its_share_waits(
    played_out: Played, dear: None, path: str
) -> None:
    address = f"/t/{played_out.id}/{path}"
    get(address, REMOTE_ADDR="203.0.113.5")
    assert "A little slower" in get(address, 429, REMOTE_ADDR="203.0.113.5")
    get(address, REMOTE_ADDR="203.0.113.6")
    get(f"/t/{played_out.id}/", REMOTE_ADDR="203.0.113.5")  # the table itself is never limited
    get("/", REMOTE_ADDR="203.0.113.5")


def test_ordinary_pages_are_not_counted(
    played_out: Played, dear: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metering, "ORDINARY", 10**9)
    for _ in range(5):
        for ply in range(1, 12):
            get(f"/t/{played_out.id}/?ply={ply}", REMOTE_ADDR="203.0.113.7")
