"""A person's own data in this app."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.exporting import of_rows
from games.community.clubs.models import Asked, Membership

SOURCES = (
    of_rows(
        "clubs",
        _("The clubs that you belong to, and your role there."),
        Membership,
        "club__slug club__name role joined_at shown",
    ),
    of_rows(
        "clubs-asked",
        _("Your requests to join a club that wait for an answer."),
        Asked,
        "club__slug club__name words at",
    ),
)
