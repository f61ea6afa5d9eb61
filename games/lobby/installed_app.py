"""The site as an installable app: manifest, service worker, offline page. img/logo.svg fills 72 %
of an ordinary icon and 58 % of a maskable one."""

from __future__ import annotations

import json
import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, get_language_bidi
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.lobby import discovery

PAPER = "#f7f2e8"
AN_HOUR = "private, max-age=3600"  # it may come with a cookie
ICONS = (
    *(("icon-192", 192, "any"), ("icon-512", 512, "any")),
    *(("maskable-192", 192, "maskable"), ("maskable-512", 512, "maskable")),
)
_HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+$")
_FILE = re.compile(r'(?:href|src)="([^"#?]+)')


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Send the web app manifest."""
    facts = {
        "id": "/",
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME,
        "description": discovery.words(),
        "lang": get_language(),
        "dir": "rtl" if get_language_bidi() else "ltr",
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "categories": ["games"],
        "icons": [_icon(*icon) for icon in ICONS],
        "shortcuts": [
            _shortcut(_("Continue"), reverse("next_table"), "shortcut-continue"),
            _shortcut(_("Play now"), f"{reverse('home')}#play-now", "shortcut-play"),
        ],
    }
    return _sent(json.dumps(facts, ensure_ascii=False), "application/manifest+json")


def _icon(name: str, size: int, purpose: str) -> dict[str, str]:
    return {
        "src": static(f"img/{name}.png"),
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }


def _shortcut(name: str, url: str, icon: str) -> dict[str, Any]:
    return {"name": name, "url": url, "icons": [_icon(icon, 96, "any")]}


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show the offline page, which the service worker caches: the same for everybody."""
    response = HttpResponse(_offline(request))
    response["Cache-Control"] = "no-store"  # cached by the worker alone
    return response


def _offline(request: HttpRequest) -> bytes:
    request.user = AnonymousUser()
    return render(request, "lobby/offline.html").content


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Send the service worker, with the constants of this release before it."""
    page = _offline(request).decode()
    found = {name for name in _FILE.findall(page) if name.startswith(settings.STATIC_URL)}
    # only hashed names; none in development
    files = sorted(name for name in found if _HASHED.search(name))
    facts: dict[str, Any] = {
        "name": settings.SITE_NAME,
        "offline": reverse("offline"),
        "renew": reverse("push_renew"),
        "files": files,
        "icon": static("img/icon-192.png"),
        "badge": static("img/badge-96.png"),
    }
    known = json.dumps(facts) + _source() + page
    facts["release"] = sha256(known.encode()).hexdigest()[:12]
    return _sent(f"const SITE = {json.dumps(facts)};\n{_source()}", "text/javascript")


@cache
def _source() -> str:
    return Path(__file__).with_name("worker.js").read_text()


def _sent(text: str, kind: str) -> HttpResponse:
    response = HttpResponse(text, content_type=f"{kind}; charset=utf-8")
    response["Cache-Control"] = AN_HOUR
    return response
