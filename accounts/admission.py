"""Admission of guests, and sign-up, by the host's switches (`games.site`)."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.site import invitations, services, switches
from games.site.models import Name


class NoGuests(PermissionDenied):
    """Guests are not admitted now. `sentence` is shown to the visitor."""

    sentence = _("This site takes no guests at the moment. Sign in, or create an account.")


class NoAccounts(PermissionDenied):
    """No accounts may be made now, or only by invitation."""


def guests_may() -> bool:
    """Return whether guests are admitted."""
    return switches.is_on(Name.GUESTS)


def by_invitation() -> bool:
    """Return whether accounts are made by invitation alone."""
    return switches.value(Name.SIGN_UP) == switches.INVITATION


def invitation_of(request: HttpRequest) -> str:
    """Return the invitation that a request carries, or ""."""
    return str(
        request.POST.get(invitations.PARAMETER) or request.GET.get(invitations.PARAMETER) or ""
    )


def open_for(request: HttpRequest, now: datetime) -> bool:
    """Return whether the visitor may make an account."""
    stands = switches.value(Name.SIGN_UP)
    if stands == switches.INVITATION:
        return invitations.find(invitation_of(request), now) is not None
    return stands == switches.OPEN


def enter(request: HttpRequest, now: datetime) -> None:
    """Use an invitation for a new account, where one is needed. Raises NoAccounts."""
    stands = switches.value(Name.SIGN_UP)
    if stands == switches.OPEN:
        return
    said = invitation_of(request)
    if stands == switches.CLOSED or not services.use(said=said, now=now):
        raise NoAccounts
