"""Delivery of a committed change to every open board: the one place that orders its steps.

1. Sockets of this process get their boards, the mover's last: the mover is answered by HTTP, and
   the others have waited longer.
2. A message tells the other processes that the table has a new version, and sockets of this one
   only if they were not shown it. Nobody waits for it, and a lost message does no harm: boards
   catch up by polling.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.tables.live import broadcast, local_sockets


def deliver(
    table_id: str,
    version: int,
    *,
    mover: int | None = None,
    passed: bool = True,
    users: Iterable[int] = (),
) -> None:
    """Send a table, which was committed at this version, to every open board.

    `mover`: the id of the user who is answered by HTTP, if any. `passed`: whether other seats have
    to act now. `users`: ids of those who have one running table more or less.
    """
    shown = local_sockets.show(table_id, version, mover)
    broadcast.notify_table(table_id, version, passed=passed, shown=shown)
    broadcast.notify_users(users)


async def deliver_in_loop(table_id: str, version: int, *, mover: int | None, passed: bool) -> None:
    """Do as `deliver` in the event loop of the sockets."""
    shown = await local_sockets.show_in_loop(table_id, version, mover)
    broadcast.notify_table(table_id, version, passed=passed, shown=shown)
