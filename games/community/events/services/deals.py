"""Rounds with duplicate deals: each pair plays each deal twice, with seats exchanged, and a game
scores by comparison with all others with the same cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from games.community.duplicate import luck, scoring
from games.community.duplicate import selectors as duplicate
from games.community.duplicate import services as cards
from games.community.duplicate.models import DealSet
from games.community.events.models import Event, Pairing, Round
from games.tables.models import Table

OFFSET = 1000
"""The distance between the numbers of deals of two rounds."""


def add_games(event: Event, first: Pairing) -> None:
    """Store the other games of a pair, behind the first: each deal twice, seats exchanged."""
    there, back = first.players, first.players[::-1]
    Pairing.objects.bulk_create(
        Pairing(
            round=first.round,
            board=first.board,
            game=game,
            players=there if game % 2 else back,
        )
        for game in range(2, 2 * event.deals + 1)
    )


def next_games(event: Event, pairings: Sequence[Pairing]) -> Iterator[Pairing]:
    """Return the games to be opened: live a pair plays one after the other."""
    busy: set[int] = set()
    for one in pairings:
        if one.settled_at is not None:
            continue
        if one.table_id is None and one.board not in busy:
            yield one
        if event.is_live:
            busy.add(one.board)


def open_game(event: Event, made: Round, pairing: Pairing, terms: Mapping[str, Any]) -> Table:
    """Return the table of a game with these terms. Raises TableError."""
    return cards.open_table(
        deals=_set(event, made, terms["now"]), number=(pairing.game - 1) // 2, **terms
    )


def _set(event: Event, made: Round, now: datetime) -> DealSet:
    """Return the deals of a round, made with its first table."""
    if made.deal_set:
        return DealSet.objects.get(pk=made.deal_set)
    found = cards.create(
        game=event.game, seats=2, options=event.options, deals=event.deals, now=now
    )
    made.deal_set = found.pk
    made.save(update_fields=["deal_set"])
    return found


def score(event: Event, made: Round, pairings: Sequence[Pairing], now: datetime) -> bool:
    """Open the seal of a round whose games have all ended, and write their scores; return whether
    it is open. The games of a pair are worth one point together, and half a point is the
    average."""
    lines: list[scoring.Line] = []
    if made.deal_set:
        deals = DealSet.objects.get(pk=made.deal_set)
        cards.close(deals=deals, now=now)
        if not (cards.open_seal(deals=deals, now=now) or _is_open(deals)):
            return False
        lines = duplicate.lines(deals)
    worth = {
        (line.table, line.seat): float(value)
        for line, value in zip(lines, scoring.matchpoints(lines), strict=True)
    }
    games = 2 * event.deals
    for pairing in pairings:
        if pairing.points is None:
            seats = range(len(pairing.players))
            pairing.points = [worth.get((pairing.table_id or "", s), 0.5) / games for s in seats]
    Pairing.objects.bulk_update(pairings, ["points"], batch_size=500)
    return True


def _is_open(deals: DealSet) -> bool:
    return DealSet.objects.filter(pk=deals.pk, opened_at__isnull=False).exists()


def luck_of(event: Event) -> dict[str, float] | None:
    """Return the luck that the comparison took out of an event, from all its games; None if they
    are too few."""
    found = luck.estimate(_lines(event))
    return asdict(found) if found is not None else None


def _lines(event: Event) -> list[scoring.Line]:
    lines: list[scoring.Line] = []
    for made in Round.objects.filter(event=event).exclude(deal_set=""):
        for line in duplicate.lines(DealSet.objects.get(pk=made.deal_set)):
            lines.append(replace(line, deal=made.number * OFFSET + line.deal))
    return lines


def close_all(event: Event, now: datetime) -> None:
    """Let the seals of an event that was called off open when its last tables have ended."""
    for made in Round.objects.filter(event=event, ended_at=None).exclude(deal_set=""):
        cards.close(deals=DealSet.objects.get(pk=made.deal_set), now=now)
