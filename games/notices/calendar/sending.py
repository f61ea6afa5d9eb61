"""Answers to calendar programs."""

from __future__ import annotations

import hashlib

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response


def sent(request: HttpRequest, body: bytes, name: str) -> HttpResponse:
    """Return the answer with a calendar, or 304. No cache may store it."""
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    response = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{name}"'
    response["ETag"] = etag
    answer = get_conditional_response(request, etag=etag, response=response) or response
    answer["Cache-Control"] = "private, no-store"
    answer["X-Robots-Tag"] = "noindex"
    return answer
