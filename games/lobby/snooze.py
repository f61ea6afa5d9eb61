"""Snoozing: a table is hidden from one's own list for an hour."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.sessions import SignedIn
from games.tables import services


@require_POST
@login_required
def hide(request: SignedIn) -> HttpResponse:
    """Hide a table for an hour."""
    table_id, user_id = request.POST.get("table", ""), request.user.pk
    if not services.hide_table(table_id=table_id[:16], user_id=user_id, now=timezone.now()):
        messages.warning(request, _("That table cannot be snoozed."))
    return redirect("home")


@require_POST
@login_required
def show(request: SignedIn) -> HttpResponse:
    """Show all hidden tables again."""
    services.show_tables(user_id=request.user.pk)
    return redirect("home")
