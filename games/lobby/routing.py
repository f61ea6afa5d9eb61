"""Addresses of sockets."""

from django.urls import path

from games.lobby.consumers import LobbyConsumer

websocket_urlpatterns = [path("ws/lobby/", LobbyConsumer.as_asgi())]  # type: ignore[arg-type]  # Channels routes it
