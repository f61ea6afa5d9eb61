"""Three guests buried the lobby with thirty tables. A guest has two open ones now, an account six,
of which the older ones fold."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.kit.visitor import Visitor


def lobby(visitor: Visitor) -> str:
    return visitor.get("/", htmx=True).body


def test_three_guests_do_not_bury_the_lobby(comes: Callable[..., Visitor]) -> None:
    ann = comes("ann09").joins()
    table = ann.opens()
    guests = [comes(f"guest{number}").enters() for number in range(3)]
    answers = [
        guest.post("/tables/new/", game="lost_cities", clock="untimed")
        for guest in guests
        for _ in range(5)
    ]
    assert [answer.status for answer in answers] == [303, 303, 422, 422, 422] * 3
    assert "You already have 2 open tables." in answers[-1].body
    assert f"/t/{table}/sit/" in lobby(comes("cal"))


def test_one_account_takes_three_rows_at_most(comes: Callable[..., Visitor]) -> None:
    mallory, cal = comes("mallory09").joins(), comes("cal")
    tables = [mallory.opens() for _ in range(6)]
    assert mallory.post("/tables/new/", game="lost_cities", clock="untimed").status == 422
    (folded,) = re.findall(
        r'<details class="fold" data-host="mallory09">.*?</details>', lobby(cal), re.DOTALL
    )
    assert "4 more tables of mallory09" in folded
    assert [table in folded for table in tables] == [True] * 4 + [False] * 2


def test_two_who_help_each_other_get_no_further(comes: Callable[..., Visitor]) -> None:
    """One opens, the other sits down, the first stands up and opens another: the tables are the
    other's then."""
    one, other = comes("one").enters(), comes("other").enters()
    opened = 0
    for _ in range(9):  # as fast as new tables may be opened
        answer = one.post("/tables/new/", game="odin", seats=4, clock="untimed")
        if answer.status != 303:
            break
        table = answer.location.split("/")[2]
        if other.post(f"/t/{table}/sit/").status == 303:
            one.post(f"/t/{table}/stand/")
        opened += 1
    (folded,) = re.findall(
        r'<details class="fold"[^>]*>\s*<summary>7 more tables of Guest.*?</details>',
        lobby(comes("cal")),
        re.DOTALL,
    )
    assert opened == 9 and folded.count("/sit/") == 7
