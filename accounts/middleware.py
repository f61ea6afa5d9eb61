"""Middleware for sessions, devices and guests."""

from collections.abc import Callable
from datetime import date
from typing import Any
from urllib.parse import urlencode

from allauth.account.adapter import get_adapter
from allauth.core.exceptions import ReauthenticationRequired
from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from accounts import proofs, sessions
from accounts.services import devices

_FOR_ACCOUNTS = frozenset(
    ("account_email", "account_change_password", "account_set_password", "account_reauthenticate")
)
_FOR_ALL = frozenset(("mfa_login_webauthn", "mfa_authenticate"))
_RENEW_AFTER_DAYS = 7


class Visitors(AuthenticationMiddleware):
    """Sets a lazy `request.user`, which is fetched with the session's device."""

    def process_request(self, request: HttpRequest) -> None:
        """Set `request.user`."""
        request.user = SimpleLazyObject(lambda: sessions.user_of(request))  # type: ignore[assignment]


class AccountMiddleware:
    """Devices, guests, and the renewal of cookies."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request, and update its device."""
        response = self.get_response(request)
        devices.match_session(request)
        if request.method == "POST" and _changes_proofs(request) and request.user.is_authenticated:
            proofs.changed(request.user.pk)
        return response

    def process_view(
        self, request: HttpRequest, view: Any, args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Send guests from pages for accounts to the sign-up, and renew the cookie."""
        name = (request.resolver_match and request.resolver_match.url_name) or ""
        if _needs_account(name) and getattr(request.user, "is_guest", False):
            return _send(reverse("account_signup"), reverse("account_settings"))
        if request.method == "GET" and settings.SESSION_COOKIE_NAME in request.COOKIES:
            _renew(request)
        return None

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Send a user who must reauthenticate to that page, and then back by GET: allauth would
        store the post in the session, here a cookie of 4 kB."""
        if not isinstance(exception, ReauthenticationRequired):
            return None
        methods = get_adapter().get_reauthentication_methods(request.user)
        return _send(
            methods[0]["url"] if methods else reverse("account_login"), request.get_full_path()
        )


def _needs_account(name: str) -> bool:
    """Return whether a page is only for accounts: a guest has no credentials to change."""
    return name in _FOR_ACCOUNTS or (name.startswith("mfa_") and name not in _FOR_ALL)


def _changes_proofs(request: HttpRequest) -> bool:
    """Return whether a request adds or removes addresses or passkeys in allauth's views."""
    name = (request.resolver_match and request.resolver_match.url_name) or ""
    return name == "account_email" or name.startswith("mfa_")


def _renew(request: HttpRequest) -> None:
    """Renew the cookie once a week, by a day in the session: for a guest it is the only key to the
    games."""
    today = date.today().toordinal()
    if (
        today - request.session.get("seen", 0) >= _RENEW_AFTER_DAYS
        and request.user.is_authenticated
    ):
        request.session["seen"] = today


def _send(url: str, back: str) -> HttpResponseRedirect:
    return HttpResponseRedirect(f"{url}?{urlencode({REDIRECT_FIELD_NAME: back})}")
