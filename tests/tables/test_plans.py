"""Plans: a player who waits leaves lines, and the first that fits is played when the turn comes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.notices import news_items
from games.tables import services
from games.tables.board import plans as board_plans
from games.tables.errors import NotPossible, NotYourSeat, Over, StalePly
from games.tables.models import Became, Plan, PlanNote, Table
from games.tables.services import plans as planned
from games.tables.services import task_queue
from games.tables.state import between_turns
from games.tables.state.between_turns import Line
from tests.kit.played import dealt, sits_down
from tests.tables.conftest import Against, Played, toys

pytestmark = [pytest.mark.django_db, pytest.mark.database]

WHATEVER = "anything"


@pytest.fixture
def toy(cast: dict[str, Any], toy_game: None) -> Played:
    """Return a toy game of Ann and Ben by correspondence; Ann has taken her first turn."""
    return begun(cast, "ann", "ben")


def begun(cast: dict[str, Any], *names: str, clock: str = "daily") -> Played:
    table = toys(cast, *names, clock=clock)
    moves(table, "ann")
    return table


def hand(table: Played, name: str) -> tuple[str, ...]:
    position = table.snapshot.position
    assert position is not None
    hands: tuple[tuple[str, ...], ...] = position.state.hands
    return hands[table.seat(name)]


def plays_first(table: Played, name: str = "ann") -> Line:
    """Return the line that plays the first card of a hand, whatever the others do."""
    return line(f"play {hand(table, name)[0]}", "draw")


def line(*codes: str, condition: str = WHATEVER, **arguments: str) -> Line:
    """Return a line that plays these codes of the toy, whose form has a field for each step."""
    steps = dict(enumerate(codes, 1))
    return Line(condition, arguments, {f"step{n}": steps.get(n, "") for n in (1, 2)})


def leaves(table: Played, name: str, *lines: Line, ply: int | None = None) -> None:
    at = table.ply if ply is None else ply
    table.does(name, "keep_plans", lines=lines, ply=at)


def comes(table: Played) -> bool:
    """Do what the worker does after a move."""
    table.now += timedelta(seconds=1)
    return services.play_plans(table_id=table.id, now=table.now)


def moves(table: Played, name: str) -> None:
    table.plays(f"{name} {table.legal(name)[0]}", f"{name} draw")


def became(table: Played, name: str = "ann") -> str:
    note = PlanNote.objects.filter(table=table.id, seat=table.seat(name)).first()
    return note.became if note else ""


def test_whatever_ben_does_ann_plays_at_once(toy: Played) -> None:
    card = hand(toy, "ann")[0]
    leaves(toy, "ann", line(f"play {card}", "draw"))
    assert not comes(toy)  # it is Ben's turn still
    moves(toy, "ben")
    assert comes(toy)
    assert toy.log[-3:] == [f"0 play {card}", "0 draw", "0 end"]
    assert toy.mover == "ben" and became(toy) == Became.PLAYED
    assert not Plan.objects.exists()
    assert toy.sound()


def test_the_sweeper_plays_what_a_lost_task_has_left_and_no_worker_plays_twice(toy: Played) -> None:
    leaves(toy, "ann", plays_first(toy))
    assert services.play_due_plans(now=toy.now) == 0
    moves(toy, "ben")
    assert services.play_due_plans(now=toy.now + timedelta(hours=9)) == 1
    assert toy.mover == "ben" and not comes(toy)
    assert services.play_due_plans(now=toy.now) == 0


def test_a_worker_that_dies_writes_nothing(toy: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    leaves(toy, "ann", plays_first(toy))
    moves(toy, "ben")
    before = toy.log
    with monkeypatch.context() as dying:

        def dies(*_args: Any) -> None:
            raise KeyboardInterrupt

        dying.setattr(planned, "_note", dies)
        with pytest.raises(KeyboardInterrupt):
            comes(toy)
    assert toy.log == before and Plan.objects.count() == 1
    assert services.play_due_plans(now=toy.now) == 1


def test_editing_plans_changes_nothing_that_others_see(
    toy: Played, django_capture_on_commit_callbacks: Any
) -> None:
    before = Table.objects.filter(pk=toy.id).values().get()
    with django_capture_on_commit_callbacks() as told:
        leaves(toy, "ann", plays_first(toy))
        leaves(toy, "ann")
    assert Table.objects.filter(pk=toy.id).values().get() == before
    assert not told and not Plan.objects.exists()


def test_the_same_lines_twice_are_kept_once(toy: Played) -> None:
    one = plays_first(toy)
    for _ in range(2):
        leaves(toy, "ann", one, one)
    assert [plan.place for plan in Plan.objects.order_by("place")] == [1, 2]


@pytest.mark.parametrize("name", ["cal", "dee"])
def test_only_players_leave_lines(toy: Played, name: str) -> None:
    with pytest.raises(NotYourSeat):
        leaves(toy, name)


def test_what_cannot_be_chosen_is_refused(toy: Played) -> None:
    good = plays_first(toy)
    for bad in (
        line("play C1,end", "draw"),
        line(f"play {hand(toy, 'ben')[0]}", "draw"),
        line("undo"),
        Line("no such thing", {}, good.answer),
        Line(WHATEVER, {"suit": "R"}, good.answer),
        Line(WHATEVER, {}, {}),
        Line(WHATEVER, {}, good.answer | {"step9": "draw"}),
    ):
        with pytest.raises(NotPossible):
            leaves(toy, "ann", good, bad)
    with pytest.raises(NotPossible):
        leaves(toy, "ann", *[good] * 11)
    assert not Plan.objects.exists()


def test_not_on_ones_own_turn_nor_on_an_old_board(toy: Played) -> None:
    old = toy.row.ply
    with pytest.raises(StalePly):
        leaves(toy, "ben", line("play C1"))
    leaves(toy, "ann", ply=old)
    for name in ("ben", "ann"):
        moves(toy, name)
    with pytest.raises(StalePly):  # written before Ann's last turn
        leaves(toy, "ann", line(f"play {hand(toy, 'ann')[0]}"), ply=old)


def test_who_moves_by_hand_needs_no_word(toy: Played) -> None:
    leaves(toy, "ann", plays_first(toy))
    for name in ("ben", "ann", "ben"):
        moves(toy, name)
    assert toy.row.status == "ended" or not comes(toy)
    assert became(toy) == ""


def test_a_line_that_is_no_longer_legal_is_dropped_and_told(
    toy: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = hand(toy, "ann")
    leaves(toy, "ann", line(f"play {first}", "draw"), line(f"play {second}", "draw"))
    Plan.objects.filter(place=1).update(codes=["play C99", "draw"])
    moves(toy, "ben")
    before = toy.row.version
    assert not comes(toy)
    assert became(toy) == Became.REFUSED and toy.mover == "ann"  # not the next line either
    assert toy.row.version == before and not Plan.objects.exists()
    (news,) = news_items.unread(toy.cast["ann"].pk)
    assert "against <b>ben</b> were not played" in news.sentence
    assert not news_items.unread(toy.cast["ben"].pk)


def test_an_offer_is_not_answered_by_a_line(toy: Played) -> None:
    leaves(toy, "ann", plays_first(toy))
    toy.does("ben", "draw")
    moves(toy, "ben")
    assert not comes(toy) and became(toy) == Became.OFFER and toy.mover == "ann"


def test_ones_own_offer_stands(toy: Played) -> None:
    leaves(toy, "ann", plays_first(toy))
    toy.does("ann", "draw")
    moves(toy, "ben")  # which declines it
    assert comes(toy)


def test_a_flag_that_is_due_falls_first(toy: Played) -> None:
    leaves(toy, "ann", plays_first(toy))
    moves(toy, "ben")
    toy.now += timedelta(days=30)
    services.play_due_plans(now=toy.now)
    assert (toy.row.status, toy.row.ended_by) == ("ended", "flag")
    assert services.play_due_plans(now=toy.now) == 0 and not Plan.objects.exists()


def test_nothing_is_played_after_the_end(toy: Played) -> None:
    leaves(toy, "ann", plays_first(toy))
    toy.does("ben", "resign")
    assert not comes(toy)
    with pytest.raises(Over):
        leaves(toy, "ann")


def test_two_with_lines_play_one_turn_each_and_no_more(toy: Played) -> None:
    leaves(toy, "ann", plays_first(toy))
    moves(toy, "ben")
    with pytest.raises(StalePly):
        leaves(toy, "ann")
    leaves(toy, "ben", plays_first(toy, "ben"))
    assert [comes(toy) for _ in range(4)] == [True, True, False, False]
    assert toy.log[-2] == "1 draw" and toy.row.status == "ended"


def test_of_three_the_one_who_left_has_none(cast: dict[str, Any], toy_game: None) -> None:
    toy = begun(cast, "ann", "ben", "cal")
    leaves(toy, "ann", plays_first(toy))
    leaves(toy, "cal", plays_first(toy, "cal"))
    toy.does("cal", "resign")
    moves(toy, "ben")
    assert not comes(toy) and toy.row.ply == len(toy.log)
    toy.bots_play()
    assert comes(toy) and toy.log[-2].startswith("0 play")


@pytest.mark.parametrize("clock", ["normal", "untimed"])
def test_live_games_have_no_lines(cast: dict[str, Any], toy_game: None, clock: str) -> None:
    toy = begun(cast, "ann", "ben", clock=clock)
    if clock == "untimed":
        leaves(toy, "ann", plays_first(toy))
    else:
        with pytest.raises(NotPossible):
            leaves(toy, "ann")


def test_games_against_bots_alone_have_no_lines(against: Against) -> None:
    table = against()
    table.takes_a_turn()
    with pytest.raises(NotPossible):
        table.does("ann", "keep_plans", lines=(), ply=table.row.ply)


def test_a_turn_is_asked_for_only_where_its_player_has_left_lines(
    toy: Played, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    """And apart from the request, so that the answer to Ben's move takes no longer."""
    asked: list[Any] = []
    monkeypatch.setattr(task_queue, "send", lambda *_args, **_more: pytest.fail("in the request"))
    monkeypatch.setattr(task_queue, "send_later", lambda *args: asked.append(args))

    def turn(table: Played) -> tuple[int, list[Any]]:
        asked.clear()
        with (
            django_capture_on_commit_callbacks(execute=True),
            CaptureQueriesContext(connection) as q,
        ):
            table.plays(f"ben {table.legal('ben')[0]}")
            assert not asked
            table.plays("ben end")
        return len(q), list(asked)

    another = begun(toy.cast, "ann", "ben")
    leaves(toy, "ann", plays_first(toy))
    assert toy.row.planned == "0"
    queries, none = turn(another)
    assert none == [] and turn(toy) == (queries, [(task_queue.PLANS, toy.id)])


def test_lines_that_are_gone_are_asked_for_no_more(toy: Played) -> None:
    leaves(toy, "ann", plays_first(toy))
    assert toy.row.planned == "0"
    leaves(toy, "ann")
    assert toy.row.planned == ""
    leaves(toy, "ann", plays_first(toy))
    moves(toy, "ben")
    assert comes(toy) and toy.row.planned == ""


# --- Lost Cities: the condition decides


def test_ann_takes_what_ben_discards(table: Played) -> None:
    first = table.mover
    table.takes_a_turn()
    second = table.mover
    code = next(code for code in table.legal() if code.startswith("discard"))
    suit, mine = code[8], table.hand(first)
    other = next(card for card in mine if card[0] != suit)
    answer = {"way": "discard", "card": other, "draw": "it"}
    wrong = "Y" if suit != "Y" else "B"
    leaves(
        table,
        first,
        Line("discards", {"suit": wrong, "least": "0"}, answer | {"draw": "stock"}),
        Line("discards", {"suit": suit, "least": "0"}, answer),
        Line("anything", {}, answer | {"draw": "stock"}),
    )
    table.plays(f"{second} {code}", f"{second} draw stock")
    assert comes(table)
    seat = table.seat(first)
    assert table.log[-2:] == [f"{seat} discard {other}", f"{seat} draw {suit}"]
    note = PlanNote.objects.get()
    assert (note.place, note.became, note.seat) == (2, Became.PLAYED, seat)


def test_what_ben_takes_back_he_has_not_done(table: Played) -> None:
    first = table.mover
    table.takes_a_turn()
    second = table.mover
    code = next(code for code in table.legal() if code.startswith("discard"))
    others = [each for each in table.legal() if each[:8] == "discard " and each[8] != code[8]]
    answer = {"way": "discard", "card": table.hand(first)[0], "draw": "stock"}
    mine = Line("discards", {"suit": code[8], "least": "0"}, answer)
    leaves(table, first, mine)
    table.plays(f"{second} {code}")
    table.takes_back(second)
    table.plays(f"{second} {others[0]}", f"{second} draw stock")
    assert not comes(table) and became(table, first) == Became.NONE


def test_no_line_fits(table: Played) -> None:
    first = table.mover
    table.takes_a_turn()
    answer = {"way": "discard", "card": table.hand(first)[0], "draw": "stock"}
    leaves(table, first, Line("takes", {"suit": "any"}, answer))
    table.takes_a_turn()
    assert not comes(table) and became(table, first) == Became.NONE
    assert not news_items.unread(table.cast[first].pk)  # the turn itself is told as ever


def test_new_cards_end_what_was_left_for_the_old_ones(cast: dict[str, Any]) -> None:
    game = sits_down(cast, "ann", "ben", options={"rounds": "3"})
    game.plays_on(lambda at: at.position.state.stock[1:] == () and not at.position.state.drawing)
    waiter = game.waiter
    card = game.hand(waiter)[0]
    answer = {"way": "discard", "card": card, "draw": "stock"}
    leaves(game, waiter, Line("anything", {}, answer))
    game.takes_a_turn()
    if game.mover != waiter:
        game.takes_a_turn()
    assert not comes(game) and not Plan.objects.exists()
    assert became(game, waiter) == Became.DEALT


def test_a_turn_that_comes_again_has_lines_of_its_own(cast: dict[str, Any]) -> None:
    """No word is left of the lines of the turn that never was; lines that nobody has looked at yet
    wait for the turn that comes again."""
    table = takes_open(cast)
    asker, other = table.waiter, table.mover
    assert became(table, other) == Became.NONE and _shown(table, other) is not None
    take_back(table, asker, other)
    assert _shown(table, other) is None
    leaves(table, other, Line(WHATEVER, {}, answer(table, other)))
    draw = next(code for code in table.legal(asker) if code != "draw stock")
    table.plays(f"{asker} {draw}")
    take_back(table, asker, other)  # before any worker has looked
    table.plays(f"{asker} draw stock")
    assert comes(table) and became(table, other) == Became.PLAYED
    assert table.sound()


def _shown(table: Played, name: str) -> Any:
    found = board_plans.panel(table.snapshot, table.cast[name].pk)
    assert found is not None
    return found.note


def take_back(table: Played, *names: str) -> None:
    for name in names:
        table.does(name, "take_back_together", ply=table.row.ply)


def answer(table: Played, name: str) -> dict[str, str]:
    """Return the first values that Lost Cities offers for an answer."""
    at, seat = table.snapshot, table.seat(name)
    view, fields = between_turns.view(at, seat), between_turns.planning(at, seat).answer
    return {field.name: field.choices(view, seat)[0][0] for field in fields}


def takes_open(cast: dict[str, Any]) -> Played:
    """Play until somebody has drawn an open card, while a line of the other one did not fit."""
    table = dealt(cast, "ann", "ben", clock="daily", order="seats")
    first = table.mover
    discard = next(code for code in table.legal() if code.startswith("discard"))
    table.plays(f"{first} {discard}", f"{first} draw stock")
    second = table.mover
    others = [c for c in table.legal() if c.startswith("discard") and c[8] != discard[8]]
    never = Line("starts", {"suit": others[0][8]}, answer(table, first))
    leaves(table, first, never)
    table.plays(f"{second} {others[0]}", f"{second} draw {discard[8]}")
    assert not comes(table)
    return table


def test_no_line_looks_at_a_deck_for_nothing(recruiting: Played) -> None:
    """A line is not played if one of its codes is not legal by then. Where that depends on a card
    that the line itself has drawn, what was drawn stays so, and the rest is the player's."""
    table, recruit = recruiting, ["recruiter", *["draw clan"] * 3]
    at = table.snapshot
    facts = {
        "condition": WHATEVER,
        "arguments": {},
        "answer": {},
        "since": between_turns.waiting_since(at, 0),
    }
    codes = [*recruit, "return R9"]  # the last card of the deck
    Plan.objects.create(table_id=table.id, seat=0, place=1, codes=codes, **facts)
    assert comes(table)
    assert table.log[at.ply :] == [f"0 {code}" for code in recruit]
    assert became(table) == Became.PLAYED and table.mover == "ann"
