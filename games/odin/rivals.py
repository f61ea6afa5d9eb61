"""Hands as others see them, and the other players' acts in this round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.odin.view import Play, View
from games.screens.cards import Card, drawn
from games.screens.languages import gettext as _
from games.screens.languages import per_language

# Values with eq=False are cached, so they can be compared by identity, as cards are.


@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    """A hand as others see it: the cards that it openly took, and the number of the others. `moved`
    is the card that it has just taken, or ""."""

    known: tuple[Card, ...]
    backs: int
    moved: str


@dataclass(frozen=True, slots=True)
class Rival:
    """A seat other than `Layout.me`. `did` is its last play or its pass in this round, in words, or
    ""."""

    number: int
    hand: Hand
    count: int
    points: int
    did: str
    passed: bool


def rival(view: View, seat: int, me: int) -> Rival:
    """Return a seat as `me`, another one, sees it."""
    did = _did(view, seat)
    return Rival(
        seat,
        _hand(view, seat, me),
        view.hand_counts[seat],
        view.totals[seat],
        did,
        view.passed[seat],
    )


def _hand(view: View, seat: int, me: int) -> Hand:
    """Return the hand of a seat as `me` sees it: marked are cards taken since the last play of `me`
    in this round; before that the newest one alone."""
    mine = max([number for number, play in enumerate(view.plays) if play.seat == me], default=None)
    since = view.plays[-1:] if mine is None else view.plays[mine + 1 :]
    return _seen(
        view.taken[seat],
        view.hand_counts[seat] - len(view.taken[seat]),
        took(since, seat),
    )


def took(plays: Sequence[Play], seat: int) -> str:
    """Return the card that this seat took at its last one of these plays; "" for none."""
    return next((play.took or "" for play in reversed(plays) if play.seat == seat), "")


@per_language(8192)
def _seen(taken: tuple[str, ...], backs: int, moved: str) -> Hand:
    return Hand(tuple(map(drawn, taken)), backs, moved)


def _did(view: View, seat: int) -> str:
    if view.passed[seat]:
        return _("passed")
    played = [(number, play) for number, play in enumerate(view.plays) if play.seat == seat]
    if not played:
        return ""
    number, play = played[-1]
    if number == 0:
        return _("led %(value)s") % {"value": play.value}
    return _("played %(value)s") % {"value": play.value}
