"""One port for everything: static files and Django over HTTP, boards over WebSockets.

Django runs as WSGI in a small fixed pool of threads: two to three times the throughput of its own
ASGI handler. Static files never reach those threads, and monitors have their own.
"""

import gc
import os
from typing import Any, cast

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()  # before anything that knows models

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.conf import settings  # noqa: E402
from django.core.handlers.wsgi import WSGIHandler  # noqa: E402
from django.urls import re_path  # noqa: E402

from config.monitoring.probes import Monitoring  # noqa: E402
from config.server import visitors  # noqa: E402
from config.server.moves import Moves  # noqa: E402
from config.server.origins import SameOrigin  # noqa: E402
from config.server.shutdown import GracefulShutdown, lifespan  # noqa: E402
from config.server.site_headers import SiteHeaders  # noqa: E402
from config.server.socket_limits import Sockets  # noqa: E402
from config.server.static import StaticFiles  # noqa: E402
from config.server.wsgi import Django  # noqa: E402
from config.urls import websocket_urlpatterns  # noqa: E402
from games.api.lines import Lines  # noqa: E402
from games.api.streams import Streams  # noqa: E402

visitors.raise_open_files()


async def nothing_here(scope: Any, receive: Any, send: Any) -> None:
    """Refuse a socket to an unknown address; the router would raise."""
    await send({"type": "websocket.close", "code": 4404})


wsgi = WSGIHandler()
addresses: Any = [*websocket_urlpatterns, re_path("", cast("Any", nothing_here))]
sockets = Sockets(URLRouter(addresses))
pages = Streams(Lines(StaticFiles(Moves(Django(wsgi, settings.WEB_THREADS)))), sockets.room)
http = GracefulShutdown(SiteHeaders(Monitoring(pages, wsgi)))
application = ProtocolTypeRouter(
    {"http": http, "lifespan": lifespan, "websocket": SameOrigin(sockets)}
)

# What was imported lives as long as the process: exempt it from garbage collection.
gc.collect()
gc.freeze()
gc.set_threshold(50_000, 20, 20)
