"""Addresses of sockets."""

from django.urls import path

from games.community.clubs.consumers import TalkConsumer

websocket_urlpatterns = [path("ws/clubs/<slug:slug>/talk/", TalkConsumer.as_asgi())]  # type: ignore[arg-type]  # Channels routes it
