"""The answers of Exhibition to the conformance tests: see tests/conformance/playing.py."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

from games.exhibition.deck import DECADES, NAMES, NO_CARD
from games.exhibition.engine import ENGINE
from games.exhibition.showcases import DEPOT
from games.exhibition.state import State
from games.kernel.protocol import Seat

States = list[State]


def cards(state: State) -> Counter[str]:
    lying = [card for hall in state.halls for card in (*hall.cards, *hall.depot)]
    open_cards = [card for column in state.columns for card in column]
    subjects = [
        card
        for card in (*lying, *open_cards, *state.stock, *state.gone, state.taken)
        if card != NO_CARD
    ]
    return Counter(NAMES[card] for card in subjects) + Counter(
        DECADES[decade] for decade in state.match.decades
    )


def swap(state: State, viewer: Seat | None, rng: Random) -> State | None:
    """Exchange two hidden cards: of the stock, or decades of other seats; at the end only decades
    that nobody has."""
    match, over = state.match, state.step == "over"
    secret = [
        at for at in range(len(match.decades)) if at != viewer and not (over and at < match.seats)
    ]
    piles = [("stock", list(range(len(state.stock)))), ("decades", secret)]
    rng.shuffle(piles)
    for pile, places in piles:
        if len(places) > 1:
            first, second = rng.sample(places, 2)
            if pile == "stock":
                return state._replace(stock=exchanged(state.stock, first, second))
            return state._replace(
                match=match._replace(decades=exchanged(match.decades, first, second))
            )
    return None


def exchanged(pile: tuple[int, ...], first: int, second: int) -> tuple[int, ...]:
    others = list(pile)
    others[first], others[second] = others[second], others[first]
    return tuple(others)


def seats(count: int) -> Callable[[States], bool]:
    return lambda states: states[-1].match.seats == count


def showcase(name: str) -> Callable[[States], bool]:
    return lambda states: name in states[-1].match.showcases


def full(state: State) -> list[bool]:
    return [NO_CARD not in hall.cards for hall in state.halls]


def thrown_away(room: bool) -> Callable[[States], bool]:
    """Return a predicate on the states of a game: the last seat finished with a card that fitted
    nowhere, with room for it in the depot or without."""

    def shows(states: States) -> bool:
        before, last = states[-2], states[-1]
        return last.gone != before.gone and room == (
            len(last.halls[before.turn or 0].depot) < DEPOT
        )

    return shows


def tied(*, decided: bool) -> Callable[[States], bool]:
    """Return a predicate on the states of a game: the best seats have equal points, and Mid-Century
    decides between them or does not."""

    def shows(states: States) -> bool:
        outcome = ENGINE.outcome(states[-1])
        if outcome is None or outcome.scores.count(max(outcome.scores)) < 2:
            return False
        return decided == (outcome.places.count(1) == 1)

    return shows


SHOWCASES = (
    "six",
    "era",
    "one",
    "gap",
    "links",
    "spread",
    "decade",
    "short",
    "antiquity",
    "unique",
)
ENDINGS: dict[str, Callable[[States], bool]] = {
    **{f"seats: {count}": seats(count) for count in range(1, 6)},
    **{f"showcase: {name}": showcase(name) for name in SHOWCASES},
    "secret decades": lambda states: states[-1].match.secret,
    "secret decades alone": lambda states: states[-1].match.secret and seats(1)(states),
    "a full hall is the last to be finished": lambda states: states[-1].gone == states[-2].gone,
    "a card without a spot is the last, though the depot has room": thrown_away(room=True),
    "a card without a spot is the last, and the depot is full": thrown_away(room=False),
    "all halls are full": lambda states: all(full(states[-1])),
    "no hall is full": lambda states: not any(full(states[-1])),
    "a column has become empty": lambda states: any(state.step == "seek" for state in states),
    "Mid-Century decides": tied(decided=True),
    "a shared victory": tied(decided=False),
}
