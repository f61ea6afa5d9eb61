"""Pairing a round, in the transaction of its step."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.community.events import schedule, selectors, state
from games.community.events.formats import arena, groups, knockout, round_robin, swiss
from games.community.events.formats.values import Seats
from games.community.events.models import Entry, Event, Format, Pairing, Round
from games.community.events.services import deals
from games.community.events.services.locking import saved
from games.registry import engines

PATIENCE = 60
"""Seconds for which two who have just met wait for others in an arena."""


def pair_round(event: Event, now: datetime) -> Round:
    """Make the next round of a locked event, with its pairings. Byes, and games of players who
    have left, have their result at once."""
    number = event.number + 1
    begins = max(now, schedule.begin_of(event, number, now))
    ends = schedule.end_of(event, schedule.begin_of(event, number, now))
    made = Round.objects.create(
        event=event, number=number, begins_at=begins, ends_at=max(ends, begins)
    )
    entries = selectors.entries(event)
    if event.format == Format.KNOCKOUT:
        _bracket(event, made, entries, now)
    elif event.format != Format.ARENA:
        for board, seats in enumerate(_seats(event, entries, number), 1):
            pairing = add(made, board, seats, entries, event, now)
            if event.duplicate and pairing.settled_at is None:
                deals.add_games(event, pairing)
    event.number, event.next_at = number, now
    saved(event, "number", "next_at")
    return made


def _seats(event: Event, entries: Sequence[Entry], number: int) -> list[Seats]:
    if event.format == Format.ROBIN:
        return round_robin.pair([entry.pk for entry in entries], number)
    if event.format == Format.LEAGUE:
        found: list[Seats] = []
        for ids in state.divisions(entries):
            if number <= round_robin.rounds(len(ids)):
                found += round_robin.pair(ids, number)
        return found
    before = state.results(event, selectors.pairings(event))
    players = state.players(event, entries)
    if event.format == Format.GROUPS:
        return groups.pair(players, before, number, size=event.seats, **_sizes(event.game))
    rounds = state.rounds(event, [entry for entry in entries if entry.seed])
    return swiss.pair(players, before, number, rounds)


def _sizes(game: str) -> dict[str, int]:
    seats = engines()[game].seats
    return {"least": max(3, seats.start), "most": min(5, seats.stop - 1)}


def add(
    made: Round,
    board: int,
    seats: Seats,
    entries: Sequence[Entry],
    event: Event,
    now: datetime,
    *,
    game: int = 1,
    third: bool = False,
) -> Pairing:
    """Store a pairing, with its result if it cannot be played."""
    here = {entry.pk: entry.plays for entry in entries}
    plays = [here.get(player, False) for player in seats]
    points: list[float] | None = None
    if len(seats) < 2:
        # The player who is alone at a table of several gets what the first there gets.
        points = [12.0 if event.format == Format.GROUPS else 1.0] * len(seats)
        points = points if event.format not in (Format.ROBIN, Format.LEAGUE) else [0.0] * len(seats)
    elif len(seats) == 2 and not all(plays):
        points = [float(one and not other) for one, other in (plays, plays[::-1])]
    if points is not None and event.duplicate:
        points = [value / 2 for value in points]  # an average: there is nobody to compare with
    return Pairing.objects.create(
        round=made,
        board=board,
        game=game,
        third=third,
        players=list(seats),
        points=points,
        forfeit=points is not None and len(seats) > 1,
        settled_at=now if points is not None else None,
    )


def _bracket(event: Event, made: Round, entries: Sequence[Entry], now: datetime) -> None:
    seeds = {entry.pk: entry.seed for entry in entries}
    if made.number == 1:
        matches = knockout.first([entry.pk for entry in entries])
    else:
        last = [one for one in selectors.pairings(event) if one.round.number == made.number - 1]
        found = state.matches(last)
        won = [state.winner(event, match, games) for match, games in found]
        matches = knockout.following([match for match, _games in found], won, seeds)
    for board, match in enumerate(matches, 1):
        add(made, board, match.players, entries, event, now, third=match.third)


def next_games(event: Event, made: Round, entries: Sequence[Entry], now: datetime) -> bool:
    """Add the next game to every match of a knock-out that is not decided and has no game to play;
    return whether there was one. Each game has as long as the first had."""
    pairings = [one for one in selectors.pairings(event) if one.round_id == made.pk]
    added = False
    for match, games in state.matches(pairings):
        if any(pairing.settled_at is None for pairing in games):
            continue
        if len(match.players) == 2 and state.winner(event, match, games) is None:
            number = len(games) + 1
            seats = knockout.seats(match, number)
            last = games[-1]
            add(made, last.board, seats, entries, event, now, game=number, third=last.third)
            added = True
    if added:
        ends = max(made.ends_at, schedule.end_of(event, now))
        Round.objects.filter(pk=made.pk).update(ends_at=ends, reminded_at=None)
    return added


def pair_waiting(event: Event, made: Round, entries: Sequence[Entry], now: datetime) -> bool:
    """Pair the free players of an arena; return whether there were two."""
    pairings = selectors.pairings(event)
    busy = {id for one in pairings if one.settled_at is None for id in one.players}
    since = {player: one.settled_at for one in pairings if one.settled_at for player in one.players}
    free = [entry.pk for entry in entries if entry.plays and entry.pk not in busy]
    free.sort(key=lambda id: (since.get(id, event.starts_at), id))
    ended = sorted(
        (one for one in pairings if one.settled_at), key=lambda one: (one.settled_at, one.pk)
    )
    waited = [(now - since.get(id, event.starts_at)).total_seconds() for id in free]
    patient = bool(busy) and max(waited, default=0) < PATIENCE
    pairs = arena.pair(free, state.played(ended), patient=patient)
    for board, seats in enumerate(pairs, len(pairings) + 1):
        add(made, board, seats, entries, event, now)
    return bool(pairs)
