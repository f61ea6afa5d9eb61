"""Taking in a game that was played elsewhere: a transcript becomes a table that nobody sits at."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.kernel import shuffle, transcript
from games.kernel.transcript import Report, Transcript
from games.kernel.transcript.checking import decided
from games.registry import engines
from games.tables.errors import NotPossible
from games.tables.models import NO_NONCE, Action, EndedBy, Level, Order, Seat, Status, Table
from games.tables.services import allowances
from games.tables.state import hash_chain
from games.tables.state.log_limit import MAX_PLIES

LONGEST = 200_000  # characters: four times the longest game that people have played


class Unfit(NotPossible):
    """A text that is no whole game. `line`: where, from 1."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(
            _("Line %(line)s: %(sentence)s.") % {"line": line, "sentence": sentence.rstrip(".")}
        )
        self.line = line


@transaction.atomic
def import_game(*, text: str, user: User, now: datetime) -> Table:
    """Return an ended table with the game of a transcript: unrated, without a clock, found by its
    link. The same text of the same user leads to the same table. Raises Unfit."""
    report = _whole(text)
    game = report.transcript
    assert game is not None
    allowances.lock(user)
    # not the text: comments and spaces are no part of the game
    key = hashlib.sha256(f"import {transcript.write(game)}".encode()).hexdigest()
    if found := Table.objects.filter(creator=user, request_key=key).first():
        return found
    secret = secrets.token_bytes(shuffle.SECRET_BYTES)
    table = Table.objects.create(
        game=game.game,
        ruleset=game.ruleset,
        options=dict(game.options),
        seat_count=game.seats,
        order=Order.SEATS,
        private=True,
        status=Status.ENDED,
        version=1,
        ply=len(game.entries),
        copied=len(game.entries),
        clock_rules=0,  # nothing is known of moments
        bots=game.seats,
        ended_by=_ended_by(report),
        creator=user,
        request_key=key,
        secret=secret,
        commitment=shuffle.commitment(secret),
        created_at=now,
        started_at=now,
        changed_at=now,
        ended_at=now,
    )
    Seat.objects.bulk_create(_seats(table, report, now))
    Action.objects.bulk_create(_actions(table, game, secret, now))
    return table


def _whole(text: str) -> Report:
    """Return a transcript that replays to its end. Raises Unfit."""
    if len(text) > LONGEST or text.count("\n") > MAX_PLIES:
        raise Unfit(1, _("this is longer than any game"))
    report = transcript.check(text, engines())
    if report.faults:
        raise Unfit(report.faults[0].line, report.faults[0].sentence)
    game, position = report.transcript, report.position
    assert game is not None and report.engine is not None and position is not None
    if not game.stopped and report.engine.outcome(position.state) is None:
        raise Unfit(game.lines[-1], _("the game is not over here"))
    return report


def _ended_by(report: Report) -> str:
    game, position = report.transcript, report.position
    assert game is not None and report.engine is not None and position is not None
    if game.ending:
        return game.ending
    if report.engine.outcome(position.state) is not None:
        return EndedBy.RULES
    return game.left[-1].by


def _seats(table: Table, report: Report, now: datetime) -> Iterator[Seat]:
    """Yield seats of bots, which play no more: a name of the text could be that of somebody
    here."""
    game, position = report.transcript, report.position
    assert game is not None and report.engine is not None and position is not None
    scores, places = decided(game, report.engine.outcome(position.state))
    scores, places = game.scores or scores, places or game.places
    left = {gone.seat: gone for gone in game.left}
    for number in range(game.seats):
        gone = left.get(number)
        yield Seat(
            table=table,
            number=number,
            bot=Level.CLUB,
            called=_("Seat %(number)s") % {"number": number + 1},
            nonce=NO_NONCE,
            score=scores[number] if scores else None,
            place=places[number] if places else None,
            left_by=gone.by if gone else "",
            left_ply=gone.after if gone else None,
            ended_at=now,
        )


def _actions(table: Table, game: Transcript, secret: bytes, now: datetime) -> Sequence[Action]:
    key, tail, found = hash_chain.key(secret), table.commitment, []
    for ply, entry in enumerate(game.entries):
        facts = {"ply": ply, "seat": entry.seat, "code": entry.code, "at": now, "clock_ms": None}
        link = hash_chain.link(tail, table_id=table.pk, key=key, **facts)  # type: ignore[arg-type]
        found.append(Action(table=table, prev=tail, hash=link, **facts))
        tail = link
    return found
