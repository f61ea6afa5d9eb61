"""The end of a deal stays to be seen: over the board of whoever has not acted since, while the game
itself goes on at once. Bots wait for those who look at it."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.kernel import replay
from games.kernel.protocol import Setup
from games.odin.engine import ENGINE
from games.schotten_totten.engine import ENGINE as SCHOTTEN
from games.tables import services
from games.tables.board import render
from games.tables.board.scenes import SECONDS, new_deal
from games.tables.state.snapshot import Snapshot
from tests.kit import boards
from tests.kit.played import sits_down
from tests.tables.conftest import Against, Asked, Played

pytestmark = pytest.mark.django_db


def keen(rng: Random, codes: list[str]) -> str:
    return rng.choice(codes[:-1] or codes) if rng.random() < 0.7 else codes[-1]


def later_hand(seats: int = 3, seed: int = 1) -> list[Snapshot]:
    """Return a game from its second deal on."""
    played = boards.moments(ENGINE, Setup(seats, {"target": "20"}), seed, keen)
    first = next(number for number, moment in enumerate(played) if new_deal(moment.runs))
    return played[first:]


def drawn(moment: Snapshot, viewer: int | None) -> str:
    return render.board(moment, None if viewer is None else 100 + viewer)


def scene_of(html: str) -> str:
    found = re.search(r'<section class="scene" id="scene".*?</section>', html, re.S)
    return found.group() if found else ""


def test_the_first_deal_ends_nothing() -> None:
    played = boards.moments(ENGINE, Setup(3, {}), 1, keen)
    assert [new_deal(moment.runs) for moment in played[:12]] == [None] * 12
    assert not scene_of(drawn(played[5], 0))


def test_after_a_deal_the_end_of_the_one_before_lies_over_every_board() -> None:
    dealt = later_hand()[0]
    for viewer in (0, 1, 2, None):
        scene = scene_of(drawn(dealt, viewer))
        assert f'data-scene="{dealt.ply - 1}"' in scene and "After hand 1." in scene
        assert 'formaction="/t/k3x9/on/"' in scene


def test_the_board_below_is_the_one_of_now() -> None:
    dealt = later_hand()[0]
    assert dealt.position is not None
    (mover,) = ENGINE.to_act(dealt.position.state)
    html = drawn(dealt, mover)
    assert f'data-ply="{dealt.ply}"' in html and "data-your-turn" in html
    codes = re.findall(r'<button name="code" value="([^"]+)"', html)
    assert sorted(codes) == sorted(replay.codes(ENGINE, dealt.position.state, mover))


def test_it_is_gone_once_one_has_acted_and_for_spectators_a_little_later() -> None:
    for moment in later_hand()[:20]:
        found = new_deal(moment.runs)
        assert found is not None
        _ply, acted = found
        for viewer in range(3):
            assert bool(scene_of(drawn(moment, viewer))) == (viewer not in acted)
        assert bool(scene_of(drawn(moment, None))) == (len(acted) < 6)
    assert len(acted) >= 6


def test_deals_in_a_row_are_one() -> None:
    """A round of Schotten Totten with tactics deals two decks."""
    played = boards.moments(SCHOTTEN, Setup(2, {"tactics": "on", "rounds": "2"}), 1)
    moment = next(one for one in played if new_deal(one.runs) and not SCHOTTEN.chance(_state(one)))
    found = new_deal(moment.runs)
    assert found is not None and found[0] == moment.ply - 2 and not found[1]
    assert "Next round" in scene_of(drawn(moment, 0))


def _state(moment: Snapshot) -> Any:
    assert moment.position is not None
    return moment.position.state


@pytest.mark.parametrize(
    ("control", "seconds"), [("normal", str(SECONDS)), ("daily", ""), ("untimed", "")]
)
def test_only_a_live_game_goes_on_by_itself(control: str, seconds: str) -> None:
    dealt = later_hand()[0]
    html = drawn(replace(dealt, time_control=control, budgets=(60000,) * 3), 0)
    assert re.findall(r'data-seconds="(\d+)"', html) == ([seconds] if seconds else [])


# --- bots ---


@pytest.fixture
def dealt_anew(cast: dict[str, User], asked: Asked) -> Against:
    """Return a function that plays Ann's game against a bot to the second hand, which the bot
    leads. A second person may sit there too."""

    def opens(**terms: Any) -> Played:
        told = {"game": "odin", "order": "seats", "bots": {1: "club"}} | terms
        table = sits_down(cast, "ann", **told)
        if table.status == "open":
            table.lets("ben", "sit")
        while not new_deal(table.snapshot.runs):
            one_step(table)
        return table

    return opens


def one_step(table: Played) -> None:
    """Play the first legal code, so that hands end soon."""
    snapshot = table.snapshot
    table.now += timedelta(seconds=1)
    if not snapshot.bots_to_act:
        table.plays(f"{table.mover} {table.legal()[0]}")
        return
    (seat,), state = snapshot.bots_to_act, _state(snapshot)
    code = next(iter(replay.codes(ENGINE, state, seat)))
    services.answer(table_id=table.id, seat=seat, code=code, ply=snapshot.ply, now=table.now)


def test_a_bot_waits_after_a_deal(dealt_anew: Against) -> None:
    table = dealt_anew(clock="normal")
    assert table.row.bot_at == table.now + timedelta(seconds=SECONDS)
    one_step(table)
    assert table.row.bot_at is None or table.row.bot_at < table.now + timedelta(seconds=2)


def test_nobody_looks_at_a_game_by_correspondence(dealt_anew: Against) -> None:
    table = dealt_anew(clock="daily")
    assert table.row.bot_at == table.now + timedelta(seconds=0.9)


def test_whoever_is_in_a_hurry_is_not_kept(dealt_anew: Against) -> None:
    User.objects.update(bots_pause=False)
    table = dealt_anew()
    assert table.row.bot_at == table.now


def test_whoever_goes_on_alone_lets_the_bot_act_at_once(
    dealt_anew: Against, asked: Asked, client: Client
) -> None:
    table = dealt_anew()
    table.does("cal", "go_on")
    assert asked == []
    for _ in range(2):
        table.does("ann", "go_on")
    assert asked == [((table.id, table.ply), 0)], "once, however often it is said"
    assert table.row.bot_at == table.now
    answer = client.post(f"/t/{table.id}/on/")
    assert (answer.status_code, answer["Location"]) == (303, f"/t/{table.id}/#board")


def test_a_bot_waits_until_both_people_have_gone_on(dealt_anew: Against, asked: Asked) -> None:
    table = dealt_anew(seats=3)
    assert table.snapshot.people == (0, 2)
    for name in ("ann", "cal", "ann"):
        table.does(name, "go_on")
    assert asked == []
    table.does("ben", "go_on")
    assert asked == [((table.id, table.ply), 0)] and table.row.bot_at == table.now
