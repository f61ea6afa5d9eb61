"""Three seats in one process, the basis of the tests of endings."""

import pytest
from django.test import Client

from games.kernel import transcript
from games.registry import engines
from games.tables.proof import fairness
from tests.tables.conftest import Played

pytestmark = pytest.mark.django_db


def test_three_play_the_toy_to_its_end(toy_table: Played) -> None:
    assert (toy_table.mover, len(toy_table.snapshot.players)) == ("ann", 3)
    seen = []
    while toy_table.snapshot.status == "running":
        seen.append(toy_table.mover)
        toy_table.plays(f"{toy_table.mover} {toy_table.legal()[0]}")
    found = [name for name, before in zip(seen, [None, *seen], strict=False) if name != before]
    assert found == ["ann", "ben", "cal"] * 2
    assert toy_table.sound()
    assert transcript.check(fairness.transcript(toy_table.id), engines()).ok


def test_it_is_shown_while_the_test_lasts(toy_table: Played, client: Client) -> None:
    client.force_login(toy_table.cast["ann"])
    page = client.get(f"/t/{toy_table.id}/").content.decode()
    assert 'value="play C' in page


def test_and_no_longer() -> None:
    assert "toy" not in engines()
