"""The desk's page on retention."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.community.desk.access import keeper
from games.retention import selectors


@keeper
@require_safe
def kept(request: HttpRequest) -> HttpResponse:
    """Show the retention rules and their reports."""
    facts = {"kept": selectors.reports(timezone.now()), "last": selectors.last_run()}
    return render(request, "keeping/kept.html", facts)
