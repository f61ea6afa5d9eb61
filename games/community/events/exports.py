"""A person's own data in this app."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.exporting import of_rows
from games.community.events.models import Entry, Event

SOURCES = (
    of_rows(
        "events-entered",
        _("The events that you entered, and your place there."),
        Entry,
        "event event__name seed place withdrawn_at entered_at",
    ),
    of_rows(
        "events-organised",
        _("The events that you made."),
        Event,
        "id name game format starts_at stage created_at",
        by="organiser",
    ),
)
LEFT_OUT = {
    "events.Pairing.corrected_by": "results of games, in the events that somebody made",
    "events.Decision.by": "the journal of an event, which stays with it",
}
