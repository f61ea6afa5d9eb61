"""The web process is killed between any two moves, at once after answers and in the middle of
requests.

Nothing that was acknowledged is lost or counted twice, and who repeats the last request gets the
answer that got lost.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.kit.visitor import Answer, Visitor
from tests.kit.web import Web, running


@pytest.fixture(scope="module", autouse=True)
def sound(web: Web) -> Iterator[None]:
    """Prove all tables when the tests have played at them."""
    yield
    assert "All hold." in web.manage("replay_all")


def log(web: Web, table: str) -> list[tuple[int | None, str]]:
    """Seat and code of every entry, as they lie in the database; deals without their cards."""
    with closing(sqlite3.connect(web.database)) as database:
        rows = database.execute(
            "SELECT ply, seat, code FROM tables_action WHERE table_id = ? ORDER BY ply", (table,)
        ).fetchall()
    assert [row[0] for row in rows] == list(range(len(rows)))
    return [(seat, code.split(" ")[0] if seat is None else code) for _ply, seat, code in rows]


def quick(codes: list[str]) -> str:
    """Return a code that brings the end nearer."""
    return "draw stock" if "draw stock" in codes else codes[-1]


def test_a_kill_between_any_two_moves_loses_and_doubles_nothing(web: Web) -> None:
    table, ann, ben = web.table()
    acknowledged: list[tuple[int | None, str]] = [(None, "deal"), (None, "deal")]
    mover, board = ann, ann.looks(table)
    while board.status != "ended":
        if not board.codes:
            mover = ben if mover is ann else ann
            board = mover.looks(table)
        code, ply = quick(board.codes), board.ply
        answer = mover.acts(table, code, ply)
        assert (answer.status, answer.board.ply) == (200, ply + 1)
        # every process takes a second to start
        if ply < 8 or ply % 7 == 0 or answer.board.status == "ended":
            web.kill()
        acknowledged.append((int(board.data["seat"]), code))
        again = mover.acts(table, code, ply)
        assert (again.status, again.body) == (200, answer.body)
        board = again.board
    assert log(web, table) == acknowledged
    assert ann.looks(table).data["scores"] == ben.looks(table).data["scores"]


def test_a_kill_in_the_middle_of_a_request_is_made_good_by_repeating_it(web: Web) -> None:
    """The kill comes at some moment of the request: whichever, the move then counts once."""
    table, ann, ben = web.table()
    played: list[tuple[int | None, str]] = [(None, "deal"), (None, "deal")]
    mover, board = ann, ann.looks(table)
    while len(played) < 20:
        if not board.codes:
            mover = ben if mover is ann else ann
            board = mover.looks(table)
        code, ply = quick(board.codes), board.ply
        with closing(mover.sends(f"/t/{table}/act/", code=code, ply=ply)) as request:
            if len(played) % 3 == 0:
                request.sock.recv(1)  # its answer has begun
            web.kill()
        answer = mover.acts(table, code, ply)
        assert (answer.status, answer.board.ply) == (200, ply + 1)
        played.append((int(board.data["seat"]), code))
        assert log(web, table) == played
        board = answer.board


def test_sitting_down_and_standing_up_survive_it_too(web: Web) -> None:
    ann, ben = web.visitor("ann").enters(), web.visitor("ben").enters()
    web.kill()
    table = ann.opens()
    web.kill()
    ben.sits(table)
    web.kill()
    ben.sits(table)  # once more, since the answer may have been lost
    assert [ann.looks(table).data["seat"], ben.looks(table).data["seat"]] == ["0", "1"]
    assert len(log(web, table)) == 2


def test_a_take_back_and_a_resignation_are_repeated_without_harm(web: Web) -> None:
    table, ann, ben = web.table()
    board = ann.looks(table)
    ann.acts(table, board.codes[0], board.ply)

    def repeated(who: Visitor, path: str, **fields: object) -> Answer:
        first = who.post(f"/t/{table}/{path}/", htmx=True, **fields)
        web.kill()
        second = who.post(f"/t/{table}/{path}/", htmx=True, **fields)
        assert first.status == 200
        assert second.board.version == first.board.version
        return second

    assert repeated(ann, "undo", ply=board.ply + 1).status == 200
    assert [code for _seat, code in log(web, table)[2:]] == [board.codes[0], "undo"]
    repeated(ben, "resign")
    assert ann.looks(table).data["places"] == "1 2"


def test_a_screen_elsewhere_learns_of_a_move_whose_process_died_before_it_could_tell(
    web: Web,
) -> None:
    """Ben's screen hangs on another process, which outlives the one that is killed in the middle of
    Ann's request."""
    table, ann, ben = web.table()
    with running(web.data, REDIS_PREFIX=web.environ["REDIS_PREFIX"]) as other:
        board = ann.looks(table)
        with Visitor(other.port, "ben", ben.cookies).listens(table, board.version) as screen:
            with closing(
                ann.sends(f"/t/{table}/act/", code=board.codes[0], ply=board.ply)
            ) as request:
                request.sock.recv(1)
                web.kill()
            # the answer was lost, so it is sent again
            after = ann.acts(table, board.codes[0], board.ply).board
            assert screen.hears_of(after.version).version == after.version == board.version + 1
