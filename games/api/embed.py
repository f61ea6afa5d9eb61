"""Public tables in frames of other sites: no cookie, no move, no script."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from accounts.metering import metered
from games import registry
from games.api.answers import address, find_table
from games.digits import number
from games.tables.board import presenter
from games.tables.errors import TableError
from games.tables.state.public import PublicTable

WIDTH, HEIGHT = 480, 640
POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors {}"
)


@require_safe
@metered
def embed(request: HttpRequest, table_id: str) -> HttpResponse:
    """Show a table as a spectator sees it. While it runs, the frame reloads now and then."""
    seen = _public_table(table_id)
    facts = {
        "table": seen,
        "board": mark_safe(presenter.board(seen, None, now=timezone.now())),
        "styles": registry.screen(seen.game).styles,
        "there": address("table", seen.id),
        "site_name": settings.SITE_NAME,
    }
    response = HttpResponse(render_to_string("api/embed.html", facts))
    response["Content-Security-Policy"] = POLICY.format(settings.EMBED_ANCESTORS)
    response["X-Frame-Options"] = "ALLOWALL"  # the policy has the sites
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    response["Cache-Control"] = "public, max-age=10"
    return response


def _public_table(table_id: str) -> PublicTable:
    """Return a public table that has begun and is not sealed. Raises Http404."""
    try:
        seen = find_table(table_id, None)
    except TableError as error:
        raise Http404 from error
    if seen.private or not seen.begun or seen.is_sealed(timezone.now()):
        raise Http404
    return seen


@require_safe
def oembed(request: HttpRequest) -> HttpResponse:
    """Answer with the oEmbed 1.0 of a table's address (`url`)."""
    table_id = _table_of(request.GET.get("url", ""))
    seen = _public_table(table_id)
    if request.GET.get("format", "json") != "json":
        return HttpResponse(status=501)
    width, height = (
        min(wanted, usual) if wanted else usual
        for wanted, usual in (
            (number(request.GET.get("maxwidth", ""), 5, 0), WIDTH),
            (number(request.GET.get("maxheight", ""), 5, 0), HEIGHT),
        )
    )
    frame = address("embed", seen.id)
    facts: dict[str, Any] = {
        "version": "1.0",
        "type": "rich",
        "title": f"{seen.title}: {', '.join(seen.plain_names)}",
        "provider_name": settings.SITE_NAME,
        "provider_url": settings.BASE_URL,
        "width": width,
        "height": height,
        "html": f'<iframe src="{frame}" width="{width}" height="{height}" title="{seen.title}"'
        ' loading="lazy"></iframe>',
    }
    response = JsonResponse(facts)
    response["Access-Control-Allow-Origin"] = "*"
    return response


def _table_of(url: str) -> str:
    """Return the id of the table at an address of this site. Raises Http404."""
    try:
        parts = urlsplit(url)
        match = resolve(parts.path)
    except (Resolver404, ValueError) as error:
        raise Http404 from error
    ours = f"{parts.scheme}://{parts.netloc}" == settings.BASE_URL
    if not ours or match.url_name not in ("table", "embed"):
        raise Http404
    return str(match.kwargs["table_id"])
