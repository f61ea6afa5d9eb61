"""The page on which a person authorizes an app, and the page of one's own apps."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from oauth2_provider.exceptions import FatalClientError, OAuthToolkitError
from oauth2_provider.models import Application
from oauthlib.common import add_params_to_uri
from oauthlib.oauth2.rfc6749.errors import InvalidRequestError, OAuth2Error

from accounts import selectors
from accounts.forms import row_id
from accounts.oauth.forms import AppForm
from accounts.oauth.provider import core
from accounts.services import apps
from accounts.sessions import SignedIn

RIGHTS = {
    "read": _("See what you see: your tables, your cards, your results"),
    "play": _("Open tables, sit down and play in your name"),
    "write": _("Talk and invite in your name"),
}


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def authorize(request: SignedIn) -> HttpResponse:
    """Ask whether an app may act for the user; on POST answer the app. The form posts to the same
    address, so that what is granted is what was shown."""
    if request.user.is_guest:
        query = urlencode({REDIRECT_FIELD_NAME: request.get_full_path()})
        return HttpResponseRedirect(f"{reverse('account_signup')}?{query}")
    try:
        scopes, wanted = _read_request(request)
        if request.method == "POST":
            return _answer(request, scopes, wanted)
    except OAuthToolkitError as error:
        return _show_error(request, error)
    app = Application.objects.select_related("user").get(client_id=wanted["client_id"])
    address = urlsplit(wanted["redirect_uri"])
    facts = {
        "app": app,
        "rights": [RIGHTS[scope] for scope in RIGHTS if scope in scopes],
        "host": address.netloc,
    }
    response = render(request, "accounts/authorize.html", facts)
    # Browsers apply it to redirects of the form, too. It cannot name [::1].
    origin = "http:" if "[" in address.netloc else f"{address.scheme}://{address.netloc}"
    response._csp_update = {"form-action": [origin]}  # type: ignore[attr-defined]
    return response


def _read_request(request: SignedIn) -> tuple[list[str], dict[str, Any]]:
    """Return scopes and parameters of an app's request. Raises OAuthToolkitError."""
    scopes, wanted = core.validate_authorization_request(request)
    if wanted.get("code_challenge_method") != "S256":
        wrong = InvalidRequestError("code_challenge_method has to be S256", state=wanted["state"])
        raise OAuthToolkitError(wrong, redirect_uri=wanted["redirect_uri"])
    return scopes, wanted


def _answer(request: SignedIn, scopes: list[str], wanted: dict[str, Any]) -> HttpResponse:
    """Send the user back to an app, with a code or a refusal. Raises OAuthToolkitError."""
    if "allow" not in request.POST:
        error = OAuth2Error(state=wanted.get("state"))
        error.error = "access_denied"
        return HttpResponseRedirect(_back(wanted["redirect_uri"], error))
    with transaction.atomic():
        uri, *_rest = core.create_authorization_response(request, scopes, wanted, allow=True)
    return HttpResponseRedirect(uri)


def _show_error(request: SignedIn, error: OAuthToolkitError) -> HttpResponse:
    """Show that an app's request is invalid, with a link back, unless the app is unknown. The site
    does not redirect by itself."""
    known = not isinstance(error, FatalClientError)
    wrong = error.oauthlib_error
    facts = {
        "reason": wrong.description or wrong.error,
        "back": _back(wrong.redirect_uri, wrong) if known and wrong.redirect_uri else "",
    }
    return render(request, "accounts/authorize_refused.html", facts, status=400)


def _back(address: str, error: OAuth2Error) -> str:
    """Return the address that tells an app of an error, with the issuer (RFC 9207)."""
    uri: str = add_params_to_uri(address, [*error.twotuples, ("iss", settings.BASE_URL)])
    return uri


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: SignedIn) -> HttpResponse:
    """Show the user's registered apps, and register one."""
    if request.user.is_guest:
        return redirect("account_signup")
    form = AppForm(request.POST or None)
    if form.is_bound and form.is_valid():
        name, addresses = form.cleaned_data["name"], form.cleaned_data["addresses"]
        try:
            apps.register(user=request.user, name=name, addresses=addresses)
            return redirect("account_apps")
        except apps.TooMany:
            form.add_error(None, gettext("You have too many apps. Delete one first."))
    facts = {"form": form, "apps": selectors.apps(request.user), "site": settings.BASE_URL}
    return render(request, "accounts/apps.html", facts, status=422 if form.is_bound else 200)


@require_POST
@login_required
def delete_app(request: SignedIn) -> HttpResponse:
    """Delete an app of the user's own."""
    apps.delete_app(user=request.user, app_id=row_id(request.POST.get("app", "")))
    messages.success(request, gettext("The app is deleted, and no account is open to it any more."))
    return redirect("account_apps")


@require_POST
@login_required
def revoke_app(request: SignedIn) -> HttpResponse:
    """Revoke the rights of an app to act for the user."""
    apps.revoke(user=request.user, app_id=row_id(request.POST.get("app", "")))
    messages.success(request, gettext("The app can no longer act for you."))
    return redirect("account_tokens")
