"""The bot of Lost Cities.

A round ends when the stock is empty, so a bot must not draw from discard piles for ever. It does so
only in a turn in which it has played a card, and played cards never come back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from benchmarks.yardstick.lost_cities.appraisal import (
    NEVER,
    PRESS,
    SPANS,
    STOCK_WORTH,
    UNIT,
    Kind,
    Plan,
    gain,
    plan,
    score,
    waiting,
)
from benchmarks.yardstick.lost_cities.deals import AsItWas
from games.bots.protocol import Dice
from games.kernel.protocol import AnyEngine, Seat
from games.lost_cities.deck import KINDS, SUIT_OF, Card, Suit, cards
from games.lost_cities.engine import DISCARD, DRAW, DRAW_STOCK, PLAY, STOCK, Action
from games.lost_cities.state import State
from games.lost_cities.view import View

PUTS, DRAWS = 6, 3
"""The number of candidates when a card is put down (PUTS), and when one is drawn (DRAWS)."""
TURNS = 150
"""The cap of a playout, in turns."""


class Player:
    """A seat of a sketch. All its parts are by suit."""

    __slots__ = ("hand", "own", "plans")

    def __init__(self, suits: int) -> None:
        self.own = [0] * suits
        self.hand = [0] * suits
        self.plans: list[Plan | None] = [None] * suits


class Sketch:
    """A round that can be played on quickly. It changes in place, where the engine's states are
    values.

    Both seats play by rules of thumb, each by what it could know.
    """

    def __init__(
        self, suits: int, stock: Sequence[Card], piles: Sequence[Sequence[Card]], played: bool
    ) -> None:
        self.players = Player(suits), Player(suits)
        self.stock = list(reversed(stock))
        self.piles = [list(pile) for pile in piles]
        self.span = -1
        self.played = played

    def hold(self, seat: Seat, hand: Iterable[Card], expeditions: Iterable[Iterable[Card]]) -> None:
        """Give a seat its hand and its expeditions."""
        player = self.players[seat]
        for card in hand:
            player.hand[SUIT_OF[card]] += UNIT[card % KINDS]
        for suit, expedition in enumerate(expeditions):
            player.own[suit] = sum(UNIT[card % KINDS] for card in expedition)

    def puts(self, seat: Seat) -> list[tuple[float, Suit, Kind, bool]]:
        """Return (cost, suit, kind, whether to play it) for the best card to play and the best to
        discard of each suit, the cheapest first."""
        turns = (len(self.stock) + 1) // 2
        me, theirs = self.players[seat], self.players[1 - seat].own
        plans = [plan(*each, SPANS[turns]) for each in zip(me.own, me.hand, theirs, strict=True)]
        haste = PRESS * sum(map(waiting, me.own, me.hand)) / turns
        plays = [
            (each.play - haste * each.urgent, suit, each.next, True)
            for suit, each in enumerate(plans)
        ]
        gives = [(each.give, suit, each.spare, False) for suit, each in enumerate(plans)]
        return sorted(way for way in plays + gives if way[0] < NEVER / 2)

    def put(self, seat: Seat) -> tuple[Suit, Kind, bool]:
        """Return the seat's choice (suit, kind, whether to play it): the cheapest card to play or
        to discard."""
        me, other = self.players[seat], self.players[1 - seat]
        own, hand, plans = me.own, me.hand, me.plans
        turns = (len(self.stock) + 1) // 2
        if SPANS[turns] != self.span:
            self.span = SPANS[turns]
            plans = me.plans = [None] * len(own)
            other.plans = [None] * len(own)
        haste = PRESS * sum(map(waiting, own, hand)) / turns
        least, best = NEVER, (0, 0, False)
        for suit, each in enumerate(plans):
            if hand[suit]:
                if each is None:
                    each = plans[suit] = plan(own[suit], hand[suit], other.own[suit], self.span)
                give, spare, play, first, urgent = each
                play -= haste * urgent
                if play < least:
                    least, best = play, (suit, first, True)
                if give < least:
                    least, best = give, (suit, spare, False)
        return best

    def draws(self, seat: Seat) -> list[tuple[float, Suit]]:
        """Return (cost, suit or STOCK) for each pile that may be drawn from, the best first."""
        found = [(-STOCK_WORTH, STOCK)]
        if self.played:
            me, theirs = self.players[seat], self.players[1 - seat].own
            span = SPANS[len(self.stock) // 2]
            for suit, pile in enumerate(self.piles):
                if pile:
                    found.append(
                        (
                            -gain(
                                me.own[suit], pile[-1] % KINDS, me.hand[suit], theirs[suit], span
                            ),
                            suit,
                        )
                    )
        return sorted(found)

    def draw(self, seat: Seat) -> Suit:
        """Return the suit of the pile that the seat draws from, or STOCK."""
        return self.draws(seat)[0][1] if self.played else STOCK

    def turn(self, seat: Seat) -> None:
        """Play a whole turn of the seat."""
        suit, kind, play = self.put(seat)
        me = self.players[seat]
        me.hand[suit] -= UNIT[kind]
        me.plans[suit] = None
        self.played = play
        if play:
            me.own[suit] += UNIT[kind]
            self.players[1 - seat].plans[suit] = None
        else:
            self.piles[suit].append(suit * KINDS + kind)
        self.take(seat)

    def take(self, seat: Seat) -> None:
        """Draw a card for the seat."""
        which = self.draw(seat)
        card = (self.stock if which == STOCK else self.piles[which]).pop()
        me, suit = self.players[seat], SUIT_OF[card]
        me.hand[suit] += UNIT[card % KINDS]
        me.plans[suit] = None

    def play_out(self, seat: Seat, drawing: bool) -> None:
        """Play the round on to its end, or to the cap. `seat` is to act, and has to draw if
        `drawing`."""
        if drawing:
            self.take(seat)
            seat = 1 - seat
        for _ in range(TURNS):
            if not self.stock:
                break
            self.turn(seat)
            seat = 1 - seat

    def ahead(self, seat: Seat) -> int:
        """Return by how many points the seat is ahead."""
        mine, theirs = self.players[seat].own, self.players[1 - seat].own
        return sum(map(score, mine)) - sum(map(score, theirs))


class LostCitiesBot:
    """The bot of Lost Cities."""

    engine: AnyEngine = AsItWas()
    playouts = 100

    def candidates(self, view: View, seat: Seat, legal: Sequence[Action]) -> Sequence[Action]:
        """Return the cheapest choices, the cheapest first."""
        sketch = seen(view, seat)
        if view.step == "draw":
            return [
                DRAW[suit] if suit != STOCK else DRAW_STOCK
                for _, suit in sketch.draws(seat)[:DRAWS]
            ]
        return [
            (PLAY if play else DISCARD)[suit * KINDS + kind]
            for _, suit, kind, play in sketch.puts(seat)[:PUTS]
        ]

    def playout(self, state: State, seat: Seat, rng: Dice) -> float:
        """Return by how many points the seat is ahead at the end of the round."""
        sketch = Sketch(state.match.suits, state.stock, state.piles, not state.closed)
        for each, side in enumerate(state.sides):
            sketch.hold(each, side.hand, side.expeditions)
        if state.turn is not None:
            sketch.play_out(state.turn, state.drawing)
        return sketch.ahead(seat)


def seen(view: View, seat: Seat) -> Sketch:
    """Return a sketch of what a seat sees."""
    tops = [cards([pile.top]) if pile.top else () for pile in view.piles]
    sketch = Sketch(len(view.suits), [0] * view.stock, tops, not view.closed)
    for each, own in enumerate(view.expeditions):
        sketch.hold(
            each,
            cards(view.hand) if each == seat else (),
            [cards(expedition.cards) for expedition in own],
        )
    return sketch


EXPERT = LostCitiesBot()
