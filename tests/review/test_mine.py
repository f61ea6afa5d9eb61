"""A player's own play, over all reviewed games."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.test import Client

from games.bots.evaluation import Judged, Stage
from games.learning.review import habits
from games.learning.review.habits import Reviewed
from tests.review.conftest import reviewed
from tests.tables.conftest import Played

Enters = Callable[[Played, str], Client]


def decision(code: str, loss: float, seat: int = 0) -> Judged:
    return Judged(1, seat, code, ("draw stock",), 4, loss, 0.5, 0.6, 0.5, (-loss, loss))


def game(*losses: float, table: str = "t1") -> Reviewed:
    """Return a game with three turns for each loss: Ann plays well, then discards badly."""
    stages = []
    for loss in losses:
        stages += [
            Stage(1, 0, (decision("play R7", 0.0),), {}),
            Stage(2, 1, (decision("play G7", 90.0, seat=1),), {}),
            Stage(3, 0, (decision("discard R2", loss),), {}),
        ]
    return Reviewed(table, datetime(2026, 11, 21, tzinfo=UTC), 0, "club", stages)


def test_only_the_own_decisions_count() -> None:
    found = habits.of([game(4.0, 4.0)])
    assert (found.whole.count, found.whole.loss) == (4, 2.0)
    assert [(one.name, one.loss) for one in found.kinds] == [("discard", 4.0), ("play", 0.0)]
    assert [one.name for one in found.phases] == ["first", "middle", "last"]
    assert [one.name for one in found.opponents] == ["club"]
    assert [(one.name, one.loss) for one in found.months] == [("2026-11", 2.0)]


def test_the_weakest_part_needs_enough_decisions() -> None:
    assert habits.of([game(4.0)]).weakest is None
    found = habits.of([game(*[1.0] * 12), game(*[9.0] * 12, table="t2")])
    assert found.weakest is not None and found.weakest.name == "discard"
    assert found.showing(found.weakest) == ["t2", "t1"]


@pytest.mark.django_db
def test_everybody_sees_the_own_page_only(played_out: Played, enters: Enters) -> None:
    client = enters(played_out, "ann")
    assert "No game of yours" in client.get("/play/").content.decode()
    reviewed(played_out)
    page = client.get("/play/").content.decode()
    assert "November 2026" in page
    assert "Lost Cities" in page and f"/t/{played_out.id}/review/" in page
    assert "No game of yours" in enters(played_out, "dee").get("/play/").content.decode()
    client.logout()
    assert client.get("/play/").status_code == 302
