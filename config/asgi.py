"""One port for everything: static files and Django over HTTP, boards over WebSockets.

Django runs as WSGI in a small fixed pool of threads: two to three times the throughput of its own ASGI handler.
Static files never reach those threads.
"""

import os
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.core.wsgi import get_wsgi_application

wsgi = get_wsgi_application()

from a2wsgi import WSGIMiddleware  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402
from django.conf import settings  # noqa: E402

from config.static import StaticFiles  # noqa: E402
from config.urls import websocket_urlpatterns  # noqa: E402

http: Any = StaticFiles(WSGIMiddleware(wsgi, workers=settings.WEB_THREADS))

application = ProtocolTypeRouter({"http": http, "websocket": AllowedHostsOriginValidator(URLRouter(websocket_urlpatterns))})
