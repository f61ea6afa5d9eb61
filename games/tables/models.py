"""The stored data of a table. The log (`Action`) is the truth; all that depends on it is a cache,
which the command `replay_all` checks."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.kernel.seats import Seats, parse
from games.screens.languages import per_language
from games.tables import bot_names

NO_HINT = "-"  # in place of a hint's code: none was found
NO_NONCE = "-"  # the nonce of a seat whose browser sends none
ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # no similar letters: people read links aloud
ID_LENGTH = 10  # 31**10 > 2**49: a private table is found by its link only


def new_id() -> str:
    """Return a random id for a table: ID_LENGTH letters."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


# The value of `draw_by` after a declined draw, and of `undo_by` after a declined take-back, until
# the next entry: no second offer before that.
DECLINED = "no"


class Status(models.TextChoices):
    """The stages of a table."""

    OPEN = "open"
    RUNNING = "running"
    ENDED = "ended"


class EndedBy(models.TextChoices):
    """The causes of a table's end."""

    NONE = ""
    RULES = "rules"
    RESIGN = "resign"
    FLAG = "flag"
    DRAW = "draw"
    ABORT = "abort"
    CLOSED = "closed"  # closed before the start: all players left, or nobody came


class Order(models.TextChoices):
    """The ways to find the order of seats: drawn, or as the players sat down."""

    RANDOM = "random"
    SEATS = "seats"


class LeftBy(models.TextChoices):
    """The ways to leave a game that the others continue."""

    NONE = ""
    RESIGN = "resign"
    FLAG = "flag"


class Level(models.TextChoices):
    """The levels of play of a bot (games.bots.protocol)."""

    BEGINNER = "beginner", _("Beginner")
    CLUB = "club", _("Club")
    EXPERT = "expert", _("Expert")
    MASTER = "master", _("Master")


@per_language(16)
def bot_name(level: str) -> str:
    """Return the name of the bots of a level, for lists of players without a table. No user can
    have such a name: names of users have no spaces."""
    return gettext("%(level)s bot") % {"level": Level(level).label}


class Table(models.Model):
    """One playthrough. `version` counts visible changes, and open boards follow it; `ply` counts
    log entries, and every move names the ply that it answers."""

    id = models.CharField(primary_key=True, max_length=16, default=new_id, editable=False)
    game = models.CharField(max_length=32)
    ruleset = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    seat_count = models.PositiveSmallIntegerField()
    order = models.CharField(max_length=8, choices=Order, default=Order.RANDOM)
    time_control = models.CharField(max_length=32, default="untimed")
    # Clocks by correspondence run day and night, whenever their players sleep.
    sleepless = models.BooleanField(default=False, db_default=False)
    # The days of sleep and days off for which each clock stands at most; null: no limit.
    sleep_days = models.PositiveSmallIntegerField(null=True)
    # The spans in which the clocks by correspondence stand since the house is closed for repairs,
    # as `state.resting` reads them; "" if there were none.
    stood = models.TextField(default="", db_default="", blank=True)
    # The rules by which the clocks run, each with those before it. 1: a take-back takes away what
    # its turn had added; 2: a live clock starts with the player's first move (state.snapshot).
    clock_rules = models.PositiveSmallIntegerField(default=1, db_default=0)
    rated = models.BooleanField(default=False)
    private = models.BooleanField(default=False)
    # Who may sit down, as games.tables.state.requirements reads it; "": everybody.
    asks = models.CharField(max_length=40, default="", db_default="", blank=True)
    # Nobody talks here, neither those who play nor those who watch.
    silent = models.BooleanField(default=False, db_default=False)
    # No card is looked at here through the lens of the boards.
    lensless = models.BooleanField(default=False, db_default=False)

    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    version = models.PositiveIntegerField(default=0)
    ply = models.PositiveIntegerField(default=0)
    # A set of seats, as games.kernel.seats stores it.
    to_act = models.CharField(max_length=16, default="", blank=True)
    flag_at = models.DateTimeField(null=True, db_index=True)
    # The number of seats with bots. Such games have ratings of their own.
    bots = models.PositiveSmallIntegerField(default=0, db_default=0)
    # Whether the account of a bot plays here. Such games have a ladder of their own.
    programs = models.BooleanField(default=False, db_default=False)
    bot_at = models.DateTimeField(null=True)  # when a bot (or a caretaker) has to act
    bot_asked_at = models.DateTimeField(null=True)  # when a second task was sent for it, if ever
    # How many further tasks were sent since the newest entry.
    bot_tries = models.PositiveSmallIntegerField(default=0, db_default=0)
    # When an idle game is broken off; its players were warned.
    breaks_off_at = models.DateTimeField(null=True)
    ended_by = models.CharField(max_length=8, choices=EndedBy, default=EndedBy.NONE, blank=True)
    # The numbers of the seats that offer a draw.
    draw_by = models.CharField(max_length=16, default="", blank=True)
    # The numbers of the seats that offer to break the game off.
    abort_by = models.CharField(max_length=16, default="", blank=True)
    # The seat that asks for its last action, and those that agree; lapses with the next entry.
    undo_by = models.CharField(max_length=16, default="", db_default="", blank=True)
    # Seats that have left lines for their turn (`Plan`). No board and no viewer is told.
    planned = models.CharField(max_length=16, default="", db_default="", blank=True)
    # The seats that offer to go on by correspondence; lapses with the next entry. And when a live
    # game has done so, as games.tables.state.conversion reads it.
    slow_by = models.CharField(max_length=16, default="", db_default="", blank=True)
    slowed = models.CharField(max_length=48, default="", db_default="", blank=True)
    # How far the game is, as games.screens.progress reads it; as of the newest entry.
    progress = models.CharField(max_length=80, default="", db_default="", blank=True)
    rating_due = models.BooleanField(default=False)  # ended, rated, and not yet in the ratings
    annulled = models.BooleanField(default=False)  # by a moderator: the ratings ignore it

    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="opened_tables"
    )
    # The key of the form, so that a form that is sent twice opens one table.
    request_key = models.CharField(max_length=64, default="", db_default="", blank=True)
    rematch_of = models.ForeignKey(
        "self", null=True, on_delete=models.SET_NULL, related_name="rematches"
    )
    # The number of the first entries that were copied from another game, from whose middle this one
    # goes on; hidden cards were dealt anew. Such a game counts nowhere.
    copied = models.PositiveIntegerField(default=0, db_default=0)
    # The score of the earlier games of the series: user id → games won, "draws" → games drawn.
    series = models.JSONField(default=dict, blank=True)
    secret = models.BinaryField(max_length=64)
    commitment = models.CharField(max_length=64)
    # The name of a deal that several tables share (games.daily, games.community.duplicate), and its
    # address too: the shuffles follow from it instead of the table's id. "": it has its own.
    deal = models.CharField(max_length=64, default="", db_default="", blank=True)
    # Until then only its players may see the table, and its secret stays sealed.
    sealed_until = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    changed_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["status", "private", "-created_at"], name="table_lobby"),
            models.Index(
                fields=["ended_at"], condition=Q(rating_due=True), name="table_rating_due"
            ),
            models.Index(fields=["-ended_at"], condition=Q(status="ended"), name="table_ended"),
            models.Index(
                # The status leads, or SQLite would prefer the index of the lobby, and sort.
                fields=["status", "-started_at", "-id"],
                condition=Q(status="running", private=False),
                name="table_running",
            ),
            models.Index(
                fields=["status", "-ended_at", "-id"],
                condition=Q(status="ended", private=False),
                name="table_archive",
            ),
            models.Index(
                fields=["status", "game", "-ended_at", "-id"],
                condition=Q(status="ended", private=False),
                name="table_archive_game",
            ),
            models.Index(
                fields=["breaks_off_at"],
                condition=Q(breaks_off_at__isnull=False),
                name="table_breaks_off",
            ),
            models.Index(fields=["deal"], condition=Q(deal__gt=""), name="table_deal"),
            # A small index, for tables that wait, and those that closed without a game.
            models.Index(
                fields=["ended_at"], condition=Q(started_at__isnull=True), name="table_not_begun"
            ),
            models.Index(fields=["bot_at"], condition=Q(bot_at__isnull=False), name="table_bot_at"),
        ]
        constraints = [
            CheckConstraint(condition=Q(status__in=Status.values), name="table_status"),
            CheckConstraint(
                condition=Q(status=Status.ENDED) ^ Q(ended_by=""), name="table_ended_by_something"
            ),
            CheckConstraint(condition=Q(seat_count__gte=1), name="table_has_seats"),
            UniqueConstraint(
                fields=["creator", "request_key"], condition=~Q(request_key=""), name="opened_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.id}"

    @property
    def acting(self) -> Seats:
        """Return the seats that have to act."""
        return parse(self.to_act)

    @property
    def shuffled_as(self) -> str:
        """Return the name that the table's shuffles follow from."""
        return self.deal or self.id

    def is_sealed(self, now: datetime) -> bool:
        """Tell whether only its players may see the table, and nobody its secret."""
        return self.sealed_until is not None and now < self.sealed_until


def not_sealed(now: datetime, table: str = "") -> Q:
    """Return the condition for tables of which others may know the result. `table`: how the table
    is named in the query, with the two underscores behind it."""
    opened: Q = Q(**{f"{table}sealed_until": None}) | Q(**{f"{table}sealed_until__lte": now})
    return opened


class Seat(models.Model):
    """A taken seat: of a user, or of a bot. Its nonce is the player's part of every shuffle; a bot
    has none."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="seats"
    )
    bot = models.CharField(max_length=8, choices=Level, default="", db_default="", blank=True)
    # The bot's name at this table; "" for a bot of an earlier release (`bot_names`).
    called = models.CharField(max_length=24, default="", db_default="", blank=True)
    nonce = models.CharField(max_length=64)
    clock_ms = models.BigIntegerField(null=True)
    # When the player is awake, since the start of the game, as `state.sleeping` reads it; "" if
    # every minute counts.
    sleeps = models.TextField(default="", db_default="", blank=True)
    score = models.IntegerField(null=True)
    place = models.PositiveSmallIntegerField(null=True)
    left_by = models.CharField(max_length=8, choices=LeftBy, default=LeftBy.NONE, blank=True)
    # The ply from which a caretaker plays for the seat.
    left_ply = models.PositiveIntegerField(null=True)
    # The ply after the newest take-back that gave the seat the turn or took it away: what comes
    # then is a turn of its own (state.present_turn).
    renewed = models.PositiveIntegerField(default=0, db_default=0)
    # A hash of the address (accounts.address_hashes), deleted after some time.
    origin = models.CharField(max_length=32, default="", db_default="", blank=True)
    # Seats of a table with the same number here have the same origin. This is not deleted.
    company = models.PositiveSmallIntegerField(null=True)
    # When the player walked out (state.walkouts).
    walked_at = models.DateTimeField(null=True)
    # The hints that the player was given in this game.
    hints = models.PositiveSmallIntegerField(default=0, db_default=0)
    # The ply for which a hint stands, its code ("" while it is looked for, or NO_HINT), and since
    # when it is looked for.
    hint_ply = models.PositiveIntegerField(null=True)
    hint_code = models.CharField(max_length=64, default="", db_default="", blank=True)
    hint_at = models.DateTimeField(null=True)
    # Until then the player's own list of tables that wait leaves this one out.
    hidden_until = models.DateTimeField(null=True)
    # Copies of facts of the table, so that a player's lists are read along one index, however much
    # somebody has played: when it ended, and its game if the archive lists it.
    ended_at = models.DateTimeField(null=True)
    listed = models.CharField(max_length=32, default="", db_default="", blank=True)

    class Meta:
        constraints = [
            UniqueConstraint(fields=["table", "number"], name="one_player_a_seat"),
            UniqueConstraint(fields=["table", "user"], name="one_seat_a_player"),
            CheckConstraint(
                condition=Q(user__isnull=True) ^ Q(bot=""), name="seat_of_a_user_or_a_bot"
            ),
        ]
        indexes = [
            # A small index, for the origins that have to be deleted.
            models.Index(fields=["table"], condition=Q(origin__gt=""), name="seat_origin"),
            models.Index(
                fields=["user", "walked_at"],
                condition=Q(walked_at__isnull=False),
                name="seat_walkouts",
            ),
            models.Index(
                fields=["hint_at"], condition=Q(hint_at__isnull=False), name="seat_hint_at"
            ),
            models.Index(fields=["user"], condition=Q(ended_at__isnull=True), name="seat_live"),
            models.Index(
                fields=["user", "-ended_at", "-table"],
                condition=Q(place__isnull=False),
                name="seat_ended",
            ),
            models.Index(
                fields=["user", "-ended_at", "-table"],
                condition=Q(listed__gt=""),
                name="seat_listed",
            ),
            models.Index(
                fields=["user", "listed", "-ended_at", "-table"],
                condition=Q(listed__gt=""),
                name="seat_listed_game",
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of {self.table_id}"

    @property
    def bot_called(self) -> str:
        """Return the name of the seat's bot at this table."""
        return self.called or bot_names.choose(self.table.game, self.table_id, self.number)

    @property
    def name(self) -> str:
        """Return the name that others see in lists, where nothing else tells bots from people."""
        if self.user is None:
            return bot_names.unmistakable(self.bot_called)
        return str(self.user.name)


class Answer(models.TextChoices):
    """The answers to an invitation."""

    NONE = ""
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"  # by those who invited


class Invitation(models.Model):
    """A user who is asked to sit down at a table that waits. The seat that is kept for a player of
    the game before (a rematch) stands here; a plain invitation keeps none."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField(null=True)
    answer = models.CharField(max_length=9, choices=Answer, default=Answer.NONE, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [UniqueConstraint(fields=["table", "user"], name="invited_once")]
        indexes = [models.Index(fields=["at"], name="invitation_at")]

    def __str__(self) -> str:
        return f"{self.user_id} to {self.table_id}"


class Action(models.Model):
    """One log entry, never updated. `hash` covers the entry and `prev`, so that the log is a hash
    chain."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="actions")
    ply = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)  # null: chance
    code = models.TextField()
    at = models.DateTimeField()
    clock_ms = models.BigIntegerField(null=True)
    prev = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        constraints = [UniqueConstraint(fields=["table", "ply"], name="one_action_a_ply")]

    def __str__(self) -> str:
        return f"{self.table_id} {self.ply}: {self.code}"


class Plan(models.Model):
    """A line that a seat has left for its next turn: if the condition holds then, the codes are
    played. Its player alone knows of it. `since` says for which turn it is (state.waiting)."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="plans")
    seat = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()  # from 1; the first that fits is played
    since = models.PositiveIntegerField()
    condition = models.CharField(max_length=32)
    arguments = models.JSONField(default=dict)
    answer = models.JSONField(default=dict)
    codes = models.JSONField(default=list)

    class Meta:
        constraints = [UniqueConstraint(fields=["table", "seat", "place"], name="one_plan_a_place")]

    def __str__(self) -> str:
        return f"plan {self.place} of seat {self.seat} of {self.table_id}"


class Became(models.TextChoices):
    """The ends of the plans of a seat when its turn has come."""

    PLAYED = "played"
    NONE = "none"  # no line fitted
    REFUSED = "refused"  # the codes of the line that fitted were not legal
    OFFER = "offer"  # an offer of another player waited for an answer
    DEALT = "dealt"  # new cards were dealt


class PlanNote(models.Model):
    """The end of a seat's newest plans, for its player alone: shown until the ply of `since`
    is not that of its turn any more."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="plan_notes")
    seat = models.PositiveSmallIntegerField()
    since = models.PositiveIntegerField()
    became = models.CharField(max_length=8, choices=Became)
    # The line that fitted; 0 and empty if none did.
    place = models.PositiveSmallIntegerField(default=0)
    condition = models.CharField(max_length=32, default="", blank=True)
    arguments = models.JSONField(default=dict)
    answer = models.JSONField(default=dict)

    class Meta:
        constraints = [UniqueConstraint(fields=["table", "seat"], name="one_plan_note_a_seat")]

    def __str__(self) -> str:
        return f"plans of seat {self.seat} of {self.table_id}: {self.became}"
