"""Addresses of the API, frames and feeds. They do not change: programs use them."""

from __future__ import annotations

from django.urls import path
from django.views.decorators.http import require_safe

from games.api import docs, embed, feeds, grants
from games.api.api import api

urlpatterns = [
    path("api/1/docs/", docs.page, name="api_docs"),
    path("api/1/oauth/token", grants.token, name="oauth_token"),
    path("api/1/oauth/revoke", grants.revoke, name="oauth_revoke"),
    path(".well-known/oauth-authorization-server", grants.metadata, name="oauth_metadata"),
    path("api/1/", api.urls),
    path("embed/t/<slug:table_id>/", embed.embed, name="embed"),
    path("oembed", embed.oembed, name="oembed"),
    path("@/<str:username>/games.atom", require_safe(feeds.Games()), name="games_feed"),
    path("announcements.atom", require_safe(feeds.Announcements()), name="announcements_feed"),
]
