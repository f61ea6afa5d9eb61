"""The view of Schotten Totten: a viewer's knowledge as card names and numbers; and `imagine`, which
makes states that agree with it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from games.kernel.protocol import Rng, Seat
from games.kernel.seats import NO_SEAT
from games.schotten_totten import prover, state
from games.schotten_totten.deck import (
    CLAN,
    CLAN_NAMES,
    TACTICS_NAMES,
    Card,
    Cards,
    as_bits,
    cards,
    members,
    names,
)
from games.schotten_totten.endings import owners, wins_with
from games.schotten_totten.formations import Formation
from games.schotten_totten.prover import Verdict
from games.schotten_totten.state import End, Match, Record, Round, State, Step, Turn


class Side(NamedTuple):
    """A seat's cards at a stone in the order of laying, and their formation once they are
    complete."""

    cards: tuple[str, ...]
    formation: Formation | None


class Stone(NamedTuple):
    """A stone. `sides` are by seat. `first` is the seat whose side was complete first, while it is.
    `size` is the number of cards that a side needs."""

    owner: Seat | None
    first: Seat | None
    size: int
    blind: bool
    mud: bool
    sides: tuple[Side, Side]


@dataclass(frozen=True, slots=True)
class Result:
    """A finished round. `owners` are by stone, `points` are match points by seat; the `winner` of a
    drawn round is None."""

    starter: Seat
    winner: Seat | None
    by: End
    owners: tuple[Seat | None, ...]
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Proof:
    """The reason why the seat can claim a stone where its side is complete, or cannot. From public
    facts only.

    `theirs` is the formation of the other side. If it is not complete, it is the strongest that the
    unseen `cards` can make of it; None if too few cards are unseen.
    """

    seat: Seat
    proved: bool
    verdict: Verdict
    mine: Formation
    theirs: Formation | None
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class View:
    """All that one seat, or a spectator (`viewer` is None), may know. Tuples are by seat, or by
    stone from the first."""

    viewer: Seat | None
    rounds: int
    tactics: bool
    expert: bool
    order: tuple[Seat, ...]
    """Seats in order of play; empty before they are dealt."""
    round: int
    """The number of the round on the table, from 1; 0 before the first deal. A finished round stays
    until the next deal."""
    starter: Seat | None
    turn: Seat | None
    """None before a deal and at the end."""
    step: Step
    due: int
    """Cards that the Recruiter has still to draw (step "recruit") or to return (step "return")."""
    passed: bool
    claimed: bool
    """True for what the seat to act has done this turn."""
    idle: int
    """Turns in direct succession, up to the last one, in which a seat passed and claimed nothing.
    After two the round ends."""
    stones: tuple[Stone, ...]
    winning: tuple[tuple[int, ...], tuple[int, ...]]
    """By seat, the stones (from 0), each of which alone would win it the round now."""
    hand: tuple[str, ...]
    """The viewer's own cards, sorted, tactics cards last."""
    fresh: tuple[str, ...]
    """Those of them that the viewer drew since it last laid a card or passed, in this order."""
    drawn: tuple[str, ...]
    """The cards that the viewer drew in this round, in order, wherever they are now."""
    hand_counts: tuple[int, int]
    tactics_counts: tuple[int, int]
    """By seat, the number of tactics cards in its hand: their backs are different."""
    clan_deck: int
    tactics_deck: int
    discards: tuple[str, ...]
    """In the order of discarding. Everybody may look at them at any time."""
    unseen: tuple[str, ...]
    """Clan cards that nobody has seen on the table or among the discards. Proofs use them (2.5)."""
    played: tuple[int, int]
    """By seat, the number of tactics cards it has played in this round."""
    jokers: tuple[bool, bool]
    buried: tuple[str, ...]
    """The cards that the viewer has put under the decks and that still lie there, in this order."""
    known: tuple[str, ...]
    """The cards that the viewer has put under a deck and that the other seat has drawn since."""
    points: tuple[int, ...]
    """Match points of the finished rounds."""
    past: tuple[Result, ...]
    """Finished rounds; the last of them may still be on the table."""
    over: bool


def number(state: State) -> int:
    """Return the number of the round on the table, from 1."""
    return len(state.match.past) + (
        state.turn.seat is not None or state.turn.step == "deal tactics"
    )


def view(state: State, viewer: Seat | None) -> View:
    """Return the view of a seat, or of a spectator (None)."""
    match, turn, record, held = state.match, state.turn, state.record, owners(state.stones)
    own = () if viewer is None else record.returned[viewer]
    in_decks = {card for deck in state.decks for card in deck}
    return View(
        viewer=viewer,
        rounds=match.rounds,
        tactics=match.tactics,
        expert=match.expert,
        order=match.order,
        round=number(state),
        starter=_seat(match.starter),
        turn=turn.seat,
        step=turn.step,
        due=turn.due,
        passed=turn.passed,
        claimed=turn.claimed,
        idle=turn.idle,
        stones=tuple(map(_shown, state.stones)),
        winning=(wins_with(held, 0), wins_with(held, 1)) if turn.seat is not None else ((), ()),
        hand=() if viewer is None else names(state.hands[viewer]),
        fresh=() if viewer is None else names(state.fresh[viewer]),
        drawn=() if viewer is None else names(state.drawn[viewer]),
        hand_counts=(len(state.hands[0]), len(state.hands[1])),
        tactics_counts=(_tactics(state.hands[0]), _tactics(state.hands[1])),
        clan_deck=len(state.decks[0]),
        tactics_deck=len(state.decks[1]),
        discards=names(record.discards),
        unseen=names(members(state.unseen)),
        played=record.played,
        jokers=record.jokers,
        buried=names([card for card in own if card in in_decks]),
        known=names([card for card in own if card not in in_decks]),
        points=match.totals(),
        past=tuple([_result(played) for played in match.past]),
        over=match.over,
    )


def why(view: View, stone: int, seat: Seat) -> Proof | None:
    """Return the proof of a claim of the seat to the stone (from 0), or the reason why there is
    none. None unless its side is complete and the stone free."""
    its = view.stones[stone]
    if its.owner is not None or len(its.sides[seat].cards) < its.size:
        return None
    proof = prover.prove(_stone(its), seat, as_bits(cards(view.unseen)))
    return proof and Proof(
        seat, proof.proved, proof.verdict, proof.mine, proof.theirs, names(proof.cards)
    )


def imagine(view: View, rng: Rng) -> State:
    """Return a state that agrees with the view. Each card out of sight lies, with equal likelihood,
    in a hand or a deck that can hold it."""
    dealt = view.round > 0
    hidden = [
        _out_of_sight(view, CLAN_NAMES) if dealt else [],
        _out_of_sight(view, TACTICS_NAMES) if dealt and view.tactics else [],
    ]
    for kind in hidden:
        rng.shuffle(kind)
    hands = _imagined_hand(view, 0, hidden), _imagined_hand(view, 1, hidden)
    buried = cards(view.buried)
    clan = (*hidden[0], *[card for card in buried if card < CLAN])
    # Before they are dealt the tactics cards are nowhere.
    tactics = (
        ()
        if view.step == "deal tactics"
        else (*hidden[1], *[card for card in buried if card >= CLAN])
    )
    known = (*buried, *cards(view.known))
    returned, fresh = _of_viewer(view, known), _of_viewer(view, cards(view.fresh))
    past = tuple(
        [
            Round(each.starter, _number(each.winner), each.by, tuple(map(_number, each.owners)))
            for each in view.past
        ]
    )
    return State(
        match=Match(
            view.rounds, view.tactics, view.expert, view.order, past, _number(view.starter)
        ),
        turn=Turn(view.turn, view.step, view.due, view.passed, view.claimed, view.idle),
        stones=tuple(map(_stone, view.stones)),
        hands=hands,
        decks=(clan, tactics),
        unseen=as_bits(cards(view.unseen)),
        record=Record(cards(view.discards), view.played, view.jokers, returned),
        fresh=fresh,
        drawn=_of_viewer(view, cards(view.drawn)),
    )


def _of_viewer(view: View, cards: Cards) -> tuple[Cards, Cards]:
    """Return these cards for the viewer's seat, and none for the other."""
    return cards if view.viewer == 0 else (), cards if view.viewer == 1 else ()


def _out_of_sight(view: View, kind: tuple[str, ...]) -> list[Card]:
    seen = {name for stone in view.stones for side in stone.sides for name in side.cards}
    seen |= {"blind" for stone in view.stones if stone.blind} | {
        "mud" for stone in view.stones if stone.mud
    }
    seen.update(view.hand, view.discards, view.buried, view.known)
    return list(cards([name for name in kind if name not in seen]))


def _imagined_hand(view: View, seat: Seat, hidden: list[list[Card]]) -> tuple[Card, ...]:
    """Return an imagined hand, and remove its unknown cards from `hidden`."""
    if seat == view.viewer:
        return cards(view.hand)
    hand = list(cards(view.known)) if view.viewer is not None else []
    wanted = view.hand_counts[seat] - view.tactics_counts[seat], view.tactics_counts[seat]
    for kind, count in zip(hidden, wanted, strict=True):
        missing = count - sum([(card >= CLAN) == (kind is hidden[1]) for card in hand])
        hand += kind[:missing]
        del kind[:missing]
    return tuple(sorted(hand))


@lru_cache(1 << 12)
def _shown(stone: state.Stone) -> Stone:
    worths = [prover.worth(stone, seat) if stone.complete(seat) else None for seat in (0, 1)]
    first, second = [
        Side(names(side), formation) for side, formation in zip(stone.sides, worths, strict=True)
    ]
    return Stone(
        _seat(stone.owner), _seat(stone.first), stone.size, stone.blind, stone.mud, (first, second)
    )


def _stone(stone: Stone) -> state.Stone:
    first, second = [cards(side.cards) for side in stone.sides]
    return state.Stone.of(
        _number(stone.owner), _number(stone.first), stone.blind, stone.mud, (first, second)
    )


def _result(played: Round) -> Result:
    return Result(
        played.starter,
        _seat(played.winner),
        played.by,
        tuple(map(_seat, played.owners)),
        played.points,
    )


def _tactics(hand: tuple[Card, ...]) -> int:
    return sum([card >= CLAN for card in hand])


def _seat(number: Seat) -> Seat | None:
    return None if number == NO_SEAT else number


def _number(seat: Seat | None) -> Seat:
    return NO_SEAT if seat is None else seat
