"""An event's rows as the values of its format."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from games.community.events.formats import knockout, round_robin, standings
from games.community.events.formats.knockout import Match
from games.community.events.formats.standings import Line
from games.community.events.formats.values import Id, Played, Player
from games.community.events.models import Entry, Event, Format, Pairing


def players(event: Event, entries: Iterable[Entry]) -> list[Player]:
    """Return the players; a bot plays where the number of people is odd."""
    found, people = [], 0
    for entry in entries:
        people += entry.plays and not entry.bot
        found.append(entry)
    return [
        Player(
            entry.pk,
            -entry.seed,
            entry.since,
            gone=people % 2 == 0 if entry.bot else not entry.plays,
        )
        for entry in sorted(found, key=lambda entry: (entry.seed, entry.pk))
    ]


def played(pairings: Iterable[Pairing]) -> list[Played]:
    """Return the results there are, in the order of rounds and boards."""
    return [
        Played(
            pairing.round.number,
            tuple(pairing.players),
            tuple(map(float, pairing.points)),
            pairing.forfeit,
        )
        for pairing in pairings
        if pairing.points is not None and pairing.players
    ]


def results(event: Event, pairings: Sequence[Pairing]) -> list[Played]:
    """Return the results of an event; with the same cards for all, one for all games of a pair in
    a round."""
    if not event.duplicate:
        return played(pairings)
    by_board: dict[tuple[int, int], list[Pairing]] = defaultdict(list)
    for pairing in pairings:
        by_board[pairing.round.number, pairing.board].append(pairing)
    return [found for games in by_board.values() if (found := _together(games)) is not None]


def _together(games: Sequence[Pairing]) -> Played | None:
    if any(pairing.points is None for pairing in games):
        return None
    seats = tuple(games[0].players)
    points = tuple(
        sum(pairing.points[pairing.players.index(player)] for pairing in games)  # type: ignore
        for player in seats
    )
    forfeit = all(pairing.forfeit for pairing in games)
    return Played(games[0].round.number, seats, points, forfeit)


def rounds(event: Event, entries: Sequence[Entry]) -> int:
    """Return the number of rounds of an event with these entries."""
    count = len(entries)
    if event.format == Format.ARENA:
        return 1
    if event.format == Format.KNOCKOUT:
        return knockout.rounds(count)
    if event.format == Format.ROBIN:
        return round_robin.rounds(count)
    if event.format == Format.LEAGUE:
        sizes = [len(ids) for ids in divisions(entries)]
        return max(map(round_robin.rounds, sizes), default=0)
    if event.format == Format.SWISS:
        return min(event.rounds, round_robin.rounds(count))
    return event.rounds


def divisions(entries: Iterable[Entry]) -> list[list[Id]]:
    """Return the entries of each division by seed, the highest division first."""
    found: dict[int, list[Id]] = defaultdict(list)
    for entry in sorted(entries, key=lambda entry: entry.seed):
        found[entry.division].append(entry.pk)
    return [found[division] for division in sorted(found)]


def matches(pairings: Iterable[Pairing]) -> list[tuple[Match, list[Pairing]]]:
    """Return the matches of a round of a knock-out, in the order of the bracket, with their
    games."""
    by_board: dict[int, list[Pairing]] = defaultdict(list)
    for pairing in pairings:
        by_board[pairing.board].append(pairing)
    found = []
    for _board, games in sorted(by_board.items()):
        games.sort(key=lambda pairing: pairing.game)
        # The first game of a match stands in the order of seeds.
        found.append((Match(tuple(games[0].players), games[0].third), games))
    return found


def winner(event: Event, match: Match, games: Sequence[Pairing]) -> Id | None:
    """Return the winner of a match, None while it goes on."""
    if any(pairing.points is None for pairing in games):
        return None
    return knockout.winner(match, played(games), event.series)


def lines(
    event: Event, entries: Sequence[Entry], pairings: Sequence[Pairing]
) -> list[tuple[Entry, Line]]:
    """Return the standings: of a league by division, of a knock-out by the round reached."""
    by_id = {entry.pk: entry for entry in entries}
    ids = [entry.pk for entry in sorted(entries, key=lambda entry: (entry.seed, entry.pk))]
    known = results(event, pairings)
    if event.format == Format.KNOCKOUT:
        found = _by_rounds(event, ids, pairings)
    elif event.format == Format.LEAGUE:
        found = [line for some in divisions(entries) for line in standings.standings(some, known)]
    else:
        number = 0 if event.format == Format.ARENA else event.number
        found = standings.standings(ids, known, number)
    return [(by_id[line.id], line) for line in found]


def _by_rounds(event: Event, ids: Sequence[Id], pairings: Iterable[Pairing]) -> list[Line]:
    by_round: dict[int, list[Pairing]] = defaultdict(list)
    for pairing in pairings:
        by_round[pairing.round.number].append(pairing)
    reached: dict[Id, float] = dict.fromkeys(ids, 0.0)
    for number, some in by_round.items():
        for match, games in matches(some):
            won = winner(event, match, games)
            for player in match.players:
                further = (0.25 if match.third else 0.5) if player == won else 0.0
                before = number - 0.9 if match.third else number
                reached[player] = max(reached[player], before + further)
    order = sorted(ids, key=lambda player: -reached[player])
    found: list[Line] = []
    for place, player in enumerate(order, 1):
        same = found and found[-1].points == reached[player]
        found.append(Line(player, found[-1].place if same else place, reached[player]))
    return found
