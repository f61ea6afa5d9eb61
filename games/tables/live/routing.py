"""Addresses of the sockets of tables."""

from django.urls import path

from games.tables.live.consumers import TableConsumer

websocket_urlpatterns = [
    path("ws/t/<slug:table_id>/", TableConsumer.as_asgi())  # type: ignore[arg-type]
]
