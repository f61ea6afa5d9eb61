"""The page about the site: who runs it, in the host's own words, and what is kept."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.retention.rules import RULES

MOST = 20_000  # letters of the host's own words


def words() -> str:
    """Return what the host has written about the site in `about.txt`, in the data directory; "" if
    there is nothing to read."""
    try:
        with (Path(settings.DATA_DIR) / "about.txt").open(encoding="utf-8") as file:
            return file.read(MOST).strip()
    except (OSError, ValueError):
        return ""


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show it."""
    return render(request, "keeping/about.html", {"own_words": words(), "rules": RULES})
