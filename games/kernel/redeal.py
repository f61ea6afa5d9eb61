"""A game up to some ply, with the cards that one seat cannot see dealt again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.kernel import replay
from games.kernel.protocol import AnyEngine, IllegalAction, Rng, Seat, Setup
from games.kernel.replay import Entry

DEALS = 2
"""The newest deals, from which all hidden cards come: a game may deal several decks."""


def dealt_anew(
    engine: AnyEngine, setup: Setup, entries: Sequence[Entry], seat: Seat, rng: Rng
) -> list[Entry]:
    """Return the entries with other deals, the same actions, and the same view of the seat at the
    end. A deal that shows all of its cards stays as it is."""
    found = list(entries)
    view = engine.view(replay.fold(engine, setup, found).state, seat)
    deals = [at for at, entry in enumerate(found) if entry.seat is None]
    for at in deals[-DEALS:]:
        found[at] = _anew(engine, setup, found, at, (seat, view), rng)
    return found


def _anew(
    engine: AnyEngine,
    setup: Setup,
    entries: Sequence[Entry],
    at: int,
    seen: tuple[Seat, Any],
    rng: Rng,
) -> Entry:
    """Return another deal in place of the one at this ply.

    The last card of a deal is hidden if any is. Where another one can be exchanged for it and
    nothing changes for the seat, it is hidden, too.
    """
    before, later = replay.fold(engine, setup, entries[:at]), entries[at + 1 :]
    cards, (seat, view) = entries[at].code.split(" ")[1:], seen

    def agrees(dealt: Sequence[str]) -> bool:
        position = before
        try:
            for entry in (Entry(None, replay.deal_code(dealt)), *later):
                position = replay.advance(engine, position, entry)
        except IllegalAction:
            return False
        return bool(engine.view(position.state, seat) == view)

    last = len(cards) - 1
    hidden = [place for place in range(last) if agrees(_exchanged(cards, place, last))]
    places, dealt = [*hidden, last], cards
    # One exchange at a time (Fisher and Yates). All at once would seldom do where a card that was
    # played has doubles: one of them has to stay in that hand.
    for upper in range(len(hidden), 0, -1):
        other = _exchanged(dealt, places[upper], places[rng.randrange(upper + 1)])
        if other != dealt and agrees(other):
            dealt = other
    return Entry(None, replay.deal_code(dealt))


def _exchanged(cards: Sequence[str], one: int, other: int) -> list[str]:
    """Return the cards with two of them exchanged."""
    found = list(cards)
    found[one], found[other] = found[other], found[one]
    return found
