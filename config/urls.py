"""Addresses. They are fixed: other people's clients and bookmarks use them."""

from django.urls import include, path

from config.doctor_proxy import seen
from config.health import healthz, parts, readyz, serves
from config.metrics_page import page as metrics
from games.lobby.routing import websocket_urlpatterns as lobby_sockets
from games.notices.routing import websocket_urlpatterns as notice_sockets
from games.tables.live.routing import websocket_urlpatterns as table_sockets

urlpatterns = [
    path("healthz", healthz),
    path("healthz/seen/<str:word>", seen),
    path("metrics", metrics),
    path("readyz", readyz),
    path("readyz/parts", parts),
    path("readyz/web", serves),
    path("accounts/data/", include("games.mydata.urls")),
    path("accounts/", include("accounts.urls")),
    path("", include("games.tables.http.urls")),
    path("", include("games.sleep.urls")),
    path("", include("games.people.urls")),
    path("", include("games.ratings.urls")),
    path("", include("games.notices.urls")),
    path("", include("games.hooks.urls")),
    path("", include("games.push.urls")),
    path("", include("games.daily.urls")),
    path("", include("games.review.urls")),
    path("", include("games.talk.urls")),
    path("", include("games.fairplay.urls")),
    path("", include("games.calendar.urls")),
    path("", include("games.pairing.urls")),
    path("", include("games.lobby.urls")),
    path("", include("games.lessons.urls")),
    path("", include("games.desk.urls")),
]

websocket_urlpatterns = [*table_sockets, *notice_sockets, *lobby_sockets]

handler400 = "games.lobby.views.error_400"
handler403 = "games.lobby.views.error_403"
handler404 = "games.lobby.views.error_404"
handler405 = "games.lobby.views.error_405"  # this and the next are ours (config.reading)
handler413 = "games.lobby.views.error_413"
handler429 = "games.lobby.views.error_429"  # not Django's name, but allauth's
handler500 = "games.lobby.views.error_500"
