"""Properties of every game of Odin, and of its views."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from random import Random

import pytest

from games.kernel.protocol import Setup
from games.kernel.replay import Entry, advance, begin, codes, revealed_nothing
from games.odin.engine import ENGINE
from games.odin.sets import NAMES, SETS
from games.odin.state import State
from tests.conformance.playing import play_on
from tests.odin.conformance import swap
from tests.odin.table import Table

TARGETS = ("10", "15", "20")


@cache
def random_game(seed: int) -> list[tuple[Entry, State]]:
    setup = Setup(2 + seed % 5, {"target": TARGETS[seed % 3]})
    return list(play_on(ENGINE, ENGINE.start(setup), Random(seed)))


def value(cards: tuple[str, ...]) -> int:
    return int("".join(sorted([card[1] for card in cards], reverse=True)))


def sets_of(hand: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Return the sets as plainly as the rules define them: any cards, all of one number or of one
    colour."""
    for size in range(1, len(hand) + 1):
        for cards in combinations(hand, size):
            if len({card[0] for card in cards}) == 1 or len({card[1] for card in cards}) == 1:
                yield cards


def expected(view_hand: tuple[str, ...], on_table: tuple[str, ...]) -> set[str]:
    """Return the legal codes by rule 3.3, one by one; CODES 19 says how they are written."""
    every = list(sets_of(view_hand))
    if not on_table:
        allowed = [cards for cards in every if len(cards) in (1, len(view_hand))]
        return {" ".join(("play", *cards)) for cards in allowed}
    sizes = (len(on_table), len(on_table) + 1)
    allowed = [cards for cards in every if len(cards) in sizes and value(cards) > value(on_table)]
    return {"pass"} | {" ".join(("play", *cards)) for cards in allowed}


@pytest.mark.parametrize("seed", range(10))
def test_what_is_legal_is_what_the_rules_say(seed: int) -> None:
    for _entry, state in random_game(seed):
        for seat in ENGINE.to_act(state):
            view, offered = (
                ENGINE.view(state, seat),
                [action.code for action in ENGINE.legal_actions(state, seat)],
            )
            assert len(offered) == len(set(offered)), "each set once"
            if view.step == "take":
                assert offered == [f"take {card}" for card in view.beaten]
            else:
                hand = tuple(
                    sorted(view.hand, key=lambda card: (-int(card[1]), "RGBYPO".index(card[0])))
                )
                assert set(offered) == expected(hand, view.plays[-1].cards if view.plays else ())
                beats = [
                    value(tuple(code.split()[1:])) for code in offered[: -1 if view.plays else None]
                ]
                assert beats == sorted(beats), "the lowest first"


@pytest.mark.parametrize("seed", range(10))
def test_hands_never_grow_and_inside_a_round_the_value_rises(seed: int) -> None:
    """The invariants of 3.3 and the bounds of 3.4."""
    counts: tuple[int, ...] = ()
    for entry, state in random_game(seed):
        view = ENGINE.view(state, None)
        if entry.seat is not None:
            assert all(
                now <= before + (entry.code[:4] == "take")
                for now, before in zip(view.hand_counts, counts, strict=True)
            )
        counts = view.hand_counts
        assert max(counts) <= 9
        on_table = len(view.plays[-1].cards) + len(view.beaten) if view.plays else 0
        if view.number:
            assert sum(counts) + on_table + len(view.gone) + view.undealt == 54
        values = [play.value for play in view.plays]
        assert values == sorted(set(values))
        assert all(play.value == value(play.cards) for play in view.plays)
        assert all(
            set(taken) <= set(NAMES) and len(taken) <= count
            for taken, count in zip(view.taken, counts, strict=True)
        )
    assert all(0 <= total <= view.target + 8 for total in view.totals)
    assert max(view.totals) >= view.target
    assert all(0 in result.points and result.points[result.out] == 0 for result in view.past)
    assert [result.totals for result in view.past][-1] == view.totals
    starters = [view.order[i % len(view.order)] for i in range(len(view.past))]
    assert [result.starter for result in view.past] == starters, "O-a"


def test_there_are_so_many_sets() -> None:
    """Of each colour 2^9 - 1; of each number 2^6 - 1, without the six single cards, which are
    counted already."""
    assert len(SETS) == 6 * 511 + 9 * (63 - 6)
    assert SETS[max(SETS, key=lambda cards: SETS[cards].value)].value == 987654321


def test_taken_cards_are_known_to_all_until_they_are_played() -> None:
    table = Table("R5 O1", "R6 R4", "B7", seats=3)
    table.plays("ann play R5", "ben play R6", "ben take R5")
    assert table.sees("ann").taken == table.sees("cal").taken == ((), ("R5",), ())
    for name in ("ann", "eva", "cal"):
        imagined = [ENGINE.imagine(table.sees(name), Random(seed)) for seed in range(20)]
        assert all("R5" in ENGINE.view(state, 1).hand for state in imagined)
        assert len({state.hands for state in imagined}) > 10, "everything else may lie anywhere"
    table.plays("eva play B7", "eva take R6", "ann pass", "ben play R5 R4", "ben take B7")
    assert table.sees("cal").taken == ((), ("B7",), ("R6",))


def test_a_view_names_no_hidden_card() -> None:
    table = Table("R9 R8", "B9 B8")
    table.plays("ann play R9")
    assert "R9" in repr(table.sees("ben")) and "R8" not in repr(table.sees("ben"))
    assert "R8" not in repr(table.sees("cal"))


@pytest.mark.parametrize("seed", range(5))
def test_left_over_cards_stay_hidden_when_a_hand_is_over(seed: int) -> None:
    ends = [state for _entry, state in random_game(seed) if state.turn is None and state.match.past]
    swapped = [
        (state, swap(state, viewer, Random(seed)), viewer)
        for state in ends
        for viewer in (0, 1, None)
    ]
    assert any(other for _, other, _ in swapped)
    for state, other, viewer in swapped:
        assert other is None or repr(ENGINE.view(other, viewer)) == repr(ENGINE.view(state, viewer))


def test_a_play_may_be_taken_back_until_a_card_is_taken() -> None:
    position = begin(ENGINE, Setup(3, {"target": "15"}))
    kept = 0
    for entry, state in random_game(1):
        position = advance(ENGINE, position, entry)
        if entry.seat is not None:
            may = entry.seat in ENGINE.to_act(state)
            assert may == state.taking
            assert not may or revealed_nothing(ENGINE, position, entry.seat, Random(1))
            kept += may
    assert kept


def test_what_is_played_for_a_seat_that_has_gone_is_a_pass_or_one_card() -> None:
    table = Table("R9 R8 R7 R6 R5 R4 R3 R2 R1")
    assert next(iter(codes(ENGINE, table.state, 0))) == "play R1"


def test_a_view_before_the_deals() -> None:
    view = ENGINE.view(ENGINE.start(Setup(6)), 0)
    found = (view.order, view.number, view.starter, view.turn, view.step, view.hand, view.undealt)
    assert found == ((), 0, None, None, None, (), 0)
    assert ENGINE.view(ENGINE.imagine(view, Random(1)), 0) == view
