"""Static files: collected after a change, and served before Django by WhiteNoise."""

from __future__ import annotations

import asyncio
import fcntl
import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from whitenoise import WhiteNoise
from whitenoise.responders import StaticFile

from config.server import bundles, static_storage

CHUNK = 256 * 1024
STAMP, LOCK = ".collected", ".lock"
# No file is a page of its own; a page's policy would be a third of what comes with a small file.
POLICY = "default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'"


def collect() -> bool:
    """Hash and compress the files into STATIC_ROOT if one has changed. Return whether one had.

    Files of earlier releases stay, for open pages. Several processes may call this at once.
    """
    root = Path(settings.STATIC_ROOT)
    root.mkdir(parents=True, exist_ok=True)
    stamp = root / STAMP
    with (root / LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        wanted = _fingerprint()
        changed = not stamp.exists() or stamp.read_text() != wanted
        if changed:
            call_command("collectstatic", interactive=False, verbosity=0)
            stamp.write_text(wanted)
    storage: Any = staticfiles_storage
    # another process may have gathered them since this one read the names
    if hasattr(storage, "load_manifest"):
        storage.hashed_files, _ = storage.load_manifest()
    return changed


def _fingerprint() -> str:
    digest = hashlib.sha256(settings.STORAGES["staticfiles"]["BACKEND"].encode())
    digest.update(repr(bundles.bundles()).encode())
    digest.update(Path(str(static_storage.__file__)).read_bytes())
    for finder in finders.get_finders():
        for name, storage in finder.list([]):
            found = Path(storage.path(name)).stat()
            digest.update(f"{name} {found.st_size} {found.st_mtime_ns}\n".encode())
    return digest.hexdigest()


class StaticFiles:
    """An ASGI application that answers for known static files and passes everything else on."""

    def __init__(self, app: Any) -> None:
        self.app = app
        hashed = frozenset(
            settings.STATIC_URL + name
            for name in getattr(staticfiles_storage, "hashed_files", {}).values()
        )
        self.files = WhiteNoise(
            application=None,
            autorefresh=settings.DEBUG,
            max_age=0 if settings.DEBUG else 60,
            immutable_file_test=lambda path, url: url in hashed,
            allow_all_origins=False,
            add_headers_function=_add_headers,
        )
        if not settings.DEBUG:
            self.files.add_files(settings.STATIC_ROOT, prefix=settings.STATIC_URL)
            for private in (STAMP, LOCK, "staticfiles.json"):
                self.files.files.pop(settings.STATIC_URL + private, None)

    def find(self, url: str) -> StaticFile | None:
        """Return the file at an address; None without one. With DEBUG, search the sources each
        time."""
        if not settings.DEBUG:
            return self.files.files.get(url)
        name = url.removeprefix(settings.STATIC_URL)
        path = finders.find(name) if name != url and self.files.url_is_canonical(url) else None
        return self.files.get_static_file(path, url) if path and Path(path).is_file() else None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve a file, or pass the request on."""
        file = self.find(scope["path"]) if scope["method"] in ("GET", "HEAD") else None
        if file is None:
            await self.app(scope, receive, send)
            return
        response = file.get_response(scope["method"], _environ(scope["headers"]))
        headers = [
            (name.lower().encode("latin1"), str(value).encode("latin1"))
            for name, value in response.headers
        ]
        await send(
            {"type": "http.response.start", "status": int(response.status), "headers": headers}
        )
        if response.file is not None:
            with response.file as opened:
                while len(chunk := opened.read(CHUNK)) == CHUNK:
                    await send({"type": "http.response.body", "body": chunk, "more_body": True})
                    await asyncio.sleep(0)
                await send({"type": "http.response.body", "body": chunk})
        else:
            await send({"type": "http.response.body", "body": b""})


def _environ(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Return request headers in the spelling that WhiteNoise reads."""
    return {
        f"HTTP_{name.decode('latin1').upper().replace('-', '_')}": value.decode("latin1")
        for name, value in headers
    }


def _add_headers(headers: Any, path: str, url: str) -> None:
    headers["Content-Security-Policy"] = POLICY
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Cross-Origin-Resource-Policy"] = "same-origin"
