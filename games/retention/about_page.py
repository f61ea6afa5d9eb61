"""The page about the site: the host's own words, and what is kept."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.retention.rules import RULES
from games.site import host_words


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show it."""
    return render(request, "keeping/about.html", {"own_words": host_words.said(), "rules": RULES})
