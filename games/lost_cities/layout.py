"""The layout of Lost Cities' board, computed from the view alone."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NamedTuple

from games.lost_cities import hints
from games.lost_cities.choices import Held, Pick, choices, held
from games.lost_cities.deck import cards
from games.lost_cities.fans import Fan, fan
from games.lost_cities.view import View
from games.lost_cities.words import colour, parts, say
from games.screens import log_lines
from games.screens.cards import Card, drawn, words
from games.screens.languages import gettext as _
from games.screens.languages import ngettext, per_language
from games.screens.log_lines import Line
from games.screens.phrases import capital, minus, signed
from games.screens.since import before_deal
from games.screens.values import ShownPlayer


class Suit(NamedTuple):
    """A suit: its letter in codes and on the board, and its word."""

    suit: str
    letter: str
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Lane:
    """A suit: both expeditions, the discard pile, and the choices there."""

    its: Suit
    theirs: Fan
    mine: Fan
    top: Card | None
    count: int
    picks: tuple[Pick, ...]
    draw: str  # what taking the top card is called, or ""
    says: str  # the discard pile in words

    @property
    def suit(self) -> str:
        """Return the letter of its suit in codes."""
        return self.its.suit


@dataclass(frozen=True, slots=True)
class Summary:
    """A finished round, or one that was broken off: the expeditions of both sides by suit, and both
    scores."""

    number: int
    rows: tuple[tuple[Suit, Fan, Fan], ...]
    theirs: str
    mine: str

    def sums(self, side: int, total: int) -> str:
        """Return the points of a side (0: theirs) as they grow to its total, suit by suit, with a
        space between."""
        fans = [mine if side else theirs for _suit, theirs, mine in self.rows]
        worth = [its.worth if its.cards else 0 for its in fans]
        return " ".join([str(each) for each in accumulate(worth, initial=total - sum(worth))])


@dataclass(frozen=True, slots=True)
class Layout:
    """All that the template gets as `screen`."""

    view: View
    me: int  # the seat at the bottom: the viewer's, or the first
    them: int
    lanes: tuple[Lane, ...]
    longest: int
    hand: tuple[Held, ...]
    picks: tuple[Pick, ...]
    draws: tuple[tuple[str, str], ...]  # code and words, the stock first

    def moved(self, turns: Sequence[Any]) -> tuple[str, str]:
        """Return the place of the card that was put down last: ("mine", "theirs" or "pile", suit),
        or ("", "")."""
        if not turns or turns[0].seat is None:
            return "", ""
        verb, _space, card = turns[0].codes[0].partition(" ")
        if verb == "discard":
            return "pile", card[0]
        return "mine" if turns[0].seat == self.me else "theirs", card[0]

    def fresh(self, turns: Sequence[Any]) -> Held | None:
        """Return the card in the hand that the viewer's newest turn drew; None without one."""
        for turn in turns:
            if turn.seat is None or turn.seat == self.view.viewer:
                drew = turn.seat is not None and len(turn.codes) > 1
                return next(
                    (
                        mine
                        for mine in reversed(self.hand)
                        if drew and mine.card.code == self.view.newest
                    ),
                    None,
                )
        return None

    def told(self, turns: Iterable[Any], players: Sequence[Any]) -> list[tuple[int, Line]]:
        """Return the log, newest first, each line with the ply of the position after it."""
        starters = (*[played.starter for played in self.view.past], self.view.starter)
        return log_lines.told(turns, players, parts, starters[: self.view.round])

    def rounds(self) -> list[Summary]:
        """Return the finished rounds."""
        return [
            self._summary(number, played.expeditions, played.scores)
            for number, played in enumerate(self.view.past, 1)
        ]

    def grows(self, seat: int) -> str:
        """Return the score of a seat in the last round as it grows, suit by suit."""
        return self.rounds()[-1].sums(seat == self.me, self.view.round_scores[seat])

    def broken_off(self) -> Summary:
        """Return the round on the table, as it stands."""
        return self._summary(self.view.round, self.view.expeditions, self.view.round_scores)

    def _summary(self, number: int, expeditions: Sequence[Any], scores: Sequence[int]) -> Summary:
        rows = zip(
            [lane.its for lane in self.lanes],
            [fan(own.cards) for own in expeditions[self.them]],
            [fan(own.cards) for own in expeditions[self.me]],
            strict=True,
        )
        return Summary(number, tuple(rows), signed(scores[self.them]), signed(scores[self.me]))

    def won_by(self, theirs: ShownPlayer, mine: ShownPlayer) -> str:
        """Return who won the round that has just ended, in a few words."""
        scores, number = self.view.past[-1].scores, len(self.view.past)
        margin = scores[self.me] - scores[self.them]
        facts = {"number": number, "points": abs(margin), "player": theirs.name}
        if not margin:
            return _("Round %(number)s is a draw") % facts
        if margin > 0 and mine.you:
            return _("You win round %(number)s by %(points)s") % facts
        facts["player"] = mine.name if margin > 0 else theirs.name
        return _("%(player)s wins round %(number)s by %(points)s") % facts

    def ended_with(self, turns: Sequence[Any]) -> tuple[str, str]:
        """Return the place of the card that was put down last before the newest deal."""
        return self.moved(before_deal(turns))

    def begun(self) -> bool:
        """Tell whether the player at the bottom has an expedition."""
        return any([lane.mine.cards for lane in self.lanes])

    def before(self) -> tuple[int, int]:
        """Return the totals of the rounds before the one on the table, theirs and mine."""
        view = self.view
        return view.totals[self.them] - view.round_scores[self.them], view.totals[
            self.me
        ] - view.round_scores[self.me]

    def missing(self) -> tuple[hints.Missing, ...]:
        """Return by suit the cards that the viewer cannot see."""
        return hints.missing(self.view)

    def later(self, player: str) -> str:
        """Return why a place takes nothing now. `player` is the name of the other player."""
        view = self.view
        if view.turn is None:
            return ""
        if view.turn != view.viewer:
            return _("It is %(player)s’s turn.") % {"player": player}
        if self.picks:
            return _("Choose a card from your hand first.")
        if len(self.draws) > 1 and view.closed:
            return _("Draw from the stock or a lit pile. Your discard stays.")
        if len(self.draws) > 1:
            return _("Draw from the stock or a lit pile.")
        return (
            _("Draw from the stock. Your discard stays.")
            if view.closed
            else _("Draw from the stock.")
        )

    def gap(self, turns: Sequence[Any]) -> int:
        """Return where in the hand the card lay that the viewer has just put down, while the hand
        waits for another; -1 at other times."""
        view = self.view
        if view.step != "draw" or view.turn != view.viewer or not turns or turns[0].seat != self.me:
            return -1
        card = turns[0].codes[0].partition(" ")[2]
        return bisect(cards([one.card.code for one in self.hand]), *cards([card]))

    def signed(self, number: int) -> str:
        """Return a number with its sign: "+8", "−20"."""
        return signed(number)

    def minus(self, number: int) -> str:
        """Return a number with a true minus sign."""
        return minus(number)


def layout(view: View, codes: Sequence[str], viewer: int | None) -> Layout:
    """Return the layout for a viewer, None for a spectator. `codes` are the viewer's legal ones."""
    me = viewer or 0
    them = 1 - me
    legal = frozenset(codes)
    picks = (
        choices(view, legal, view.expeditions[me])
        if viewer is not None and view.step == "put" and codes
        else {}
    )
    lanes = _lanes(view, me, legal, tuple(picks.values()))
    draw = {lane.its.suit: lane.draw for lane in lanes}
    return Layout(
        view=view,
        me=me,
        them=them,
        lanes=lanes,
        longest=max([len(side.cards) for lane in lanes for side in (lane.theirs, lane.mine)]),
        hand=_hand(view.hand, tuple(picks.values())),
        picks=tuple(picks.values()),
        draws=tuple(
            [
                (code, say(code) if code == "draw stock" else draw[code[5:]])
                for code in codes
                if code[:4] == "draw"
            ]
        ),
    )


def forced(view: View, codes: Sequence[str]) -> str:
    """Return the draw if the stock is all there is to draw from; "" otherwise."""
    return "draw stock" if view.step == "draw" and list(codes) == ["draw stock"] else ""


def reveals(view: View, code: str) -> bool:
    """Tell whether an action showed its player a card: from the stock, or below the top of a
    pile."""
    verb, _space, place = code.partition(" ")
    if verb != "draw":
        return False
    return place == "stock" or view.piles[view.suits.index(place)].top is not None


@per_language(2048)
def _hand(names: tuple[str, ...], picks: tuple[Pick, ...]) -> tuple[Held, ...]:
    found = {pick.card.code: pick for pick in picks}
    return tuple(
        [
            held(name, names[:number].count(name), found.get(name))
            for number, name in enumerate(names)
        ]
    )


def _lanes(view: View, me: int, legal: frozenset[str], picks: tuple[Pick, ...]) -> tuple[Lane, ...]:
    by_suit: dict[str, list[Pick]] = {}
    for pick in picks:
        by_suit.setdefault(pick.card.code[0], []).append(pick)
    theirs, mine = view.expeditions[1 - me], view.expeditions[me]
    return tuple(
        [
            _lane(
                suit,
                theirs[number].cards,
                mine[number].cards,
                view.piles[number].top,
                view.piles[number].count,
                tuple(by_suit.get(suit, ())),
                f"draw {suit}" in legal,
            )
            for number, suit in enumerate(view.suits)
        ]
    )


@per_language(8192)
def _lane(
    suit: str,
    theirs: tuple[str, ...],
    mine: tuple[str, ...],
    top: str | None,
    count: int,
    picks: tuple[Pick, ...],
    draws: bool,
) -> Lane:
    return Lane(
        its=_suit(suit),
        theirs=fan(theirs),
        mine=fan(mine),
        top=drawn(top) if top else None,
        count=count,
        picks=picks,
        draw=_draws(top) if top and draws else "",
        says=_pile(suit, top, count),
    )


@per_language()
def _suit(suit: str) -> Suit:
    return Suit(suit, suit.lower(), capital(colour(suit)))


@per_language(2048)
def _pile(suit: str, top: str | None, count: int) -> str:
    facts = {"suit": colour(suit), "top": top and words(top), "num": count}
    if not top:
        return _("Discard pile, %(suit)s: empty") % facts
    return (
        ngettext(
            "Discard pile, %(suit)s: %(top)s on top, %(num)d card",
            "Discard pile, %(suit)s: %(top)s on top, %(num)d cards",
            count,
        )
        % facts
    )


@per_language()
def _draws(card: str) -> str:
    return _("Draw %(card)s") % {"card": words(card)}
