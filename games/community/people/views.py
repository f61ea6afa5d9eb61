"""Views of ties and notes: plain forms that lead back to their page."""

from __future__ import annotations

from functools import wraps
from typing import Any, Protocol

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import limits
from accounts.models import User
from accounts.selectors import former_owner
from accounts.sessions import SignedIn
from accounts.too_many import too_many
from accounts.views import next_url
from games.community.people import services
from games.community.people.errors import PeopleError
from games.community.people.models import Kind

RATES = {Kind.FOLLOW: "follows", Kind.MUTE: "blocks", Kind.BLOCK: "blocks"}


class _View(Protocol):
    def __call__(self, request: SignedIn, other: User, /) -> HttpResponse: ...


def _with_other(view: _View) -> Any:
    """Look up the user in the address, and show errors."""

    @never_cache
    @login_required
    @wraps(view)
    def wrapped(request: SignedIn, username: str) -> HttpResponse:
        found = User.objects.filter(username__iexact=username, closed_at=None).first()
        other = found or former_owner(username)
        if other is None:
            raise Http404
        try:
            return view(request, other)
        except PeopleError as error:
            return _refused(request, other, error)

    return wrapped


def _refused(request: SignedIn, other: User, error: PeopleError) -> HttpResponse:
    if request.headers.get("HX-Request"):
        return HttpResponse(error.sentence, status=error.status, content_type="text/plain")
    facts = {"person": other, "sentence": error.sentence}
    return render(request, "people/refused.html", facts, status=error.status)


@require_POST
@_with_other
def tie(request: SignedIn, other: User) -> HttpResponse:
    """Create the tie `tie` to somebody, or remove the tie `untie`."""
    kind, back = request.POST.get("tie", ""), request.POST.get("untie", "")
    if (kind or back) not in Kind.values:
        raise PeopleError(_("That is not possible here."))
    if not limits.allow(RATES[Kind(kind or back)], request.user.pk):
        return too_many(request)
    if kind:
        services.tie(user=request.user, other=other, kind=kind, now=timezone.now())
    else:
        services.untie(user=request.user, other=other, kind=back)
    messages.success(request, _confirmation(kind, back) % {"name": other.name})
    return _back(request, other)


def _confirmation(kind: str, back: str) -> str:
    """Return a sentence that confirms a new or removed tie."""
    if kind:
        return {
            Kind.FOLLOW: _("You follow %(name)s. Nobody is told."),
            Kind.MUTE: _("You no longer see what %(name)s writes."),
            Kind.BLOCK: _("You have blocked %(name)s. Nobody is told."),
        }[Kind(kind)]
    return {
        Kind.FOLLOW: _("You no longer follow %(name)s."),
        Kind.MUTE: _("You now see what %(name)s writes again."),
        Kind.BLOCK: _("You have unblocked %(name)s."),
    }[Kind(back)]


def _back(request: SignedIn, other: User) -> HttpResponse:
    """Redirect to the form's page: `next`, if it is local, or the profile."""
    there = next_url(request) if request.POST.get("next") else ""
    return HttpResponseRedirect(there or reverse("profile", args=[other.username]), status=303)


@require_safe
@_with_other
def block(request: SignedIn, other: User) -> HttpResponse:
    """Ask for confirmation before a block, and explain it."""
    if request.user.is_guest or other.is_guest or other == request.user:
        raise PeopleError(_("Blocking is between two people with an account."))
    return render(request, "people/block.html", {"person": other})


@require_POST
@_with_other
def note(request: SignedIn, other: User) -> HttpResponse:
    """Save a note about somebody; for htmx answer with one word."""
    if not limits.allow("notes", request.user.pk):
        return too_many(request)
    text = request.POST.get("text", "")
    services.write_note(user=request.user, other=other, text=text, now=timezone.now())
    if request.headers.get("HX-Request"):
        return HttpResponse(_("Saved."))
    messages.success(request, _("Your note is saved."))
    return _back(request, other)
