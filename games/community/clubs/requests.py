"""The common parts of the views of clubs: look-up, refusals, and limits."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.row_views import of_row
from games.community.clubs import selectors
from games.community.clubs.errors import ClubError
from games.community.clubs.models import Club, Role

of_club = of_row(selectors.find, "club_changes")
"""Look up the club in the address for its reader."""


def to(name: str, club: Club) -> HttpResponse:
    """Redirect to a page of a club after a change."""
    return HttpResponseRedirect(reverse(name, args=[club.slug]), status=303)


def to_clubs() -> HttpResponse:
    """Redirect to the list of clubs after a change."""
    return HttpResponseRedirect(reverse("clubs"), status=303)


def needs(request: HttpRequest, club: Club, *roles: Role) -> Role:
    """Return the reader's role in a club. Raises Http404 unless it is one of these."""
    role = selectors.role(club, request.user)
    if role is None or role not in roles:
        raise Http404
    return role


def named(request: HttpRequest) -> User:
    """Return the user whom a form names. Raises Http404."""
    found = User.objects.filter(username=request.POST.get("name", "")[:64]).first()
    if found is None:
        raise Http404
    return found


def refused(request: HttpRequest, error: ClubError, there: HttpResponse) -> HttpResponse:
    """Show a refusal on the page of the form. Raises Http404 for what does not exist."""
    if error.status == 404:
        raise Http404(str(error.sentence))
    messages.warning(request, str(error.sentence))
    return there


def not_known() -> ClubError:
    """Return the refusal of an unknown form."""
    return ClubError(_("That is not possible here."))
