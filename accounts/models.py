"""Users, their devices, and letters."""

import secrets
from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Upper
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.indexes import ListedStartIndex, StartIndex


class Theme(models.TextChoices):
    """Colours of the pages."""

    AUTO = "auto", _("Device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class Role(models.TextChoices):
    """Offices. A host has all rights of a moderator."""

    NONE = "", ""
    MODERATOR = "moderator", _("Moderator")
    HOST = "host", _("Host")


class User(AbstractUser):
    """A player: an account, a guest, or a closed account, whose row stays since opponents keep
    their games."""

    # a name is all that is required
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        _("name at the table"),
        max_length=names.LONGEST,
        unique=True,
        validators=[names.well_formed],
    )
    is_guest = models.BooleanField(default=False)
    theme = models.CharField(max_length=5, choices=Theme, default=Theme.AUTO)
    zone = models.CharField(max_length=64, blank=True, default="")
    """A time zone; empty: the browser's."""
    wishes = models.CharField(max_length=40, blank=True, default="", db_default="")
    """The grid of notices: what, where and when (games.notices); empty: the default."""
    daily_at = models.PositiveSmallIntegerField(default=8 * 60, db_default=8 * 60)
    """The minute of the user's day at which daily news is sent."""
    quiet = models.CharField(max_length=11, blank=True, default="", db_default="")
    """Quiet hours, "23:00-07:00"; "-" for none; empty: while asleep."""
    mail_zone = models.CharField(max_length=64, blank=True, default="")
    """The browser's time zone when the wishes were saved."""
    mail_language = models.CharField(max_length=16, blank=True, default="", db_default="")
    """The language of the page when the wishes were saved; empty: the site's."""
    goes_on = models.BooleanField(default=True)
    """Whether to go on to the next waiting table after a move by correspondence."""
    bots_pause = models.BooleanField(default=True, db_default=True)
    """Whether bots pause before they move."""
    finishes_turns = models.BooleanField(default=True, db_default=True)
    """Whether a page takes the last step of a turn by itself if it is forced."""
    role = models.CharField(
        max_length=9, choices=Role, blank=True, default=Role.NONE, db_default=Role.NONE.value
    )
    """An office; it opens `games.community.desk`."""
    talks = models.BooleanField(default=True, db_default=True)
    """Whether the user sees talk at tables."""
    shows_presence = models.BooleanField(default=False, db_default=False)
    """Whether followers see that the user is here, and at which public table."""
    sign_outs = models.PositiveIntegerField(default=0, db_default=0)
    """The number of global sign-outs: part of the stamp in every session."""
    closed_at = models.DateTimeField(null=True, blank=True)
    unnamed_since = models.DateTimeField(null=True, blank=True)
    """When the user chose not to be named in dumps of games."""
    owner = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="bots"
    )
    """The user whose program plays as this account; it stays a bot's."""
    renamed_at = models.DateTimeField(null=True, blank=True)
    """When the name was last changed."""

    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        # Upper, as Django's case-insensitive look-ups use it.
        constraints = [
            models.UniqueConstraint(Upper("username"), name="username_whatever_the_case")
        ]
        indexes = [
            models.Index("id", condition=models.Q(closed_at__isnull=False), name="user_closed"),
            StartIndex("username", name="user_name_start"),
            # for searches: without the many guests
            ListedStartIndex(
                "username",
                condition=models.Q(is_guest=False, closed_at=None, is_active=True),
                name="user_known",
            ),
        ]

    def __str__(self) -> str:
        return self.username

    @property
    def name(self) -> str:
        """Return the name that others see."""
        return names.display_name(
            self.username, guest=self.is_guest, closed=self.is_closed, bot=self.is_bot
        )

    @property
    def is_named_in_dumps(self) -> bool:
        """Return whether dumps of games name this user."""
        return self.unnamed_since is None

    @property
    def is_bot(self) -> bool:
        """Return whether a program plays as this account."""
        return self.owner_id is not None

    @property
    def is_closed(self) -> bool:
        """Return whether the account is closed."""
        return self.closed_at is not None

    def get_session_auth_hash(self) -> str:
        """Return the stamp of this user's sessions: of the password, and of global sign-outs if
        any."""
        if not self.sign_outs:
            return str(super().get_session_auth_hash())
        return salted_hmac(
            "accounts.session", f"{self.password} {self.sign_outs}", algorithm="sha256"
        ).hexdigest()

    def get_full_name(self) -> str:
        """Return the name that others see."""
        return self.name

    def get_short_name(self) -> str:
        """Return the name that others see."""
        return self.name


class HeldName(models.Model):
    """A skeleton that no other name may have: of a former name, until a date, or of one beyond a to
    z, while it is in use. Plain names in use need no row."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="held_names")
    mark = models.CharField(max_length=100, unique=True)  # one of `names.marks`
    until = models.DateField(null=True)

    def __str__(self) -> str:
        return f"{self.mark} of {self.user_id}"


class Device(models.Model):
    """A browser with a session, whose cookie has the key. Neither address nor time of day is
    stored."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="devices")
    key = models.CharField(max_length=48, unique=True)
    browser = models.CharField(max_length=20, blank=True, default="")
    system = models.CharField(max_length=20, blank=True, default="")
    first_seen = models.DateField()
    last_seen = models.DateField()
    ended = models.DateField(null=True)

    def __str__(self) -> str:
        return f"{self.name} of {self.user_id}"

    @property
    def name(self) -> str:
        """Return a name such as "Firefox, Linux"."""
        return ", ".join(filter(None, (self.browser, self.system))) or gettext("A browser")


class State(models.TextChoices):
    """The state of a mail."""

    WAITING = "waiting"
    # with the mail server; after a crash it is unknown whether it was accepted
    SENDING = "sending"
    SENT = "sent"
    DROPPED = "dropped"  # no longer news, or no mail server
    FAILED = "failed"  # given up


def new_key() -> str:
    """Return a key unique across all rows, restored backups and copies of the site."""
    return secrets.token_hex(16)


class Letter(models.Model):
    """A mail about an account. Content and recipient are deleted once it is sent or has failed."""

    # Ids recur after a backup is restored. "": written by an earlier release.
    key = models.CharField(max_length=32, default=new_key, db_default="", editable=False)
    kind = models.CharField(max_length=60)  # the name of its template
    to = models.CharField(max_length=254, blank=True)
    subject = models.TextField(blank=True)
    body = models.TextField(blank=True)
    written_at = models.DateTimeField()

    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    due_at = models.DateTimeField()  # the earliest moment of the next try
    sent_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    # the kind of error, without the address
    error = models.CharField(max_length=80, blank=True, default="")

    class Meta:
        indexes = [
            models.Index(
                fields=["due_at"],
                condition=models.Q(state__in=["waiting", "sending"]),
                name="letter_due",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} ({self.state})"


class Scope(models.TextChoices):
    """Rights that a token gives to a program."""

    READ = "read", _("Read what I can see")
    PLAY = "play", _("Open tables and play")
    WRITE = "write", _("Talk and invite")


class Token(models.Model):
    """A key with which a program signs in. Its text is shown once; only the hash is stored."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=40)
    hash = models.CharField(max_length=64, unique=True)
    """The SHA-256 of the text, without salt: the text is random."""
    start = models.CharField(max_length=12)
    """The first letters of the text, for its owner to recognize."""
    scopes = models.CharField(max_length=40)
    """Names of scopes, with spaces between them."""
    made_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True)
    used_on = models.DateField(null=True)

    class Meta:
        indexes = [
            models.Index("ends_at", condition=models.Q(ends_at__isnull=False), name="token_ends_at")
        ]

    def __str__(self) -> str:
        return f"{self.name} of {self.user_id}"

    @property
    def allowed(self) -> frozenset[str]:
        """Return its scopes."""
        return frozenset(self.scopes.split())

    @property
    def labels(self) -> list[str]:
        """Return its scopes in words."""
        return [str(scope.label) for scope in Scope if scope in self.allowed]
