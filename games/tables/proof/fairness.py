"""The commitment to the shuffles before the start, and after the end the proof that every deal
follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from games.kernel import shuffle
from games.kernel import transcript as transcripts
from games.kernel.replay import Entry
from games.registry import engines
from games.tables import access
from games.tables.models import NO_NONCE, Action, EndedBy, Order, Seat, Status, Table
from games.tables.state.memory import Memory

TRANSCRIPTS = 16_000_000  # characters that stay in memory
verdicts: Memory[str] = Memory(5_000)  # by table, of those whose secret is open


@dataclass(frozen=True, slots=True)
class Part:
    """A player's part of the shuffles."""

    number: int
    name: str
    nonce: str

    @property
    def cut(self) -> bool:
        """Tell whether the player's browser drew a nonce."""
        return self.nonce != NO_NONCE


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal, and whether it follows from the secret."""

    number: int
    what: str  # "seats" or "cards"
    cards: tuple[str, ...]
    drawn: bool  # False if the order of seats is that in which the players sat down
    matches: bool


@dataclass(frozen=True, slots=True)
class Proof:
    """The proof of a table's deals. `opened` is True after the end: only then are secret, nonces
    and deals published. `ok` is None until then."""

    table: str
    order: str
    commitment: str
    opened: bool
    sealed: bool = False
    """True if the game has ended, and its secret is still that of others' games."""
    secret: str = ""
    players: tuple[Part, ...] = ()
    deals: tuple[Deal, ...] = ()
    ok: bool | None = None
    copied: bool = False
    """True for a game that goes on from another one: its cards were dealt anew and not sealed."""

    @property
    def cut(self) -> bool:
        """Tell whether any player had a part in the shuffles."""
        return any(part.cut for part in self.players)

    @property
    def fingerprint(self) -> str:
        """Return the commitment to the published secret, which is that from before the start unless
        the site cheated; "" before the end."""
        return shuffle.commitment(bytes.fromhex(self.secret)) if self.opened else ""

    def as_json(self) -> dict[str, Any]:
        """Return the input of the stand-alone script."""
        return {
            "version": 1,
            "table": self.table,
            "secret": self.secret,
            "commitment": self.commitment,
            "nonces": [part.nonce for part in self.players],
            "order": self.order,
            "deals": [list(deal.cards) for deal in self.deals],
        }


def proof(table_id: str) -> Proof:
    """Return the proof of a table's deals. Raises NoSuchTable."""
    table = access.find(table_id)
    if table.copied:
        return Proof(table.id, table.order, table.commitment, opened=False, copied=True)
    ended, sealed = table.status == Status.ENDED, table.is_sealed(timezone.now())
    actions = (
        list(Action.objects.filter(table=table, seat=None).order_by("ply"))
        if ended and not sealed
        else []
    )
    if not actions:
        named = (table.shuffled_as, table.order, table.commitment)
        return Proof(*named, opened=False, sealed=ended and sealed)
    return of(table, list(table.seats.select_related("user", "table").order_by("number")), actions)


def verdict(table_id: str) -> str:
    """Return whether the deals of an ended table follow from what was sealed: "verified" or
    "wrong"; "" while its secret is closed. Checked once in a process."""
    found = verdicts.get(table_id)
    if found is None:
        ok = proof(table_id).ok
        found = "" if ok is None else "verified" if ok else "wrong"
        if found:
            verdicts.put(table_id, found)
    return found


def of(table: Table, seats: list[Seat], deals: list[Action]) -> Proof:
    """Return the proof made of rows: seats by number with their users, deals by ply."""
    secret, nonces = bytes(table.secret), [seat.nonce for seat in seats]
    dealt = [tuple(action.code.split(" ")[1:]) for action in deals]
    verdict = shuffle.verify(
        secret=secret,
        commitment=table.commitment,
        nonces=nonces,
        table=table.shuffled_as,
        order=table.order,
        deals=dealt,
    )
    shown = tuple(
        Deal(
            number,
            "cards" if number else "seats",
            cards,
            number > 0 or table.order == Order.RANDOM,
            checked.matches,
        )
        for number, (cards, checked) in enumerate(zip(dealt, verdict.deals, strict=True))
    )
    parts = tuple(Part(seat.number, seat.name, seat.nonce) for seat in seats)
    named = (table.shuffled_as, table.order, table.commitment)
    return Proof(*named, True, False, secret.hex(), parts, shown, verdict.ok)


def transcript(table_id: str) -> str:
    """Return a table's log as a transcript; that of a running table holds every hidden card. Raises
    NoSuchTable.

    The transcript of an ended table never changes, so it is kept in memory.
    """
    table = access.find(table_id)
    text = _transcripts.get(table.id)
    if text is None:
        text = written(table)
        if table.status == Status.ENDED:
            _transcripts.put(table.id, text, len(text))
    return text


def written(table: Table) -> str:
    """Return the transcript of a table from its rows as they are now."""
    seats = list(table.seats.order_by("number"))
    entries = [
        Entry(seat, code)
        for seat, code in Action.objects.filter(table=table)
        .order_by("ply")
        .values_list("seat", "code")
    ]
    return transcripts.write(_read(table, seats, entries), engines()[table.game])


def transcripts_of(tables: Sequence[Table], now: datetime) -> dict[str, str]:
    """Return the transcripts, by id, of those tables whose cards may be known, without facts about
    positions. Two queries; the tables bring their seats."""
    opened = [
        table for table in tables if table.status == Status.ENDED and not table.is_sealed(now)
    ]
    logs: dict[str, list[Entry]] = {}
    rows = Action.objects.filter(table__in=opened).order_by("table", "ply")
    for table_id, seat, code in rows.values_list("table", "seat", "code"):
        logs.setdefault(table_id, []).append(Entry(seat, code))
    seats = {table.pk: sorted(table.seats.all(), key=lambda seat: seat.number) for table in opened}
    return {
        table.pk: transcripts.write(_read(table, seats[table.pk], logs[table.pk]))
        for table in opened
        if table.pk in logs
    }


def bare(table: Table, seats: list[Seat], actions: list[Action]) -> str:
    """Return the transcript of these rows without facts about positions, which would need a
    replay."""
    return transcripts.write(
        _read(table, seats, [Entry(action.seat, action.code) for action in actions])
    )


def _read(table: Table, seats: list[Seat], entries: list[Entry]) -> transcripts.Transcript:
    return transcripts.Transcript(
        game=table.game,
        ruleset=table.ruleset,
        seats=len(seats),
        options=dict(table.options),
        entries=tuple(entries),
        left=_left(table, seats),
        ending=_ending(table, seats),
        scores=tuple(seat.score for seat in seats) if table.status == Status.ENDED else (),
        places=tuple(seat.place for seat in seats) if table.status == Status.ENDED else (),
    )


def _ending(table: Table, seats: list[Seat]) -> str:
    """Return the cause of the end other than rules and leaving. Bots that the last person left
    alone share a draw."""
    if table.ended_by in (EndedBy.DRAW, EndedBy.ABORT):
        return table.ended_by
    alone = (
        table.ended_by in (EndedBy.RESIGN, EndedBy.FLAG)
        and sum(seat.place == 1 for seat in seats) > 1
    )
    return EndedBy.DRAW.value if alone else ""


def _left(table: Table, seats: list[Seat]) -> tuple[transcripts.Leaving, ...]:
    """Return the seats that left, in order. Of two that left at the same ply, the first has the
    worse place."""
    gone = [
        (seat.left_ply or 0, -(seat.place or 0), seat.number, seat.left_by)
        for seat in seats
        if seat.left_by
    ]
    # Early games for two have no `left_by`: only the places tell who resigned.
    if table.ended_by == EndedBy.RESIGN and not gone:
        gone = [(table.ply, 0, seat.number, table.ended_by) for seat in seats if seat.place != 1]
    return tuple(transcripts.Leaving(ply, seat, by) for ply, _, seat, by in sorted(gone))


_transcripts: Memory[str] = Memory(TRANSCRIPTS)
