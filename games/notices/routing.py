"""Addresses of sockets."""

from django.urls import path

from games.notices.consumers import TurnsConsumer

websocket_urlpatterns = [path("ws/turns/", TurnsConsumer.as_asgi())]  # type: ignore[arg-type]  # Channels routes it
