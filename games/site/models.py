"""Switches, invitations, announcements, the host's own words, numbers, and the journal."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Name(models.TextChoices):
    """The switches."""

    SIGN_UP = "sign_up"  # open, invitation, closed
    GUESTS = "guests"  # on, off
    FREE_TEXT = "free_text"  # on, off: free text at tables
    MAINTENANCE = "maintenance"  # on, off
    CLUBS = "clubs"  # on, off: everybody with an account may found one, or hosts and moderators


class Switch(models.Model):
    """The value of a switch; one without a row has its default (`switches.DEFAULTS`)."""

    name = models.CharField(primary_key=True, max_length=20, choices=Name)
    value = models.CharField(max_length=12)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name}: {self.value}"


class Invitation(models.Model):
    """An invitation to sign up, for a number of people, until a moment."""

    key = models.CharField(max_length=20, unique=True)
    uses = models.PositiveSmallIntegerField()
    used = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField()
    until = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.used} of {self.uses} until {self.until:%Y-%m-%d}"


class Announcement(models.Model):
    """A sentence at the top of all pages until a moment, for readers of one language or of all.
    `texts`: translations by language."""

    text = models.CharField(max_length=240)
    language = models.CharField(max_length=12, blank=True, default="")
    texts = models.JSONField(default=dict)
    since = models.DateTimeField()
    until = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.text


class Topic(models.TextChoices):
    """The topics a host may write about, in the order of the page."""

    ABOUT = "about", _("Who runs this site")
    RULES = "rules", _("House rules")
    PRIVACY = "privacy", _("Privacy")
    CONTACT = "contact", _("Contact")


class Words(models.Model):
    """The host's own words about a topic, in Markdown."""

    topic = models.CharField(primary_key=True, max_length=8, choices=Topic)
    text = models.TextField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.topic} since {self.at:%Y-%m-%d %H:%M}"


class Count(models.Model):
    """A number of the site in one hour or day, without personal data."""

    name = models.CharField(max_length=20)
    since = models.DateTimeField()
    of_day = models.BooleanField()
    value = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["name", "of_day", "since"], name="count_once")
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.since:%Y-%m-%d %H:%M}: {self.value}"


class JournalEntry(models.Model):
    """An action of a moderator or host. Entries are append-only; `hash` covers the entry and
    `prev`, so the journal is a hash chain."""

    at = models.DateTimeField()
    by = models.ForeignKey(  # null: the site itself, or a command
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    action = models.CharField(max_length=40)
    user = models.ForeignKey(  # its subject
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    table_id = models.CharField(max_length=16, blank=True, default="")
    why = models.TextField(blank=True, default="")
    facts = models.JSONField(default=dict)
    prev = models.CharField(max_length=64)
    hash = models.CharField(max_length=64, unique=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["prev"], name="journal_is_a_chain")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.action}"
