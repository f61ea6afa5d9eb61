"""The effects of actions in each step of a turn (2.3, 2.5, 2.8). Those of the tactics cards are in
tactics.py."""

from __future__ import annotations

from bisect import bisect

from games.kernel.protocol import Seat
from games.schotten_totten import endings
from games.schotten_totten.actions import Action
from games.schotten_totten.deck import CLAN, JOKERS, Card
from games.schotten_totten.state import Record, State, Step, Stone, Stones, Turn, put, without


def lay(state: State, seat: Seat, action: Action) -> State:
    """Lay a clan card or an elite troop on the own side of a stone."""
    card, stones = action.card, state.stones
    return from_hand(
        state, seat, card, _with(stones, action.stone, stones[action.stone].laid(seat, card))
    )


def pass_(state: State, seat: Seat, action: Action) -> State:
    """Lay nothing, and go on to claims."""
    return state._replace(
        turn=state.turn._replace(passed=True, step="claim"), fresh=put(state.fresh, seat, ())
    )


def claim(state: State, seat: Seat, action: Action) -> State:
    """Claim a stone."""
    return endings.claimed(state, action.stone, seat)


def draw(state: State, seat: Seat, action: Action) -> State:
    """Draw a card. The turn passes, unless the seat may draw more."""
    match, turn, stones, hands, decks, unseen, record, fresh, drawn = state
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
    fresh, drawn = [put(both, seat, both[seat] + pile[:1]) for both in (fresh, drawn)]
    if match.tactics:
        state = State(match, turn, stones, hands, decks, unseen, record, fresh, drawn)
        if turn.step == "recruit":
            return recruiting(state, seat, turn.due - 1)
        if may_draw(state, seat):
            return state._replace(turn=turn._replace(step="draw"))
    state = State(match, _next(turn), stones, hands, decks, unseen, record, fresh, drawn)
    return endings.awarded(state) if state.turn.idle == 2 else state


def may_draw(state: State, seat: Seat) -> bool:
    """Tell whether the seat may draw in step 3: one card in the basic game, whatever its hand; up
    to seven in hand in the tactics variant."""
    if not any(state.decks):
        return False
    return not state.match.tactics or len(state.hands[seat]) < state.match.hand


def end(state: State, seat: Seat, action: Action) -> State:
    """Pass the turn. The round ends if both seats have just passed and claimed nothing (T-e)."""
    state = state._replace(turn=_next(state.turn))
    return endings.awarded(state) if state.turn.idle == 2 else state


def _next(turn: Turn) -> Turn:
    seat, _, _, passed, claimed, idle = turn
    assert seat is not None
    return Turn(1 - seat, "play", 0, False, False, idle + 1 if passed and not claimed else 0)


def recruiting(state: State, seat: Seat, due: int) -> State:
    """Return the state with `due` draws of the Recruiter left. When none is left, or no card, the
    seat returns two cards, or as many as it has (T-q)."""
    step: Step = "recruit"
    if not due or not any(state.decks):
        due = min(2, len(state.hands[seat]))
        step = "return" if due else "claim"
    return state._replace(turn=state.turn._replace(step=step, due=due))


def return_(state: State, seat: Seat, action: Action) -> State:
    """Put a card under its own deck, unseen by the other seat (T-q)."""
    record, due, deck = state.record, state.turn.due - 1, int(action.card >= CLAN)
    return state._replace(
        turn=state.turn._replace(due=due, step="return" if due else "claim"),
        hands=put(state.hands, seat, without(state.hands[seat], action.card)),
        decks=put(state.decks, deck, (*state.decks[deck], action.card)),
        record=record._replace(
            returned=put(record.returned, seat, (*record.returned[seat], action.card))
        ),
        fresh=put(state.fresh, seat, without(state.fresh[seat], action.card)),
    )


def from_hand(state: State, seat: Seat, card: Card, stones: Stones) -> State:
    """Return the state after a card has left the hand for the table, with these stones. Everybody
    sees the card. Claims may follow."""
    match, turn, _, hands, decks, unseen, record, fresh, drawn = state
    if card < CLAN:
        unseen &= ~(1 << card)
    if match.tactics:
        record = _noted(record, seat, card)
    turn = Turn(seat, "claim", 0, False, turn.claimed, turn.idle)
    hand = hands[seat]
    at = hand.index(card)
    hands = put(hands, seat, hand[:at] + hand[at + 1 :])
    fresh = put(fresh, seat, ())
    return State(match, turn, stones, hands, decks, unseen, record, fresh, drawn)


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
    """Return the state with one stone exchanged."""
    return state._replace(stones=_with(state.stones, number, stone))


def _with(stones: Stones, number: int, stone: Stone) -> Stones:
    return stones[:number] + (stone,) + stones[number + 1 :]  # noqa: RUF005 (unpacking is slower)
