"""Addresses. They are fixed: other people's clients and bookmarks use them."""

from django.urls import include, path

from games.tables.routing import websocket_urlpatterns as table_sockets

urlpatterns = [
    path("accounts/", include("accounts.urls")),
    path("", include("games.tables.urls")),
    path("", include("games.lobby.urls")),
]

websocket_urlpatterns = [*table_sockets]

handler400 = "games.lobby.views.error_400"
handler403 = "games.lobby.views.error_403"
handler404 = "games.lobby.views.error_404"
handler500 = "games.lobby.views.error_500"
