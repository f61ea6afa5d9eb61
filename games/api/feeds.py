"""Atom feeds: ended public games of a player, and announcements."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from accounts.models import User
from games.lobby import public_games
from games.lobby.public_games import PublicGame
from games.ratings import profiles
from games.site.models import Announcement


class _Atom(Feed):  # type: ignore[type-arg]  # only the stubs are generic
    feed_type = Atom1Feed

    def __call__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Answer with the feed, which caches may store for some minutes."""
        response = super().__call__(request, *args, **kwargs)
        response["Cache-Control"] = "public, max-age=300"
        return response


class Games(_Atom):
    """The ended public games of a player."""

    def get_object(self, request: HttpRequest, username: str) -> User:
        """Return the player. Raises Http404."""
        user = profiles.find(username[:64])
        if user is None:
            raise Http404
        return user

    def title(self, user: User) -> str:
        """Return the title."""
        return _("%(name)s at %(site)s") % {"name": user.name, "site": settings.SITE_NAME}

    def link(self, user: User) -> str:
        """Return the page of the player."""
        return reverse("profile", args=[user.username])

    def items(self, user: User) -> list[PublicGame]:
        """Return the games."""
        return public_games.ended(timezone.now(), people=[user]).tables

    def item_title(self, item: PublicGame) -> str:
        """Return the game and its players."""
        return f"{item.game.title}: {', '.join(item.names)}"

    def item_description(self, item: PublicGame) -> str:
        """Return the result."""
        return item.result

    def item_link(self, item: PublicGame) -> str:
        """Return the address of the table."""
        return reverse("table", args=[item.table.pk])

    def item_updateddate(self, item: PublicGame) -> datetime | None:
        """Return when it ended."""
        return item.table.ended_at


class Announcements(_Atom):
    """The announcements of the host."""

    link = "/"

    def title(self) -> str:
        """Return the title."""
        return _("News of %(site)s") % {"site": settings.SITE_NAME}

    def items(self) -> list[Announcement]:
        """Return the newest."""
        return list(Announcement.objects.order_by("-pk")[:20])

    def item_title(self, item: Announcement) -> str:
        """Return its words."""
        return item.text

    def item_link(self, item: Announcement) -> str:
        """Return a unique address on the front page."""
        return f"/#announcement-{item.pk}"
