"""The ledger of notices that are due or were sent on each channel, so that none is sent twice or
lost; and the news that people find on the site."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint
from django.utils.translation import gettext_lazy as _

from accounts.models import State, new_key
from games.tables.models import Table

__all__ = ["Kind", "News", "Notice", "State", "What", "Where", "Why"]


class Where(models.TextChoices):
    """The channels of notices."""

    MAIL = "mail", _("Mail")
    PUSH = "push", _("Push")
    WEBHOOK = "webhook", _("Webhook")


class Kind(models.TextChoices):
    """Kinds of notices."""

    LIVE = "live"  # a turn in a live game
    TURN = "turn"  # a turn by correspondence
    LOW = "low"  # the clock of a turn runs low
    OVER = "over"
    INVITATION = "invitation"
    REMATCH = "rematch"
    IDLE = "idle"  # nobody plays on: the game is broken off soon
    OPENED = "opened"  # somebody whom the user follows has opened a table
    DRAW = "draw"  # offered
    ABORT = "abort"  # … to break the game off
    SLOW = "slow"  # … to go on by correspondence
    UNDO = "undo"  # another player asks for the last action
    ROUND = "round"  # of an event that the user is in: it has begun. About no table, as the others:
    LAST_DAY = "last_day"  # the round ends soon, and the user has not finished
    EVENT = "event"  # one that the user is in begins soon, has ended, or was called off
    CLUB = "club"  # something in a club


class Why(models.TextChoices):
    """The site's own reasons why a notice waits or was not sent."""

    HELD = "quiet"  # these are hours of quiet
    LOOKING = "looking"  # the table is open in front of the user
    RESTS = "rests"  # the place has just failed: this waits for its next try
    SEEN = "seen"  # it was, and so there is nothing to tell later either
    PASSED = "passed"  # it is no news any more
    TOLD = "told"  # the user's turn at the table, which is told by itself, says it
    OFF = "off"  # the user does not want it any more
    GONE = "gone"  # the device or webhook is no more
    INTERRUPTED = "interrupted"  # a worker died while sending
    NOWHERE = "nowhere"  # nobody could be told: a mark that this has been looked at
    BEFORE = "before"  # it was there when it was switched on: a mark likewise


class Notice(models.Model):
    """One thing that a user is told about a table at one place. `begun` tells turns apart
    (games.tables.state.current_turn). Of games that stand still it is the ply at which
    they do, of offers the ply at which they come. What is about no table has the `subject` of the
    item of news that says it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices"
    )
    table = models.ForeignKey(Table, null=True, on_delete=models.CASCADE, related_name="notices")
    subject = models.CharField(max_length=64, blank=True, default="", db_default="")
    kind = models.CharField(max_length=10, choices=Kind)
    begun = models.PositiveIntegerField(default=0)
    where = models.CharField(
        max_length=8, choices=Where, default=Where.MAIL, db_default=Where.MAIL.value
    )
    # the number of a device or a webhook; 0 for mail
    target = models.PositiveBigIntegerField(default=0, db_default=0)
    # its name when this was written: it may be gone since
    place = models.CharField(max_length=60, blank=True, default="", db_default="")
    # Numbers of rows come again when a backup is restored. "": written by an earlier release.
    key = models.CharField(max_length=32, default=new_key, db_default="", editable=False)
    # of the table when it was looked at last: at the same one there is no news
    version = models.PositiveIntegerField(default=0)
    # who invites
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    made_at = models.DateTimeField(null=True)  # None: written by an earlier release
    due_at = models.DateTimeField()  # while it waits: not before
    sent_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    # the tag under which a device shows it, "" once it is taken away, or another one is there
    shown = models.CharField(max_length=64, blank=True, default="", db_default="")
    # one of `Why`, or what kind of error, and no address
    error = models.CharField(max_length=120, blank=True, default="")

    class Meta:
        constraints = [
            UniqueConstraint(
                fields=["user", "table", "kind", "begun", "where", "target"], name="told_there_once"
            ),
            UniqueConstraint(
                fields=["user", "subject", "kind", "where", "target"],
                condition=Q(table=None),
                name="told_of_no_table_once",
            ),
            CheckConstraint(
                condition=Q(table__isnull=True) ^ Q(subject=""), name="of_a_table_or_a_subject"
            ),
        ]
        indexes = [
            models.Index(fields=["user", "-id"], name="notice_ledger"),
            models.Index(
                fields=["due_at"], condition=Q(state__in=["waiting", "sending"]), name="notice_due"
            ),
            models.Index(fields=["where", "due_at"], condition=~Q(shown=""), name="notice_shown"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} at {self.table_id or self.subject} for {self.user_id}"

    @property
    def at(self) -> Table:
        """Return the table of a notice that is about one."""
        assert self.table is not None
        return self.table

    @property
    def name(self) -> str:
        """Return a name that no other notice has, not even in a copy of the site."""
        return self.key or f"{self.pk} {self.made_at}"


class What(models.TextChoices):
    """Kinds of news."""

    INVITED = "invited"
    REMATCH = "rematch"  # somebody asks for one
    DECLINED = "declined"  # somebody does not come
    ENDED = "ended"
    DRAW = "draw"  # offered, as the three that follow
    ABORT = "abort"
    SLOW = "slow"
    UNDO = "undo"
    UNPLAYED = "unplayed"  # what the user had left for a turn
    DECIDED = "decided"  # by a moderator, about the user or a report; about no table
    CLUB = "club"  # something in a club; about no table
    EVENT = "event"  # something in a tournament or a league; about no table


class News(models.Model):
    """An item of news about a table, caused by the user `by`. What is about no table has `facts`
    (games.notices.told), and, if it is also told elsewhere, the `kind` of the notices and a
    `subject`, of which everybody is told once."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="news"
    )
    table = models.ForeignKey(Table, null=True, on_delete=models.CASCADE, related_name="news")
    what = models.CharField(max_length=8, choices=What)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    facts = models.JSONField(default=dict, db_default={})
    kind = models.CharField(max_length=10, choices=Kind, blank=True, default="", db_default="")
    subject = models.CharField(max_length=64, blank=True, default="", db_default="")
    at = models.DateTimeField()
    read_at = models.DateTimeField(null=True)
    # An offer or an invitation that waits no longer: it does not count, whether or not it was read.
    over = models.BooleanField(default=False, db_default=False)

    class Meta:
        verbose_name_plural = "news"
        constraints = [UniqueConstraint(fields=["user", "table", "what", "by"], name="news_once")]
        indexes = [
            models.Index(fields=["user", "-id"], name="news_newest"),
            models.Index(fields=["user", "-id"], condition=Q(read_at=None), name="news_new"),
            models.Index(fields=["at"], name="news_at"),
            models.Index(
                fields=["user", "subject"], condition=~Q(subject=""), name="news_of_a_subject"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.what} at {self.table_id} for {self.user_id}"
