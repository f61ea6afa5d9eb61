"""Static files, in front of Django: WhiteNoise's table of files behind plain ASGI."""

from __future__ import annotations

import asyncio
from typing import Any
from wsgiref.headers import Headers

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from whitenoise import WhiteNoise

CHUNK = 256 * 1024


class StaticFiles:
    """An ASGI application that answers for known static files and passes everything else on."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.files = WhiteNoise(
            application=None,
            autorefresh=settings.DEBUG,
            max_age=0 if settings.DEBUG else 60,
            immutable_file_test=_is_hashed,
            allow_all_origins=False,
        )
        roots = settings.STATICFILES_DIRS if settings.DEBUG else [settings.STATIC_ROOT]
        for root in roots:
            self.files.add_files(root, prefix=settings.STATIC_URL)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        file = self.files.files.get(scope["path"]) if scope["type"] == "http" else None
        if file is None or scope["method"] not in ("GET", "HEAD"):
            await self.app(scope, receive, send)
            return
        environ = {f"HTTP_{name.decode('latin1').upper().replace('-', '_')}": value.decode("latin1") for name, value in scope["headers"]}
        response = file.get_response(scope["method"], environ)
        headers = [(name.lower().encode("latin1"), str(value).encode("latin1")) for name, value in Headers(response.headers).items()]
        await send({"type": "http.response.start", "status": int(response.status), "headers": headers})
        body = b""
        if response.file is not None:
            with response.file as opened:
                body = await asyncio.to_thread(opened.read)
        await send({"type": "http.response.body", "body": body})


def _is_hashed(path: str, url: str) -> bool:
    """Whether the name carries the file's hash, so that it may be kept for ever."""
    hashed = getattr(staticfiles_storage, "hashed_files", {})
    return url.removeprefix(settings.STATIC_URL) in set(hashed.values())
