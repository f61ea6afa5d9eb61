"""A round of Lost Cities for playouts: it changes in place, where the engine's states are values.
Both seats play by a policy, each by its own knowledge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import NamedTuple

from games.kernel.protocol import Seat
from games.lost_cities.best_actions import HAND_AT, NEVER, OWN_AT, THEIRS_AT, TOP_AT, Judge, Ways
from games.lost_cities.deck import KINDS, SUIT_OF, Card, Suit
from games.lost_cities.engine import STOCK
from games.lost_cities.evaluation import (
    KINDS_OF,
    NONE,
    NUMBERS,
    STEP,
    TOP,
    TURNS,
    UNIT,
    Kind,
    Some,
    fitting,
    prospect,
    score,
)

LIMIT = 1200
"""More turns than any round has (see games.lost_cities.bot)."""


class Turn(NamedTuple):
    """A turn and its worth: the card that is put down, and the suit of the pile that is drawn from,
    or STOCK."""

    gain: float
    suit: Suit
    kind: Kind
    play: bool
    source: Suit


class Player:
    """A seat of a simulation: cards by suit, keys by suit (best_actions.py), and how many cards
    of the hand fit expeditions that have begun."""

    __slots__ = ("hand", "judge", "keys", "own", "waiting")

    def __init__(self, judge: Judge, own: list[Some], hand: list[Some]) -> None:
        self.judge = judge
        self.own = own
        self.hand = hand
        self.keys = [0] * len(own)
        self.waiting = sum(map(fitting, own, hand))


class Simulation:
    """A round that can be played on.

    The seat `below`, if there is one, draws from the bottom of the stock. In an imagined deal that
    is as likely as any other, and what one seat draws then does not change what the other gets: so
    turns compare with less luck.
    """

    def __init__(
        self,
        players: tuple[Player, Player],
        stock: Sequence[Card],
        piles: Iterable[Sequence[Card]],
    ) -> None:
        self.players = players
        self.stock = list(reversed(stock))
        self.below: Seat | None = None
        self.piles = [[card % KINDS for card in pile] for pile in piles]
        for me, other in (players, reversed(players)):
            me.keys = [
                own << OWN_AT
                | hand << HAND_AT
                | theirs << THEIRS_AT
                | (pile[-1] + 1 if pile else 0) << TOP_AT
                for own, hand, theirs, pile in zip(
                    me.own, me.hand, other.own, self.piles, strict=True
                )
            ]

    def choose(self, seat: Seat) -> Turn:
        """Return the best turn of the seat by its policy."""
        me = self.players[seat]
        judge = me.judge
        number = judge.number(len(self.stock), me.waiting)
        stock, known, find = judge.moment(number).stock, judge.known.get, judge.find
        found = [known(key + number) or find(key + number) for key in me.keys]
        best, suit, kind, play = NEVER, 0, 0, False
        take = swap = NEVER
        for at, way in enumerate(found):
            if way.play > best:
                best, suit, kind, play = way.play, at, way.next, True
            if way.give > best:
                best, suit, kind, play = way.give, at, way.spare, False
            if way.take > take:
                take = way.take
            if way.swap > swap:
                swap = way.swap
        plain = Turn(best + stock, suit, kind, play, STOCK)
        if take <= stock and swap <= plain.gain:
            return plain
        return max((plain, *from_piles(found, stock)), key=itemgetter(0))

    def turns(self, seat: Seat) -> list[Turn]:
        """Return every turn of the seat that its policy allows, the best first."""
        return sorted(self._turns(seat), key=lambda turn: (-turn.gain, turn[1:]))

    def _turns(self, seat: Seat) -> Iterable[Turn]:
        me = self.players[seat]
        judge, number = me.judge, me.judge.number(len(self.stock), me.waiting)
        stock, suits = judge.moment(number).stock, [judge.suit(key + number) for key in me.keys]
        takes = [
            (at, suit.take(), judge.ways(me.keys[at] + number).fits)
            for at, suit in enumerate(suits)
        ]
        for at, suit in enumerate(suits):
            highest = TOP[suit.own]
            for kind in KINDS_OF[suit.hand]:
                gain = suit.give(kind)
                yield Turn(gain + stock, at, kind, False, STOCK)
                for pile, take, fits in takes:
                    if fits and pile != at and not UNIT[kind] & suit.fitting:
                        yield Turn(gain + take, at, kind, False, pile)
                if kind > highest or not highest:
                    gain = suit.play(kind)
                    yield Turn(gain + stock, at, kind, True, STOCK)
                    for pile, take, _ in takes:
                        if take > NEVER:
                            gains = suit.swap(kind, gain) if pile == at else gain + take
                            yield Turn(gains, at, kind, True, pile)

    def draws(self, seat: Seat, closed: Suit | None) -> list[tuple[float, Suit]]:
        """Return (worth, suit or STOCK) for the draws that the policy allows, the best first.
        `closed` is the suit that was discarded in this turn."""
        me = self.players[seat]
        # a card that was just played waited too when the turn began
        waiting = me.waiting + (closed is None)
        number = me.judge.number(len(self.stock), waiting)
        ways = [me.judge.ways(key + number) for key in me.keys]
        found = [(me.judge.moment(number).stock, STOCK)]
        for suit, way in enumerate(ways):
            allowed = closed is None or (way.fits and not ways[closed].fits)
            if allowed and self.piles[suit] and suit != closed:
                found.append((way.take, suit))
        return sorted(found, key=lambda draw: (-draw[0], draw[1]))

    def top(self, suit: Suit) -> Kind:
        """Return the kind on top of a pile, or NONE."""
        pile = self.piles[suit]
        return pile[-1] if pile else NONE

    def put(self, seat: Seat, suit: Suit, kind: Kind, play: bool) -> None:
        """Put a card of the seat down."""
        me, other, unit = self.players[seat], self.players[1 - seat], UNIT[kind]
        own, hand = me.own[suit], me.hand[suit]
        before = fitting(own, hand)
        me.hand[suit] = hand = hand - unit
        if play:
            me.own[suit] = own = own + unit
            me.keys[suit] += (unit << OWN_AT) - (unit << HAND_AT)
            other.keys[suit] += unit << THEIRS_AT
        else:
            more = kind - self.top(suit) << TOP_AT
            self.piles[suit].append(kind)
            me.keys[suit] += more - (unit << HAND_AT)
            other.keys[suit] += more
        me.waiting += fitting(own, hand) - before

    def take(self, seat: Seat, source: Suit) -> None:
        """Draw a card for the seat."""
        me = self.players[seat]
        if source == STOCK:
            card = self.stock.pop(0 if seat == self.below else -1)
            suit, kind = SUIT_OF[card], card % KINDS
        else:
            suit, kind = source, self.piles[source].pop()
            more = self.top(suit) - kind << TOP_AT
            me.keys[suit] += more
            self.players[1 - seat].keys[suit] += more
        me.hand[suit] += UNIT[kind]
        me.keys[suit] += UNIT[kind] << HAND_AT
        own = me.own[suit]
        if own and kind > TOP[own]:
            me.waiting += 1

    def play_on(self, seat: Seat, turns: int) -> None:
        """Play so many turns, or to the end of the round. It is the seat's turn."""
        for _ in range(turns):
            if not self.stock:
                break
            _, suit, kind, play, source = self.choose(seat)
            self.put(seat, suit, kind, play)
            self.take(seat, source)
            seat = 1 - seat

    def standing(self, seat: Seat) -> float:
        """Return the seat's lead in points: at the end by the expeditions, before it by its
        policy's expectation."""
        if not self.stock:
            return self.ahead(seat)
        return self.expected(seat) - self.expected(1 - seat)

    def expected(self, seat: Seat) -> float:
        """Return the points that a seat may expect: of every suit, and of its turns."""
        me, theirs = self.players[seat], self.players[1 - seat].own
        number = me.judge.number(len(self.stock), me.waiting)
        now, weights = me.judge.moment(number), me.judge.weights
        points: float = now.price * (TURNS[STEP[len(self.stock)]] + 1)
        for own, hand, other in zip(me.own, me.hand, theirs, strict=True):
            points += prospect(weights, now, own, hand, NUMBERS & ~(own | hand | other))
        return points

    def ahead(self, seat: Seat) -> int:
        """Return by how many points the seat is ahead."""
        mine, theirs = self.players[seat].own, self.players[1 - seat].own
        return sum(map(score, mine)) - sum(map(score, theirs))


def from_piles(found: Sequence[Ways], stock: float) -> Iterable[Turn]:
    """Yield the best turns that draw from a pile, where that is better than `stock`; after a
    discard only if the card drawn fits an expedition and the discard does not."""
    for at, way in enumerate(found):
        yield Turn(way.swap, at, way.leap, True, at)
        for pile, other in enumerate(found):
            if pile != at and other.take > stock:
                yield Turn(way.play + other.take, at, way.next, True, pile)
                if other.fits:
                    yield Turn(way.waste + other.take, at, way.idle, False, pile)
