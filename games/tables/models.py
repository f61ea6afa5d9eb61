"""What is stored of a table. The log (`Action`) is the truth; what else depends on it is a cache
that `replay_all` proves."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.kernel.seats import Seats, parse

NO_NONCE = "-"  # of a seat whose browser sends none
ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # no lookalikes: people read links aloud
ID_LENGTH = 10  # 31**10 > 2**49: a private table is found by its link only


def new_id() -> str:
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


# stands in the place of an offered draw until the next entry, so that nobody is asked again and
# again
DECLINED = "no"


class Status(models.TextChoices):
    OPEN = "open"
    RUNNING = "running"
    ENDED = "ended"


class EndedBy(models.TextChoices):
    NONE = ""
    RULES = "rules"
    RESIGN = "resign"
    FLAG = "flag"
    DRAW = "draw"
    ABORT = "abort"
    CLOSED = "closed"  # given up before it started: by its players, or because nobody came


class Order(models.TextChoices):
    RANDOM = "random"
    SEATS = "seats"


class LeftBy(models.TextChoices):
    """How somebody left a game that the others play on."""

    NONE = ""
    RESIGN = "resign"
    FLAG = "flag"


class Level(models.TextChoices):
    """How well a bot plays (games.bots.protocol)."""

    BEGINNER = "beginner", _("Beginner")
    CLUB = "club", _("Club")
    EXPERT = "expert", _("Expert")


def bot_name(level: str, seat: int = 0, seats: int = 2) -> str:
    """Where there may be several, each says where it sits, and first of all, since there is little
    room for names then. No user can be called that: their names have no spaces."""
    facts = {"level": Level(level).label, "seat": seat + 1}
    return (
        gettext("%(level)s bot") % facts
        if seats == 2
        else gettext("Bot %(seat)s (%(level)s)") % facts
    )


class Table(models.Model):
    """One playthrough. `version` counts visible changes and drives screens; `ply` counts log
    entries and guards moves."""

    id = models.CharField(primary_key=True, max_length=16, default=new_id, editable=False)
    game = models.CharField(max_length=32)
    ruleset = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    seat_count = models.PositiveSmallIntegerField()
    order = models.CharField(max_length=8, choices=Order, default=Order.RANDOM)
    time_control = models.CharField(max_length=32, default="untimed")
    rated = models.BooleanField(default=False)
    private = models.BooleanField(default=False)

    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    version = models.PositiveIntegerField(default=0)
    ply = models.PositiveIntegerField(default=0)
    # a set of seats, as games.kernel.seats stores it
    to_act = models.CharField(max_length=16, default="", blank=True)
    flag_at = models.DateTimeField(null=True, db_index=True)
    # seats that are bots: such games count on a ladder of their own
    bots = models.PositiveSmallIntegerField(default=0, db_default=0)
    bot_at = models.DateTimeField(null=True)  # when a bot (or a caretaker) has to act
    bot_asked_at = models.DateTimeField(null=True)  # when it was asked again, if ever
    # how often it was asked again since the newest entry
    bot_tries = models.PositiveSmallIntegerField(default=0, db_default=0)
    # nobody plays on for long: its players were told that it ends then
    breaks_off_at = models.DateTimeField(null=True)
    ended_by = models.CharField(max_length=8, choices=EndedBy, default=EndedBy.NONE, blank=True)
    # numbers of the seats that would take a draw
    draw_by = models.CharField(max_length=16, default="", blank=True)
    # … and of those that would rather not have played
    abort_by = models.CharField(max_length=16, default="", blank=True)
    rating_due = models.BooleanField(default=False)  # ended, rated, and not yet in the ratings
    annulled = models.BooleanField(default=False)  # by a moderator: the ratings leave it out

    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="opened_tables"
    )
    # of the form: sent twice, it opens one table
    request_key = models.CharField(max_length=64, default="", db_default="", blank=True)
    rematch_of = models.ForeignKey(
        "self", null=True, on_delete=models.SET_NULL, related_name="rematches"
    )
    # of the tables that this is a rematch of: user id → games won, "draws" → drawn
    series = models.JSONField(default=dict, blank=True)
    secret = models.BinaryField(max_length=64)
    commitment = models.CharField(max_length=64)
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
                fields=["breaks_off_at"],
                condition=Q(breaks_off_at__isnull=False),
                name="table_breaks_off",
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


class Seat(models.Model):
    """A taken seat: of a user, or of a bot. Its nonce is the player's part of every shuffle; a bot
    has none."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="seats"
    )
    bot = models.CharField(max_length=8, choices=Level, default="", db_default="", blank=True)
    nonce = models.CharField(max_length=64)
    clock_ms = models.BigIntegerField(null=True)
    score = models.IntegerField(null=True)
    place = models.PositiveSmallIntegerField(null=True)
    left_by = models.CharField(max_length=8, choices=LeftBy, default=LeftBy.NONE, blank=True)
    # from here on a caretaker played for the seat
    left_ply = models.PositiveIntegerField(null=True)
    # see accounts.origins; forgotten after a while
    origin = models.CharField(max_length=32, default="", db_default="", blank=True)
    # seats of a table with the same number came from the same origin: this stays
    company = models.PositiveSmallIntegerField(null=True)
    # left a rated game that ended by it before every seat had acted: state.walkouts
    walked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            UniqueConstraint(fields=["table", "number"], name="one_player_a_seat"),
            UniqueConstraint(fields=["table", "user"], name="one_seat_a_player"),
            CheckConstraint(
                condition=Q(user__isnull=True) ^ Q(bot=""), name="seat_of_a_user_or_a_bot"
            ),
        ]
        indexes = [
            # few, for those that are to be forgotten
            models.Index(fields=["table"], condition=Q(origin__gt=""), name="seat_origin"),
            models.Index(
                fields=["user", "walked_at"],
                condition=Q(walked_at__isnull=False),
                name="seat_walkouts",
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of {self.table_id}"

    @property
    def name(self) -> str:
        """What others see."""
        return (
            bot_name(self.bot, self.number, self.table.seat_count)
            if self.user is None
            else str(self.user.name)
        )


class Action(models.Model):
    """One log entry, never updated. `hash` covers the entry and `prev`, so that the log is a
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
