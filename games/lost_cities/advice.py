"""Reasons for a move in Lost Cities, from the view of the seat that makes it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.kernel.protocol import Seat
from games.lost_cities.deck import NAMES, cards
from games.lost_cities.scoring import BONUS, LONG, score
from games.lost_cities.view import View, out_of_sight
from games.lost_cities.words import colour
from games.screens import advice
from games.screens.advice import Reason, points, reason, turns, weightiest
from games.screens.phrases import minus

CLOSING = 12
"""With so few cards in the stock the end of the round matters."""
LITTLE = 8
"""Points that the other side can easily have."""


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit as one seat sees it: both expeditions, and the cards of it in the hand."""

    letter: str
    own: tuple[str, ...]
    theirs: tuple[str, ...]
    hand: tuple[str, ...]

    @property
    def called(self) -> str:
        """Return the word for the suit."""
        return colour(self.letter)

    @property
    def times(self) -> int:
        """Return how often a gain of the own expedition counts."""
        return 1 + sum(worth(name) == 0 for name in self.own)

    def held(self, above: int = 0) -> int:
        """Return the sum of the cards in the hand above this number."""
        return sum(worth(name) for name in self.hand if worth(name) > above)


def worth(name: str) -> int:
    """Return the number on a card, 0 for an investment."""
    return 0 if name[1:] == "x" else int(name[1:])


def top(expedition: tuple[str, ...]) -> int:
    """Return the number that an expedition has reached, 0 before the first."""
    return max(map(worth, expedition), default=0)


def fits(name: str, expedition: tuple[str, ...]) -> bool:
    """Tell whether a card may be played on an expedition."""
    return worth(name) > top(expedition) or top(expedition) == 0


def why(view: View, seat: Seat, code: str, other: str | None = None) -> str:
    """Return the weightiest reason for a code, if possible one that the other code lacks."""
    return weightiest(reasons(view, seat, code), reasons(view, seat, other) if other else ())


def reasons(view: View, seat: Seat, code: str) -> Iterator[Reason]:
    """Yield the reasons for a code, the weightiest first."""
    verb, _space, what = code.partition(" ")
    if code == "draw stock":
        yield from _from_stock(view, seat)
    elif verb == "draw":
        yield from _from_pile(view, seat, suit_of(view, seat, what))
    elif verb == "discard":
        yield from _discarded(view, seat, suit_of(view, seat, what[0]), what)
    else:
        yield from _played(view, suit_of(view, seat, what[0]), what)


def suit_of(view: View, seat: Seat, letter: str) -> Suit:
    """Return a suit as this seat sees it."""
    at = view.suits.index(letter)
    return Suit(
        letter,
        view.expeditions[seat][at].cards,
        view.expeditions[1 - seat][at].cards,
        tuple(name for name in view.hand if name[0] == letter),
    )


def left(view: View) -> int:
    """Return how many turns the seat has while both draw from the stock."""
    return (view.stock + (view.step == "put")) // 2


def waiting(view: View, seat: Seat) -> int:
    """Return how many cards of the hand fit expeditions of the seat that have begun."""
    found = [suit_of(view, seat, letter) for letter in view.suits]
    return sum(bool(suit.own) and fits(name, suit.own) for suit in found for name in suit.hand)


def _played(view: View, suit: Suit, name: str) -> Iterator[Reason]:
    facts = {"suit": suit.called, "points": points(suit.held(worth(name) if suit.own else 0))}
    facts["turns"] = turns(left(view))
    if worth(name) == 0:
        yield from _invested(suit, facts)
    elif not suit.own:
        text = _("you hold %(points)s of %(suit)s, with about %(turns)s to go.")
        yield reason("begins", text, **facts)
    else:
        yield from _continued(view, suit, name, facts)


def _invested(suit: Suit, facts: dict[str, str]) -> Iterator[Reason]:
    if suit.own:
        facts["times"] = _("three times") if suit.times == 2 else _("four times")
        text = _("gains of %(suit)s then count %(times)s; you hold %(points)s of it.")
        yield reason("raises", text, **facts)
    else:
        text = _("you hold %(points)s of %(suit)s, and gains then count double.")
        yield reason("invests", text, **facts)


def _continued(view: View, suit: Suit, name: str, facts: dict[str, str]) -> Iterator[Reason]:
    before, after = score(cards(suit.own)), score(cards((*suit.own, name)))
    facts |= {"before": minus(before), "after": minus(after)}
    if len(suit.own) + 1 == LONG:
        text = _("it is your eighth %(suit)s card, and brings 20 points on top.")
        yield reason("eighth", text, **facts)
    if before < 0 <= after:
        text = _("it brings your %(suit)s out of debt, from %(before)s to %(after)s.")
        yield reason("out of debt", text, **facts)
    if _skips_nothing(suit, name):
        text = _("it skips nothing: all %(suit)s cards between have been played.")
        yield reason("next", text, **facts)
    elif worth(name) == top(suit.own) + 1:
        yield reason("next", _("it is the next %(suit)s card, so nothing is skipped."), **facts)
    if suit.held(worth(name)):
        text = _("it takes %(suit)s from %(before)s to %(after)s; you hold %(points)s more.")
        yield reason("more to come", text, **facts)
    text = _("it takes your %(suit)s from %(before)s to %(after)s.")
    yield reason("adds", text, **facts)


def _skips_nothing(suit: Suit, name: str) -> bool:
    played = {worth(each) for each in (*suit.own, *suit.theirs)}
    between = range(max(top(suit.own), 1) + 1, worth(name))
    return len(between) > 0 and all(number in played for number in between)


def _discarded(view: View, seat: Seat, suit: Suit, name: str) -> Iterator[Reason]:
    facts = {"suit": suit.called, "turns": turns(left(view)), "points": points(suit.held())}
    useless = bool(suit.theirs) and not fits(name, suit.theirs)
    if suit.own and not fits(name, suit.own):
        yield _passed(suit, useless, facts)
    elif not suit.own:
        text = _("starts no %(suit)s: you hold %(points)s of it, with about %(turns)s to go.")
        yield reason("starts none", text, **facts)
    if useless:
        text = _("the other side cannot play it: its %(suit)s has passed it.")
        yield reason("useless to them", text, **facts)
    elif not suit.theirs:
        yield reason("not begun by them", _("the other side has not begun %(suit)s."), **facts)
    elif 0 < _given(suit, name) <= LITTLE:
        facts["points"] = points(_given(suit, name))
        yield reason("gives little", _("it gives the other side no more than %(points)s."), **facts)
    if (fitting := waiting(view, seat)) > left(view):
        facts["cards"] = advice.cards(fitting)
        text = _("you hold %(cards)s to play, with about %(turns)s to go.")
        yield reason("hurried", text, **facts)
    if kept := waiting(view, seat) - (bool(suit.own) and fits(name, suit.own)):
        text = _("you keep %(cards)s that fit your expeditions.")
        yield reason("keeps", text, cards=advice.cards(kept))
    if worth(name) == min(map(worth, view.hand)):
        yield reason("lowest", _("it is the lowest card in your hand."))


def _given(suit: Suit, name: str) -> int:
    """Return the points that the other side can make of a card that fits its expedition."""
    bonus = BONUS if len(suit.theirs) + 1 == LONG else 0
    return worth(name) * (1 + sum(worth(each) == 0 for each in suit.theirs)) + bonus


def _passed(suit: Suit, useless: bool, facts: dict[str, str]) -> Reason:
    if useless:
        return reason("dead", _("neither side can play it any more."))
    if not suit.theirs:
        text = _("your %(suit)s has passed it, and the other side has no %(suit)s.")
        return reason("passed, not begun", text, **facts)
    text = _("your %(suit)s has passed it, so you cannot play it any more.")
    return reason("passed", text, **facts)


def _from_stock(view: View, seat: Seat) -> Iterator[Reason]:
    ahead = view.round_scores[seat] - view.round_scores[1 - seat]
    if view.stock <= CLOSING and ahead > 0:
        text = _("you are ahead by %(points)s, and it brings the end closer.")
        yield reason("ends sooner", text, points=points(ahead))
    tops = [pile.top for pile in view.piles if pile.top and pile.top[0] != view.closed]
    gains = [_gain(view, seat, name) for name in tops]
    if not gains:
        yield reason("no pile", _("there is no pile to draw from now."))
    elif not max(gains) and (hoped := _hoped(view, seat)):
        text = _("no card on the piles adds to your expeditions; %(num)d out of sight do.")
        yield reason("hopes", text, num=hoped)
    elif not max(gains):
        yield reason("nothing fits", _("no card on the piles adds points to your expeditions."))
    else:
        text = _("the best card on the piles would bring you %(points)s.")
        yield reason("little there", text, points=points(max(gains)))


def _gain(view: View, seat: Seat, name: str) -> int:
    """Return the points that a card adds to an expedition of the seat that has begun, without the
    bonus; 0 if it does not fit."""
    suit = suit_of(view, seat, name[0])
    return worth(name) * suit.times if suit.own and fits(name, suit.own) else 0


def _hoped(view: View, seat: Seat) -> int:
    found = [NAMES[card] for card in out_of_sight(view)]
    return sum(_gain(view, seat, name) > 0 for name in found)


def _from_pile(view: View, seat: Seat, suit: Suit) -> Iterator[Reason]:
    name = view.piles[view.suits.index(suit.letter)].top or suit.letter + "x"
    facts = {"suit": suit.called, "points": points(_gain(view, seat, name))}
    if _gain(view, seat, name):
        yield reason("fits", _("it fits your %(suit)s, for %(points)s."), **facts)
    if waiting(view, seat) > left(view):
        facts["cards"] = advice.cards(waiting(view, seat))
        text = _("it leaves the stock alone: you have %(cards)s to play and need turns.")
        yield reason("saves turns", text, **facts)
    if suit.theirs and fits(name, suit.theirs) and worth(name):
        text = _("the other side could play it on its %(suit)s.")
        yield reason("keeps it from them", text, **facts)
    if not suit.own and (suit.hand or worth(name)):
        facts["points"] = points(suit.held() + worth(name))
        yield reason("gathers", _("with it you hold %(points)s of %(suit)s."), **facts)
    ahead = view.round_scores[seat] - view.round_scores[1 - seat]
    if ahead < 0 and view.stock <= 2 * CLOSING:
        text = _("you are behind by %(points)s, and the stock lasts longer so.")
        yield reason("ends later", text, points=points(-ahead))
    yield reason("safe draw", _("you know what you get, and the stock stays as it is."))
