"""The addresses. They do not change: clients and bookmarks use them."""

from django.urls import include, path

from config.monitoring.doctor_proxy import echo
from config.monitoring.health import healthz, parts, readyz, serves
from config.monitoring.metrics_page import page as metrics
from games.community.clubs.routing import websocket_urlpatterns as club_sockets
from games.lobby.routing import websocket_urlpatterns as lobby_sockets
from games.notices.routing import websocket_urlpatterns as notice_sockets
from games.tables.live.routing import websocket_urlpatterns as table_sockets

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("healthz/seen/<str:word>", echo, name="seen"),
    path("metrics", metrics, name="metrics"),
    path("readyz", readyz, name="readyz"),
    path("readyz/parts", parts, name="readyz-parts"),
    path("readyz/web", serves, name="readyz-web"),
    path("", include("games.api.urls")),  # first: programs ask often
    path("", include("games.export.urls")),
    path("accounts/", include("accounts.urls")),
    path("", include("games.tables.http.urls")),
    path("", include("games.tables.sleep.urls")),
    path("", include("games.community.people.urls")),
    path("", include("games.ratings.urls")),
    path("", include("games.notices.urls")),
    path("", include("games.notices.webhooks.urls")),
    path("", include("games.notices.push.urls")),
    path("", include("games.daily.urls")),
    path("", include("games.learning.review.urls")),
    path("", include("games.community.talk.urls")),
    path("", include("games.ratings.fairplay.urls")),
    path("", include("games.notices.calendar.urls")),
    path("", include("games.community.duplicate.urls")),
    path("", include("games.community.clubs.urls")),
    path("", include("games.community.events.urls")),
    path("", include("games.lobby.pairing.urls")),
    path("", include("games.lobby.urls")),
    path("", include("games.learning.lessons.urls")),
    path("", include("games.retention.urls")),
    path("", include("games.community.desk.urls")),
]

websocket_urlpatterns = [*table_sockets, *notice_sockets, *lobby_sockets, *club_sockets]

handler400 = "games.api.handlers.error_400"
handler403 = "games.api.handlers.error_403"
handler404 = "games.api.handlers.error_404"
handler405 = "games.api.handlers.error_405"  # this and the next: server.request_checks
handler413 = "games.api.handlers.error_413"
handler429 = "games.api.handlers.error_429"  # not Django's name, but allauth's
handler500 = "games.api.handlers.error_500"
