"""The way of a move through the code: a debugger that stops at the statement, at the opponent's
screen and at the message shows at most ten modules of ours, and docs/building/a-move.md names
them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from games.tables.live import broadcast, consumers
from games.tables.services import loop_connections
from tests.kit.environment import ROOT
from tests.kit.loop import Loop, loop
from tests.tables.conftest import Played
from tests.tables.test_at_once import AT_ONCE
from tests.tables.test_in_loop import SOCKET, Warm

__all__ = ["loop"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
PACKAGES = ("accounts", "config", "games")
STOPS = (
    (loop_connections.Connections, "row"),  # the statement
    (consumers.TableConsumer, "hand"),  # a screen
    (broadcast, "_send"),  # the message
)


def test_it_is_ten_modules(loop: Loop, table: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    if not AT_ONCE:  # SQLite's moves go to Django
        return
    warm, stops, passed = Warm(loop, table), set(), set()

    def stop(where: Any, name: str) -> None:
        real = getattr(where, name)

        def stopped(*args: Any, **facts: Any) -> Any:
            stops.add(name)
            passed.update(modules())
            return real(*args, **facts)

        monkeypatch.setattr(where, name, stopped)

    version, form, mover = table.row.version, warm.form, warm.mover
    waiter = warm.people[table.waiter]

    async def scene() -> Any:
        async with loop.screen(waiter, table.id, version):
            for where, name in STOPS:
                stop(where, name)
            return await loop.post(mover, warm.path, form, app=loop.moves, **SOCKET)

    answer = loop.run(scene())
    assert (answer.status, answer.at_once) == (204, True)
    assert stops == {name for _where, name in STOPS}
    way = passed | {"games/tables/services/loop_connections.py", "games/tables/live/consumers.py"}
    assert len(way) <= 10, sorted(way)
    told = (ROOT / "docs" / "building" / "a-move.md").read_text()
    assert [one for one in way if one.split("/", one.count("/") - 1)[-1] not in told] == []


def modules() -> set[str]:
    """Return the modules of the site on the stack."""
    found, frame = set(), sys._getframe(1)
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in PACKAGES:
            found.add(path.relative_to(ROOT).as_posix())
        frame = frame.f_back  # type: ignore[assignment]
    return found
