"""The ledger of notices on each channel, so that none is sent twice or lost; and the news on the
site."""

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
    IDLE = "idle"  # nobody plays on: the game is aborted soon
    OPENED = "opened"  # somebody whom the user follows has opened a table
    DRAW = "draw"  # offered
    ABORT = "abort"  # … to abort the game
    SLOW = "slow"  # … to go on by correspondence
    UNDO = "undo"  # another player asks for the last action
    ROUND = "round"  # of the user's event, has begun. This and the following are about no table:
    LAST_DAY = "last_day"  # the round ends soon, and the user has not finished
    EVENT = "event"  # the user's event begins soon, has ended, or was called off
    CLUB = "club"  # something in a club


class Why(models.TextChoices):
    """The site's own reasons why a notice waits or was not sent."""

    HELD = "quiet"  # quiet hours
    LOOKING = "looking"  # the table is open in front of the user
    RESTS = "rests"  # the place has just failed: it waits for the next try there
    SEEN = "seen"  # the table was open
    PASSED = "passed"  # it no longer holds
    TOLD = "told"  # the notice about the turn at the table says it
    OFF = "off"  # the user does not want it any more
    GONE = "gone"  # the device or webhook is no more
    INTERRUPTED = "interrupted"  # a worker died while sending
    NOWHERE = "nowhere"  # no place: marks the event as looked at
    BEFORE = "before"  # older than the preference: a mark, too


class Notice(models.Model):
    """A notice about a table to a user at one place. `begun` identifies the turn
    (games.tables.state.current_turn), or is the ply of an idle game or an offer. A notice about no
    table has the `subject` of its item of news."""

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
    # its name at that time
    place = models.CharField(max_length=60, blank=True, default="", db_default="")
    # Ids recur after a backup is restored. "": written by an earlier release.
    key = models.CharField(max_length=32, default=new_key, db_default="", editable=False)
    # of the table at the last scan: at the same one there is no news
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
    # the tag under which a device shows it; "" once it is retracted or replaced
    shown = models.CharField(max_length=64, blank=True, default="", db_default="")
    # one of `Why`, or the kind of an error, without the address
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
        """Return the table of a notice about one."""
        assert self.table is not None
        return self.table

    @property
    def name(self) -> str:
        """Return a name that is unique across copies of the site."""
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
    """An item of news about a table, caused by the user `by`. One about no table has `facts`
    (games.notices.news_sources), and for notices a `kind` and a `subject`, one notice each."""

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
    # an offer or an invitation that waits no longer, read or not
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
