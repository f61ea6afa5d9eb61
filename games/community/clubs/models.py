"""Clubs, their members, those who ask to join, and their tables."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.tables.models import ID_LETTERS, Table

LONGEST_NAME = 40
LONGEST_WORDS = 4_000
LONGEST_ASKED = 300


class Door(models.TextChoices):
    """The ways into a club."""

    OPEN = "open", _("Everybody may join")
    REQUEST = "request", _("By request")
    LINK = "link", _("By link")


class Role(models.TextChoices):
    """The roles of members, the highest first."""

    OWNER = "owner", _("Owner")
    ORGANISER = "organiser", _("Organiser")
    MEMBER = "member", _("Member")


def new_key() -> str:
    """Return an unguessable key for a link, of 20 letters."""
    return "".join(secrets.choice(ID_LETTERS) for _letter in range(20))


class Club(models.Model):
    """People who play among themselves. A private one does not exist for strangers. A closed one
    exists for nobody; its row stays for some time, with what was said there."""

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=LONGEST_NAME)
    words = models.TextField(blank=True, default="", max_length=LONGEST_WORDS)  # in Markdown
    door = models.CharField(max_length=8, choices=Door, default=Door.REQUEST)
    private = models.BooleanField(default=False)
    # The key of the link by which somebody joins, whatever the door.
    link = models.CharField(max_length=20, unique=True, default=new_key)
    # The key of the form, so that a form that is sent twice founds one club.
    request_key = models.CharField(max_length=64, default="", blank=True)
    # A moderator has removed the name and the words; members still find the club.
    hidden = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            CheckConstraint(condition=Q(door__in=Door.values), name="club_door"),
        ]
        indexes = [
            models.Index(
                fields=["-created_at"],
                condition=Q(private=False, closed_at=None),
                name="club_listed",
            ),
            models.Index(
                fields=["closed_at"], condition=Q(closed_at__isnull=False), name="club_closed"
            ),
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def tint(self) -> int:
        """Return the number of its sign's colour, one of eight."""
        return int(self.pk or 0) % 8

    @property
    def title(self) -> str:
        """Return the name that readers see."""
        return gettext("A club") if self.hidden else self.name


class NameMark(models.Model):
    """A skeleton of the name of a public club (accounts.names.skeletons), so that no other has a
    confusable one. Private clubs have none: a refusal would reveal them."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="marks")
    mark = models.CharField(max_length=100, unique=True)

    def __str__(self) -> str:
        return f"{self.mark} of {self.club_id}"


class Membership(models.Model):
    """A member of a club. An open club has exactly one owner."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    role = models.CharField(max_length=9, choices=Role, default=Role.MEMBER)
    joined_at = models.DateTimeField()
    # Whether the member's profile names the club, to those for whom it exists.
    shown = models.BooleanField(default=True, db_default=True)
    # The hash of the key of this member's address of the club's calendar; "": none yet.
    calendar = models.CharField(max_length=64, default="", blank=True)

    class Meta:
        constraints = [
            UniqueConstraint(fields=["club", "user"], name="member_once"),
            UniqueConstraint(fields=["club"], condition=Q(role="owner"), name="one_owner_a_club"),
            UniqueConstraint(
                fields=["calendar"], condition=~Q(calendar=""), name="club_calendar_once"
            ),
            CheckConstraint(condition=Q(role__in=Role.values), name="club_role"),
        ]
        indexes = [models.Index(fields=["club", "joined_at", "id"], name="members_of_a_club")]

    def __str__(self) -> str:
        return f"{self.role} {self.user_id} of {self.club_id}"


class Asked(models.Model):
    """A request to join that waits for an answer."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="asked")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    words = models.CharField(max_length=LONGEST_ASKED, blank=True, default="")
    at = models.DateTimeField()

    class Meta:
        constraints = [UniqueConstraint(fields=["club", "user"], name="asked_to_join_once")]

    def __str__(self) -> str:
        return f"{self.user_id} asks {self.club_id}"


class ClubTable(models.Model):
    """A table that is played in a club: offered to members alone, and, if the club is private,
    seen by them alone."""

    table = models.OneToOneField(
        Table, on_delete=models.CASCADE, primary_key=True, related_name="of_club"
    )
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tables")

    def __str__(self) -> str:
        return f"table {self.table_id} of {self.club_id}"
