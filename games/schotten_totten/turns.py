"""What actions do, step by step through a turn (rules 2.3, 2.5, 2.8). What tactics cards do:
tactics.py."""

from __future__ import annotations

from bisect import bisect

from games.kernel.protocol import Seat
from games.schotten_totten import endings
from games.schotten_totten.actions import Action
from games.schotten_totten.deck import CLAN, JOKERS, Card
from games.schotten_totten.state import Record, State, Step, Stone, Stones, Turn, put, without


def lay(state: State, seat: Seat, action: Action) -> State:
    """A clan card or an elite troop, to the own side of a stone."""
    card, stones = action.card, state.stones
    return from_hand(
        state, seat, card, _with(stones, action.stone, stones[action.stone].laid(seat, card))
    )


def pass_(state: State, seat: Seat, action: Action) -> State:
    return state._replace(turn=state.turn._replace(passed=True, step="claim"))


def claim(state: State, seat: Seat, action: Action) -> State:
    return endings.claimed(state, action.stone, seat)


def draw(state: State, seat: Seat, action: Action) -> State:
    match, turn, stones, hands, decks, unseen, record = state
    pile = decks[action.stone]
    card = pile[0]
    if record.returned[seat]:
        record = record._replace(
            returned=put(record.returned, seat, without(record.returned[seat], card))
        )
    hand = hands[seat]
    at = bisect(hand, card)
    hands = put(hands, seat, hand[:at] + pile[:1] + hand[at:])
    decks = put(decks, action.stone, pile[1:])
    if match.tactics:
        state = State(match, turn, stones, hands, decks, unseen, record)
        if turn.step == "recruit":
            return recruiting(state, seat, turn.due - 1)
        if may_draw(state, seat):
            return state._replace(turn=turn._replace(step="draw"))
    state = State(match, _next(turn), stones, hands, decks, unseen, record)
    return endings.awarded(state) if state.turn.idle == 2 else state


def may_draw(state: State, seat: Seat) -> bool:
    """In step 3: one card in the basic game, whatever the hand; up to seven in the tactics
    variant."""
    if not any(state.decks):
        return False
    return not state.match.tactics or len(state.hands[seat]) < state.match.hand


def end(state: State, seat: Seat, action: Action) -> State:
    """The turn passes, unless both have just passed and claimed nothing (T-e)."""
    state = state._replace(turn=_next(state.turn))
    return endings.awarded(state) if state.turn.idle == 2 else state


def _next(turn: Turn) -> Turn:
    seat, _, _, passed, claimed, idle = turn
    assert seat is not None
    return Turn(1 - seat, "play", 0, False, False, idle + 1 if passed and not claimed else 0)


def recruiting(state: State, seat: Seat, due: int) -> State:
    """Draws are over when all are drawn or nothing is left; then two cards go back, or as many as
    there are (T-q)."""
    step: Step = "recruit"
    if not due or not any(state.decks):
        due = min(2, len(state.hands[seat]))
        step = "return" if due else "claim"
    return state._replace(turn=state.turn._replace(step=step, due=due))


def return_(state: State, seat: Seat, action: Action) -> State:
    """Under its own deck, unseen by the other (T-q)."""
    record, due, deck = state.record, state.turn.due - 1, int(action.card >= CLAN)
    return state._replace(
        turn=state.turn._replace(due=due, step="return" if due else "claim"),
        hands=put(state.hands, seat, without(state.hands[seat], action.card)),
        decks=put(state.decks, deck, (*state.decks[deck], action.card)),
        record=record._replace(
            returned=put(record.returned, seat, (*record.returned[seat], action.card))
        ),
    )


def from_hand(state: State, seat: Seat, card: Card, stones: Stones) -> State:
    """A card leaves the hand for the table, which is then so, and where everybody sees it. What may
    follow are claims."""
    match, turn, _, hands, decks, unseen, record = state
    if card < CLAN:
        unseen &= ~(1 << card)
    if match.tactics:
        record = _noted(record, seat, card)
    turn = Turn(seat, "claim", 0, False, turn.claimed, turn.idle)
    hand = hands[seat]
    at = hand.index(card)
    return State(
        match, turn, stones, put(hands, seat, hand[:at] + hand[at + 1 :]), decks, unseen, record
    )


def _noted(record: Record, seat: Seat, card: Card) -> Record:
    discards, (first, second), jokers, returned = record
    if card >= CLAN:
        first, second = (first, second + 1) if seat else (first + 1, second)
    if card in JOKERS:
        jokers = (jokers[0] or seat == 0, jokers[1] or seat == 1)
    return Record(
        discards, (first, second), jokers, (without(returned[0], card), without(returned[1], card))
    )


def with_stone(state: State, number: int, stone: Stone) -> State:
    return state._replace(stones=_with(state.stones, number, stone))


def _with(stones: Stones, number: int, stone: Stone) -> Stones:
    return stones[:number] + (stone,) + stones[number + 1 :]  # noqa: RUF005 (unpacking is slower)
