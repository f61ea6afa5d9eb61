"""Importing a game: a transcript becomes a table, at which nobody sits without a claim."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.kernel import transcript
from games.kernel.transcript import Report, Transcript
from games.kernel.transcript.checking import decided
from games.registry import engines
from games.tables.errors import NotPossible
from games.tables.models import NO_NONCE, Action, EndedBy, Level, Order, Seat, Status, Table
from games.tables.proof import claims
from games.tables.proof.claims import Claim
from games.tables.services import allowances
from games.tables.services.open_table import secret_columns
from games.tables.state import hash_chain
from games.tables.state.log_limit import MAX_PLIES

LONGEST = 200_000  # characters: four times the longest game that people have played


class Unfit(NotPossible):
    """A text that is no complete game. `line`: the faulty line, from 1."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(
            _("Line %(line)s: %(sentence)s.") % {"line": line, "sentence": sentence.rstrip(".")}
        )
        self.line = line


@transaction.atomic
def import_game(*, text: str, user: User, now: datetime) -> Table:
    """Return an ended table with the game of a transcript: unrated, without a clock, found by its
    link. The same text of the same user leads to the same table. Nobody sits there without the
    claim of a trusted site. Raises Unfit, or NotPossible for a seat of another user."""
    report = _whole(text)
    assert report.transcript is not None
    allowances.lock(user)
    if claim := claims.read(text, report.transcript, now):
        return _claimed(claim, report, user)
    # not the text: comments and spaces are no part of the game
    key = hashlib.sha256(f"import {transcript.write(report.transcript)}".encode()).hexdigest()
    if found := Table.objects.filter(creator=user, request_key=key).first():
        return found
    return _made(report, user, now, request_key=key)


def _claimed(claim: Claim, report: Report, user: User) -> Table:
    """Return the table of a claim, with its seat given to a user. Raises NotPossible."""
    table = Table.objects.select_for_update().filter(pk=claim.table_id).first()
    if table is None:
        try:
            with transaction.atomic():
                table = _made(report, user, claim.at, id=claim.table_id)
        except IntegrityError:  # somebody else who played there was faster
            table = Table.objects.select_for_update().get(pk=claim.table_id)
    seat = table.seats.get(number=claim.seat)
    if seat.user_id == user.pk:
        return table
    if seat.user_id or table.seats.filter(user=user).exists():
        raise NotPossible(_("This seat is somebody else’s here, or you have another one there."))
    seat.user, seat.bot, seat.called = user, "", ""
    seat.save(update_fields=["user", "bot", "called"])
    table.bots, table.version = table.bots - 1, table.version + 1
    table.save(update_fields=["bots", "version"])
    return table


def _made(report: Report, user: User, at: datetime, **facts: str) -> Table:
    """Write the table of a game that ended at a moment, with bots in its seats."""
    game, hidden = report.transcript, secret_columns()
    assert game is not None
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
        created_at=at,
        started_at=at,
        changed_at=at,
        ended_at=at,
        **hidden,
        **facts,
    )
    Seat.objects.bulk_create(_seats(table, report, at))
    Action.objects.bulk_create(_actions(table, game, hidden["secret"], at))
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
