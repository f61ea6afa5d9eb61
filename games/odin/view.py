"""The view of Odin: a viewer's knowledge as card names and numbers; and `imagine`, which makes
states that agree with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.kernel.protocol import Rng, Seat
from games.kernel.seats import NO_SEAT
from games.odin.sets import CARDS, DECK, NAMES, SETS, Bits, as_bits, names
from games.odin.state import Finished, Match, State
from games.odin.state import Play as Laid

Step: TypeAlias = Literal["lead", "follow", "take"]
"""The step of the seat to act: lead a round; follow, which beats the set on the table or passes;
take one card of the set that it has just beaten."""


@dataclass(frozen=True, slots=True)
class Play:
    """A set that a seat laid in this round. `took` is the card of the beaten set that went into its
    hand; None for a lead, and until it is taken."""

    seat: Seat
    cards: tuple[str, ...]
    value: int
    took: str | None


@dataclass(frozen=True, slots=True)
class Result:
    """A finished hand: the seat that led first, the seat that went out, its last cards, whether
    they were a whole hand, and the points.

    `points` are those of the hand, `totals` those of the game so far, both by seat. So `points` are
    also the cards left in each hand.
    """

    starter: Seat
    out: Seat
    cards: tuple[str, ...]
    whole: bool
    points: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """All that one seat, or a spectator (`viewer` is None), may know. Tuples are by seat unless
    they say otherwise.

    Card names are in the order of the codes: numbers from high to low, then colours.
    """

    viewer: Seat | None
    target: int
    order: tuple[Seat, ...]
    """Seats in order of play; empty before they are dealt."""
    number: int
    """The number of the hand on the table, from 1; 0 before the first deal. A finished hand stays
    until the next deal."""
    starter: Seat | None
    """The seat that leads, or led, the first round of the hand."""
    leader: Seat | None
    """The seat that leads, or led, this round."""
    turn: Seat | None
    """None before a deal and at the end."""
    step: Step | None
    plays: tuple[Play, ...]
    """The plays of this round, in order. The last set lies on the table; its seat leads the next
    round if all others pass."""
    beaten: tuple[str, ...]
    """The cards that the seat to act may take one of, in the step "take"."""
    passed: tuple[bool, ...]
    """True for each seat that has passed since the last play."""
    hand: tuple[str, ...]
    """The viewer's own cards."""
    hand_counts: tuple[int, ...]
    taken: tuple[tuple[str, ...], ...]
    """By seat, the cards that it openly took from the table and that have not left its hand
    since."""
    gone: tuple[str, ...]
    """Cards that were played and are out until the next deal. Everybody saw them; boards show only
    how many they are (O-g)."""
    undealt: int
    """The number of cards that were not dealt and that nobody sees."""
    totals: tuple[int, ...]
    """Penalty points of the finished hands."""
    past: tuple[Result, ...]
    """Finished hands, the newest last."""
    over: bool


def view(state: State, viewer: Seat | None) -> View:
    """Return the view of a seat, or of a spectator (None)."""
    match, turn, taking, passes, plays, hands, taken, gone, undealt = state
    past = _results(match.past)
    return View(
        viewer=viewer,
        target=match.target,
        order=match.order,
        number=len(past) + (turn is not None),
        starter=None if match.starter == NO_SEAT else match.starter,
        leader=plays[0].seat if plays else turn,
        turn=turn,
        step=None if turn is None else "take" if taking else "follow" if plays else "lead",
        plays=tuple(
            [
                Play(each.seat, names(each.set.cards), each.set.value, _name(each.took))
                for each in plays
            ]
        ),
        beaten=names(plays[-2].set.cards) if taking else (),
        passed=_passed(match, plays, passes),
        hand=() if viewer is None else names(hands[viewer]),
        hand_counts=tuple([hand.bit_count() for hand in hands]),
        taken=tuple(map(names, taken)),
        gone=names(gone),
        undealt=undealt.bit_count(),
        totals=match.totals(),
        past=past,
        over=match.over,
    )


def imagine(view: View, rng: Rng) -> State:
    """Return a state that agrees with the view. Each card out of sight lies, with equal likelihood,
    in the hand of another seat or among the undealt cards. Taken cards stay where they are known to
    be."""
    seats = len(view.hand_counts)
    known = [
        as_bits(view.hand if seat == view.viewer else view.taken[seat]) for seat in range(seats)
    ]
    gone, plays = as_bits(view.gone), tuple([_laid(each) for each in view.plays])
    on_table = sum([each.set.cards for each in plays[-2 if view.beaten else -1 :]])
    hidden = list(names(DECK ^ gone ^ on_table ^ sum(known)))
    rng.shuffle(hidden)
    hands = []
    for count, cards in zip(view.hand_counts, known, strict=True):
        missing = count - cards.bit_count()
        hands.append(cards | as_bits(hidden[:missing]))
        del hidden[:missing]
    past = tuple(
        [
            Finished(each.starter, each.out, SETS[as_bits(each.cards)], each.whole, each.points)
            for each in view.past
        ]
    )
    match = Match(
        seats, view.target, past=past, starter=NO_SEAT if view.starter is None else view.starter
    )
    return State(
        match=match.seated(view.order) if view.order else match,
        turn=view.turn,
        taking=view.step == "take",
        passes=sum(view.passed),
        plays=plays,
        hands=tuple(hands),
        taken=tuple(map(as_bits, view.taken)),
        gone=gone,
        undealt=as_bits(hidden[: view.undealt]),
    )


def _name(card: Bits) -> str | None:
    return NAMES[card.bit_length() - 1] if card else None


def _passed(match: Match, plays: tuple[Laid, ...], passes: int) -> tuple[bool, ...]:
    """Return by seat whether it passed: the seats after the last play, as many as there were
    passes."""
    passed = [False] * match.seats
    seat = plays[-1].seat if plays else NO_SEAT
    for _ in range(passes):
        seat = match.after[seat]
        passed[seat] = True
    return tuple(passed)


def _results(past: tuple[Finished, ...]) -> tuple[Result, ...]:
    results = []
    totals: tuple[int, ...] = ()
    for starter, out, laid, whole, points in past:
        totals = tuple(map(sum, zip(totals, points, strict=True))) if totals else points
        results.append(Result(starter, out, names(laid.cards), whole, points, totals))
    return tuple(results)


def _laid(play: Play) -> Laid:
    return Laid(play.seat, SETS[as_bits(play.cards)], CARDS[play.took] if play.took else 0)
