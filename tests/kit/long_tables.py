"""Tables with a log of any length: two players discard and pick up, and never draw from the stock.

The first entries are played by services, the others written at once.
"""

from __future__ import annotations

import os
import secrets
import sys
from datetime import UTC, datetime, timedelta
from typing import Any

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()

from accounts.models import User
from games.kernel import replay
from games.kernel.protocol import UNDO, Setup
from games.kernel.replay import Entry, Position
from games.registry import engines
from games.tables import services
from games.tables.models import Action, Order, Table
from games.tables.state import hash_chain, snapshot_cache

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
TAKE_BACK_EVERY = 50  # turns


def long_table(ann: User, ben: User, entries: int, **terms: Any) -> str:
    """Return the id of a running, untimed game of Lost Cities with at least so many entries, in
    which Ann is to move."""
    table = services.open_table(
        creator=ann, game="lost_cities", order=Order.SEATS, now=NOON, **terms
    )
    services.sit(table_id=table.id, user=ben, now=NOON)
    table.refresh_from_db()
    rows = list(Action.objects.filter(table=table).order_by("ply"))
    engine, position = engines()["lost_cities"], _position(table, rows)
    more: list[Action] = []
    tail, turn, key = rows[-1].hash, 0, hash_chain.key(bytes(table.secret))
    while len(rows) + len(more) < entries or turn % 2:
        for entry in _turn(engine, position.state, turn):
            position = replay.advance(engine, position, entry)
            ply = len(rows) + len(more)
            at = NOON + timedelta(seconds=ply)
            facts: dict[str, Any] = {
                "table_id": table.id,
                "ply": ply,
                "seat": entry.seat,
                "code": entry.code,
                "at": at,
                "clock_ms": None,
            }
            link = hash_chain.link(tail, **facts, key=key)
            more.append(Action(prev=tail, hash=link, **facts))
            tail = link
        turn += 1
    Action.objects.bulk_create(more, batch_size=1000)
    newest = {"ply": len(rows) + len(more), "version": table.version + turn}
    Table.objects.filter(pk=table.id).update(
        **newest, to_act=str(*engine.to_act(position.state)), changed_at=NOON
    )
    snapshot_cache.forget()
    return table.id


def end(table_id: str, loser: User) -> None:
    row = Table.objects.get(pk=table_id)
    services.resign(table_id=table_id, user_id=loser.pk, now=NOON + timedelta(seconds=row.ply))
    snapshot_cache.forget()


def _position(table: Table, rows: list[Action]) -> Position:
    setup = Setup(table.seat_count, table.options, table.ruleset)
    return replay.fold(engines()[table.game], setup, [Entry(row.seat, row.code) for row in rows])


def _turn(engine: Any, state: Any, number: int) -> list[Entry]:
    """Return a discard, and a pick-up of the other player's discard, or in the first turn a
    draw."""
    (seat,) = engine.to_act(state)
    discards = [code for code in replay.codes(engine, state, seat) if code.startswith("discard")]
    back = (
        [Entry(seat, discards[-1]), Entry(seat, UNDO)]
        if number % TAKE_BACK_EVERY == TAKE_BACK_EVERY - 1
        else []
    )
    for first in discards[number % len(discards) :] + discards:
        draws = list(replay.codes(engine, replay.play(engine, state, seat, first), seat))
        if draws != ["draw stock"] or number == 0:
            return [*back, Entry(seat, first), Entry(seat, draws[-1])]
    raise AssertionError("nothing lies there to be picked up")


def main() -> None:
    """Print the id of an ended table with so many entries, in the site of the environment."""
    ann, ben = [
        User.objects.create_user(f"long{secrets.token_hex(4)}", password=None) for _ in range(2)
    ]
    table = long_table(ann, ben, int(sys.argv[1]))
    end(table, ben)
    print(table)


if __name__ == "__main__":
    main()
