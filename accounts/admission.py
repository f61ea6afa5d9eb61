"""Admission of guests and sign-up, by the host's switches (`games.site`)."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.site import invitations, services, switches
from games.site.models import Name


class NoGuests(PermissionDenied):
    """Guests are not admitted. `sentence` is for the visitor."""

    sentence = _("This site takes no guests at the moment. Sign in, or create an account.")


class NoAccounts(PermissionDenied):
    """The visitor may not sign up."""


def guests_may() -> bool:
    """Return whether guests are admitted."""
    return switches.is_on(Name.GUESTS)


def by_invitation() -> bool:
    """Return whether sign-up needs an invitation."""
    return switches.value(Name.SIGN_UP) == switches.INVITATION


def invitation_of(request: HttpRequest) -> str:
    """Return the invitation in a request; "" without one."""
    return str(
        request.POST.get(invitations.PARAMETER) or request.GET.get(invitations.PARAMETER) or ""
    )


def may_sign_up(request: HttpRequest, now: datetime) -> bool:
    """Return whether the visitor may sign up."""
    switch = switches.value(Name.SIGN_UP)
    if switch == switches.INVITATION:
        return invitations.find(invitation_of(request), now) is not None
    return switch == switches.OPEN


def use_invitation(request: HttpRequest, now: datetime) -> None:
    """Use up an invitation where sign-up needs one. Raises NoAccounts."""
    switch = switches.value(Name.SIGN_UP)
    if switch == switches.OPEN:
        return
    invitation = invitation_of(request)
    if switch == switches.CLOSED or not services.use(said=invitation, now=now):
        raise NoAccounts
