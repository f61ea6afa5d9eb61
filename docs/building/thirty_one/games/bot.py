"""The bots of Thirty One."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.bots.protocol import Bot, Dice, Level, Line
from games.bots.search import follow
from games.kernel.protocol import Seat
from games.thirty_one.engine import ENGINE
from games.thirty_one.state import LIMIT, State, total
from games.thirty_one.view import View


class ThirtyOneBot:
    """Four levels of play."""

    engine = ENGINE
    playouts: Mapping[Level, int] = {"expert": 60, "master": 240}
    plies = 40

    def beginner(self, view: View, seat: Seat, legal: Sequence[str], rng: Dice) -> str:
        """Play any card."""
        return legal[rng.randrange(len(legal))]

    def club(self, view: View, seat: Seat, legal: Sequence[str], rng: Dice) -> str:
        """Play the highest card that does not lose."""
        return _best(legal, view.total)

    def candidates(self, view: View, seat: Seat, legal: Sequence[str]) -> Sequence[Line[str]]:
        """Return all cards, first the one that Club would play."""
        first = _best(legal, view.total)
        return [(first,), *[(code,) for code in legal if code != first]]

    def playout(self, state: State, seat: Seat, rng: Dice) -> float:
        """Play on by `policy`, and return what became of it for the seat."""
        return follow(self, state, seat, rng)

    def policy(self, state: State, seat: Seat, rng: Dice) -> str:
        """Return what Club would play."""
        return _best(ENGINE.legal_actions(state, seat), total(state.played))

    def value(self, state: State, seat: Seat) -> float:
        """Return 1 for a game won, 0 for a game lost."""
        outcome = ENGINE.outcome(state)
        return outcome.scores[seat] if outcome else 0.5


def _best(legal: Sequence[str], so_far: int) -> str:
    """Return the highest card that does not lose, or the lowest: low ones are kept for the end."""
    numbers = sorted(legal, key=lambda code: int(code[-1]))
    safe = [code for code in numbers if so_far + int(code[-1]) <= LIMIT]
    return safe[-1] if safe else numbers[0]


BOT: Bot[State, str, View] = ThirtyOneBot()
