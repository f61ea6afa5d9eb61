"""What actions do, step by step through a turn (rules 2.3, 2.5, 2.8). What tactics cards do: tactics.py."""

from __future__ import annotations

from games.kernel.protocol import Seat
from games.schotten_totten import endings
from games.schotten_totten.actions import Action
from games.schotten_totten.deck import CLAN, JOKERS, Card, Cards
from games.schotten_totten.state import State, Step, Stone


def lay(state: State, seat: Seat, action: Action) -> State:
    """A clan card or an elite troop, to the own side of a stone."""
    state = from_hand(state, seat, action.card)
    stone = state.stones[action.stone].laid(seat, action.card)
    return with_stone(state, action.stone, stone)._replace(step="claim")


def pass_(state: State, seat: Seat, action: Action) -> State:
    return state._replace(passed=True, step="claim")


def claim(state: State, seat: Seat, action: Action) -> State:
    return endings.claimed(state._replace(claimed=True), action.stone, seat)


def draw(state: State, seat: Seat, action: Action) -> State:
    state = _drawn(state, seat, action.stone)
    if state.step == "recruit":
        return recruiting(state._replace(due=state.due - 1), seat)
    if state.match.tactics and may_draw(state, seat):
        return state._replace(step="draw")
    return end(state, seat, action)


def may_draw(state: State, seat: Seat) -> bool:
    """In step 3: one card in the basic game, whatever the hand; up to seven in the tactics variant."""
    if not any(state.decks):
        return False
    return not state.match.tactics or len(state.hands[seat]) < state.match.hand


def end(state: State, seat: Seat, action: Action) -> State:
    """The turn passes, unless both have just passed and claimed nothing (T-e)."""
    idle = state.idle + 1 if state.passed and not state.claimed else 0
    state = state._replace(turn=1 - seat, step="play", due=0, passed=False, claimed=False, idle=idle)
    return endings.awarded(state) if idle == 2 else state


def return_(state: State, seat: Seat, action: Action) -> State:
    """Under its own deck, unseen by the other (T-q)."""
    clan, tactics = state.decks
    decks = (*clan, action.card), tactics
    if action.card >= CLAN:
        decks = clan, (*tactics, action.card)
    state = state._replace(
        hands=_put(state.hands, seat, without(state.hands[seat], action.card)),
        decks=decks,
        returned=_put(state.returned, seat, (*state.returned[seat], action.card)),
        due=state.due - 1,
    )
    return state if state.due else state._replace(step="claim")


def recruiting(state: State, seat: Seat) -> State:
    """Draws are over when all three are drawn or nothing is left; then two cards go back, or as many as there are."""
    if state.due and any(state.decks):
        return state._replace(step="recruit")
    due = min(2, len(state.hands[seat]))
    step: Step = "return" if due else "claim"
    return state._replace(step=step, due=due)


def from_hand(state: State, seat: Seat, card: Card) -> State:
    """A card leaves the hand for the table, where everybody sees it."""
    state = state._replace(
        hands=_put(state.hands, seat, without(state.hands[seat], card)),
        returned=(without(state.returned[0], card), without(state.returned[1], card)),
    )
    if card < CLAN:
        return state._replace(unseen=state.unseen & ~(1 << card))
    first, second = state.played
    played = (first, second + 1) if seat else (first + 1, second)
    joker = card in JOKERS
    jokers = state.jokers[0] or (joker and seat == 0), state.jokers[1] or (joker and seat == 1)
    return state._replace(played=played, jokers=jokers)


def with_stone(state: State, number: int, stone: Stone) -> State:
    return state._replace(stones=(*state.stones[:number], stone, *state.stones[number + 1 :]))


def without(cards: Cards, card: Card) -> Cards:
    return tuple([other for other in cards if other != card])


def _drawn(state: State, seat: Seat, deck: int) -> State:
    pile = state.decks[deck]
    return state._replace(
        hands=_put(state.hands, seat, tuple(sorted((*state.hands[seat], pile[0])))),
        decks=_put(state.decks, deck, pile[1:]),
        returned=_put(state.returned, seat, without(state.returned[seat], pile[0])),
    )


def _put(both: tuple[Cards, Cards], which: int, cards: Cards) -> tuple[Cards, Cards]:
    return (both[0], cards) if which else (cards, both[1])
