"""The end of a round (2.6)."""

from __future__ import annotations

from functools import cache

from games.kernel.protocol import Seat
from games.kernel.seats import NO_SEAT
from games.schotten_totten.prover import leader
from games.schotten_totten.state import STONES, End, Match, Round, State, Stones, Turn

ADJACENT = 3
MAJORITY = 5


@cache  # each stone is somebody's or nobody's
def ending(owners: tuple[Seat, ...], seat: Seat) -> End | None:
    """Return how the seat has won with these stones; None if it has not."""
    if any(
        owners[first] == owners[first + 1] == owners[first + 2] == seat
        for first in range(STONES - ADJACENT + 1)
    ):
        return "adjacent"
    return "five" if owners.count(seat) >= MAJORITY else None


def wins_with(owners: tuple[Seat, ...], seat: Seat) -> tuple[int, ...]:
    """Return the unclaimed stones (from 0), each of which alone would win the round for the
    seat."""
    free = [stone for stone, owner in enumerate(owners) if owner == NO_SEAT]
    return tuple(
        [stone for stone in free if ending((*owners[:stone], seat, *owners[stone + 1 :]), seat)]
    )


def claimed(state: State, stone: int, seat: Seat) -> State:
    """Return the state after the stone went to the seat. The round ends at once if this wins it."""
    match, turn, stones, hands, decks, unseen, record, fresh, drawn = state
    turn = Turn(turn.seat, turn.step, turn.due, turn.passed, True, turn.idle)
    stones = (*stones[:stone], stones[stone].claimed(seat), *stones[stone + 1 :])
    state = State(match, turn, stones, hands, decks, unseen, record, fresh, drawn)
    by = ending(owners(stones), seat)
    return over(state, seat, by) if by else state


def awarded(state: State) -> State:
    """Return the state after both seats passed: each stone that is complete on both sides goes to
    the better side, and then more stones win (T-e)."""
    for number, stone in enumerate(state.stones):
        if stone.owner == NO_SEAT and stone.complete(0) and stone.complete(1):
            state = claimed(state, number, leader(stone))
            if state.turn.seat is None:
                return state
    held = [owners(state.stones).count(seat) for seat in (0, 1)]
    return (
        over(state, NO_SEAT, "level")
        if held[0] == held[1]
        else over(state, held.index(max(held)), "more")
    )


def over(state: State, winner: Seat, by: End) -> State:
    """Return the state at the end of a round. The table stays as it is until the next deal."""
    match = state.match
    ended = Round(match.starter, winner, by, owners(state.stones))
    match = match._replace(past=(*match.past, ended))
    return state._replace(match=match, turn=Turn(idle=state.turn.idle))


def owners(stones: Stones) -> tuple[Seat, ...]:
    """Return the owner of each stone."""
    return tuple([stone.owner for stone in stones])


def next_starter(match: Match) -> Seat:
    """Return the seat that begins the next round: drawn at random, then alternating (T-a)."""
    return match.order[0] if match.starter == NO_SEAT else 1 - match.starter
